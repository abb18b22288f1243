"""Causes found in a scene: settings and edits that move a character away from its file, asked one by one.

``scene_kinds.json`` has the list, with stable codes. A cause is a sentence with a code. Its values name the object,
bone, modifier and, as ``moves`` (metres), how far it alone moves a vertex, if known. If the remedy is a button, the
add-on has an operator.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from ...text.count import counted
from ...text.sentence import Sentence, sentence

#: What a setting changes: the bones, what a mesh makes of them, or both.
Stage = Literal["pose", "deformation", "both"]


@dataclass(frozen=True)
class SettingKind:
    """One kind of setting or edit."""

    code: str
    stage: Stage
    sentence: str  # a template
    remedy: str
    button: str = ""  # what the add-on's operator puts right, in a word or two; empty: none
    export: str = "export again, as the scene is now"  # the remedy for a file exported from the scene
    sampled: str = ""  # the same if the file has samples already; empty: ``export``
    unhelped: str = ""  # the same if ``export`` is forecast not to help


def _areas() -> Mapping[str, Mapping[str, SettingKind]]:
    areas = json.loads(Path(__file__).with_name("scene_kinds.json").read_text(encoding="utf-8"))
    return MappingProxyType(
        {area: {code: SettingKind(code, **row) for code, row in kinds.items()} for area, kinds in areas.items()}
    )


#: Heading -> kinds of that part of a scene.
AREAS = _areas()

#: All kinds by their code.
SCENE_KINDS: Mapping[str, SettingKind] = MappingProxyType({k: v for area in AREAS.values() for k, v in area.items()})


def scene_cause(code: str, **values: object) -> Sentence:
    """A cause by its code in ``SCENE_KINDS``; values: for its sentence."""
    return sentence(SCENE_KINDS[code].sentence, **values).with_code(code)


def remedy_of(cause: str) -> str:
    """What to do about a cause; empty: not of ``SCENE_KINDS``."""
    kind = SCENE_KINDS.get(getattr(cause, "code", ""))
    if kind is None or not isinstance(cause, Sentence):
        return ""
    if not of_export(cause):
        return kind.remedy
    if kind.unhelped and cause.values.get("unhelped"):
        return kind.unhelped
    return kind.sampled if kind.sampled and cause.values.get("sampled") else kind.export


def button_of(cause: str) -> str:
    """What the add-on's operator puts right, in a word or two; empty: it has none."""
    kind = SCENE_KINDS.get(getattr(cause, "code", ""))
    return "" if kind is None or of_export(cause) else kind.button


def of_export(cause: str) -> bool:
    """The cause is of a file exported from the scene: nothing in the scene is to change."""
    return isinstance(cause, Sentence) and cause.values.get("source") == "scene"


def once_for_clips(causes: Iterable[str]) -> list[str]:
    """The causes in order. One that several clips have is told once, with the number of others."""
    clips: dict[str, list[str]] = {}
    for cause in causes:
        key = cause.code if isinstance(cause, Sentence) and _is_of_a_clip(cause) else str(cause)
        clips.setdefault(key, []).append(cause)
    return [_with_more(same[0], len(dict.fromkeys(same)) - 1) for same in clips.values()]


def _is_of_a_clip(cause: Sentence) -> bool:
    """Whether it names its clip, or only figures, such as how far everything is moved in it."""
    figures = all(isinstance(value, float) for value in cause.values.values())
    return bool(cause.code) and ("clip" in cause.values or figures)


def _with_more(cause: str, clips: int) -> str:
    if not clips or not isinstance(cause, Sentence):
        return cause
    told = sentence("{what} (and {more})", what=cause, more=counted(clips, "more clip"))
    return told.with_code(cause.code, **cause.values)
