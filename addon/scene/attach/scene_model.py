"""A scene's objects as a model of the core, at rest: bones and rigid objects as nodes, meshes as parts.

So what another importer, add-on or hand made is matched with a file as one file with another. It is in the root's
space: what an animation or you do to the root does not count. For a root that is mirrored, sheared or unevenly scaled
it can be in the world's, as in a file exported from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import TRIANGLES, Float64, Influences, Int, Mesh, Model, Nodes, Part, Primitive, Skin
from ....skinning_core.transform import apply_to_points, decompose, inverse, multiply
from ...rig.space import AXES, TO_BLENDER
from ..ground.modifiers import places_at_rest
from .mesh_forms import MeshForm, armatures_of

#: How far float32 rounding alone brings a matrix from a similarity.
_UNEVEN = 1e-5


@dataclass(frozen=True, eq=False)
class SceneModel:
    """A model, and what in the scene its nodes and parts stand for."""

    model: Model
    root: bpy.types.Object
    space: Float64  # (4, 4) the model's space in Blender's world, axes aside
    bones: tuple[tuple[bpy.types.Object, str], ...]  # of the first nodes: armature, bone's name
    meshes: tuple[bpy.types.Object, ...]  # per part, the object whose form has its vertices, in order
    skinned: tuple[bool, ...]  # per part
    applied: tuple[bool, ...]  # per part: other modifiers make its vertices


def character_objects(chosen: Iterable[bpy.types.Object], scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The armatures and meshes that belong to what was chosen: an armature's meshes, a mesh's armature.

    Raises ``SkinproofError`` if there is no mesh among them.
    """
    meshes = [ob for ob in scene.objects if ob.type == "MESH"]
    found = {ob for ob in chosen if ob.type == "ARMATURE" or (ob.type == "MESH" and not _is_bone_shape(ob, scene))}
    before: set[bpy.types.Object] = set()
    while found != before:
        before = set(found)
        for ob in before:
            found.update(armatures_of(ob))
        armatures = {ob for ob in found if ob.type == "ARMATURE"}
        found.update(ob for ob in meshes if not armatures.isdisjoint(armatures_of(ob)))
    if not any(ob.type == "MESH" for ob in found):
        raise SkinproofError("no mesh belongs to what is selected", fix="select a character's armature or its meshes")
    return sorted(found, key=lambda ob: (ob.type != "ARMATURE", ob.name))


def _is_bone_shape(ob: bpy.types.Object, scene: bpy.types.Scene) -> bool:
    """Whether a mesh object is only a bone's custom shape."""
    armatures = (each for each in scene.objects if each.type == "ARMATURE")
    return any(bone.custom_shape == ob for armature in armatures for bone in armature.pose.bones)


def scene_models(armatures: Sequence[bpy.types.Object], forms: Sequence[MeshForm]) -> list[SceneModel]:
    """The model of armatures and meshes at rest, in each space in which they may be a file's."""
    objects = [*armatures, *(form.object for form in forms)]
    root = next((ob for ob in armatures if ob.parent not in objects), objects[0])
    for ob in armatures:
        if not np.linalg.det(np.array(ob.matrix_world, np.float64)[:3, :3]):
            told, fix = "{object!r} has a scale of 0 at frame {frame}", "go to a frame at which it has a size"
            raise SkinproofError(told, object=ob.name, frame=bpy.context.scene.frame_current, fix=fix)
    own = np.array(root.matrix_world, np.float64)
    spaces = [np.eye(4)] if not armatures else [own] if _is_similar(own) else [np.eye(4), own]
    return [_in_space(root, armatures, forms, space) for space in spaces]


def _in_space(
    root: bpy.types.Object, armatures: Sequence[bpy.types.Object], forms: Sequence[MeshForm], space: Float64
) -> SceneModel:
    into = AXES.T @ np.linalg.inv(space)  # Blender's world -> the space, in glTF's axes
    bones = _bones(armatures, into)
    place = {(bone.armature.name, bone.name): k for k, bone in enumerate(bones)}
    parts, meshes, worn = [], [], []
    for k, form in enumerate(forms):
        ob = form.object
        armature = next(iter(armatures_of(ob)), None)
        influences = None
        if armature is not None:
            groups = [place.get((armature.name, group.name), -1) for group in ob.vertex_groups]
            influences = _influences(form, np.array(groups, np.intp))
        matrix = into @ np.array(ob.matrix_world)
        meshes.append(Mesh(ob.name, (_primitive(form, matrix[:3], influences),)))
        parts.append(Part(len(bones) + k, k, 0, -1 if influences is None else 0))
        worn.append(influences is not None)
    names = [*(bone.name for bone in bones), *(form.object.name for form in forms)]
    parents = [*(bone.parent for bone in bones), *[-1] * len(forms)]
    rests = np.array([*(bone.rest for bone in bones), *[np.eye(3, 4)] * len(forms)]).reshape(-1, 3, 4)
    joints = np.arange(len(bones), dtype=np.int32)
    model = Model(
        name=root.name,
        path=None,
        nodes=_nodes(names, parents, rests, len(bones)),
        meshes=tuple(meshes),
        skins=(Skin(root.name, joints, inverse(rests[: len(bones)])),) if bones else (),
        clips=(),
        materials=(),
        parts=tuple(parts),
    )
    named = tuple((bone.armature, bone.name) for bone in bones)
    objects, applied = tuple(form.object for form in forms), tuple(form.applied for form in forms)
    return SceneModel(model, root, space, named, objects, tuple(worn), applied)


class _Bone(NamedTuple):
    armature: bpy.types.Object
    name: str
    parent: int  # -1: a root
    rest: Float64  # (3, 4)


def _bones(armatures: Sequence[bpy.types.Object], into: Float64) -> list[_Bone]:
    """All bones, parents first; into: (4, 4) from Blender's world."""
    bones: list[_Bone] = []
    for armature in armatures:
        place: dict[str, int] = {"": -1}
        world = into @ np.array(armature.matrix_world)
        for bone in armature.data.bones:
            parent = place["" if bone.parent is None else bone.parent.name]
            place[bone.name] = len(bones)
            bones.append(_Bone(armature, bone.name, parent, (world @ np.array(bone.matrix_local))[:3]))
    return bones


def local_places(ob: bpy.types.Object) -> Float64:
    """(V, 3) a mesh object's vertices in its own space, in glTF's axes."""
    return places_at_rest(ob.data).astype(np.float64) @ TO_BLENDER


def _is_similar(world: Float64) -> bool:
    """Whether an object at ``world`` (4, 4) is neither mirrored, sheared nor unevenly scaled."""
    linear = world[:3, :3]
    size = float(np.cbrt(np.linalg.det(linear)))
    return size > 0.0 and bool(np.abs(linear.T @ linear / size**2 - np.eye(3)).max() <= _UNEVEN)


def _nodes(names: list[str], parents: list[int], world: Float64, bones: int) -> Nodes:
    """Nodes with world matrices (N, 3, 4); those from ``bones`` on draw a mesh each."""
    count = len(names)
    local = world.copy()
    for node, above in enumerate(parents):
        if above >= 0:
            local[node] = multiply(inverse(world[above]), world[node])
    translation, rotation, scale = decompose(local)
    mesh = np.full(count, -1, np.int32)
    mesh[bones:] = np.arange(count - bones)
    return Nodes(
        names=tuple(names),
        parents=np.array(parents, np.int32),
        order=np.arange(count),  # Blender lists parents first
        translation=translation,
        rotation=rotation,
        scale=scale,
        matrix=local,
        has_matrix=np.ones(count, bool),
        mesh=mesh,
        skin=np.where(mesh >= 0, 0, -1).astype(np.int32),
        in_scene=np.ones(count, bool),
        morph_weights=(np.zeros(0),) * count,
    )


def _influences(form: MeshForm, joint_of_group: Int) -> Influences | None:
    """Joints and weights by bones' vertex groups, one column per group of the fullest vertex; None if there are
    none."""
    known = len(joint_of_group)
    rows = [
        [(joint_of_group[g], weight) for g, weight in groups if g < known and joint_of_group[g] >= 0 and weight > 0.0]
        for groups in form.weights
    ]
    width = max(map(len, rows), default=0)
    if not width:
        return None
    joints, weights = np.zeros((len(rows), width), np.uint16), np.zeros((len(rows), width))
    for vertex, row in enumerate(rows):
        for column, (joint, weight) in enumerate(row):
            joints[vertex, column], weights[vertex, column] = joint, weight
    return Influences(joints, weights)


def _primitive(form: MeshForm, matrix: Float64, influences: Influences | None) -> Primitive:
    """A mesh's vertices and triangles, moved by a matrix (3, 4)."""
    return Primitive(
        mode=TRIANGLES,
        positions=apply_to_points(matrix, form.places),
        normals=None,
        influences=influences,
        indices=form.triangles.ravel().astype(np.uint32),
        morph_positions=None,
        morph_normals=None,
    )
