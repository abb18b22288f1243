"""How one motion is another one: placed elsewhere, early or late, at another speed, standing still.

Only positions of vertices at the same frames are known, so it works for caches, simulations and importers. Findings
come with the share of the difference that they explain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ...model import Float64
from ...text.count import counted
from ...text.sentence import Sentence, joined, sentence
from ...transform import move_points
from ..measure.tolerance import ORDINARY
from .explainer import UNEXPLAINED

#: Frames by which a motion may be early or late.
MOST_LATE = 5

#: Frame rates that programs confuse, and the resulting speeds.
_RATES = (24.0, 25.0, 30.0, 60.0)
_SPEEDS = sorted({a / b for a in _RATES for b in _RATES if a != b}, key=lambda speed: abs(np.log(speed)))

#: Frames that differ by less than this share of the largest difference are the same.
_AGREES = 0.01
#: Frames that must agree at least, if others regularly do not.
_LEAST_FRAMES = 3

#: Motion below this share of the size is none.
_STILL = 1e-5


def motion_changes(first: Float64, second: Float64, level: Callable[[float], str]) -> tuple[Sentence, ...]:
    """How the second motion (T, n, 3) comes of the first (T, n, 3): the simplest way that explains nearly all.

    The same n vertices at successive frames. The remainder is told too, and whether only some frames were sampled.
    Empty: nothing found. level: a word for an error relative to the size.
    """
    usable = np.isfinite(first).all(axis=(0, 2)) & np.isfinite(second).all(axis=(0, 2))
    first, second = first[:, usable], second[:, usable]
    difference = _apart(first, second)
    if not difference:
        return ()
    if _moves(first) and not _moves(second):
        return (sentence("it does not move"),)
    found = [(left, told) for told, left in _ways(first, second) if left < UNEXPLAINED * difference]
    if not found:
        return tuple(_sampled_seldom(first, second))
    least = min(left for left, _ in found)
    left, told = next(pair for pair in found if pair[0] <= max(2.0 * least, 0.01 * difference))
    share = 100.0 * (1.0 - left / difference)
    explained = sentence("{what} (explains {share:.3g} %)", what=told, share=share)
    frames = told.values.get("late")
    if not isinstance(frames, int):
        return (explained, *_left(first, left, level))
    later = sentence("{cause}: let it begin that much earlier, or shift its keys", cause=explained)
    sooner = sentence("{cause}: let it begin that much later, or shift its keys", cause=explained)
    return (
        later if frames > 0 else sooner,
        *_left(first, left, level),
        *_sampled_seldom(*_shifted(first, second, frames)),
    )


def _left(first: Float64, left: float, level: Callable[[float], str]) -> Iterator[Sentence]:
    """What a way leaves, metres, if more than rounding."""
    share = left / max(_size(first), np.finfo(np.float64).tiny)
    if share > ORDINARY:
        words = "what that leaves is at most {share:.2g} % of the size: {level}"
        yield sentence(words, share=100.0 * share, level=sentence(level(share)))


def _sampled_seldom(first: Float64, second: Float64) -> Iterator[Sentence]:
    """The second is the first at every so many frames, and at none between."""
    off = np.sqrt(((second - first) ** 2).sum(axis=-1)).max(axis=1, initial=0.0)
    same = np.flatnonzero(off <= _AGREES * off.max(initial=0.0))
    if len(same) < _LEAST_FRAMES or not off.max(initial=0.0) > ORDINARY * _size(first):
        return
    steps = np.diff(same)
    step = int(steps[0])
    ends = same[0] < step and len(off) - 1 - same[-1] < step and steps[-1] <= step  # the last is sampled in any case
    if step > 1 and ends and (steps[:-1] == step).all():
        words = "one frame in {step} is right, and others are up to {share:.2g} % of the size off: sample each frame"
        yield sentence(words, step=step, share=100.0 * float(off.max()) / _size(first))


def _shifted(first: Float64, second: Float64, frames: int) -> tuple[Float64, Float64]:
    """Both cut to match a second that is so many frames late; below 0: early."""
    return (first[:-frames], second[frames:]) if frames > 0 else (first[-frames:], second[:frames])


def _size(motion: Float64) -> float:
    return float(np.linalg.norm(np.ptp(motion.reshape(-1, 3), axis=0)))


def _ways(first: Float64, second: Float64) -> Iterator[tuple[Sentence, float]]:
    """What could have been done to the second, the simplest first, and the error left, metres."""
    yield _placed(first, second)
    if not _moves(first):
        return
    for frames in sorted(set(range(-MOST_LATE, MOST_LATE + 1)) - {0}, key=abs):
        if len(first) > abs(frames) + 1:
            ours, theirs = _shifted(first, second, frames)
            words = ("frame late", "frames late") if frames > 0 else ("frame early", "frames early")
            told = sentence("it is {frames}", frames=counted(abs(frames), *words), late=frames)
            yield told, _apart(ours, theirs)
            more, left = _placed(ours, theirs)
            yield joined([told, more], ", and "), left
    for speed in _SPEEDS if len(first) > 2 else ():
        at = np.arange(len(first), dtype=np.float64) * speed
        at = at[at <= len(first) - 1]
        if len(at) > 2:
            told = sentence("it plays at {percent:.4g} % of the speed", percent=100.0 * speed)
            yield told, _apart(_between(first, at), second[: len(at)])


def _moves(motion: Float64) -> bool:
    """Any vertex of a motion (T, n, 3) leaves its first place."""
    return _apart(motion, motion[:1]) > _STILL * _size(motion)


def _placed(first: Float64, second: Float64) -> tuple[Sentence, float]:
    """How one affine map takes the first motion to the second, and what it leaves, metres."""
    ours, theirs = first.reshape(-1, 3), second.reshape(-1, 3)
    solved, *_ = np.linalg.lstsq(np.column_stack([ours, np.ones(len(ours))]), theirs, rcond=None)
    matrix = solved.T
    left = float(np.linalg.norm(move_points(matrix, ours) - theirs, axis=1).max())
    u, sizes, vt = np.linalg.svd(matrix[:, :3])
    turn = u @ vt
    mirrored = np.linalg.det(turn) < 0.0
    if mirrored:
        turn = turn * [-1.0, 1.0, 1.0]
    degrees = float(np.degrees(np.arccos(np.clip((np.trace(turn) - 1.0) / 2.0, -1.0, 1.0))))
    middle = ours.mean(axis=0)
    shift = float(np.linalg.norm(move_points(matrix, middle[None])[0] - middle))
    words = []
    if mirrored:
        words.append(sentence("mirrored"))
    if sizes.max() > sizes.min() * (1.0 + 1e-4):
        words.append(sentence("stretched unevenly"))
    if abs(sizes.mean() - 1.0) > 1e-5:
        words.append(sentence("scaled by {factor:.6g}", factor=sizes.mean()))
    if degrees > 1e-2 and not mirrored:
        words.append(sentence("turned by {angle:.4g} degrees", angle=degrees))
    words.append(sentence("moved by {metres:.4g} m", metres=shift))
    return sentence("it is {changes} as a whole", changes=joined(words, ", ")), left


def _between(motion: Float64, at: Float64) -> Float64:
    """The motion (T, n, 3) at places (m,) between its frames, along straight lines."""
    below = np.minimum(at.astype(np.intp), len(motion) - 2)
    share = (at - below)[:, None, None]
    result: Float64 = motion[below] * (1.0 - share) + motion[below + 1] * share
    return result


def _apart(first: Float64, second: Float64) -> float:
    """The largest distance, metres, between vertices of two motions (T, n, 3)."""
    return float(np.sqrt(((second - first) ** 2).sum(axis=-1).max(initial=0.0)))
