"""GIFs as a reader of the format sees them: by a small decoder, written here from the format's description."""

from __future__ import annotations

import struct
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

Package = Callable[[str], ModuleType]


def unpacked(data: bytes) -> list[int]:
    """The pixels of LZW data whose pixels have eight bits."""
    stream = int.from_bytes(data, "little")
    strings, size, last, out = [], 9, None, []
    while True:
        code = stream & ((1 << size) - 1)
        stream >>= size
        if code == 256:
            strings, size, last = [(k,) for k in range(256)] + [(), ()], 9, None
            continue
        if code == 257:
            assert stream < 256, "nothing but padding follows"
            return out
        now = strings[code] if code < len(strings) else (*last, last[0])
        if last is not None and len(strings) < 4096:
            strings.append((*last, now[0]))
        out += now
        last = now
        if len(strings) == 1 << size and size < 12:
            size += 1


def read_gif(data: bytes) -> tuple[list[np.ndarray], list[int]]:
    """Frames (height, width, 3), and how long each is shown, in hundredths of a second."""
    assert data[:6] == b"GIF89a"
    assert data[-1:] == b"\x3b"
    width, height = struct.unpack_from("<HH", data, 6)
    assert data[10] == 0xF7
    colors = np.frombuffer(data, np.uint8, 768, 13).reshape(256, 3)
    frames, delays, at = [], [], 13 + 768
    while data[at] != 0x3B:
        if data[at] == 0x21 and data[at + 1] == 0xF9:
            delays.append(struct.unpack_from("<H", data, at + 4)[0])
        if data[at] == 0x2C:
            assert struct.unpack_from("<HHHHB", data, at + 1) == (0, 0, width, height, 0)
            assert data[at + 10] == 8
        at += 2 if data[at] == 0x21 else 11
        blocks = b""
        while data[at]:
            blocks += data[at + 1 : at + 1 + data[at]]
            at += 1 + data[at]
        if data[at - 1 :] and len(delays) > len(frames) and len(blocks) != 4:
            frames.append(colors[unpacked(blocks)].reshape(height, width, 3))
        at += 1
    return frames, delays


def gif(package: Package) -> ModuleType:
    return package("addon.lessons.gif")


@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 5000, 60_000])
@pytest.mark.parametrize("colors", [1, 2, 256])
def test_pixels_come_back(package: Package, count: int, colors: int) -> None:
    """Long enough for the table to fill up and begin anew."""
    pixels = np.random.default_rng(count).integers(0, colors, count, np.uint8)
    assert unpacked(gif(package).lzw_bytes(pixels.tobytes())) == pixels.tolist()


def test_pictures_of_few_colours_are_exact(package: Package) -> None:
    rng = np.random.default_rng(1)
    colors = (rng.permutation(512)[:200, None] >> np.array([6, 3, 0]) & 7) * 32 + 5  # one in a cell at most
    images = [colors[rng.integers(0, 200, (37, 53))].astype(np.uint8) for _ in range(3)]
    frames, delays = read_gif(gif(package).animated_gif_bytes(images, 24))
    assert delays == [4, 4, 4] or sum(delays) == round(300 / 24)
    assert all(np.array_equal(a, b) for a, b in zip(frames, images, strict=True))


def test_other_pictures_are_near(package: Package) -> None:
    """A sphere's shading in two hues: nobody should see bands wider than a step of three bits."""
    y, x = np.mgrid[-1:1:120j, -1:1:160j]
    light = np.clip(1.0 - x**2 - y**2, 0.0, 1.0)[..., None]
    image = np.rint(light * np.where(x[..., None] < 0, [230.0, 180.0, 120.0], [90.0, 140.0, 220.0]) + 20.0)
    image = image.astype(np.uint8)
    ((frame,), _) = read_gif(gif(package).animated_gif_bytes([image], 10))
    off = np.abs(frame.astype(int) - image)
    assert off.max() <= 8
    assert off.mean() < 2.0
