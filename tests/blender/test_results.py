"""The result of a comparison: kept for each character and scene, saved with the file, out of reach of undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.blender.module import module
from tests.models import MODELS
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")

from tests.window.inside import side_bar  # noqa: E402 -- it needs bpy


@pytest.fixture
def scene(extension: str, tmp_path: Path):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    module(extension, "addon.state.session").session.forget()
    for name in ("one", "two"):
        assert bpy.ops.skinproof.import_skin(filepath=str(Tiny().write_glb(tmp_path / f"{name}.glb")), rig="EXACT") == {
            "FINISHED"
        }
    bpy.ops.ed.undo_push(message="Imported")
    return bpy.context.scene


@pytest.fixture
def dot(extension: str):
    """What the dot beside a character of the list says: S(ame), C(hanged), D(iffers) or nothing."""

    def standing(index: int) -> str:
        bpy.context.view_layer.update()
        now = bpy.context.scene
        found = module(extension, "addon.state.result_store").standing_of(now, now.skinproof.characters[index].key)
        return found.name[0] if found else ""

    return standing


@pytest.fixture
def rested(extension: str, dot):
    """The dot when Blender has rested, and characters have been looked at."""

    def standing(index: int) -> str:
        dot(index)
        staleness = module(extension, "addon.state.staleness")
        while staleness.session.to_check:
            staleness._check_one(bpy.context)
        return dot(index)

    return standing


def mesh(index: int):
    key = bpy.context.scene.skinproof.characters[index].key
    meshes = (ob for ob in bpy.context.scene.objects if ob.type == "MESH")
    return next(ob for ob in meshes if ob["skinproof_notes"]["skinproof_id"] == key)


def compare(index: int, scope: str = "FRAME"):
    bpy.context.scene.skinproof.active = index
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    return bpy.context.scene.skinproof.result


def damage(index: int) -> None:
    mesh(index).data.vertices[3].co.x += 0.5
    mesh(index).data.update()


@pytest.mark.usefixtures("scene")
def test_undo_and_redo_leave_the_figures_alone(dot):
    assert compare(0).same
    bpy.ops.ed.undo_push(message="The first comparison's figures are in this step")
    damage(0)
    bpy.ops.ed.undo_push(message="Damaged")
    second = compare(0)
    assert not second.same
    assert dot(0) == "D"
    for undo in (bpy.ops.ed.undo, bpy.ops.ed.undo, bpy.ops.ed.redo, bpy.ops.ed.redo):
        assert undo() == {"FINISHED"}
        settings = bpy.context.scene.skinproof
        assert settings.result_of(settings.characters[0].key) == second
        assert dot(0) == "C", "undo changes the character, so its figures may be out of date"
    assert compare(0).largest == second.largest
    bpy.ops.ed.undo()
    bpy.ops.ed.undo()
    assert mesh(0).data.vertices[3].co.x == pytest.approx(mesh(1).data.vertices[3].co.x)


@pytest.mark.usefixtures("scene")
def test_every_character_has_its_own(dot):
    damage(1)
    first, second = compare(0), compare(1)
    assert (first.same, second.same) == (True, False)
    assert (dot(0), dot(1)) == ("S", "D")
    settings = bpy.context.scene.skinproof
    settings.active = 0
    assert settings.result == first
    assert settings.result.label == "one"
    settings.active = 1
    assert settings.result == second
    assert settings.result.label == "two"


@pytest.mark.parametrize("muted", [1, 2])
def test_a_muted_shape_key_is_noticed(extension, scene, rested, tmp_path, muted):
    """Also one whose value is 0 now: it has another at another time."""
    assert bpy.ops.skinproof.import_skin(filepath=str(MODELS["awkward"](tmp_path))) == {"FINISHED"}
    index = len(scene.skinproof.characters) - 1
    assert compare(index, "CLIP").same
    assert rested(index) == "S"
    (keys,) = (ob.data.shape_keys for ob in scene.objects if ob.type == "MESH" and ob.data.shape_keys)
    keys.key_blocks[muted].mute = True
    assert rested(index) == "C"
    keys.key_blocks[muted].mute = False
    assert rested(index) == "S"


def test_a_driver_made_on_the_way_to_another_frame_is_noticed(scene, rested):
    """Blender evaluates it together with the frame, so that nothing but the driver itself tells of it."""
    assert compare(0, "CLIP").same
    assert rested(0) == "S"
    scene.frame_set(2)
    armature = mesh(0).parent
    armature.pose.bones[-1].driver_add("location", 0).driver.expression = "frame * 0.01"
    scene.frame_set(0)
    assert rested(0) == "C"


@pytest.mark.usefixtures("scene")
def test_figures_are_saved_and_loaded(dot, rested, tmp_path, in_chinese):
    damage(1)
    results = compare(0, "CLIP"), compare(1, "CLIP")
    damage(0)
    assert (dot(0), dot(1)) == ("C", "D")
    path = str(tmp_path / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert not bpy.context.scene.skinproof.result.compared
    bpy.ops.wm.open_mainfile(filepath=path)
    settings = bpy.context.scene.skinproof
    for index, before in enumerate(results):
        settings.active = index
        now = settings.result
        assert now.key == 0, "the arrays are not saved"
        assert {**vars(now), "key": before.key} == vars(before)
        assert list(map(in_chinese, now.sentences)) == list(map(in_chinese, before.sentences)) != list(now.sentences)
    assert (dot(0), dot(1)) == ("C", "C")  # as they were when the file was saved: anybody may have written it
    with pytest.raises(RuntimeError, match="errors of single vertices are not kept in the file"):
        bpy.ops.skinproof.show_heat_map()
    assert bpy.ops.skinproof.jump_to_worst() == {"FINISHED"}
    assert (rested(0), rested(1)) == ("C", "C")
    assert not compare(1, "CLIP").same
    assert dot(1) == "D"


def test_copies_of_a_scene_take_the_figures_along(extension, scene, rested):
    damage(0)
    result = compare(0)
    bpy.ops.scene.new(type="LINK_COPY")
    copy = bpy.context.scene
    assert copy != scene
    assert copy.skinproof.result.largest == result.largest
    store = module(extension, "addon.state.result_store")
    assert not store.is_as_saved(copy, copy.skinproof.characters[0].key)  # no file was opened
    assert rested(0) == "D"
    copy.frame_set(13)
    assert compare(0).worst_frame != result.worst_frame
    assert scene.skinproof.result == result


@pytest.mark.parametrize("question", ["PLAYS", "CLIPS", "POSE"])
def test_what_changes_nothing_is_not_noted(scene, dot, question):
    scene.skinproof.question = question
    assert compare(1).compared
    assert dot(1) == "S"
    bpy.ops.object.select_all(action="SELECT")
    bpy.context.view_layer.objects.active = mesh(0)
    scene.frame_set(7)
    mesh(1).name = "renamed"
    damage(0)
    compare(0)
    assert dot(1) == "S"
    compare(1)
    bpy.ops.skinproof.show_heat_map()
    bpy.ops.skinproof.jump_to_worst()
    scene.frame_set(9)
    bpy.ops.skinproof.hide_heat_map()
    bpy.ops.skinproof.select_character()
    assert dot(1) == "S"


def moved_vertex() -> None:
    damage(0)


def painted() -> None:
    mesh(0).vertex_groups[0].add([0], 0.25, "REPLACE")


def posed() -> None:
    mesh(0).parent.pose.bones[-1].rotation_quaternion = (0.6, 0.8, 0.0, 0.0)


def keyed() -> None:
    bone = mesh(0).parent.pose.bones[-1]
    bone.rotation_quaternion = (0.6, 0.8, 0.0, 0.0)
    bone.keyframe_insert("rotation_quaternion", frame=3)


def modified() -> None:
    mesh(0).modifiers[0].show_viewport = False


def constrained() -> None:
    bone = mesh(0).parent.pose.bones[-1]
    bone.constraints.new("COPY_LOCATION").target = mesh(1)


def another_clip() -> None:
    bpy.context.scene.skinproof.characters[0].clip = "REST"


def other_normals() -> None:
    """As *Shade Flat* and *Set from Faces* make them; all faces of this mesh lie in one plane."""
    data = mesh(0).data
    data.normals_split_custom_set([(0.6, 0.0, 0.8)] * len(data.loops))
    data.update()


CHANGES = [moved_vertex, painted, other_normals, posed, keyed, modified, constrained, another_clip]


@pytest.mark.usefixtures("scene")
@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_the_character_is_noted(dot, rested, change):
    compare(0)
    compare(1)
    change()
    assert (dot(0), dot(1)) == ("C", "S")
    assert (rested(0), rested(1)) == ("C", "S")
    compare(0)
    assert rested(0) in "SD"


@pytest.mark.usefixtures("scene")
def test_what_a_collection_hides_is_not_known_to_be_the_same(dot, rested):
    """As what is hidden by itself; a comparison refuses it."""
    compare(0)
    (collection,) = mesh(0).users_collection
    collection.hide_viewport = True
    assert rested(0) == "C"
    with pytest.raises(RuntimeError, match="is hidden from evaluation"):
        compare(0)
    collection.hide_viewport = False
    assert rested(0) == "S"


def test_view_layers_count_as_far_as_a_window_shows_them(scene, rested):
    compare(0)
    side_bar.said()
    first, empty = bpy.context.view_layer, scene.view_layers.new("empty")
    for below in empty.layer_collection.children:
        below.exclude = True
    first.name = "renamed"
    assert rested(0) == "S"
    bpy.context.window.view_layer = empty
    side_bar.said()
    assert rested(0) == "C"
    bpy.context.window.view_layer = first
    side_bar.said()
    assert rested(0) == "S"
    scene.view_layers.remove(empty)
    assert rested(0) == "S"


def key_moved() -> None:
    curve = curves(mesh(0).parent)[0]
    curve.keyframe_points[0].co.y += 0.5


def curve_deleted() -> None:
    all_curves = curves(mesh(0).parent)
    all_curves.remove(all_curves[0])


def key_held() -> None:
    curves(mesh(0).parent)[0].keyframe_points[0].interpolation = "CONSTANT"


def vertex_moved_quietly() -> None:
    mesh(0).data.attributes["position"].data[3].vector.x += 0.5


def bone_not_deforming() -> None:
    mesh(0).parent.data.bones[-1].use_deform = False


def curves(armature):
    animation = armature.animation_data
    if not hasattr(animation, "action_slot"):
        return animation.action.fcurves
    return animation.action.layers[0].strips[0].channelbag(animation.action_slot).fcurves


@pytest.mark.parametrize(
    "change", [posed, painted, keyed, key_moved, curve_deleted, key_held, vertex_moved_quietly, bone_not_deforming]
)
def test_a_change_that_is_evaluated_with_a_frame_is_noted(scene, rested, change):
    if change is key_held:  # only between keys does it matter
        scene.frame_set(5)
    compare(0)
    compare(1)
    change()
    scene.frame_set(9)
    scene.frame_set(11)
    lost = change is posed  # the frame has taken the pose back to its keys
    assert (rested(0), rested(1)) == ("S" if lost else "C", "S")


def test_an_action_that_is_not_assigned_counts_where_the_clips_were_judged(scene, rested):
    scene.skinproof.question = "CLIPS"
    compare(0)
    own = curves(mesh(0).parent)
    mesh(0).parent.animation_data.action = None
    scene.frame_set(3)
    assert rested(0) == "S", "the clips are as they were, whatever plays"
    own[0].keyframe_points[0].co.y += 0.5
    scene.frame_set(5)
    assert rested(0) == "C"


@pytest.mark.usefixtures("scene")
@pytest.mark.parametrize("mode", ["EDIT", "WEIGHT_PAINT", "POSE"])
def test_a_mode_that_is_entered_and_left_changes_nothing(rested, mode):
    compare(0)
    bpy.context.view_layer.objects.active = mesh(0).parent if mode == "POSE" else mesh(0)
    bpy.ops.object.mode_set(mode=mode)
    assert rested(0) == ("S" if mode == "POSE" else "C"), "neither an edited mesh nor one being painted is read"
    bpy.ops.object.mode_set(mode="OBJECT")
    assert rested(0) == "S"


@pytest.mark.usefixtures("scene")
def test_what_is_undone_is_as_it_was_compared(rested):
    compare(0)
    bpy.ops.ed.undo_push(message="Compared")
    damage(0)
    bpy.ops.ed.undo_push(message="Damaged")
    assert rested(0) == "C"
    bpy.ops.ed.undo()
    assert rested(0) == "S"
    bpy.ops.ed.redo()
    assert rested(0) == "C"


@pytest.mark.usefixtures("scene")
def test_what_others_move_is_not_known_to_be_unchanged(rested):
    bone = mesh(0).parent.pose.bones[-1]
    bone.constraints.new("COPY_LOCATION").target = mesh(1)
    compare(0)
    mesh(1).parent.location.x += 1.0
    assert rested(0) == "C"


def test_other_engines_judge_the_file_alone(scene, dot):
    scene.skinproof.engine = "fast"
    compare(0)
    damage(0)
    assert dot(0) == "S"


@pytest.mark.usefixtures("scene")
def test_a_linked_character_with_overrides_is_judged_and_remembered(dot, tmp_path):
    library = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=library)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    with bpy.data.libraries.load(library, link=True) as (_, wanted):
        wanted.collections = ["one"]
    (linked,) = wanted.collections
    scene = bpy.context.scene
    scene.collection.children.link(linked)  # 5.3 makes no override of what is in no scene
    linked.override_hierarchy_create(scene, bpy.context.view_layer, do_fully_editable=True)
    scene.collection.children.unlink(linked)
    bpy.context.view_layer.update()
    settings = bpy.context.scene.skinproof
    assert len(settings.characters) == 1
    for settings.question in ("CLIPS", "POSE", "PLAYS"):
        assert compare(0, "FRAME").same
    armature = mesh(0).parent
    armature.animation_data.action = None
    armature.pose.bones[-1].rotation_quaternion = (0.6, 0.8, 0.0, 0.0)
    assert dot(0) == "C"
    assert not compare(0).same
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "user.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "user.blend"))
    assert dot(0) == "C"  # as it was when the file was saved
    assert compare(0).largest > 0.1
    assert dot(0) == "D"


@pytest.mark.parametrize("question", ["PLAYS", "CLIPS"])
@pytest.mark.parametrize("mode", ["OBJECT", "POSE", "WEIGHT_PAINT", "SCULPT", "EDIT"])
@pytest.mark.parametrize("act", ["jump_to_worst", "edit_worst_vertex", "show_heat_map", "hide_heat_map"])
def test_our_own_doing_makes_no_result_doubtful(scene, dot, act, mode, question):
    damage(0)
    scene.skinproof.question = question
    bpy.context.view_layer.objects.active = mesh(0).parent if mode == "POSE" else mesh(0)
    bpy.ops.object.mode_set(mode=mode)
    compare(0, "CLIP")
    try:
        if act == "hide_heat_map":
            bpy.ops.skinproof.show_heat_map()
        assert dot(0) == "D"
        assert getattr(bpy.ops.skinproof, act)("EXEC_DEFAULT", True) == {"FINISHED"}
        assert dot(0) == "D"
    finally:
        if bpy.context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
