"""What a clip costs in memory: as keys of joints under a skin, or as one morph target for every frame.

Run from the repository's root: ``python -m examples.memory [MODEL] [--rate N]``. Counted are the bytes that a renderer
has to keep: four for a float, one for the number of a joint (two where there are more than 256 joints). A target holds
a displacement and a change of the normal for each vertex, since in a body that walks hardly a vertex stands still.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from skinning_core import Model, SkinproofError, load_model
from skinning_core.model import Clip

EXAMPLE = Path(__file__).with_name("character.glb")
FLOAT = 4


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; exit status 0, or 2 where the input is no use."""
    parser = argparse.ArgumentParser(prog="python -m examples.memory", description="Keys of joints or morph targets?")
    parser.add_argument("model", type=Path, nargs="?", default=EXAMPLE)
    parser.add_argument("--rate", type=int, default=24, help="targets a second (default 24)")
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
        if not model.skins or not model.clips:
            raise SkinproofError(f"{model.name} has no skin or no clip", fix="give a model with both")
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    print(
        f"{model.name}: {skinned_vertices(model)} skinned vertices, skin {kilobytes(skin_bytes(model))} for all clips"
    )
    print("clip    seconds   keys of joints   morph targets   times as much")
    for clip in model.clips:
        keys, targets = key_bytes(clip), target_bytes(model, clip, options.rate)
        print(
            f"{clip.name:<7} {clip.end - clip.start:7.3f} {kilobytes(keys):>16} {kilobytes(targets):>15}"
            f" {targets / max(keys, 1):15.0f}"
        )
    return 0


def skinned_vertices(model: Model) -> int:
    """How many vertices have a skin."""
    return sum(model.primitive(part).vertex_count for part in model.parts if model.is_skinned(part))


def skin_bytes(model: Model) -> int:
    """Bytes of influences and inverse bind matrices (three rows of four), which all clips share."""
    total = sum(12 * FLOAT * len(skin.joints) for skin in model.skins)
    for part in model.parts:
        influences = model.influences(part)
        if influences is not None:
            number = 1 if len(model.skins[part.skin].joints) <= 256 else 2
            total += influences.joints.size * (number + FLOAT)
    return total


def key_bytes(clip: Clip) -> int:
    """Bytes of a clip's keys: a time and a value each, and two slopes where they are splines."""
    total = 0
    for track in clip.tracks:
        if track.path != "weights":
            values = track.values.size * (3 if track.interpolation == "CUBICSPLINE" else 1)
            total += (track.times.size + values) * FLOAT
    return total


def target_bytes(model: Model, clip: Clip, rate: int) -> int:
    """Bytes of one morph target per frame: six floats a vertex."""
    frames = round((clip.end - clip.start) * rate) + 1
    return frames * skinned_vertices(model) * 6 * FLOAT


def kilobytes(count: int) -> str:
    """Bytes for people: 1 KB is 1000 of them."""
    return f"{count / 1000:,.0f} KB"


if __name__ == "__main__":
    sys.exit(main())
