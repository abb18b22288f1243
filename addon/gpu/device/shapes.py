"""A few flat shapes and lines of text, in pixels, over a 3D view and in pictures.

Nothing of ``gpu`` is touched before the first drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

import blf

Point = tuple[float, float]
Color = tuple[float, float, float, float]

#: sRGB colour of titles and marks.
WHITE = (1.0, 1.0, 1.0, 1.0)
#: sRGB colour of figures and of lines below a title.
GREY = (0.75, 0.75, 0.75, 1.0)


def text(line: str, x: float, y: float, size: float, color: Color, *, align: float = 0.0, shadow: bool = True) -> None:
    """One line of text, with a shadow by default, to be legible on any ground.

    align: the place of x in the line: 0 at its beginning, 0.5 in its middle, 1 at its end.
    """
    blf.size(0, size)
    blf.color(0, *color)
    if shadow:
        blf.enable(0, blf.SHADOW)
        blf.shadow(0, 3, 0.0, 0.0, 0.0, 0.8)
    blf.position(0, x - align * blf.dimensions(0, line)[0], y, 0)
    blf.draw(0, line)
    blf.disable(0, blf.SHADOW)


def text_width(line: str, size: float) -> float:
    """The width of a line of ``text``, in pixels."""
    blf.size(0, size)
    return float(blf.dimensions(0, line)[0])


def rectangle(x: float, y: float, width: float, height: float, colors: Sequence[Color]) -> None:
    """A filled rectangle from its lower left corner, in one colour or in several from left to right."""
    across = [*colors, *colors][: max(len(colors), 2)]
    points = [(x + width * i / (len(across) - 1), up) for i in range(len(across)) for up in (y, y + height)]
    strip(points, [color for color in across for _ in range(2)])


def ring(centre: Point, radius: float, unit: float, *, dashed: bool = False) -> None:
    """A white ring with a dark rim, visible on every colour; dashed around what is covered."""
    for width, color in ((4.0 * unit, (0.0, 0.0, 0.0, 0.8)), (1.5 * unit, WHITE)):
        inner, outer = radius - width / 2, radius + width / 2
        for first, last in ((k, k + 3) for k in range(0, 48, 6)) if dashed else ((0, 48),):
            turns = [2.0 * pi * i / 48 for i in range(first, last + 1)]
            points = [(centre[0] + r * cos(a), centre[1] + r * sin(a)) for a in turns for r in (inner, outer)]
            strip(points, [color] * len(points))


def line(start: Point, end: Point, width: float, color: Color) -> None:
    """A straight line with a dark rim, visible on every colour."""
    along = end[0] - start[0], end[1] - start[1]
    length = hypot(*along) or 1.0
    for broad, paint in ((width + 2.5, (0.0, 0.0, 0.0, 0.7)), (width, color)):
        x, y = -along[1] / length * broad / 2.0, along[0] / length * broad / 2.0
        corners = [(at[0] + side * x, at[1] + side * y) for at in (start, end) for side in (1.0, -1.0)]
        strip(corners, [paint] * 4)


def strip(points: Sequence[Point], colors: Sequence[Color]) -> None:
    """A strip of triangles, blended over what is there; one colour per point (sRGB, as Blender's shaders take it)."""
    import gpu
    from gpu_extras.batch import batch_for_shader

    shader = gpu.shader.from_builtin("SMOOTH_COLOR")
    batch = batch_for_shader(shader, "TRI_STRIP", {"pos": [(x, y, 0.0) for x, y in points], "color": colors})
    gpu.state.blend_set("ALPHA")
    batch.draw(shader)
    gpu.state.blend_set("NONE")
