"""Animations of a document as clips of tracks (specification 3.11)."""

from __future__ import annotations

import dataclasses
from typing import get_args

import numpy as np
import pygltflib

from ..error import SkinproofError
from ..model import Clip, Float, Float64, Interpolation, Nodes, Track
from .accessor import Buffers, checked_index, read_floats, read_unchecked_floats, require_finite

_COMPONENTS = {"translation": ("VEC3",), "scale": ("VEC3",), "rotation": ("VEC4",), "weights": ("SCALAR",)}
_INTERPOLATIONS: dict[str, Interpolation] = {name: name for name in get_args(Interpolation)}


def read_clips(buffers: Buffers, nodes: Nodes, notes: list[str]) -> tuple[tuple[Clip, ...], Nodes]:
    """All clips, and the nodes once more: a node given as a matrix that a track animates is turned into TRS."""
    clips = []
    times_of: dict[int, Float64] = {}  # exporters share one accessor of key times among all tracks
    outputs: list[tuple[Float, int, str]] = []
    decomposed: set[int] = set()
    for a, animation in enumerate(buffers.document.animations):
        where = f"/animations/{a}"
        tracks: dict[tuple[int, str], Track] = {}
        for c in range(len(animation.channels)):
            track = _read_track(buffers, nodes, times_of, outputs, animation, c, where, notes)
            if track is None:
                continue
            if (track.node, track.path) in tracks:
                notes.append(f"{where}/channels/{c}: a second track of the same target; the last one counts")
            tracks[track.node, track.path] = track
            if track.path != "weights" and nodes.has_matrix[track.node]:
                decomposed.add(track.node)
        clips.append(Clip(animation.name or f"clip {a}", tuple(tracks.values())))
    require_finite(outputs)
    notes += [f"/nodes/{n}: animated, but given as a matrix; its decomposition is used" for n in sorted(decomposed)]
    if decomposed:
        has_matrix = nodes.has_matrix.copy()
        has_matrix[sorted(decomposed)] = False
        nodes = dataclasses.replace(nodes, has_matrix=has_matrix)
    return tuple(clips), nodes


def _read_track(
    buffers: Buffers,
    nodes: Nodes,
    times_of: dict[int, Float64],
    outputs: list[tuple[Float, int, str]],
    animation: pygltflib.Animation,
    c: int,
    where: str,
    notes: list[str],
) -> Track | None:
    """Track of channel c; None where its target is not a property of a node. Its values join ``outputs``."""
    channel = animation.channels[c]
    node, path = channel.target.node, channel.target.path
    if node is None or path not in _COMPONENTS:
        if path not in _COMPONENTS:
            notes.append(f"{where}/channels/{c}: the path {path!r} is not read")
        return None
    if node >= len(nodes):
        checked_index(node, buffers.document.nodes, f"{where}/channels/{c}/target/node")
    if channel.sampler >= len(animation.samplers):
        checked_index(channel.sampler, animation.samplers, f"{where}/channels/{c}/sampler")
    sampler = animation.samplers[channel.sampler]
    pointer = f"{where}/samplers/{channel.sampler}/output"
    interpolation = _INTERPOLATIONS.get(sampler.interpolation or "LINEAR")
    if interpolation is None:
        raise SkinproofError(
            f"interpolation {sampler.interpolation!r} is unknown",
            where=f"{where}/samplers/{channel.sampler}/interpolation",
        )
    times = times_of.get(sampler.input)
    if times is None:
        times = times_of[sampler.input] = _key_times(
            buffers, sampler.input, f"{where}/samplers/{channel.sampler}/input"
        )
    if path == "weights" and not len(nodes.morph_weights[node]):
        notes.append(f"{where}/channels/{c}: animates morph weights of node {node}, which has no morph targets")
        return None
    values = read_unchecked_floats(buffers, sampler.output, pointer, _COMPONENTS[path])
    outputs.append((values, sampler.output, pointer))
    width = len(nodes.morph_weights[node]) if path == "weights" else values.shape[1]
    rows = 3 if interpolation == "CUBICSPLINE" else 1
    if values.size != len(times) * rows * width:
        raise SkinproofError(
            f"{values.size} output values for {len(times)} keys of {rows * width} values", where=pointer
        )
    if rows == 1:
        return Track(node, path, interpolation, times, values.reshape(len(times), width))
    keys = values.reshape(len(times), 3, width)
    return Track(node, path, interpolation, times, keys[:, 1], keys[:, 0], keys[:, 2])


def _key_times(buffers: Buffers, index: int, where: str) -> Float64:
    times = read_floats(buffers, index, where, ("SCALAR",))[:, 0].astype(np.float64)
    if not len(times):
        raise SkinproofError("the sampler has no keys", where=where)
    steps = np.diff(times)
    if (steps <= 0).any():
        k = int(np.flatnonzero(steps <= 0)[0])
        raise SkinproofError(
            f"key times must increase, but key {k + 1} is at {times[k + 1]:g} s and key {k} at {times[k]:g} s",
            where=where,
        )
    return times
