"""A row of one character: how far the next is from the last, and a view with all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from bpy.types import Area, Context, Object
from mathutils import Vector

from ...skinning_core.model import Float64, Model
from ...skinning_core.pose.clip import sample_clip
from ..gpu.data.column import posed

#: The view's width, in widths of the row.
_ROOM = 1.25
#: The way from one character to the next, in widths of one at rest.
_STEP = 1.2


def extent_at_rest(model: Model) -> Float64:
    """(3,) the size of the box around the model at rest, in metres: a row that followed poses would jump."""
    extent: Float64 = np.ptp(posed(model, sample_clip(model.nodes, None, np.zeros(1)), "").points(), axis=0)
    return extent


def step_aside(to_view: Float64, extent: Float64) -> Float64:
    """(3,) the way to the viewer's right on the ground, a fifth more than a box of ``extent`` (3,) needs.

    In glTF's space; to_view: (4, 4) from it to the viewer's. If the viewer's right is upright, it is glTF's +X.
    """
    right = np.array([to_view[0, 0], 0.0, to_view[0, 2]])
    length = float(np.linalg.norm(right))
    right = right / length if length > 1e-3 * float(np.linalg.norm(to_view[0, :3])) else np.array([1.0, 0.0, 0.0])
    return _STEP * float(np.abs(right) @ extent) * right


def frame_row(context: Context, objects: Sequence[Object], beside: int, extent: Float64, place: Float64) -> None:
    """Show objects in the window's 3D views with ``beside`` more of them in a row to the viewer's right.

    extent: (3,) their size at rest in glTF's space. place: (4, 4) from there into Blender's world. A view that shows
    all of them stays.
    """
    corners = np.array([ob.matrix_world @ Vector(corner) for ob in objects for corner in ob.bound_box])
    if context.window is None or not len(corners):
        return
    over_it = context.preferences.system.use_region_overlap  # else the view ends where a side bar begins
    for area in context.window.screen.areas:
        region = next((region for region in area.regions if region.type == "WINDOW"), None)
        if area.type == "VIEW_3D" and region is not None:
            view = np.array(area.spaces.active.region_3d.view_matrix)
            step = place[:3, :3] @ step_aside(view @ place, extent)
            row = np.concatenate([corners, corners + beside * step])
            covered = _side_bars(area) / region.width if over_it else 0.0
            _frame(area, row, covered=covered)


def _side_bars(area: Area) -> int:
    """Pixels that open side bars cover at the right."""
    return sum(
        region.width
        for region in area.regions
        if region.type == "UI" and region.alignment == "RIGHT" and region.width > 1
    )


def _frame(area: Area, corners: Float64, *, covered: float) -> None:
    """Show the box around corners (n, 3), world, in one view. covered: the view's part under a side bar."""
    view = area.spaces.active.region_3d
    turned = np.array(view.view_rotation.to_matrix())  # columns: the viewer's right, up, and towards the viewer
    box = corners @ turned
    low, high = box.min(axis=0), box.max(axis=0)
    seen = np.array([1.0 - covered, 1.0])  # of the view, beside the side bar
    flat = np.array(view.window_matrix)
    depth = view.view_distance if view.is_perspective else 1.0
    half_now = depth / np.array([flat[0, 0], flat[1, 1]])
    half = _ROOM * (high - low)[:2] / 2.0 / seen
    at = np.array(view.view_location) @ turned
    middle = at[:2] - [covered * half_now[0], 0.0]
    if (np.abs(np.stack([low[:2], high[:2]]) - middle) <= half_now * seen).all():
        return
    view.view_distance *= float((half / half_now).max())
    centre = (low + high) / 2.0
    centre[0] += covered * half_now[0] * float((half / half_now).max())
    view.view_location = Vector((turned @ centre).tolist())
