"""Three ways to find the key before a time: walk, halve, remember (see docs/systems.md, P6).

Key times are strictly increasing. The question: *which is the last key at or before ``t``?* The answer runs from index
-1 (``t`` lies before the first key) to K - 1 (at or after the last).

==================  ==========================  ====================================================================
search              cost of one query           wins
==================  ==========================  ====================================================================
``linear_search``   K / 2 steps on average      a handful of keys: no set-up, no mispredicted branches
``binary_search``   log2 K steps                queries in any order; ``keys_before`` does it for a whole array
``KeyCursor``       1 or 2 steps in a row       playing forward, as a player does; a jump back costs one linear walk
==================  ==========================  ====================================================================

A fourth, in constant time, is ``key_table``. Engines search whole arrays
(``track.keys_before``); ``python -m benchmarks.key_search`` shows who wins when.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Float64


def linear_search(times: Sequence[float] | Float64, t: float) -> int:
    """Walk the keys from the first one: times (K,) seconds, t seconds -> index of the last key <= t, or -1.

    >>> [linear_search([0.0, 0.5, 1.0], t) for t in (-0.1, 0.0, 0.7, 2.0)]
    [-1, 0, 1, 2]
    """
    key = -1
    while key + 1 < len(times) and times[key + 1] <= t:
        key += 1
    return key


def binary_search(times: Sequence[float] | Float64, t: float) -> int:
    """Halve the range that must hold the key: times (K,) seconds, t seconds -> index of the last key <= t, or -1.

    Invariant: every key up to ``low`` is at or before t, every key from ``high`` on is after it.

    >>> [binary_search([0.0, 0.5, 1.0], t) for t in (-0.1, 0.0, 0.7, 2.0)]
    [-1, 0, 1, 2]
    """
    low, high = -1, len(times)
    while high - low > 1:
        middle = (low + high) // 2
        if times[middle] <= t:
            low = middle
        else:
            high = middle
    return low


class KeyCursor:
    """Remembers its last key: playing forward costs a step or two whatever the number of keys.

    A time before the remembered key (a loop that wrapped, a jump back) starts again from the first key.

    >>> cursor = KeyCursor([0.0, 0.5, 1.0])
    >>> [cursor.search(t) for t in (0.4, 0.6, 0.1)]
    [0, 1, 0]
    """

    def __init__(self, times: Sequence[float] | Float64) -> None:
        self.times = times
        self.key = -1

    def search(self, t: float) -> int:
        """The index of the last key at or before ``t`` seconds; -1 if there is none."""
        if self.key >= 0 and self.times[self.key] > t:
            self.key = -1
        while self.key + 1 < len(self.times) and self.times[self.key + 1] <= t:
            self.key += 1
        return self.key
