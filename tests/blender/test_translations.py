"""The interface in Simplified Chinese: every word and sentence has its entry, and no entry is of yesterday.

Names and descriptions are read from what Blender has registered; sentences from the code, where it hands them to
Blender as texts, headings, messages and reports, or to ``say``.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.blender.module import module
from tests.blender.templates import has_words, templates_in
from tests.blender.test_attach_undone import panels_drawn

bpy = pytest.importorskip("bpy")

ADDON = Path(__file__).parents[2] / "addon"
CORE = ADDON.parent / "skinning_core"
#: Rooms and files whose sentences the window may show, and what in them only the command line shows.
SHOWN = (
    ADDON,
    *(
        CORE / name
        for name in (
            "error.py",
            "skinned.py",
            "report/preflight.py",
            "text",
            "compare/measure",
            "compare/causes",
            "compare/judge",
            "skeleton",
            "skin",
        )
    ),
)
#: Rooms that say in the window what of a file they left out; what is wrong with a file is told in English.
READERS = (CORE / "gltf", CORE / "md5")
HIDDEN = {
    "sentence.py",
    "command",
    "translations",
    "addon/draco.py",
    "open_scene.py",
    "columns.py",
    "influences.py",
    "motif.py",
    "picture.py",
    "results.py",
    "spaces.py",
    "vertex_stages.py",
}
#: Texts that are the same in every language.
UNIVERSAL = {"", "HTML", "JSON", "99 %", "RMS", "GPU", "Blender", "Skinproof", "X", "Y", "Z"}
#: Calls that hand a text to the user, with the places of texts among their arguments.
SAYING = {"say": [0], "say_counted": [1, 2], "unless": [1], "outside_object_mode": [0], "report": [1]}
SAYING |= {"paragraph": [2], "Job": [0], "status_text_set": [0]}
#: Names by which texts are handed over.
KEYWORDS = {"text", "heading"}


def registered_words(extension: str) -> Iterator[str]:
    registration = module(extension, "addon.registration")
    own_classes = module(extension, "addon.blender_classes").own_classes
    for name in registration.MODULES:
        for cls in own_classes(import_module(f"{extension}.addon.{name}")):
            yield from words_of(cls)


def words_of(cls) -> Iterator[str]:
    if issubclass(cls, (bpy.types.Operator, bpy.types.Panel, bpy.types.Menu, bpy.types.FileHandler)):
        yield getattr(cls, "bl_label", "")
    if issubclass(cls, bpy.types.Operator):
        yield " ".join((cls.__doc__ or "").split())
    own = set(cls.__annotations__)
    known = cls.bl_rna
    if issubclass(cls, bpy.types.Operator):
        known = getattr(bpy.ops.skinproof, cls.bl_idname.partition(".")[2]).get_rna_type()
    for prop in known.properties if own else ():
        if prop.identifier in own and not prop.is_hidden and prop.name != prop.identifier:
            yield from (prop.name, prop.description)
            if prop.type == "ENUM":
                for item in prop.enum_items:
                    yield from (item.name, item.description)


def words_of_clips(extension: str) -> set[str]:
    """What the menu of clips says of its own; a clip's name is the file's."""
    clips = [SimpleNamespace(index=0, name="run")]
    items = module(extension, "addon.state.properties").clip_items(SimpleNamespace(clips=clips), None)
    return {word for item in items for word in item[1:3]} - {"run"}


def spoken(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        yield from (keyword.value for keyword in node.keywords if keyword.arg in KEYWORDS)
        yield from (node.args[place] for place in SAYING.get(name, ()) if place < len(node.args))


def in_code() -> tuple[set[str], list[str]]:
    """Sentences that stand in the code, and places where one is put together in a way that nobody can translate."""
    said, loose = set(), []
    for path in sorted(ADDON.rglob("*.py")):
        if "command" in path.parts or "translations" in path.parts:
            continue
        for value in spoken(ast.parse(path.read_text(encoding="utf-8"))):
            for part in [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    said.add(part.value)
                elif isinstance(part, ast.JoinedStr) and any(letters(v) for v in part.values):
                    loose.append(f"{path.name}:{part.lineno}: {ast.unparse(part)}")
    return said, loose


def letters(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and bool(re.search(r"[A-Za-z]{2}", str(part.value)))


def test_every_word_is_there_and_none_too_many(extension: str):
    words = module(extension, "addon.translations").LANGUAGES["zh_HANS"]
    levels = {level.value for level in module(extension, "skinning_core.compare.judge.level").Level}
    levels |= {outcome.value for outcome in module(extension, "skinning_core.compare.judge.verdict").Outcome}
    catalogue = module(extension, "skinning_core.compare.causes.catalogue").CATALOGUE
    bare = module(extension, "skinning_core.text.sentence").bare
    mistakes = {bare(kind.sentence) for kind in catalogue.values()}
    registered = set(registered_words(extension)) | words_of_clips(extension)
    kinds = list(module(extension, "skinning_core.compare.causes.scene_cause").SCENE_KINDS.values())
    mistakes |= {module(extension, "skinning_core.text.sentence").bare(kind.sentence) for kind in kinds}
    mistakes |= {kind.remedy for kind in catalogue.values()}
    mistakes |= {words for kind in catalogue.values() for _, words in kind.in_file}
    advice = ("remedy", "export", "sampled", "unhelped", "button")
    mistakes |= {getattr(kind, name) for kind in kinds for name in advice} - {""}
    told = said_by_the_product()[0]
    extensions = module(extension, "skinning_core.gltf.extensions")
    rows = [*extensions.EXTENSIONS, extensions.extension_named("of nobody")]
    reasons = {row.reason for row in rows if row.treatment is extensions.Treatment.NOT_JUDGED}
    wanted = (registered | in_code()[0] | levels | mistakes | reasons | set(filter(has_words, told))) - UNIVERSAL
    missing, dead = sorted(wanted - set(words)), sorted(set(words) - wanted - set(told))
    places = [f"{told.get(each, '')} {each!r}" for each in missing]
    assert not missing, "\n".join(["without an entry in addon/translations/zh_HANS.json:", *places])
    assert not dead, "\n".join(["entries of addon/translations/zh_HANS.json that are said nowhere:", *map(repr, dead)])


def test_every_text_stands_once():
    for path in (ADDON / "translations").glob("*.json"):
        texts: list[str] = []
        json.loads(
            path.read_text(encoding="utf-8"),
            object_pairs_hook=lambda pairs, texts=texts: texts.extend(k for k, _ in pairs),
        )
        assert len(texts) > 1000
        assert not [text for text, count in Counter(texts).items() if count > 1]


def said_by_the_product() -> tuple[dict[str, str], list[str]]:
    """Templates of all sentences that the window may show, by where they stand; and those that are none."""
    told, loose = templates_in(files_of(SHOWN))
    of_readers, loose_there = templates_in(files_of(READERS), errors=False)
    return told | of_readers, loose + loose_there


def files_of(rooms: tuple[Path, ...]) -> list[Path]:
    files = [path for room in rooms for path in ([room] if room.is_file() else sorted(room.rglob("*.py")))]
    return [path for path in files if not HIDDEN & {*path.parts, path.relative_to(CORE.parent).as_posix()}]


def test_all_that_is_told_of_a_scene_or_a_file_is_made_of_templates():
    told, loose = said_by_the_product()
    assert len(told) > 250
    assert not loose, "\n".join(["to be made by skinning_core.text.sentence:", *loose])


def test_why_it_differs_is_said_in_the_users_language(extension: str, in_chinese):
    sentence = module(extension, "skinning_core.text.sentence").sentence
    nlerp = sentence("rotations are interpolated by component, not by slerp")
    foreign = sentence("group {group!r} of {mesh!r} is something else", group="a {b}", mesh="x")
    assert in_chinese(nlerp) == "旋转按分量插值，而不是球面插值（slerp）"
    split = sentence(
        "{pose:.0f} % of it comes from the bones, {deformation:.0f} % from the skin (at {time:.4g} s)",
        time=0.5,
        pose=30.0,
        deformation=70.0,
    )
    assert in_chinese(split) == "其中 30 % 来自骨骼，70 % 来自蒙皮（在 0.5 秒）"
    assert in_chinese(sentence("And {count} more causes, which the report has", count=3)) == "另有 3 个原因，见报告"
    times = sentence("Normals compared at {count} of {total} times", count=16, total=1059)
    assert in_chinese(times) == "在 1059 个时间中的 16 个比较了法向"
    assert in_chinese(foreign) == foreign == "group 'a {b}' of 'x' is something else"


def test_in_english_it_is_its_text(extension: str):
    sentence = module(extension, "skinning_core.text.sentence").sentence
    cause = sentence("rotations are interpolated by component, not by slerp")
    assert module(extension, "addon.translations").said(cause) == cause


def test_every_sentence_can_be_translated():
    loose = in_code()[1]
    assert not loose, "\n".join(["to be put together by addon.translations.say:", *loose])


def test_what_was_found_of_an_attached_file_is_said_in_the_users_language(extension: str, in_chinese):
    attached = module(extension, "addon.scene.attach.attach").Attached
    told = attached(
        None,
        vertices=5,
        unmatched=1200,
        on_surface=0,
        missing=3,
        joints_missing=("a", "b"),
    )
    assert [in_chinese(sentence) for sentence in told.sentences] == [
        "场景的 5 个顶点在文件中找到",
        "场景中有 1,200 个不在文件中，未评判",
        "文件中有 3 个不在场景中",
        "没有骨骼的关节：'a', 'b'",
    ]


def test_settings_of_the_exporter_are_named_in_the_users_language(extension: str, in_chinese):
    """Each that may be at fault, and the other choice: as a cause, as its remedy and as a row of the search."""
    settings, search = (module(extension, f"addon.export.{name}") for name in ("settings", "fault_search"))
    sentence, joined = (getattr(module(extension, "skinning_core.text.sentence"), n) for n in ("sentence", "joined"))
    told = [{switch.name: switch.fault} for switch in settings._SWITCHES]
    modes = ({"gltf_animation_mode": mode, "gltf_animations": True} for mode in settings._MODES)
    others = {"gltf_frame_step": 2, "gltf_current_frame": True}, {"gltf_rest_position_armature": True}
    frames = ({"gltf_negative_frames": "CROP"}, {"gltf_negative_frames": "SLIDE"})
    found = [choice for each in (*told, *modes, *others, *frames) for choice in settings._other_choices(each)]
    assert len(found) > len(settings._SWITCHES)
    for choice in found:
        about = {"setting": choice.was, "share": "12 %", "better": choice.better, "rest": sentence("the same")}
        cause = sentence("{setting}: {share} (with {better}: {rest})", **about)
        remedy = search._remedy(cause.with_code(search.SETTING_AT_FAULT))
        for words in (cause, remedy, joined([choice.better, choice.better], " + ")):
            chinese = in_chinese(words)
            assert not re.findall("[A-Za-z]{2,}", re.sub("glTF|NLA|Draco|Blender", "", chinese)), chinese
    assert in_chinese(next(iter(settings._other_choices(told[0]))).better) == "包含全部骨骼影响"


def test_what_has_become_of_a_file_is_said_in_the_users_language(extension: str, settings, in_chinese, monkeypatch):
    characters = module(extension, "addon.panels.characters")
    monkeypatch.setattr(characters, "said", in_chinese)
    key = settings.character.key
    sentence, joined = (getattr(module(extension, "skinning_core.text.sentence"), n) for n in ("sentence", "joined"))
    change = sentence("{file} has changed since the import", file="tiny.glb")
    monkeypatch.setitem(module(extension, "addon.state.session").session.changed, key, change)
    assert "tiny.glb 自导入后已更改" in " ".join(panels_drawn(extension))
    noted = sentence("{change}; the comparison is with what was imported", change=change)
    assert in_chinese(noted) == "tiny.glb 自导入后已更改；比较以导入时的内容为准"
    aspects = joined([sentence("clips"), sentence("nodes and joints")], ", ")
    misfit = sentence("its {changed} have changed since the import", changed=aspects)
    assert in_chinese(misfit) == "其片段、节点和关节自导入后已更改"


def test_figures_stand_in_both_languages(extension: str):
    for sentence, translated in module(extension, "addon.translations").LANGUAGES["zh_HANS"].items():
        assert sorted(re.findall(r"{\w*", sentence)) == sorted(re.findall(r"{\w*", translated)), sentence
        own = r"[\u4e00-\u9fff]" if has_words(sentence) else r"[\u3000-\u9fff\uff00-\uffef]"  # signs between places
        assert re.search(own, translated), sentence


def test_words_are_looked_up_in_a_context_of_their_own(extension: str):
    """A clip is not what one does to a picture: Blender's own word for it must not be taken."""
    context = module(extension, "addon.translations").CONTEXT
    assert bpy.types.SKINPROOF_PT_characters.bl_rna.translation_context == context
    group = bpy.context.scene.skinproof.bl_rna
    assert {group.properties[name].translation_context for name in ("engine", "tolerance", "times")} == {context}
