"""Animations of a document as clips of tracks (specification 3.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

import numpy as np

from ..error import SkinproofError
from ..model import Clip, Clips, Float64, Interpolation, Nodes, Track, TrackPath
from .accessor import Buffers, ReadValues, checked_index, read_floats, read_unchecked_floats, require_finite
from .track_check import TYPES, all_tracks_fit

_COMPONENTS = {path: (kind,) for path, kind in TYPES.items()} | {"weights": ("SCALAR",)}
#: From this many tracks in a file it pays to ask about all of them at once whether they are sound: that takes a tenth
#: of the time of reading them.
MANY = 20
_INTERPOLATIONS: dict[str, Interpolation] = {name: name for name in get_args(Interpolation)}


@dataclass(frozen=True)
class ReadClips:
    """All clips of a file, and what reading them has shown."""

    clips: Sequence[Clip]
    decomposed: tuple[int, ...]  # nodes that are given as a matrix but animated as translation, rotation, scale
    notes: tuple[str, ...]


def read_clips(buffers: Buffers, nodes: Nodes) -> ReadClips:
    """All clips of the document.

    The clips of a file with many tracks wait until they are asked for. This is only done where `all_tracks_fit` has
    shown that reading them cannot fail, has nothing to note, and decomposes no node. Raises ``SkinproofError`` for a
    broken track of any clip.
    """
    animations = buffers.json.get("animations", [])
    names = [animation.get("name") or f"clip {a}" for a, animation in enumerate(animations)]
    reader = _TrackReader(buffers, nodes)
    if sum(len(animation["channels"]) for animation in animations) >= MANY and all_tracks_fit(buffers, nodes):
        return ReadClips(Clips(names, lambda a: Clip(names[a], reader.read_all(animations[a], a).tracks)), (), ())
    read = [reader.read_all(animation, a) for a, animation in enumerate(animations)]
    require_finite([values for animation in read for values in animation.outputs])
    tracks = [track for animation in read for track in animation.tracks]
    decomposed = sorted({t.node for t in tracks if t.path != "weights" and nodes.has_matrix[t.node]})
    notes = [note for animation in read for note in animation.notes]
    notes += [f"/nodes/{n}: animated, but given as a matrix; its decomposition is used" for n in decomposed]
    clips = tuple(Clip(name, animation.tracks) for name, animation in zip(names, read, strict=True))
    return ReadClips(clips, tuple(decomposed), tuple(notes))


@dataclass(frozen=True)
class _ReadAnimation:
    """The tracks of one animation, what there is to note about them, and values that may still hold NaN."""

    tracks: tuple[Track, ...]
    notes: tuple[str, ...]
    outputs: list[ReadValues]


class _TrackReader:
    """Reads one channel after the other; key times that several channels share are read once.

    A big file has thousands of channels: each costs a few dictionary lookups, a view of the file and a `Track`.
    """

    def __init__(self, buffers: Buffers, nodes: Nodes) -> None:
        self._buffers = buffers
        self._weights = nodes.morph_weights
        self._times: dict[int, Float64] = {}  # exporters share one accessor of key times among all tracks

    def read_all(self, animation: dict[str, Any], number: int) -> _ReadAnimation:
        """The tracks of animation ``number``, one for each property that it moves."""
        where = f"/animations/{number}"
        tracks: dict[tuple[int, str], Track] = {}
        notes: list[str] = []
        outputs: list[ReadValues] = []
        for c, channel in enumerate(animation["channels"]):
            target, pointer = channel["target"], f"{where}/channels/{c}"
            node, path = target.get("node"), target["path"]
            if path not in _COMPONENTS:
                notes.append(f"{pointer}: the path {path!r} is not read")
                continue
            if node is None:
                continue
            checked_index(node, self._weights, f"{pointer}/target/node")
            sampler = checked_index(channel["sampler"], animation["samplers"], f"{pointer}/sampler")
            if path == "weights" and not len(self._weights[node]):
                notes.append(f"{pointer}: animates morph weights of node {node}, which has no targets")
                continue
            if (node, path) in tracks:
                notes.append(f"{pointer}: a second track of the same target; the last one counts")
            keys = self._keys(animation["samplers"][sampler], path, f"{where}/samplers/{sampler}")
            outputs.append(keys.stored)
            width = len(self._weights[node]) if path == "weights" else keys.stored.values.shape[1]
            tracks[node, path] = _track(node, path, keys, width)
        return _ReadAnimation(tuple(tracks.values()), tuple(notes), outputs)

    def _keys(self, sampler: dict[str, Any], path: str, where: str) -> _Keys:
        """Times and values of the sampler at ``where``, whose values are those of the property ``path``."""
        interpolation = _INTERPOLATIONS.get(sampler.get("interpolation", "LINEAR"))
        if interpolation is None:
            raise SkinproofError(
                f"interpolation {sampler['interpolation']!r} is unknown", where=f"{where}/interpolation"
            )
        times = self._times.get(sampler["input"])
        if times is None:
            times = self._times[sampler["input"]] = _key_times(self._buffers, sampler["input"], f"{where}/input")
        pointer = f"{where}/output"
        values = read_unchecked_floats(self._buffers, sampler["output"], pointer, _COMPONENTS[path])
        return _Keys(interpolation, times, ReadValues(values, sampler["output"], pointer))


class _Keys(NamedTuple):
    """What a sampler holds."""

    interpolation: Interpolation
    times: Float64  # (K,) seconds
    stored: ReadValues  # K rows, or 3 K: tangent, value, tangent


def _track(node: int, path: TrackPath, keys: _Keys, width: int) -> Track:
    """The track of a property of ``width`` numbers. Raises ``SkinproofError`` where there are more or fewer values."""
    values, _, pointer = keys.stored
    rows = 3 if keys.interpolation == "CUBICSPLINE" else 1
    if values.size != len(keys.times) * rows * width:
        raise SkinproofError(
            f"{values.size} output values for {len(keys.times)} keys of {rows * width} values", where=pointer
        )
    if rows == 3:
        cubic = values.reshape(len(keys.times), 3, width)
        return Track(node, path, keys.interpolation, keys.times, cubic[:, 1], cubic[:, 0], cubic[:, 2])
    if path == "weights":
        values = values.reshape(len(keys.times), width)
    return Track(node, path, keys.interpolation, keys.times, values)


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
