"""Properties of all items of a Blender collection as arrays, read in one call."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np


def values_of(things: bpy.types.bpy_prop_collection, name: str, *size: int, kind: type = np.float32) -> Any:
    """(n, *size) the property ``name`` of n things."""
    values: np.ndarray = np.empty((len(things), *size), kind)
    things.foreach_get(name, values.ravel())
    return values


def set_values(things: bpy.types.bpy_prop_collection, name: str, values: Any) -> None:
    """Set the property ``name`` of n things, values (n, *size). Blender keeps no such change of linked data."""
    if things.id_data.library is None and things.id_data.override_library is None:
        things.foreach_set(name, np.ravel(values))
        return
    for thing, value in zip(things, values.tolist(), strict=True):  # where foreach_set does nothing, and says nothing
        setattr(thing, name, value)


def corner_vertices(mesh: bpy.types.Mesh) -> Any:
    """(C,) int32 the vertex at each corner of a mesh's faces.

    Read as the attribute that Blender keeps: the property of corners takes 58 ms for 400,000 of them, this 0.06 ms.
    """
    kept = mesh.attributes.get(".corner_vert")
    if kept is None or len(kept.data) != len(mesh.loops):  # no faces, or Edit Mode
        return values_of(mesh.loops, "vertex_index", kind=np.int32)
    return values_of(kept.data, "value", kind=np.int32)


def attribute_values(mesh: bpy.types.Mesh, name: str, kind: str = "INT") -> Any:
    """(V,) int32, or (V, 3) float32 of kind "FLOAT_VECTOR": an attribute of a mesh's vertices; None if it has none."""
    if not len(mesh.vertices):  # it has no attributes either
        return np.zeros(0, np.int32) if kind == "INT" else np.zeros((0, 3), np.float32)
    attribute = mesh.attributes.get(name)
    if attribute is None or attribute.data_type != kind or len(attribute.data) != len(mesh.vertices):
        return None
    if kind == "INT":
        return values_of(attribute.data, "value", kind=np.int32)
    return values_of(attribute.data, "vector", 3)
