"""Mode ATTRIBUTES: elements of up to 256 bytes, coded as differences from one element to the next.

A stream is one header byte (0xa0: version 0, 0xa1: version 1), blocks, zeros, and a tail: the element before the first,
in version 1 also one byte per channel (four bytes of an element) that says what its differences mean.

A block holds up to 256 elements: the first bytes of all, then all second bytes and so on, as differences in groups of
16. Two bits per group say in how many bits a difference is stored: none, 1, 2, 4 or 8. If these are all ones, it stands
as a whole byte behind its group. So a group's beginning depends on those before it. But the length of a group beginning
at a byte is computed for all bytes at once, and the pass in order only adds these lengths. Then all groups of one width
are unpacked together, and sums over whole columns turn differences into values.

Source: KHR_meshopt_compression, appendix A, "Mode 0: attributes".
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from ...error import require
from ...model import Int

Bytes = NDArray[np.uint8]

_GROUP = 16
_VERSIONS = (0xA0, 0xA1)
#: The tail's least bytes, by version.
_TAIL = (32, 24)
#: Bits of a difference, by the group's two header bits: for version 0, then for control modes 0 and 1.
_WIDTHS = ((0, 2, 4, 8), (0, 1, 2, 4), (1, 2, 4, 8))
#: Control mode of version 1 without groups: all differences are zero.
_ZERO = 2
#: Control mode of version 1 without groups: all differences are whole bytes.
_LITERAL = 3
#: Widths of the four groups of a header byte, by rule (the place in _WIDTHS) and byte.
_WIDTHS_OF_FOUR = [[bytes(w[h >> s & 3] for s in (0, 2, 4, 6)) for h in range(256)] for w in _WIDTHS]


def _unpacked(width: int) -> Bytes:
    """(256, 8 / width) the values in each byte, the first in its highest bits; single bits begin with the lowest."""
    shifts = np.arange(0, 8, width)
    return (np.arange(256)[:, None] >> (shifts if width == 1 else shifts[::-1]) & ((1 << width) - 1)).astype(np.uint8)


_UNPACKED = {width: _unpacked(width) for width in (1, 2, 4)}


class _Shape(NamedTuple):
    """How the elements of a stream are divided."""

    elements: int
    stride: int
    blocks: int
    groups: int  # in a full block

    def in_block(self, block: int) -> int:
        """Elements of a block."""
        return min(self.elements - block * self.groups * _GROUP, self.groups * _GROUP)


def decode_vertices(stream: memoryview, count: int, stride: int) -> Bytes:
    """(count, stride) bytes of the elements of a stream of mode ATTRIBUTES.

    ``stride``: a multiple of 4, at most 256. Nothing of the claimed size is allocated before the stream is known to be
    long enough. Raises ``SkinproofError`` for a broken stream.
    """
    data = np.frombuffer(stream, np.uint8)
    version = _version(data)
    groups = min(8192 // stride // _GROUP, 256 // _GROUP)
    shape = _Shape(count, stride, -(-count // (groups * _GROUP)), groups)
    tail = max(stride + (stride // 4 if version else 0), _TAIL[version])
    _require_length(len(data), version, shape, tail)
    body = data[1 : len(data) - tail]
    channels = data[len(data) - stride // 4 :] if version else np.zeros(stride // 4, np.uint8)
    before = data[len(data) - stride - (len(channels) if version else 0) :][:stride]
    planes = _differences(body, version, shape)
    return _summed(planes, before, channels)


def _version(data: Bytes) -> int:
    require(len(data) and int(data[0]) in _VERSIONS, "the stream does not begin with 0xa0 or 0xa1")
    return _VERSIONS.index(int(data[0]))


def _require_length(length: int, version: int, shape: _Shape, tail: int) -> None:
    """Raise ``SkinproofError`` for a stream without room for its headers: even one of zeros has all."""
    if version:
        headers = shape.blocks * (shape.stride // 4)
    else:
        last = shape.in_block(shape.blocks - 1) if shape.blocks else 0
        per_full = -(-shape.groups // 4)
        headers = shape.stride * (max(shape.blocks - 1, 0) * per_full + -(-last // (4 * _GROUP)))
    least = 1 + headers + tail
    what = f"{shape.elements} elements of {shape.stride} bytes"
    require(length >= least, f"a stream of {length} bytes cannot hold {what}: that takes at least {least}")


class _Groups(NamedTuple):
    """Where the groups of a stream are."""

    widths: Bytes  # (G,) bits per difference
    offsets: Int  # (G,) first byte in the body
    rows: Int  # (G,) number in the decoded stream
    literals: list[tuple[int, int, int]]  # first group, first byte in the body, number of bytes


def _differences(body: Bytes, version: int, shape: _Shape) -> Bytes:
    """(stride, count) the stored differences, one row per byte of an element."""
    layout = _scan(body, version, shape)
    out = np.zeros((shape.blocks * shape.stride * shape.groups, _GROUP), np.uint8)
    padded = np.concatenate([body, np.zeros(_GROUP, np.uint8)])
    windows = sliding_window_view(padded, _GROUP)
    for width in (1, 2, 4, 8):
        chosen = np.flatnonzero(layout.widths == width)
        if len(chosen):
            offsets = layout.offsets[chosen]
            out[layout.rows[chosen]] = windows[offsets] if width == 8 else _unpack(padded, windows, offsets, width)
    flat = out.reshape(-1)
    for row, offset, size in layout.literals:
        flat[row * _GROUP : row * _GROUP + size] = body[offset : offset + size]
    by_block = out.reshape(shape.blocks, shape.stride, shape.groups * _GROUP)
    return by_block.transpose(1, 0, 2).reshape(shape.stride, -1)[:, : shape.elements]


def _unpack(body: Bytes, windows: Bytes, offsets: Int, width: int) -> Bytes:
    """(G, 16) differences of the groups of one width that begin at ``offsets``."""
    packed = 2 * width
    values = _UNPACKED[width][windows[offsets][:, :packed]].reshape(-1, _GROUP)
    large = values == (1 << width) - 1
    places = np.flatnonzero(large)
    counts = large.sum(axis=1)
    group = places // _GROUP
    nth = np.arange(len(places)) - (np.cumsum(counts) - counts)[group]
    values.reshape(-1)[places] = body[offsets[group] + packed + nth]
    return values


def _scan(body: Bytes, version: int, shape: _Shape) -> _Groups:
    """The pass in order over the groups. Raises ``SkinproofError`` if they do not end with the body."""
    raw, sizes = body.tobytes(), _sizes(body)
    widths = bytearray()
    offsets: list[int] = []
    append = offsets.append  # looked up once: it is called for every group
    firsts: list[tuple[int, int]] = []  # first group of each coded column of a block, and how many it has
    literals: list[tuple[int, int, int]] = []
    place = 0
    try:
        for block in range(shape.blocks):
            size = shape.in_block(block)
            groups = -(-size // _GROUP)
            rules = _rules(raw, place, version, shape.stride)
            place += shape.stride // 4 if version else 0
            for k, rule in enumerate(rules):
                row = (block * shape.stride + k) * shape.groups
                if rule == _LITERAL + 1:
                    literals.append((row, place, size))
                    place += size
                elif rule != _ZERO + 1:
                    header = raw[place : place + -(-groups // 4)]
                    place += -(-groups // 4)
                    column = b"".join([_WIDTHS_OF_FOUR[rule][byte] for byte in header])[:groups]
                    for width in column:
                        append(place)
                        place += sizes[width][place]
                    widths += column
                    firsts.append((row, groups))
    except IndexError:
        place = -1
    require(place == len(body), "the stream is broken: its groups do not end where its tail begins")
    return _Groups(np.frombuffer(widths, np.uint8), np.array(offsets, np.intp), _rows(firsts), literals)


def _rules(raw: bytes, place: int, version: int, stride: int) -> list[int]:
    """Per byte of an element: 0, 1 or 2 is the place in _WIDTHS, 3 means all zero, 4 literal."""
    if not version:
        return [0] * stride
    return [1 + (raw[place + k // 4] >> 2 * (k % 4) & 3) for k in range(stride)]


def _sizes(body: Bytes) -> dict[int, bytes]:
    """By width, the bytes of a group that would begin at each byte of the body, or right behind it."""
    length = len(body) + 1
    sizes = {0: bytes(length), 8: bytes([_GROUP]) * length}
    for width in (1, 2, 4):
        large = (_UNPACKED[width] == (1 << width) - 1).sum(axis=1).astype(np.uint8)
        counts = np.zeros(length + 2 * width, np.uint8)
        counts[: len(body)] = large[body]
        span = 1
        while span < 2 * width:  # sums of 2, 4, 8 bytes, each of two sums of half as many
            counts = counts[:-span] + counts[span:]
            span *= 2
        sizes[width] = (counts[:length] + np.uint8(2 * width)).tobytes()
    return sizes


def _rows(firsts: list[tuple[int, int]]) -> Int:
    if not firsts:
        return np.zeros(0, np.intp)
    first, counts = np.array(firsts, np.intp).T
    return np.repeat(first - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())


def _summed(planes: Bytes, before: Bytes, channels: Bytes) -> Bytes:
    """(count, stride) the elements that the differences (stride, count) add up to."""
    stride, count = planes.shape
    out = np.empty((count, stride), np.uint8)
    for c, channel in enumerate(channels.tolist()):
        mode, rotation = channel & 15, channel >> 4
        known = mode == 2 or (mode < 2 and not rotation)
        require(known, f"the stream is broken: channel mode {channel} is unknown")
        size = (1, 2, 4)[mode]
        for first in range(4 * c, 4 * c + 4, size):
            dtype = np.dtype(f"<u{size}")
            stored = np.ascontiguousarray(planes[first : first + size].T).view(dtype)[:, 0]
            start = before[first : first + size].copy().view(dtype)[0]
            out[:, first : first + size] = _accumulated(stored, start, rotation, mode)[:, None].view(np.uint8)
    return out


def _accumulated(stored: NDArray[Any], start: np.unsignedinteger, rotation: int, mode: int) -> NDArray[Any]:
    """A column's values from its differences, of one unsigned type, whose arithmetic wraps around."""
    if mode == 2:
        turned = stored >> np.uint32(rotation) | stored << np.uint32(32 - rotation & 31) if rotation else stored
        values: NDArray[Any] = np.bitwise_xor.accumulate(turned) ^ start
        return values
    one = stored.dtype.type(1)
    signed = stored >> one ^ (stored & one) * stored.dtype.type(~stored.dtype.type(0))
    sums: NDArray[Any] = np.cumsum(signed, dtype=stored.dtype) + start
    return sums
