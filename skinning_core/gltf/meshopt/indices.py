"""Modes INDICES and TRIANGLES: indices of vertices.

INDICES is a header byte (0xd1), one number per index and four zeros. TRIANGLES is a header byte (0xe1), one code per
triangle, numbers that did not fit into codes, and a table of 16 bytes. Numbers have seven bits per byte, lowest first;
the high bit says that another byte follows. A difference's sign is its lowest bit.

A triangle's code says where its corners come from: the next new vertex, one of the last 15 edges, one of the last 13
vertices, or a number. The code alone says how many edges and vertices it adds. So all triangles' repeated corners are
known before any index is. Following these links two at a time, then four, then eight, ends after a few steps at corners
with an index.

Source: KHR_meshopt_compression, appendix A, "Mode 1: triangles" and "Mode 2: indices".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...error import require
from ...model import Bool, Int

#: Header byte of TRIANGLES.
_TRIANGLES = 0xE1
#: Header byte of INDICES.
_INDICES = 0xD1
#: Bytes of the table of codes that ends TRIANGLES.
_TABLE = 16
_LONGEST_NUMBER = 5  # bytes


def decode_indices(stream: memoryview, count: int) -> NDArray[np.uint32]:
    """(count,) indices of a stream of mode INDICES. Raises ``SkinproofError`` for a broken stream."""
    data = np.frombuffer(stream, np.uint8)
    require(len(data) >= 1 + count + 4, f"a stream of {len(data)} bytes cannot hold {count} indices")
    require(data[0] == _INDICES, "the stream does not begin with 0xd1")
    body = data[1:-4]
    ends = np.flatnonzero(body < 128)
    require(len(ends) == count and (ends[-1] + 1 if count else 0) == len(body), "the stream is broken: its numbers")
    starts = np.append(0, ends[:-1] + 1) if count else ends
    numbers = _numbers(body, starts, ends)
    differences = _signed(numbers >> np.uint32(1))
    second = (numbers & np.uint32(1)).astype(bool)
    out = np.empty(count, np.uint32)
    for baseline in (second, ~second):
        out[baseline] = np.cumsum(differences[baseline], dtype=np.uint32)
    return out


def decode_triangles(stream: memoryview, count: int) -> NDArray[np.uint32]:
    """(count,) indices of a stream of mode TRIANGLES, three per face. Raises ``SkinproofError`` for a broken stream."""
    data = np.frombuffer(stream, np.uint8)
    triangles = count // 3
    require(len(data) >= 1 + triangles + _TABLE, f"a stream of {len(data)} bytes cannot hold {triangles} triangles")
    require(data[0] == _TRIANGLES, "the stream does not begin with 0xe1")
    codes, extra, table = data[1 : 1 + triangles], data[1 + triangles : -_TABLE], data[-_TABLE:]
    require(
        not table[14:].any() and (table & 15 != 15).all() and (table >> 4 != 15).all(),
        "the stream is broken: its table of codes",
    )
    if not triangles:
        require(not len(extra), "the stream is broken: bytes are left over")
        return np.zeros(0, np.uint32)
    numbers = _explicit(codes, extra)
    sources = _sources(codes, table, numbers)
    return _followed(_links(codes, sources), _given(codes, sources, numbers))


class _Explicit(NamedTuple):
    """The bytes behind the codes."""

    pairs: Int  # (F,) one byte per code 0xfe or 0xff: sources of b and c
    corners: Int  # (E,) corners given as a number, ascending: 3 x triangle + 0, 1, 2
    differences: NDArray[np.uint32]  # (E,) the difference from the number before


class _Sources(NamedTuple):
    """Where the corners of each triangle come from, (n,) each."""

    by_edge: Bool  # a and b are a recent edge
    a: Int  # without a recent edge: 0 the next new vertex, 15 a number
    b: Int  # the same, or 1 to 14: the recent vertex at that place
    c: Int  # the same; with a recent edge also 16: the number before less 1, and 17: plus 1
    restart: Bool  # new vertices begin at 0 again


def _explicit(codes: NDArray[np.uint8], extra: NDArray[np.uint8]) -> _Explicit:
    """Pairs and numbers, in one pass over the codes that have bytes of their own."""
    ends = np.flatnonzero(extra < 128)
    which = np.searchsorted(ends, np.arange(len(extra)))
    whole = which < len(ends)
    after = np.where(whole, np.append(ends, 0)[which] + 1, len(extra) + 1).tolist()  # behind a number from this byte on
    raw = extra.tobytes()
    asking = np.flatnonzero(((codes & 15) == 15) & (codes < 0xF0) | (codes >= 0xFE))
    pairs: list[int] = []
    corners: list[int] = []
    starts: list[int] = []
    place = 0
    try:
        for triangle, code in zip(asking.tolist(), codes[asking].tolist(), strict=True):
            numbered: tuple[int, ...] = (2,)
            if code >= 0xFE:
                pair = raw[place]
                place += 1
                pairs.append(pair)
                numbered = tuple(k for k, where in enumerate((code - 0xF0, pair >> 4, pair & 15)) if where == 15)
            for k in numbered:
                corners.append(3 * triangle + k)
                starts.append(place)
                place = after[place]
    except IndexError:
        place = -1
    require(place == len(extra), "the stream is broken: its numbers do not end where its table begins")
    begin = np.array(starts, np.intp)
    end = np.array(after, np.intp)[begin] - 1 if len(begin) else begin
    return _Explicit(np.array(pairs, np.int32), np.array(corners, np.int32), _signed(_numbers(extra, begin, end)))


def _sources(codes: NDArray[np.uint8], table: NDArray[np.uint8], numbers: _Explicit) -> _Sources:
    high, low = (codes >> 4).astype(np.int32), (codes & 15).astype(np.int32)
    by_edge = high < 15
    pairs = table[low].astype(np.int32)
    explicit = codes >= 0xFE
    pairs[explicit] = numbers.pairs
    # Behind an edge, 1 to 12 skip the most recent vertex: it is part of that edge.
    edge_c = np.select([low == 13, low == 14, (low == 0) | (low == 15)], [16, 17, low], low + 1)
    return _Sources(
        by_edge=by_edge,
        a=np.where(codes == 0xFF, 15, 0),
        b=pairs >> 4,
        c=np.where(by_edge, edge_c, pairs & 15),
        restart=explicit & (pairs == 0),
    )


def _before(counts: Int) -> Int:
    """The sum of all earlier counts, at each place."""
    return np.cumsum(counts) - counts


def _given(codes: NDArray[np.uint8], sources: _Sources, numbers: _Explicit) -> NDArray[np.uint32]:
    """(3 n,) the index of corners that are a new vertex or a number; others have any value."""
    free = ~sources.by_edge
    new = np.stack([free & (sources.a == 0), free & (sources.b == 0), sources.c == 0], axis=1).reshape(-1)
    since = _before(new.astype(np.int64))
    starts = np.flatnonzero(sources.restart)
    if len(starts):
        latest = np.searchsorted(starts, np.arange(len(codes)), side="right")
        base = np.append(0, since[3 * starts])[latest]
        since -= np.repeat(base, 3)
    values = since.astype(np.uint32)
    near = np.flatnonzero(sources.by_edge & (sources.c >= 16))
    corners = np.concatenate([numbers.corners, 3 * near + 2])
    steps = np.concatenate([numbers.differences, np.where(sources.c[near] == 16, 0xFFFFFFFF, 1).astype(np.uint32)])
    order = np.argsort(corners, kind="stable")
    values[corners[order]] = np.cumsum(steps[order], dtype=np.uint32)
    return values


def _links(codes: NDArray[np.uint8], sources: _Sources) -> Int:
    """(3 n,) the earlier corner that each corner repeats, or itself if its index is given."""
    first = np.arange(0, 3 * len(codes), 3, dtype=np.int32)  # half the memory of the usual integers
    a, b, c = first, first + 1, first + 2
    free = ~sources.by_edge
    links = np.arange(3 * len(codes), dtype=np.int32).reshape(-1, 3)

    edges_before = _before(np.where(free, 3, 2))
    ends = np.stack([b, a, c, b, a, c], axis=1).reshape(-1, 3, 2)  # (b, a), (c, b), (a, c); by edge only the last two
    recent = ends[np.stack([free, np.ones_like(free), np.ones_like(free)], axis=1)]
    named = (edges_before - 1 - (codes >> 4))[sources.by_edge]
    require((named >= 0).all(), "the stream is broken: it names an edge before the first")
    links[sources.by_edge, :2] = recent[named]

    # A triangle adds the vertices that its code does not take from the recent ones.
    repeated_b, repeated_c = _is_recent(sources.b), _is_recent(sources.c)
    added = np.stack([free, free & ~repeated_b, ~repeated_c], axis=1)
    vertices_before = _before(added.sum(axis=1))
    vertices = links.reshape(-1, 3)[added]
    for corner, source, chosen in ((1, sources.b, free & repeated_b), (2, sources.c, repeated_c)):
        named = (vertices_before - source)[chosen]
        require((named >= 0).all(), "the stream is broken: it names a vertex before the first")
        links[chosen, corner] = vertices[named]
    return links.reshape(-1)


def _is_recent(source: Int) -> Bool:
    return (source > 0) & (source < 15)


def _followed(links: Int, explicit: NDArray[np.uint32]) -> NDArray[np.uint32]:
    while True:
        further = links[links]
        if np.array_equal(further, links):
            return explicit[links]
        links = further


def _numbers(data: NDArray[np.uint8], starts: Int, ends: Int) -> NDArray[np.uint32]:
    """The numbers between the given bytes."""
    length = ends - starts + 1
    require(not len(length) or int(length.max()) <= _LONGEST_NUMBER, "the stream is broken: a number has no end")
    values = np.zeros(len(starts), np.uint32)
    for k in range(int(length.max()) if len(length) else 0):
        longer = np.flatnonzero(length > k)
        values[longer] |= (data[starts[longer] + k] & np.uint8(127)).astype(np.uint32) << np.uint32(7 * k)
    return values


def _signed(numbers: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Differences, two's complement, of numbers whose lowest bit is the sign."""
    return numbers >> np.uint32(1) ^ (numbers & np.uint32(1)) * np.uint32(0xFFFFFFFF)
