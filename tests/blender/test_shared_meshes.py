"""Meshes that several objects share, that are linked and overridden, or hidden: none is gone, and none refuses all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import animate, judged, made, written
from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def second_rig(armature: Any, mesh: Any, *, name: str = "Second", where: float = 3.0) -> tuple[Any, Any]:
    """A copy of the armature with a mesh object that shares the first one's mesh (Alt+D)."""
    rig = armature.copy()
    rig.data, rig.name = armature.data.copy(), name
    rig.animation_data_clear()
    twin = mesh.copy()
    twin.name, twin.parent = f"{name} body", rig
    twin.modifiers["Armature"].object = rig
    for ob in (rig, twin):
        bpy.context.scene.collection.objects.link(ob)
    rig.location.x += where
    return rig, twin


def on_a_second_rig(armature: Any, mesh: Any) -> None:
    rig, _ = second_rig(armature, mesh)
    animate(rig, "other", turn=0.4)


def on_two_more(armature: Any, mesh: Any) -> None:
    for k in (1, 2):
        rig, _ = second_rig(armature, mesh, name=f"Twin {k}", where=2.0 * k)
        animate(rig, f"turn {k}", turn=0.3 * k)


def twice_on_one_rig(armature: Any, mesh: Any) -> None:
    twin = mesh.copy()
    twin.name = "Again"
    bpy.context.scene.collection.objects.link(twin)


def with_shape_keys(armature: Any, mesh: Any) -> None:
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for vertex in mesh.data.vertices:
        key.data[vertex.index].co = vertex.co * 1.2
    on_a_second_rig(armature, mesh)


def damaged(rig: Any) -> None:
    """Another pose by a constraint, which the file has not."""
    constraint = rig.pose.bones["b2"].constraints.new("LIMIT_ROTATION")
    constraint.use_limit_x = True


SHARED = [on_a_second_rig, on_two_more, twice_on_one_rig, with_shape_keys]


@pytest.fixture
def empty(extension: str) -> str:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return extension


@pytest.mark.parametrize("build", SHARED, ids=lambda build: build.__name__)
def test_a_mesh_that_several_objects_share(empty: str, tmp_path: Path, build: Callable[..., None]) -> None:
    armature, mesh = made()
    build(armature, mesh)
    path = written(tmp_path)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]
    assert all(each["lost"] == each["absent"] == 0 for each in report["comparisons"])


def test_a_difference_of_the_second_is_found_on_it(empty: str, tmp_path: Path) -> None:
    armature, mesh = made()
    rig, _ = second_rig(armature, mesh)
    animate(rig, "other", turn=0.4)
    path = written(tmp_path)
    damaged(rig)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (1, "differs")
    assert not [each for each in report["verdict"]["grounds"] if each["code"].endswith("_GONE")]


def test_an_edit_of_a_shared_mesh_is_noticed(empty: str, tmp_path: Path) -> None:
    armature, mesh = made()
    on_a_second_rig(armature, mesh)
    path = written(tmp_path)
    assert bpy.ops.skinproof.compare_export(filepath=str(path)) == {"FINISHED"}
    mesh.data.vertices.add(1)
    mesh.data.update()
    with pytest.raises(RuntimeError, match="has been edited since the file was attached"):
        bpy.ops.skinproof.compare()


def linked_and_overridden(folder: Path, *, bones: int = 4, driven: bool = False) -> Any:
    """The rig of another .blend, linked into this one as a collection and overridden; the armature.

    driven: with a shape key that a property of the rig drives, so that Blender overrides the mesh itself, too.
    """
    armature, mesh = made(bones=bones)
    if driven:
        mesh.shape_key_add(name="Basis")
        armature["slider"] = 0.0
        driver = mesh.shape_key_add(name="swell").driver_add("value").driver
        variable = driver.variables.new()
        variable.targets[0].id, variable.targets[0].data_path = armature, '["slider"]'
        driver.expression = "var"
    own = bpy.data.collections.new("Character")
    for ob in (armature, mesh):
        own.objects.link(ob)
        bpy.context.scene.collection.objects.unlink(ob)
    bpy.context.scene.collection.children.link(own)
    library = folder / "character.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(library))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    with bpy.data.libraries.load(str(library), link=True) as (_, to):
        to.collections = ["Character"]
    linked = to.collections[0]
    bpy.context.scene.collection.children.link(linked)
    root = linked.override_hierarchy_create(bpy.context.scene, bpy.context.view_layer)
    if linked.name in {each.name for each in bpy.context.scene.collection.children if each.library is not None}:
        bpy.context.scene.collection.children.unlink(linked)
    rig = next(ob for ob in root.all_objects if ob.type == "ARMATURE")
    assert rig.library is None
    rig.override_library.is_system_override = False  # what a user may edit
    bpy.context.scene.frame_end = 24
    return rig


def test_a_linked_rig_that_is_overridden(empty: str, tmp_path: Path) -> None:
    name = linked_and_overridden(tmp_path).name
    path = written(tmp_path)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]
    rig = next(ob for ob in bpy.context.scene.objects if ob.name == name)
    rig.pose.bones["b2"].constraints.new("LIMIT_ROTATION").use_limit_x = True
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (1, "differs"), report["verdict"]


def test_a_mesh_that_is_overridden_itself(empty: str, tmp_path: Path) -> None:
    """What is written on it would not be evaluated."""
    rig = linked_and_overridden(tmp_path, driven=True)
    assert [ob.data.override_library is not None for ob in rig.children] == [True]
    path = written(tmp_path)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def test_a_linked_rig_that_is_animated_anew(empty: str, tmp_path: Path) -> None:
    rig = linked_and_overridden(tmp_path)
    animate(rig, "shot", turn=0.7)
    path = written(tmp_path)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def beside(mesh: Any, name: str) -> Any:
    """A copy of a mesh object, on the same rig."""
    copy = mesh.copy()
    copy.data, copy.name = mesh.data.copy(), name
    bpy.context.scene.collection.objects.link(copy)
    return copy


def one_hidden(armature: Any, mesh: Any) -> list[str]:
    beside(mesh, "High").hide_viewport = True
    return ["High"]


def two_hidden(armature: Any, mesh: Any) -> list[str]:
    for name in ("High", "Higher"):
        beside(mesh, name).hide_viewport = True
    return ["High", "Higher"]


def one_in_a_hidden_collection(armature: Any, mesh: Any) -> list[str]:
    ob = beside(mesh, "Cage")
    hidden = bpy.data.collections.new("Cages")
    bpy.context.scene.collection.children.link(hidden)
    bpy.context.scene.collection.objects.unlink(ob)
    hidden.objects.link(ob)
    hidden.hide_viewport = True
    return ["Cage"]


@pytest.mark.parametrize(
    "build", [one_hidden, two_hidden, one_in_a_hidden_collection], ids=lambda build: build.__name__
)
def test_a_hidden_mesh_is_no_reason_to_judge_nothing(empty: str, tmp_path: Path, build: Callable[..., Any]) -> None:
    armature, mesh = made()
    names = build(armature, mesh)
    path = written(tmp_path)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (3, "same as far as judged"), report["verdict"]
    told = [each for each in report["verdict"]["grounds"] if each["code"] == "MESH_HIDDEN"]
    assert [each["sentence"]["values"]["object"] for each in told] == names
    assert report["coverage"]["vertices"]["judged"] < report["coverage"]["vertices"]["asked"]
    bpy.data.objects["Rig"].pose.bones["b2"].constraints.new("LIMIT_ROTATION").use_limit_x = True
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (1, "differs"), report["verdict"]


def test_if_all_is_hidden_nothing_is_judged(empty: str, tmp_path: Path) -> None:
    _, mesh = made()
    mesh.hide_viewport = True
    path = written(tmp_path)
    blend = tmp_path / "scene.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    run = module(empty, "addon.command.commands").run
    assert run(["scene", str(blend), str(path)]) == 2


def by_the_eye(ob: Any) -> None:
    ob.hide_set(True)


def in_a_collection_hidden_by_the_eye(ob: Any) -> None:
    own = bpy.data.collections.new("Cages")
    bpy.context.scene.collection.children.link(own)
    bpy.context.scene.collection.objects.unlink(ob)
    own.objects.link(ob)
    bpy.context.view_layer.layer_collection.children[own.name].hide_viewport = True


@pytest.mark.parametrize("hide", [by_the_eye, in_a_collection_hidden_by_the_eye], ids=lambda hide: hide.__name__)
def test_what_the_eye_hides_is_judged_and_told(empty: str, tmp_path: Path, hide: Callable[[Any], None]) -> None:
    """Blender evaluates it, and every viewer of the file shows it."""
    _, mesh = made()
    hide(beside(mesh, "Cage"))
    path = written(tmp_path)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (3, "same as far as judged"), report["verdict"]
    (told,) = [each for each in report["verdict"]["grounds"] if each["code"] == "MESH_HIDDEN"]
    assert told["sentence"]["values"]["object"] == "Cage"
    assert judged(empty, path, "--accept", "MESH_HIDDEN")[0] == 0
    visible = written(tmp_path, use_visible=True)
    assert judged(empty, visible)[0] == 0
