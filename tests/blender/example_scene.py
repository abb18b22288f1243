"""What tests do with the example character in a scene: find its mesh, damage it, read its attributes."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "character.glb"
MOVED = 0.05  # metres


def skinned_mesh():
    return max((o for o in bpy.context.scene.objects if o.type == "MESH"), key=lambda o: len(o.data.vertices))


def move_vertex(mesh, row: int) -> None:
    """Move one vertex of the mesh, in every shape key too, so that exactly this vertex is wrong."""
    keys = mesh.shape_keys.key_blocks if mesh.shape_keys else ()
    for points in (mesh.vertices, *(key.data for key in keys)):
        points[row].co.x += MOVED
    mesh.update_tag()


def values(mesh, attribute: str) -> np.ndarray:
    out = np.empty(len(mesh.vertices), np.int32)
    mesh.attributes[attribute].data.foreach_get("value", out)
    return out
