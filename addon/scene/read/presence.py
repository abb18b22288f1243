"""Which joints and faces of the file a character still has, and its normals at rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import bpy
import numpy as np
from mathutils.bvhtree import BVHTree

from ....skinning_core.model import Bool, Float64, Int, Model
from ....skinning_core.skeleton.face_loss import FaceLoss, MeshFaces, face_loss
from ....skinning_core.skeleton.faces import topology_of
from ....skinning_core.skeleton.identity import twins_of_all
from ....skinning_core.skeleton.patches import patches
from ....skinning_core.subject import Presence
from ..ground import stored_names as stored
from ..ground.arrays import corner_vertices, values_of
from ..ground.modifiers import own_mesh, positions_of
from ..ground.noted import our
from ..identity.character import Character, node_bones, objects_of
from ..identity.vertex_map import VertexMap, vertex_map
from .replaced import Replaced
from .rest_normals import normals_at_rest

#: A triangle's middle is in a hole if it is off the surface by this share of its distance to the nearest side: on a
#: sphere of twice its size it is off by a fifth, in a hole of one by all.
_IN_A_HOLE = 0.5
#: Relative precision of float32 places.
_FLAT = 1e-6

#: Blender leaves a vertex alone if its weights sum to no more.
_MOVES_NOTHING = 1e-4


def presence_of(model: Model, character: Character, *, modifiers: bool = True) -> Presence:
    """Which joints and faces of the model are there. Raises ``SkinproofError`` if a mesh has lost its attributes.

    modifiers: what others than the armature's do to normals counts.
    """
    joints = model.moving_joints
    there = _nodes_there(character)
    found = vertex_map(model, character)
    missing = [node for node in joints.tolist() if node not in there]
    if len(missing) < len(joints):
        missing = [node for node in missing if not _stands_for_no_bone(model, found, node)]
    starts = model.part_starts
    loss = face_loss(model, starts, twins_of_all(model), list(_faces(found, starts).values()))
    covered = _covered(model, found, loss.lost_mask)
    replaced = _replaced(model, found, loss)
    other = 0 if replaced is None else replaced.count
    filling = 0 if replaced is None or not other else replaced.filling
    return Presence(
        joints=len(joints),
        joints_missing=tuple(model.nodes.names[node] for node in missing),
        faces=loss.faces,
        faces_lost=loss.lost - covered - other,
        faces_added=loss.added - filling,
        strangers=sum(found.strangers.values()),
        faces_replaced=other,
        surface_off=0.0 if replaced is None else replaced.off(replaced.at_rest()),
        normals=tuple(normals_at_rest(model, found, modifiers=modifiers)),
    )


def replaced_faces(model: Model, character: Character) -> Replaced | None:
    """A character's faces that stand for others of its file; None if there are none."""
    found, starts = vertex_map(model, character), model.part_starts
    loss = face_loss(model, starts, twins_of_all(model), list(_faces(found, starts).values()))
    return _replaced(model, found, loss)


def _replaced(model: Model, found: VertexMap, loss: FaceLoss) -> Replaced | None:
    if not loss.lost or not loss.added:
        return None
    starts = model.part_starts
    twins = twins_of_all(model)
    of_part = [
        twins[topology_of([model.primitive(part)]).triangles + start]
        for part, start in zip(model.parts, starts[:-1], strict=True)
    ]
    faces = _faces(found, starts)
    nobody, rows, label, corners, begins = len(twins), 0, [], [], [np.zeros(1, np.intp)]
    for mesh in faces.values():
        own = np.where(mesh.vertex >= 0, twins[mesh.vertex], nobody + rows + np.arange(len(mesh.vertex)))
        label.append(own)
        begins.append(mesh.starts[1:] + begins[-1][-1])
        corners.append(mesh.corners + rows)
        rows += len(own)
    every, at = np.concatenate(corners), np.concatenate(begins)
    triangles, lost = np.concatenate(of_part), np.concatenate(loss.lost_mask)
    return Replaced(list(faces), every, at, patches(triangles, lost, every, at, np.concatenate(label), loss.added_mask))


def _nodes_there(character: Character) -> set[int]:
    """The nodes for which the character has a bone or an object."""
    objects = objects_of(character)
    blocks = [*node_bones(objects), *(ob for ob in objects if stored.NODE in our(ob))]
    return {int(our(block)[stored.NODE]) for block in blocks}


def _stands_for_no_bone(model: Model, found: VertexMap, node: int) -> bool:
    """Whether a joint moves only vertices that no bone moves: the exporter's "neutral_bone".

    Nothing moves it, and no joint is above or below it.
    """
    parents = model.nodes.parents
    moved = any(track.node == node for clip in model.clips for track in clip.tracks)
    if moved or node in parents or any(parents[node] in skin.joints for skin in model.skins):
        return False
    count = 0
    for piece in found.present:
        part = model.parts[piece.part]
        influences = model.influences(part)
        if influences is None:
            continue
        followed = (model.skins[part.skin].joints[influences.joints] == node) & (influences.weights != 0.0)
        rows = piece.rows[followed.any(axis=1)[piece.vertices]]
        count += len(rows)
        if _any_moved_by_bones(piece.object, rows.tolist()):
            return False
    return count > 0


def _any_moved_by_bones(ob: bpy.types.Object, vertices: Sequence[int]) -> bool:
    """Whether bones move one of these vertices."""
    armatures = [m.object for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None]
    bones = {bone.name for armature in armatures for bone in armature.data.bones}
    moving = {group.index for group in ob.vertex_groups if group.name in bones}
    for vertex in vertices:
        weights = [each.weight for each in ob.data.vertices[vertex].groups if each.group in moving]
        if sum(weights) > _MOVES_NOTHING:
            return True
    return False


def _faces(found: VertexMap, starts: Int) -> dict[bpy.types.Object, MeshFaces]:
    """The faces of every mesh, and for each of its rows the vertex of the file, over all parts."""
    faces = {}
    for ob, pieces in found.by_object.items():
        if any(piece.corners is not None for piece in pieces):
            continue  # a mesh made anew has its own faces
        with own_mesh(ob) as mesh:
            vertex = found.copies[ob].copy()
            for piece in pieces:
                vertex[piece.rows] = starts[piece.part] + piece.vertices
            faces[ob] = MeshFaces(*_polygons(mesh), vertex)
    return faces


def _covered(model: Model, found: VertexMap, lost: tuple[Bool, ...]) -> int:
    """How many triangles that no face joins (per part (F,)) lie on a surface made anew.

    Their corners lie on it by the match. In a hole the middle is off by its distance to the nearest side or more.
    """
    count = 0
    for ob, pieces in found.by_object.items():
        anew = [piece for piece in pieces if piece.corners is not None and piece.weights is not None]
        if not anew:
            continue
        with own_mesh(ob) as mesh:
            places = positions_of(mesh).astype(np.float64)
            tree = BVHTree.FromPolygons(places.tolist(), [tuple(polygon.vertices) for polygon in mesh.polygons])
        for piece in anew:
            assert piece.corners is not None
            assert piece.weights is not None
            on_surface = np.full((model.primitive(model.parts[piece.part]).vertex_count, 3), np.nan)
            on_surface[piece.vertices] = np.einsum("vk,vkc->vc", piece.weights, places[piece.corners])
            triangles = topology_of([model.primitive(model.parts[piece.part])]).triangles[lost[piece.part]]
            corners = on_surface[triangles]
            corners = corners[np.isfinite(corners).all(axis=(1, 2))]
            count += sum(map(partial(_is_covered, tree), corners))
    return count


def _is_covered(tree: BVHTree, corners: Float64) -> bool:
    """Whether the middle of a triangle (3, 3) lies on a surface."""
    middle = corners.mean(axis=0)
    sides = np.roll(corners, -1, axis=0) - corners
    area = np.linalg.norm(np.cross(sides[0], sides[1]))
    nearest_side = area / (3.0 * max(float(np.linalg.norm(sides, axis=1).max()), 1e-30))
    distance = tree.find_nearest(middle.tolist())[3]
    return distance is not None and distance <= max(_IN_A_HOLE * nearest_side, _FLAT * float(np.abs(corners).max()))


def _polygons(mesh: bpy.types.Mesh) -> tuple[Int, Int]:
    """(C,) the vertex of each corner, and (P + 1,) where each polygon's corners begin; the last entry is C."""
    corners = corner_vertices(mesh)
    starts = values_of(mesh.polygons, "loop_start", kind=np.int32)
    return corners.astype(np.intp), np.append(starts, len(corners)).astype(np.intp)
