"""Causes found in a scene: settings and edits that move a character otherwise than its file, asked one by one.

``scene_kinds`` has the list. Codes are stable. A cause is a sentence with a code, so that it is shown, translated and
stored like any other; its values name the object, the bone, the modifier and, as ``moves`` (metres), how far this
setting alone moves a vertex, where that could be computed. Where the remedy is a button, the add-on has an operator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast

from ...text.sentence import Sentence, sentence
from . import scene_kinds

#: What a setting changes: where bones stand, what a mesh makes of them, or both.
Stage = Literal["pose", "deformation", "both"]


@dataclass(frozen=True)
class SettingKind:
    """One kind of setting, or of edit."""

    code: str
    stage: Stage
    sentence: str  # a template
    remedy: str
    button: bool  # whether the add-on has an operator that applies the remedy


def _kinds(table: str) -> Iterator[tuple[str, SettingKind]]:
    lines = [line.strip() for line in table.strip().splitlines()]
    for head, told, remedy in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        code, stage, *button = head.split()
        yield code, SettingKind(code, cast(Stage, stage), told, remedy, bool(button))


#: By heading, the kinds of that part of a scene.
AREAS: Mapping[str, Mapping[str, SettingKind]] = MappingProxyType(
    {
        "Armature modifiers": dict(_kinds(scene_kinds.MODIFIER)),
        "Meshes: groups, weights, vertices, shape keys": dict(_kinds(scene_kinds.MESH)),
        "Bones": dict(_kinds(scene_kinds.BONE)),
        "Objects": dict(_kinds(scene_kinds.OBJECT)),
        "What plays": dict(_kinds(scene_kinds.PLAY)),
    }
)

#: All kinds by their code.
SCENE_KINDS: Mapping[str, SettingKind] = MappingProxyType({k: v for area in AREAS.values() for k, v in area.items()})


def scene_cause(code: str, **values: object) -> Sentence:
    """A cause of a code of ``SCENE_KINDS``; values: at the places of its sentence."""
    return sentence(SCENE_KINDS[code].sentence, **values).with_code(code)


def remedy_of(cause: str) -> str:
    """What to do about a cause; empty if it is none of ``SCENE_KINDS``."""
    kind = SCENE_KINDS.get(getattr(cause, "code", ""))
    return "" if kind is None else kind.remedy
