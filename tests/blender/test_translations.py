"""The interface in Simplified Chinese: every word and sentence has its entry, and no entry is of yesterday.

Names and descriptions are read from what Blender has registered; sentences from the code, where it hands them to
Blender as texts, headings, messages and reports, or to ``say``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.blender.module import module
from tests.blender.test_attach_undone import panels_drawn

bpy = pytest.importorskip("bpy")

ADDON = Path(__file__).parents[2] / "addon"
#: Texts that are the same in every language.
UNIVERSAL = {"", "HTML", "JSON", "99 %", "RMS", "GPU", "Blender", "Skinproof", "X", "Y", "Z"}
#: Calls that hand a text to the user, with the places of texts among their arguments.
SAYING = {"say": [0], "say_counted": [1, 2], "refuse": [1], "report": [1], "paragraph": [2], "Job": [0]}
#: Names by which texts are handed over.
KEYWORDS = {"text", "heading"}


def registered_words(extension: str) -> Iterator[str]:
    registration = module(extension, "addon.registration")
    for name in registration.MODULES:
        for cls in getattr(import_module(f"{extension}.addon.{name}"), "CLASSES", ()):
            yield from words_of(cls)


def words_of(cls) -> Iterator[str]:
    if issubclass(cls, (bpy.types.Operator, bpy.types.Panel, bpy.types.FileHandler)):
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
    mistakes = {mistake.sentence for mistake in module(extension, "skinning_core.compare.causes.mistake").MISTAKES}
    notes = set(module(extension, "addon.translations.sentences").SENTENCES)
    registered = set(registered_words(extension)) | words_of_clips(extension)
    wanted = (registered | in_code()[0] | levels | mistakes | notes) - UNIVERSAL
    missing, dead = sorted(wanted - set(words)), sorted(set(words) - wanted)
    assert not missing, "\n".join(["without an entry in addon/translations/zh_hans:", *map(repr, missing)])
    assert not dead, "\n".join(["entries of addon/translations/zh_hans that are said nowhere:", *map(repr, dead)])


def test_why_it_differs_is_said_in_the_users_language(extension: str, monkeypatch):
    notes = module(extension, "addon.translations.sentences")
    words = module(extension, "addon.translations").LANGUAGES["zh_HANS"]
    nlerp = "rotations are interpolated by component, not by slerp"
    foreign = "group 'a {b}' of 'x' belongs to no bone"
    assert notes.said(f"Cause: {nlerp}") == f"Cause: {nlerp}"
    assert notes.said(f"Also: {foreign}") == f"Also: {foreign}"
    monkeypatch.setattr(notes, "say", lambda sentence, **values: words.get(sentence, sentence).format(**values))
    assert notes.said(f"Also: {nlerp}") == "另外：旋转按分量插值，而不是球面插值（slerp）"
    assert notes.said(notes.SPLIT.format(pose="0.3 %", deformation="1 %")) == "其尺寸的 0.3 % 来自姿态，1 % 来自变形"
    assert notes.said(f"Cause: {foreign}") == f"原因：{foreign}"
    assert notes.said("And 3 more causes, which the report has") == "另有 3 个原因，见报告"
    assert notes.said(notes.NORMALS.format(count=16, total=1059)) == "在 1059 个时间中的 16 个比较了法线"
    assert notes.said(foreign) == foreign


def test_every_sentence_can_be_translated():
    loose = in_code()[1]
    assert not loose, "\n".join(["to be put together by addon.translations.say:", *loose])


#: Modules whose refusals the window does not show: of streams the reader tells, and the rest no operator calls.
NOT_SHOWN = {"draco.py", "open_scene.py", "columns.py"}


def refused() -> Iterator[tuple[str, str]]:
    """Where an error is raised or a GPU found wanting, and what it says, with examples of names and figures."""
    for path in sorted(ADDON.rglob("*.py")):
        if path.name in NOT_SHOWN or {"command", "translations"} & set(path.parts):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if name not in ("SkinproofError", "Availability"):
                continue
            values = node.args[:1] if name == "SkinproofError" else node.args[1:2]
            for value in [*values, *(keyword.value for keyword in node.keywords if keyword.arg == "fix")]:
                for said in filled(value):
                    yield f"{path.name}:{value.lineno}", said


def filled(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.IfExp):
        yield from (*filled(value.body), *filled(value.orelse))
    elif isinstance(value, ast.Constant) and value.value:
        yield value.value
    elif isinstance(value, ast.JoinedStr):
        yield "".join(example(part) for part in value.values)


def example(part: ast.expr) -> str:
    """A literal as it stands; for a figure or a name 'x', for a number that begins a sentence 3."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    called = part.value if isinstance(part.value, ast.Call) else None
    if getattr(getattr(called, "func", None), "id", "") == "counted":
        one, *many = (ast.literal_eval(each) for each in called.args[1:])
        return f"3 {many[0] if many else one + 's'}"
    return "3" if getattr(getattr(called, "func", None), "id", "") == "len" else "'x'"


def test_every_refusal_is_said_in_the_users_language(in_chinese):
    seen = list(refused())
    assert len(seen) > 60
    english = [f"{where}: {what}" for where, what in seen if not re.search(r"[\u4e00-\u9fff]", in_chinese(what))]
    assert not english, "\n".join(["without a template in addon/translations/refusals.py:", *english])


def test_what_was_found_of_an_attached_file_is_said_in_the_users_language(extension: str, in_chinese):
    attached = module(extension, "addon.scene.attach.attach").Attached
    told = attached(
        None, vertices=5, unmatched=1200, missing=3, joints_missing=("a", "b"), bones_alone=(), in_bind=False
    )
    assert [in_chinese(sentence) for sentence in told.sentences] == [
        "场景的 5 个顶点在文件中找到",
        "场景中有 1,200 个不在文件中，未评判",
        "文件中有 3 个不在场景中",
        "没有骨骼的关节：'a', 'b'",
    ]


def test_what_has_become_of_a_file_is_said_in_the_users_language(extension: str, settings, in_chinese, monkeypatch):
    characters = module(extension, "addon.panels.characters")
    monkeypatch.setattr(characters, "said", in_chinese)
    key = settings.character.key
    monkeypatch.setitem(module(extension, "addon.state.session").changed, key, "tiny.glb has changed since the import")
    assert "tiny.glb 自导入后已更改" in " ".join(panels_drawn(extension))
    assert in_chinese("tiny.glb has changed since the import; the comparison is with what was imported") == (
        "tiny.glb 自导入后已更改；比较以导入时的内容为准"
    )
    assert in_chinese("its clips, nodes and joints have changed since the import") == "其片段、节点和关节自导入后已更改"


def test_figures_stand_in_both_languages(extension: str):
    for sentence, translated in module(extension, "addon.translations").LANGUAGES["zh_HANS"].items():
        assert sorted(re.findall(r"{\w*", sentence)) == sorted(re.findall(r"{\w*", translated)), sentence
        assert re.search(r"[\u4e00-\u9fff]", translated), sentence


def test_words_are_looked_up_in_a_context_of_their_own(extension: str):
    """A clip is not what one does to a picture: Blender's own word for it must not be taken."""
    context = module(extension, "addon.translations").CONTEXT
    assert bpy.types.SKINPROOF_PT_characters.bl_rna.translation_context == context
    group = bpy.context.scene.skinproof.bl_rna
    assert {group.properties[name].translation_context for name in ("engine", "tolerance", "times")} == {context}
