"""What is drawn over 3D views with a heat map: the colour scale with the error over time, and a ring around the worst
vertex.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from bpy.types import Context
from mathutils import Vector

from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.model import Float64
from ...skinning_core.report.heat_scale import srgb_colors
from ..gpu.device import shapes
from ..scene.identity.vertex_map import vertex_position
from ..state.listing import is_in_list
from ..state.preferences import preference, reading_of
from ..state.results import Result
from ..state.session import session
from ..state.views import draw_over_views, stop_drawing
from ..subjects.catalogue import label_of
from ..translations import say

#: Least width of the colour scale, in the interface's pixels. A long title makes it wider.
WIDTH = 240
#: Height of the colour scale, in the interface's pixels.
HEIGHT = 12
#: Height of the chart above it, with its margins.
CHART = 48
#: Room between the box and the view's edge, in the interface's pixels.
MARGIN = 16
#: Room between the box and its content.
PADDING = 10
#: Room for the figures below the colours, in the interface's pixels.
FIGURES = 17
#: Height of a line of text above the colours, in the interface's pixels.
LINE = 16
#: Rectangles of one colour that make the scale.
STEPS = 64
#: Letters of figures and names, in the interface's pixels.
SMALL = 11
#: Letters of the title.
TITLE = 13
#: sRGB colour of the box: dark and translucent.
BACKDROP = (0.08, 0.08, 0.09, 0.72)

NAME = "legend"

#: Radius of the ring around the worst vertex, in the interface's pixels, and the colour of the way to its right place.
_RING = 9.0
_WAY = (0.35, 0.95, 0.45, 1.0)

#: Distance from the surface at which one looks for what covers a vertex, as a fraction of the viewer's.
_LIFTED = 1e-3


def _draw(context: Context) -> None:
    settings = context.scene.skinproof
    if settings.live or not preference(context, "show_legend"):
        return
    painted = settings.heat_map.shown and is_in_list(context.scene, settings.heat_map.character)
    result = settings.result_of(settings.heat_map.character) if painted else settings.result
    answer = session.answer_under(result.key)
    if answer is None:
        return
    if painted or result.worst_wanted:  # after a jump to it
        _draw_worst(context, result)
    if painted:
        _draw_scale(context, result, answer)


def _draw_scale(context: Context, result: Result, answer: Verification) -> None:
    """What is compared, the error over time with the heat map's time, and the colours."""
    heat_map, difference = context.scene.skinproof.heat_map, answer.comparison.difference
    title = say("{engine} against the reference", engine=say(label_of(result.engine)))
    what = say("{clip}, {seconds} s: error as part of the size", clip=result.clip, seconds=f"{heat_map.time:.3f}")
    limit = answer.comparison.tolerance.limit
    chart = (difference.times, difference.relative / heat_map.top, heat_map.time)
    over_time = chart if len(difference.times) > 1 else None
    plain = heat_map.scale == "AUTO"
    draw_scale(context, (title, what), heat_map.top, limit / heat_map.top, over_time, plain=plain)


def draw_scale(
    context: Context,
    lines: Sequence[str],
    top: float,
    limit: float,
    chart: tuple[Float64, Float64, float] | None = None,
    *,
    plain: bool = False,
) -> None:
    """A box in the lower right corner; in a narrow view above the last operator's options, which open on the left.

    It holds lines of text, the error over time, and the colours with three figures up to ``top``, a share of the size;
    a white mark is the tolerance, ``limit`` as a share of the top. chart: times (T,) in seconds, errors (T,) as shares
    of the top, and the time for a white line. plain: up to the tolerance there is no colour.
    """
    title, *details = lines
    box = _box(context, title, max(details, key=len, default=""))
    unit, pad = box.unit, PADDING * box.unit
    tall = CHART * unit if chart is not None else 0.0
    height = (FIGURES + HEIGHT + LINE * len(details) + TITLE + 4) * unit + tall
    shapes.rectangle(box.left - pad, box.bottom - pad, box.width + 2 * pad, height + 2 * pad, [BACKDROP])
    _draw_bar(box, limit, plain=plain)
    share = reading_of(context).share
    for fraction, figure in ((0.0, "0"), (0.5, share(top / 2)), (1.0, share(top))):
        shapes.text(figure, box.left + fraction * box.width, box.bottom, SMALL * unit, shapes.GREY, align=fraction)
    above_bar = box.bottom + (FIGURES + HEIGHT) * unit
    if chart is not None:
        _draw_chart(box, above_bar + 6 * unit, tall - 8 * unit, chart)
    line_at = above_bar + tall + 8 * unit
    for line in reversed(details):
        shapes.text(line, box.left, line_at, SMALL * unit, shapes.GREY)
        line_at += LINE * unit
    shapes.text(title, box.left, line_at, TITLE * unit, shapes.WHITE)


@dataclass(frozen=True)
class _Box:
    """The scale's place: the lower left corner of the box's content and its width, in pixels."""

    left: float
    bottom: float
    width: float
    unit: float  # pixels for one of the interface's; fewer in a narrow view


def _box(context: Context, title: str, longest: str) -> _Box:
    """The box for a title and lines, the longest of them given."""
    unit = context.preferences.system.ui_scale
    right, bottom = _corner(context, unit)
    tools = sum(r.width for r in context.area.regions if r.type == "TOOLS" and r.alignment == "LEFT")
    wanted = box_width(title, longest, unit) + 2 * PADDING * unit
    unit *= min(1.0, max((right - tools - MARGIN * unit) / wanted, 0.5))
    width, pad = box_width(title, longest, unit), PADDING * unit
    left = right - width - 2 * pad
    return _Box(left + pad, max(bottom, _top_of_options(context, left)) + pad, width, unit)


def _draw_bar(box: _Box, limit: float, *, plain: bool) -> None:
    """The colours, and the white mark of the tolerance, ``limit`` as a share of the top."""
    base, height = box.bottom + FIGURES * box.unit, HEIGHT * box.unit
    shades = _colors(np.linspace(0.0, 1.0, STEPS), plain=limit if plain else 0.0)
    shapes.rectangle(box.left, base, box.width, height, shades)
    if limit <= 1.0:
        mark, edge = box.left + limit * box.width, 2 * box.unit
        shapes.rectangle(mark - box.unit, base - edge, 2 * box.unit, height + 2 * edge, [shapes.WHITE])


def _draw_chart(box: _Box, base: float, height: float, chart: tuple[Float64, Float64, float]) -> None:
    """The error over time, from ``base`` up, and a white line at the heat map's time."""
    times, errors, now = chart
    _chart(box.left, base, box.width, height, times, errors)
    at = box.left + box.width * (now - times[0]) / (times[-1] - times[0])
    shapes.rectangle(at - 0.5 * box.unit, base, box.unit, height, [shapes.WHITE])


def box_width(title: str, what: str, unit: float) -> float:
    """The scale's width, in pixels, for no clip's name to reach out of the box."""
    return max(WIDTH * unit, shapes.text_width(title, TITLE * unit), shapes.text_width(what, SMALL * unit))


def _draw_worst(context: Context, result: Result) -> None:
    """A ring around the worst vertex, if the scene is at its worst frame."""
    scene = context.scene
    if result.worst_row < 0 or abs(result.worst_frame - scene.frame_current_final) > 1e-3:
        return
    # In Edit Mode the mesh has no evaluated vertices: the ring stays where the jump to the worst vertex put it.
    position: Vector | None = Vector(result.worst_position)
    if context.mode != "EDIT_MESH":
        position = vertex_position(context, result.worst_object, result.worst_row)
    if position is not None:
        wanted = Vector(result.worst_wanted) if result.worst_wanted and context.mode != "EDIT_MESH" else None
        draw_ring(context, position, result.worst_vertex, result.largest_metres, wanted=wanted)


def draw_ring(context: Context, position: Vector, vertex: int, metres: float, *, wanted: Vector | None = None) -> None:
    """A ring around a vertex of the file, with how far it is off; dashed if something covers it.

    wanted: the vertex's right place; a line leads there, and ends in a cross.
    """
    at = _on_screen(context, position)
    if at is None:
        return
    unit = context.preferences.system.ui_scale
    there = None if wanted is None else _on_screen(context, wanted)
    if there is not None:
        _draw_way(at, there, unit)
    covered = context.mode == "OBJECT" and is_covered(context, position)
    shapes.ring(at, _RING * unit, unit, dashed=covered)
    figures = {"vertex": vertex, "length": reading_of(context).length(metres)}
    if covered:
        line = say("vertex {vertex} (behind): {length} off", **figures)
    else:
        line = say("vertex {vertex}: {length} off", **figures)
    wide, seen = shapes.text_width(line, SMALL * unit), _corner(context, unit)[0]
    x, to_left = beside_ring(at[0], 14 * unit, wide, width=context.region.width, seen=seen)
    shapes.text(line, x, at[1] + 10 * unit, SMALL * unit, shapes.WHITE, align=float(to_left))


def beside_ring(x: float, away: float, wide: float, *, width: float, seen: float) -> tuple[float, bool]:
    """Where a ring's label is, in pixels, and whether it ends there; else it begins there.

    x: the ring, which may be under a side bar. wide: the label. width: the view. seen: up to the side bar.
    """
    if x > width / 2 or x + away + wide > seen:
        return min(x - away, seen), True
    return x + away, False


def _draw_way(here: shapes.Point, there: shapes.Point, unit: float) -> None:
    """A line from a ring to its vertex's right place, and a cross there."""
    away = np.subtract(there, here)
    length = float(np.hypot(*away))
    if length > _RING * unit:  # else the cross is within the ring
        shapes.line(tuple(here + away * (_RING * unit / length)), there, 2.0 * unit, _WAY)
    for x, y in ((1.0, 1.0), (1.0, -1.0)):
        reach = np.array([x, y]) * (5.0 * unit)
        shapes.line(tuple(there - reach), tuple(there + reach), 2.0 * unit, _WAY)


def _on_screen(context: Context, position: Vector) -> shapes.Point | None:
    from bpy_extras.view3d_utils import location_3d_to_region_2d

    at = location_3d_to_region_2d(context.region, context.region_data, position)
    return (at.x, at.y) if at is not None else None


def _corner(context: Context, unit: float) -> shapes.Point:
    """The lower right corner that no overlapping side bar or asset shelf covers."""
    right, bottom = context.region.width - MARGIN * unit, MARGIN * unit
    for region in context.area.regions:
        if region.type == "UI" and region.alignment == "RIGHT" and context.preferences.system.use_region_overlap:
            right -= region.width if region.width > 1 else 0
        if region.type in {"ASSET_SHELF", "ASSET_SHELF_HEADER"} and region.height > 1:
            bottom += region.height
    return right, bottom


def _top_of_options(context: Context, left: float) -> float:
    """The height of the last operator's options, if they reach farther right than ``left``; else 0."""
    for region in context.area.regions:
        if region.type == "HUD" and region.height > 1 and region.x + region.width - context.region.x > left:
            return float(region.y + region.height - context.region.y)
    return 0.0


def is_covered(context: Context, position: Vector) -> bool:
    """Whether something of the scene hides a world position from the viewer."""
    from bpy_extras.view3d_utils import location_3d_to_region_2d, region_2d_to_vector_3d

    region, view = context.region, context.region_data
    at = location_3d_to_region_2d(region, view, position)
    if at is None:
        return False
    towards = -region_2d_to_vector_3d(region, view, at)
    start = position + towards * (_LIFTED * view.view_distance)  # off the surface that the vertex is part of
    return bool(context.scene.ray_cast(context.evaluated_depsgraph_get(), start, towards)[0])


def _chart(x: float, y: float, width: float, height: float, times: Float64, fractions: Float64) -> None:
    """The largest error of each time as a column, with height and colour by the scale."""
    at = x + width * (times - times[0]) / (times[-1] - times[0])
    tops = y + height * np.maximum(np.minimum(fractions, 1.0), 1.0 / height)  # at least one pixel
    points = [(float(a), float(up)) for a, top in zip(at, tops, strict=True) for up in (y, top)]
    shapes.strip(points, [color for color in _colors(fractions) for _ in range(2)])


def _colors(fractions: Float64, *, plain: float = 0.0) -> list[shapes.Color]:
    """The scale's colour for each fraction of its top; up to ``plain`` that of no error."""
    scale = preference(bpy.context, "heat_colors")
    return [(r, g, b, 1.0) for r, g, b in srgb_colors(fractions, scale, plain=plain).tolist()]


def register() -> None:
    draw_over_views(NAME, _draw, "POST_PIXEL")


def unregister() -> None:
    stop_drawing(NAME)
