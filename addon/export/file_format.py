"""The files that a scene can be exported as: how each is written, and which settings can be tried.

A glTF file is judged as it is. FBX and USD are read by Blender's own importers alone: the result is judged beside the
scene, as a pair of objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy

from ...skinning_core.compare.judge.verdict import Verdict
from ..subjects.open_scene import stdout_silenced
from .exchange_settings import FBX_SETTINGS, USD_SETTINGS, ExchangeSettings
from .settings import (
    OtherChoice,
    known_properties,
    operator_properties,
    other_choices,
    own_properties,
    settings_of_operator,
)
from .suspects import suspects

#: Properties of an exporter's operator, as they stand.
Properties = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class FileFormat:
    """One format of files."""

    name: str  # as --format has it
    label: str
    suffix: str
    write: Callable[[str, Properties], None]  # a path, and properties of the operator
    own_properties: Callable[[Properties], dict[str, Any]]  # those told that it has and that can move a vertex
    kinds: Callable[[Properties, bpy.types.Scene, Verdict | None], list[str]]  # as ``suspects``
    choices: Callable[[Properties, Sequence[str], Sequence[OtherChoice]], list[OtherChoice]]  # after those given
    is_read: bool = False  # by Skinproof's own reader

    def export(self, file: Path, properties: Properties) -> None:
        """Export the open scene. Raises ``RuntimeError`` or ``OSError`` as the exporter does."""
        with stdout_silenced():
            self.write(str(file), properties)


def _write_gltf(path: str, properties: Properties) -> None:
    """As one file without pictures, which move no vertex."""
    told = {**properties, "export_format": "GLB", "export_materials": "PLACEHOLDER"}
    bpy.ops.export_scene.gltf(filepath=path, **told)


def _kinds_of_gltf(properties: Properties, scene: bpy.types.Scene, verdict: Verdict | None) -> list[str]:
    return suspects(scene, settings_of_operator(properties), verdict)


def _choices_of_gltf(properties: Properties, kinds: Sequence[str], before: Sequence[OtherChoice]) -> list[OtherChoice]:
    settings = settings_of_operator(properties)
    now = operator_properties(settings, known_properties())
    found = [*before, *other_choices(settings, known_properties(), kinds)]
    return [choice for choice in found if any(now.get(name) != value for name, value in choice.changed.items())]


def _exchange(
    name: str, label: str, suffix: str, write: Callable[[str, Properties], None], settings: ExchangeSettings
) -> FileFormat:
    def kinds(properties: Properties, scene: bpy.types.Scene, verdict: Verdict | None) -> list[str]:
        del properties
        return list(dict.fromkeys([*suspects(scene, {}, verdict), *settings.always]))

    def choices(properties: Properties, kinds: Sequence[str], before: Sequence[OtherChoice]) -> list[OtherChoice]:
        return [*before, *settings.other_choices(properties, kinds)]

    return FileFormat(name, label, suffix, write, settings.own_properties, kinds, choices)


def _write_fbx(path: str, properties: Properties) -> None:
    bpy.ops.export_scene.fbx(filepath=path, **properties)


def _write_usd(path: str, properties: Properties) -> None:
    bpy.ops.wm.usd_export(filepath=path, export_materials=False, **properties)


#: By name; the first is the usual one.
FORMATS: Sequence[FileFormat] = (
    FileFormat("glb", "glTF", ".glb", _write_gltf, own_properties, _kinds_of_gltf, _choices_of_gltf, is_read=True),
    _exchange("fbx", "FBX", ".fbx", _write_fbx, FBX_SETTINGS),
    _exchange("usd", "USD", ".usdc", _write_usd, USD_SETTINGS),
)


def format_named(name: str) -> FileFormat:
    """The format of that name."""
    return next(each for each in FORMATS if each.name == name)
