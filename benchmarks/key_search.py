"""Which way of finding a key wins when: microseconds per query, by number of keys and order of the queries.

Run from the repository's root: ``python -m benchmarks.key_search``. The three searches are plain Python, and compared
with each other; the table ("fast") and NumPy's binary search answer whole arrays, and are compared with each other.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from skinning_core.lessons.key_search import KeyCursor, binary_search, linear_search
from skinning_core.lessons.key_table import fast_track, keys_before_fast
from skinning_core.model import Float64, Track
from skinning_core.pose.track import keys_before

QUERIES = 2000
KEYS = (2, 8, 32, 128, 1024)


def main() -> None:
    """Print the table."""
    print(f"{'keys':>6} {'order':<8}{'linear':>9}{'binary':>9}{'cursor':>9} |{'numpy':>9}{'fast':>9}   (us per query)")
    for count in KEYS:
        keys = np.arange(count) / 30.0
        forward = np.linspace(0.0, keys[-1], QUERIES)
        shuffled = np.random.default_rng(1).permutation(forward)
        for order, times in (("forward", forward), ("random", shuffled)):
            print(f"{count:>6} {order:<8}" + row(keys, times))


def row(keys: Float64, times: Float64) -> str:
    """One line of figures."""
    listed, asked = keys.tolist(), times.tolist()
    cursor = KeyCursor(listed)
    fast = fast_track(Track(0, "translation", "LINEAR", keys, np.zeros((len(keys), 3))))
    plain: list[Callable[[], object]] = [
        lambda: [linear_search(listed, t) for t in asked],
        lambda: [binary_search(listed, t) for t in asked],
        lambda: [cursor.search(t) for t in asked],
    ]
    arrays: list[Callable[[], object]] = [lambda: keys_before(keys, times), lambda: keys_before_fast(fast, times)]
    figures = ["".join(f"{best(run) / QUERIES * 1e6:>9.3f}" for run in group) for group in (plain, arrays)]
    return " |".join(figures)


def best(run: Callable[[], object]) -> float:
    """Seconds, best of five."""
    seconds = []
    for _ in range(5):
        begin = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


if __name__ == "__main__":
    main()
