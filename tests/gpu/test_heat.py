"""The live heat map, pixel by pixel: each vertex in the colour of its error, lost ones in their own."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

Package = Callable[[str], ModuleType]
SIZE = 32
SCALE = np.array([[0.0, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]])


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize(
    ("error", "color"), [(0.0, (0, 0)), (1.0, (128, 0)), (2.0, (255, 0)), (9.0, (255, 0)), (-1.0, (0, 255))]
)
def test_a_vertex_has_the_colour_of_its_error(package: Package, error: float, color: tuple[int, int]) -> None:
    import gpu

    surface, upload = package("addon.gpu.device.surface"), package("addon.gpu.device.upload")
    points = np.array([[-3.0, -1.0, 0.0], [3.0, -1.0, 0.0], [0.0, 3.0, 0.0]])
    faces = gpu.types.GPUIndexBuf(type="TRIS", seq=np.array([[0, 1, 2]], np.uint32))
    drawn = surface.heat_surface(points, np.full(3, error), faces)
    look = surface.Look((0.0, 0.0, 1.0), (0.0, 0.0, 1.0), shading=0.0)
    target = gpu.types.GPUOffScreen(SIZE, SIZE, format="RGBA8")
    image = np.zeros((SIZE, SIZE, 4), np.uint8)
    with target.bind():
        frame = gpu.state.active_framebuffer_get()
        frame.clear(color=(0.0, 1.0, 0.0, 1.0))
        surface.draw_heat([drawn], upload.texture_of(SCALE[None]), 2.0, np.eye(4), look)
        buffer = gpu.types.Buffer("UBYTE", image.shape, image)
        frame.read_color(0, 0, SIZE, SIZE, 4, 0, "UBYTE", data=buffer)
    target.free()
    seen = image[SIZE // 2, SIZE // 2]
    assert abs(int(seen[0]) - color[0]) <= 1
    assert (int(seen[1]), int(seen[2])) == (0, color[1])
