"""*Geometry Nodes Instances*: what the exporter writes with it is not judged, what it leaves out is lacking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import judged, made, written
from tests.blender.lacking_scenes import a_box, a_metaball
from tests.blender.test_exports import compared
from tests.blender.test_left_open import a_rope, a_text_on_a_bone

bpy = pytest.importorskip("bpy")


def carried_by_nodes(armature: Any, mesh: Any) -> None:
    """A box that geometry nodes put on each of another's eight corners, beside that itself."""
    bead, carrier = a_box("Bead", 0.05), a_box("Carrier", 0.3)
    carrier.parent = armature
    group = bpy.data.node_groups.new("Beads", "GeometryNodeTree")
    for in_out in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    kinds = ("NodeGroupInput", "GeometryNodeInstanceOnPoints", "GeometryNodeObjectInfo", "GeometryNodeJoinGeometry")
    start, points, about, joined, end = (group.nodes.new(kind) for kind in (*kinds, "NodeGroupOutput"))
    about.inputs["Object"].default_value, about.inputs["As Instance"].default_value = bead, True
    group.links.new(about.outputs["Geometry"], points.inputs["Instance"])
    for before, after in ((start, points), (points, joined), (start, joined), (joined, end)):
        group.links.new(before.outputs[0], after.inputs[0])
    carrier.modifiers.new("Beads", "NODES").node_group = group


@pytest.mark.parametrize(
    ("build", "name", "others"),
    [
        (a_rope, "Rope", {"NOT_A_MESH"}),
        (a_text_on_a_bone, "Label", {"NOT_A_MESH"}),
        (a_metaball, "Ball", set()),
        (carried_by_nodes, "Carrier", set()),
    ],
)
def test_what_is_written_as_an_instance_is_left_open(
    extension: str, tmp_path: Path, build: Callable[[Any, Any], None], name: str, others: set[str]
) -> None:
    """A curve is written twice, as itself and as an instance; a metaball, which is not written else, once."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    build(*made())
    bpy.context.scene.frame_set(0)
    path = written(tmp_path, export_gn_mesh=True)
    told = f"is what '{name}' makes, written by Geometry Nodes Instances: not judged"
    status, report = judged(extension, path)
    grounds = {ground["code"]: ground["sentence"]["text"] for ground in report["verdict"]["grounds"]}
    bpy.context.view_layer.objects.active = bpy.data.objects["Rig"]
    assert (status, compared(path), set(grounds)) == (3, "PARTLY", {"ELSEWHERE", *others}), grounds
    assert told in grounds["ELSEWHERE"]


def test_instances_are_lacking_though_what_is_instanced_is_written(extension: str, tmp_path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    carried_by_nodes(*made())
    bpy.context.scene.frame_set(0)
    status, report = judged(extension, written(tmp_path))
    (ground,) = report["verdict"]["grounds"]
    assert (status, ground["code"]) == (1, "SCENE_INSTANCES")
    assert "8 instances that 'Carrier' makes" in ground["sentence"]["text"]
