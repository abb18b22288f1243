"""Step 4, accessors: typed arrays out of buffer views (specification 3.6).

Where a file stores little-endian float32 densely, the result is a view of the memory-mapped file: nothing is copied.
Interleaved data are copied once. Every bound is checked before a byte is read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygltflib
from numpy.typing import NDArray

from ..error import SkinproofError
from ..model import Float
from .resolver import Resolver

_DTYPES: dict[int, np.dtype] = {
    pygltflib.BYTE: np.dtype("<i1"),
    pygltflib.UNSIGNED_BYTE: np.dtype("<u1"),
    pygltflib.SHORT: np.dtype("<i2"),
    pygltflib.UNSIGNED_SHORT: np.dtype("<u2"),
    pygltflib.UNSIGNED_INT: np.dtype("<u4"),
    pygltflib.FLOAT: np.dtype("<f4"),
}
#: Columns and rows of each accessor type.
_SHAPES = {"SCALAR": (1, 1), "VEC2": (1, 2), "VEC3": (1, 3), "VEC4": (1, 4)} | {f"MAT{n}": (n, n) for n in (2, 3, 4)}
_ZEROS = np.zeros(1 << 14, np.float32)
#: An accessor without a buffer view costs a file nothing, whatever its count: bounded, so that none asks for terabytes.
_MOST_ZEROS = 1 << 31


@dataclass(frozen=True)
class Buffers:
    """A document with the bytes of its buffers, each resolved when first needed."""

    document: pygltflib.GLTF2
    binary: memoryview | None
    resolver: Resolver
    loaded: dict[int, memoryview]

    def bytes_of(self, index: int) -> memoryview:
        """The bytes of buffer ``index``, cut to its byteLength."""
        if index not in self.loaded:
            pointer = f"/buffers/{index}"
            buffer = self.document.buffers[checked_index(index, self.document.buffers, pointer)]
            if buffer.uri is not None:
                data = self.resolver.resolve(buffer.uri, pointer)
            elif index == 0 and self.binary is not None:
                data = self.binary
            else:
                raise SkinproofError("the buffer has no uri and the file no binary chunk for it", where=pointer)
            if len(data) < buffer.byteLength:
                raise SkinproofError(
                    f"truncated buffer: byteLength says {buffer.byteLength} bytes, there are {len(data)}", where=pointer
                )
            self.loaded[index] = data[: buffer.byteLength]
        return self.loaded[index]

    def view(self, index: int, where: str) -> tuple[memoryview, int | None]:
        """The bytes of a buffer view, and its stride (None: dense)."""
        view = self.document.bufferViews[checked_index(index, self.document.bufferViews, where)]
        data = self.bytes_of(view.buffer)
        begin = view.byteOffset or 0
        end = begin + view.byteLength
        if end > len(data):
            raise SkinproofError(
                f"the view ends at byte {end}, its buffer at {len(data)}", where=f"/bufferViews/{index}"
            )
        return data[begin:end], view.byteStride


def checked_index(index: int, collection: list, where: str) -> int:
    """The index, if the collection has it."""
    if index >= len(collection):
        raise SkinproofError(f"index {index} is out of range: there are {len(collection)}", where=where)
    return index


def read(buffers: Buffers, index: int, where: str, kinds: tuple[str, ...]) -> NDArray:
    """(count, components) values of accessor ``index`` as stored; matrices column by column, as in the file.

    ``kinds``: the accessor types that will do. Raises ``SkinproofError`` for another type and for any value of the
    accessor that points outside its buffer.
    """
    document = buffers.document
    accessor = document.accessors[checked_index(index, document.accessors, where)]
    dtype = _DTYPES.get(accessor.componentType)
    if dtype is None:
        raise SkinproofError(f"componentType {accessor.componentType} is unknown", where=f"/accessors/{index}")
    if accessor.type not in kinds:
        wanted = f"{where} needs {' or '.join(kinds)}, this is {accessor.type!r}"
        raise SkinproofError(wanted, where=f"/accessors/{index}")
    columns, rows = _SHAPES[accessor.type]
    size = dtype.itemsize
    # Columns of a matrix start at multiples of 4 bytes (3.6.2.4).
    column = rows * size if columns == 1 else -(-rows * size // 4) * 4
    values = _placed(buffers, index, dtype, (accessor.count, columns, rows), (column, size))
    if accessor.sparse is not None:
        values = _with_sparse(buffers, accessor, values, f"/accessors/{index}")
    flags = values.flags
    if not (flags.c_contiguous and flags.aligned):
        values = values.copy()
    return values.reshape(accessor.count, columns * rows)


def _placed(
    buffers: Buffers, index: int, dtype: np.dtype, shape: tuple[int, int, int], steps: tuple[int, int]
) -> NDArray:
    """The values of accessor ``index`` where they lie in their buffer view; zeros where it has none."""
    accessor = buffers.document.accessors[index]
    count, columns, rows = shape
    element = steps[0] * (columns - 1) + rows * dtype.itemsize
    if accessor.bufferView is None:
        if count * element > _MOST_ZEROS:
            raise SkinproofError(f"{count} elements without a bufferView are too many", where=f"/accessors/{index}")
        return np.zeros(shape, dtype)
    data, stride = buffers.view(accessor.bufferView, f"/accessors/{index}/bufferView")
    stride = stride or steps[0] * columns
    offset = accessor.byteOffset or 0
    needed = offset + stride * (count - 1) + element if count else 0
    if stride < element or needed > len(data):
        raise SkinproofError(
            f"{count} elements of {element} bytes, {stride} apart, from byte {offset} do not fit the "
            f"{len(data)} bytes of the view",
            where=f"/accessors/{index}",
        )
    return np.ndarray(shape, dtype, data, offset, (stride, *steps)) if count else np.zeros(shape, dtype)


def _with_sparse(buffers: Buffers, accessor: pygltflib.Accessor, base: NDArray, pointer: str) -> NDArray:
    """The base values with the sparse ones written over them (3.6.2.3)."""
    sparse = accessor.sparse
    where = f"{pointer}/sparse"
    if sparse.count > accessor.count:
        raise SkinproofError(f"{sparse.count} sparse values over {accessor.count} elements", where=where)
    index_type = _DTYPES.get(sparse.indices.componentType)
    if index_type is None or index_type.kind != "u":
        raise SkinproofError("sparse indices must be unsigned integers", where=f"{where}/indices/componentType")
    columns, rows = base.shape[1:]
    indices = _dense(buffers, sparse.indices, index_type, sparse.count, f"{where}/indices")
    values = _dense(buffers, sparse.values, base.dtype, sparse.count * columns * rows, f"{where}/values")
    if sparse.count and int(indices.max()) >= accessor.count:
        raise SkinproofError(
            f"sparse index {int(indices.max())} is out of range: there are {accessor.count} elements",
            where=f"{where}/indices",
        )
    out = base.copy()
    out[indices] = values.reshape(sparse.count, columns, rows)
    return out


def _dense(
    buffers: Buffers,
    part: pygltflib.AccessorSparseIndices | pygltflib.AccessorSparseValues,
    dtype: np.dtype,
    count: int,
    where: str,
) -> NDArray:
    data, _ = buffers.view(part.bufferView, f"{where}/bufferView")
    offset = part.byteOffset or 0
    if offset + count * dtype.itemsize > len(data):
        raise SkinproofError(
            f"{count} values from byte {offset} do not fit the {len(data)} bytes of the view", where=where
        )
    return np.ndarray((count,), dtype, data, offset)


def read_floats(buffers: Buffers, index: int, where: str, kinds: tuple[str, ...]) -> Float:
    """(count, components) real values: float32 as stored, normalised integers decoded (3.6.2.2), others cast.

    Decoded integers come as float64: c / 255 has no exact float32. Raises ``SkinproofError`` for NaN and infinities.
    """
    stored = read(buffers, index, where, kinds)
    if stored.dtype.kind == "f":
        if not _all_finite(stored):
            bad = int(np.flatnonzero(~np.isfinite(stored).all(axis=1))[0])
            raise SkinproofError(f"element {bad} of {where} is not a finite number", where=f"/accessors/{index}")
        return stored
    values = stored.astype(np.float64)
    if buffers.document.accessors[index].normalized:
        values = np.maximum(values / np.iinfo(stored.dtype).max, -1.0)
    return values


def _all_finite(values: Float) -> bool:
    """Whether no value is NaN or infinite: zero times anything finite is zero, and a dot product reads memory once."""
    flat = values.reshape(-1)
    if flat.size <= _ZEROS.size:
        return bool(flat.dot(_ZEROS[: flat.size]) == 0.0)
    pieces = range(0, flat.size, _ZEROS.size)
    return all(_all_finite(flat[begin : begin + _ZEROS.size]) for begin in pieces)
