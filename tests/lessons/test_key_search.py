"""P6: three ways to find a key, one answer."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from skinning_core.lessons.key_search import KeyCursor, binary_search, linear_search
from skinning_core.pose.track import keys_before

KEYS = st.lists(st.floats(-100, 100, allow_nan=False), min_size=1, max_size=30, unique=True).map(sorted)
TIMES = st.lists(st.floats(-120, 120, allow_nan=False), min_size=1, max_size=40)


def counted(keys: list[float], t: float) -> int:
    """The definition: the number of keys at or before t, less one."""
    return sum(key <= t for key in keys) - 1


@given(KEYS, TIMES)
def test_all_ways_find_the_same_key(keys: list[float], times: list[float]) -> None:
    times = times + keys + np.nextafter(keys, -np.inf).tolist() + np.nextafter(keys, np.inf).tolist()
    cursor = KeyCursor(keys)
    expected = [counted(keys, t) for t in times]
    assert [linear_search(keys, t) for t in times] == expected
    assert [binary_search(keys, t) for t in times] == expected
    assert [cursor.search(t) for t in times] == expected
    assert keys_before(np.array(keys), np.array(times)).tolist() == expected


class Counting(list):
    """A list that counts how often it is read."""

    reads = 0

    def __getitem__(self, index: int) -> float:
        self.reads += 1
        return super().__getitem__(index)


def test_a_cursor_playing_forward_reads_three_keys_at_most() -> None:
    keys = Counting(float(i) for i in range(1000))
    cursor = KeyCursor(keys)
    for t in np.arange(0.0, 999.0, 0.5):
        keys.reads = 0
        cursor.search(t)
        assert keys.reads <= 3
    keys.reads = 0
    assert cursor.search(0.25) == 0, "wrapped: starts again from the first key"
    assert keys.reads <= 3


def test_binary_search_reads_a_logarithm_of_keys() -> None:
    keys = Counting(float(i) for i in range(1024))
    binary_search(keys, 700.5)
    assert keys.reads <= 11
