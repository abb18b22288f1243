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
from .settings import Move, known_properties, moves, own_words, settings_of_operator, words_of_operator
from .suspects import suspects


@dataclass(frozen=True, eq=False)
class FileFormat:
    """One format of files."""

    name: str  # as --format has it
    label: str
    suffix: str
    write: Callable[[str, Mapping[str, Any]], None]  # a path, and properties of the operator
    own_words: Callable[[Mapping[str, Any]], dict[str, Any]]  # told properties that it has and that can move a vertex
    kinds: Callable[
        [Mapping[str, Any], bpy.types.Scene, Verdict | None], list[str]
    ]  # see ``suspects``; words as they stand
    moves: Callable[
        [Mapping[str, Any], Sequence[str], Sequence[Move]], list[Move]
    ]  # of these kinds first; before them others
    is_read: bool = False  # by Skinproof's own reader

    def export(self, file: Path, words: Mapping[str, Any]) -> None:
        """Export the open scene. Raises ``RuntimeError`` or ``OSError`` as the exporter does."""
        with stdout_silenced():
            self.write(str(file), words)


def _write_gltf(path: str, words: Mapping[str, Any]) -> None:
    """As one file without pictures, which move no vertex."""
    told = {**words, "export_format": "GLB", "export_materials": "PLACEHOLDER"}
    bpy.ops.export_scene.gltf(filepath=path, **told)


def _kinds_of_gltf(words: Mapping[str, Any], scene: bpy.types.Scene, verdict: Verdict | None) -> list[str]:
    return suspects(scene, settings_of_operator(words), verdict)


def _moves_of_gltf(words: Mapping[str, Any], kinds: Sequence[str], before: Sequence[Move]) -> list[Move]:
    settings = settings_of_operator(words)
    now = words_of_operator(settings, known_properties())
    found = [*before, *moves(settings, known_properties(), kinds)]
    return [move for move in found if any(now.get(name) != value for name, value in move.changed.items())]


def _exchange(
    name: str, label: str, suffix: str, write: Callable[[str, Mapping[str, Any]], None], settings: ExchangeSettings
) -> FileFormat:
    def kinds(words: Mapping[str, Any], scene: bpy.types.Scene, verdict: Verdict | None) -> list[str]:
        del words
        return list(dict.fromkeys([*suspects(scene, {}, verdict), *settings.always]))

    def moves(words: Mapping[str, Any], kinds: Sequence[str], before: Sequence[Move]) -> list[Move]:
        return [*before, *settings.moves(words, kinds)]

    return FileFormat(name, label, suffix, write, settings.own_words, kinds, moves)


def _write_fbx(path: str, words: Mapping[str, Any]) -> None:
    bpy.ops.export_scene.fbx(filepath=path, **words)


def _write_usd(path: str, words: Mapping[str, Any]) -> None:
    bpy.ops.wm.usd_export(filepath=path, export_materials=False, **words)


#: By name; the first is the usual one.
FORMATS: Sequence[FileFormat] = (
    FileFormat("glb", "glTF", ".glb", _write_gltf, own_words, _kinds_of_gltf, _moves_of_gltf, is_read=True),
    _exchange("fbx", "FBX", ".fbx", _write_fbx, FBX_SETTINGS),
    _exchange("usd", "USD", ".usdc", _write_usd, USD_SETTINGS),
)


def format_named(name: str) -> FileFormat:
    """The format of that name."""
    return next(each for each in FORMATS if each.name == name)
