"""Timing several ways of doing one thing against each other.

Candidates take turns, round after round, so that whatever else the machine does meets all of them alike; what is
reported is the median of each one's calls in all rounds, and ratios are taken between medians of the same rounds. A
turn begins with one call that is not timed and lasts 20 ms, or until there are eight calls, but no longer than 0.2 s:
what counts is the steady state of a program that does one thing frame after frame, not the first frames after another
candidate has filled the caches with its own data.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

#: A turn lasts about this long, seconds; longer, up to the limit, where it would hold but a few calls.
_TURN, _TURN_LIMIT = 0.02, 0.2
_CALLS = 8
#: Calls that are shorter than this are timed several at a time, lest the clock itself counts (0.05 us).
_SHORT = 10e-6


def medians(
    candidates: Mapping[str, Callable[[], object]],
    *,
    seconds: float,
    rounds: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Median seconds of one call of each candidate; at least ``rounds`` rounds, more while ``seconds`` last.

    clock: what calls are timed by.
    """
    together = {name: _together(candidate) for name, candidate in candidates.items()}
    times: dict[str, list[float]] = {name: [] for name in candidates}
    begin = time.perf_counter()
    done = 0
    while done < rounds or time.perf_counter() - begin < seconds:
        for name, candidate in candidates.items():
            candidate()
            times[name] += _turn(candidate, together[name], clock)
        done += 1
    return {name: statistics.median(series) for name, series in times.items()}


def _turn(candidate: Callable[[], object], together: int, clock: Callable[[], float]) -> list[float]:
    """Seconds a call, measured over as many calls at a time."""
    found = []
    begin = time.perf_counter()
    while not found or (spent := time.perf_counter() - begin) < _TURN or (len(found) < _CALLS and spent < _TURN_LIMIT):
        start = clock()
        for _ in range(together):
            candidate()
        found.append((clock() - start) / together)
    return found


def _together(candidate: Callable[[], object]) -> int:
    candidate()  # builds caches and buffers
    start = time.perf_counter()
    candidate()
    return max(int(_SHORT / max(time.perf_counter() - start, 1e-9)), 1)
