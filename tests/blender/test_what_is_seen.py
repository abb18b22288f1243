"""What is seen is what is judged: edited actions, NLA strips, unkeyed poses; and measuring changes nothing."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest

from tests.thin import thin_example

bpy = pytest.importorskip("bpy")

EXAMPLE = thin_example()
LIMIT = 3e-6
TURNED = (0.9238795, 0.3826834, 0.0, 0.0)  # by 45 degrees
FRAME = 7


@pytest.fixture
def settings(extension):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    bpy.context.scene.frame_set(FRAME)
    return bpy.context.scene.skinproof


@pytest.fixture
def armature(settings):
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


def compared(scope: str):
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    return bpy.context.scene.skinproof.result


def curves_of(owner):
    """F-curves of the assigned action, with and without slots."""
    animation = owner.animation_data
    if bpy.app.version < (4, 4, 0):
        return list(animation.action.fcurves)
    return list(animation.action.layers[0].strips[0].channelbag(animation.action_slot).fcurves)


def edited_copy(armature):
    """The assigned action's copy, assigned in its place, with a turned bone."""
    animation = armature.animation_data
    slot = animation.action_slot.identifier if bpy.app.version >= (4, 4, 0) else ""
    animation.action = animation.action.copy()
    animation.action.name = "My Edit"
    if slot:
        animation.action_slot = animation.action.slots[slot]
    curve = next(c for c in curves_of(armature) if "rotation_quaternion" in c.data_path and c.array_index == 1)
    for point in curve.keyframe_points:
        point.co.y += 0.3
    curve.update()
    bpy.context.view_layer.update()


def posed_bone(armature):
    """A bone with keys and a visible effect: the one of the first curve of a rotation."""
    path = next(c.data_path for c in curves_of(armature) if "rotation_quaternion" in c.data_path)
    return armature.path_resolve(path.rpartition(".")[0])


def unkeyed(armature):
    bone = posed_bone(armature)
    bone.rotation_quaternion = TURNED
    bpy.context.view_layer.update()
    return bone


def evaluated() -> np.ndarray:
    """Every vertex of the scene in the world, as Blender has evaluated it."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    points = []
    for ob in sorted((o for o in bpy.context.scene.objects if o.type == "MESH"), key=lambda o: o.name):
        mesh = ob.evaluated_get(depsgraph)
        points += [tuple(mesh.matrix_world @ vertex.co) for vertex in mesh.data.vertices]
    return np.array(points)


def state() -> dict[str, object]:
    """All that measuring must leave alone."""
    scene, layer = bpy.context.scene, bpy.context.view_layer
    out: dict[str, object] = {
        "frame": (scene.frame_current, scene.frame_subframe),
        "mode": bpy.context.mode,
        "active": layer.objects.active.name if layer.objects.active else None,
        "selected": sorted(ob.name for ob in layer.objects if ob.select_get()),
        "blocks": [len(getattr(bpy.data, k)) for k in ("objects", "meshes", "actions", "collections", "scenes")],
    }
    for ob in scene.objects:
        animation = ob.animation_data
        out[ob.name] = [tuple(row) for row in ob.matrix_world]
        if animation is not None:
            tracks = [(t.name, t.mute, t.is_solo, [s.name for s in t.strips]) for t in animation.nla_tracks]
            slot = animation.action_slot if bpy.app.version >= (4, 4, 0) else None
            handle = slot.handle if slot else 0
            out[f"{ob.name} plays"] = (animation.action, handle, animation.use_nla, animation.action_influence, tracks)
        if ob.pose is not None:
            out[f"{ob.name} pose"] = [
                (*bone.location, *bone.rotation_quaternion, *bone.scale, *bone.rotation_euler, bone.rotation_mode)
                for bone in ob.pose.bones
            ]
    return out


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_an_edited_copy_of_the_action_differs_and_is_named(armature, scope):
    edited_copy(armature)
    result = compared(scope)
    assert result.largest > 1e-3
    assert not result.same
    assert "'My Edit'" in result.notes


@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_the_files_own_clip_is_still_the_same_beside_it(settings, armature, scope):
    edited_copy(armature)
    settings.question = "CLIPS"
    assert compared(scope).same
    assert armature.animation_data.action.name == "My Edit"


@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_an_nla_strip_differs_and_is_named(settings, armature, scope):
    animation = armature.animation_data
    animation.action = None
    track = animation.nla_tracks[-1]
    track.mute = False
    strip = track.strips[0]
    strip.name = "Kick"
    bpy.context.scene.frame_set(FRAME)
    assert settings.character.clip == "0"
    assert len(animation.nla_tracks) > 1
    result = compared(scope)
    assert result.largest > 1e-3
    assert not result.same
    assert "NLA strip 'Kick'" in result.notes
    settings.question = "CLIPS"
    before = state()
    assert compared(scope).same
    assert state() == before


@pytest.mark.parametrize("question", ["PLAYS", "CLIPS"])
def test_an_unkeyed_pose_is_there_afterwards(settings, armature, question):
    settings.question = question
    unkeyed(armature)
    before, seen = state(), evaluated()
    result = compared("FRAME")
    assert result.same == (question == "CLIPS")
    assert "a pose without keys" in result.notes, "by clips it is told, and decides nothing"
    assert ("is none of the file's clips" in result.notes) == (question == "CLIPS")
    assert state() == before
    np.testing.assert_array_equal(evaluated(), seen)


def test_what_is_hidden_at_some_frames_is_selected_afterwards(body):
    """Blender deselects an object at a frame at which it is hidden."""
    for frame, hidden in ((0, False), (FRAME + 1, True)):
        body.hide_viewport = hidden
        body.keyframe_insert("hide_viewport", frame=frame)
    bpy.context.scene.frame_set(0)
    body.select_set(True)
    before = state()
    compared("CLIP")
    assert state() == before
    assert body.select_get()


def test_with_an_unkeyed_pose_only_the_current_frame_is_judged(settings, armature):
    unkeyed(armature)
    before = state()
    with pytest.raises(RuntimeError, match="the pose at frame 7 is not keyed, and other frames would lose it"):
        bpy.ops.skinproof.compare(scope="CLIP")
    assert state() == before
    settings.question = "CLIPS"
    assert compared("CLIP").same
    assert state() == before


@pytest.mark.parametrize("clip", ["0", "REST"])
def test_the_skin_in_its_pose_is_judged_at_every_frame_of_the_scene(settings, body, clip):
    """Whatever clip is chosen; something that moves the mesh at one of the frames only is found there."""
    settings.question, settings.character.clip = "POSE", clip
    settings.id_data.frame_start, settings.id_data.frame_end = 3, 9
    before = state()
    result = compared("CLIP")
    assert result.same
    assert result.count == 7
    assert state() == before
    key = body.shape_key_add(name="Basis") and body.shape_key_add(name="Late")
    key.data[3].co.x += 0.5
    for frame, value in ((4, 0.0), (5, 1.0), (6, 0.0)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    settings.id_data.frame_set(FRAME)
    result = compared("CLIP")
    assert result.outcome == "DIFFERS"
    assert result.worst_frame == pytest.approx(5.0)
    assert compared("FRAME").same


def test_in_an_unkeyed_pose_the_skin_is_judged_at_the_current_frame_alone_and_it_is_told(settings, armature):
    settings.question = "POSE"
    unkeyed(armature)
    before = state()
    assert compared("FRAME").same
    result = compared("CLIP")
    assert result.outcome == "PARTLY"
    assert result.count == 1
    assert state() == before
    assert result.grounds == ("the pose is not keyed: only the current frame is judged, since others would lose it",)


def test_an_unkeyed_pose_without_an_action_differs(settings, armature):
    settings.character.clip = "REST"
    assert compared("FRAME").same
    bone = armature.pose.bones[1]
    bone.rotation_quaternion = TURNED
    bpy.context.view_layer.update()
    result = compared("FRAME")
    assert not result.same
    assert "a pose without keys" in result.notes


@pytest.mark.usefixtures("settings")
def test_an_unkeyed_pose_of_somebody_else_survives():
    other = bpy.data.objects.new("Other", None)
    bpy.context.scene.collection.objects.link(other)
    for frame in (1, 20):
        other.location.x = frame
        other.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(FRAME)
    other.location.x = 100.0
    compared("CLIP")
    assert other.location.x == 100.0


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("mode", ["OBJECT", "POSE", "WEIGHT_PAINT"])
@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_measuring_changes_nothing_in_any_mode(armature, scope, mode):
    chosen = armature
    if mode == "WEIGHT_PAINT":
        chosen = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    bpy.context.view_layer.objects.active = chosen
    chosen.select_set(True)
    bpy.ops.object.mode_set(mode=mode)
    bpy.context.scene.frame_set(FRAME, subframe=0.25)
    before, seen = state(), evaluated()
    result = compared(scope)
    assert result.same
    assert result.largest <= LIMIT
    assert "is not" not in result.notes
    assert state() == before
    np.testing.assert_array_equal(evaluated(), seen)
    bpy.ops.object.mode_set(mode="OBJECT")


@pytest.mark.usefixtures("extension")
def test_measuring_is_no_undo_step():
    assert "UNDO" not in bpy.types.SKINPROOF_OT_compare.bl_options


def moved(armature):
    armature.location.x += 2.3
    return "stands 2.3 m away"


def turned(armature):
    armature.rotation_mode = "XYZ"
    armature.rotation_euler.z = radians(30)
    return "is turned 30 degrees"


def scaled(armature):
    armature.scale = [2.0 * s for s in armature.scale]
    return "is scaled by 2"


def turned_and_scaled(armature):
    turned(armature)
    scaled(armature)
    return "is turned 30 degrees, scaled by 2"


def under_an_empty(armature):
    above = bpy.data.objects.new("Above", None)
    bpy.context.scene.collection.objects.link(above)
    above.location = (1.0, 2.0, 2.0)
    armature.parent = above
    return "stands 3 m away"


#: By day each place with one of the questions, in turn; 1.4 s of processor each.
PLACED = [
    pytest.param(place, question, id=f"{place.__name__}-{question}", marks=pytest.mark.nightly if (k + n) % 2 else ())
    for k, place in enumerate((moved, turned, scaled, turned_and_scaled, under_an_empty))
    for n, question in enumerate(("PLAYS", "CLIPS"))
]


@pytest.mark.parametrize(("place", "question"), PLACED)
def test_placement_is_told_and_taken_off_unless_strict(settings, armature, question, place):
    settings.question = question
    words = place(armature)
    bpy.context.view_layer.update()
    for scope in ("FRAME", "CLIP"):
        result = compared(scope)
        assert result.same, (result.largest, result.notes)
        assert f"{words}: taken off before comparing" in result.notes
    settings.strict_placement = True
    result = compared("FRAME")
    assert not result.same
    assert f"{words}, which counts as error" in result.notes


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.1), (-1.0, 1.0, 1.0)])
def test_what_bends_the_character_is_no_placement(armature, scale):
    armature.scale = [a * b for a, b in zip(armature.scale, scale, strict=True)]
    bpy.context.view_layer.update()
    result = compared("FRAME")
    assert not result.same
    assert "not taken off" in result.notes


def test_an_armature_that_moves_through_the_range_is_not_taken_off(settings, armature):
    armature.animation_data_clear()
    settings.character.clip = "0"
    for frame, x in ((1, 0.0), (20, 3.0)):
        armature.location.x = x
        armature.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(FRAME)
    assert not compared("CLIP").same


def test_the_worst_frame_is_gone_to_without_an_action_assigned(settings, armature):
    edited_copy(armature)
    compared("CLIP")
    bpy.ops.skinproof.jump_to_worst()
    assert armature.animation_data.action.name == "My Edit"
    assert bpy.context.scene.frame_current_final == pytest.approx(settings.result.worst_frame, abs=1e-3)


@pytest.mark.usefixtures("settings")
def test_the_worst_vertex_of_an_unkeyed_pose_is_shown_in_that_pose(armature):
    bone = unkeyed(armature)
    compared("FRAME")
    bpy.ops.skinproof.jump_to_worst()
    assert tuple(bone.rotation_quaternion) == pytest.approx(TURNED)
