"""A tube on a chain of bones that an animator has made in Blender, and its file as Blender's own exporter writes it."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

#: Metres from bone to bone; vertices around; rings of them per bone.
LENGTH, SIDES, RINGS = 1.0, 8, 4
#: The keys of every action, from this frame to that, eight frames apart.
FIRST, LAST = 0, 24


def made(actions: Sequence[str] = ("wave",), *, bones: int = 4, name: str = "Rig") -> tuple[Any, Any]:
    """The armature and the mesh, in the scene as it is; each action turns the bones otherwise, the first plays."""
    armature = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    bpy.context.scene.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    above = None
    for k in range(bones):
        bone = armature.data.edit_bones.new(f"b{k}")
        bone.head, bone.tail = (0.0, 0.0, k * LENGTH), (0.0, 0.0, (k + 1) * LENGTH)
        bone.parent, bone.use_connect, above = above, above is not None, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    mesh = bpy.data.objects.new(f"{name} body", _tube(bones))
    bpy.context.scene.collection.objects.link(mesh)
    for k in range(bones):
        group = mesh.vertex_groups.new(name=f"b{k}")
        for vertex in mesh.data.vertices:
            weight = max(0.0, 1.0 - abs(vertex.co.z / LENGTH - k - 0.5))
            if weight or k in (0, bones - 1):
                group.add([vertex.index], weight or 1e-3, "REPLACE")
    mesh.parent = armature
    mesh.modifiers.new("Armature", "ARMATURE").object = armature
    for number, action in enumerate(reversed(actions)):
        animate(armature, action, turn=0.9 - 0.25 * number)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = FIRST, LAST
    bpy.context.scene.frame_set(FIRST)
    return armature, mesh


def _tube(bones: int) -> Any:
    rings = bones * RINGS + 1
    places = [
        (0.3 * math.cos(2 * math.pi * s / SIDES), 0.3 * math.sin(2 * math.pi * s / SIDES), r * LENGTH / RINGS)
        for r in range(rings)
        for s in range(SIDES)
    ]
    faces = [
        (r * SIDES + s, r * SIDES + (s + 1) % SIDES, (r + 1) * SIDES + (s + 1) % SIDES, (r + 1) * SIDES + s)
        for r in range(rings - 1)
        for s in range(SIDES)
    ]
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata(places, [], faces)
    return mesh


def animate(armature: Any, name: str, *, turn: float) -> Any:
    """A new action of that name, which is assigned and kept, with keys that turn every bone to and fro."""
    armature.animation_data_create()
    armature.animation_data.action = action = bpy.data.actions.new(name)
    action.use_fake_user = True
    for k, bone in enumerate(armature.pose.bones):
        bone.rotation_mode = "QUATERNION"
        for frame in range(FIRST, LAST + 1, 8):
            half = 0.5 * turn * math.sin(frame / 5.0 + k)
            bone.rotation_quaternion = (math.cos(half), math.sin(half), 0.0, 0.0)
            bone.keyframe_insert("rotation_quaternion", frame=frame)
    return action


def pushed_down(armature: Any) -> None:
    """All actions on NLA tracks of their own, as the button beside an action does it; none is assigned."""
    for action in list(bpy.data.actions):
        strip = armature.animation_data.nla_tracks.new().strips.new(action.name, FIRST, action)
        if bpy.app.version >= (4, 4):
            strip.action_slot = action.slots[0]
    armature.animation_data.action = None


def written(folder: Path, **options: Any) -> Path:
    """The scene's file, by Blender's own exporter."""
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    path = folder / "tube.glb"
    bpy.ops.export_scene.gltf(filepath=str(path), **options)
    return path


def judged(extension: str, path: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """The exit status and the report of ``verify FILE --scene`` about the scene as it is now."""
    blend, report = path.with_suffix(".blend"), path.with_suffix(".json")
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    run = module(extension, "addon.command.commands").run
    report.unlink(missing_ok=True)
    status = run(["scene", str(blend), str(path), *words, "--json", str(report)])
    (model,) = json.loads(report.read_text())["models"] or [{}]
    return status, model
