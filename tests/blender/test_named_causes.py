"""What was done to a character is named, each damage by a sentence of its own."""

from __future__ import annotations

import re

import pytest

from tests.blender.module import module
from tests.blender.smallest import FRAME
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

TURNED = (0.9238795, 0.0, 0.3826834, 0.0)


def compared(scope: str = "FRAME"):
    bpy.context.view_layer.update()
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    return bpy.context.scene.skinproof.result


def active(ob) -> None:
    for each in bpy.context.view_layer.objects:
        each.select_set(each == ob)
    bpy.context.view_layer.objects.active = ob


def edit_bone(armature, name, change) -> None:
    active(armature)
    bpy.ops.object.mode_set(mode="EDIT")
    change(armature.data.edit_bones, armature.data.edit_bones[name])
    bpy.ops.object.mode_set(mode="OBJECT")


def weights_limited(body, _armature):
    active(body)
    bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=1)
    return "at most 1 bone moves a vertex, in the file 2"


def modifier_off(body, _armature):
    body.modifiers[0].show_viewport = False
    return f"the Armature modifier 'Armature' of '{body.name}' is off in viewports"


def modifier_removed(body, _armature):
    body.modifiers.clear()
    return f"'{body.name}' has no Armature modifier"


def modifier_applied(body, _armature):
    active(body)
    bpy.ops.object.modifier_apply(modifier="Armature")
    bpy.context.scene.frame_set(2)
    return f"'{body.name}' has no Armature modifier"


def armature_taken_off(body, _armature):
    body.modifiers[0].object = None
    return "has no object"


def rest_position(_body, armature):
    armature.data.pose_position = "REST"
    return f"'{armature.name}' shows its rest position"


def preserve_volume(body, _armature):
    body.modifiers[0].use_deform_preserve_volume = True
    return "Preserve Volume is on"


def masked(body, _armature):
    body.modifiers[0].vertex_group = "tip"
    return "is limited to the vertex group 'tip'"


def bone_moved_at_rest(_body, armature):
    edit_bone(armature, "tip", lambda _bones, bone: setattr(bone, "tail", bone.tail + bone.x_axis * 0.5))
    return f"bone 'tip' of '{armature.name}' has another rest pose than in the file"


def rotation_not_inherited(_body, armature):
    armature.data.bones["tip"].use_inherit_rotation = False
    armature.pose.bones["root"].rotation_quaternion = TURNED
    return f"bone 'tip' of '{armature.name}' inherits rotation otherwise"


def bone_deleted(body, armature):
    edit_bone(armature, "tip", lambda bones, bone: bones.remove(bone))
    return f"group 'tip' of '{body.name}' belongs to no bone: the bone was deleted"


def does_not_deform(_body, armature):
    armature.data.bones["tip"].use_deform = False
    return f"bone 'tip' of '{armature.name}' deforms otherwise"


def group_renamed(body, _armature):
    body.vertex_groups["tip"].name = "Renamed"
    return f"group 'Renamed' of '{body.name}' belongs to no bone, and bone 'tip' has no group"


def group_removed(body, armature):
    body.vertex_groups.remove(body.vertex_groups["tip"])
    body.update_tag()  # Blender 4.2 does not see to it
    return f"bone 'tip' of '{armature.name}' has no vertex group in '{body.name}' any more"


def weights_painted(body, _armature):
    body.vertex_groups["tip"].add([3], 0.2, "REPLACE")
    return f"weights of 1 vertex of '{body.name}' differ from the file"


def vertex_moved(body, _armature):
    body.data.vertices[3].co.x += 0.1
    return f"1 vertex of '{body.name}' is not where the file has it"


def shape_key_added(body, _armature):
    body.shape_key_add(name="Basis")
    key = body.shape_key_add(name="Fat")
    key.data[3].co.x += 0.1
    key.value = 0.5
    return f"shape key 'Fat' of '{body.name}', which is not of the file, is at 0.5"


def mesh_moved(body, _armature):
    body.location.x += 0.1
    return f"'{body.name}' has been moved, turned or scaled apart from its armature"


def keys_moved(_body, armature):
    for curve in curves_of(armature):
        for point in curve.keyframe_points:
            point.co.x *= 1.5
    bpy.context.scene.frame_set(FRAME)
    return f"curves of the action '{armature.animation_data.action.name}' changed since the import, first 'tip'"


def curves_muted(_body, armature):
    for curve in curves_of(armature):
        curve.mute = True
    for bone in armature.pose.bones:
        bone.rotation_quaternion = (1, 0, 0, 0)
    return f"curves of the action '{armature.animation_data.action.name}' muted, first 'tip'"


def action_taken_off(_body, armature):
    name = armature.animation_data.action.name
    armature.animation_data.action = None
    armature.pose.bones["tip"].rotation_quaternion = (1, 0, 0, 0)
    return f"'{armature.name}' plays no action, not '{name}'"


def rotation_mode(_body, armature):
    armature.pose.bones["tip"].rotation_mode = "XYZ"
    bpy.context.scene.frame_set(2)
    return f"bone 'tip' of '{armature.name}' has another rotation mode"


def bone_constraint(_body, armature):
    constraint = armature.pose.bones["tip"].constraints.new("LIMIT_ROTATION")
    constraint.use_limit_x = constraint.use_limit_y = constraint.use_limit_z = True
    return f"the constraint '{constraint.name}' moves bone 'tip' of '{armature.name}'"


def time_remapped(_body, _armature):
    bpy.context.scene.render.frame_map_new = 200
    bpy.context.scene.frame_set(FRAME)
    return "the scene's time is remapped"


def curves_of(owner):
    action = owner.animation_data.action
    if bpy.app.version < (4, 4, 0):
        return list(action.fcurves)
    return list(action.layers[0].strips[0].channelbag(owner.animation_data.action_slot).fcurves)


DAMAGES = [
    *(weights_limited, modifier_off, modifier_removed, modifier_applied, armature_taken_off, rest_position),
    *(preserve_volume, masked, bone_moved_at_rest, rotation_not_inherited, bone_deleted, does_not_deform),
    *(group_renamed, group_removed, weights_painted, vertex_moved, shape_key_added, mesh_moved, keys_moved),
    *(curves_muted, action_taken_off, rotation_mode, bone_constraint, time_remapped),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_is_named(body, armature, damage):
    words = damage(body, armature)
    result = compared("CLIP" if damage is time_remapped else "FRAME")
    assert not result.same
    first = result.notes.split("\n")[0]
    assert first.startswith("Cause: "), result.notes
    assert words in first, result.notes
    assert "0.0e+00 comes from the pose, 0.0e+00" not in result.notes


def is_chinese(said: str) -> bool:
    """Whether nothing is left in English but names, and words of Blender's and the file's."""
    left = re.sub(r"'[^']*'|Blender|NLA|slerp|float32|Skinproof", "", said)
    return bool(re.search(r"[\u4e00-\u9fff]", said)) and not re.search(r"[A-Za-z]{3,}", left)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_is_named_in_the_users_language(body, armature, in_chinese, damage):
    damage(body, armature)
    result = compared("CLIP" if damage is time_remapped else "FRAME")
    for note in (*result.causes, *result.sentences):
        assert is_chinese(in_chinese(note)), (note, in_chinese(note))


@pytest.mark.parametrize("added", ["SUBSURF", "CAST", "MASK"])
@pytest.mark.parametrize(
    "moved", [{"location": (3, 0, 0)}, {"scale": (2, 2, 2)}, {"location": (0, 1, 0), "scale": (2, 2, 2)}]
)
def test_what_is_judged_and_taken_off_is_said_in_the_users_language(body, armature, in_chinese, added, moved):
    for name, value in moved.items():
        setattr(armature, name, value)
    armature.pose.bones["root"].rotation_quaternion = TURNED
    modifier = body.modifiers.new("Other", added)
    if added == "MASK":
        modifier.vertex_group = body.vertex_groups[1].name
    for note in compared().sentences:
        assert is_chinese(in_chinese(note)), (note, in_chinese(note))


@pytest.mark.usefixtures("settings", "in_chinese")
def test_a_refusal_is_said_in_the_users_language(extension, body):
    said_error = module(extension, "addon.translations").said_error
    sentence = module(extension, "skinning_core.text.sentence").sentence
    body.hide_viewport = True
    with pytest.raises(RuntimeError) as refused:
        bpy.ops.skinproof.compare(scope="FRAME")
    assert is_chinese(str(refused.value).removeprefix("Error: ")), refused.value
    error = module(extension, "skinning_core.error").SkinproofError(
        sentence("{character} is no longer in this scene", character="Fox"), fix="import it again"
    )
    assert said_error(error) == "Fox 已不在此场景中 (请重新导入)"
    assert said_error(ValueError("something else")) == "something else"


def test_several_damages_are_all_named(body, armature):
    words = [damage(body, armature) for damage in (group_renamed, vertex_moved, preserve_volume)]
    notes = compared().notes
    assert all(each in notes for each in words), notes


def test_changed_weights_of_all_parts_of_a_mesh_are_counted(extension, tmp_path):
    """Two vertices of its first primitive and three of its last."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(MODELS["primitive_modes"](tmp_path)))
    (mesh,) = (ob for ob in bpy.context.scene.objects if ob.type == "MESH")
    assert compared().same
    last = len(mesh.data.vertices)
    for vertex in (0, 1, last - 3, last - 2, last - 1):
        for group in mesh.vertex_groups:
            group.add([vertex], 0.7, "ADD")
    assert f"weights of 5 vertices of '{mesh.name}' differ from the file" in compared().notes


def test_what_loses_a_whole_group_is_named_before_what_blends_otherwise(body, armature):
    """The group's vertices stay where they were; Preserve Volume bends the skin between two bones a little."""
    last, middle, first = preserve_volume(body, armature), vertex_moved(body, armature), group_renamed(body, armature)
    named = [note for note in compared().notes.split("\n") if note.startswith(("Cause: ", "Also: "))]
    named = [note for note in named if any(words in note for words in (first, middle, last))]
    assert [words in note for words, note in zip((first, middle, last), named, strict=True)] == [True] * 3, named


def test_a_bone_renamed_beside_a_damage_is_not_named_with_it(body, armature):
    """Blender writes the bone's new name into the curves, which move what they moved before."""
    for bone in armature.data.bones:
        bone.name = f'a "{bone.name}" of mine'
    words = weights_limited(body, armature)
    result = compared("CLIP")
    assert words in result.notes
    assert "curve" not in result.notes
    keys_moved(body, armature)
    assert "changed since the import, first 'a \"tip\" of mine'" in compared("CLIP").notes


def test_a_rename_is_no_damage(body, armature):
    armature.data.bones["tip"].name = "other"
    armature.name, body.name = "Bones", "Skin"
    assert compared().same


@pytest.mark.usefixtures("body")
def test_in_the_pose_the_first_joint_that_differs_is_named(armature):
    """The whole chain hangs from the root; what is farthest off follows the tip."""
    armature.pose.bones["root"].rotation_quaternion = TURNED
    result = compared()
    assert not result.same
    assert result.worst_joint == "root"
    assert "First wrong bone: 'root'" in result.notes


def test_the_files_clips_are_named_by_their_curves(settings, body, armature):
    settings.question = "CLIPS"
    words = keys_moved(body, armature)
    assert words in compared("CLIP").notes.split("\n")[0]


@pytest.mark.usefixtures("body", "armature")
def test_what_was_noted_survives_saving(tmp_path):
    path = str(tmp_path / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path)
    bpy.context.scene.frame_set(FRAME)
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")
    words = group_renamed(mesh, mesh.parent)
    assert words in compared().notes
