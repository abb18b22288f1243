"""How often a table of the key at each sample time finds the wrong key.

Run from the repository's root: ``python -m examples.sampled_keys [MODEL] [--rate N]``. Such a table holds, N times a
second, the last key that is not later; a time is answered by the entry of the sample before it. That is wrong from a
key until the next sample. ``skinning_core/lessons/key_table.py`` counts keys before a cell instead, and is never wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skinning_core import SkinproofError, load_model
from skinning_core.model import Float64
from skinning_core.pose.track import keys_before

EXAMPLE = Path(__file__).with_name("character.glb")
#: Times that are asked for, spread evenly over a track; their number fits no rate of samples.
QUERIES = 10007


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; exit status 0, or 2 where the input is no use."""
    parser = argparse.ArgumentParser(prog="python -m examples.sampled_keys", description="Wrong keys of a table.")
    parser.add_argument("model", type=Path, nargs="?", default=EXAMPLE)
    parser.add_argument("--rate", type=float, default=60.0, help="samples a second (default 60)")
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{model.name}: wrong keys of a table of {options.rate:g} samples a second")
    for clip in model.clips:
        shares = [wrong_share(track.times, options.rate) for track in clip.tracks if len(track.times) > 1]
        if shares:
            print(f"{clip.name:<7} {100 * np.mean(shares):5.1f} % of the times, {100 * max(shares):.1f} % at worst")
    return 0


def wrong_share(keys: Float64, rate: float) -> float:
    """The share of times between the first and the last of the keys (K,) that get another key than the one before."""
    times = np.linspace(keys[0], keys[-1], QUERIES, endpoint=False)
    samples = keys[0] + np.floor((times - keys[0]) * rate) / rate
    return float((keys_before(keys, samples) != keys_before(keys, times)).mean())


if __name__ == "__main__":
    sys.exit(main())
