"""Which joints and faces of the file a character still has."""

from __future__ import annotations

import bpy
import numpy as np

from ....skinning_core.model import Int, Model
from ....skinning_core.skeleton.face_loss import MeshFaces, face_loss
from ....skinning_core.skeleton.identity import twins_of_all
from ....skinning_core.subject import Presence
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.modifiers import own_mesh
from ..identity.character import Character, node_bones, objects_of
from ..identity.vertex_map import VertexMap, vertex_map

#: Blender leaves a vertex where it is if its weights sum to no more than this.
_MOVES_NOTHING = 1e-4


def presence_of(model: Model, character: Character) -> Presence:
    """What of the model's joints and faces is there. Raises ``SkinproofError`` if a mesh has lost its attributes."""
    joints = model.moving_joints
    there = _nodes_there(character)
    found = vertex_map(model, character)
    missing = [node for node in joints.tolist() if node not in there]
    if len(missing) < len(joints):
        missing = [node for node in missing if not _stands_for_no_bone(model, found, node)]
    starts = model.part_starts
    if any(piece.corners is not None for piece in found.present):  # a mesh made anew has faces of its own
        return Presence(len(joints), tuple(model.nodes.names[node] for node in missing), 0, 0, 0, 0)
    loss = face_loss(model, starts, twins_of_all(model, starts), _faces(found, starts))
    return Presence(
        joints=len(joints),
        joints_missing=tuple(model.nodes.names[node] for node in missing),
        faces=loss.faces,
        faces_lost=loss.lost,
        faces_added=loss.added,
        strangers=sum(found.strangers.values()),
    )


def _nodes_there(character: Character) -> set[int]:
    """The nodes of the file for which the character has a bone or an object."""
    objects = objects_of(character)
    blocks = [*node_bones(objects), *(ob for ob in objects if stored.NODE in ob)]
    return {int(block[stored.NODE]) for block in blocks}


def _stands_for_no_bone(model: Model, found: VertexMap, node: int) -> bool:
    """Whether a joint moves only vertices that no bone moves: the exporter gives such vertices a "neutral_bone".

    Nothing moves that joint; it stands beside the skeleton, with no joint above and nothing below it.
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
        armatures = [m.object for m in piece.object.modifiers if m.type == "ARMATURE" and m.object is not None]
        bones = {bone.name for armature in armatures for bone in armature.data.bones}
        moving = {group.index for group in piece.object.vertex_groups if group.name in bones}
        vertices = piece.object.data.vertices
        for row in rows.tolist():
            if sum(g.weight for g in vertices[row].groups if g.group in moving) > _MOVES_NOTHING:
                return False
    return count > 0


def _faces(found: VertexMap, starts: Int) -> list[MeshFaces]:
    """The faces of every mesh of a character, and which vertex of the file, over all parts, each of its rows is."""
    faces = []
    for ob, pieces in found.by_object.items():
        with own_mesh(ob) as mesh:
            vertex = found.copies[ob].copy()
            for piece in pieces:
                vertex[piece.rows] = starts[piece.part] + piece.vertices
            faces.append(MeshFaces(*_polygons(mesh), vertex))
    return faces


def _polygons(mesh: bpy.types.Mesh) -> tuple[Int, Int]:
    """(C,) the vertex of each corner, and (P + 1,) where each polygon's corners begin; the last entry is C."""
    corners = values_of(mesh.loops, "vertex_index", kind=np.int32)
    starts = values_of(mesh.polygons, "loop_start", kind=np.int32)
    return corners.astype(np.intp), np.append(starts, len(corners)).astype(np.intp)
