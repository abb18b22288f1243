"""The drawing of columns, each in its cell and by its camera: surfaces, lines, ground, axes, labels and legends.

And pictures without a window: the pixels of whatever a callback draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import gpu
import numpy as np
from numpy.typing import NDArray

from ..gpu.data.column import Column
from ..gpu.data.device_limits import Limits
from ..gpu.device.lines import draw_lines, pixel_space
from ..gpu.device.shapes import rectangle, text
from ..gpu.device.surface import Look, draw_surface, pose_surface, upload_surface
from .caption import Caption, Lines, caption_of, ground_of, lines_of
from .layout import View

BACKGROUND = (0.925, 0.932, 0.940)
INK = (0.16, 0.18, 0.20, 1.0)
#: The rim of words on a figure, in heights of their letters: dark letters are legible on dark faces.
RIM = 0.13
#: The eight directions in which a rim is drawn.
ROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


def draw_columns(columns: Sequence[Column], views: Sequence[View], limits: Limits, size: tuple[int, int]) -> None:
    """Draw all columns into the bound frame buffer of ``size`` pixels."""
    for column, view in zip(columns, views, strict=True):
        box = view.cell.pixels(size)
        gpu.state.viewport_set(*box)
        _draw_column(column, view, limits, box[2:], size[1] / 720.0)
    gpu.state.viewport_set(0, 0, *size)
    with pixel_space(size):
        for column, view in zip(columns, views, strict=True):
            _draw_caption(caption_of(column, view, size))
    gpu.state.blend_set("NONE")


def _draw_column(column: Column, view: View, limits: Limits, size: tuple[int, int], unit: float) -> None:
    camera = view.camera

    def draw(lines: Lines) -> None:
        draw_lines(lines.segments, lines.color, camera.matrix, width=lines.width * unit, size=size)

    look = Look(tuple(camera.light().tolist()), tuple(camera.to_viewer.tolist()))
    gpu.state.depth_test_set("LESS_EQUAL")
    gpu.state.depth_mask_set(True)
    ground = ground_of(view)
    if ground is not None:
        draw(ground)
    for piece in column.pieces:
        joints = piece.palette.joint_count
        surface = upload_surface(
            piece.geometry, piece.triangles, piece.tint, joints, limits, instanced=column.instanced
        )
        draw_surface(pose_surface(surface, piece.palette), camera.matrix, look)
    gpu.state.depth_test_set("NONE")
    gpu.state.depth_mask_set(False)
    gpu.state.blend_set("ALPHA")
    for lines in lines_of(column, view):
        draw(lines)
    gpu.state.blend_set("NONE")


def _draw_caption(caption: Caption) -> None:
    for bar in caption.swatches:
        rectangle(bar.x, bar.y, bar.width, bar.height, bar.colors)
    for words in caption.words:
        for across, up in ROUND if words.rimmed else ():
            x, y = words.x + RIM * words.size * across, words.y + RIM * words.size * up
            text(words.text, x, y, words.size, (*BACKGROUND, 1.0), align=words.align, shadow=False)
        text(words.text, words.x, words.y, words.size, INK, align=words.align, shadow=False)


#: Pictures are drawn so many times finer along each side, then averaged: lines and edges are smooth.
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
    rows = pixels.reshape(height, FINER, -1).sum(axis=1, dtype=np.uint16)[::-1].reshape(height, width, FINER, 4)
    total = np.zeros((height, width, 3), np.uint16)
    for column in range(FINER):  # the sums of long rows: a mean of blocks takes six times as long
        total += rows[:, :, column, :3]
    return np.round(total / FINER**2).astype(np.uint8)
