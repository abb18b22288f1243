"""Some of many, spread evenly: a few show the same as all, which would take too long."""

from __future__ import annotations

import numpy as np

from .model import Int


def evenly_spread(count: int, most: int) -> Int:
    """(n,) places of at most ``most`` among ``count``, ascending, both ends included (the first if one).

    >>> evenly_spread(9, 3).tolist(), evenly_spread(2, 3).tolist(), evenly_spread(0, 3).tolist()
    ([0, 4, 8], [0, 1], [])
    """
    return np.linspace(0, count - 1, min(count, most)).round().astype(np.intp)
