"""Things beside the animated tube: swords, balls, lamps that it carries or that stand there, and what undoes them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender.lacking_scenes import a_box

bpy = pytest.importorskip("bpy")


def sword_taken_up(armature: Any, mesh: Any) -> None:
    """It lies there, with keys of its own, and follows a bone from frame 12 on: what moves that is another clip."""
    constraint = a_box("Sword").constraints.new("CHILD_OF")
    constraint.target, constraint.subtarget, constraint.set_inverse_pending = armature, "b3", False
    for frame, value in ((0, 0.0), (11, 0.0), (12, 1.0)):
        constraint.influence = value
        constraint.keyframe_insert("influence", frame=frame)


def sword_put_away(armature: Any, mesh: Any) -> None:
    """It hangs on a bone, and keys hide it from frame 12 on."""
    sword = a_box("Sword")
    sword.parent, sword.parent_type, sword.parent_bone = armature, "BONE", "b3"
    for frame, gone in ((0, False), (11, False), (12, True)):
        sword.hide_viewport = gone
        sword.keyframe_insert("hide_viewport", frame=frame)


def shrunk_away(armature: Any, mesh: Any) -> None:
    sword = bpy.data.objects["Sword"]
    sword.animation_data_clear()
    sword.hide_viewport = False
    for frame, size in ((0, 1.0), (11, 1.0), (12, 0.0)):
        sword.scale = (size, size, size)
        sword.keyframe_insert("scale", frame=frame)


def ball_in_a_socket(armature: Any, mesh: Any) -> None:
    """An empty that a bone carries, and that has keys of its own, carries a ball."""
    socket, ball = bpy.data.objects.new("Socket", None), a_box("Ball")
    bpy.context.scene.collection.objects.link(socket)
    socket.parent, socket.parent_type, socket.parent_bone = armature, "BONE", "b3"
    ball.parent = socket
    for frame in (0, 24):
        socket.rotation_euler.y = frame / 8
        socket.keyframe_insert("rotation_euler", frame=frame)


def ball_kept_in_place(armature: Any, mesh: Any) -> None:
    """It stands below two, one of which is squashed, and is not squashed by it."""
    ball, squash = a_box("Ball"), scenes.an_empty(name="Squash", scale=(1.0, 1.0, 0.4))
    ball.rotation_euler = (0.4, 0.3, 0.2)
    ball.parent = scenes.an_empty(name="Between", parent=squash)
    squash.rotation_euler = (0.5, 0.2, 0.0)
    bpy.context.view_layer.update()
    ball.matrix_parent_inverse = ball.parent.matrix_world.inverted()


def ball_on_a_squash(armature: Any, mesh: Any) -> None:
    squash, ball = scenes.an_empty(name="Squash", scale=(1.0, 1.0, 0.4)), a_box("Ball")
    ball.parent, ball.rotation_euler = squash, (0.4, 0.3, 0.2)


def shade_below_a_light(armature: Any, mesh: Any) -> None:
    """A lamp on the last bone, which carries a shade."""
    lamp = bpy.data.objects.new("Lamp", bpy.data.lights.new("Lamp", "SPOT"))
    bpy.context.scene.collection.objects.link(lamp)
    lamp.parent, lamp.parent_type, lamp.parent_bone, lamp.rotation_euler = armature, "BONE", "b3", (1.0, 0.3, 0.0)
    shade = a_box("Shade")
    shade.parent, shade.location = lamp, (0.0, 0.5, 0.0)


def shade_on_the_bone(armature: Any, mesh: Any) -> None:
    bpy.context.view_layer.update()
    lamp, shade = bpy.data.objects["Lamp"], bpy.data.objects["Shade"]
    shade.parent, shade.parent_type, shade.parent_bone = armature, "BONE", "b3"
    shade.matrix_basis = lamp.matrix_basis @ shade.matrix_basis


def camera_below_a_light(armature: Any, mesh: Any) -> None:
    """The lamp carries a camera, too, and that a box of its own, which is turned twice."""
    shade_below_a_light(armature, mesh)
    camera, box = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera")), a_box("Box")
    bpy.context.scene.collection.objects.link(camera)
    camera.parent, camera.location = bpy.data.objects["Lamp"], (0.2, 0.3, 0.4)
    box.parent, box.location = camera, (0.0, 0.6, 0.1)


def falling(armature: Any, mesh: Any) -> None:
    """A ball that a simulation moves, with another that hangs on it."""
    ball, other = a_box("Ball"), a_box("Other")
    ball.location, other.parent, other.location = (2.0, 0.0, 3.0), ball, (0.0, 0.0, 1.0)
    bpy.ops.rigidbody.world_add()
    world = bpy.context.scene.rigidbody_world
    world.collection = bpy.data.collections.new("Bodies")
    world.collection.objects.link(ball)
