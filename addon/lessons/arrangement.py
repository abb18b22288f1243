"""The drawing of columns, each in its cell and by its camera: surfaces, lines, ground, axes, labels and legends."""

from __future__ import annotations

from collections.abc import Sequence

import gpu
import numpy as np

from ..gpu.data.bones import AXIS_COLORS, ground_lines
from ..gpu.data.column import Column, Scale
from ..gpu.data.device_limits import Limits
from ..gpu.device.lines import draw_lines, pixel_space
from ..gpu.device.shapes import rectangle, text
from ..gpu.device.surface import Look, draw_surface, pose_surface, upload_surface
from .layout import View

BACKGROUND = (0.925, 0.932, 0.940)
GROUND = (0.80, 0.82, 0.84, 1.0)
INK = (0.16, 0.18, 0.20, 1.0)
TEXT = 0.026  # height of letters, as a fraction of the picture's height
LINE = 2.4  # width of lines, in pixels of a picture 720 pixels high


def draw_columns(columns: Sequence[Column], views: Sequence[View], limits: Limits, size: tuple[int, int]) -> None:
    """Draw all columns into the bound frame buffer of ``size`` pixels."""
    unit = size[1] / 720.0
    for column, view in zip(columns, views, strict=True):
        box = _pixels(view, size)
        gpu.state.viewport_set(*box)
        _draw_column(column, view, limits, box[2:], unit)
    gpu.state.viewport_set(0, 0, *size)
    with pixel_space(size):
        for column, view in zip(columns, views, strict=True):
            _draw_words(column, _pixels(view, size), TEXT * size[1])
    gpu.state.blend_set("NONE")


def _pixels(view: View, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, lower, width and height of a view's cell."""
    cell = view.cell
    left, low = round(cell.left * size[0]), round(cell.low * size[1])
    return left, low, round((cell.left + cell.width) * size[0]) - left, round((cell.low + cell.height) * size[1]) - low


def _draw_column(column: Column, view: View, limits: Limits, size: tuple[int, int], unit: float) -> None:
    camera = view.camera
    look = Look(tuple(camera.light().tolist()), tuple(camera.to_viewer.tolist()))
    gpu.state.depth_test_set("LESS_EQUAL")
    gpu.state.depth_mask_set(True)
    low = view.low.copy()
    low[1] -= 1e-3 * float(np.linalg.norm(view.high - low))  # below the feet, so that nothing flickers
    draw_lines(ground_lines(low, view.high), GROUND, camera.matrix, width=unit, size=size)
    for piece in column.pieces:
        joints = piece.palette.joint_count
        surface = upload_surface(
            piece.geometry, piece.triangles, piece.tint, joints, limits, instanced=column.instanced
        )
        draw_surface(pose_surface(surface, piece.palette), camera.matrix, look)
    gpu.state.depth_test_set("NONE")
    gpu.state.depth_mask_set(False)
    gpu.state.blend_set("ALPHA")
    for axis, color in zip(view.axes, AXIS_COLORS, strict=False):
        draw_lines(axis, color, camera.matrix, width=LINE * unit, size=size)
    for k, (segments, color) in enumerate(column.lines):
        # The first skeletons are the widest: where two coincide, both can be seen.
        width = (LINE + 2.0 * max(len(column.names) - 1 - k, 0)) * unit
        draw_lines(segments, color, camera.matrix, width=width, size=size)
    gpu.state.blend_set("NONE")


def _draw_words(column: Column, box: tuple[int, int, int, int], letter: float) -> None:
    """Draw the label under a column, and its legends in the upper left corner of its cell."""
    left, low, width, height = box
    letter = min(letter, 0.055 * height, 1.9 * width / max(len(column.label), 1))
    _write(column.label, left + width / 2.0, low + 0.8 * letter, letter, align=0.5)
    y = low + height - 2.2 * letter
    for name, color in column.names:
        rectangle(left + letter, y, 1.6 * letter, 0.7 * letter, [color])
        _write(name, left + 3.2 * letter, y, letter)
        y -= 1.6 * letter
    if column.legend is not None:
        _draw_scale(column.legend, left + letter, y, letter)


def _draw_scale(scale: Scale, x: float, y: float, letter: float) -> None:
    colors = scale.colors(np.linspace(0.0, 1.0, 33))
    rgba = [(float(red), float(green), float(blue), 1.0) for red, green, blue in colors[:, :3]]
    rectangle(x, y, 13.0 * letter, 0.8 * letter, rgba)
    _write(scale.low, x, y - 1.3 * letter, letter)
    _write(scale.high, x + 13.0 * letter, y - 1.3 * letter, letter, align=1.0)


def _write(line: str, x: float, y: float, size: float, *, align: float = 0.0) -> None:
    text(line, x, y, size, INK, align=align, shadow=False)
