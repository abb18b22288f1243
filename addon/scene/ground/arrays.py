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
