"""A limb of two bones reaches for a point: inverse kinematics on a pose that computes only what is asked for.

The elbow bends until the limb is as long as the way to the point (the law of cosines), then the shoulder turns until
the limb points there. Places are in the world, metres; only rotations of the two joints change.

If a joint above is scaled unevenly, a turn in the world is no turn of the joint: the nearest one is taken, the limb
misses by a little, and does it again from there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..error import require
from ..model import Float64, Int
from ..transform import decompose, rotation_matrix
from .cached_pose import CachedPose

#: Tries; without uneven scales one is enough.
_TRIES = 32

#: A limb that misses by less, as a share of its length, has arrived: rounding.
_ARRIVED = 1e-12

#: Three points with smaller sines of angles lie on a line.
_STRAIGHT = 1e-9


@dataclass(frozen=True)
class Reached:
    """What came of it."""

    shoulder: int  # the joints that were turned
    elbow: int
    length: float  # of the limb, metres
    missing: float  # from the limb's end to the point, metres
    too_far: bool  # the point is farther than the limb is long: it is stretched straight
    too_near: bool  # nearer than the difference of the two bones: the limb is folded


def reach(cached: CachedPose, parents: Int, end: int, target: Float64) -> Reached:
    """Turn the two joints above ``end`` so that it comes as near to ``target`` (3,) as the limb allows.

    parents: (N,) the parent of each joint, -1: a root. Raises ``SkinproofError`` if there are no two joints above it,
    or they are in one place.
    """
    elbow = int(parents[end])
    shoulder = int(parents[elbow]) if elbow >= 0 else -1
    require(shoulder >= 0, "a limb needs two joints above its end", fix="take a hand or a foot")
    a, b, c = _places(cached, shoulder, elbow, end)
    upper, lower, wanted = (float(np.linalg.norm(way)) for way in (b - a, c - b, target - a))
    require(upper > 0.0 and lower > 0.0, "two joints of the limb are in one place", fix="take another end")
    missing = float(np.linalg.norm(target - c))
    for _ in range(_TRIES):
        before, missing = missing, _once(cached, parents, (shoulder, elbow, end), target)
        if missing <= _ARRIVED * (upper + lower) or missing >= 0.99 * before:
            break
    rounding = 1e-9 * (upper + lower)
    too_far, too_near = wanted > upper + lower + rounding, wanted < abs(upper - lower) - rounding
    return Reached(shoulder, elbow, upper + lower, missing, too_far, too_near)


def _once(cached: CachedPose, parents: Int, limb: tuple[int, int, int], target: Float64) -> float:
    """Bend the elbow, turn the shoulder; returns the end's distance from the target."""
    shoulder, elbow, end = limb
    a, b, c = _places(cached, *limb)
    upper, lower = np.linalg.norm(b - a), np.linalg.norm(c - b)
    wanted = np.clip(np.linalg.norm(target - a), abs(upper - lower), upper + lower)
    angle = np.arccos(np.clip((upper**2 + lower**2 - wanted**2) / (2.0 * upper * lower), -1.0, 1.0))
    # It bends in its present plane; a straight limb has none, so any will do.
    axis, now = _turn_between(a - b, c - b)
    turn(cached, parents, elbow, axis, angle - now)
    c = cached.world(end)[:, 3]
    turn(cached, parents, shoulder, *_turn_between(c - a, target - a))
    return float(np.linalg.norm(cached.world(end)[:, 3] - target))


def turn(cached: CachedPose, parents: Int, joint: int, axis: Float64, angle: float) -> None:
    """Turn a joint about a unit axis (3,) of the world through its own place, by radians."""
    above = cached.world(int(parents[joint]))[:, :3] if parents[joint] >= 0 else np.eye(3)
    require(np.linalg.det(above) != 0.0, "a joint above the limb is scaled to nothing")
    local = cached.local(joint)
    _, _, scale = decompose(local)
    around = rotation_matrix(np.append(np.sin(angle / 2.0) * axis, np.cos(angle / 2.0)))
    local[:, :3] = np.linalg.solve(above, around @ above @ local[:, :3])
    translation, rotation, _ = decompose(local)
    cached.set_local(joint, translation, rotation, scale)


def _places(cached: CachedPose, *joints: int) -> list[Float64]:
    """The place (3,) of each joint."""
    return [cached.world(joint)[:, 3] for joint in joints]


def _turn_between(start: Float64, goal: Float64) -> tuple[Float64, float]:
    """The unit axis (3,) and the angle of the turn between two directions (3,) of any length."""
    axis = np.cross(start, goal)
    length, product = float(np.linalg.norm(axis)), float(start @ goal)
    if length > _STRAIGHT * float(np.linalg.norm(start) * np.linalg.norm(goal)):
        return axis / length, float(np.arctan2(length, product))
    across = np.cross(start, np.eye(3)[np.abs(start).argmin()])
    length = float(np.linalg.norm(across))
    return (across / length if length > 0.0 else np.eye(3)[0]), np.pi if product < 0.0 else 0.0
