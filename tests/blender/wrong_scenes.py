"""What makes an export of the animated tube differ, and what the remedies say: each is done to armature and mesh."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender.animated_tube import animate, made
from tests.blender.lacking_scenes import a_box, another, selected
from tests.blender.trials.exported import curves

bpy = pytest.importorskip("bpy")


def clothed_by_transfer(armature: Any, mesh: Any) -> None:
    """A coat that takes its weights from the nearest vertices of the body, in each pose."""
    coat = mesh.copy()
    coat.name, coat.data = "Coat", mesh.data.copy()
    bpy.context.scene.collection.objects.link(coat)
    for vertex in coat.data.vertices:
        vertex.co.x, vertex.co.y = 1.2 * vertex.co.x, 1.2 * vertex.co.y
    transfer = coat.modifiers.new("Transfer", "DATA_TRANSFER")
    transfer.object, transfer.use_vert_data, transfer.data_types_verts = mesh, True, {"VGROUP_WEIGHTS"}
    coat.modifiers.move(1, 0)


def transfer_applied(armature: Any, mesh: Any) -> None:
    """At rest, whatever stands before or behind the bones."""
    coat = bpy.data.objects["Coat"]
    armature.data.pose_position = "REST"
    bpy.context.view_layer.update()
    with bpy.context.temp_override(object=coat, active_object=coat):
        assert bpy.ops.object.modifier_apply(modifier="Transfer") == {"FINISHED"}
    armature.data.pose_position = "POSE"


def edited_before(armature: Any, mesh: Any) -> None:
    weighted_behind(armature, mesh)
    mesh.modifiers.move(1, 0)


def heavier(armature: Any, mesh: Any) -> None:
    for vertex in mesh.data.vertices:
        for group in vertex.groups:
            group.weight = max(group.weight, 0.2)


def keyed_itself(armature: Any, mesh: Any) -> None:
    """The mesh has keys of its own, in an action that is a clip of the file beside that of the bones."""
    for frame, place in ((0, 0.0), (24, 1.0)):
        mesh.location.x = place
        mesh.keyframe_insert("location", frame=frame)


def without_keys(armature: Any, mesh: Any) -> None:
    action = mesh.animation_data.action
    mesh.animation_data_clear()
    bpy.data.actions.remove(action)
    mesh.location.x = 0.0


def by_parent_alone(armature: Any, mesh: Any) -> None:
    """As files of old versions have it: the parent deforms the mesh, no modifier does."""
    mesh.modifiers.clear()
    mesh.parent_type = "ARMATURE"


def by_envelopes_alone(armature: Any, mesh: Any) -> None:
    mesh.vertex_groups.clear()
    mesh.modifiers[0].use_bone_envelopes = True


def by_groups(armature: Any, mesh: Any) -> None:
    for k, bone in enumerate(armature.data.bones):
        rows = [vertex.index for vertex in mesh.data.vertices if k <= vertex.co.z <= k + 1]
        mesh.vertex_groups.new(name=bone.name).add(rows, 1.0, "REPLACE")
    mesh.modifiers[0].use_bone_envelopes = False


def by_modifier(armature: Any, mesh: Any) -> None:
    mesh.parent_type = "OBJECT"
    mesh.modifiers.new("Armature", "ARMATURE").object = armature


def under_a_cart(armature: Any, mesh: Any) -> None:
    """The rig follows an object with an action of its own; the character alone is selected."""
    armature.parent = cart = scenes.an_empty(name="Cart")
    for frame, place in ((0, 0.0), (24, 3.0)):
        cart.location.x = place
        cart.keyframe_insert("location", frame=frame)
    selected(armature, mesh)


def straight(armature: Any, mesh: Any) -> None:
    """Of a quaternion each number goes straight, in Blender, and a file turns it along an arc."""
    for curve in curves(armature):
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"


def squashed(armature: Any, mesh: Any) -> None:
    bone = armature.pose.bones["b1"]
    for frame, scale in ((0, (1.0, 1.0, 1.0)), (12, (1.5, 0.5, 1.5)), (24, (1.0, 1.0, 1.0))):
        bone.scale = scale
        bone.keyframe_insert("scale", frame=frame)


def stretched(armature: Any, mesh: Any) -> None:
    """Each bone is stretched along itself, as those of Rigify are, and leans against the one above."""
    for k, bone in enumerate(armature.pose.bones):
        goal = scenes.an_empty(name=f"Goal {k}")
        for frame, lean in ((0, 0.0), (24, 0.6)):
            goal.location = (lean * (-1) ** k, 0.3 * lean, k + 1 + 0.3 * lean)
            goal.keyframe_insert("location", frame=frame)
        stretch = bone.constraints.new("STRETCH_TO")
        stretch.target, stretch.rest_length = goal, 1.0


def near_what_moves(armature: Any, mesh: Any) -> None:
    """The exporter samples bones with constraints, and where the target is not, all the same."""
    goal = moving("Goal", (1.0, 0.0, 2.0), (-1.0, 0.0, 3.5))
    constraint = armature.pose.bones["b0"].constraints.new("LIMIT_DISTANCE")
    constraint.target, constraint.distance = goal, 0.5


def rider(armature: Any, mesh: Any) -> None:
    """On a bone of another rig, with bones of other names and an action of its own."""
    rider_with_bones_of_the_same_names(armature, mesh)
    for bone in armature.parent.data.bones:
        bone.name = f"horse {bone.name}"
    armature.parent_bone = "horse b3"


def rider_with_bones_of_the_same_names(armature: Any, mesh: Any) -> None:
    """So that the action of the other could move the rider too, and is not his."""
    other, _ = made((), name="Horse")
    animate(other, "gallop", turn=0.4)
    armature.parent, armature.parent_type, armature.parent_bone = other, "BONE", "b3"


def rider_in_a_saddle(armature: Any, mesh: Any) -> None:
    """The other carries a longer rig, by an empty on its bone."""
    rider_with_bones_of_the_same_names(armature, mesh)
    saddle = scenes.an_empty(name="Saddle", location=(0.2, 0.1, 0.3))
    saddle.parent, saddle.parent_type, saddle.parent_bone = armature.parent, "BONE", "b2"
    armature.parent, armature.parent_type = saddle, "OBJECT"


def moving(name: str, *places: tuple[float, float, float]) -> Any:
    goal = scenes.an_empty(name=name)
    for number, place in enumerate(places):
        goal.location = place
        goal.keyframe_insert("location", frame=24 * number)
    return goal


def after_a_goal(armature: Any, mesh: Any) -> None:
    armature.constraints.new("COPY_LOCATION").target = moving("Goal", (1.0, 0.0, 2.0), (-1.0, 0.0, 3.5))


def caught_up(armature: Any, mesh: Any) -> None:
    """It follows a car from frame 12 on."""
    constraint = armature.constraints.new("CHILD_OF")
    constraint.target = moving("Car", (0.0, 0.0, 0.0), (5.0, 0.0, 0.0))
    for frame, value in ((0, 0.0), (11, 0.0), (12, 1.0)):
        constraint.influence = value
        constraint.keyframe_insert("influence", frame=frame)


def flipped(armature: Any, mesh: Any) -> None:
    for frame, scale in ((0, 1.0), (12, 1.0), (13, -1.0), (24, -1.0)):
        armature.scale.x = scale
        armature.keyframe_insert("scale", frame=frame)


def with_its_rotation(armature: Any, mesh: Any) -> None:
    armature.rotation_mode = "XYZ"
    for frame in (0, 24):
        armature.keyframe_insert("rotation_euler", frame=frame)


def turned_by_an_angle(armature: Any, mesh: Any) -> None:
    armature.rotation_mode = "AXIS_ANGLE"
    for frame, angle in ((0, 0.0), (24, 2.0)):
        armature.rotation_axis_angle = (angle, 0.0, 0.0, 1.0)
        armature.keyframe_insert("rotation_axis_angle", frame=frame)


def turned_by_euler(armature: Any, mesh: Any) -> None:
    armature.rotation_mode = "XYZ"
    for frame, angle in ((0, 0.0), (24, 2.0)):
        armature.rotation_euler.z = angle
        armature.keyframe_insert("rotation_euler", frame=frame)


def bone_turned_by_an_angle(armature: Any, mesh: Any) -> None:
    bone = armature.pose.bones["b2"]
    for frame in (0, 8, 16, 24):
        bone.keyframe_delete("rotation_quaternion", frame=frame)
    bone.rotation_mode = "AXIS_ANGLE"
    for frame, angle in ((0, 0.2), (24, 2.0)):
        bone.rotation_axis_angle = (angle, 1.0, 0.0, 0.5)
        bone.keyframe_insert("rotation_axis_angle", frame=frame)


def ball_turned_by_an_angle(armature: Any, mesh: Any) -> None:
    ball = a_box("Ball")
    ball.location = (1.0, 0.5, 2.0)
    turned_by_an_angle(ball, mesh)


def of_another_rig(armature: Any, mesh: Any) -> None:
    other, _ = made((), name="Other")
    other.location.x = 3.0
    mesh.parent = other


def back_again(armature: Any, mesh: Any) -> None:
    mesh.parent = armature


def first_key_on_another(armature: Any, mesh: Any) -> None:
    """The first shape key is counted from the second, which Blender's exporter takes for the mesh itself."""
    mesh.shape_key_add(name="Basis")
    thick, leaning = (mesh.shape_key_add(name=name) for name in ("thick", "leaning"))
    for wide, aside in zip(thick.data, leaning.data, strict=True):
        wide.co.x, aside.co.y = 1.5 * wide.co.x, aside.co.y + 0.3 * aside.co.z
    thick.relative_key, thick.value, leaning.value = leaning, 0.6, 0.4


def baked_from_mix(armature: Any, mesh: Any) -> None:
    thick, leaning = mesh.data.shape_keys.key_blocks[1:]
    thick.value, leaning.value = 1.0, 0.0
    mesh.shape_key_add(name="thick, baked", from_mix=True).value = 0.6
    mesh.shape_key_remove(thick)
    leaning.value = 0.4


def transferred_too_late(armature: Any, mesh: Any) -> None:
    clothed_by_transfer(armature, mesh)
    coat = bpy.data.objects["Coat"]
    coat.modifiers.move(0, 1)
    for group in coat.vertex_groups:
        group.add(range(len(coat.data.vertices)), 0.25, "REPLACE")


def weighted_behind(armature: Any, mesh: Any) -> None:
    """A modifier behind the bones that turns the weights of one of them round."""
    edit = mesh.modifiers.new("Edit", "VERTEX_WEIGHT_EDIT")
    edit.vertex_group, edit.invert_falloff = "b2", True


def edits_off(armature: Any, mesh: Any) -> None:
    mesh.modifiers["Edit"].show_viewport = False


def coat_on_a_bone(armature: Any, mesh: Any) -> None:
    """With the body's modifier and groups, and a bone for its parent."""
    coat = another(armature, mesh, "Coat")
    coat.parent_type, coat.parent_bone = "BONE", "b0"
    bpy.context.view_layer.update()
    coat.matrix_world = mesh.matrix_world


def coat_on_the_rig(armature: Any, mesh: Any) -> None:
    coat = bpy.data.objects["Coat"]
    coat.parent_type = "OBJECT"
    coat.matrix_basis.identity()


def hiding_a_pose(armature: Any, mesh: Any) -> None:
    """A bone posed by hand shows the rotation of something that turns instead."""
    goal, bone = scenes.an_empty(), armature.pose.bones["b2"]
    for frame, turn in ((0, 0.0), (24, 1.0)):
        goal.rotation_euler.x = turn
        goal.keyframe_insert("rotation_euler", frame=frame)
    for frame in (0, 8, 16, 24):
        bone.keyframe_delete("rotation_quaternion", frame=frame)
    bone.rotation_quaternion = (0.9, 0.4, 0.0, 0.0)
    bone.constraints.new("COPY_ROTATION").target = goal


def lifted_by_a_driver(armature: Any, mesh: Any) -> None:
    """By a property with keys: in the scene it rises by 2 m."""
    armature["lift"] = 0.0
    driver = armature.driver_add("location", 2).driver
    driver.expression, variable = "lift", driver.variables.new()
    variable.name, variable.targets[0].id, variable.targets[0].data_path = "lift", armature, '["lift"]'
    for frame, height in ((0, 0.0), (24, 2.0)):
        armature["lift"] = height
        armature.keyframe_insert('["lift"]', frame=frame)


def riding_by_constraint(armature: Any, mesh: Any) -> None:
    """The armature object has the place of a bone of another rig, which plays an action of its own."""
    horse, _ = made((), name="Horse")
    horse.location.x = 3.0
    animate(horse, "trot", turn=0.5)
    constraint = armature.constraints.new("COPY_TRANSFORMS")
    constraint.target, constraint.subtarget = horse, "b2"


def sheared_by_scale(armature: Any, mesh: Any) -> None:
    """Bones turned below one that is scaled along its length are sheared, and the last inherits the scale without."""
    for frame, scale in ((0, 1.0), (12, 1.3), (24, 0.7)):
        armature.pose.bones["b0"].scale = (1.0, scale, 1.0)
        armature.pose.bones["b0"].keyframe_insert("scale", frame=frame)
    armature.pose.bones["b3"].bone.inherit_scale = "FIX_SHEAR"


def on_what_moves(armature: Any, mesh: Any) -> None:
    """The armature follows an empty, of which its own clip knows nothing."""
    empty = scenes.an_empty()
    for frame, place in ((0, 0.0), (24, 1.0)):
        empty.location.z = place
        empty.keyframe_insert("location", frame=frame)
    armature.constraints.new("COPY_LOCATION").target = empty


def posed_by_another_action(armature: Any) -> None:
    """The second action keys the size of a bone, which the first one knows nothing of: Blender shows it there too."""
    wave = armature.animation_data.action
    animate(armature, "kick", turn=0.4)
    bone = armature.pose.bones["b1"]
    bone.scale = (1.2, 1.2, 1.2)
    bone.keyframe_insert("scale", frame=0)
    armature.animation_data.action = wave
