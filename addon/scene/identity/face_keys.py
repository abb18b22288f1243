"""Which faces two meshes share, by the vertices at their corners: a copy shares all, a piece cut off none."""

from __future__ import annotations

import bpy
import numpy as np

from ....skinning_core.model import Int
from ..ground.arrays import corner_vertices, values_of

#: Odd 64-bit number without a pattern: sums of its multiples, shifted in between, do not meet by chance.
_MIXING = np.uint64(0x9E3779B97F4A7C15)


def face_keys(mesh: bpy.types.Mesh, numbers: Int) -> np.ndarray:
    """(n,) uint64 a key for each face whose corners are all of the file, from their numbers in any order.

    numbers: (V,) of the mesh's vertices; -1: not of the file. A mesh in Edit Mode has none and gives no keys.
    """
    if not len(numbers) or not len(mesh.polygons) or len(numbers) != len(mesh.vertices):
        return np.zeros(0, np.uint64)
    mixed = (numbers + 1).astype(np.uint64) * _MIXING
    mixed ^= mixed >> np.uint64(29)  # else a sum of these is the product of a sum
    corners = corner_vertices(mesh)
    starts = values_of(mesh.polygons, "loop_start", kind=np.int32)
    keys: np.ndarray = np.add.reduceat((mixed * _MIXING)[corners], starts)
    return keys[np.minimum.reduceat(numbers[corners], starts) >= 0]
