"""Step 1, the container: a .glb or .gltf file becomes JSON text and, for GLB, a binary chunk.

Source: glTF 2.0 specification, section 4 (GLB file format).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ..error import SkinproofError, require

_MAGIC = b"glTF"
#: "JSON" in four bytes.
_JSON = 0x4E4F534A
#: "BIN" and a zero.
_BIN = 0x004E4942


@dataclass(frozen=True)
class Container:
    """JSON text (UTF-8, not copied) and the binary chunk of a GLB, if any."""

    json: memoryview
    binary: memoryview | None


def open_container(data: memoryview, where: str) -> Container:
    """Split a file's bytes; the GLB magic tells the forms apart. Raises ``SkinproofError`` for a damaged GLB."""
    require(len(data), "the file is empty", where)
    if bytes(data[:4]) != _MAGIC:
        return Container(data, None)
    return _open_glb(data, where)


def _open_glb(data: memoryview, where: str) -> Container:
    require(len(data) >= 12, f"truncated GLB: {len(data)} bytes, the header alone has 12", where)
    version, length = struct.unpack_from("<II", data, 4)
    named = " (glTF 1.0)" if version == 1 else ""
    require(version == 2, f"GLB version {version}{named} is not supported", where, fix="convert it to glTF 2.0")
    told = f"truncated GLB: the header says {length} bytes, the file has {len(data)}"
    require(length <= len(data), told, where, fix="copy it again")
    text: memoryview | None = None
    binary: memoryview | None = None
    offset = 12
    while offset + 8 <= length:
        size, kind = struct.unpack_from("<II", data, offset)
        begin, end = offset + 8, offset + 8 + size
        require(end <= length, f"GLB chunk at byte {offset} claims {size} bytes, {length - begin} are left", where)
        if text is None:
            require(kind == _JSON, "the first chunk of a GLB must be JSON", where)
            text = data[begin:end]
        elif kind == _BIN and binary is None:
            binary = data[begin:end]
        offset = end  # unknown chunks are skipped (4.4.1)
    if text is None:
        raise SkinproofError("the GLB holds no JSON chunk", where=where)
    return Container(text, binary)


def glb_bytes(text: bytes, binary: bytes) -> bytes:
    """The GLB of a document's JSON text and its binary chunk, left out if empty."""
    chunks = b""
    for kind, data, filler in ((_JSON, text, b" "), (_BIN, binary, b"\0")):
        if data:
            padded = data + filler * (-len(data) % 4)
            chunks += struct.pack("<II", len(padded), kind) + padded
    return _MAGIC + struct.pack("<II", 2, 12 + len(chunks)) + chunks
