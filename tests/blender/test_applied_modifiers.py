"""Modifiers that an exporter applies: some act otherwise then, some take the skin away, some cannot be followed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import judged, made, written
from tests.blender.lacking_scenes import a_box, another, with_keys
from tests.blender.module import module
from tests.blender.test_exporter_faults import causes

bpy = pytest.importorskip("bpy")

APPLIED = {"export_apply": True}


@pytest.fixture
def rig(extension: str) -> tuple[Any, Any]:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return made()


def found(extension: str, folder: Path, **options: Any) -> tuple[str, set[str], list[str]]:
    """The outcome, the codes of its grounds and of its causes. The scene is the saved one then."""
    bpy.context.scene.frame_set(0)
    _, report = judged(extension, written(folder, **options))
    verdict = report["verdict"]
    return verdict["outcome"], {ground["code"] for ground in verdict["grounds"]}, causes(report)


@pytest.mark.parametrize("behind", [True, False])
def test_split_edges_add_no_surface_and_count_by_their_normals(
    extension: str, tmp_path: Path, rig: tuple[Any, Any], behind: bool
) -> None:
    _, mesh = rig
    mesh.data.shade_smooth()
    mesh.modifiers.new("Split", "EDGE_SPLIT").split_angle = 0.5
    if not behind:
        mesh.modifiers.move(1, 0)
    assert found(extension, tmp_path) == ("differs", {"NORMALS"}, ["normals-modifier"])
    assert found(extension, tmp_path, **APPLIED) == ("same", set(), [])


def cast(mesh: Any) -> None:
    modifier = mesh.modifiers.new("Cast", "CAST")
    modifier.factor, modifier.use_radius_as_size = 0.4, False


def decimated(mesh: Any) -> None:
    mesh.modifiers.new("Decimate", "DECIMATE").ratio = 0.5


@pytest.mark.parametrize("work", [cast, decimated], ids=lambda work: work.__name__)
def test_what_stands_behind_the_armature_acts_before_it_in_the_file(
    extension: str, tmp_path: Path, rig: tuple[Any, Any], work: Callable[[Any], None]
) -> None:
    _, mesh = rig
    work(mesh)
    outcome, _, codes = found(extension, tmp_path, **APPLIED)
    assert (outcome, codes) == ("differs", ["modifier-behind"])
    bpy.data.objects["Rig body"].modifiers.move(1, 0)
    assert found(extension, tmp_path, **APPLIED)[::2] == ("same", [])


def test_a_modifier_that_leaves_no_groups_takes_the_skin(extension: str, tmp_path: Path, rig: tuple[Any, Any]) -> None:
    _, mesh = rig
    modifier = mesh.modifiers.new("Build", "BUILD")
    modifier.frame_start, modifier.frame_duration = 0, 24
    assert found(extension, tmp_path)[2] == ["skin-by-modifier"]
    bpy.data.objects["Rig body"].modifiers["Build"].show_viewport = False
    assert found(extension, tmp_path)[::2] == ("same", [])


def shell(armature: Any, mesh: Any) -> Any:
    """A mesh of nodes alone: the body as it is seen, one third larger, without bones."""
    tree = bpy.data.node_groups.new("Shell", "GeometryNodeTree")
    for put in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=put, socket_type="NodeSocketGeometry")
    body, larger, out = (
        tree.nodes.new(kind) for kind in ("GeometryNodeObjectInfo", "GeometryNodeTransform", "NodeGroupOutput")
    )
    body.inputs["Object"].default_value, larger.inputs["Scale"].default_value = mesh, (1.3, 1.3, 1.0)
    tree.links.new(body.outputs["Geometry"], larger.inputs[0])
    tree.links.new(larger.outputs[0], out.inputs[0])
    ob = bpy.data.objects.new("Shell", bpy.data.meshes.new("Shell"))
    bpy.context.scene.collection.objects.link(ob)
    ob.parent = armature
    ob.modifiers.new("Nodes", "NODES").node_group = tree
    return ob


def test_what_modifiers_alone_move_stands_still_in_the_file(
    extension: str, tmp_path: Path, rig: tuple[Any, Any]
) -> None:
    armature, mesh = rig
    shell(armature, mesh)
    assert found(extension, tmp_path, **APPLIED)[::2] == ("differs", ["modifier-moves"])
    armature, mesh, still = (bpy.data.objects[name] for name in ("Rig", "Rig body", "Shell"))
    bpy.data.objects.remove(still)
    another(armature, mesh, "Shell")  # with the body's weights and armature
    assert found(extension, tmp_path, **APPLIED)[::2] == ("same", [])


def test_a_hook_that_moves_stands_still_in_the_file(extension: str, tmp_path: Path, rig: tuple[Any, Any]) -> None:
    _, mesh = rig
    hand = bpy.data.objects.new("Hand", None)
    bpy.context.scene.collection.objects.link(hand)
    for frame in (0, 24):
        hand.location.x = 0.2 + frame / 24
        hand.keyframe_insert("location", frame=frame)
    hook = mesh.modifiers.new("Hook", "HOOK")
    hook.object = hand
    hook.vertex_indices_set(range(100, 136))
    assert found(extension, tmp_path, **APPLIED)[::2] == ("differs", ["modifier-moves"])
    mesh = bpy.data.objects["Rig body"]
    mesh.modifiers.move(1, 0)  # shape keys act before the bones
    bpy.context.scene.frame_set(24)
    with bpy.context.temp_override(object=mesh, active_object=mesh):
        assert bpy.ops.object.modifier_apply_as_shapekey(modifier="Hook") == {"FINISHED"}
    key = mesh.data.shape_keys.key_blocks["Hook"]
    for frame in (0, 24):  # as the hand moves
        key.value = (0.2 + frame / 24) / 1.2
        key.keyframe_insert("value", frame=frame)
    one = {"export_animation_mode": "ACTIVE_ACTIONS"}
    assert found(extension, tmp_path, **APPLIED, **one)[::2] == ("same", [])


def cut_by_a_box(armature: Any, mesh: Any) -> None:
    box = a_box("Cut", 1.0)
    box.location, box.parent = (-0.5, -0.5, 1.5), armature
    mesh.modifiers.new("Boolean", "BOOLEAN").object = box


def test_what_has_other_vertices_at_each_frame_is_not_judged(
    extension: str, tmp_path: Path, rig: tuple[Any, Any]
) -> None:
    armature, mesh = rig
    cut_by_a_box(armature, another(armature, mesh, "Coat"))
    assert found(extension, tmp_path, **APPLIED) == ("same as far as judged", {"MODIFIER"}, [])


def test_nothing_else_is_not_judged_and_no_character(extension: str, tmp_path: Path, rig: tuple[Any, Any]) -> None:
    _, mesh = rig
    mesh.modifiers.new("Weld", "WELD").merge_threshold = 0.3
    assert found(extension, tmp_path, **APPLIED) == ("not judged", {"MODIFIER", "NOTHING_COMPARED"}, [])
    error = module(extension, "skinning_core.error").SkinproofError
    attach_export = module(extension, "addon.subjects.open_scene").attach_export
    model = module(extension, "skinning_core.load").load_model(tmp_path / "tube.glb")
    with pytest.raises(error, match="modifiers of 'Rig body' make other vertices at each frame"):
        attach_export(bpy.context, model)
    settings = module(extension, "addon.export.settings").settings_of_operator(APPLIED)
    search = module(extension, "addon.export.fault_search").verified_export
    with pytest.raises(error, match="its modifiers make other vertices at each frame"):  # so says the exporter's box
        list(search(tmp_path / "tube.glb", tmp_path / "tube.blend", [], settings, tmp_path))


def test_keys_that_are_not_in_the_file_cut_no_clip(extension: str, tmp_path: Path, rig: tuple[Any, Any]) -> None:
    """The exporter writes their action's first key, of no targets."""
    _, mesh = rig
    mesh.modifiers.new("Mirror", "MIRROR").use_axis = (False, True, False)
    mesh.modifiers.move(1, 0)
    with_keys(mesh, moving=True)
    _, grounds, codes = found(extension, tmp_path, **APPLIED)
    assert (grounds & {"SCENE_KEYS", "SCENE_CLIP"}, codes) == ({"SCENE_KEYS"}, ["key-foreign"])
