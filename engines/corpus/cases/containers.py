"""Cases of containers and extensions: the same character, stored in another way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..encoding import QUANTISED
from ..figure import Figure, bent, moving
from .case import Figures


def _quantised() -> Figure:
    figure, into = bent(), np.diag([QUANTISED, QUANTISED, QUANTISED, 1.0])
    stored = {"POSITION": "quantised", "NORMAL": "quantised"}
    return replace(figure.with_bind(figure.bind @ into), stored=stored, extensions=("KHR_mesh_quantization",))


def _compressed(how: str, extension: str) -> Figure:
    return replace(bent(), stored={"vertices": how}, extensions=(extension,))


def _pointers() -> Figure:
    figure = moving()
    clip = tuple(replace(keys, pointer=True) for keys in figure.clips[0])
    return replace(figure, clips=(clip,), extensions=("KHR_animation_pointer",))


def _contained(container: str) -> Figure:
    return replace(bent(), container=container)


CONTAINERS: Figures = {
    "data-uri": lambda: _contained("data"),
    "quoted-uri": lambda: _contained("gltf"),
    "several-buffers": lambda: _contained("buffers"),
    "quantised": _quantised,
    "meshopt": lambda: _compressed("packed", "EXT_meshopt_compression"),
    "draco": lambda: _compressed("draco", "KHR_draco_mesh_compression"),
    "pointer": _pointers,
}
