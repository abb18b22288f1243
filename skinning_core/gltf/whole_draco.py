"""Draco streams that store faces and values whole: no library is needed to read these.

The corpus has one, so its statement about Draco can be judged without a decoder. Source: Draco bitstream specification
2.2: header, sequential connectivity, sequential attributes of the generic kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..error import SkinproofError, require
from ..model import Int

#: Bytes before the counts that a stream claims: "DRACO", version 2.2, mesh, method, flags.
HEADER = 11
#: Place of the byte that names the method of faces.
_METHOD = 8
#: One face after the other.
_SEQUENTIAL = 0
#: Indices as they are, not coded.
_WHOLE = 1
#: An attribute's values as they are, not quantised.
_GENERIC = 0
#: NumPy's type of each type of a stream, and of indices by the first count of points that needs a larger one.
_TYPES = dict(enumerate(("i1", "u1", "<i2", "<u2", "<i4", "<u4"), start=1)) | {9: "<f4"}
_INDICES = ((1 << 8, "u1"), (1 << 16, "<u2"))


def whole_mesh(stream: bytes) -> tuple[Int, dict[int, NDArray[Any]]] | None:
    """The indices (3 F,) and, by unique id, the values (V, C) of each attribute; None if anything is coded.

    Raises ``SkinproofError`` if the stream ends early or has a type that glTF has not.
    """
    if not stream.startswith(b"DRACO") or stream[_METHOD:HEADER][:1] != bytes([_SEQUENTIAL]):
        return None
    try:
        return _whole_mesh(stream)
    except (IndexError, ValueError) as error:
        raise SkinproofError("the stream is broken: it ends early") from error


def _whole_mesh(stream: bytes) -> tuple[Int, dict[int, NDArray[Any]]] | None:
    """The same, of sequential faces; ``IndexError`` or ``ValueError`` if it ends early."""
    faces, at = varint(stream, HEADER)
    points, at = varint(stream, at)
    index = next((kind for limit, kind in _INDICES if points < limit), None)
    if stream[at] != _WHOLE or index is None:
        return None
    indices, at = np.frombuffer(stream, index, 3 * faces, at + 1), at + 1 + 3 * faces * np.dtype(index).itemsize
    if stream[at] != 1:  # one decoder for all attributes
        return None
    forms, (count, at) = [], varint(stream, at + 1)
    for _ in range(count):
        _, type_, components, _ = stream[at : at + 4]
        id_, at = varint(stream, at + 4)
        require(type_ in _TYPES, f"the stream has a type that glTF has not: {type_}")
        forms.append((id_, _TYPES[type_], components))
    if any(coding != _GENERIC for coding in stream[at : at + count]):
        return None
    at, attributes = at + count, {}
    for id_, kind, components in forms:
        attributes[id_] = np.frombuffer(stream, kind, points * components, at).reshape(points, components)
        at += attributes[id_].nbytes
    return indices.astype(np.int64), attributes


def varint(stream: bytes, place: int) -> tuple[int, int]:
    """A number in seven bits per byte, lowest first, and the place of the byte after it."""
    value, shift = 0, 0
    while place < len(stream) and shift < 35:
        byte = stream[place]
        place += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, place
    raise SkinproofError("the stream is broken: a number has no end")
