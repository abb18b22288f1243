"""A limb of two bones reaches for a point: inverse kinematics on a pose that computes only what is asked for.

Run from the repository's root: ``python -m examples.reach [MODEL] [--joint NAME] [--by X,Y,Z]``. The joint (by default
the example character's left hand) is moved by X,Y,Z metres: the elbow bends until the limb is as long as the way to the
point, then the shoulder turns until the limb points there. Both read and write single joints, over and over, which is
what ``CachedPose`` is for: printed is how many world matrices that cost, and how many computing all of them each time
would have.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skinning_core import SkinproofError, load_model
from skinning_core.model import Float64
from skinning_core.pose.cached_pose import CachedPose
from skinning_core.pose.pose import Pose, rest_pose
from skinning_core.transform import decompose, quaternion_from_matrix, rotation_matrix

EXAMPLE = Path(__file__).with_name("character.glb")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print where the joint was, should be and is; exit status 0, or 2 where the input is no use."""
    parser = argparse.ArgumentParser(prog="python -m examples.reach", description="Two-bone inverse kinematics.")
    parser.add_argument("model", type=Path, nargs="?", default=EXAMPLE)
    parser.add_argument("--joint", default="hand.L", help="the joint at the limb's end")
    parser.add_argument("--by", default="0.05,0.1,0.05", help="how far it is to move, metres")
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
        if options.joint not in model.nodes.names:
            raise SkinproofError(f"there is no joint {options.joint!r}", fix="see `skinproof inspect --tree`")
        try:
            by = np.array([float(number) for number in options.by.split(",")]).reshape(3)
        except ValueError:
            raise SkinproofError(f"--by {options.by!r} is not three numbers", fix="such as 0,0.1,0") from None
        report(rest_pose(model.nodes), model.nodes.names.index(options.joint), by)
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def report(pose: Pose, end: int, by: Float64) -> None:
    """Reach, and print what came of it."""
    cached = CachedPose(pose)
    before = cached.world(end)[:, 3]
    reach(cached, pose.parents, end, before + by)
    after = cached.world(end)[:, 3]
    print(
        f"from {before.round(4)} to {(before + by).round(4)}: {np.linalg.norm(after - before - by):.1e} m are missing"
    )
    print(
        f"world matrices computed: {cached.computed}; {len(pose.parents)} joints, read 6 times, would have been "
        f"{6 * len(pose.parents)}"
    )


def reach(cached: CachedPose, parents: Sequence[int], end: int, target: Float64) -> None:
    """Turn the two joints above ``end`` so that it comes as near to ``target`` (3,), metres, as the limb is long.

    Raises ``SkinproofError`` where there are no two joints above it.
    """
    elbow = int(parents[end])
    shoulder = int(parents[elbow]) if elbow >= 0 else -1
    if shoulder < 0 or parents[shoulder] < 0:
        raise SkinproofError("a limb needs two joints above its end, and a parent above those")
    a, b, c = (cached.world(joint)[:, 3] for joint in (shoulder, elbow, end))
    upper, lower = np.linalg.norm(b - a), np.linalg.norm(c - b)
    wanted = np.clip(np.linalg.norm(target - a), abs(upper - lower) + 1e-9, upper + lower - 1e-9)
    # The law of cosines gives the elbow's angle; it bends in the plane in which it is bent already.
    angle = np.arccos(np.clip((upper**2 + lower**2 - wanted**2) / (2.0 * upper * lower), -1.0, 1.0))
    now = np.arccos(np.clip((a - b) @ (c - b) / (upper * lower), -1.0, 1.0))
    axis = np.cross(a - b, c - b)
    if np.linalg.norm(axis) < 1e-9:
        axis = np.cross(a - b, [0.0, 0.0, 1.0])
    turn(cached, parents, elbow, axis, angle - now)
    c = cached.world(end)[:, 3]
    axis = np.cross(c - a, target - a)
    turn(cached, parents, shoulder, axis, np.arctan2(np.linalg.norm(axis), (c - a) @ (target - a)))


def turn(cached: CachedPose, parents: Sequence[int], joint: int, axis: Float64, angle: float) -> None:
    """Turn a joint about a world axis (3,) through its own place, by radians."""
    length = np.linalg.norm(axis)
    if length == 0.0 or angle == 0.0:
        return
    around = rotation_matrix(np.append(np.sin(angle / 2.0) * axis / length, np.cos(angle / 2.0)))
    above = cached.world(int(parents[joint]))[:, :3]
    local = cached.local(joint)
    turned = np.linalg.solve(above, around @ above @ local[:, :3])
    _, _, scale = decompose(local)
    cached.set_local(joint, local[:, 3], quaternion_from_matrix(turned / scale), scale)


if __name__ == "__main__":
    sys.exit(main())
