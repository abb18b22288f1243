"""A crowd on one skeleton: what a thousand characters share, and what each has of its own.

Run from the repository's root: ``python -m examples.crowd [MODEL] [--count N]``. Every instance points at the same
skeleton and clip and has its own time and place; printed are the bytes of both kinds, and that each instance's first
joint really is where its own time and place put it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skinning_core import Model, SkinproofError, load_model
from skinning_core.lessons.instance import Instance, instance_skin_palette, skeleton
from skinning_core.transform import identity

EXAMPLE = Path(__file__).with_name("character.glb")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; exit status 0, or 2 where the input is no use."""
    parser = argparse.ArgumentParser(prog="python -m examples.crowd", description="Many instances of one skeleton.")
    parser.add_argument("model", type=Path, nargs="?", default=EXAMPLE)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
        if not model.skins:
            raise SkinproofError(f"{model.name} has no skin", fix="give a model with a skin")
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    instances = crowd(model, max(options.count, 1))
    joints = len(model.skins[0].joints)
    palettes = [instance_skin_palette(one, 0, np.zeros(1))[0] for one in instances]
    print(f"{len(instances)} instances of {len({id(one.skeleton) for one in instances})} skeleton of {joints} joints")
    print(f"shared: {sum(skin.inverse_bind.nbytes for skin in model.skins)} bytes of inverse bind matrices")
    print(f"each: {instances[0].placement.nbytes + 8} bytes of place and time, {palettes[0].nbytes} of a skin palette")
    return 0


def crowd(model: Model, count: int) -> list[Instance]:
    """Instances in rows, two metres apart, each a little ahead of the one before it."""
    shared = skeleton(model)
    clip = model.clips[0] if model.clips else None
    length = clip.end - clip.start if clip else 0.0
    instances = []
    for number in range(count):
        placement = identity()
        placement[:, 3] = [2.0 * (number % 32), 0.0, 2.0 * (number // 32)]
        instances.append(Instance(shared, clip, offset=length * number / count, placement=placement))
    return instances


if __name__ == "__main__":
    sys.exit(main())
