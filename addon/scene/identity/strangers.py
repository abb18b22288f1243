"""Where the vertices are that only one side has: in the scene but not the file, and the reverse."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from ....skinning_core.compare.between.match.surface import used_vertices
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Bool, Float64, Int, Model
from ....skinning_core.skeleton.faces import triangles_of
from ....skinning_core.transform import apply_to_points
from ...rig.space import TO_BLENDER
from ..ground.modifiers import positions_of
from .character import Character
from .vertex_map import VertexMap, rows_not_in_file, vertex_map


@dataclass(frozen=True, eq=False)
class Strangers:
    """Places in Blender's world."""

    in_scene: Float64  # (n, 3) vertices of the scene that are not in the file
    in_file: Float64  # (m, 3) used vertices of the file that are not in the scene


def find_strangers(
    depsgraph: bpy.types.Depsgraph, model: Model, character: Character, clip: int | None, times: Float64, place: Float64
) -> Strangers:
    """The strangers of either side: as ``depsgraph`` has evaluated them, and as the file has them at times (1,).

    place: (4, 4) Blender's world, from where the file puts the character to where it stands. Raises ``SkinproofError``
    if a mesh has lost its attributes.
    """
    found = vertex_map(model, character)
    in_scene = [np.zeros((0, 3))]
    for ob, rows in rows_not_in_file(found, character).items():
        evaluated = ob.evaluated_get(depsgraph)
        mesh = evaluated.data if len(evaluated.data.vertices) == len(rows) else ob.data
        world = np.array(evaluated.matrix_world, np.float64)
        in_scene.append(apply_to_points(world[:3], positions_of(mesh)[rows]))
    absent = _absent(model, found)
    if not len(absent):
        return Strangers(np.concatenate(in_scene), np.zeros((0, 3)))
    posed = np.concatenate(skin_model(model, clip, times, variants=False, normals=False).positions, axis=1)[0]
    in_file = apply_to_points(place[:3], posed[absent] @ TO_BLENDER.T)
    return Strangers(np.concatenate(in_scene), in_file)


def rows_around_lost(model: Model, found: VertexMap) -> dict[bpy.types.Object, Bool]:
    """Per mesh object that has any: its vertices (V,) that shared a face of the file with a lost one."""
    lost = np.zeros(model.part_starts[-1], np.bool_)
    lost[_absent(model, found)] = True
    starts = model.part_starts
    around: dict[bpy.types.Object, Bool] = {}
    for piece in found.present:
        primitive, start = model.primitive(model.parts[piece.part]), starts[piece.part]
        faces = triangles_of(primitive)
        beside = np.zeros(primitive.vertex_count, np.bool_)
        beside[faces[lost[start + faces].any(axis=1)]] = True
        rows = piece.rows[beside[piece.vertices]]
        if len(rows):
            around.setdefault(piece.object, np.zeros(len(piece.object.data.vertices), np.bool_))[rows] = True
    return around


def _absent(model: Model, found: VertexMap) -> Int:
    """(m,) used vertices, over all parts, that are not in the scene."""
    starts = model.part_starts
    here = [starts[piece.part] + piece.vertices for piece in found.present]
    return np.setdiff1d(used_vertices(model), np.concatenate([np.zeros(0, np.intp), *here]))
