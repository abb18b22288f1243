"""Taking back what was applied to an armature: its object gets place and scale again, its bones their rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import bpy
import numpy as np
from mathutils import Matrix

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64
from ..ground.arrays import values_of
from ..identity.bone_notes import applied_to, made_bone
from .bone_edit_mode import with_rest

#: Smaller transforms of meshes are rounding.
_ROUNDING = 1e-6


def unapplied(
    context: bpy.types.Context, armature: bpy.types.Object, meshes: Iterable[bpy.types.Object]
) -> Callable[[], None]:
    """Undo what was applied to an armature and its child meshes; returns what takes that back.

    Nothing visibly moves at rest. Raises ``SkinproofError`` if nothing was applied, or others use a mesh too.
    """
    applied = applied_to(armature)
    if applied is None:
        raise SkinproofError("nothing was applied to {armature!r}", armature=armature.name, fix="compare again")
    children = [ob for ob in meshes if ob.parent == armature and ob.parent_type == "OBJECT"]
    if any(ob.data.users > 1 for ob in children):
        raise SkinproofError("other objects share a mesh of this character", fix="make its meshes single-user first")
    undone = [_as_it_was(armature, children), _bones_back(context, armature, applied)]
    back = np.linalg.inv(applied)
    for ob in children:
        moves: Float64 = np.asarray(back @ np.array(ob.matrix_local), np.float64)
        ob.matrix_parent_inverse, ob.matrix_local = Matrix(), Matrix()
        if np.abs(moves - np.eye(4)).max() > _ROUNDING:
            undone.append(_transformed(ob.data, moves))
    armature.matrix_basis = Matrix((np.array(armature.matrix_basis, np.float64) @ applied).tolist())

    def undo() -> None:
        for each in reversed(undone):
            each()

    return undo


def _as_it_was(armature: bpy.types.Object, children: list[bpy.types.Object]) -> Callable[[], None]:
    """What puts objects where they stand now."""
    names = ("matrix_parent_inverse", "matrix_basis")
    before = [(ob, name, getattr(ob, name).copy()) for ob in (armature, *children) for name in names]

    def undo() -> None:
        for ob, name, value in before:
            setattr(ob, name, value)

    return undo


def _bones_back(context: bpy.types.Context, armature: bpy.types.Object, applied: Float64) -> Callable[[], None]:
    """Noted bones rest as they did, others stay beside them."""
    back = np.linalg.inv(applied)
    factor = float(np.cbrt(np.linalg.det(applied[:3, :3])))
    before: dict[str, tuple[Float64, float]] = {}
    wanted: dict[str, tuple[Float64, float]] = {}
    for bone in armature.pose.bones:
        rest = np.array(bone.bone.matrix_local, np.float64)
        before[bone.name] = (rest, bone.bone.length)
        made = made_bone(bone)
        if made is not None:
            there = made.rest
        else:
            there = back @ rest
            there[:3, :3] *= factor  # bones have no scale
        wanted[bone.name] = (there, bone.bone.length / factor)
    with_rest(context, armature, wanted)
    return lambda: with_rest(context, armature, before)


def _transformed(mesh: bpy.types.Mesh, matrix: Float64) -> Callable[[], None]:
    """Transform a mesh and its shape keys; returns what puts every vertex exactly back."""
    keys = mesh.shape_keys.key_blocks if mesh.shape_keys is not None else ()
    before = [(block, values_of(block, "co", 3)) for block in (mesh.vertices, *(key.data for key in keys))]
    mesh.transform(Matrix(matrix.tolist()), shape_keys=True)
    mesh.update()

    def undo() -> None:
        for block, places in before:
            block.foreach_set("co", places.ravel())
        mesh.update()

    return undo
