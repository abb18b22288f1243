"""Scenes for the deformation replicas: a mesh with vertex groups under an armature, made here by Blender's API."""

from __future__ import annotations

from typing import Any

import numpy as np

BONES = 6


def tube_scene(bpy: Any, rng: np.random.Generator, *, vertices: int = 400, influences: int = 4) -> tuple[Any, Any]:
    """An empty file with a cloud of vertices (mesh object) that a branching armature of ``BONES`` bones deforms.

    Bones point anywhere; groups are assigned in random order, so a vertex's own order is not the groups' order.
    """
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    armature = _armature(bpy, rng)
    mesh = bpy.data.meshes.new("cloud")
    mesh.from_pydata(rng.normal(size=(vertices, 3)).tolist(), [], [])
    cloud = bpy.data.objects.new("cloud", mesh)
    bpy.context.collection.objects.link(cloud)
    for bone in rng.permutation(BONES):
        cloud.vertex_groups.new(name=f"bone {bone}")
    for vertex in range(vertices):
        for group in rng.permutation(BONES)[:influences]:
            cloud.vertex_groups[int(group)].add([vertex], float(rng.uniform(0.01, 1.0)), "REPLACE")
    modifier = cloud.modifiers.new("Armature", "ARMATURE")
    modifier.object = armature
    return cloud, armature


def _armature(bpy: Any, rng: np.random.Generator) -> Any:
    armature = bpy.data.objects.new("armature", bpy.data.armatures.new("armature"))
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    for i in range(BONES):
        bone = bones.new(f"bone {i}")
        bone.head = rng.normal(size=3)
        bone.tail = bone.head + bone.head.__class__(rng.normal(size=3))
        bone.roll = float(rng.uniform(-3, 3))
        bone.parent = bones[f"bone {int(rng.integers(0, i))}"] if i else None
    bpy.ops.object.mode_set(mode="OBJECT")
    return armature


#: Range of scales, and how many axes of a bone are spoilt: mirrored ("mirrored") or squashed ("flat", "gone").
SCALES = {
    "none": (1.0, 1.0, 0),
    "uneven": (0.4, 1.8, 0),
    "mirrored": (0.4, 1.8, 1),
    "extreme": (0.1, 8.0, 1),
    "flat": (0.4, 1.8, 1),
    "gone": (0.4, 1.8, 3),
}


def pose_at_random(armature: Any, rng: np.random.Generator, *, scale: str) -> None:
    """Turn and move every bone, and scale it as ``SCALES`` says; unevenly scaled bones shear their children."""
    low, high, spoilt = SCALES[scale]
    for bone in armature.pose.bones:
        bone.rotation_mode = "QUATERNION"
        bone.rotation_quaternion = rng.normal(size=4)
        bone.location = rng.normal(size=3) * 0.3
        bone.scale = rng.uniform(low, high, 3)
        for axis in rng.permutation(3)[:spoilt]:
            bone.scale[int(axis)] *= 0.0 if scale in ("flat", "gone") else -1.0


def place_at_random(thing: Any, rng: np.random.Generator) -> None:
    """Give an object a transform of its own: moved, turned, unevenly scaled."""
    thing.location = rng.normal(size=3)
    thing.rotation_euler = rng.uniform(-3, 3, 3)
    thing.scale = rng.uniform(0.3, 2.0, 3)
