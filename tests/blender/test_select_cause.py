"""Select, beside a cause: the object that it names, and there its bone, its modifier, its group or the vertices."""

from __future__ import annotations

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")


def caused(settings, words: str) -> int:
    """Compare the current frame; the place of the cause that has these words."""
    bpy.context.view_layer.update()
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    (place,) = [k for k, cause in enumerate(settings.result.causes) if words in cause]
    return place


def test_a_modifier_that_is_off_becomes_active(settings, body):
    body.modifiers.new("Other", "CAST").show_viewport = False
    skin = next(modifier for modifier in body.modifiers if modifier.type == "ARMATURE")
    skin.show_viewport = False
    bpy.context.view_layer.objects.active = None
    assert bpy.ops.skinproof.select_cause(index=caused(settings, "is off in viewports")) == {"FINISHED"}
    assert (bpy.context.object, body.modifiers.active) == (body, skin)


def test_a_bone_is_selected_in_pose_mode(settings, armature):
    armature.pose.bones["tip"].constraints.new("LIMIT_ROTATION").use_limit_x = True
    limit = armature.pose.bones["tip"].constraints[0]  # it alone keeps the bone from the file's pose
    limit.min_x = limit.max_x = 0.8
    assert bpy.ops.skinproof.select_cause(index=caused(settings, "'tip'")) == {"FINISHED"}
    assert (bpy.context.mode, bpy.context.object) == ("POSE", armature)
    assert bpy.context.active_pose_bone.name == "tip"
    assert [bone.name for bone in bpy.context.selected_pose_bones] == ["tip"]


def test_painted_vertices_are_selected(settings, body):
    for vertex in (2, 3):
        for influence in body.data.vertices[vertex].groups:
            influence.weight = 1.0 - influence.weight
    body.data.update()
    assert bpy.ops.skinproof.select_cause(index=caused(settings, "weights")) == {"FINISHED"}
    assert (bpy.context.mode, bpy.context.object) == ("EDIT_MESH", body)
    bpy.ops.object.mode_set(mode="OBJECT")
    chosen = np.array([vertex.select for vertex in body.data.vertices])
    assert set(np.flatnonzero(chosen)) <= {2, 3}
    assert chosen.any()


def test_without_a_cause_it_says_so(settings):
    with pytest.raises(RuntimeError, match="Compare a character first"):
        bpy.ops.skinproof.select_cause()
