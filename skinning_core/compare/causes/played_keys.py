"""How the keys that play a clip in a scene differ from its file's, as after a route through other formats.

Keys begin elsewhere or end early, properties at rest are keyed, what hangs on a joint of size zero is lost, tangents
are lost. These come together, so the clip is skinned with all of them, and with all but one. None is told unless all
leave less than half of the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...fast.exact_engine import skin_pose
from ...model import Bool, Clip, Float64, Int, Model, Part
from ...pose.clip import sample_clip
from ...pose.pose import rest_pose
from ...pose.world_pose import pose_where
from ...skinned import Skinned
from ...spread import evenly_spread
from ...text.count import counted
from ...text.sentence import Sentence, sentence
from ..measure.difference import distances
from .chain import at_or_below
from .scene_cause import scene_cause

#: Frames by which a key may miss its frame.
_BESIDE = 0.05
#: The share of the difference that all causes may leave.
_MOST_LEFT = 0.5
#: The share that each cause must take away. At keys the causes may leave no more than this.
_LEAST_TAKEN = 0.05
#: A scale of zero: float32 keys of 0 come back as 1e-9.
_NOTHING = 1e-6
#: How far off a property at rest may be, of its size: FBX keeps degrees.
_BESIDE_REST = 1e-5
#: The file's keys to look at for lost tangents: each is one more frame of the scene.
_MOST_KEYS = 8


@dataclass(frozen=True)
class PlayedKeys:
    """The keys of the actions that play a clip."""

    first: float  # frames
    last: float
    rate: float  # frames per second
    channels: Mapping[tuple[int, str], str]  # (node, property) -> the bone or object with the curves


def frames_late(clip: Clip, first: float, last: float, rate: float) -> float:
    """Frames by which all keys are late; 0 if the first and last differ, or are hardly late.

    first, last: frames with a key; rate: frames per second. A writer of whole frames ends on one.
    """
    late = first - clip.start * rate
    return late if abs(late) > _BESIDE and abs(last - clip.end * rate - late) < 1.0 else 0.0


def causes_of_keys(
    model: Model, clip: int, keys: PlayedKeys, time: float, look: Callable[[Float64], Skinned]
) -> Sequence[Sentence]:
    """What explains how far a clip is off at ``time``, seconds, in sentences of ``SCENE_KINDS``.

    look: the character as it plays at times (T,), with world matrices of its joints.
    """
    seen = look(np.array([time]))
    late = frames_late(model.clips[clip], keys.first, keys.last, keys.rate)
    for frames in dict.fromkeys((late, 0.0)):  # keys without the clip's first frame end as late ones do
        tried = _Tried(model, clip, keys, seen, frames / keys.rate)
        as_it_is = tried.error([seen], ())
        if (told := tried.explaining([seen], as_it_is, _MOST_LEFT)) is not None:
            return told
        if tried.shows_in_cubic_keys(seen, as_it_is):
            at_keys = look(tried.cubic_keys.times + tried.late)
            each = [at_keys.at_times(np.array([k])) for k in range(len(at_keys.times))]
            if (told := tried.explaining(each, as_it_is, _LEAST_TAKEN, tried.cubic_keys.between)) is not None:
                return [*told, scene_cause("tangents-lost", clip=tried.name)]
    return ()


def lost_tangents(model: Model, clip: int, time: float, look: Callable[[Float64], Skinned]) -> Sequence[Sentence]:
    """The same for an importer that keeps the file's key times but may lose cubic tangents.

    look: the character at times (T,), seconds.
    """
    played = model.clips[clip]
    if all(track.interpolation != "CUBICSPLINE" for track in played.tracks):
        return ()
    return causes_of_keys(model, clip, PlayedKeys(played.start, played.end, 1.0, {}), time, look)


class _CubicKeys(NamedTuple):
    """Key times of a clip's cubic tracks, and the nodes without a key then: each joint may have its own."""

    times: Float64  # (K,) seconds
    between: Bool  # (K, N) nodes with a cubic track but no key then, and all below them


class _Tried:
    """A clip skinned with some of the causes."""

    def __init__(self, model: Model, clip: int, keys: PlayedKeys, seen: Skinned, late: float) -> None:
        """late: seconds by which all keys are late."""
        self._model, self._clip, self._keys, self.late = model, model.clips[clip], keys, late
        self.name = model.clip_names[clip]
        self._more = self._keyed_beside(seen)

    def explaining(
        self, results: Sequence[Skinned], as_it_is: float, left: float, hidden: Bool | None = None
    ) -> list[Sentence] | None:
        """The causes without which much of ``as_it_is``, metres, is back; None: more than the share ``left`` remains.

        hidden: (K, N) per result the nodes whose vertices are skipped.
        """
        codes = tuple(self._told)
        least = self.error(results, codes, hidden)
        if least > left * as_it_is:
            return None
        without = {code: self.error(results, [other for other in codes if other != code], hidden) for code in codes}
        return [self._told[code] for code in codes if without[code] > least + _LEAST_TAKEN * as_it_is]

    @cached_property
    def _told(self) -> dict[str, Sentence]:
        """By code, the causes that the keys alone do not rule out."""
        keys, clip = self._keys, self._clip
        start, stop = clip.start * keys.rate, clip.end * keys.rate
        about = {"clip": self.name, "begin": keys.first, "start": start}
        found = {}
        if self.late:
            which = sentence("late" if self.late > 0.0 else "early")
            found["action-shifted"] = scene_cause("action-shifted", which=which, late=self.late, **about)
        late = self.late * keys.rate
        if keys.first > start + late + _BESIDE or keys.last < stop + late - _BESIDE:
            found["action-short"] = scene_cause("action-short", end=keys.last, stop=stop, **about)
        if self._more:
            names = sorted({keys.channels[channel] for channel in self._more})
            many = counted(len(names), "bone or object", "bones or objects")
            found["action-more"] = scene_cause("action-more", clip=self.name, bones=many, bone=names[0])
        if vanishing := self._vanishing():
            bone = self._model.nodes.names[min(vanishing)]
            found["scale-zero"] = scene_cause("scale-zero", clip=self.name, bone=bone)
        return found

    @cached_property
    def cubic_keys(self) -> _CubicKeys:
        """At most ``_MOST_KEYS``: keys of all cubic tracks, or those at which most nodes have a key."""
        tracks = [track for track in self._clip.tracks if track.interpolation == "CUBICSPLINE"]
        times = np.unique(np.concatenate([np.zeros(0), *(track.times for track in tracks)]))
        shown = (times + self.late) * self._keys.rate
        times = times[(shown > self._keys.first - _BESIDE) & (shown < self._keys.last + _BESIDE)]
        between = np.zeros((len(times), len(self._model.nodes)), np.bool_)
        for track in tracks:
            between[:, track.node] |= ~np.isin(times, track.times)
        common = np.flatnonzero(~between.any(axis=1))
        some: Int = common[evenly_spread(len(common), _MOST_KEYS)]
        if not len(common):
            for row in between:
                row[:] = at_or_below(self._model.nodes, row)
            moved = at_or_below(self._model.nodes, np.isin(np.arange(between.shape[1]), [t.node for t in tracks]))
            some = _covering(~between & moved, _MOST_KEYS)
        return _CubicKeys(times[some], between[some])

    def shows_in_cubic_keys(self, seen: Skinned, as_it_is: float) -> bool:
        """Most vertices far off at the one time of ``seen`` can be looked at in some key.

        as_it_is: metres by which the farthest is off.
        """
        if not len(self.cubic_keys.times):
            return False
        never = np.asarray(self.cubic_keys.between.all(axis=0))
        if not never.any():
            return True
        far = [each > 0.5 * as_it_is for each in self._apart(seen, ())]
        hidden = [many & self._hidden(part, never) for part, many in zip(self._model.parts, far, strict=True)]
        return 2 * sum(map(np.count_nonzero, hidden)) < sum(map(np.count_nonzero, far))

    def error(self, results: Sequence[Skinned], codes: Collection[str], hidden: Bool | None = None) -> float:
        """Metres: how far the clip with these causes is from what is seen, at each result's one time."""
        none = np.zeros(len(self._model.nodes), np.bool_)
        return max(self._error(seen, codes, none if hidden is None else hidden[k]) for k, seen in enumerate(results))

    def _error(self, seen: Skinned, codes: Collection[str], hidden: Bool) -> float:
        """The same for one result; ``hidden``: (N,) nodes whose vertices are skipped."""
        apart = self._apart(seen, codes)
        for part, each in zip(self._model.parts, apart, strict=True):
            each[self._hidden(part, hidden)] = 0.0
        return max(float(np.nanmax(each, initial=0.0)) for each in apart)

    def _apart(self, seen: Skinned, codes: Collection[str]) -> list[Float64]:
        """Per part (V,) metres: the same for each vertex."""
        keys, time = self._keys, float(seen.times[0])
        if "action-short" in codes:
            time = min(max(time, keys.first / keys.rate), keys.last / keys.rate)
        time -= self.late if "action-shifted" in codes else 0.0
        pose = sample_clip(self._model.nodes, self._clip, [time])
        if "action-more" in codes:
            assert seen.node_globals is not None
            stands = pose_where(self._model, seen.node_globals[0])
            for node, path in self._more:
                getattr(pose, path)[0, node] = getattr(stands, path)[node]
        expected = skin_pose(self._model, pose)
        apart = [each[0].copy() for each in distances(expected, seen).per_part]
        if "scale-zero" in codes:
            lost = at_or_below(self._model.nodes, np.abs(pose.scale[0]).min(axis=1) < _NOTHING)
            for part, each in zip(self._model.parts, apart, strict=True):
                each[self._following(part, lost)] = 0.0
        return apart

    def _keyed_beside(self, seen: Skinned) -> list[tuple[int, str]]:
        """Keyed properties that the clip leaves at rest, and that are not at rest."""
        moved = {(track.node, track.path) for track in self._clip.tracks}
        beside = sorted(self._keys.channels.keys() - moved)
        if not beside:
            return []
        assert seen.node_globals is not None
        rest, stands = rest_pose(self._model.nodes), pose_where(self._model, seen.node_globals[0])
        return [each for each in beside if not _alike(*(getattr(pose, each[1])[each[0]] for pose in (rest, stands)))]

    def _vanishing(self) -> list[int]:
        """The nodes that the clip scales to nothing."""
        scales = (track for track in self._clip.tracks if track.path == "scale")
        return sorted({track.node for track in scales if np.abs(track.values).min() < _NOTHING})

    def _hidden(self, part: Part, nodes: Bool) -> Bool:
        """(V,) the same, and all of a part whose morph targets one of the nodes has."""
        morphs = self._model.primitive(part).morph_positions is not None
        return np.asarray(self._following(part, nodes) | (morphs and bool(nodes[part.node])))

    def _following(self, part: Part, nodes: Bool) -> Bool:
        """(V,) vertices of a part that any of the nodes (N,) moves."""
        influences = self._model.influences(part)
        if influences is None:
            return np.full(self._model.primitive(part).vertex_count, nodes[part.node])
        joints = np.asarray(self._model.skins[part.skin].joints)[influences.joints]
        return np.asarray((nodes[joints] & (influences.weights != 0.0)).any(axis=1))


def _covering(shown: Bool, most: int) -> Int:
    """At most so many rows of shown (K, N), each with the most columns new to those before."""
    rows, left = list[int](), np.ones(shown.shape[1], np.bool_)
    while len(rows) < most and (shown & left).any():
        rows.append(int((shown & left).sum(axis=1).argmax()))
        left &= ~shown[rows[-1]]
    return np.array(sorted(rows), np.intp)


def _alike(first: Float64, second: Float64) -> bool:
    """Two values of a property are the same but for rounding; q and -q are one rotation."""
    size = max(1.0, float(np.abs(first).max()))
    apart = np.abs(first - second).max()
    return bool(min(apart, np.abs(first + second).max() if len(first) == 4 else apart) < _BESIDE_REST * size)
