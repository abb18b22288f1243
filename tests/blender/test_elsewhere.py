"""Files that hold more than one scene of a .blend, or instances of collections: nothing of it is "gone" here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import animate, judged, made, written
from tests.blender.export_box import answered
from tests.blender.lacking_scenes import a_box
from tests.blender.module import module
from tests.blender.test_exports import compared

bpy = pytest.importorskip("bpy")


def moved_to(scene: Any, objects: Sequence[Any]) -> None:
    for ob in objects:
        for collection in list(ob.users_collection):
            collection.objects.unlink(ob)
        scene.collection.objects.link(ob)


def another_rig(turn: float = 0.5) -> tuple[Any, Any]:
    rig, body = made((), name="Other")
    for bone in rig.data.bones:
        bone.name = f"other {bone.name}"
    animate(rig, "hop", turn=turn)
    return rig, body


def instance(objects: Sequence[Any], *, name: str = "Crowd", seen: bool = True, **values: Any) -> Any:
    """An empty that instances a collection of objects. seen: they are seen themselves, too."""
    collection = bpy.data.collections.new(f"{name} collection")
    for ob in objects:
        for former in list(ob.users_collection):
            former.objects.unlink(ob)
        collection.objects.link(ob)
    if seen:
        bpy.context.scene.collection.children.link(collection)
    return instance_of(collection, name, **values)


def instance_of(collection: Any, name: str, **values: Any) -> Any:
    empty = bpy.data.objects.new(name, None)
    empty.instance_type, empty.instance_collection, empty.location = "COLLECTION", collection, (3.0, 0.0, 0.0)
    for key, value in values.items():
        setattr(empty, key, value)
    bpy.context.scene.collection.objects.link(empty)
    return empty


def prop_in_a_second_scene(armature: Any, mesh: Any) -> list[str]:
    moved_to(bpy.data.scenes.new("Second"), [a_box("Crate")])
    return ["'Crate' (24 vertices) in another scene, 'Second'"]


def prop_in_a_scene_before(armature: Any, mesh: Any) -> list[str]:
    moved_to(bpy.data.scenes.new("A first"), [a_box("Crate")])
    return ["'Crate' (24 vertices) in another scene, 'A first'"]


def the_same_in_both(armature: Any, mesh: Any) -> list[str]:
    second = bpy.data.scenes.new("Second")
    for ob in (armature, mesh):
        second.collection.objects.link(ob)
    return ["'Rig body' (272 vertices) in another scene, 'Second'"]


def a_copy_of_the_scene(armature: Any, mesh: Any) -> list[str]:
    second = bpy.context.scene.copy()
    second.name, second.use_fake_user = "Second", True
    for ob in list(second.collection.objects):
        second.collection.objects.unlink(ob)
    rig, body = armature.copy(), mesh.copy()
    rig.data, body.data = armature.data.copy(), mesh.data.copy()
    body.parent, body.modifiers["Armature"].object = rig, rig
    for ob in (rig, body):
        second.collection.objects.link(ob)
    return [f"{body.name!r} (272 vertices) in another scene, 'Second'"]


def three_scenes(armature: Any, mesh: Any) -> list[str]:
    for name in ("Second", "Third"):
        moved_to(bpy.data.scenes.new(name), [a_box(f"Crate of {name}")])
    return [f"'Crate of {name}' (24 vertices) in another scene, {name!r}" for name in ("Second", "Third")]


def prop_instanced(armature: Any, mesh: Any) -> list[str]:
    instance([a_box("Crate")], seen=False)
    return ["'Crate' (24 vertices) in an instance of a collection, 'Crowd'"]


def prop_seen_and_instanced(armature: Any, mesh: Any) -> list[str]:
    instance([a_box("Crate")])
    return ["'Crate' (24 vertices) in an instance of a collection, 'Crowd'"]


def character_instanced_twice(armature: Any, mesh: Any) -> list[str]:
    first = instance([armature, mesh])
    instance_of(first.instance_collection, "Back row", rotation_euler=(0.0, 0.0, 1.0))
    return [f"'Rig body' (272 vertices) in an instance of a collection, {name!r}" for name in ("Back row", "Crowd")]


def another_instanced(armature: Any, mesh: Any) -> list[str]:
    instance(another_rig(), seen=False)
    return ["'Other body' (272 vertices) in an instance of a collection, 'Crowd'"]


def another_in_a_second_scene(armature: Any, mesh: Any) -> list[str]:
    """With a clip of its own, in which the exporter writes this rig too, at rest."""
    moved_to(bpy.data.scenes.new("Second"), another_rig())
    return [
        "'Other body' (272 vertices) in another scene, 'Second'",
        "'hop': clips of what is elsewhere, not judged",
    ]


def others_in_a_second_scene(armature: Any, mesh: Any) -> list[str]:
    rig, body = another_rig()
    animate(rig, "jump", turn=0.7)
    moved_to(bpy.data.scenes.new("Second"), (rig, body))
    return [
        "'Other body' (272 vertices) in another scene, 'Second'",
        "'hop', 'jump': clips of what is elsewhere, not judged",
    ]


def instance_that_moves(armature: Any, mesh: Any) -> list[str]:
    empty = instance([a_box("Crate")], seen=False)
    for frame, place in ((0, 0.0), (24, 2.0)):
        empty.location.x = place
        empty.keyframe_insert("location", frame=frame)
    return ["'Crate' (24 vertices) in an instance of a collection, 'Crowd'"]


def instance_in_an_instance(armature: Any, mesh: Any) -> list[str]:
    inner = instance([a_box("Crate")], name="Inner", seen=False)
    instance([inner], seen=False)
    return ["'Crate' (24 vertices) in an instance of a collection, 'Crowd'"]


def instance_with_a_child(armature: Any, mesh: Any) -> list[str]:
    """What hangs on the empty itself is an object like others."""
    a_box("Lid").parent = instance([a_box("Crate")], seen=False)
    return ["'Crate' (24 vertices) in an instance of a collection, 'Crowd'"]


CASES = [
    prop_in_a_second_scene, prop_in_a_scene_before, the_same_in_both, a_copy_of_the_scene, three_scenes,
    prop_instanced, prop_seen_and_instanced, character_instanced_twice, another_instanced, instance_that_moves,
    instance_in_an_instance, instance_with_a_child, another_in_a_second_scene, others_in_a_second_scene,
]  # fmt: skip


@pytest.fixture
def empty(extension: str) -> str:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return extension


@pytest.mark.parametrize("build", CASES, ids=lambda build: build.__name__)
def test_what_is_elsewhere_is_told_by_name(empty: str, tmp_path: Path, build: Callable[..., list[str]]) -> None:
    armature, mesh = made()
    wanted = [told if "not judged" in told else f"{told}: not judged" for told in build(armature, mesh)]
    path = written(tmp_path)
    status, report = judged(empty, path)
    told = {(ground["code"], ground["sentence"]["text"]) for ground in report["verdict"]["grounds"]}
    assert told == {("ELSEWHERE", words) for words in wanted}
    assert (status, report["verdict"]["outcome"]) == (3, "same as far as judged")
    covered = report["coverage"]["vertices"]
    assert 272 <= covered["judged"] < covered["asked"]
    assert compared(path) == "PARTLY"
    assert judged(empty, path, "--accept", "ELSEWHERE")[0] == 0
    bpy.data.objects["Rig"].pose.bones["b2"].constraints.new("LIMIT_ROTATION").use_limit_x = True
    assert judged(empty, path)[0] == 1
    assert bpy.ops.skinproof.compare() == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.outcome == "DIFFERS"


@pytest.mark.parametrize("build", [the_same_in_both, another_in_a_second_scene], ids=lambda build: build.__name__)
def test_the_exporters_box_says_the_same(
    empty: str,
    tmp_path: Path,
    ticked: Any,
    build: Callable[..., list[str]],
) -> None:
    wanted = build(*made())
    written(tmp_path)
    side = answered(empty, ticked)
    assert side.result is not None, side.refusal
    assert not side.result.differs
    told = "\n".join(map(str, (*side.result.grounds, *side.result.notes)))
    assert all(each in told for each in wanted), side.result
    assert "clips not judged" not in told


def test_an_imported_file_of_two_scenes_is_judged_as_a_whole(empty: str, tmp_path: Path) -> None:
    prop_in_a_second_scene(*made())
    path = written(tmp_path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.context.scene.name = "Scene"
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    bpy.data.scenes.new("Second")
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def test_a_file_of_nothing_but_an_instance_is_not_judged_by_name(empty: str, tmp_path: Path) -> None:
    instance(made(), seen=False)
    path = written(tmp_path)
    status, report = judged(empty, path)
    assert (status, report["verdict"]["outcome"]) == (3, "not judged")
    told = {ground["code"]: ground["sentence"]["text"] for ground in report["verdict"]["grounds"]}
    assert set(told) == {"ELSEWHERE", "NOTHING_COMPARED"}
    assert "in an instance of a collection, 'Crowd'" in told["ELSEWHERE"]
    with pytest.raises(RuntimeError, match="nothing in the file is of the scene 'Scene' itself, but of 'Crowd'"):
        compared(path)


def test_clips_that_are_split_by_object_are_judged_together(extension: str, tmp_path: Path) -> None:
    """*Split Animation by Object*, which mode Scene has by itself: what plays is in none of the clips alone."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, _ = made()
    sword = a_box("Sword")
    sword.parent, sword.parent_type, sword.parent_bone = armature, "BONE", "b3"
    for frame, place in ((0, 0.0), (24, 1.0)):
        sword.location.x = place
        sword.keyframe_insert("location", frame=frame)
    path = written(tmp_path, export_animation_mode="SCENE")
    assert set(module(extension, "skinning_core.load").load_model(path).clip_names) == {"Rig", "Sword"}
    status, report = judged(extension, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same")
    assert compared(path) == "SAME"
    settings = bpy.context.scene.skinproof
    assert "'Rig', 'Sword' together" in settings.result.notes
    bpy.data.objects["Sword"].animation_data.action = None
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}  # the file comes out of memory
    assert settings.result.outcome == "DIFFERS"
    assert judged(extension, path)[0] == 1
