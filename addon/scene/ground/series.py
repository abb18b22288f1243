"""Values over time in the memory of one time, as long as nothing changes."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ....skinning_core.skinned import over_time

Number = TypeVar("Number", bound=np.floating)


class Series(Generic[Number]):
    """An array of one shape at each of T times, filled in order. Times left out repeat the one before."""

    def __init__(self, count: int, shape: tuple[int, ...], dtype: type[Number]) -> None:
        self._count = count
        self._rows: NDArray[Number] = np.full((1, *shape), np.nan, dtype)
        self._written = 1

    def row(self, t: int, *, whole: bool = False) -> NDArray[Number]:
        """The array at time t to write into, with the values of the time before, unless you write it ``whole``."""
        if t and len(self._rows) == 1:
            first = self._rows
            self._rows = np.empty((self._count, *first.shape[1:]), first.dtype)
            self._rows[0] = first[0]
        self._rows[self._written : t if whole else t + 1] = self._rows[self._written - 1]
        self._written = max(self._written, t + 1)
        result: NDArray[Number] = self._rows[t]
        return result

    @property
    def rows(self) -> NDArray[Number]:
        """(T, ...) what was written; (1, ...) if nothing was written after the first time."""
        self._rows[self._written :] = self._rows[self._written - 1]
        self._written = len(self._rows)
        return self._rows

    @property
    def every(self) -> NDArray[Number]:
        """(T, ...) the values at every time. If nothing changed, one row seen T times, read only."""
        return over_time(self.rows, self._count)
