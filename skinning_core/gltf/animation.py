"""Animations of a document as clips of tracks (specification 3.11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

import numpy as np

from ..error import SkinproofError, require
from ..model import JUMP, Clip, Clips, Float64, Int, Interpolation, Nodes, Track, TrackPath, Unjudged
from ..text.count import counted
from ..text.sentence import sentence
from .accessor import Buffers, ReadValues, checked_index, read_floats, read_unchecked_floats, require_finite
from .animation_target import Target, target_of
from .grammar.schema import ROWS
from .track_check import TYPES, all_tracks_fit

_COMPONENTS = {path: (kind,) for path, kind in TYPES.items()} | {"weights": ("SCALAR",)}
#: From so many tracks it pays to test all at once, which takes a tenth of the time of reading them.
MANY = 20
_INTERPOLATIONS: dict[str, Interpolation] = {name: name for name in get_args(Interpolation)}


@dataclass(frozen=True)
class ReadClips:
    """All clips of a file, and what was noticed in reading them."""

    clips: Sequence[Clip]
    decomposed: tuple[int, ...]  # nodes given as a matrix but animated as translation, rotation, scale
    notes: tuple[str, ...]
    unjudged: tuple[Unjudged, ...]
    broken: Mapping[int, str] = field(default_factory=dict)  # by number: why a clip cannot be read


def read_clips(buffers: Buffers, nodes: Nodes) -> ReadClips:
    """All clips of the document.

    If `all_tracks_fit` shows that no track of many can fail, give a note, stay unjudged or decompose a node, a clip is
    read when it is first needed. A clip with a broken track has none and is told; the others are read.
    """
    animations = buffers.json.get("animations", [])
    names = [animation.get("name") or f"clip {a}" for a, animation in enumerate(animations)]
    reader = _TrackReader(buffers, nodes)
    if sum(len(animation["channels"]) for animation in animations) >= MANY and all_tracks_fit(buffers, nodes):
        return ReadClips(Clips(names, lambda a: Clip(names[a], reader.read_all(animations[a], a))), (), (), ())
    clips, broken = list[Clip](), dict[int, str]()
    for a, animation in enumerate(animations):
        reader.outputs.clear()
        try:
            clip = Clip(names[a], reader.read_all(animation, a))
            require_finite(reader.outputs)
        except SkinproofError as error:
            clip = Clip(names[a], ())
            told = sentence("the clip {clip!r} cannot be read: {why}", clip=names[a], why=str(error))
            reader.unjudged.append(Unjudged("CLIP_BROKEN", f"/animations/{a}", told))
            broken[a] = told
        clips.append(clip)
    decomposed = _decomposed(clips, nodes)
    as_matrix = "/nodes/{node}: animated, but given as a matrix; its decomposition is used"
    notes = dict.fromkeys([*reader.notes, *(sentence(as_matrix, node=node) for node in decomposed)])
    return ReadClips(tuple(clips), decomposed, tuple(notes), tuple(reader.unjudged), broken)


def _decomposed(clips: Sequence[Clip], nodes: Nodes) -> tuple[int, ...]:
    """Nodes given as a matrix that a track of translation, rotation or scale moves."""
    moved = {track.node for clip in clips for track in clip.tracks if track.path != "weights"}
    return tuple(sorted(node for node in moved if nodes.has_matrix[node]))


class _TrackReader:
    """Reads channels; shared key times are read once.

    A big file has thousands of channels: each costs a few dictionary lookups, a view of the file and a `Track`.
    """

    def __init__(self, buffers: Buffers, nodes: Nodes) -> None:
        self._buffers, self._nodes, self._weights = buffers, nodes, nodes.morph_weights
        self._own_weights = [bool(node.get("weights")) for node in buffers.json.get("nodes", ())]
        self._times: dict[int, _Times] = {}  # exporters share one accessor of key times among all tracks
        self.notes: list[str] = []
        self.unjudged: list[Unjudged] = []
        self.outputs: list[ReadValues] = []  # they may still hold NaN

    def read_all(self, animation: dict[str, Any], number: int) -> tuple[Track, ...]:
        """The tracks of animation ``number``, one for each property that it moves."""
        where = f"/animations/{number}"
        tracks: dict[tuple[int, str], Track] = {}
        of_meshes: dict[tuple[int, str], Track] = {}  # morph weights of meshes, for nodes without such a track
        for c, channel in enumerate(animation["channels"]):
            pointer = f"{where}/channels/{c}"
            target = target_of(channel, pointer, self._nodes, self._own_weights)
            if isinstance(target, Unjudged):
                self.unjudged.append(target)
            if not isinstance(target, Target):
                continue
            sampler = checked_index(channel["sampler"], animation["samplers"], f"{pointer}/sampler")
            for node in target.nodes:
                if target.path == "weights" and not len(self._weights[node]):
                    told = "{where}: animates morph weights of node {node}, which has no targets"
                    self.notes.append(sentence(told, where=pointer, node=node))
                    continue
                kept = of_meshes if target.of_mesh else tracks
                if (node, target.path) in kept:
                    told = "a second track of one target, of which engines play the first or the last: here the last"
                    self.unjudged.append(Unjudged("INVALID_DATA", pointer, told))
                keys = self._keys(animation["samplers"][sampler], target.path, f"{where}/samplers/{sampler}")
                self.outputs.append(keys.stored)
                width = len(self._weights[node]) if target.path == "weights" else keys.stored.values.shape[1]
                kept[node, target.path] = _track(node, target.path, keys, width)
                if keys.times.twins:
                    at = f"{where}/samplers/{sampler}/input"
                    told = sentence("{keys} at the time of another key; that time is not judged", keys=keys.times.twins)
                    self.unjudged.append(Unjudged("KEYS_TOGETHER", at, told))
        return tuple({**of_meshes, **tracks}.values())

    def _keys(self, sampler: dict[str, Any], path: str, where: str) -> _Keys:
        """Key times and values of the sampler at ``where`` for the property ``path``."""
        interpolation = _INTERPOLATIONS.get(sampler.get("interpolation", "LINEAR"))
        if interpolation is None:
            told = f"interpolation {sampler['interpolation']!r} is unknown"
            raise SkinproofError(told, where=f"{where}/interpolation")
        times = self._times.get(sampler["input"])
        if times is None:
            times = self._times[sampler["input"]] = _key_times(self._buffers, sampler["input"], f"{where}/input")
        pointer = f"{where}/output"
        values = read_unchecked_floats(self._buffers, sampler["output"], pointer, _COMPONENTS[path])
        return _Keys(interpolation, times, ReadValues(values, sampler["output"], pointer))


class _Times(NamedTuple):
    """Key times of a sampler."""

    times: Float64  # (K,) seconds, strictly increasing
    stored: int  # keys in the file
    kept: Int | None = None  # (K,) which of the stored keys count; None: all
    twins: str = ""  # how many keys are at another's time; empty: none


class _Keys(NamedTuple):
    """The interpolation, key times and values of a sampler."""

    interpolation: Interpolation
    times: _Times
    stored: ReadValues  # one row per stored key, or three: in-tangent, value, out-tangent


def _track(node: int, path: TrackPath, keys: _Keys, width: int) -> Track:
    """The track of a property of ``width`` components. Raises ``SkinproofError`` for a wrong number of values."""
    values, _, pointer = keys.stored
    times, stored, kept, _ = keys.times
    rows = ROWS[keys.interpolation]
    if values.size != stored * rows * width:
        told = f"{counted(values.size, 'output value')} for {counted(stored, 'key')} of {rows * width} values"
        raise SkinproofError(told, where=pointer)
    if rows == 3:
        cubic = values.reshape(stored, 3, width)
        cubic = cubic if kept is None else cubic[kept]
        return Track(node, path, keys.interpolation, times, cubic[:, 1], cubic[:, 0], cubic[:, 2])
    if path == "weights":
        values = values.reshape(stored, width)
    return Track(node, path, keys.interpolation, times, values if kept is None else values[kept])


def _key_times(buffers: Buffers, index: int, where: str) -> _Times:
    """Key times in seconds. Of several keys at one time the first and the last count.

    Runtimes go to the first up to that time, and come from the last from then on. Here the first stands a hair earlier
    (``JUMP``): times increase.
    """
    times = read_floats(buffers, index, where, ("SCALAR",))[:, 0].astype(np.float64)
    require(len(times), "the sampler has no keys", where)
    steps = np.diff(times)
    if (steps > 0.0).all():
        return _Times(times, len(times))
    if (steps < 0.0).any():
        k = int(np.flatnonzero(steps < 0.0)[0])
        told = f"key times must increase, but key {k + 1} is at {times[k + 1]:g} s and key {k} at {times[k]:g} s"
        raise SkinproofError(told, where=where)
    last = np.append(steps > 0.0, True)
    first = np.insert(steps > 0.0, 0, True)
    kept = np.flatnonzero(first | last)
    before = (times + np.concatenate([[-np.inf], times[:-1]])) / 2.0
    hair = np.maximum(times - JUMP * np.maximum(np.abs(times), 1.0), before)
    return _Times(
        np.where(first & ~last, hair, times)[kept],
        len(times),
        kept,
        counted(len(times) - int(last.sum()), "key is", "keys are"),
    )
