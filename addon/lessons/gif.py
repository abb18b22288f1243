"""A GIF of pictures, written with NumPy alone: 256 colours chosen from all of them, LZW.

Blender writes no animated GIF or WebP. An animated PNG keeps every colour and is better for pages. A GIF is for chats
and issue threads.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

#: Bits per channel of the cells in which colours are counted.
_BITS = 5

#: The code that begins anew, after the 256 colours.
_CLEAR = 256
#: The code that ends a picture.
_END = 257
#: The first free code.
_FIRST = 258
_LAST = 1 << 12  # codes have at most twelve bits


def animated_gif_bytes(images: Sequence[Bytes], fps: float) -> bytes:
    """The file: images (height, width, 3) uint8 sRGB, played in a circle; GIF counts hundredths of a second."""
    colors, color_of_cell = palette_of(images)
    height, width, _ = images[0].shape
    out = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF7, 0, 0), colors.tobytes()]
    if len(images) > 1:
        out.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    ends = [round(100.0 * (k + 1) / fps) for k in range(len(images))]
    for image, begin, end in zip(images, [0, *ends], ends):
        out.append(b"\x21\xf9\x04\x00" + struct.pack("<H", end - begin) + b"\x00\x00")
        out.append(b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x08")
        data = lzw_bytes(color_of_cell[_cells(image).ravel()].tobytes())
        out += [bytes([len(part)]) + part for part in (data[at : at + 255] for at in range(0, len(data), 255))]
        out.append(b"\x00")
    return b"".join([*out, b"\x3b"])


def palette_of(images: Sequence[Bytes]) -> tuple[Bytes, Bytes]:
    """Colours (256, 3) for images (height, width, 3), and which of them each cell of colours (32768,) becomes.

    The fullest cells keep the mean of their pixels; every other cell takes the nearest of those.
    """
    count = 1 << 3 * _BITS
    pixels = np.concatenate([image.reshape(-1, 3) for image in images])
    cells = _cells(pixels)
    held = np.bincount(cells, minlength=count)
    kept = np.argsort(-held, kind="stable")[:256]
    sums = np.stack([np.bincount(cells, pixels[:, c], count)[kept] for c in range(3)], axis=1)
    colors = np.rint(sums / np.maximum(held[kept], 1)[:, None])
    number = np.arange(count)
    middle = np.stack([(number >> _BITS * (2 - c) & 31) * 8 + 4 for c in range(3)], axis=1).astype(np.float64)
    used = held[kept] > 0
    apart = (middle**2).sum(1)[:, None] - 2.0 * middle @ colors[used].T + (colors[used] ** 2).sum(1)
    nearest = apart.argmin(axis=1)
    nearest[kept[used]] = np.arange(used.sum())
    return colors.astype(np.uint8), nearest.astype(np.uint8)


def _cells(image: Bytes) -> NDArray[np.intp]:
    """(...,) the cell of colours of each pixel (..., 3)."""
    coarse = (image >> 8 - _BITS).astype(np.intp)
    return (coarse[..., 0] << 2 * _BITS) + (coarse[..., 1] << _BITS) + coarse[..., 2]


def lzw_bytes(pixels: bytes) -> bytes:
    """The codes of one frame's pixels, each of as many bits as the table needs, the lowest bit first."""
    codes: list[tuple[int, int]] = [(_CLEAR, 9)]
    table: dict[int, int] = {}  # a string is its prefix's code and its last pixel, as one number
    free, size, prefix = _FIRST, 9, pixels[0]
    for pixel in pixels[1:]:
        known = table.get(prefix << 8 | pixel)
        if known is not None:
            prefix = known
            continue
        codes.append((prefix, size))
        if free < _LAST:
            table[prefix << 8 | pixel] = free
            size += free == 1 << size
            free += 1
        else:
            codes.append((_CLEAR, size))
            table.clear()
            free, size = _FIRST, 9
        prefix = pixel
    return _packed([*codes, (prefix, size), (_END, _size_after(size, free))])


def _size_after(size: int, free: int) -> int:
    """The bits of the code after the last pixel's: the reader adds one more string to its table before."""
    return size + (free == 1 << size and size < 12)


def _packed(codes: list[tuple[int, int]]) -> bytes:
    """Codes, each with its number of bits, one after the other."""
    values, sizes = np.array(codes, np.int64).T
    begins = np.cumsum(sizes) - sizes
    bits = np.zeros(int(sizes.sum()), np.uint8)
    for k in range(12):
        has = sizes > k
        bits[begins[has] + k] = values[has] >> k & 1
    return np.packbits(bits, bitorder="little").tobytes()
