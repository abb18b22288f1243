"""Columns side by side before a camera, and the drawing of them: surfaces, lines, ground, labels and legends."""

from __future__ import annotations

from dataclasses import dataclass

import gpu
import numpy as np

from ....skinning_core.model import Float64
from ..data.bones import ground_lines
from ..data.camera import Camera, framed
from ..data.column import Column, Scale
from ..data.limits import Limits
from .lines import draw_lines, pixel_space
from .shapes import rectangle, text
from .surface import Look, draw_surface, pose_surface, upload_surface

BACKGROUND = (0.925, 0.932, 0.940)
GROUND = (0.80, 0.82, 0.84, 1.0)
INK = (0.16, 0.18, 0.20, 1.0)
GAP = 0.12  # space between two columns, as a fraction of the widest column
TEXT = 0.026  # height of letters, as a fraction of the picture's height
LINE = 2.4  # width of lines, in pixels of a picture 720 pixels high


@dataclass(frozen=True, eq=False)
class Arrangement:
    """Where each column stands, and the camera that sees them all."""

    columns: tuple[Column, ...]
    moves: tuple[Float64, ...]  # (3,) world: added to everything of the column
    boxes: tuple[tuple[Float64, Float64], ...]  # bounding box of each moved column
    middles: tuple[float, ...]  # where each column's label goes, from 0 to 1 across the picture
    camera: Camera


def arranged(columns: tuple[Column, ...], aspect: float, turn: float, rise: float) -> Arrangement:
    """The columns standing on a common ground, side by side as the camera sees them, with room for their labels."""
    right = np.array([np.cos(np.radians(turn)), 0.0, -np.sin(np.radians(turn))])
    spans, clouds = [], []
    for column in columns:
        points = column.points()
        if not len(points):
            points = np.zeros((1, 3))
        low, high = points.min(axis=0), points.max(axis=0)
        home = -np.array([(low[0] + high[0]) / 2.0, low[1], (low[2] + high[2]) / 2.0])
        clouds.append((points + home, home))
        across = (points + home) @ right
        spans.append((float(across.min()), float(across.max())))
    gap = GAP * max(high - low for low, high in spans)
    moves, boxes, at = [], [], 0.0
    for (points, home), (low, high) in zip(clouds, spans, strict=True):
        shift = right * (at - low)
        moves.append(home + shift)
        moved = points + shift
        boxes.append((moved.min(axis=0), moved.max(axis=0)))
        at += high - low + gap
    seen = [points + (move - home) for (points, home), move in zip(clouds, moves, strict=True)]
    camera = framed(np.concatenate(seen), aspect, turn=turn, rise=rise, margin=0.12)
    across = [camera.on_picture(points, 1, 1)[:, 0] for points in seen]
    middles = tuple(float(x.min() + x.max()) / 2.0 for x in across)
    return Arrangement(columns, tuple(moves), tuple(boxes), middles, camera)


def draw_arrangement(arrangement: Arrangement, limits: Limits, size: tuple[int, int]) -> None:
    """Draw all columns into the bound frame buffer of ``size`` pixels."""
    camera, unit = arrangement.camera, size[1] / 720.0
    look = Look(tuple(camera.light().tolist()), tuple(camera.to_viewer.tolist()))
    gpu.state.viewport_set(0, 0, *size)
    gpu.state.depth_test_set("LESS_EQUAL")
    gpu.state.depth_mask_set(True)
    low = np.min([box[0] for box in arrangement.boxes], axis=0)
    high = np.max([box[1] for box in arrangement.boxes], axis=0)
    low[1] -= 1e-3 * float(np.linalg.norm(high - low))  # below the feet: soles and lines at one depth would flicker
    draw_lines(ground_lines(low, high), GROUND, camera.matrix, width=unit, size=size)
    for column, move in zip(arrangement.columns, arrangement.moves, strict=True):
        place = np.eye(4)
        place[:3, 3] = move
        for piece in column.pieces:
            joints = piece.palette.joint_count
            surface = upload_surface(
                piece.geometry, piece.triangles, piece.tint, joints, limits, instanced=column.instanced
            )
            draw_surface(pose_surface(surface, piece.palette), camera.matrix @ place, look)
    gpu.state.depth_test_set("NONE")
    gpu.state.depth_mask_set(False)
    gpu.state.blend_set("ALPHA")
    for column, move in zip(arrangement.columns, arrangement.moves, strict=True):
        for k, (segments, color) in enumerate(column.lines):
            # The first skeletons are the widest: where two coincide, both can be seen.
            width = (LINE + 2.0 * max(len(column.names) - 1 - k, 0)) * unit
            draw_lines(segments + move, color, camera.matrix, width=width, size=size)
    with pixel_space(size):
        _draw_words(arrangement, size)
    gpu.state.blend_set("NONE")


def _draw_words(arrangement: Arrangement, size: tuple[int, int]) -> None:
    """Draw labels under the columns, and legends in the upper left corner."""
    letter = TEXT * size[1]
    for column, middle in zip(arrangement.columns, arrangement.middles, strict=True):
        _write(column.label, middle * size[0], 1.1 * letter, letter, align=0.5)
    y = size[1] - 2.2 * letter
    for column in arrangement.columns:
        for name, color in column.names:
            rectangle(letter, y, 1.6 * letter, 0.7 * letter, [color])
            _write(name, 3.2 * letter, y, letter)
            y -= 1.6 * letter
        if column.legend is not None:
            _draw_scale(column.legend, letter, y, letter)
            y -= 3.2 * letter


def _draw_scale(scale: Scale, x: float, y: float, letter: float) -> None:
    colors = scale.colors(np.linspace(0.0, 1.0, 33))
    rgba = [(float(red), float(green), float(blue), 1.0) for red, green, blue in colors[:, :3]]
    rectangle(x, y, 13.0 * letter, 0.8 * letter, rgba)
    _write(scale.low, x, y - 1.3 * letter, letter)
    _write(scale.high, x + 13.0 * letter, y - 1.3 * letter, letter, align=1.0)


def _write(line: str, x: float, y: float, size: float, *, align: float = 0.0) -> None:
    text(line, x, y, size, INK, align=align, shadow=False)
