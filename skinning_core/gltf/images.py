"""Images of a document: their encoded bytes, each found when first asked for. Nothing is decoded here.

An image lies in a buffer view, in a data URI, or in a file in the asset's folder.
"""

from __future__ import annotations

import struct
from pathlib import PurePosixPath

from ..error import SkinproofError, require
from ..model import Image, OnDemand
from .accessor import Buffers
from .grammar.schema import object_named

_IMAGE = object_named("image")

#: Pixels, at most: 16384 x 16384. A few kilobytes can claim more than any memory holds.
LARGEST_IMAGE = 1 << 28


def read_images(buffers: Buffers) -> OnDemand[Image]:
    """All images. Asking for one raises ``SkinproofError`` if it is missing, of an unknown format, or too large."""
    stored = buffers.json.get("images", [])
    return OnDemand(len(stored), lambda k: _image(buffers, stored[k], f"/images/{k}"))


def image_size(data: memoryview) -> tuple[int, int] | None:
    """Width and height that a PNG, JPEG or WebP claims; None for anything else."""
    head = bytes(data[:30])
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        return struct.unpack_from(">II", head, 16)
    if head.startswith(b"\xff\xd8"):
        return _size_of_jpeg(data)
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP" and len(head) == 30:
        return _size_of_webp(head)
    return None


def _image(buffers: Buffers, stored: object, where: str) -> Image:
    image = _IMAGE.make(_IMAGE.check(stored, where))
    name, path = image.name, None
    if image.bufferView is not None:
        data, begin, end, _ = buffers.view(image.bufferView, f"{where}/bufferView")
        data = data[begin:end]
    elif image.uri is None:
        raise SkinproofError("the image has neither a bufferView nor a uri", where=where)
    else:
        data = buffers.resolver.resolve(image.uri, f"{where}/uri")
        if not image.uri.startswith("data:"):
            from urllib.parse import unquote

            path = buffers.resolver.path_of(image.uri, f"{where}/uri").absolute()
            name = name or PurePosixPath(unquote(image.uri)).stem
    require_image(data, where)
    return Image(name or f"image {where.rpartition('/')[2]}", data, path)


def require_image(data: memoryview, where: str) -> None:
    """Raise ``SkinproofError`` if encoded data are in no format that is read, or claim too many pixels."""
    size = image_size(data)
    if size is None:
        raise SkinproofError("the image is not a PNG, JPEG or WebP", where=where)
    told = f"the image claims {size[0]} x {size[1]} pixels, which is not taken"
    require(0 < size[0] * size[1] <= LARGEST_IMAGE, told, where)


def _size_of_jpeg(data: memoryview) -> tuple[int, int] | None:
    place = 2
    while place + 9 <= len(data):
        if data[place] != 0xFF:
            return None
        marker = data[place + 1]
        if marker == 0xFF:  # a fill byte
            place += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # a start of frame
            height, width = struct.unpack_from(">HH", data, place + 5)
            return width, height
        else:
            place += 2 + struct.unpack_from(">H", data, place + 2)[0]
    return None


def _size_of_webp(head: bytes) -> tuple[int, int] | None:
    kind = head[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", head, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    return None
