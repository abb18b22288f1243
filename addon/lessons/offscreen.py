"""Pictures without a window: the pixels of whatever a callback draws."""

from __future__ import annotations

from collections.abc import Callable

import gpu
import numpy as np
from numpy.typing import NDArray

#: Pictures are drawn this many times finer along each side, then averaged, so that lines and edges are smooth.
FINER = 2


def rendered(
    draw: Callable[[int, int], None], width: int, height: int, background: tuple[float, float, float]
) -> NDArray[np.uint8]:
    """(height, width, 3) sRGB, top row first, of what ``draw(fine_width, fine_height)`` draws."""
    fine = (width * FINER, height * FINER)
    offscreen = gpu.types.GPUOffScreen(*fine, format="RGBA8")
    pixels = np.zeros((fine[1], fine[0], 4), np.uint8)
    try:
        with offscreen.bind():
            frame = gpu.state.active_framebuffer_get()
            frame.clear(color=(*background, 1.0), depth=1.0)
            draw(*fine)
            frame.read_color(0, 0, *fine, 4, 0, "UBYTE", data=gpu.types.Buffer("UBYTE", pixels.shape, pixels))
    finally:
        offscreen.free()
    blocks = pixels[::-1, :, :3].reshape(height, FINER, width, FINER, 3)
    result: NDArray[np.uint8] = np.round(blocks.mean(axis=(1, 3))).astype(np.uint8)
    return result
