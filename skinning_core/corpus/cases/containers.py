"""Cases of containers and extensions: the same character, stored in another way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..encoding import QUANTISED
from ..figure import Figure, bent, moving
from .case import CorpusCase


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


CONTAINERS = (
    CorpusCase("data-uri", "2.9", "A .gltf may hold its buffer as a data URI.", lambda: _contained("data")),
    CorpusCase(
        "quoted-uri", "2.9", "The name of a buffer beside the .gltf is percent-encoded.", lambda: _contained("gltf")
    ),
    CorpusCase("several-buffers", "3.6.1.1", "There may be any number of buffers.", lambda: _contained("buffers")),
    CorpusCase(
        "quantised",
        "KHR_mesh_quantization",
        "Positions and normals may be normalised integers; bind matrices scale them back.",
        _quantised,
    ),
    CorpusCase("meshopt", "EXT_meshopt_compression", "Buffer views may be compressed.", _packed),
    CorpusCase("draco", "KHR_draco_mesh_compression", "A primitive may be one stream of Draco.", _streamed),
    CorpusCase("pointer", "KHR_animation_pointer", "A channel may name what it moves by a pointer.", _pointers),
)
