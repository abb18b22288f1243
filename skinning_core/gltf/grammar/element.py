"""Component types and types of accessors, and how their elements lie in memory (specification 3.6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

#: NumPy's type of each component type.
_KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
DTYPES: dict[int, np.dtype[Any]] = {component: np.dtype(kind) for component, kind in _KINDS.items()}
#: Columns and rows of each accessor type.
SHAPES = {"SCALAR": (1, 1), "VEC2": (1, 2), "VEC3": (1, 3), "VEC4": (1, 4)} | {f"MAT{n}": (n, n) for n in (2, 3, 4)}


class Layout(NamedTuple):
    """How an accessor's elements lie in memory, by component type and accessor type."""

    dtype: np.dtype[Any]
    columns: int
    rows: int
    column: int  # bytes from one column of a matrix to the next
    element: int  # bytes, without padding behind it

    @property
    def components(self) -> int:
        """Components of one element."""
        return self.columns * self.rows

    @property
    def step(self) -> int:
        """Bytes from one element to the next if the view has no stride."""
        return self.column * self.columns


def _layout(dtype: np.dtype[Any], columns: int, rows: int) -> Layout:
    # Columns of a matrix start at multiples of 4 bytes (3.6.2.4).
    column = rows * dtype.itemsize if columns == 1 else -(-rows * dtype.itemsize // 4) * 4
    return Layout(dtype, columns, rows, column, column * (columns - 1) + rows * dtype.itemsize)


#: The layout of each pair of component type and accessor type.
LAYOUTS = {
    (component, kind): _layout(dtype, *shape) for component, dtype in DTYPES.items() for kind, shape in SHAPES.items()
}


def layout_of(accessor: Mapping[str, Any]) -> Layout | None:
    """The layout of an accessor's elements; None if a type is unknown."""
    return LAYOUTS.get((accessor.get("componentType", 0), accessor.get("type", "")))
