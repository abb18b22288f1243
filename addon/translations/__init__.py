"""The interface in other languages: one folder per language, one table per room of the interface.

Words are looked up in a context of their own, so that a clip is not what one does to a picture, nor a character a
letter. ``in_own_context`` gives it to every class and property when it is registered. Sentences with figures in them go
through ``say``. Sentences about one file or scene arise in English, as in reports; ``sentences`` says the commonest in
the user's language where the panel or an operator shows them.
"""

from __future__ import annotations

import inspect
from typing import Any

import bpy

from . import zh_hans

CONTEXT = "Skinproof"

#: By Blender's name of the language: the table of the interface's words and sentences.
LANGUAGES: dict[str, dict[str, str]] = {"zh_HANS": zh_hans.WORDS}

#: Contexts in which Blender asks: our own for names, its default one for tooltips and messages.
_ASKED_IN = (CONTEXT, "*")


def say(sentence: str, **values: object) -> str:
    """A sentence of the interface in the user's language, with ``values`` at its {places}."""
    return bpy.app.translations.pgettext_iface(sentence, CONTEXT).format(**values)


def say_counted(count: int, one: str, many: str) -> str:
    """``one`` where there is one of something, else ``many`` with the number at its {count}, in the user's language."""
    return say(one) if count == 1 else say(many, count=f"{count:,}")


def in_own_context(cls: type) -> None:
    """Have Blender look up a class's label and its properties' names in our own context; before it is registered."""
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
