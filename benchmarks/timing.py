"""Timing several ways of doing one thing against each other.

Candidates take turns, round after round, so that whatever else the machine does meets all of them alike; what is
reported is each one's median over the rounds, and ratios are taken between medians of the same rounds. A turn begins
with one call that is not timed and lasts 20 ms: what counts is the steady state of a program that does one thing frame
after frame, not the first frames after another candidate has filled the caches with its own data.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

#: Calls are repeated until a turn lasts about this long, seconds.
_TURN = 0.02


def medians(candidates: Mapping[str, Callable[[], object]], *, seconds: float, rounds: int = 5) -> dict[str, float]:
    """Median seconds of one call of each candidate; at least ``rounds`` rounds, more while ``seconds`` last."""
    repeats = {name: _repeats(candidate) for name, candidate in candidates.items()}
    times: dict[str, list[float]] = {name: [] for name in candidates}
    begin = time.perf_counter()
    while len(next(iter(times.values()))) < rounds or time.perf_counter() - begin < seconds:
        for name, candidate in candidates.items():
            candidate()
            start = time.perf_counter()
            for _ in range(repeats[name]):
                candidate()
            times[name].append((time.perf_counter() - start) / repeats[name])
    return {name: statistics.median(series) for name, series in times.items()}


def _repeats(candidate: Callable[[], object]) -> int:
    candidate()  # builds caches and buffers
    start = time.perf_counter()
    candidate()
    return max(int(_TURN / max(time.perf_counter() - start, 1e-9)), 1)
