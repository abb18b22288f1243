"""The view stands back so far that a character and what is drawn to its right are in sight together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from bpy.types import Area, Context, Object, Region
from mathutils import Vector

#: How much wider the view is than the row of characters.
_ROOM = 1.25
#: The way from one character to the next, in widths of one.
_STEP = 1.2


def frame_row(context: Context, objects: Sequence[Object], beside: int) -> None:
    """Have 3D views of the context's window show objects with ``beside`` more of them in a row to the viewer's right.

    A view in which all of them are in sight stays as it is.
    """
    corners = np.array([ob.matrix_world @ Vector(corner) for ob in objects for corner in ob.bound_box])
    if context.window is None or not len(corners):
        return
    for area in context.window.screen.areas:
        region = next((region for region in area.regions if region.type == "WINDOW"), None)
        if area.type == "VIEW_3D" and region is not None:
            _frame(area, region, corners, beside)


def _frame(area: Area, region: Region, corners: np.ndarray, beside: int) -> None:
    """The same of the box around corners (n, 3), in the world, in one view."""
    view = area.spaces.active.region_3d
    turned = np.array(view.view_rotation.to_matrix())  # columns: the viewer's right, up, and towards the viewer
    box = corners @ turned
    low, high = box.min(axis=0), box.max(axis=0)
    width = high[0] - low[0]
    high[0] += beside * _STEP * width
    bars = sum(r.width for r in area.regions if r.type == "UI" and r.alignment == "RIGHT" and r.width > 1)
    covered = bars / region.width
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
