"""Modifiers before and after the Armature modifier, and what may be set on that one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.blender.trials.scene import NUMBER, NotHere, TrialScene

bpy = pytest.importorskip("bpy")

MODIFIERS: dict[str, Callable[[TrialScene], None]] = {}

#: What is set on each, so that it does something to any mesh.
SETTINGS: dict[str, dict[str, Any]] = {
    "SUBSURF": {"levels": 1},
    "MULTIRES": {},
    "MIRROR": {},
    "ARRAY": {"count": 2},
    "SOLIDIFY": {"thickness": 0.05},
    "BEVEL": {"width": 0.01},
    "DECIMATE": {"ratio": 0.5},
    "TRIANGULATE": {},
    "WELD": {"merge_threshold": 1e-6},
    "EDGE_SPLIT": {},
    "DISPLACE": {"strength": 0.05},
    "SMOOTH": {"factor": 0.5},
    "LAPLACIANSMOOTH": {},
    "CORRECTIVE_SMOOTH": {"iterations": 5},
    "CAST": {"factor": 0.3},
    "WAVE": {"height": 0.2},
    "SIMPLE_DEFORM": {"angle": 0.5},
    "WARP": {},
    "LATTICE": {},
    "CURVE": {},
    "HOOK": {"strength": 1.0},
    "SHRINKWRAP": {},
    "MASK": {},
    "BUILD": {"frame_start": -100},
    "WIREFRAME": {"thickness": 0.02},
    "NODES": {},
    "WEIGHTED_NORMAL": {},
    "NORMAL_EDIT": {},
    "DATA_TRANSFER": {},
    "UV_PROJECT": {},
    "VERTEX_WEIGHT_EDIT": {"use_add": True, "add_threshold": 0.0, "default_weight": 0.7},
    "VERTEX_WEIGHT_MIX": {"mix_set": "ALL", "mix_mode": "ADD", "default_weight_b": 0.5},
}


def new(s: TrialScene, kind: str) -> Any:
    modifier = s.mesh.modifiers.new(kind.title(), kind)
    if modifier is None:
        raise NotHere
    for name, value in SETTINGS[kind].items():
        setattr(modifier, name, value)
    if kind in AIMED:
        AIMED[kind](s, modifier)
    return modifier


def caged(s: TrialScene, modifier: Any) -> None:
    modifier.object = s.linked("Cage", bpy.data.lattices.new("Cage"), scale=(3.0, 3.0, 3.0))
    for point in modifier.object.data.points[:3]:
        point.co_deform.x += s.random.choice([0.0, 0.3])


def hooked(s: TrialScene, modifier: Any) -> None:
    modifier.object = s.linked("Goal", location=(0.1, 0.2, 0.3))
    modifier.vertex_indices_set(s.some(len(s.mesh.data.vertices)))


def warped(s: TrialScene, modifier: Any) -> None:
    modifier.object_from = s.linked("Goal", location=(0.1, 0.2, 0.3))
    modifier.object_to = s.linked("Goal too", location=(0.4, 0.2, 0.3))


def wrapped(s: TrialScene, modifier: Any) -> None:
    data = bpy.data.meshes.new("Plate")
    data.from_pydata([(-5, -5, 0), (5, -5, 0), (5, 5, 0), (-5, 5, 0)], [], [(0, 1, 2, 3)])
    modifier.target = s.linked("Plate", data)


def led(s: TrialScene, modifier: Any) -> None:
    curve = bpy.data.curves.new("Way", "CURVE")
    curve.splines.new("BEZIER").bezier_points.add(2)
    for k, point in enumerate(curve.splines[0].bezier_points):
        point.co = (k, 0.3 * k, 0.0)
    modifier.object = s.linked("Way", curve)


def of_a_group(s: TrialScene, modifier: Any) -> None:
    named = s.pick(s.mesh.vertex_groups).name
    setattr(modifier, "vertex_group_a" if modifier.type == "VERTEX_WEIGHT_MIX" else "vertex_group", named)


def with_nodes(s: TrialScene, modifier: Any) -> None:
    modifier.node_group = nodes(s.random.choice(["nothing", "moves", "deletes"]))


#: What a modifier is told besides.
AIMED: dict[str, Callable[[TrialScene, Any], None]] = {
    "LATTICE": caged,
    "HOOK": hooked,
    "WARP": warped,
    "SHRINKWRAP": wrapped,
    "CURVE": led,
    "MASK": of_a_group,
    "VERTEX_WEIGHT_EDIT": of_a_group,
    "VERTEX_WEIGHT_MIX": of_a_group,
    "NODES": with_nodes,
}


def nodes(what: str) -> Any:
    """A group of geometry nodes that does nothing, moves, flips, deletes some faces or adds one."""
    group = bpy.data.node_groups.new(what, "GeometryNodeTree")
    for in_out in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    start, end = group.nodes.new("NodeGroupInput"), group.nodes.new("NodeGroupOutput")
    source = start.outputs[0]
    kinds = {
        "moves": "GeometryNodeSetPosition",
        "flips": "GeometryNodeFlipFaces",
        "deletes": "GeometryNodeDeleteGeometry",
        "fills": "GeometryNodeExtrudeMesh",
    }
    if what in kinds:
        node = group.nodes.new(kinds[what])
        if what == "moves":
            node.inputs["Offset"].default_value = (0.0, 0.0, 0.1)
        elif what == "deletes":
            node.domain = "FACE"
            _first_five(group, node)
        group.links.new(source, node.inputs[0])
        source = node.outputs[0]
    group.links.new(source, end.inputs[0])
    return group


def _first_five(group: Any, node: Any) -> None:
    index, less = group.nodes.new("GeometryNodeInputIndex"), group.nodes.new("FunctionNodeCompare")
    less.data_type, less.operation = "INT", "LESS_THAN"
    whole = [socket for socket in less.inputs if socket.type == "INT"]
    whole[1].default_value = 5
    group.links.new(index.outputs[0], whole[0])
    group.links.new(less.outputs[0], node.inputs["Selection"])


def _register() -> None:
    for kind in SETTINGS:
        MODIFIERS[f"{kind} behind"] = lambda s, kind=kind: new(s, kind) and None
        MODIFIERS[f"{kind} before"] = lambda s, kind=kind: before(s, kind)
    for how in FLAGS:
        MODIFIERS[f"modifier {how}"] = lambda s, how=how: flagged(s, how)
    for how in (*SET, *OTHERWISE):
        MODIFIERS[f"armature modifier {how}"] = lambda s, how=how: of_the_armature(s, how)


def before(s: TrialScene, kind: str) -> None:
    new(s, kind)
    s.mesh.modifiers.move(len(s.mesh.modifiers) - 1, 0)


FLAGS = ("not shown", "not rendered", "with its switch keyed", "with its switch driven", "renamed", "in Edit Mode only")


def flagged(s: TrialScene, how: str) -> None:
    modifier = new(s, s.pick(("DISPLACE", "SUBSURF", "LATTICE", "CAST", "MASK")))
    if how == "not shown":
        modifier.show_viewport = False
    elif how == "not rendered":
        modifier.show_render = False
    elif how == "with its switch keyed":
        for frame, on in ((0, False), (8, True)):
            modifier.show_viewport = on
            modifier.keyframe_insert("show_viewport", frame=frame)
        s.keyed()
    elif how == "with its switch driven":
        curve = modifier.driver_add("show_viewport")
        curve.driver.expression = "frame > 8"
    elif how == "renamed":
        modifier.name = "Mine"
    else:
        modifier.show_viewport, modifier.show_in_editmode = False, True


SET: dict[str, tuple[str, Any]] = {
    "off": ("show_viewport", False),
    "preserving volume": ("use_deform_preserve_volume", True),
    "without groups": ("use_vertex_groups", False),
    "with envelopes": ("use_bone_envelopes", True),
    "multi": ("use_multi_modifier", True),
    "without an object": ("object", None),
    "renamed": ("name", "Mine"),
    "not rendered": ("show_render", False),
}
OTHERWISE = ("removed", "masked", "masked the other way", "twice", "of another armature", "keyed off")


def of_the_armature(s: TrialScene, how: str) -> None:
    modifier = s.pick(m for m in s.mesh.modifiers if m.type == "ARMATURE")
    if how in SET:
        name, value = SET[how]
        setattr(modifier, name, value)
    elif how == "removed":
        s.mesh.modifiers.remove(modifier)
    elif how.startswith("masked"):
        modifier.vertex_group = s.pick(s.mesh.vertex_groups).name
        modifier.invert_vertex_group = how != "masked"
    elif how == "twice":
        s.mesh.modifiers.new("Again", "ARMATURE").object = modifier.object
    elif how == "of another armature":
        modifier.object = s.linked("Other rig", modifier.object.data)
    else:
        for frame, on in ((0, True), (8, False)):
            modifier.show_viewport = on
            modifier.keyframe_insert("show_viewport", frame=frame)
        s.keyed()


def numbers_are_left(s: TrialScene) -> bool:
    """Whether every part still says which vertex is which."""
    shown = (ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data for ob in s.parts)
    return all(not len(data.vertices) or NUMBER in data.attributes for data in shown)


_register()
