"""Blender's Armature modifier as a peer, on the same mesh and pose; needs the ``bpy`` module.

``python -m benchmarks.peer_blender VERTICES SECONDS CORES`` measures in a process of its own that is held to so many
cores before Blender starts its threads, and prints JSON. The modifier's time is that of a change of pose and a
depsgraph update, minus that of the same with the modifier switched off. The tiles run in the same process, in turns
with Blender, on one thread.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from skinning_core.model import Float64

from .meshes import TestMesh, body
from .row import Row
from .skinning import check, tile_frame
from .timing import medians

_ROOT = Path(__file__).resolve().parent.parent


def blender_modifier(vertices: int, cores: int, *, seconds: float) -> list[Row]:
    """ns per vertex of the modifier and of the tiles on one thread, both held to ``cores`` cores."""
    command = [sys.executable, "-m", "benchmarks.peer_blender", str(vertices), str(seconds), str(cores)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT)
    values = json.loads(done.stdout.strip().splitlines()[-1])
    subject = f"Blender {values.pop('version')}, {cores} core" + "s" * (cores > 1)
    return [Row("Armature modifier", subject, vertices, 4, name, value, "ns/vertex") for name, value in values.items()]


def measure(vertices: int, seconds: float) -> dict[str, Any]:
    """Build the scene, check that Blender computes what the tiles do, time both in turns."""
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    layer = bpy.context.view_layer
    assert layer is not None
    mesh = body(vertices)
    armature, character = _scene(bpy, mesh)
    palette = _pose(bpy, armature, mesh.joint_count, seed=1)
    tiles = tile_frame(mesh, palette, None)
    evaluated = np.empty((vertices, 3), np.float32)

    def deformed() -> Any:
        graph = bpy.context.evaluated_depsgraph_get()
        graph_mesh = character.evaluated_get(graph).data
        graph_mesh.attributes["position"].data.foreach_get("vector", evaluated.ravel())
        return evaluated

    check(mesh, palette, tiles)
    error = np.abs(deformed() - tiles()[0]).max() / np.ptp(mesh.positions)
    assert error < 1e-4, f"Blender computes something else: {error}"
    modifier = character.modifiers[0]
    seeds = itertools.count(2)

    def frame(shown: bool) -> None:
        if modifier.show_viewport != shown:
            modifier.show_viewport = shown
            layer.update()
        _pose(bpy, armature, mesh.joint_count, seed=next(seeds), update=False)
        layer.update()

    ways: dict[str, Callable[[], object]] = {"on": partial(frame, True), "off": partial(frame, False), "tiles": tiles}
    median = {name: value / vertices * 1e9 for name, value in medians(ways, seconds=seconds, rounds=15).items()}
    return {
        "version": bpy.app.version_string,
        "tiles": median["tiles"],
        "Armature modifier": median["on"] - median["off"],
    }


def _scene(bpy: Any, mesh: TestMesh) -> tuple[Any, Any]:
    """An armature with a bone per joint, all at the origin, and a mesh bound to it by vertex groups."""
    import bmesh

    armature = bpy.data.objects.new("rig", bpy.data.armatures.new("rig"))
    bpy.context.scene.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for joint in range(mesh.joint_count):
        bone = armature.data.edit_bones.new(f"joint {joint}")
        bone.head, bone.tail = (0.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    data = bpy.data.meshes.new("body")
    data.from_pydata(mesh.positions.tolist(), [], [])
    character = bpy.data.objects.new("body", data)
    for joint in range(mesh.joint_count):
        character.vertex_groups.new(name=f"joint {joint}")
    edit = bmesh.new()
    edit.from_mesh(data)
    layer = edit.verts.layers.deform.verify()
    for vertex, joints, weights in zip(edit.verts, mesh.joints.tolist(), mesh.weights.tolist()):
        groups = vertex[layer]
        for joint, weight in zip(joints, weights):
            if weight:
                groups[joint] = weight
    edit.to_mesh(data)
    edit.free()
    bpy.context.scene.collection.objects.link(character)
    character.modifiers.new("rig", "ARMATURE").object = armature
    return armature, character


def _pose(bpy: Any, armature: Any, joints: int, *, seed: int, update: bool = True) -> Float64:
    """Turn and move every bone; returns the palette (J, 3, 4) that Blender then uses."""
    from mathutils import Quaternion

    rng = np.random.default_rng(seed)
    turns = rng.normal(0, 0.3, (joints, 4))
    turns[:, 0] += 1.0
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    for bone, turn, move in zip(armature.pose.bones, turns.tolist(), rng.normal(0, 0.2, (joints, 3)).tolist()):
        bone.rotation_quaternion = Quaternion(turn)
        bone.location = move
    if not update:
        return np.zeros((0, 3, 4))
    bpy.context.view_layer.update()
    matrices = [(bone.matrix @ bone.bone.matrix_local.inverted()) for bone in armature.pose.bones]
    return np.array([[list(row) for row in matrix] for matrix in matrices])[:, :3]


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[3])])
    print(json.dumps(measure(int(sys.argv[1]), float(sys.argv[2]))))
