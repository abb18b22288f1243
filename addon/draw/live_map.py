"""The live verdict over 3D views: the character in its errors' colours, the worst vertex, the headline.

The GPU draws colours from positions and distances; no attribute of a mesh is written.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from bpy.types import Context
from mathutils import Vector

from ...skinning_core.compare.judge.level import Level
from ...skinning_core.model import Float64, Model
from ...skinning_core.report.camera import Camera
from ...skinning_core.report.heat_scale import LOST, srgb_colors
from ...skinning_core.skeleton.faces import triangles_of
from ..rig.space import AXES, TO_BLENDER
from ..state.live_frame import LiveFrame
from ..state.preferences import preference, reading_of
from ..state.session import session
from ..state.views import draw_over_views, stop_drawing
from ..translations import said, say
from .heat_map import SHADES
from .legend import draw_ring, draw_scale

if TYPE_CHECKING:
    import gpu

    from ..gpu.device.surface import HeatSurface

NAME = "live"

#: The shift towards the viewer, as a share of the depth: Blender draws its own mesh in the same place.
_NEARER = 1e-4

#: Opacity of the colours in Pose Mode, so that bones show through.
_BESIDE_BONES = 0.6


@dataclass(frozen=True, eq=False)
class LiveMap:
    """What lies on the GPU: the faces of a model, and the vertices of one frame."""

    model: Model
    lost: int  # vertices without a place, whose faces are not drawn
    faces: tuple[gpu.types.GPUIndexBuf, ...]
    frame: LiveFrame
    surfaces: list[HeatSurface]


def live_frame(context: Context) -> LiveFrame | None:
    """The live verdict on the active character; None if it is off, or on another one."""
    settings, seen = context.scene.skinproof, session.live_frame
    item = settings.character
    if not settings.live or seen is None or item is None or seen.character != item.key:
        return None
    return seen


def top_of(seen: LiveFrame) -> float:
    """The error of the last colour, a share of the size: 1, 2 or 5 times a power of ten, so nothing flickers."""
    assert seen.difference is not None
    largest, limit = seen.difference.max_relative, seen.difference.tolerance.limit
    if not largest > 0.0:
        return limit
    power = 10.0 ** math.floor(math.log10(largest))
    return max(limit, power * next(step for step in (1.0, 2.0, 5.0, 10.0) if largest <= step * power * (1.0 + 1e-9)))


def _draw_colors(context: Context) -> None:
    seen = live_frame(context)
    if seen is None or seen.difference is None or not context.scene.skinproof.live_colors:
        session.live_map = None
        return
    import gpu

    from ..gpu.device.surface import Look, draw_heat
    from ..gpu.device.upload import texture_of

    session.live_map = kept = _uploaded(seen)
    view, place = context.region_data, seen.place
    assert place is not None
    camera = Camera(np.array(view.view_matrix) @ place @ AXES, np.array(view.window_matrix, np.float64))
    towards = camera.to_viewer / np.linalg.norm(camera.to_viewer)
    opacity = _BESIDE_BONES if context.mode == "POSE" else 1.0
    look = Look(tuple(camera.light().tolist()), tuple(towards.tolist()), opacity=opacity, to_linear=True)
    world_to_clip = camera.matrix.copy()
    world_to_clip[2] -= _NEARER * world_to_clip[3]
    plain, shades = seen.difference.tolerance.limit / top_of(seen), np.linspace(0.0, 1.0, SHADES)
    colors = np.vstack([srgb_colors(shades, preference(context, "heat_colors"), plain=plain), LOST])
    scale = texture_of(np.column_stack([colors, np.ones(len(colors))])[None])
    gpu.state.depth_test_set("LESS_EQUAL")
    gpu.state.depth_mask_set(True)
    gpu.state.blend_set("ALPHA")
    try:
        draw_heat(kept.surfaces, scale, top_of(seen) * seen.difference.diagonal, world_to_clip, look)
    finally:
        gpu.state.depth_test_set("NONE")
        gpu.state.depth_mask_set(False)
        gpu.state.blend_set("NONE")


def _uploaded(seen: LiveFrame) -> LiveMap:
    """What is drawn of a frame; faces are uploaded once for a model, vertices once for a frame."""
    import gpu

    from ..gpu.device.surface import heat_surface

    kept, difference = session.live_map, seen.difference
    kept = kept if isinstance(kept, LiveMap) else None
    if kept is not None and kept.frame is seen:
        return kept
    assert difference is not None
    model = seen.model
    assert model is not None
    if kept is None or kept.model is not model or kept.lost != difference.lost:
        faces = []
        for part, errors in zip(model.parts, difference.errors, strict=True):
            triangles = triangles_of(model.primitive(part))
            there = ~np.isnan(errors)[triangles].any(axis=1)
            faces.append(gpu.types.GPUIndexBuf(type="TRIS", seq=np.ascontiguousarray(triangles[there], np.uint32)))
    else:
        faces = list(kept.faces)
    surfaces = [
        heat_surface(np.nan_to_num(positions), np.nan_to_num(errors, nan=-1.0), of_part)
        for positions, errors, of_part in zip(seen.positions, difference.errors, faces, strict=True)
        if len(errors)
    ]
    return LiveMap(model, difference.lost, tuple(faces), seen, surfaces)


def headline(context: Context, seen: LiveFrame) -> tuple[str, ...]:
    """What is said of a frame, in lines: the verdict, the worst vertex and how far it is off, the cost."""
    assert seen.difference is not None
    assert seen.verdict is not None
    lines = [say("Live · {verdict}", verdict=said(seen.verdict.words))]
    if seen.difference.worst is not None and not seen.verdict.same:
        reading = reading_of(context)
        off = {"length": reading.length(seen.difference.distance), "share": reading.share(seen.difference.max_relative)}
        lines.append(say("{length} off, {share} of its size", **off))
        lines.append(say("vertex {vertex}, joint {joint}", vertex=f"{seen.difference.worst[1]:,}", joint=seen.joint))
    lines.append(cost(seen))
    return tuple(lines)


def cost(seen: LiveFrame) -> str:
    """A frame's cost, in words."""
    return say("{milliseconds} ms a frame", milliseconds=f"{1e3 * seen.seconds:.1f}")


def _draw_headline(context: Context) -> None:
    seen = live_frame(context)
    if seen is None or seen.difference is None or seen.verdict is None:
        return
    top = top_of(seen)
    draw_scale(context, headline(context, seen), top, seen.difference.tolerance.limit / top, plain=True)
    if seen.point is not None and seen.verdict.level is not Level.SAME and seen.difference.worst is not None:
        draw_ring(context, Vector(_in_scene(seen)), seen.difference.worst[1], seen.difference.distance)


def _in_scene(seen: LiveFrame) -> Float64:
    """(3,) the worst vertex in Blender's world."""
    assert seen.point is not None
    assert seen.place is not None
    return seen.place[:3, :3] @ TO_BLENDER @ seen.point + seen.place[:3, 3]


def register() -> None:
    draw_over_views(NAME, _draw_colors, "POST_VIEW")
    draw_over_views(NAME, _draw_headline, "POST_PIXEL")


def unregister() -> None:
    stop_drawing(NAME)
    session.live_map = None
