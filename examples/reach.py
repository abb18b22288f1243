"""A limb of two bones reaches for a point: inverse kinematics on a pose that computes only what is asked for.

Run from the repository's root: ``python -m examples.reach [MODEL] [--joint NAME] [--by X,Y,Z]``. The joint (by default
the example character's left hand) is moved by X,Y,Z metres (``lessons/reach.py``). That reads and writes
single joints, over and over, which is what ``CachedPose`` is for: printed is how many world matrices that cost, and how
many computing all of them each time would have.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skinning_core import SkinproofError, load_model
from skinning_core.lessons.cached_pose import CachedPose
from skinning_core.lessons.reach import reach
from skinning_core.model import Float64
from skinning_core.pose.pose import Pose, rest_pose

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
        f"world matrices computed: {cached.computed}; all {len(pose.parents)} joints at first and after either turn "
        f"would have been {3 * len(pose.parents)}"
    )


if __name__ == "__main__":
    sys.exit(main())
