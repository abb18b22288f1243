"""What a file's values show of the options it was written with: a remedy that was already used is none."""

from __future__ import annotations

import dataclasses

import numpy as np

from ...model import Clip, Float64, Int, Model, Track, remembered
from ...pose.clip import sample_clip
from ...pose.pose import world_matrices
from ...skeleton.faces import triangles_of
from .correspondence import Correspondence
from .match.placement import size_of
from .undone import EVERY_STEP, Exchangeable
from .weight_grid import on_grid, weight_grid

#: Up to so many bits, positions of 16 leave a sixteenth or less of the error.
COARSE = 12
#: Positions of 8 bits are multiples of one over this, the largest signed byte.
_LARGEST_BYTE = 127
#: Positions of 16 bits are multiples of one over this, the largest signed short.
_LARGEST_SHORT = 32767
_DRACO_BITS = range(6, 17)
#: Rotations this near to the first file's have 15 bits and a sign; half a step is 1.5e-5.
_FINE_ROTATION = 6e-5
#: Values of keys are others by more than rounding makes of them from this part of a track's largest on: five bytes.
_OTHER_VALUES = 0.02
#: Shown if the keys of both files stand at the same times, and their values are others.
OTHER_KEYS = frozenset({"keys at their times", "values others"})
#: Shown if rotations of 16 bits alone make at least half of the difference.
ADD_UP = "rotations add up"
#: Key times are the same within so many seconds: float32 of a minute.
_SAME_TIME = 1e-5


def evidence_in(other: Model, model: Model, matched: Correspondence, clip: int | None) -> frozenset[str]:
    """What the other file shows, in the words of ``unless`` in ``steps.json``."""
    found = set(_stored(other))
    counts = [sum(len(triangles_of(m.primitive(part))) for part in m.parts) for m in (model, other)]
    if counts[1] >= counts[0]:
        found.add("all faces")
    if clip is not None and matched.clip(clip) is not None:
        found |= _of_keys(other, model, matched, clip)
    return frozenset(found)


@remembered
def _stored(other: Model) -> frozenset[str]:
    """What a file's weights and positions show."""
    found = {f"weights {({0: 'float', 255: '8 bits', 65535: '16 bits'})[weight_grid(other)]}"}
    positions = [np.asarray(other.primitive(part).positions, np.float64) for part in other.parts]
    if any(each.size for each in positions):
        found.add(_of_positions(positions))
    return frozenset(found)


def short_rotations(model: Model, clip: int, time: float, both: Exchangeable, ours: Float64, whole: float) -> set[str]:
    """``ADD_UP`` if rotations of 16 bits make at least half of the whole: the first file's own are tried, rounded.

    Rounding adds up along a chain: with 300 joints to 0.02 % of the size, which no option of gltfpack lowers.
    time: seconds, that of ``both``. ours: (n, 3) its vertices by the first file alone. whole: metres, the largest
    distance at that time.
    """
    played = model.clips[clip]

    def rounded(track: Track) -> Track:
        if track.path != "rotation":
            return track
        values = np.asarray(track.values, np.float64)
        return dataclasses.replace(track, values=np.round(values * _LARGEST_SHORT) / _LARGEST_SHORT)

    worlds = both.worlds.copy()
    coarse = Clip(played.name, tuple(map(rounded, played.tracks)))
    worlds[0, 0, : len(model.nodes)] = world_matrices(sample_clip(model.nodes, coarse, [time]))[0]
    apart = np.linalg.norm(dataclasses.replace(both, worlds=worlds).places(EVERY_STEP) - ours, axis=1)
    return {ADD_UP} if float(apart.max(initial=0.0)) >= 0.5 * whole else set()


def _of_positions(positions: list[Float64]) -> str:
    """Coarse: 16 bits would leave next to nothing. Fine: they would leave much. Float: there is no grid."""
    values = np.concatenate([each.ravel() for each in positions])
    largest = float(np.abs(values).max(initial=0.0))
    if largest > 1.0 and (values == np.round(values)).all():
        return "positions coarse" if np.log2(largest + 1.0) <= COARSE else "positions fine"
    if largest <= 1.0 and on_grid(values, _LARGEST_SHORT):
        return (
            "positions coarse"
            if _replicated(np.abs(np.round(values * _LARGEST_SHORT)).astype(np.int64))
            else "positions fine"
        )
    if largest <= 1.0 and on_grid(values, _LARGEST_BYTE):
        return "positions coarse"
    bits = next((n for n in _DRACO_BITS if all(_on_box(each, 2**n - 1) for each in positions if len(each))), 0)
    return "positions float" if not bits else "positions coarse" if bits <= COARSE else "positions fine"


def _replicated(values: Int) -> bool:
    """Integers of 15 bits are fewer bits, repeated to fill them, as glTF-Transform does."""
    for bits in range(8, COARSE):
        low, high = 15 - bits, max(2 * bits - 15, 0)
        fewer = values >> low
        if (((fewer << low) | (fewer >> high if 2 * bits > 15 else 0)) == values).all():
            return True
    return False


def _on_box(positions: Float64, steps: int) -> bool:
    """Positions (V, 3) are on a cubic grid from their least corner, as Draco's are."""
    least, size = positions.min(axis=0), float(np.ptp(positions, axis=0).max())
    return size > 0.0 and on_grid((positions - least) / size, steps)


def _of_keys(other: Model, model: Model, matched: Correspondence, clip: int) -> set[str]:
    """Whether keys are at the first file's times, with values by far others, and rotations as fine as 16 bits."""
    nodes, unit = matched.joints.first_of_second, size_of(matched.vertices.placement.matrix)
    ours = {(track.node, track.path): track for track in model.clips[clip].tracks}
    there = other.clip(matched.clip(clip))
    own_times, rotations, values = True, 0.0, 0.0
    for track in there.tracks if there is not None else ():
        own = ours.get((int(nodes[track.node]), track.path))
        if own is None or not len(own.times) or not len(track.times):
            continue
        at = np.minimum(np.searchsorted(own.times, track.times - _SAME_TIME), len(own.times) - 1)
        same = np.abs(own.times[at] - track.times) <= _SAME_TIME
        # Fewer keys at the same times were resampled too. A still track may have lost all keys but one.
        own_times &= bool(same.all()) and (len(track.times) == len(own.times) or len(track.times) == 1)
        if own.values.shape[1:] != track.values.shape[1:] or not same.any():
            continue
        a, b = np.asarray(own.values, np.float64)[at[same]], np.asarray(track.values, np.float64)[same]
        if track.path == "rotation":
            apart = _rotations_apart(a, b)
            rotations = max(rotations, apart)
        else:
            scale = unit if track.path == "translation" else 1.0
            apart = float(abs(a - b * scale).max(initial=0.0))
        values = max(values, apart / (float(abs(a).max(initial=0.0)) or 1.0))
    found = set[str]()
    if own_times:
        found.add("keys at their times")
    if values > _OTHER_VALUES:
        found.add("values others")
    if rotations <= _FINE_ROTATION:
        found.add("rotations fine")
    return found


def _rotations_apart(a: Float64, b: Float64) -> float:
    """How far any component of quaternions (n, 4) differs, with either sign, and b as long as a."""
    length = np.linalg.norm(a, axis=1, keepdims=True)
    b = b / np.maximum(np.linalg.norm(b, axis=1, keepdims=True), 1e-30) * length
    return float(np.minimum(abs(a - b).max(axis=1), abs(a + b).max(axis=1)).max())
