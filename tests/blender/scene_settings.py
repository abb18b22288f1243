"""What a scene can hold beside what a file says of the animated tube, each set as a user sets it.

A setting takes the armature and the mesh, and gives the code of its cause and part of its sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.animated_tube import animate  # noqa: E402 -- it needs bpy
from tests.blender.test_named_causes import active, curves_of, edit_bone  # noqa: E402
from tests.blender.tube_origins import FRAME  # noqa: E402

SLOTTED = bpy.app.version >= (4, 4)


def bone_of(armature: Any, name: str) -> Any:
    return armature.pose.bones[name]


def strip_of(armature: Any) -> Any:
    """The clip's own action on a strip of a track that plays, as *Push Down* does it."""
    animation = armature.animation_data
    action, slot = animation.action, animation.action_slot if SLOTTED else None
    for track in animation.nla_tracks:
        track.mute = True
    animation.action = None
    strip = animation.nla_tracks.new().strips.new("pushed", int(action.frame_range[0]), action)
    if slot is not None:
        strip.action_slot = slot
    strip.extrapolation = "HOLD"
    return strip


def preserve_volume(_armature, mesh):
    mesh.modifiers[0].use_deform_preserve_volume = True
    return "modifier-preserve-volume", "Preserve Volume is on"


def envelopes(_armature, mesh):
    mesh.modifiers[0].use_vertex_groups, mesh.modifiers[0].use_bone_envelopes = False, True
    return "modifier-envelopes", "uses bone envelopes"


def without_groups(_armature, mesh):
    mesh.modifiers[0].use_vertex_groups = False
    return "modifier-without-groups", "does not use vertex groups"


def masked(_armature, mesh):
    mesh.modifiers[0].vertex_group = "b2"
    return "modifier-masked", "is limited to the vertex group 'b2'"


def modifier_off(_armature, mesh):
    mesh.modifiers[0].show_viewport = False
    return "modifier-off", "is off in viewports"


def second_modifier(armature, mesh):
    mesh.modifiers.new("Second", "ARMATURE").object = armature
    return "modifier-several", "has 2 Armature modifiers"


def at_rest(armature, _mesh):
    armature.data.pose_position = "REST"
    return "armature-at-rest", "shows its rest position"


def limited_to_one(_armature, mesh):
    active(mesh)
    bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=1)
    return "weights-fewer", "at most 1 bone moves a vertex, in the file 4"


def painted(_armature, mesh):
    mesh.vertex_groups["b2"].add([90], 0.3, "REPLACE")
    return "weights-other", f"of '{mesh.name}' differ from the file"


def bendy(armature, _mesh):
    armature.data.bones["b2"].bbone_segments = 8
    bone_of(armature, "b2").bbone_curveinx = 0.4
    return "bone-bendy", "bone 'b2' of 'Rig' bends (Bendy Bones)"


def does_not_deform(armature, _mesh):
    armature.data.bones["b2"].use_deform = False
    return "bone-deform", "bone 'b2' of 'Rig' deforms otherwise"


def envelope_multiplied(armature, _mesh):
    armature.data.bones["b2"].use_envelope_multiply = True
    return "bone-envelope-multiplied", "bone 'b2' of 'Rig' multiplies its weights"


def scale_not_inherited(armature, _mesh):
    armature.data.bones["b2"].inherit_scale = "NONE"
    bone_of(armature, "b1").scale = (2.0, 2.0, 2.0)
    bone_of(armature, "b1").keyframe_insert("scale", frame=0)
    return "bone-inherit-scale", "bone 'b2' of 'Rig' inherits scale otherwise"


def rotation_not_inherited(armature, _mesh):
    armature.data.bones["b2"].use_inherit_rotation = False
    return "bone-inherit-rotation", "bone 'b2' of 'Rig' inherits rotation otherwise"


def constraint(armature, _mesh):
    bone_of(armature, "b2").constraints.new("LIMIT_ROTATION").use_limit_x = True
    return "bone-constraint", "moves bone 'b2' of 'Rig'"


def inverse_kinematics(armature, _mesh):
    empty = bpy.data.objects.new("Goal", None)
    empty.location = (1.0, 1.0, 2.0)
    bpy.context.scene.collection.objects.link(empty)
    bone_of(armature, "b3").constraints.new("IK").target = empty
    return "bone-constraint", "the constraint 'IK' moves bone 'b3'"


def driver(armature, _mesh):
    bone_of(armature, "b2").driver_add("scale", 0).driver.expression = "1.5"
    return "bone-driver", "a driver sets the scale of bone 'b2' of 'Rig'"


def driver_among_many(armature, mesh):
    """Forty more switch constraints that do nothing, as those of a control rig do for most poses."""
    for k in range(40):
        constraint = bone_of(armature, f"b{k % 4}").constraints.new("COPY_ROTATION")
        constraint.driver_add("influence").driver.expression = f"{k} / 40"
    return driver(armature, mesh)


def key_driver(_armature, mesh):
    mesh.data.shape_keys.key_blocks["wide"].driver_add("value").driver.expression = "1.0"
    return "key-driver", f"a driver sets shape key 'wide' of '{mesh.name}'"


def key_muted(_armature, mesh):
    mesh.data.shape_keys.key_blocks["wide"].mute = True
    return "key-muted", f"shape key 'wide' of '{mesh.name}' is muted"


def key_relative(_armature, mesh):
    keys = mesh.data.shape_keys.key_blocks
    keys["tall"].relative_key = keys["wide"]
    return "key-relative", f"shape key 'tall' of '{mesh.name}' is relative to 'wide', not to '{keys[0].name}'"


def noise(armature, _mesh):
    curve = next(c for c in curves_of(armature) if '"b2"].rotation' in c.data_path)
    curve.modifiers.new("NOISE").strength = 3.0
    return "curve-modifier", "the curve modifier Noise changes rotation of 'b2'"


def muted_curves(armature, _mesh):
    for curve in curves_of(armature):
        curve.mute = '"b2"' in curve.data_path
    bone_of(armature, "b2").rotation_quaternion = (1, 0, 0, 0)
    return "curve-muted", "muted, first 'b2'"


def other_action(armature, _mesh):
    animate(armature, "other", turn=0.2)
    return "action-other", "plays the action 'other', not "


def action_of_none(_armature, mesh):
    """A wave of the file moves no shape key."""
    keys = mesh.data.shape_keys
    for frame, value in ((0, 1.0), (FRAME, keys.key_blocks["wide"].value)):  # as it was, at the frame that is left
        keys.key_blocks["wide"].value = value
        keys.key_blocks["wide"].keyframe_insert("value", frame=frame)
    return "action-foreign", f"'{keys.name}' plays the action '{keys.animation_data.action.name}'"


def other_slot(armature, _mesh):
    if not SLOTTED:
        pytest.skip("Blender has slots from 4.4 on")
    action = armature.animation_data.action
    armature.animation_data.action_slot = action.slots.new(id_type="OBJECT", name="Second")
    bone_of(armature, "b2").rotation_quaternion = (1, 0, 0, 0)
    return "slot-other", "uses the slot 'Second' of the action"


def influence(armature, _mesh):
    strip_of(armature)
    animate(armature, "over it", turn=0.2)
    armature.animation_data.action_influence = 0.5
    return "action-influence", "the action of 'Rig' has an influence of 0.5"


def strip_late(armature, _mesh):
    strip = strip_of(armature)
    strip.frame_end += 4
    strip.frame_start += 4
    return "strip-shifted", "the strip 'pushed' of 'Rig' starts 4 frames late"


def strip_stretched(armature, _mesh):
    strip_of(armature).scale = 1.2
    return "strip-scaled", "is stretched 1.2 times"


def strip_half(armature, _mesh):
    strip = strip_of(armature)
    strip.use_animated_influence, strip.influence = True, 0.5
    strip.keyframe_insert("influence", frame=0)
    return "strip-influence", "has an influence of 0.5"


def strip_added(armature, _mesh):
    track = strip_of(armature)
    track.blend_type = "ADD"
    return "strip-blended", "is blended by Add"


def strip_reversed(armature, _mesh):
    strip_of(armature).use_reverse = True
    return "strip-reversed", "plays backwards"


def moving_parent(armature, _mesh):
    empty = bpy.data.objects.new("Cart", None)
    bpy.context.scene.collection.objects.link(empty)
    armature.parent = empty
    for frame, x in ((0, 0.0), (24, 1.0)):
        empty.location.x = x
        empty.keyframe_insert("location", frame=frame)
    return "parent-moves", "'Rig' has the parent 'Cart', which moves"


def mirrored(armature, _mesh):
    armature.scale.x = -1.0
    return "object-mirrored", "'Rig' is mirrored: its scale along X is -1"


def uneven(armature, _mesh):
    armature.scale = (1.0, 1.0, 2.0)
    return "object-scaled-unevenly", "'Rig' is scaled unevenly: 1, 1, 2"


def object_constraint(armature, _mesh):
    held = armature.constraints.new("LIMIT_SCALE")
    held.use_min_x, held.min_x = True, 3.0
    return "object-constraint", "moves 'Rig'"


def bone_moved_at_rest(armature, _mesh):
    edit_bone(armature, "b2", lambda _bones, bone: setattr(bone, "roll", bone.roll + 0.5))
    return "bone-rest", "bone 'b2' of 'Rig' has another rest pose than in the file"


def remapped(_armature, _mesh):
    bpy.context.scene.render.frame_map_new = 200
    return "clock-remapped", "the scene's time is remapped"


def modifier_removed(_armature, mesh):
    mesh.modifiers.remove(mesh.modifiers[0])
    return "modifier-missing", f"'{mesh.name}' has no Armature modifier"


def modifier_emptied(_armature, mesh):
    mesh.modifiers[0].object = None
    return "modifier-without-object", "has no object"


def other_armature(_armature, mesh):
    other = bpy.data.objects.new("Other", bpy.data.armatures.new("Other"))
    bpy.context.scene.collection.objects.link(other)
    mesh.modifiers[0].object = other
    return "modifier-other-armature", "follows 'Other', which is not of this character"


def group_renamed(_armature, mesh):
    mesh.vertex_groups["b2"].name = "lost"
    return "group-and-bone-apart", "group 'lost'"


def group_removed(_armature, mesh):
    active(mesh)
    mesh.vertex_groups.active_index = mesh.vertex_groups["b2"].index
    bpy.ops.object.vertex_group_remove()
    return "bone-without-group", "bone 'b2' of 'Rig' has no vertex group"


def key_added(_armature, mesh):
    key = mesh.shape_key_add(name="mine", from_mix=False)
    key.data[7].co.x += 1.0
    key.value = 1.0
    return "key-foreign", f"shape key 'mine' of '{mesh.name}', which is not of the file, is at 1"


def key_masked(_armature, mesh):
    mesh.data.shape_keys.key_blocks["wide"].vertex_group = "b2"
    return "key-masked", f"shape key 'wide' of '{mesh.name}' is limited to the vertex group 'b2'"


def key_pinned(_armature, mesh):
    mesh.active_shape_key_index, mesh.show_only_shape_key = 1, True
    return "key-pinned", f"one shape key of '{mesh.name}' is pinned"


def mirror_applied(armature, _mesh):
    armature.scale.z = -1.0  # the tube stands along Z: along X its bones would stay as they are
    active(armature)
    bpy.ops.object.transform_apply(location=False, rotation=False)
    return "rest-mirrored", "a mirror was applied to 'Rig'"


def turned_in_euler(armature, _mesh):
    bone_of(armature, "b2").rotation_mode = "XYZ"
    bone_of(armature, "b2").keyframe_insert("rotation_euler", frame=FRAME)  # else its pose would not be keyed
    bpy.context.scene.frame_set(FRAME)
    return "bone-rotation-mode", "bone 'b2' of 'Rig' has another rotation mode"


def mesh_driver(_armature, mesh):
    mesh.driver_add("location", 0).driver.expression = "0.5"
    return "object-driver", f"a driver sets location of '{mesh.name}'"


def mesh_moved(_armature, mesh):
    mesh.location.x += 0.5
    return "mesh-moved", f"'{mesh.name}' has been moved, turned or scaled apart"


def hung_on_a_bone(armature, mesh):
    active(mesh)
    armature.select_set(True)
    bpy.context.view_layer.objects.active = armature
    armature.data.bones.active = armature.data.bones["b3"]
    bpy.ops.object.parent_set(type="BONE")
    return "mesh-on-bone", f"'{mesh.name}' is the child of bone 'b3'"


def left_behind(armature, mesh):
    active(mesh)
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")
    armature.location.x = 1.0
    return "mesh-unparented", f"'{mesh.name}' is no longer the child of its armature"


def carried_along(armature, _mesh):
    """The bones below are turned with it."""
    edit_bone(armature, "b1", lambda _bones, bone: setattr(bone, "roll", bone.roll + 0.6))
    return "bone-rest", "bone 'b1' of 'Rig' has another rest pose than in the file"


def other_parent(armature, _mesh):
    edit_bone(armature, "b3", lambda bones, bone: (setattr(bone, "use_connect", False), setattr(bone, "parent", None)))
    return "bone-parent", "bone 'b3' of 'Rig' has another parent"


def no_action(armature, _mesh):
    for track in list(armature.animation_data.nla_tracks):
        armature.animation_data.nla_tracks.remove(track)
    armature.animation_data.action = None
    stands_still(armature)
    return "action-none", "'Rig' plays no action, not"


def track_muted(armature, _mesh):
    strip_of(armature)
    for track in armature.animation_data.nla_tracks:
        track.mute = True
    stands_still(armature)
    return "track-muted", "of 'Rig', which has the action"


def no_slot(armature, _mesh):
    if not SLOTTED:
        pytest.skip("Blender has slots from 4.4 on")
    armature.animation_data.action_slot = None
    stands_still(armature)
    return "slot-none", "'Rig' has no slot in the action"


def stands_still(armature):
    for bone in armature.pose.bones:
        bone.rotation_quaternion, bone.location, bone.scale = (1, 0, 0, 0), (0, 0, 0), (1, 1, 1)


def added_action(armature, _mesh):
    strip_of(armature)
    animate(armature, "over it", turn=0.2)
    armature.animation_data.action_blend_type = "ADD"
    return "action-blended", "the action of 'Rig' is blended by Add"


def strip_fading(armature, _mesh):
    strip = strip_of(armature)
    strip.use_auto_blend, strip.blend_in = False, 20.0
    return "strip-faded", "fades in over 20 frames"


def strip_cut(armature, _mesh):
    strip_of(armature).repeat = 0.5
    return "strip-repeated", "repeats its action 0.5 times"


def strip_over_it(armature, _mesh):
    strip_of(armature)
    animate(armature, "other", turn=0.2)
    strip = strip_of(armature)
    strip.name = "second"
    armature.animation_data.nla_tracks[-2].mute = False
    return "strip-other", "the strip 'second' of 'Rig' plays the action 'other'"


def strip_trimmed(armature, _mesh):
    strip_of(armature).action_frame_end = 10.0
    return "strip-trimmed", "plays the frames 0 to 10 of its action, whose keys go from 0 to 24"


def strip_begun_later(armature, _mesh):
    """Its first frames are cut off, and it plays the others from frame 0 on."""
    strip = strip_of(armature)
    strip.action_frame_start = 8.0
    return "strip-trimmed", "plays the frames 8 to 24 of its action"


def strip_timed(armature, _mesh):
    strip = strip_of(armature)
    strip.use_animated_time = True
    strip.strip_time = 3.0
    strip.keyframe_insert("strip_time", frame=0)
    return "strip-timed", "of 'Rig' has a time of its own"


def track_alone(armature, _mesh):
    strip_of(armature)
    animate(armature, "other", turn=0.2)
    strip_of(armature)
    first, second = armature.animation_data.nla_tracks[-2:]
    first.mute, second.is_solo, second.name = False, True, "alone"
    return "track-solo", "the NLA track 'alone' of 'Rig' plays alone (Solo)"


SETTINGS: list[Callable] = [
    *(preserve_volume, envelopes, without_groups, masked, modifier_off, second_modifier, at_rest, limited_to_one),
    *(painted, bendy, does_not_deform, envelope_multiplied, scale_not_inherited, rotation_not_inherited, constraint),
    *(
        inverse_kinematics,
        driver,
        driver_among_many,
        key_driver,
        key_muted,
        key_relative,
        noise,
        muted_curves,
        other_action,
        other_slot,
    ),
    *(influence, strip_late, strip_stretched, strip_half, strip_added, strip_reversed, moving_parent, mirrored),
    *(uneven, object_constraint, bone_moved_at_rest, remapped, modifier_removed, modifier_emptied, other_armature),
    *(group_renamed, group_removed, key_added, key_masked, key_pinned, mirror_applied, turned_in_euler),
    *(
        mesh_driver,
        mesh_moved,
        hung_on_a_bone,
        left_behind,
        carried_along,
        other_parent,
        no_action,
        no_slot,
        track_muted,
        action_of_none,
        added_action,
        strip_fading,
        strip_cut,
        strip_over_it,
        strip_trimmed,
        strip_begun_later,
        strip_timed,
        track_alone,
    ),
]

#: Settings made by more than one change, of which a remedy puts back one.
LEAVES_MORE = {envelopes, scale_not_inherited, other_action, influence, added_action}

#: What a remedy leaves to the next button: Blender moves children when a scale is applied, a driver's last value stays,
#: and a group that is given back has the file's weights, the others those of the scene, which sum to something else.
LEAVES = {
    **{setting: {"mesh-moved", "bone-rest"} for setting in (mirror_applied, mesh_driver)},
    group_removed: {"weights-other"},
}
