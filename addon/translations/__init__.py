"""The interface in other languages: a JSON file for each, named as in Blender (``zh_HANS``).

By part of the interface, as you meet them, it has every text of the code and its translation. docs/glossary.zh.md has
the Chinese words; in the interface a heat map is 热图, a crowd 群体.

Words are looked up in our own context: a clip is not what one does to a picture, nor a character a letter.
``in_own_context`` gives it to every class and property at registration. Sentences with figures go through ``say``.
Sentences about one file or scene are templates and values (see ``skinning_core.text``), ``said`` in the user's language
when they are shown.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import bpy

from ...skinning_core.error import SkinproofError
from ...skinning_core.text.sentence import as_sentence

CONTEXT = "Skinproof"

#: By Blender's name of the language: the translation of each word and sentence.
LANGUAGES: dict[str, dict[str, str]] = {
    path.stem: {
        text: said for part in json.loads(path.read_text(encoding="utf-8")).values() for text, said in part.items()
    }
    for path in Path(__file__).parent.glob("*.json")
}

#: Contexts in which Blender asks: our own for names, its default one for tooltips and messages.
_ASKED_IN = (CONTEXT, "*")


def language() -> str:
    """Blender's name of the language that the interface is in, if it has words of ours; else nothing: English."""
    return next((name for name, words in LANGUAGES.items() if say("Help") == words["Help"]), "")


def say(sentence: str, **values: object) -> str:
    """A sentence of the interface in the user's language, with ``values`` at its {places}."""
    return _looked_up(sentence).format(**values)


def said(words: str) -> str:
    """A sentence about a scene or a file in the user's language."""
    return as_sentence(words).said(_looked_up)


def said_error(error: Exception) -> str:
    """An exception in the user's language: where, what is wrong, and what to do."""
    return said(error.sentence if isinstance(error, SkinproofError) else str(error))


def _looked_up(template: str) -> str:
    return str(bpy.app.translations.pgettext_iface(template, CONTEXT))


def say_counted(count: int, one: str, many: str) -> str:
    """``one`` for a single thing, else ``many`` with the number at its {count}, in the user's language."""
    return say(one) if count == 1 else say(many, count=f"{count:,}")


def in_own_context(cls: type) -> None:
    """Have Blender look up a class's label and properties' names in our own context; before it is registered."""
    kinds = (bpy.types.Operator, bpy.types.Panel, bpy.types.Menu)
    if issubclass(cls, kinds) and "bl_translation_context" not in vars(cls):
        cls.bl_translation_context = CONTEXT  # type: ignore[attr-defined]
    resolved: dict[str, Any] = inspect.get_annotations(cls, eval_str=True, locals=dict(vars(cls)))
    for annotated in resolved.values():
        keywords = getattr(annotated, "keywords", None)  # of a property that Blender has not made yet
        if isinstance(keywords, dict):
            keywords.setdefault("translation_context", CONTEXT)
    cls.__annotations__ = resolved


def register() -> None:
    tables = {
        language: {(context, key): text for key, text in words.items() for context in _ASKED_IN}
        for language, words in LANGUAGES.items()
    }
    bpy.app.translations.register(__package__, tables)


def unregister() -> None:
    bpy.app.translations.unregister(__package__)
