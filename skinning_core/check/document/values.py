"""Accessors' values for checks: read if that is safe, else None, never an error."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf.grammar.element import DTYPES, Layout, layout_of
from ...gltf.grammar.kinds import Json

#: Values of an accessor in no buffer (sparse over zeros), at most: these cost a file nothing.
MOST_ZEROS = 1 << 22


def stored_values(json: Json, buffers: tuple[memoryview | None, ...], accessor: Json) -> NDArray[Any] | None:
    """(count, components) values as stored, sparse ones inserted; None if any part does not fit."""
    layout, count = layout_of(accessor), accessor.get("count")
    if layout is None or count is None:
        return None
    if "bufferView" in accessor:
        base = _strided(json, buffers, accessor, layout, count)
    elif count * layout.components <= MOST_ZEROS:
        base = np.zeros((count, layout.components), layout.dtype)
    else:
        return None
    if base is None or "sparse" not in accessor:
        return base
    return _with_sparse(json, buffers, accessor["sparse"], layout, base)


def _strided(
    json: Json, buffers: tuple[memoryview | None, ...], accessor: Json, layout: Layout, count: int
) -> NDArray[Any] | None:
    view = _view(json, buffers, accessor, layout.dtype.itemsize)
    offset = accessor.get("byteOffset", 0)
    if view is None:
        return None
    data, stride = view
    stride = stride or layout.step
    if stride < layout.element or offset + stride * (count - 1) + layout.element > len(data):
        return None
    if layout.columns == 1:
        return np.ndarray((count, layout.rows), layout.dtype, data, offset, (stride, layout.dtype.itemsize))
    steps = (stride, layout.column, layout.dtype.itemsize)
    shape = (count, layout.columns, layout.rows)
    return np.ndarray(shape, layout.dtype, data, offset, steps).reshape(count, layout.components)


def _view(
    json: Json, buffers: tuple[memoryview | None, ...], owner: Json, size: int
) -> tuple[memoryview, int | None] | None:
    """The bytes of the buffer view that an object names, and its stride.

    None if bytes are missing, or if components of ``size`` bytes would not begin at multiples of ``size``.
    """
    views, index = json.get("bufferViews", ()), owner.get("bufferView", -1)
    view = views[index] if 0 <= index < len(views) else None
    if view is None or "byteLength" not in view or not 0 <= view.get("buffer", -1) < len(buffers):
        return None
    data, begin = buffers[view["buffer"]], view.get("byteOffset", 0)
    offset = owner.get("byteOffset", 0)
    if (
        data is None
        or begin < 0
        or offset < 0
        or begin + view["byteLength"] > len(data)
        or offset % size
        or (begin + offset) % size
    ):
        return None
    return data[begin : begin + view["byteLength"]], view.get("byteStride")


def sparse_indices(json: Json, buffers: tuple[memoryview | None, ...], sparse: Json) -> NDArray[Any] | None:
    """(count,) the elements that sparse values replace; None if they cannot be read."""
    indices, count = sparse.get("indices", {}), sparse.get("count")
    dtype = DTYPES.get(indices.get("componentType", 0))
    return None if dtype is None or count is None else _dense(json, buffers, indices, dtype, count)


def _dense(
    json: Json, buffers: tuple[memoryview | None, ...], owner: Json, dtype: np.dtype[Any], count: int
) -> NDArray[Any] | None:
    view, offset = _view(json, buffers, owner, dtype.itemsize), owner.get("byteOffset", 0)
    if view is None or offset + count * dtype.itemsize > len(view[0]):
        return None
    return np.ndarray((count,), dtype, view[0], offset)


def _with_sparse(
    json: Json, buffers: tuple[memoryview | None, ...], sparse: Json, layout: Layout, base: NDArray[Any]
) -> NDArray[Any] | None:
    indices = sparse_indices(json, buffers, sparse)
    if indices is None or len(indices) > len(base):
        return None
    values = _dense(json, buffers, sparse.get("values", {}), layout.dtype, len(indices) * layout.components)
    if values is None:
        return None
    out, inside = base.copy(), indices < len(base)
    out[indices[inside]] = values.reshape(len(indices), layout.components)[inside]
    return out
