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
    items = module(extension, "addon.properties").clip_items(SimpleNamespace(clips=clips), None)
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
    levels = {level.value for level in module(extension, "skinning_core.compare.visible").Level}
    mistakes = {mistake.sentence for mistake in module(extension, "skinning_core.compare.mistake").MISTAKES}
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
    assert notes.said(foreign) == foreign


def test_every_sentence_can_be_translated():
    loose = in_code()[1]
    assert not loose, "\n".join(["to be put together by addon.translations.say:", *loose])


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
