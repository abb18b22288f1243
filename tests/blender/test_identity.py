"""Characters and their vertices stay who they are through everyday work, and copies become characters of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.thin import thin_example
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")

EXAMPLE = thin_example()
LIMIT = 3e-6
#: *Merge by Distance* averages numbers of vertices (seen in 5.2), or keeps those of one of them (4.2 to 5.0).
MERGING_AVERAGES = bpy.app.version >= (5, 1, 0)


def quad_strip(path: Path, *, apart: bool = False) -> Path:
    """A ribbon on two joints whose quads share no vertices: every corner inside is there twice, as along seams.

    apart: the two vertices at each place have different weights.
    """
    tiny = Tiny()
    positions, joints, weights, indices = [], [], [], []
    for quad in range(8):
        first = len(positions)
        for step, side in ((0, 0), (1, 0), (1, 1), (0, 1)):
            height = 0.25 * (quad + step)
            positions.append((0.3 * side, height, 0.0))
            share = min(1.0, height / 2.0) * (0.5 if apart and quad % 2 else 1.0)
            joints.append((0, 1, 0, 0))
            weights.append((1.0 - share, share, 0.0, 0.0))
        indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    attributes = tiny.primitive["attributes"]
    attributes["POSITION"] = tiny.add(np.array(positions, np.float32))
    attributes["JOINTS_0"] = tiny.add(np.array(joints, np.uint8))
    attributes["WEIGHTS_0"] = tiny.add(np.array(weights, np.float32))
    tiny.primitive["indices"] = tiny.add(np.array(indices, np.uint16))
    return tiny.write_glb(path)


@pytest.fixture
def empty(extension: str):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    module(extension, "addon.state.session").session.forget()
    return bpy.context.scene.skinproof


@pytest.fixture
def ribbon(empty, tmp_path: Path):
    imported(quad_strip(tmp_path / "ribbon.glb"))
    return empty


def imported(path: Path) -> None:
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    bpy.context.scene.frame_set(12)


def compared(scope: str = "FRAME"):
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    return bpy.context.scene.skinproof.result


def of_type(kind: str):
    return [ob for ob in bpy.context.scene.objects if ob.type == kind]


def edit(mesh_object, *steps) -> None:
    """Edit Mode with everything selected, the steps, and out again."""
    chosen(mesh_object)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    for step in steps:
        step()
    bpy.ops.object.mode_set(mode="OBJECT")


def chosen(*objects) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    for ob in objects:
        ob.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


def limit_weights(mesh_object) -> None:
    """Every vertex follows its strongest group alone: a damage that is easily seen."""
    for vertex in mesh_object.data.vertices:
        groups = sorted((g.weight, g.group) for g in vertex.groups)
        for _, group in groups[:-1]:
            mesh_object.vertex_groups[group].remove([vertex.index])
    mesh_object.data.update()
    bpy.context.view_layer.update()


def pick(settings, name: str) -> None:
    settings.active = settings.characters.find(name)


@pytest.mark.usefixtures("ribbon")
def test_merging_twins_loses_nothing():
    (mesh,) = of_type("MESH")
    before = len(mesh.data.vertices)
    edit(mesh, bpy.ops.mesh.remove_doubles)
    merged = before - len(mesh.data.vertices)
    assert merged > 10
    result = compared()
    assert result.same
    assert not result.lost
    assert result.largest <= LIMIT
    assert f"{merged} vertices are gone; in their places others" in result.notes


@pytest.mark.usefixtures("empty")
def test_merging_what_is_not_alike_is_no_error_but_said(tmp_path):
    imported(quad_strip(tmp_path / "apart.glb", apart=True))
    (mesh,) = of_type("MESH")
    edit(mesh, bpy.ops.mesh.remove_doubles)
    result = compared()
    assert not result.same
    assert result.lost
    if MERGING_AVERAGES:  # nobody can tell who is left
        assert "in the scene were left out" in result.notes


@pytest.mark.usefixtures("ribbon")
def test_a_coarse_merge_is_compared_where_vertices_are_left():
    (mesh,) = of_type("MESH")
    edit(mesh, lambda: bpy.ops.mesh.remove_doubles(threshold=0.3))
    result = compared()
    assert result.lost
    assert "in the scene were left out" in result.notes or not MERGING_AVERAGES


@pytest.mark.usefixtures("ribbon")
def test_added_vertices_are_not_judged():
    (mesh,) = of_type("MESH")
    mesh.data.vertices.add(3)
    mesh.data.vertices[-1].co = (5.0, 5.0, 5.0)
    result = compared()
    assert result.largest <= LIMIT
    assert not result.lost
    assert f"3 extra vertices of '{mesh.name}' in the scene were left out" in result.notes


@pytest.mark.usefixtures("ribbon")
@pytest.mark.parametrize(
    "step",
    [
        lambda: bpy.ops.mesh.subdivide(number_cuts=2),
        lambda: bpy.ops.mesh.extrude_region_move(TRANSFORM_OT_translate={"value": (0.0, 0.0, 1.0)}),
        lambda: bpy.ops.mesh.duplicate_move(TRANSFORM_OT_translate={"value": (0.0, 0.0, 1.0)}),
        lambda: bpy.ops.mesh.primitive_cube_add(),
        lambda: bpy.ops.mesh.poke(),
    ],
    ids=["subdivide", "extrude", "duplicate", "cube", "poke"],
)
def test_geometry_that_is_added_is_no_error(step):
    (mesh,) = of_type("MESH")
    edit(mesh, step)
    result = compared()
    assert result.largest <= LIMIT
    assert not result.lost
    assert "in the scene were left out" in result.notes


@pytest.mark.usefixtures("ribbon")
def test_a_cube_that_is_joined_is_no_error():
    (mesh,) = of_type("MESH")
    bpy.ops.mesh.primitive_cube_add(location=(2.0, 0.0, 0.0))
    cube = bpy.context.object
    chosen(mesh, cube)
    bpy.ops.object.join()
    result = compared()
    assert result.largest <= LIMIT
    assert not result.lost
    assert f"8 extra vertices of '{mesh.name}' in the scene were left out" in result.notes


@pytest.mark.usefixtures("ribbon")
def test_a_deleted_vertex_is_lost_and_a_moved_one_found():
    (mesh,) = of_type("MESH")
    mesh.data.vertices[2].co.x += 0.1
    result = compared()
    assert not result.same
    assert result.worst_row == 2
    edit(mesh, lambda: bpy.ops.mesh.select_all(action="DESELECT"), lambda: select_row(mesh, 0), delete_selected)
    result = compared()
    assert result.lost == 1
    assert result.worst_row == 1
    assert result.worst_vertex == 2


def select_row(mesh, row: int) -> None:
    bpy.ops.object.mode_set(mode="OBJECT")
    mesh.data.vertices[row].select = True
    bpy.ops.object.mode_set(mode="EDIT")


def delete_selected() -> None:
    bpy.ops.mesh.delete(type="VERT")


def test_separated_pieces_are_one_character(ribbon):
    (mesh,) = of_type("MESH")
    edit(mesh, lambda: bpy.ops.mesh.separate(type="LOOSE"))
    assert len(of_type("MESH")) == 8
    assert len(ribbon.characters) == 1
    result = compared()
    assert result.same
    assert not result.lost


@pytest.mark.usefixtures("empty")
def test_joined_meshes_are_one_character(tmp_path):
    tiny = Tiny()
    primitive = tiny.primitive
    lower = tiny.add(np.array([[0, 0, 0], [1, 0, 0], [0, 0.5, 0], [1, 0.5, 0]], np.float32))
    hat = {**primitive, "attributes": {**primitive["attributes"], "POSITION": lower}}
    tiny.data["meshes"].append({"primitives": [hat]})
    tiny.data["nodes"].append({"name": "hat", "mesh": 1, "skin": 0})
    tiny.data["scenes"][0]["nodes"].append(3)
    imported(tiny.write_glb(tmp_path / "two.glb"))
    first, second = of_type("MESH")
    chosen(second, first)
    bpy.ops.object.join()
    assert len(of_type("MESH")) == 1
    result = compared()
    assert result.same
    assert not result.lost


@pytest.mark.parametrize("linked", [False, True])
def test_a_copy_is_a_character_of_its_own(empty, linked):
    imported(EXAMPLE)
    bpy.ops.object.duplicate(linked=linked)
    assert len(empty.characters) == 2
    copies = {ob.name: ob for ob in bpy.context.selected_objects}
    mesh = next(ob for ob in copies.values() if ob.type == "MESH" and ob.vertex_groups)
    mesh.modifiers[0].show_viewport = False
    bpy.context.view_layer.update()
    pick(empty, "character")
    assert compared().same
    empty.active = 1
    assert empty.character.name in copies
    result = compared()
    assert not result.same
    assert result.largest > 1e-3


def test_damage_of_a_duplicate_is_not_blamed_on_the_original(ribbon):
    armature, mesh = of_type("ARMATURE")[0], of_type("MESH")[0]
    chosen(armature, mesh)
    bpy.ops.object.duplicate()
    copy = next(ob for ob in bpy.context.selected_objects if ob.type == "MESH")
    limit_weights(copy)
    pick(ribbon, "ribbon")
    assert compared().same
    ribbon.active = 1 - ribbon.active
    assert not compared().same


@pytest.mark.parametrize("kind", ["MESH", "ARMATURE"])
def test_a_copy_of_the_mesh_or_the_armature_alone_is_no_character(ribbon, kind):
    (original,) = of_type(kind)
    chosen(original)
    bpy.ops.object.duplicate()
    copy = bpy.context.object
    if kind == "MESH":
        limit_weights(copy)
    assert [c.name for c in ribbon.characters] == ["ribbon"]
    assert compared().same
    bpy.data.objects.remove(original if kind == "MESH" else copy)  # the copy is the character's mesh now
    bpy.context.view_layer.update()
    assert [c.name for c in ribbon.characters] == ["ribbon"]
    assert compared().same == (kind == "ARMATURE")


def test_copies_of_mesh_and_armature_are_a_character_once_they_belong_together(ribbon):
    (mesh,), (armature,) = of_type("MESH"), of_type("ARMATURE")
    chosen(mesh)
    bpy.ops.object.duplicate()
    other_mesh = bpy.context.object
    chosen(armature)
    bpy.ops.object.duplicate()
    other_armature = bpy.context.object
    bpy.context.view_layer.update()
    assert [c.name for c in ribbon.characters] == ["ribbon"]
    other_mesh.parent, other_mesh.modifiers[0].object = other_armature, other_armature
    bpy.context.view_layer.update()
    assert compared().same
    assert [c.name for c in ribbon.characters] == ["ribbon", other_armature.name]
    for k in range(2):
        ribbon.active = k
        assert compared().same


def test_a_copied_collection_has_its_own_name(ribbon):
    layer = bpy.context.view_layer.layer_collection.children["ribbon"]
    bpy.context.view_layer.active_layer_collection = layer
    copy = bpy.data.collections["ribbon"].copy()
    twins = {ob: ob.copy() for ob in copy.objects}
    for ob, twin in twins.items():
        twin.parent = twins.get(ob.parent)
        for modifier in twin.modifiers:
            modifier.object = twins[modifier.object]
        copy.objects.unlink(ob)
        copy.objects.link(twin)
    bpy.context.scene.collection.children.link(copy)
    bpy.context.view_layer.update()
    assert [c.name for c in ribbon.characters] == ["ribbon", copy.name]
    for k in range(2):
        ribbon.active = k
        assert compared().same


def test_copies_keep_their_ids_through_undo_of_later_work(extension, ribbon):
    chosen(*of_type("ARMATURE"), *of_type("MESH"))
    bpy.ops.object.duplicate()
    keys = [c.key for c in ribbon.characters]
    copies = module(extension, "addon.scene.identity.copies")
    for ob in bpy.context.selected_objects:  # as undo leaves them
        ob["skinproof_notes"]["skinproof_id"] = keys[0]
    copies.tell_copies_apart()
    bpy.context.view_layer.update()
    assert [c.key for c in ribbon.characters] == keys


def test_removing_a_copy_leaves_the_originals_actions(empty):
    imported(EXAMPLE)
    actions = len(bpy.data.actions)
    bpy.ops.object.duplicate(linked=True)
    assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    assert [c.name for c in empty.characters] == ["character"]
    assert len(bpy.data.actions) == actions
    assert compared("CLIP").same
    assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    assert not bpy.data.actions
    assert not bpy.data.meshes
    assert not bpy.data.objects


def test_collections_do_not_matter(ribbon):
    ribbon.character.clip = "REST"
    elsewhere = bpy.data.collections.new("Elsewhere")
    bpy.context.scene.collection.children.link(elsewhere)
    (mesh,) = of_type("MESH")
    for collection in mesh.users_collection:
        collection.objects.unlink(mesh)
    elsewhere.objects.link(mesh)
    bpy.context.view_layer.update()
    result = compared()
    assert result.same
    assert not result.lost
    bpy.data.collections["ribbon"].name = "Renamed"
    bpy.context.view_layer.update()
    assert [(c.name, c.clip) for c in ribbon.characters] == [("Renamed", "REST")]
    for ob in list(bpy.data.collections["Renamed"].objects):
        bpy.context.scene.collection.objects.link(ob)
    bpy.data.collections.remove(bpy.data.collections["Renamed"])
    bpy.context.view_layer.update()
    assert len(ribbon.characters) == 1
    assert ribbon.character.clip == "REST"
    assert compared().same


@pytest.mark.usefixtures("ribbon")
def test_renamed_and_reparented_objects_are_found():
    armature, mesh = of_type("ARMATURE")[0], of_type("MESH")[0]
    armature.name, mesh.name, mesh.data.name = "A", "B", "C"
    above = bpy.data.objects.new("Above", None)
    bpy.context.scene.collection.objects.link(above)
    armature.parent = above
    mesh.parent = None
    bpy.context.view_layer.update()
    assert compared().same


def test_deleted_objects_are_gone_from_the_list(ribbon):
    chosen(*of_type("ARMATURE"), *of_type("MESH"))
    bpy.ops.object.delete()
    assert not ribbon.characters


def test_actions_that_a_deleted_character_leaves_are_offered(empty):
    """Deleted by X; what another character, an object of the user's or nobody uses is told apart; undone by undo."""
    imported(EXAMPLE)
    own = {action.name for action in bpy.data.actions}
    kept = bpy.data.objects.new("kept", None)
    bpy.context.scene.collection.objects.link(kept)
    kept.animation_data_create().action = bpy.data.actions[sorted(own)[0]]
    mine = bpy.data.actions.new("mine")
    mine.use_fake_user = True
    assert not bpy.ops.skinproof.remove_leftovers.poll()
    chosen(*of_type("ARMATURE"), *of_type("MESH"))
    bpy.ops.object.delete()
    bpy.context.view_layer.update()
    assert not empty.characters
    assert {action.name for action in bpy.data.actions} == own | {"mine"}
    assert bpy.ops.skinproof.remove_leftovers() == {"FINISHED"}
    assert {action.name for action in bpy.data.actions} == {sorted(own)[0], "mine"}
    assert "character" not in bpy.data.collections
    assert not bpy.ops.skinproof.remove_leftovers.poll()


def test_what_is_deleted_between_two_frames_is_gone_from_the_list(ribbon):
    """As in playback, where Blender evaluates the deletion together with the next frame."""
    for ob in list(bpy.context.scene.objects):
        bpy.data.objects.remove(ob)
    assert len(ribbon.characters) == 1
    bpy.context.scene.frame_set(bpy.context.scene.frame_current + 1)
    assert not ribbon.characters


def test_a_deleted_copy_leaves_the_originals_actions(empty):
    imported(EXAMPLE)
    bpy.ops.object.duplicate(linked=True)
    bpy.ops.object.delete()
    bpy.context.view_layer.update()
    assert len(empty.characters) == 1
    assert not bpy.ops.skinproof.remove_leftovers.poll()
    other = bpy.data.scenes.new("other")  # what stands in another scene is not deleted
    for collection in list(bpy.context.scene.collection.children):
        other.collection.children.link(collection)
        bpy.context.scene.collection.children.unlink(collection)
    bpy.context.view_layer.update()
    assert not bpy.ops.skinproof.remove_leftovers.poll()
    bpy.data.scenes.remove(other)  # its objects are in the file until it is saved, and in no scene
    bpy.ops.object.add()
    assert bpy.ops.skinproof.remove_leftovers() == {"FINISHED"}
    assert not bpy.data.actions


@pytest.mark.parametrize("kind", ["NEW", "EMPTY"])
def test_a_new_scene_has_no_character(extension, ribbon, kind):
    """Nor has it one once its panel was drawn, which Blender's copy of the other scene's settings would list."""
    assert len(ribbon.characters) == 1
    bpy.ops.scene.new(type=kind)
    listing = module(extension, "addon.state.listing")
    listing.look_at_new_scene(bpy.context.scene)
    listing._list_new_scene()
    assert not bpy.context.scene.skinproof.characters
    assert bpy.context.scene.skinproof.character is None
    assert not bpy.ops.skinproof.compare.poll()


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize("link", [False, True])
def test_appended_and_linked_characters_are_listed(tmp_path, link):
    imported(quad_strip(tmp_path / "ribbon.glb"))
    path = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path, copy=True)
    imported_here = len(of_type("MESH"))
    with bpy.data.libraries.load(path, link=link) as (there, here):
        here.collections = there.collections
    bpy.context.scene.collection.children.link(here.collections[0])
    bpy.context.view_layer.update()
    assert len(of_type("MESH")) == 2 * imported_here
    settings = bpy.context.scene.skinproof
    assert len({c.key for c in settings.characters}) == 2
    for k in range(2):
        settings.active = k
        bpy.context.scene.frame_set(12)
        assert compared().same


@pytest.mark.usefixtures("ribbon")
def test_a_copied_scene_has_characters_of_its_own():
    bpy.ops.scene.new(type="FULL_COPY")
    assert compared().same
    keys = [c.key for scene in bpy.data.scenes for c in scene.skinproof.characters]
    assert len(bpy.data.scenes) == len(set(keys)) == len(keys) == 2


@pytest.mark.usefixtures("empty")
def test_every_copy_of_a_folder_finds_its_own_file(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    imported(quad_strip(home / "ribbon.glb"))
    bpy.ops.wm.save_as_mainfile(filepath=str(home / "scene.blend"))
    shutil.move(home, tmp_path / "away")
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "away" / "scene.blend"))
    assert bpy.context.scene.skinproof.character.path == str(tmp_path / "away" / "ribbon.glb")
    assert compared().same
