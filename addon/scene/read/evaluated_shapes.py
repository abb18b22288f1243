"""Mesh objects as Blender shows them at a frame, all modifiers, caches and simulations in, back in glTF's axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bpy
import numpy as np

from ....skinning_core.compare.between.shapes import Shape
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64, Int
from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import sentence
from ....skinning_core.transform import apply_to_points
from ...rig.space import TO_BLENDER
from ..ground.modifiers import read_positions


def shapes_now(objects: Sequence[bpy.types.Object], depsgraph: bpy.types.Depsgraph) -> list[Shape]:
    """The shape of each mesh object as it is now. Raises ``SkinproofError`` if one is hidden from evaluation."""
    shapes = []
    for ob in objects:
        mesh = _evaluated(ob, depsgraph).data
        mesh.calc_loop_triangles()
        triangles = np.empty((len(mesh.loop_triangles), 3), np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles.ravel())
        shapes.append(Shape(ob.name, _positions(ob, depsgraph), triangles, _texcoords(mesh)))
    return shapes


def positions_now(
    objects: Sequence[bpy.types.Object], counts: Sequence[int], depsgraph: bpy.types.Depsgraph
) -> Iterator[Float64]:
    """(V, 3) world positions of each mesh object, metres, +Y up.

    Raises ``SkinproofError`` if one has another number of vertices than in ``counts``.
    """
    for ob, count in zip(objects, counts, strict=True):
        positions = _positions(ob, depsgraph)
        if len(positions) != count:
            now = counted(len(positions), "vertex", "vertices")
            at = sentence("{object!r} at frame {frame:g}", object=ob.name, frame=depsgraph.scene.frame_current_final)
            raise SkinproofError(
                sentence("it has {now} there, and {count:,} at the first frame", now=now, count=count),
                where=str(at),
                fix="compare frames at which the faces stay the same",
            )
        yield positions


def place_now(ob: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> Float64:
    """(4, 4) where an object stands, in glTF's axes: from its own space to the world."""
    axes = np.eye(4)
    axes[:3, :3] = TO_BLENDER
    return axes.T @ np.array(ob.evaluated_get(depsgraph).matrix_world, np.float64) @ axes


def _evaluated(ob: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> bpy.types.Object:
    evaluated = ob.evaluated_get(depsgraph)
    if not evaluated.is_evaluated:
        raise SkinproofError(
            sentence("{object!r} is hidden from evaluation", object=ob.name),
            fix="show it in the viewports and in the view layer",
        )
    return evaluated


def _positions(ob: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> Float64:
    evaluated = _evaluated(ob, depsgraph)
    positions = np.empty((len(evaluated.data.vertices), 3), np.float32)
    read_positions(evaluated.data, positions)
    return apply_to_points(TO_BLENDER.T @ np.array(evaluated.matrix_world, np.float64)[:3], positions)


def _texcoords(mesh: bpy.types.Mesh) -> Float64 | None:
    """(V, 2) where the first corner of each vertex lies on the texture; None without such a layer."""
    layer = mesh.uv_layers.active
    if layer is None or not len(mesh.loops):
        return None
    places, vertices = np.empty((len(mesh.loops), 2), np.float32), _corners(mesh)
    layer.uv.foreach_get("vector", places.ravel())
    result = np.full((len(mesh.vertices), 2), np.nan)
    result[vertices[::-1]] = places[::-1]
    return result


def _corners(mesh: bpy.types.Mesh) -> Int:
    vertices = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", vertices)
    return vertices
