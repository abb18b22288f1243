"""The remedy of a setting takes its difference away, is one step that can be taken back, and says what it leaves."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

from tests.blender import scene_settings  # noqa: E402 -- it needs bpy
from tests.blender.example_scene import EXAMPLE  # noqa: E402
from tests.blender.test_named_causes import active  # noqa: E402
from tests.blender.tube_origins import FRAME, by_hand, compared, ours, seen, tube  # noqa: E402, F401
from tests.models import MODELS  # noqa: E402
from tests.window.inside.pictures import damaged  # noqa: E402


def test_every_button_has_its_remedy(extension):
    kinds = module(extension, "skinning_core.compare.causes.scene_cause").SCENE_KINDS
    fixes = module(extension, "addon.scene.changed.remedies").FIXES
    assert {code for code, kind in kinds.items() if kind.button} == set(fixes)


@pytest.mark.parametrize("whole", [True, False], ids=["with its mesh", "alone"])
def test_a_scale_that_was_applied_under_keys_that_move_bones(extension, tmp_path, whole):
    """Where bones only turn, it leaves the shape; what moves a bone along is not scaled with it."""
    ours(Path(), MODELS["cubic"](tmp_path))
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    before = np.array([vertex.co for vertex in mesh.data.vertices])
    armature.scale = (2.0, 2.0, 2.0)
    active(armature)
    mesh.select_set(whole)
    bpy.ops.object.transform_apply(location=False, rotation=False)
    cause = compared().causes[0]
    assert cause.code == "rest-scaled", bpy.context.scene.skinproof.result.notes
    assert f"a scale was applied to '{armature.name}': at rest it is 2 times as large" in cause
    bpy.ops.ed.undo_push(message="Applied")
    assert bpy.ops.skinproof.fix_cause(index=0) == {"FINISHED"}
    assert compared().same, bpy.context.scene.skinproof.result.notes
    assert tuple(armature.scale) == pytest.approx((2.0, 2.0, 2.0))
    np.testing.assert_allclose([vertex.co for vertex in mesh.data.vertices], before, atol=1e-6)
    bpy.ops.ed.undo()
    (mesh,) = (ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    np.testing.assert_array_equal(
        [vertex.co for vertex in mesh.data.vertices], (1.0 + whole) * before.astype(np.float32)
    )


def test_a_remedy_that_helps_one_frame_and_harms_the_clip_is_not_taken_alone(extension, tube):  # noqa: F811
    """The mesh is moved, and keyed back from the next frame on: to clear its place mends the current frame alone."""
    ours(*tube)
    listed = bpy.context.scene.skinproof.character
    listed.clip = str([item.name for item in listed.clips].index("wave"))
    bpy.context.scene.frame_set(0)
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    mesh.location.x = 3.0
    for frame, place in ((0, 0.0), (1, -4.0), (24, -4.0)):
        mesh.delta_location.x = place
        mesh.keyframe_insert("delta_location", frame=frame)
    bpy.context.scene.frame_set(0)
    result = compared()
    codes = [cause.code for cause in result.causes]
    assert "mesh-moved" in codes, result.notes
    assert bpy.ops.skinproof.fix_cause(index=codes.index("mesh-moved")) == {"FINISHED"}
    assert compared().same, "both remedies together, not the first alone"


def test_a_remedy_is_one_step_and_can_be_taken_back(extension, tube):  # noqa: F811
    """What it does, and what takes it back, for every kind that a scene of the tube can have."""
    remedies = module(extension, "addon.scene.changed.remedies")
    for setting in (
        scene_settings.preserve_volume,
        scene_settings.masked,
        scene_settings.painted,
        scene_settings.bendy,
        scene_settings.driver,
        scene_settings.noise,
        scene_settings.strip_late,
        scene_settings.bone_moved_at_rest,
    ):
        by_hand(*tube)
        bpy.context.scene.frame_set(FRAME)
        armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
        mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")
        code, _ = setting(armature, mesh)
        cause = next(cause for cause in compared().causes if getattr(cause, "code", "") == code)
        damaged = seen(mesh, FRAME)
        listing, inquiry = (module(extension, f"addon.{name}") for name in ("state.listing", "compare.inquiry"))
        character = listing.active_character(bpy.context.scene)
        case_of = module(extension, "addon.scene.changed.case").Case
        case = case_of(bpy.context, character, inquiry.character_model(character), 0, cause)
        undo = remedies.FIXES[code](case)
        fixed = seen(mesh, FRAME)
        assert not np.allclose(fixed, damaged, atol=1e-3), code
        undo()
        assert np.allclose(seen(mesh, FRAME), damaged, atol=1e-5), code


def test_what_remains_is_told(extension, tube, capfd):  # noqa: F811
    by_hand(*tube)
    bpy.context.scene.frame_set(FRAME)
    scene_settings.masked(None, next(ob for ob in bpy.context.scene.objects if ob.type == "MESH"))
    result = compared("FRAME")
    (k,) = (k for k, cause in enumerate(result.causes) if getattr(cause, "code", "") == "modifier-masked")
    assert bpy.ops.skinproof.fix_cause(index=k) == {"FINISHED"}
    assert re.search(r"At this frame: [\d.]+ c?m before, <?0.00\d+ mm after", capfd.readouterr().out)


def test_what_another_cause_leaves_is_told(extension, capfd):
    """Two meshes are damaged: the lesser remedy leaves the largest error where it is, and that is no failure of it."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    damaged(EXAMPLE, EXAMPLE)
    (k,) = (k for k, cause in enumerate(bpy.context.scene.skinproof.result.causes) if "'face'" in cause)
    assert bpy.ops.skinproof.fix_cause(index=k) == {"FINISHED"}
    assert re.search(r"At this frame [\d.]+ cm remain, from another cause", capfd.readouterr().out)


def test_groups_that_were_renamed_together_get_their_names(settings, body):
    """Beside one of the artist's own, which stands behind them."""
    names = [group.name for group in body.vertex_groups]
    for group in body.vertex_groups:
        group.name += "_old"
    body.vertex_groups.new(name="Cloth mask").add([0, 1], 1.0, "REPLACE")
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert settings.result.notes.startswith(f"Cause: groups '{names[0]}_old', '{names[1]}_old' of")
    assert bpy.ops.skinproof.fix_cause(index=0) == {"FINISHED"}
    assert [group.name for group in body.vertex_groups] == [*names, "Cloth mask"]
    assert settings.result.same
