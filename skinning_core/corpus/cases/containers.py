"""Cases of containers and extensions: the same character, stored in another way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..encoding import QUANTISED
from ..figure import Figure, bent, moving
from .case import Figures


def _quantised() -> Figure:
    figure = bent()
    bind = figure.rigs[0].inverse_bind
    assert bind is not None
    into = np.diag([QUANTISED, QUANTISED, QUANTISED, 1.0])
    return replace(
        figure,
        rigs=(replace(figure.rigs[0], inverse_bind=bind @ into),),
        stored={"POSITION": "quantised", "NORMAL": "quantised"},
        extensions=("KHR_mesh_quantization",),
    )


def _packed() -> Figure:
    return replace(bent(), stored={"vertices": "packed"}, extensions=("EXT_meshopt_compression",))


def _streamed() -> Figure:
    return replace(bent(), stored={"vertices": "draco"}, extensions=("KHR_draco_mesh_compression",))


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
    "meshopt": _packed,
    "draco": _streamed,
    "pointer": _pointers,
}
