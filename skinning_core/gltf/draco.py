"""``KHR_draco_mesh_compression``: a primitive's vertices and faces from one stream of Google's Draco.

Skinproof itself decodes only streams in which nothing is coded (``whole_draco``). Inside Blender the add-on registers
Blender's decoder (`addon/draco.py`); elsewhere DracoPy is used if installed (``pip install skinproof[draco]``). Without
a decoder, uncompressed data of the accessors are read, with a note; if there are none, the error says what to install.

A stream's counts are compared with the accessors, and those with the limits, before a decoder sees it: it would
allocate whatever a stream claims to need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..error import SkinproofError, require
from ..model import TRIANGLES, Int
from ..text.sentence import sentence
from .accessor import Buffers, checked_index
from .grammar.element import LAYOUTS, Layout, layout_of
from .grammar.kinds import Entry, member
from .whole_draco import HEADER, varint, whole_mesh

EXTENSION = "KHR_draco_mesh_compression"

#: A stream that holds a mesh, not a cloud of points.
_MESH = 1
#: Faces coded as a walk over them. The other method is sequential.
_EDGEBREAKER = 1
#: Flag: the stream has metadata.
_METADATA = 0x8000


class Form(NamedTuple):
    """What an accessor declares of one attribute of a stream."""

    component: int  # glTF's componentType
    kind: str  # "VEC3", ...


class DracoMesh(NamedTuple):
    """A decoded stream."""

    indices: Int  # (3 F,) three per face
    attributes: dict[int, NDArray[Any]]  # by the attribute's unique id: (V, C), in any type that holds the values


#: From a stream and, by unique id, the form of each attribute that is needed, to the mesh. It raises ``SkinproofError``
#: for a broken stream.
Decoder = Callable[[bytes, dict[int, Form]], DracoMesh]

_registered: list[Decoder] = []


def register_decoder(decoder: Decoder) -> None:
    """Use ``decoder`` for all streams from now on, before any other."""
    _registered.insert(0, decoder)


def unregister_decoder(decoder: Decoder) -> None:
    """Forget a registered decoder."""
    _registered.remove(decoder)


def decoder_at_hand() -> Decoder | None:
    """The decoder registered last, else DracoPy's, else None."""
    if _registered:
        return _registered[0]
    try:
        import DracoPy  # noqa: F401 -- only to learn whether it is installed
    except ImportError:
        return None
    return decoded_by_dracopy


def decoded_by_dracopy(stream: bytes, wanted: dict[int, Form]) -> DracoMesh:
    """The mesh of a stream by the package DracoPy; a ``Decoder``."""
    import DracoPy

    del wanted  # DracoPy decodes all attributes, each in its own type
    try:
        mesh = DracoPy.decode(stream)
    except Exception as error:  # whatever a decoder in C++ raises, the stream is at fault
        raise SkinproofError("the stream cannot be decoded") from error
    require(getattr(mesh, "faces", None) is not None, "the stream holds no faces")
    attributes = {attribute["unique_id"]: np.asarray(attribute["data"]) for attribute in mesh.attributes}
    return DracoMesh(np.asarray(mesh.faces).reshape(-1), attributes)


def read_compressed(buffers: Buffers, primitive: Entry, where: str) -> list[str]:
    """Decode a primitive's stream, if any, for its accessors. Returns notes.

    Raises ``SkinproofError`` for a broken stream, one that does not fit the accessors, and if there are neither a
    decoder nor uncompressed data.
    """
    extension = member(primitive.extensions, EXTENSION)
    if extension is None:
        return []
    where = f"{where}/extensions/{EXTENSION}"
    view, ids = _checked(extension, where)
    attributes: dict[int, int] = {}  # accessors by the stream's id
    for name, id_ in ids.items():
        index = getattr(primitive.attributes, name, None)
        if index is not None:
            attributes[id_] = index
    indices = primitive.indices
    used = [*attributes.values()] if indices is None else [*attributes.values(), indices]
    for index in used:
        checked_index(index, buffers.accessors, where)
    data, begin, end, _ = buffers.view(view, f"{where}/bufferView")
    stream = bytes(data[begin:end])
    try:
        decoder = decoder_at_hand() or _decoder_of_whole(stream)
        if decoder is None:
            return _fallback(buffers, used, where)
        if indices is None or primitive.mode != TRIANGLES:
            raise SkinproofError("Draco data are read for triangles with indices only", where=where)
        _decode(buffers, decoder, stream, attributes, indices, where)
    except SkinproofError as error:
        error.where = error.where or where
        raise
    return []


def _decoder_of_whole(stream: bytes) -> Decoder | None:
    """A decoder for a stream in which nothing is coded; else None."""
    mesh = whole_mesh(stream)
    return None if mesh is None else lambda *_: DracoMesh(*mesh)


def _checked(extension: Any, where: str) -> tuple[int, dict[str, int]]:
    """The stream's buffer view, and the unique id of each attribute."""
    view, ids = member(extension, "bufferView"), member(extension, "attributes")
    require(type(view) is int and view >= 0 and type(ids) is dict, "bufferView and attributes expected", where)
    usable = all(type(id_) is int and 0 <= id_ < 1 << 32 for id_ in ids.values())
    require(usable, "attributes must be integers of at least 0", f"{where}/attributes")
    return view, ids


def _fallback(buffers: Buffers, accessors: list[int], where: str) -> list[str]:
    """A note that uncompressed data are used. Raises ``SkinproofError`` if an accessor has none."""
    require(
        all("bufferView" in buffers.accessors[index] for index in accessors),
        "the mesh is compressed with Draco, for which there is no decoder here, and has no other data",
        where,
        fix="pip install DracoPy, or use an official build of Blender, which brings one",
    )
    told = "{where}: there is no decoder for Draco here; the file's uncompressed data are read instead"
    return [sentence(told, where=where)]


def _decode(
    buffers: Buffers, decoder: Decoder, stream: bytes, attributes: dict[int, int], indices: int, where: str
) -> None:
    """Fill ``buffers.decoded`` for the accessors ``attributes`` (by unique id) and ``indices``."""
    forms, size = {}, 0
    counts = {buffers.accessors[index]["count"] for index in attributes.values()}
    for id_, index in attributes.items():
        accessor = buffers.accessors[index]
        forms[id_] = Form(accessor["componentType"], accessor["type"])
        size += accessor["count"] * _layout(buffers, index).element
    faces, rest = divmod(buffers.accessors[indices]["count"], 3)
    one = len(counts) == 1 and not rest
    require(one, "accessors of one stream must have one count, and three indices per face")
    vertices = counts.pop()
    buffers.decompress(size + 12 * faces, where)
    _require_claims(stream, faces, vertices)
    mesh = decoder(stream, forms)
    told = f"the stream holds {len(mesh.indices)} indices, the accessor says {3 * faces}"
    require(len(mesh.indices) == 3 * faces, told)
    buffers.decoded[indices] = _as_stored(buffers, indices, mesh.indices.reshape(-1, 1))
    for id_, index in attributes.items():
        require(id_ in mesh.attributes, f"the stream has no attribute with the id {id_}")
        values, columns = mesh.attributes[id_], LAYOUTS[forms[id_]].rows
        told = f"attribute {id_} is {values.shape[0]} x {values.shape[1]}, its accessor {vertices} x {columns}"
        require(values.shape == (vertices, columns), told)
        buffers.decoded[index] = _as_stored(buffers, index, values)


def _as_stored(buffers: Buffers, index: int, values: NDArray[Any]) -> NDArray[Any]:
    """The values in the accessor's type. Raises ``SkinproofError`` for integers beyond it."""
    dtype = _layout(buffers, index).dtype
    with np.errstate(invalid="ignore", over="ignore"):
        stored = values.astype(dtype)
    whole = dtype.kind == "f" or np.array_equal(stored, values)
    require(whole, f"the stream's values are not {dtype} as the accessor says")
    return stored


def _layout(buffers: Buffers, index: int) -> Layout:
    layout = layout_of(buffers.accessors[index])
    if layout is None:
        raise SkinproofError("component type or type unknown", where=f"/accessors/{index}")
    return layout


def _require_claims(stream: bytes, faces: int, vertices: int) -> None:
    """Raise ``SkinproofError`` unless a stream claims exactly ``faces`` faces and at most ``vertices`` vertices.

    Source: Draco bitstream specification 2.2, header, sequential and edgebreaker connectivity.
    """
    require(len(stream) >= HEADER + 2 and stream[:5] == b"DRACO", "the stream is not one of Draco")
    known = stream[5:7] == b"\2\2" and stream[7] == _MESH
    require(known, f"the stream is not a mesh of Draco 2.2 but of {stream[5]}.{stream[6]}")
    bare = not int.from_bytes(stream[9:11], "little") & _METADATA
    require(bare, "the stream has metadata, which are not read", fix="compress the file without metadata")
    if stream[8] == _EDGEBREAKER:
        claimed_vertices, place = varint(stream, HEADER + 1)
        claimed_faces, _ = varint(stream, place)
    else:
        claimed_faces, place = varint(stream, HEADER)
        claimed_vertices, _ = varint(stream, place)
    require(
        claimed_faces == faces and claimed_vertices <= vertices,
        f"the stream claims {claimed_faces} faces and {claimed_vertices} vertices, "
        f"its accessors {faces} and {vertices}",
    )
