"""Keys written to F-curves in few calls: these calls take most of an import's time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import bpy
import numpy as np

from ....skinning_core.model import Float64, Int
from ...rig.keys import BEZIER, CONSTANT, LINEAR, Keys, distinct_frames

#: Blender's enum value.
_FREE_HANDLE = 0

#: "new": as Blender makes keys, Bezier with automatic handles.
Form = Literal["new", "free", "linear", "constant"]
_FORMS: dict[int, Form] = {LINEAR: "linear", CONSTANT: "constant"}

#: An F-curve's ``update`` merges keys this many frames apart or less. Sorted keys need it only for their handles' look.
_MERGED = 0.01


@dataclass(slots=True, eq=False)
class Curve:
    """An F-curve and the form of its keys."""

    fcurve: bpy.types.FCurve
    keys: int = 0
    form: Form = "new"


def write_keys(keys: Keys, curves: Sequence[Curve]) -> None:
    """Replace the keys of n * C curves. Curves of one property's components are neighbours."""
    keep = distinct_frames(keys.frames)
    rows = _rows(keys.frames, keys.values, keep)
    points = [_points(curve, len(keep)) for curve in curves]
    for key_points, row in zip(points, rows, strict=True):
        key_points.foreach_set("co", row)
    if keys.left is not None and keys.right is not None:
        before, after = keys.handle_frames
        _write_handles(curves, points, rows, _rows(before, keys.left, keep), _rows(after, keys.right, keep))
        return
    apart = bool((np.diff(keys.frames[keep]) > _MERGED).all())
    form, interpolation = _FORMS[keys.interpolation], np.full(len(keep), keys.interpolation, np.int32)
    for curve, key_points in zip(curves, points, strict=True):
        if curve.form != form:
            key_points.foreach_set("interpolation", interpolation)
            curve.form = form
        if apart:
            curve.fcurve.update()


def _points(curve: Curve, count: int) -> bpy.types.FCurveKeyframePoints:
    """Exactly ``count`` keys of the curve, old or new."""
    points = curve.fcurve.keyframe_points
    if curve.keys != count:
        if curve.keys:
            points.clear()
        points.add(count)
        curve.keys, curve.form = count, "new"
    return points


def _write_handles(
    curves: Sequence[Curve],
    points: Sequence[bpy.types.FCurveKeyframePoints],
    rows: np.ndarray,
    lefts: np.ndarray,
    rights: np.ndarray,
) -> None:
    """Free handles, for Bezier keys.

    A curve that never moves keeps automatic handles: level between equal keys, so that Blender treats the segment as
    constant. Two of four components of a rotation about one axis are like that.
    """
    free = np.full(rows.shape[1] // 2, _FREE_HANDLE, np.int32)
    bezier = np.full(rows.shape[1] // 2, BEZIER, np.int32)
    level = rows[:, 1:2]
    still = np.all([(side[:, 1::2] == level).all(axis=1) for side in (rows, lefts, rights)], axis=0)
    for curve, key_points, is_still, left, right in zip(curves, points, still.tolist(), lefts, rights, strict=True):
        if is_still and curve.form == "new":
            curve.fcurve.update()
            continue
        if curve.form != "free":
            if curve.form != "new":
                key_points.foreach_set("interpolation", bezier)
            key_points.foreach_set("handle_left_type", free)
            key_points.foreach_set("handle_right_type", free)
            curve.form = "free"
        key_points.foreach_set("handle_left", left)
        key_points.foreach_set("handle_right", right)


def _rows(frames: Float64, values: Float64, keep: Int) -> np.ndarray:
    """(n * C, 2 K) float32: frame, value, frame, value, ... of each F-curve, of values (n, K, C)."""
    count, _, components = values.shape
    rows = np.empty((count, components, len(keep), 2), np.float32)
    rows[..., 0] = frames[keep]
    rows[..., 1] = values[:, keep].swapaxes(1, 2)
    return rows.reshape(count * components, -1)
