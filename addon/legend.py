"""What is drawn over 3D views while a heat map is shown: the colour scale, and a ring around the worst vertex.

Nothing of ``gpu`` is touched before the first drawing, which only a window does. Lengths are pixels of the region.
"""

from __future__ import annotations

from math import cos, pi, sin

import blf
import bpy
import numpy as np
from bpy.types import Context, SpaceView3D
from mathutils import Vector

from . import heatmap, memory
from .comparison import Measured
from .part_vertices import worst_position
from .preferences import preference

WIDTH, HEIGHT = 240, 12
MARGIN, PADDING = 16, 10
STEPS = 64
SMALL, TITLE = 11, 13
WHITE, GREY = (1.0, 1.0, 1.0, 1.0), (0.75, 0.75, 0.75, 1.0)
BACKDROP = (0.08, 0.08, 0.09, 0.72)

Point = tuple[float, float]
Color = tuple[float, float, float, float]

_handles: list[object] = []

#: Why drawing has stopped; a callback that raises at every redraw would make the window crawl.
failure = ""


def draw() -> None:
    """The draw callback of 3D views."""
    global failure
    context = bpy.context
    settings = context.scene.skinproof
    if failure or not settings.heat_map.shown or not context.space_data.overlay.show_overlays:
        return
    measured = memory.measured_under(settings.result.key)
    if measured is None or not preference(context, "show_legend"):
        return
    try:
        _draw_worst(context)
        _draw_scale(context, measured)
    except (RuntimeError, SystemError, ValueError) as error:  # what gpu and blf raise
        failure = f"The legend cannot be drawn: {error}"


def _draw_scale(context: Context, measured: Measured) -> None:
    """A box in the lower left corner: what is compared, the colours, three figures, the tolerance as a white mark."""
    settings = context.scene.skinproof
    heat_map, result = settings.heat_map, settings.result
    unit = context.preferences.system.ui_scale
    left, bottom = _corner(context, unit)
    width, height = WIDTH * unit, HEIGHT * unit
    _rectangle(left, bottom, width + 2 * PADDING * unit, 82 * unit, BACKDROP)
    left, bottom = left + PADDING * unit, bottom + PADDING * unit
    _text(f"{settings.engine_label} against the reference", left, bottom + 53 * unit, TITLE * unit, WHITE)
    _text(
        f"{result.clip}, {heat_map.time:.3f} s: error as part of the size", left, bottom + 37 * unit, SMALL * unit, GREY
    )
    bar = bottom + 17 * unit
    _bar(left, bar, width, height)
    limit = measured.comparison.tolerance.limit / heat_map.top
    if limit <= 1.0:
        _rectangle(left + limit * width - unit, bar - 2 * unit, 2 * unit, height + 4 * unit, WHITE)
    for fraction, text in ((0.0, "0"), (0.5, f"{heat_map.top / 2:.1e}"), (1.0, f"{heat_map.top:.1e}")):
        _text(text, left + fraction * width, bottom, SMALL * unit, GREY, align=fraction)


def _draw_worst(context: Context) -> None:
    """A ring around the worst vertex, where the view is at the frame at which it is worst."""
    scene = context.scene
    result = scene.skinproof.result
    if result.worst_row < 0 or abs(result.worst_frame - scene.frame_current_final) > 1e-3:
        return
    # In Edit Mode the mesh has no evaluated vertices: there the ring stays where the jump has put it.
    position = Vector(result.worst_position) if context.mode == "EDIT_MESH" else worst_position(context, result)
    at = _on_screen(context, position) if position is not None else None
    if at is None:
        return
    unit = context.preferences.system.ui_scale
    _ring(at, 9 * unit, unit)
    to_left = at[0] > context.region.width / 2  # away from the side bar
    x = at[0] + (-14 if to_left else 14) * unit
    text = f"vertex {result.worst_vertex}: {result.largest:.1e}"
    _text(text, x, at[1] + 10 * unit, SMALL * unit, WHITE, align=float(to_left))


def _on_screen(context: Context, position: Vector) -> Point | None:
    from bpy_extras.view3d_utils import location_3d_to_region_2d

    at = location_3d_to_region_2d(context.region, context.region_data, position)
    return (at.x, at.y) if at is not None else None


def _corner(context: Context, unit: float) -> Point:
    """The lower left corner that no overlapping tool bar or asset shelf covers."""
    left, bottom = MARGIN * unit, MARGIN * unit
    for region in context.area.regions:
        if region.type == "TOOLS" and region.alignment == "LEFT" and context.preferences.system.use_region_overlap:
            left += region.width
        if region.type in {"ASSET_SHELF", "ASSET_SHELF_HEADER"} and region.height > 1:
            bottom += region.height
    return left, bottom


def _text(text: str, x: float, y: float, size: float, color: Color, *, align: float = 0.0) -> None:
    """One line; ``align``: 0 begins at x, 0.5 is centred on it, 1 ends there."""
    blf.size(0, size)
    blf.color(0, *color)
    blf.enable(0, blf.SHADOW)
    blf.shadow(0, 3, 0.0, 0.0, 0.0, 0.8)
    blf.position(0, x - align * blf.dimensions(0, text)[0], y, 0)
    blf.draw(0, text)
    blf.disable(0, blf.SHADOW)


def _bar(x: float, y: float, width: float, height: float) -> None:
    fractions = np.linspace(0.0, 1.0, STEPS)
    rgba = np.column_stack([heatmap.srgb_colors(fractions), np.ones(STEPS)])
    points = [(x + f * width, y + up) for f in fractions for up in (0.0, height)]
    _fill("TRI_STRIP", points, [tuple(c) for c in rgba for _ in range(2)])


def _rectangle(x: float, y: float, width: float, height: float, color: Color) -> None:
    corners = [(x, y), (x, y + height), (x + width, y), (x + width, y + height)]
    _fill("TRI_STRIP", corners, [color] * 4)


def _ring(centre: Point, radius: float, unit: float) -> None:
    """White with a dark rim, so that it is seen on every colour."""
    for width, color in ((4.0 * unit, (0.0, 0.0, 0.0, 0.8)), (1.5 * unit, WHITE)):
        turns = [2.0 * pi * i / 48 for i in range(49)]
        inner, outer = radius - width / 2, radius + width / 2
        points = [(centre[0] + r * cos(a), centre[1] + r * sin(a)) for a in turns for r in (inner, outer)]
        _fill("TRI_STRIP", points, [color] * len(points))


def _fill(kind: str, points: list[Point], colors: list[Color]) -> None:
    import gpu
    from gpu_extras.batch import batch_for_shader

    shader = gpu.shader.from_builtin("SMOOTH_COLOR")
    batch = batch_for_shader(shader, kind, {"pos": [(x, y, 0.0) for x, y in points], "color": colors})
    gpu.state.blend_set("ALPHA")
    batch.draw(shader)
    gpu.state.blend_set("NONE")


def register() -> None:
    global failure
    failure = ""
    _handles.append(SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_PIXEL"))


def unregister() -> None:
    while _handles:
        SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
