"""*What I See* in every mode, beside NLA strips, with other modifiers; and the whole scene is the same afterwards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.smallest import FRAME
from tests.blender.whole_scene import whole_scene
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"
LIMIT = 3e-6
TURNED = (0.9238795, 0.3826834, 0.0, 0.0)  # by 45 degrees


def compared(scope: str):
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    return bpy.context.scene.skinproof.result


def compared_without_a_trace(scope: str):
    before = whole_scene()
    result = compared(scope)
    after = whole_scene()
    for kind, blocks in before.items():
        assert after[kind] == blocks, kind
    return result


def entered(ob, mode: str) -> None:
    bpy.context.view_layer.objects.active = ob
    ob.select_set(True)
    bpy.ops.object.mode_set(mode=mode)


def move_edited(mesh, by: float) -> None:
    import bmesh

    edited = bmesh.from_edit_mesh(mesh)
    edited.verts.ensure_lookup_table()
    edited.verts[3].co.x += by
    bmesh.update_edit_mesh(mesh)


@pytest.mark.parametrize("mode", ["OBJECT", "POSE", "WEIGHT_PAINT", "SCULPT", "EDIT"])
@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_the_character_is_the_same_in_any_mode_and_nothing_is_touched(armature, body, scope, mode):
    entered(armature if mode == "POSE" else body, mode)
    bpy.context.scene.frame_set(FRAME, subframe=0.25)
    result = compared_without_a_trace(scope)
    assert result.same
    assert result.largest <= LIMIT
    assert (f"{body.name!r} is in Edit Mode" in result.notes) == (mode == "EDIT")


@pytest.mark.parametrize("mode", ["POSE", "WEIGHT_PAINT", "EDIT"])
def test_the_files_clips_are_compared_in_any_mode_but_that_of_bones(settings, armature, body, mode):
    settings.question = "CLIPS"
    entered(armature if mode == "POSE" else body, mode)
    if mode == "POSE":
        armature.pose.bones[0].rotation_quaternion = TURNED
        bpy.context.view_layer.update()
    result = compared_without_a_trace("CLIP")
    assert result.same
    assert result.largest <= LIMIT
    bpy.ops.object.mode_set(mode="OBJECT")
    entered(armature, "EDIT")
    with pytest.raises(RuntimeError, match=r"leave the mode \(Tab\)"):
        compared("CLIP")


@pytest.mark.parametrize("question", ["PLAYS", "CLIPS"])
@pytest.mark.parametrize("mode", ["POSE", "WEIGHT_PAINT", "EDIT", "EDIT_BONES"])
def test_the_heat_map_and_the_worst_frame_in_any_mode(settings, armature, body, mode, question):
    settings.question = question
    body.data.vertices[3].co.x += 0.5
    result = compared("CLIP")
    bpy.ops.object.select_all(action="DESELECT")
    entered(armature if mode in {"POSE", "EDIT_BONES"} else body, mode.removesuffix("_BONES"))
    before = bpy.context.mode, bpy.context.view_layer.objects.active, set(bpy.context.selected_objects)

    def mode_kept() -> bool:
        return before == (bpy.context.mode, bpy.context.view_layer.objects.active, set(bpy.context.selected_objects))

    for done in (bpy.ops.skinproof.show_heat_map, bpy.ops.skinproof.jump_to_worst):
        assert done() == {"FINISHED"}, done
        assert mode_kept(), done
    assert bpy.context.scene.frame_current_final == pytest.approx(result.worst_frame, abs=1e-3)
    assert settings.heat_map.shown
    assert bpy.ops.skinproof.hide_heat_map() == {"FINISHED"}
    assert mode_kept()
    assert bpy.ops.skinproof.edit_worst_vertex() == {"FINISHED"}
    assert (bpy.context.mode, bpy.context.object) == ("EDIT_MESH", body)
    body.update_from_editmode()
    assert [vertex.index for vertex in body.data.vertices if vertex.select] == [3]
    assert len(body.data.color_attributes) == 0


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("mode", ["POSE", "WEIGHT_PAINT", "EDIT"])
def test_one_undo_takes_back_the_jump_alone(armature, body, mode):
    body.data.vertices[3].co.x += 0.5
    result = compared("CLIP")
    entered(armature if mode == "POSE" else body, mode)
    if mode == "EDIT":
        bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.ed.undo_push(message="Before")
    before = bpy.context.mode, bpy.context.object.name
    assert bpy.ops.skinproof.jump_to_worst("EXEC_DEFAULT", True) == {"FINISHED"}
    assert abs(result.worst_frame - FRAME) > 0.5
    assert bpy.context.scene.frame_current != FRAME
    bpy.ops.ed.undo()
    assert (bpy.context.mode, bpy.context.object.name) == before
    if mode == "EDIT":  # there, Blender's undo is that of the mesh
        bpy.context.object.update_from_editmode()
        assert all(vertex.select for vertex in bpy.context.object.data.vertices)
    else:
        assert bpy.context.scene.frame_current == FRAME


@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_a_vertex_is_judged_as_edited_so_far(body, scope):
    entered(body, "EDIT")
    move_edited(body.data, 0.05)
    result = compared_without_a_trace(scope)
    assert not result.same
    assert (result.worst_object, result.worst_row) == (body.name, 3)
    move_edited(body.data, -0.05)
    assert compared(scope).largest < 1e-4


def test_an_armature_in_edit_mode_is_judged_at_rest_and_told(armature):
    entered(armature, "EDIT")
    result = compared_without_a_trace("FRAME")
    assert not result.same
    assert f"'{armature.name}' is in Edit Mode: its rest position is judged" in result.notes


def plays_a_strip(armature) -> None:
    """The first clip's NLA strip instead of its action."""
    animation = armature.animation_data
    animation.action = None
    for track in animation.nla_tracks:
        track.mute = track != animation.nla_tracks[0]
    bpy.context.scene.frame_set(FRAME)


def plays_a_blended_action(armature) -> None:
    armature.animation_data.action_influence = 0.5
    bpy.context.scene.frame_set(FRAME)


def plays_an_added_action(armature) -> None:
    armature.animation_data.action_blend_type = "ADD"
    bpy.context.scene.frame_set(FRAME)


def plays_a_blended_action_over_a_strip(armature) -> None:
    """What is seen is between the action's keys and those of the strip, which is late."""
    track = armature.animation_data.nla_tracks[0]
    track.mute = False
    track.strips[0].frame_end += 4
    track.strips[0].frame_start += 4
    plays_a_blended_action(armature)


@pytest.mark.parametrize(
    "plays", [plays_a_strip, plays_a_blended_action, plays_an_added_action, plays_a_blended_action_over_a_strip]
)
def test_an_unkeyed_pose_beside_the_nla_is_named(armature, plays):
    plays(armature)
    assert "a pose without keys" not in compared_without_a_trace("FRAME").notes
    bone = next(b for b in armature.pose.bones if b.children)
    bone.rotation_quaternion = TURNED
    bpy.context.view_layer.update()
    result = compared_without_a_trace("FRAME")
    assert not result.same
    assert "a pose without keys" in result.notes
    assert tuple(bone.rotation_quaternion) == pytest.approx(TURNED)


def evaluated(ob) -> np.ndarray:
    mesh = ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    return np.array([tuple(v.co) for v in mesh.vertices])


def subdivision(body):
    modifier = body.modifiers.new("Smooth", "SUBSURF")
    modifier.levels = 1


def mirror_before(body):
    body.modifiers.new("Twin", "MIRROR")
    body.modifiers.move(1, 0)


def solidify(body):
    body.modifiers.new("Shell", "SOLIDIFY").thickness = 0.01


def geometry_nodes(body):
    """A group of nodes that subdivides."""
    tree = bpy.data.node_groups.new("Finer", "GeometryNodeTree")
    for way in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")
    start, end = tree.nodes.new("NodeGroupInput"), tree.nodes.new("NodeGroupOutput")
    finer = tree.nodes.new("GeometryNodeSubdivideMesh")
    tree.links.new(start.outputs[0], finer.inputs[0])
    tree.links.new(finer.outputs[0], end.inputs[0])
    body.modifiers.new("Nodes", "NODES").node_group = tree


def mask(body):
    body.modifiers.new("Fewer", "MASK").vertex_group = body.vertex_groups[1].name


@pytest.mark.parametrize("add", [subdivision, mirror_before, solidify, geometry_nodes, mask])
def test_modifiers_that_change_the_vertices_count_unless_they_are_left_out(settings, body, add):
    """Behind one that moves or takes away the file's vertices it differs; those that one adds are not judged."""
    before = evaluated(body)
    size = len(before)
    add(body)
    bpy.context.view_layer.update()
    after = evaluated(body)
    added = len(after) - size
    assert added
    name = next(m.name for m in body.modifiers if m.type != "ARMATURE")
    result = compared_without_a_trace("FRAME")
    differs = added < 0 or not np.allclose(after[:size], before, atol=1e-6)
    assert result.outcome == ("DIFFERS" if differs else "PARTLY")
    assert result.largest <= LIMIT
    assert f"'{name}'" in result.grounds[0]
    assert "Left out" not in result.notes
    settings.other_modifiers = False
    result = compared_without_a_trace("FRAME")
    assert result.same
    assert result.largest <= LIMIT
    assert not result.grounds
    assert f"Not compared: '{name}'" in result.notes
    vertices = "1 vertex" if abs(added) == 1 else f"{abs(added):,} vertices"
    assert f"{'adds' if added > 0 else 'takes away'} {vertices}" in result.notes
    assert ("before the Armature" in result.notes) == (body.modifiers[0].name == name)


@pytest.mark.parametrize("hide", ["hide_viewport", "exclude"])
def test_what_is_hidden_from_evaluation_is_refused(body, hide):
    owner = body if hide == "hide_viewport" else bpy.context.view_layer.layer_collection.children[0]
    setattr(owner, hide, True)
    with pytest.raises(RuntimeError, match="hidden from evaluation"):
        compared("FRAME")


@pytest.mark.usefixtures("extension")
def test_one_hidden_mesh_of_an_import_is_not_judged_and_nothing_is_said_of_viewers(tmp_path):
    """It may be of a second scene of the file, which no viewer shows."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(MODELS["two_skins"](tmp_path))) == {"FINISHED"}
    hidden = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    hidden.hide_viewport = True
    result = compared("FRAME")
    assert result.outcome == "PARTLY"
    assert list(result.grounds) == [f"'{hidden.name}' is hidden here and not judged: show it"]


@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_what_a_modifier_moves_is_a_figure_of_its_own(settings, body, scope):
    plain = evaluated(body)
    body.modifiers.new("Wobble", "CAST").factor = 0.2
    bpy.context.view_layer.update()
    world = np.array(body.matrix_world)[:3, :3]
    moved = np.linalg.norm((evaluated(body) - plain) @ world.T, axis=1).max()
    result = compared_without_a_trace(scope)
    assert result.outcome == "DIFFERS", "the skin alone is right"
    assert result.largest <= LIMIT, "the skin alone is right"
    (counted,) = result.grounds
    assert counted.startswith("the same before 'Wobble' (after the Armature modifier)")
    settings.other_modifiers = False
    result = compared_without_a_trace(scope)
    assert result.same
    noted = next(note for note in result.notes.split("\n") if "'Wobble' (after the Armature modifier)" in note)
    for told in (counted, noted):
        metres = float(told.partition("up to ")[2].split()[0])
        assert metres == pytest.approx(moved, rel=6e-3) if scope == "FRAME" else metres >= 0.99 * moved


def test_a_damage_is_seen_under_a_subdivision(body):
    body.data.vertices[3].co.x += 0.05
    subdivision(body)
    bpy.context.view_layer.update()
    result = compared("FRAME")
    assert result.outcome == "DIFFERS"
    assert result.worst_row == 3
    assert "positions differ" in result.grounds
    assert "the same before" not in " ".join(result.grounds)


@pytest.fixture
def arm(extension: str):
    """The mesh of a character with enough faces to take some away."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(ARM))
    bpy.context.scene.frame_set(FRAME)
    return next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")


def decimate(body, how: str):
    modifier = body.modifiers.new("Fewer", "DECIMATE")
    modifier.decimate_type, modifier.ratio, modifier.angle_limit = how, 0.5, 0.5
    return modifier


@pytest.mark.parametrize("where", ["after", "before"])
@pytest.mark.parametrize("how", ["COLLAPSE", "DISSOLVE"])
def test_decimate_differs_unless_it_is_left_out_of_the_verdict(arm, how, where):
    """It takes vertices away. Left out, the verdict is that of the skin, and what was left out is told."""
    size = len(arm.data.vertices)
    decimate(arm, how)
    if where == "before":
        arm.modifiers.move(1, 0)
    bpy.context.view_layer.update()
    gone = size - len(evaluated(arm))
    assert gone > 0
    result = compared_without_a_trace("FRAME")
    assert result.outcome == "DIFFERS"
    assert result.lost == 0
    assert f"'Fewer' ({where} the Armature modifier) of {arm.name!r} takes away {gone} vertices" in result.grounds
    bpy.context.scene.skinproof.other_modifiers = False
    result = compared_without_a_trace("FRAME")
    told = next(note for note in result.notes.split("\n") if "'Fewer'" in note)
    assert told.startswith(f"Not compared: 'Fewer' ({where} the Armature modifier)")
    assert f"takes away {gone} vertices and leaves none that can be told from the others" in told
    assert result.same
    assert result.lost == 0
    arm.data.vertices[3].co.x += 0.05
    arm.data.update()
    assert not compared("FRAME").same


@pytest.mark.parametrize("how", ["COLLAPSE", "DISSOLVE"])
def test_a_decimated_mesh_is_never_the_same(arm, how):
    """Applied, the modifier has lost vertices of the file: they count, whatever the others do."""
    modifier, size = decimate(arm, how), len(arm.data.vertices)
    bpy.context.view_layer.objects.active = arm
    bpy.ops.object.modifier_move_to_index(modifier=modifier.name, index=0)
    bpy.ops.object.modifier_apply(modifier=modifier.name)
    assert len(arm.data.vertices) < size
    result = compared("FRAME")
    assert not result.same
    assert result.lost > 0 or result.notes.startswith("Cause: "), result.notes
