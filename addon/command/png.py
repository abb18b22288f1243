"""PNG files written directly: eight-bit RGB or RGBA, no colour management, no dependency but zlib (RFC 2083)."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray


def png_bytes(image: NDArray[np.uint8]) -> bytes:
    """The file of an image (height, width, 3 or 4), top row first, sRGB values."""
    height, width, channels = image.shape
    color_type = {3: 2, 4: 6}[channels]
    lines = np.zeros((height, 1 + width * channels), np.uint8)  # each begins with its filter, 1: difference to the left
    lines[:, 0] = 1
    lines[:, 1:] = image.reshape(height, -1)
    lines[:, 1 + channels :] -= image.reshape(height, -1)[:, :-channels]
    header = struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"sRGB", b"\0"), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
