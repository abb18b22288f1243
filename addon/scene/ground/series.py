"""Values over time that take only the memory of one time for as long as nothing changes them."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ....skinning_core.skinned import over_time

Number = TypeVar("Number", bound=np.floating)


class Series(Generic[Number]):
    """An array of the same shape at each of T times, filled in their order; times that are left out repeat the last."""

    def __init__(self, count: int, shape: tuple[int, ...], dtype: type[Number]) -> None:
        self._count = count
        self._rows: NDArray[Number] = np.full((1, *shape), np.nan, dtype)
        self._written = 1

    def row(self, t: int, *, whole: bool = False) -> NDArray[Number]:
        """The array at time t, for you to write into; it holds the values of the time before.

        whole: you will write all of it, so nothing is copied into it.
        """
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
        """(T, ...) what was written; (1, ...) where nothing was written after the first time."""
        self._rows[self._written :] = self._rows[self._written - 1]
        self._written = len(self._rows)
        return self._rows

    @property
    def every(self) -> NDArray[Number]:
        """(T, ...) the values at every time; if nothing changed, one row that is seen T times (read only)."""
        return over_time(self.rows, self._count)
