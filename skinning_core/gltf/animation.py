"""Animations of a document as clips of tracks (specification 3.11)."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any, get_args

import numpy as np

from ..error import SkinproofError
from ..model import Clip, Float, Float64, Interpolation, Nodes, Track
from .accessor import Buffers, checked_index, read_floats, read_unchecked_floats, require_finite
from .track_check import TYPES, all_tracks_fit

_COMPONENTS = {path: (kind,) for path, kind in TYPES.items()} | {"weights": ("SCALAR",)}
#: Tracks of a file from which asking whether all are sound, at once, pays: a tenth of the time of reading them.
MANY = 20
_INTERPOLATIONS: dict[str, Interpolation] = {name: name for name in get_args(Interpolation)}


def read_clips(buffers: Buffers, nodes: Nodes, notes: list[str]) -> tuple[tuple[Clip, ...], Nodes]:
    """All clips, and the nodes once more: a node given as a matrix that a track animates is turned into TRS.

    Raises ``SkinproofError`` for a broken track of any clip, though clips of a big file are read only when asked for.
    """
    animations = buffers.json.get("animations", [])
    many = sum(len(animation["channels"]) for animation in animations) >= MANY
    wait = many and all_tracks_fit(buffers, nodes)
    reader = _TrackReader(buffers, nodes, notes, checked=wait)
    clips = []
    for a, animation in enumerate(animations):
        name, read = animation.get("name") or f"clip {a}", partial(reader.read_all, animation, f"/animations/{a}")
        clips.append(Clip.on_demand(name, read) if wait else Clip(name, read()))
    require_finite(reader.outputs)
    decomposed = sorted(reader.decomposed)
    notes += [f"/nodes/{n}: animated, but given as a matrix; its decomposition is used" for n in decomposed]
    if decomposed:
        has_matrix = nodes.has_matrix.copy()
        has_matrix[decomposed] = False
        nodes = dataclasses.replace(nodes, has_matrix=has_matrix)
    return tuple(clips), nodes


class _TrackReader:
    """Reads one channel after the other; what they share is read once.

    A big file has thousands of channels: each costs a few dictionary lookups, a view of the file and a `Track`.
    """

    def __init__(self, buffers: Buffers, nodes: Nodes, notes: list[str], *, checked: bool) -> None:
        self.outputs: list[tuple[Float, int, str]] = []  # values to be checked for NaN, their accessor and sampler
        self._buffers, self._notes, self._checked = buffers, notes, checked
        self._weights = nodes.morph_weights
        self.decomposed: set[int] = set()  # animated nodes that are given as matrices
        self._with_matrix = set(np.flatnonzero(nodes.has_matrix).tolist())
        self._times: dict[int, Float64] = {}  # exporters share one accessor of key times among all tracks

    def read_all(self, animation: dict[str, Any], where: str) -> tuple[Track, ...]:
        """The tracks of the animation at ``where``, one for each property that it moves."""
        samplers = animation["samplers"]
        tracks: dict[tuple[int, str], Track] = {}
        for c, channel in enumerate(animation["channels"]):
            track = self._read(channel, samplers, where, c)
            if track is None:
                continue
            target = track.node, track.path
            if target in tracks:
                self._notes.append(f"{where}/channels/{c}: a second track of the same target; the last one counts")
            tracks[target] = track
            if track.node in self._with_matrix and track.path != "weights":
                self.decomposed.add(track.node)
        return tuple(tracks.values())

    def _read(self, channel: dict[str, Any], samplers: list[dict[str, Any]], where: str, c: int) -> Track | None:
        """Track of channel ``c`` of the animation at ``where``; None where its target is not a property of a node."""
        target = channel["target"]
        node, path = target.get("node"), target["path"]
        if node is None or path not in _COMPONENTS:
            if path not in _COMPONENTS:
                self._notes.append(f"{where}/channels/{c}: the path {path!r} is not read")
            return None
        checked_index(node, self._weights, f"{where}/channels/{c}/target/node")
        place = checked_index(channel["sampler"], samplers, f"{where}/channels/{c}/sampler")
        sampler = samplers[place]
        interpolation = _INTERPOLATIONS.get(sampler.get("interpolation", "LINEAR"))
        if interpolation is None:
            raise SkinproofError(
                f"interpolation {sampler['interpolation']!r} is unknown",
                where=f"{where}/samplers/{place}/interpolation",
            )
        times = self._times.get(sampler["input"])
        if times is None:
            times = _key_times(self._buffers, sampler["input"], f"{where}/samplers/{place}/input")
            self._times[sampler["input"]] = times
        if path == "weights" and not len(self._weights[node]):
            self._notes.append(f"{where}/channels/{c}: animates morph weights of node {node}, which has no targets")
            return None
        output, pointer = sampler["output"], f"{where}/samplers/{place}/output"
        values = read_unchecked_floats(self._buffers, output, pointer, _COMPONENTS[path])
        if not self._checked:
            self.outputs.append((values, output, pointer))
        width = len(self._weights[node]) if path == "weights" else values.shape[1]
        rows = 3 if interpolation == "CUBICSPLINE" else 1
        if values.size != len(times) * rows * width:
            raise SkinproofError(
                f"{values.size} output values for {len(times)} keys of {rows * width} values", where=pointer
            )
        if rows == 3:
            keys = values.reshape(len(times), 3, width)
            return Track(node, path, interpolation, times, keys[:, 1], keys[:, 0], keys[:, 2])
        if path == "weights":
            values = values.reshape(len(times), width)
        return Track(node, path, interpolation, times, values)


def _key_times(buffers: Buffers, index: int, where: str) -> Float64:
    times = read_floats(buffers, index, where, ("SCALAR",))[:, 0].astype(np.float64)
    if not len(times):
        raise SkinproofError("the sampler has no keys", where=where)
    stalled = times[1:] <= times[:-1]
    if stalled.any():
        k = int(np.flatnonzero(stalled)[0])
        raise SkinproofError(
            f"key times must increase, but key {k + 1} is at {times[k + 1]:g} s and key {k} at {times[k]:g} s",
            where=where,
        )
    return times
