"""Drawing coloured lines and their legend, in a picture and in the 3D view."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ....skinning_core.model import Float, Float64
from .upload import matrix_of

Color = tuple[float, float, float, float]


def draw_lines(segments: Float, color: Color, world_to_clip: Float64, *, width: float, size: tuple[int, int]) -> None:
    """Segments (n, 2, 3) of glTF's world, ``width`` pixels wide in a viewport of ``size`` pixels."""
    if not len(segments):
        return
    # The GPU computes in float32, so points are relative to their own middle, like meshes'.
    points = np.asarray(segments, np.float64).reshape(-1, 3)
    centre = (points.min(axis=0) + points.max(axis=0)) / 2.0
    back = np.eye(4)
    back[:3, 3] = centre
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    batch = batch_for_shader(shader, "LINES", {"pos": np.ascontiguousarray(points - centre, np.float32)})
    with gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
        gpu.matrix.load_matrix(matrix_of(np.eye(4)))
        gpu.matrix.load_projection_matrix(matrix_of(world_to_clip @ back))
        shader.bind()
        shader.uniform_float("viewportSize", size)
        shader.uniform_float("lineWidth", width)
        shader.uniform_float("color", color)
        batch.draw(shader)


@contextmanager
def pixel_space(size: tuple[int, int]) -> Iterator[None]:
    """Coordinates are pixels from the lower left corner inside this block."""
    width, height = size
    flat = np.diag([2.0 / width, 2.0 / height, 1.0, 1.0])
    flat[:2, 3] = -1.0
    with gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
        gpu.matrix.load_matrix(matrix_of(np.eye(4)))
        gpu.matrix.load_projection_matrix(matrix_of(flat))
        yield
