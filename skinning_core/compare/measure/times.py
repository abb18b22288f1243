"""At which times a clip is compared.

At keys nothing is interpolated, so times between them matter as much. They lie at a quarter of each interval. Halfway a
wrong interpolation of rotations (normalised linear) is exactly right, by symmetry; near a quarter its error is largest.

Of thousands of keys only some are compared. An interpolation error grows with the motion between two keys, so the
interval in which each track moves most comes first. The rest is spread over the clip's motion, with a few times where
nothing moves.

Normals are compared at fewer times, chosen alike, and at the one at which a joint is most uneven.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...model import Bool, Clip, Float64, Int, Model
from ...pose.clip import key_times, sample_clip
from ...pose.motion import interval_motion
from ...pose.pose import world_matrices
from ...pose.track import jumps
from ...spread import evenly_spread
from ...text.sentence import sentence

#: Times of one clip at most, unless the user asks for all or for a number.
MOST_TIMES = 200

#: Times if nothing moves: enough to see that.
STILL_TIMES = 8

BETWEEN = 0.25

#: Most times of one clip with normals, unless the user asks for every key. They cost more than positions, and a time
#: tells less. An error of positions can hide between two keys of one joint. Normals go through the same matrices: only
#: a wrong rule can be left, and it shows wherever the clip moves.
NORMAL_TIMES = 8

#: Most vertices times times with normals, in all clips. Many vertices, or many clips of the same joints, show a wrong
#: rule at fewer times each.
NORMAL_PAIRS = 2_500_000

#: How far clocks of engines and frames of scenes may be off: seconds, or a share of the time if that is more.
_CLOCK = 1e-5

#: Scales are even if their axes differ by a smaller share.
_EVEN = 1e-6

#: Times of one clip with normals at least: at one alone the character may stand in its bind pose.
FEWEST_NORMAL_TIMES = 2

#: Below so many vertices times times, all normals are compared: choosing saves nothing.
FEW_NORMALS = 100_000


@dataclass(frozen=True, eq=False)
class SampleTimes:
    """The times to compare at, and a sentence on what was left out; empty: nothing."""

    times: Float64  # (T,) seconds, ascending
    note: str = ""


def sample_times(clip: Clip | None, *, most: int | None = MOST_TIMES) -> SampleTimes:
    """Every key of ``clip`` and a time between every two; at most ``most``, with the most motion (None: all)."""
    if clip is None or not clip.tracks:
        return SampleTimes(np.zeros(1))
    keys = key_times(clip)
    every = np.unique(np.concatenate([keys, keys[:-1] + BETWEEN * np.diff(keys)]))
    if most is None:
        return SampleTimes(every)
    if len(every) <= min(most, STILL_TIMES) or len(every) != 2 * len(keys) - 1:
        return SampleTimes(every)
    chosen = _chosen(interval_motion(clip, keys), len(every), most)
    if chosen.all():
        return SampleTimes(every)
    return SampleTimes(
        every[chosen],
        sentence(
            "{count} of the {total} times at and between keys (every-key takes all)",
            count=chosen.sum(),
            total=len(every),
        ),
    )


def key_sample(clip: Clip | None, *, most: int = MOST_TIMES) -> SampleTimes:
    """The keys of ``clip``, at most ``most``, evenly spread, with the first and last."""
    if clip is None or not clip.tracks:
        return SampleTimes(np.zeros(1))
    keys = key_times(clip)
    if len(keys) <= most:
        return SampleTimes(keys)
    chosen = evenly_spread(len(keys), most)
    return SampleTimes(keys[chosen], sentence("{count} of the {total} keys", count=len(chosen), total=len(keys)))


def spread_times(clip: Clip | None, count: int) -> SampleTimes:
    """``count`` times evenly spread over ``clip``, from its first to its last key."""
    if clip is None or not clip.tracks:
        return SampleTimes(np.zeros(1))
    return SampleTimes(np.unique(np.linspace(clip.start, clip.end, count)))


def jump_times(clip: Clip | None) -> Float64:
    """(J,) the times at which a track has several keys. Engines show one or the other."""
    tracks = () if clip is None else clip.tracks
    return np.unique(np.concatenate([np.zeros(0), *(track.times[1:][jumps(track.times)] for track in tracks)]))


def without_jumps(clip: Clip | None, sampled: SampleTimes) -> SampleTimes:
    """The times without jumps, as near as float32 clocks and a scene's frames can tell."""
    at = jump_times(clip)
    if not len(at):
        return sampled
    near = np.abs(sampled.times[:, None] - at) <= _CLOCK * np.maximum(np.abs(at), 1.0)
    return replace(sampled, times=sampled.times[~near.any(axis=1)])


def on_keys(clip: Clip | None, times: Float64, within: float) -> Float64:
    """(T,) times, each moved to the nearest key if that is ``within`` so many seconds.

    Blender shows a key's pose within 1e-4 frames of it; asked at the key, both sides mean one time. CesiumMan's key at
    1.16667 s is 8e-5 frames after frame 28 at 24 fps. Meanwhile it moves by 8.07e-6 m (4.7e-6 of its size): all of what
    Blender seemed to be off.
    """
    if clip is None or not clip.tracks:
        return times
    keys = key_times(clip)
    nearest = keys[_nearest(keys, times)] if len(keys) > 1 else np.broadcast_to(keys, times.shape)
    return np.where(np.abs(nearest - times) <= within, nearest, times)


def normal_times(
    clip: Clip | None, times: Float64, vertices: int, clips: int = 1, uneven: Float64 | None = None
) -> Bool:
    """(T,) which of ``times`` (T,), ascending, compare normals: all if they are few.

    Half of the budget is spread over the times. Then come the most uneven joint's time, where a wrong rule shows most,
    and those nearest to each track's most motion. The rest is spread over the clip's motion. ``vertices``: that move.
    ``clips``: that are asked for. ``uneven``: (T,) see ``unevenness``; None: no joint ever is.
    """
    budget = max(min(NORMAL_TIMES, NORMAL_PAIRS // max(vertices * clips, 1)), FEWEST_NORMAL_TIMES)
    if len(times) <= budget or len(times) * vertices < FEW_NORMALS:
        return np.ones(len(times), bool)
    chosen = np.zeros(len(times), bool)
    chosen[evenly_spread(len(times), budget // 2)] = True
    if uneven is not None:
        chosen[uneven.argmax()] = True
    if clip is None or not clip.tracks:
        return chosen
    keys = key_times(clip)
    motion = interval_motion(clip, keys)
    if not motion.any():
        return chosen
    intervals = _of_most_motion(motion[motion.any(axis=1)])
    _choose(chosen, _nearest(times, (keys[:-1] + BETWEEN * np.diff(keys))[intervals]), budget)
    left, travelled = np.flatnonzero(~chosen), np.append(0.0, np.cumsum(motion.max(axis=0)))
    ways, count = np.interp(times[left], keys, travelled), budget - int(chosen.sum())
    _choose(chosen, left[_nearest(ways, (np.arange(count) + 0.5) / max(count, 1) * travelled[-1])], budget)
    return chosen


def unevenness(model: Model, clip: Clip | None, times: Float64) -> Float64 | None:
    """(T,) condition number of the most uneven joint's 3×3 at each time; None: all scales are even throughout."""
    nodes = model.nodes
    scales = [nodes.scale, *(track.values for track in (clip.tracks if clip else ()) if track.path == "scale")]
    apart = (np.ptp(np.abs(each), axis=-1).max(initial=0.0) - _EVEN * np.abs(each).max(initial=0.0) for each in scales)
    if max(apart) <= 0.0 and not nodes.has_matrix.any():
        return None
    joints = np.unique(np.concatenate([np.zeros(0, np.intp), *(skin.joints for skin in model.skins)])).astype(np.intp)
    if not len(joints):
        return None
    linear = world_matrices(sample_clip(nodes, clip, times)).reshape(len(times), -1, 3, 4)[:, joints, :, :3]
    squares = np.linalg.eigvalsh(linear.swapaxes(-1, -2) @ linear)
    result: Float64 = np.sqrt(squares[..., 2] / np.maximum(squares[..., 0], 1e-30)).max(axis=1)
    return result


def _choose(chosen: Bool, wanted: Int, most: int) -> None:
    """Add ``wanted`` (n,) to ``chosen`` (T,), in their order, until it has ``most``."""
    fresh = np.array([at for at in dict.fromkeys(wanted.tolist()) if not chosen[at]], np.intp)
    chosen[fresh[: most - int(chosen.sum())]] = True


def _nearest(times: Float64, wanted: Float64) -> Int:
    """(n,) index of the time (T,), ascending, T > 1, nearest to each of ``wanted`` (n,)."""
    after = np.searchsorted(times, wanted).clip(1, len(times) - 1)
    result: Int = after - (wanted - times[after - 1] <= times[after] - wanted)
    return result


def _chosen(motion: Float64, count: int, most: int) -> Bool:
    """(2 I + 1,) which of the times key, between, key, ... to take, by the motion (R, I) of tracks and intervals."""
    chosen = np.zeros(count, bool)
    chosen[evenly_spread(count, min(STILL_TIMES, most))] = True
    overall = motion.max(axis=0, initial=0.0)
    weight = np.zeros(count)
    weight[1::2] = overall
    weight[:-1:2] = overall
    weight[2::2] = np.maximum(weight[2::2], overall)
    for group in (_where_each_track_moves_most(motion), _spread_over(weight, most), np.argsort(-weight, kind="stable")):
        left = most - int(chosen.sum())
        fresh = group[(weight[group] > 0.0) & ~chosen[group]]
        chosen[fresh[:left]] = True
    return chosen


def _where_each_track_moves_most(motion: Float64) -> Int:
    """The time inside each track's interval of most motion, then that interval's keys; the largest motion first."""
    if not motion.size:
        return np.zeros(0, np.intp)
    intervals = _of_most_motion(motion)
    return np.concatenate([2 * intervals + 1, np.stack([2 * intervals, 2 * intervals + 2], axis=1).ravel()])


def _of_most_motion(motion: Float64) -> Int:
    """Each track's interval of most motion, by the motion (R, I); the largest first, each once."""
    place, largest = motion.argmax(axis=1), motion.max(axis=1)
    return np.array(list(dict.fromkeys(place[np.argsort(-largest, kind="stable")].tolist())), np.intp)


def _spread_over(weight: Float64, count: int) -> Int:
    """At most ``count`` places, evenly spread over the sum of weights."""
    total = np.cumsum(weight)
    if not total[-1] > 0.0:
        return np.zeros(0, np.intp)
    shares = (np.arange(count) + 0.5) / count * total[-1]
    return np.unique(np.searchsorted(total, shares).clip(max=len(weight) - 1))
