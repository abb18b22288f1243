"""A stored result with a mistake made on purpose, to see how ``verify`` names it.

Run from the repository's root: ``python -m examples.mistake NAME --out mine.npz [MODEL] [--clip C] [--times T1,T2]``.
The names are those of the table on page 10 of ``docs/guide``. The file has what ``verify --against`` reads of any
program's: ``times`` (T,), and ``posK`` (T, V, 3) for the K-th part.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skinning_core import SkinproofError, load_model, skin_model
from skinning_core.check.inspect import clip_name
from skinning_core.cli.options import seconds_in_order
from skinning_core.compare.causes.mistake import MISTAKES
from skinning_core.model import Float64, Model
from skinning_core.pose.clip import find_clip
from skinning_core.skin.posed_model import posed_model
from skinning_core.text.count import counted

EXAMPLE = Path(__file__).with_name("character.glb")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file and say what is in it; exit status 0, or 2 where the input is no use."""
    parser = argparse.ArgumentParser(prog="python -m examples.mistake", description="A mistake made on purpose.")
    parser.add_argument("mistake", metavar="NAME", choices=[mistake.code for mistake in MISTAKES])
    parser.add_argument("model", type=Path, nargs="?", default=EXAMPLE)
    parser.add_argument("--clip", default="0", help="name or index (default 0)")
    parser.add_argument("--times", type=seconds_in_order, default="0,0.25", help="seconds (default 0,0.25)")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
        clip = find_clip(model, options.clip)
        places = mistaken(model, clip, options.times, options.mistake)
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    np.savez(options.out, times=options.times, **{f"pos{k}": place for k, place in enumerate(places)})
    times = counted(len(options.times), "time")
    print(f"{model.name}, clip {clip_name(model, clip)}, {times}: {options.mistake} in {options.out}")
    return 0


def mistaken(model: Model, clip: int | None, times: Float64, name: str) -> tuple[Float64, ...]:
    """Per part, (T, V, 3) world positions with the mistake of that name; times (T,) seconds."""
    make = next(mistake.positions for mistake in MISTAKES if mistake.code == name)
    places = make(posed_model(model, model.clip(clip), times))
    right = skin_model(model, clip, times).positions
    if places is None or all(np.allclose(a, b, rtol=1e-12, atol=1e-12) for a, b in zip(places, right, strict=True)):
        raise SkinproofError(f"{model.name} cannot show the mistake {name!r}", fix="give another model or mistake")
    return places


if __name__ == "__main__":
    sys.exit(main())
