"""A GLB written from another file: its document, and one buffer with added accessors. All else stays byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..error import require
from ..files.source import read_source
from ..gltf.container import glb_bytes, open_container
from ..gltf.resolver import Resolver
from ..model import Int

#: From here on float64 has no fractions: such a number is no index.
_LARGEST_WHOLE = 2**53
_COMPRESSED = ("EXT_meshopt_compression", "KHR_meshopt_compression")


def file_document(path: Path) -> tuple[dict[str, Any], memoryview | None]:
    """The JSON of the glTF file at ``path``, to be changed, and its binary chunk. Raises ``SkinproofError``."""
    container = open_container(read_source(path, path.name)[0], path.name)
    text = str(container.json, "utf-8").removeprefix("\ufeff").rstrip("\0")
    document: dict[str, Any] = json.loads(text, parse_float=_number)
    return document, container.binary


def _number(text: str) -> int | float:
    """A number with a point or an exponent; whole ones as the reader takes them, since 0.0 may stand for node 0."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < _LARGEST_WHOLE else value


class FileBuffer:
    """The written binary chunk: the bytes of the file's buffers one after another, then what is added."""

    def __init__(self, document: dict[str, Any], binary: memoryview | None, resolver: Resolver) -> None:
        self._document = document
        self._pieces: list[bytes] = []
        self._size = 0
        place: dict[int, tuple[int, int]] = {}  # of a former buffer: its new number, and its first byte there
        left = []
        views = document.get("bufferViews", [])
        read = {stored.get("buffer") for view in views for stored in _compressed(view) or [view]}
        for k, buffer in enumerate(document.get("buffers", [])):
            if k in read:
                data = bytes(resolver.resolve(buffer["uri"], f"/buffers/{k}") if "uri" in buffer else binary or b"")
                place[k] = (0, self._append(data[: buffer["byteLength"]], 16))
            else:  # nobody reads it: it stands for what a compressed view is decoded to
                left.append(buffer)
                place[k] = (len(left), 0)
        for number, view in enumerate(views):
            for stored in (view, *_compressed(view)):
                named = stored.get("buffer")
                told = "buffer {named} is not there, so the file cannot be written anew"
                require(named in place, told, f"/bufferViews/{number}", named=named)
                stored["buffer"], begin = place[named]
                if begin:
                    stored["byteOffset"] = stored.get("byteOffset", 0) + begin
        self._left = left

    def _append(self, data: bytes, boundary: int) -> int:
        """The first byte of ``data`` in the chunk."""
        gap = -self._size % boundary
        begin = self._size + gap
        self._pieces += [b"\0" * gap, data]
        self._size = begin + len(data)
        return begin

    def accessor(self, rows: NDArray[Any], kind: str, component: int) -> int:
        """A new accessor with a buffer view of its own, of rows (n, width)."""
        views, accessors = self._document.setdefault("bufferViews", []), self._document.setdefault("accessors", [])
        data = np.ascontiguousarray(rows).tobytes()
        views.append({"buffer": 0, "byteOffset": self._append(data, 4), "byteLength": len(data)})
        view = len(views) - 1
        accessors.append({"bufferView": view, "componentType": component, "count": len(rows), "type": kind})
        return len(accessors) - 1

    def joints(self, block: Int) -> int:
        """A new accessor of joints (V, 4), in bytes if all fit."""
        small = int(block.max(initial=0)) < 256
        return self.accessor(block.astype(np.uint8 if small else np.uint16), "VEC4", 5121 if small else 5123)

    def glb(self) -> bytes:
        """The whole file. The document's list of buffers then describes the one chunk."""
        if self._size:
            self._document["buffers"] = [{"byteLength": self._size}, *self._left]
        text = json.dumps(self._document, ensure_ascii=False, separators=(",", ":"))
        data = text.encode(errors="backslashreplace")  # half a surrogate pair in a name: its escape is JSON's, too
        return glb_bytes(data, b"".join(self._pieces))


def _compressed(view: dict[str, Any]) -> list[dict[str, Any]]:
    """What a buffer view says of its compressed bytes, under either name of the extension."""
    return [view["extensions"][name] for name in _COMPRESSED if name in view.get("extensions", {})]
