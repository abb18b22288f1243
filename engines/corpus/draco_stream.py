"""A mesh as a stream of KHR_draco_mesh_compression in its plainest form: faces and values are stored whole.

Source: Draco bitstream specification 2.2. ``gltf.whole_draco`` decodes it, or any of Draco's own decoders.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from ...model import Int

#: "DRACO", version 2.2, a mesh, sequential faces, no flags.
_HEAD = b"DRACO\2\2\1\0\0\0"
#: Faces are whole indices.
_WHOLE = 1
#: Attributes are whole values.
_GENERIC = 0
#: Draco's number for an attribute's meaning, 4 if unknown, and for its type.
_KINDS = {"POSITION": 0, "NORMAL": 1}
_TYPES = {"u1": 2, "u2": 4, "f4": 9}


def whole_stream(triangles: Int, columns: Mapping[str, NDArray[Any]]) -> bytes:
    """The stream of triangles (F, 3) and attributes (V, C) by name; the k-th has the unique id k."""
    points = len(next(iter(columns.values())))
    index = "u1" if points < 256 else "<u2"
    out = [_HEAD, _number(len(triangles)), _number(points), bytes([_WHOLE]), triangles.astype(index).tobytes()]
    out += [bytes([1]), _number(len(columns))]
    for id_, (name, values) in enumerate(columns.items()):
        kind, type_ = _KINDS.get(name, 4), _TYPES[values.dtype.str[1:]]
        out += [bytes([kind, type_, values.shape[1], 0]), _number(id_)]
    out.append(bytes([_GENERIC] * len(columns)))
    out += [values.tobytes() for values in columns.values()]
    return b"".join(out)


def _number(value: int) -> bytes:
    """Seven bits in a byte, lowest first; the top bit says that more follow."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + _number(value >> 7)
