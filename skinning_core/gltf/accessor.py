"""Step 4, accessors: typed arrays out of buffer views (specification 3.6).

Dense little-endian float32 stays a view of the file's bytes; interleaved data are copied once. Every bound is checked
before a byte is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..error import SkinproofError, require
from ..files.limits import FREE_BYTES, Limits, require_memory, require_within
from ..model import Float, Float64, Int
from ..text.count import counted
from ..text.listing import listed
from .grammar.element import DTYPES, Layout, layout_of
from .grammar.kinds import Entry
from .meshopt import check_view, decode_view, packed_by
from .resolver import Resolver

#: A number, or an array of them.
Count = TypeVar("Count", int, Int)
#: OpenBLAS shares a product of more than 10,000 numbers among threads, which wait by spinning: 2 ms for 0.1 of work.
_ZEROS = np.zeros(1 << 13, np.float32)
_SMALL = 1 << 12


class ReadValues(NamedTuple):
    """Values of an accessor, and the place that refers to it."""

    values: Float  # (count, components)
    accessor: int
    where: str  # JSON pointer of the property that uses the accessor


@dataclass(eq=False)
class Buffers:
    """A document, its buffers' bytes (resolved when first needed), and the memory used for values.

    Accessors, buffer views and tracks come by the thousand. They are read from ``json``, the checked JSON, because an
    object of each would cost more than reading it.
    """

    document: Entry
    json: dict[str, Any]
    binary: memoryview | None
    resolver: Resolver
    limits: Limits = field(default_factory=Limits)
    file_size: int = 0  # bytes of the .gltf or .glb itself
    loaded: dict[int, memoryview] = field(default_factory=dict)  # by buffer
    resolved: dict[str, memoryview] = field(default_factory=dict)  # by URI: bytes of files beside this one
    unpacked: dict[int, memoryview] = field(default_factory=dict)  # by view: compressed views, decoded
    decoded: dict[int, NDArray[Any]] = field(default_factory=dict)  # by accessor: (count, rows) decoded from Draco
    spent: int = 0  # bytes of all copies and decoded arrays
    decompressed: int = 0  # those made from compressed data

    @cached_property
    def accessors(self) -> list[dict[str, Any]]:
        """The checked JSON of all accessors."""
        result: list[dict[str, Any]] = self.json.get("accessors", [])
        return result

    @cached_property
    def views(self) -> list[dict[str, Any]]:
        """The checked JSON of all buffer views."""
        result: list[dict[str, Any]] = self.json.get("bufferViews", [])
        return result

    def bytes_of(self, index: int) -> memoryview:
        """Buffer ``index``, cut to its byteLength."""
        if index not in self.loaded:
            pointer = f"/buffers/{index}"
            buffer = self.document.buffers[checked_index(index, self.document.buffers, pointer)]
            if buffer.uri is not None:
                data = self._resolve(buffer.uri, pointer)
            elif index == 0 and self.binary is not None:
                data = self.binary
            else:
                raise SkinproofError("the buffer has no uri and the file no binary chunk for it", where=pointer)
            told = f"truncated buffer: byteLength says {buffer.byteLength} bytes, there are {len(data)}"
            require(len(data) >= buffer.byteLength, told, pointer)
            self.loaded[index] = data[: buffer.byteLength]
        return self.loaded[index]

    def _resolve(self, uri: str, pointer: str) -> memoryview:
        """The bytes behind a URI; a file is read once."""
        if uri.startswith("data:"):
            return self.resolver.resolve(uri, pointer)
        if uri not in self.resolved:
            self.resolved[uri] = self.resolver.resolve(uri, pointer)
        return self.resolved[uri]

    def spend(self, size: int, where: str) -> None:
        """Record ``size`` bytes of decoded values or copies before they are made.

        Raises `LimitError`, placed at ``where``, if the total is too large for a file of this size.
        """
        self.spent += size
        if self.spent > FREE_BYTES:
            require_memory(self.limits, self.spent, self.all_bytes, where=where)

    @property
    def all_bytes(self) -> int:
        """Bytes of the file itself and of its buffers' files read so far."""
        return self.file_size + sum(map(len, self.resolved.values()))

    def view(self, index: int, where: str) -> tuple[memoryview, int, int, int | None]:
        """The bytes of a view's buffer, the offsets of its ends, and its stride (None: dense)."""
        view = self.views[checked_index(index, self.views, where)]
        name = packed_by(view)
        if name is not None:
            data = self._unpacked(index, view, f"/bufferViews/{index}/extensions/{name}", name)
            return data, 0, len(data), view.get("byteStride")
        begin, end = self._range(view, f"/bufferViews/{index}")
        return self.bytes_of(view["buffer"]), begin, end, view.get("byteStride")

    def _range(self, view: dict[str, Any], where: str) -> tuple[int, int]:
        """The offsets of a view's ends in its buffer."""
        length = len(self.bytes_of(view["buffer"]))
        begin = view.get("byteOffset", 0)
        end = begin + view["byteLength"]
        require(end <= length, f"the view ends at byte {end}, its buffer at {length}", where)
        return begin, end

    def _unpacked(self, index: int, view: dict[str, Any], where: str, name: str) -> memoryview:
        """A compressed view, decoded; the buffer that it names itself serves readers without a decoder."""
        if index not in self.unpacked:
            packed, length = view["extensions"][name], view["byteLength"]
            self.decompress(length, where)
            try:
                check_view(packed, length)
                begin, end = self._range(packed, "")
                self.unpacked[index] = decode_view(self.bytes_of(packed["buffer"])[begin:end], packed)
            except SkinproofError as error:
                error.where = error.where or where
                raise
        return self.unpacked[index]

    def decompress(self, size: int, where: str) -> None:
        """Record ``size`` bytes before they are decoded from data that may be a thousand times smaller.

        Raises `LimitError`, placed at ``where``, if the total is too large.
        """
        self.decompressed += size
        require_within(self.limits, "decompressed", self.decompressed, where=where, file_bytes=8 * self.all_bytes)
        self.spend(size, where)


def end_of(offset: Count, count: Count, stride: Count, element: Count) -> Count:
    """The byte offset at which the last of ``count`` elements ends, of one accessor or (n,) of n."""
    return offset + stride * (count - 1) + element


def checked_index(index: int, collection: Sized, where: str) -> int:
    """The index itself. Raises ``SkinproofError`` if the collection has no such element."""
    if index >= len(collection):
        raise SkinproofError(f"index {index} is out of range: there are {len(collection)}", where=where)
    return index


def read(buffers: Buffers, index: int, where: str, kinds: tuple[str, ...]) -> NDArray[Any]:
    """(count, components) values of accessor ``index`` as stored; matrices column by column, as in the file.

    ``kinds``: allowed accessor types. Raises ``SkinproofError`` for any other, and for an index, offset or count that
    points beyond the data.
    """
    accessor = buffers.accessors[checked_index(index, buffers.accessors, where)]
    layout = layout_of(accessor)
    if layout is None or accessor["type"] not in kinds:
        known = accessor["componentType"] in DTYPES
        told = f"{where} needs {' or '.join(kinds)}, this is {accessor['type']!r}"
        told = told if known else f"componentType {accessor['componentType']} is unknown"
        raise SkinproofError(told, where=f"/accessors/{index}")
    values = _placed(buffers, accessor, layout, index)
    if "sparse" in accessor:
        values = _with_sparse(buffers, accessor, values, f"/accessors/{index}")
    if not _repeats_a_row(values) and not (values.flags.c_contiguous and values.flags.aligned):
        buffers.spend(values.nbytes, f"/accessors/{index}")
        values = values.copy()
    return values if values.ndim == 2 else values.reshape(accessor["count"], layout.columns * layout.rows)


def row_by_row(values: NDArray[Any], change: Callable[[NDArray[Any]], NDArray[Any]]) -> NDArray[Any]:
    """``change`` applied to values (n, C), row by row; if one row in memory stands for all, it is changed once."""
    if not _repeats_a_row(values):
        return change(values)
    row = change(values[:1])
    return np.broadcast_to(row, (len(values), *row.shape[1:]))


def _repeats_a_row(values: NDArray[Any]) -> bool:
    """Whether one row in memory stands for all, as in an accessor without data."""
    return values.strides[0] == 0 and len(values) > 1


def _placed(buffers: Buffers, accessor: dict[str, Any], layout: Layout, index: int) -> NDArray[Any]:
    """The values of accessor ``index``, not copied: (count, rows) or (count, columns, rows).

    Without a buffer view they are zeros (count, rows times columns), with one row in memory.
    """
    if index in buffers.decoded:
        return buffers.decoded[index]
    dtype, columns, rows, column, element = layout
    count = accessor["count"]
    view = accessor.get("bufferView")
    if view is None:
        where = f"/accessors/{index}"
        require_within(buffers.limits, "zeros", count, where=where, file_bytes=buffers.all_bytes)
        return np.broadcast_to(np.zeros(rows * columns, dtype), (count, rows * columns))
    shape = (count, rows) if columns == 1 else (count, columns, rows)
    data, begin, end, stride = buffers.view(view, f"/accessors/{index}/bufferView")
    offset = accessor.get("byteOffset", 0)
    stride = stride or column * columns
    needed = end_of(offset, count, stride, element) if count else 0
    if stride < element or needed > end - begin:
        told = f"{count} elements of {element} bytes, {stride} apart, from byte {offset} do not fit the "
        raise SkinproofError(f"{told}{end - begin} bytes of the view", where=f"/accessors/{index}")
    if not count:
        return np.zeros(shape, dtype)
    steps = (stride, dtype.itemsize) if columns == 1 else (stride, column, dtype.itemsize)
    return np.ndarray(shape, dtype, data, begin + offset, steps)


def _with_sparse(buffers: Buffers, accessor: dict[str, Any], base: NDArray[Any], pointer: str) -> NDArray[Any]:
    """The sparse values written over the base (3.6.2.3)."""
    sparse, count = accessor["sparse"], accessor["sparse"]["count"]
    where = f"{pointer}/sparse"
    if count > accessor["count"]:
        told = f"{counted(count, 'sparse value')} over {counted(accessor['count'], 'element')}"
        raise SkinproofError(told, where=where)
    index_type = DTYPES.get(sparse["indices"]["componentType"])
    if index_type is None or index_type.kind != "u":
        raise SkinproofError("sparse indices must be unsigned integers", where=f"{where}/indices/componentType")
    indices = _dense(buffers, sparse["indices"], index_type, count, f"{where}/indices")
    values = _dense(buffers, sparse["values"], base.dtype, count * math.prod(base.shape[1:]), f"{where}/values")
    largest = int(indices.max(initial=0))
    told = f"sparse index {largest} is out of range: there are {accessor['count']} elements"
    require(not count or largest < accessor["count"], told, f"{where}/indices")
    buffers.spend(base.nbytes, pointer)
    out = base.copy()
    out[indices] = values.reshape(count, *base.shape[1:])
    return out


def _dense(buffers: Buffers, part: dict[str, Any], dtype: np.dtype, count: int, where: str) -> NDArray[Any]:
    data, begin, end, _ = buffers.view(part["bufferView"], f"{where}/bufferView")
    offset = part.get("byteOffset", 0)
    told = f"{count} values from byte {offset} do not fit the {end - begin} bytes of the view"
    require(offset + count * dtype.itemsize <= end - begin, told, where)
    return np.ndarray((count,), dtype, data, begin + offset)


def read_floats(buffers: Buffers, index: int, where: str, kinds: tuple[str, ...]) -> Float:
    """(count, components) reals: float32 as stored, normalised integers decoded (3.6.2.2), other integers cast.

    Integers become float64, because c / 255 is not exact in float32. Raises ``SkinproofError`` for NaN and infinities.
    """
    values = read_unchecked_floats(buffers, index, where, kinds)
    require_finite([ReadValues(values, index, where)])
    return values


def read_unchecked_floats(buffers: Buffers, index: int, where: str, kinds: tuple[str, ...]) -> Float:
    """(count, components) as `read_floats`, but NaN and infinities pass: one `require_finite` then checks many."""
    stored = read(buffers, index, where, kinds)
    if stored.dtype.kind == "f":
        return stored
    buffers.spend(0 if _repeats_a_row(stored) else stored.size * 8, f"/accessors/{index}")
    largest = np.iinfo(stored.dtype).max if buffers.accessors[index].get("normalized") else None
    return row_by_row(stored, lambda rows: _decoded(rows, largest))


def _decoded(stored: NDArray[Any], largest: int | None) -> Float64:
    """(count, components) integers divided by ``largest`` (None: only cast)."""
    values = stored.astype(np.float64)
    return values if largest is None else np.maximum(values / largest, -1.0)


def require_finite(read: Sequence[ReadValues]) -> None:
    """Raise ``SkinproofError`` for the first NaN or infinity.

    Small arrays are joined first: one by one, the calls would cost more than reading the memory.
    """
    flat = [(values[:1] if _repeats_a_row(values) else values).reshape(-1) for values, _, _ in read]
    small = [values for values in flat if values.size <= _SMALL]
    if len(small) > 1:
        with np.errstate(invalid="ignore"):  # casting a NaN from float32 to float64 may warn
            flat = [values for values in flat if values.size > _SMALL] + [np.concatenate(small)]
    if all(map(all_finite, flat)):
        return
    for values, index, where in read:
        if not all_finite(values.reshape(-1)):
            bad = np.flatnonzero(~np.isfinite(values).all(axis=1))
            one = "vertex" if "/attributes/" in where else "element"
            more = f" (nor {listed(bad[1:].tolist(), quoted=False)})" if len(bad) > 1 else ""
            raise SkinproofError(f"{one} {bad[0]} of {where} is not a finite number{more}", where=f"/accessors/{index}")


def all_finite(flat: Float) -> bool:
    """Whether none of (n,) is NaN or infinite.

    The dot product with zeros is zero only if all values are finite, and reads the memory once.
    """
    with np.errstate(invalid="ignore"):  # zero times infinity is the case to be detected
        if flat.size <= _ZEROS.size:
            return bool(flat.dot(_ZEROS[: flat.size]) == 0.0)
        pieces = (flat[begin : begin + _ZEROS.size] for begin in range(0, flat.size, _ZEROS.size))
        return all(piece.dot(_ZEROS[: piece.size]) == 0.0 for piece in pieces)
