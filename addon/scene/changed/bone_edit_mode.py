"""Changing an armature's bones in Edit Mode: their rests and parents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix


def with_parents(context: bpy.types.Context, armature: bpy.types.Object, parents: dict[str, tuple[str, bool]]) -> None:
    """Set bones' parents (empty: none), and whether each begins at its parent's tail; bones stay in place."""
    with _bones_edited(context, armature) as bones:
        for name in parents:  # else one may be the other's parent on the way
            bones[name].use_connect, bones[name].parent = False, None
        for name, (parent, connected) in parents.items():
            bones[name].parent = bones[parent] if parent else None
            bones[name].use_connect = connected


@contextmanager
def _bones_edited(context: bpy.types.Context, armature: bpy.types.Object) -> Iterator[Any]:
    """Edit bones of an armature; then Object Mode, with the former active object."""
    active = context.view_layer.objects.active
    context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    try:
        yield armature.data.edit_bones
    finally:
        bpy.ops.object.mode_set(mode="OBJECT")
        context.view_layer.objects.active = active


def with_rest(
    context: bpy.types.Context, armature: bpy.types.Object, rests: dict[str, tuple[np.ndarray, float]]
) -> None:
    """Set bones' rest matrices (4, 4), armature space, and lengths."""
    with _bones_edited(context, armature) as bones:
        connected = [bone for bone in bones if bone.use_connect]
        for bone in connected:  # else a bone carries its parent's tail along
            bone.use_connect = False
        for bone in bones:
            if bone.name in rests:
                matrix, bone.length = rests[bone.name]
                bone.matrix = Matrix(matrix.tolist())
        for bone in connected:
            bone.use_connect = True
