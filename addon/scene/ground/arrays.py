"""Properties of all things of one of Blender's collections as arrays, read in one call."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np


def values_of(things: bpy.types.bpy_prop_collection, name: str, *size: int, kind: type = np.float32) -> Any:
    """(n, *size) the property ``name`` of n things."""
    values: np.ndarray = np.empty((len(things), *size), kind)
    things.foreach_get(name, values.ravel())
    return values
