"""How often a table of the key at each sample time finds the wrong key.

Run from the repository's root: ``python -m examples.sampled_keys [MODEL] [--rate N]``. Such a table holds, N times a
second, the last key that is not later; a time is answered by the entry of the sample before it. That is wrong from a
key until the next sample. ``lessons/key_table.py`` counts keys before a cell instead, and is never wrong.
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
    parser.add_argument("--book", action="store_true", help="the table as Game Animation Programming builds it")
    parser.add_argument("--rate", type=float, default=60.0, help="samples a second (default 60)")
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    which = "the book's table" if options.book else "a table"
    print(f"{model.name}: wrong keys of {which} of {options.rate:g} samples a second")
    for clip in model.clips:
        wrong = wrong_share_of_the_book if options.book else wrong_share
        shares = [wrong(track.times, options.rate) for track in clip.tracks if len(track.times) > 1]
        if shares:
            print(f"{clip.name:<7} {100 * np.mean(shares):5.1f} % of the times, {100 * max(shares):.1f} % at worst")
    return 0


def wrong_share(keys: Float64, rate: float) -> float:
    """The share of times between the first and the last of the keys (K,) that get another key than the one before."""
    times = np.linspace(keys[0], keys[-1], QUERIES, endpoint=False)
    samples = keys[0] + np.floor((times - keys[0]) * rate) / rate
    return float((keys_before(keys, samples) != keys_before(keys, times)).mean())


def wrong_share_of_the_book(keys: Float64, rate: float) -> float:
    """The same of the book's table (chapter 11, ``UpdateIndexLookupTable``): n samples from the first key to the last.

    They stand at i / (n - 1) of the way, and a time at t of the way is answered by the entry floor(t n): an entry
    is of a later time than those that it answers, less and less so towards the beginning. The last key begins nothing.
    """
    count, last = max(2, int((keys[-1] - keys[0]) * rate)), len(keys) - 2
    way = np.linspace(0.0, 1.0, QUERIES, endpoint=False)
    samples = keys[0] + np.arange(count) / (count - 1) * (keys[-1] - keys[0])
    table = np.minimum(keys_before(keys, samples), last)
    right = np.minimum(keys_before(keys, keys[0] + way * (keys[-1] - keys[0])), last)
    return float((table[(way * count).astype(int)] != right).mean())


if __name__ == "__main__":
    sys.exit(main())
