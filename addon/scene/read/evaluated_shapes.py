"""Mesh objects as Blender shows them, modifiers, caches and simulations included, in glTF's axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bpy
import numpy as np

from ....skinning_core.compare.between.shapes import Shape
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64
from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import sentence
from ....skinning_core.transform import apply_to_points
from ...rig.space import AXES, TO_BLENDER
from ..ground.arrays import corner_vertices, values_of
from ..ground.modifiers import positions_of
from .evaluate_mesh import shown


def shapes_now(objects: Sequence[bpy.types.Object], depsgraph: bpy.types.Depsgraph) -> list[Shape]:
    """Each mesh object's shape now. Raises ``SkinproofError`` if one is hidden from evaluation."""
    shapes = []
    for ob in objects:
        mesh = shown(ob, depsgraph).data
        mesh.calc_loop_triangles()
        triangles = values_of(mesh.loop_triangles, "vertices", 3, kind=np.int32)
        shapes.append(Shape(ob.name, _positions(ob, depsgraph), triangles, _texcoords(mesh)))
    return shapes


def positions_now(
    objects: Sequence[bpy.types.Object], counts: Sequence[int], depsgraph: bpy.types.Depsgraph
) -> Iterator[Float64]:
    """(V, 3) world positions of each mesh object, metres, +Y up.

    Raises ``SkinproofError`` if its number of vertices is not that in ``counts``.
    """
    for ob, count in zip(objects, counts, strict=True):
        positions = _positions(ob, depsgraph)
        if len(positions) != count:
            now = counted(len(positions), "vertex", "vertices")
            at = sentence("{object!r} at frame {frame:g}", object=ob.name, frame=depsgraph.scene.frame_current_final)
            what = "it has {now} there, and {count:,} at the first frame"
            fix = "compare frames at which the faces stay the same"
            raise SkinproofError(what, now=now, count=count, where=str(at), fix=fix)
        yield positions


def place_now(ob: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> Float64:
    """(4, 4) from an object's space to the world, in glTF's axes."""
    return AXES.T @ np.array(ob.evaluated_get(depsgraph).matrix_world, np.float64) @ AXES


def _positions(ob: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> Float64:
    evaluated = shown(ob, depsgraph)
    world = np.array(evaluated.matrix_world, np.float64)
    return apply_to_points(TO_BLENDER.T @ world[:3], positions_of(evaluated.data))


def _texcoords(mesh: bpy.types.Mesh) -> Float64 | None:
    """(V, 2) texture coordinates of the first corner of each vertex; None without a layer."""
    layer = mesh.uv_layers.active
    if layer is None or not len(mesh.loops):
        return None
    places, vertices = values_of(layer.uv, "vector", 2), corner_vertices(mesh)
    result = np.full((len(mesh.vertices), 2), np.nan)
    result[vertices[::-1]] = places[::-1]
    return result
