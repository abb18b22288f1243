"""What is beside the animated tube, and what is done to it, of which an exported file may lack something.

Each takes the armature and the mesh (`animated_tube`); some leave selected what is to be exported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from mathutils import Matrix  # noqa: E402 -- it comes with bpy

from tests.blender.animated_tube import made, pushed_down  # noqa: E402


def as_it_is(armature: Any, mesh: Any) -> None:
    """Nothing beside."""


def another(armature: Any, mesh: Any, name: str = "Coat") -> Any:
    copy = mesh.copy()
    copy.data, copy.name = mesh.data.copy(), name
    copy.data.transform(Matrix.Scale(1.1, 4))
    bpy.context.scene.collection.objects.link(copy)
    return copy


def selected(*objects: Any) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    for ob in objects:
        ob.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


def clothes(armature: Any, mesh: Any) -> None:
    another(armature, mesh)
    selected(armature, mesh)


def clothes_in_no_collection(armature: Any, mesh: Any) -> None:
    """Rig and body are in a collection "Char", and nothing is selected."""
    another(armature, mesh)
    inside = bpy.data.collections.new("Char")
    bpy.context.scene.collection.children.link(inside)
    for ob in (armature, mesh):
        bpy.context.scene.collection.objects.unlink(ob)
        inside.objects.link(ob)
    bpy.ops.object.select_all(action="DESELECT")


def clothes_not_rendered(armature: Any, mesh: Any) -> None:
    another(armature, mesh).hide_render = True


def a_box(name: str, size: float = 0.2) -> Any:
    corners = [(x, y, z) for x in (0, size) for y in (0, size) for z in (0, size)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    data = bpy.data.meshes.new(name)
    data.from_pydata(corners, [], faces)
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def sword_on_a_bone(armature: Any, mesh: Any) -> None:
    sword = a_box("Sword")
    sword.parent, sword.parent_type, sword.parent_bone = armature, "BONE", "b3"
    selected(armature, mesh)


def of_a_kind(data: Any, armature: Any) -> Any:
    """An object of data that are no mesh, as a child of an armature."""
    ob = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(ob)
    ob.parent = armature
    return ob


def a_curve(armature: Any, depth: float) -> Any:
    """A curve beside an armature; it has faces if it has a depth."""
    curve = bpy.data.curves.new("Rope", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", depth
    points = curve.splines.new("BEZIER").bezier_points
    points.add(2)
    for k, point in enumerate(points):
        point.co = (1.0, 0.0, k)
    return of_a_kind(curve, armature)


def a_path(armature: Any, mesh: Any) -> None:
    a_curve(armature, 0.0)


def a_metaball(armature: Any, mesh: Any) -> None:
    ball = bpy.data.metaballs.new("Ball")
    ball.elements.new()
    of_a_kind(ball, armature)


def hair(armature: Any, mesh: Any) -> None:
    data = bpy.data.hair_curves.new("Hair")
    if not hasattr(data, "add_curves"):
        pytest.skip("no script can make hair curves here")
    data.add_curves([4, 4])
    of_a_kind(data, armature)


def absolute_keys(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)
    keys = mesh.data.shape_keys
    keys.use_relative = False
    for frame, time in ((0, 0.0), (24, 20.0)):
        keys.eval_time = time
        keys.keyframe_insert("eval_time", frame=frame)


def loose_edge(armature: Any, mesh: Any) -> None:
    """An edge and a vertex without a face, of no group, as the exporter can write them: as lines and points."""
    count = len(mesh.data.vertices)
    mesh.data.vertices.add(3)
    mesh.data.edges.add(1)
    for k, place in enumerate(((0.5, 0.0, 1.0), (0.5, 0.0, 2.0), (0.6, 0.0, 2.0))):
        mesh.data.vertices[count + k].co = place
    mesh.data.edges[-1].vertices = (count, count + 1)
    for k in range(3):
        mesh.vertex_groups["b1"].add([count + k], 1.0, "REPLACE")


def loose_edge_and_an_action(armature: Any, mesh: Any) -> None:
    loose_edge(armature, mesh)
    a_second_action(armature, mesh)


def hat_hung_on(armature: Any, mesh: Any) -> None:
    constraint = a_box("Hat").constraints.new("CHILD_OF")
    constraint.target, constraint.subtarget = armature, "b3"
    selected(armature, mesh)


def sword_exported_too(armature: Any, mesh: Any) -> None:
    sword_on_a_bone(armature, mesh)
    selected(*bpy.context.scene.objects)


def a_room(armature: Any, mesh: Any) -> None:
    """Something that is seen and none of the character's."""
    a_box("Room", 5.0)
    selected(armature, mesh)


def a_hidden_coat(armature: Any, mesh: Any) -> None:
    """What nobody sees is not missed."""
    another(armature, mesh).hide_set(True)
    selected(armature, mesh)


def a_bone_shape(armature: Any, mesh: Any) -> None:
    shape = a_box("WGT-ball")
    shape.parent = armature
    armature.pose.bones["b1"].custom_shape = shape
    selected(armature, mesh)


def kick(armature: Any, *, fake: bool = True) -> Any:
    wave = armature.animation_data.action
    action = bpy.data.actions.new("kick")
    action.use_fake_user = fake
    armature.animation_data.action = action
    for frame, turn in ((0, 0.0), (12, 0.7)):
        bone = armature.pose.bones["b2"]
        bone.rotation_quaternion = (1.0, turn, 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    armature.animation_data.action = wave
    return action


def a_second_action(armature: Any, mesh: Any) -> None:
    kick(armature)


def an_action_with_a_switch(armature: Any, mesh: Any) -> None:
    """The second action keys how much a constraint does, too, as a switch between inverse and forward kinematics."""
    a_second_action(armature, mesh)
    bone = armature.pose.bones["b1"]
    bone.constraints.new("LIMIT_ROTATION").influence = 0.0
    kick = bpy.data.actions["kick"]
    before, armature.animation_data.action = armature.animation_data.action, kick
    bone.constraints[0].keyframe_insert("influence", frame=0)
    armature.animation_data.action = before


def a_second_rig_and_action(armature: Any, mesh: Any) -> None:
    """With several armatures the exporter leaves out what is on no track."""
    kick(armature)
    other, _ = made((), name="Other")
    for bone in other.data.bones:
        bone.name = f"other {bone.name}"


def pushed_down_kick(armature: Any, mesh: Any) -> None:
    track = armature.animation_data.nla_tracks.new()
    track.name = "kick"
    track.strips.new("kick", 0, kick(armature))
    track.mute = True


def mirrored_half(armature: Any, mesh: Any) -> None:
    modifier = mesh.modifiers.new("Mirror", "MIRROR")
    modifier.use_axis = (False, True, False)
    mesh.modifiers.move(len(mesh.modifiers) - 1, 0)


def subdivided(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Subdivision", "SUBSURF").levels = 1
    mesh.modifiers.move(len(mesh.modifiers) - 1, 0)


def thickened(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Solidify", "SOLIDIFY").thickness = 0.05


def with_keys(mesh: Any, *, moving: bool) -> None:
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for point in key.data:
        point.co *= 1.2
    if moving:
        key.value = 0.0
        key.keyframe_insert("value", frame=0)
        key.value = 1.0
        key.keyframe_insert("value", frame=12)


def still_keys(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)


def keys_of_a_bones_name(armature: Any, mesh: Any) -> None:
    """A box is called as the bone that it hangs on: of both nodes of the file the bone's, without keys, comes last."""
    box = a_box("b3")
    box.parent, box.parent_type, box.parent_bone = armature, "BONE", "b3"
    with_keys(box, moving=False)


def a_muted_key(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)
    mesh.data.shape_keys.key_blocks["swell"].mute = True


def mirrored_with_keys(armature: Any, mesh: Any) -> None:
    """With Apply Modifiers the file would have no shape keys."""
    still_keys(armature, mesh)
    mirrored_half(armature, mesh)


def mirrored_with_a_muted_key(armature: Any, mesh: Any) -> None:
    a_muted_key(armature, mesh)
    mirrored_half(armature, mesh)


def driven_key(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)
    curve = mesh.data.shape_keys.key_blocks["swell"].driver_add("value")
    curve.driver.expression = "frame / 24"


def posed_by_hand(armature: Any, mesh: Any) -> None:
    armature.animation_data_clear()
    bpy.data.batch_remove(list(bpy.data.actions))
    armature.pose.bones["b1"].rotation_quaternion = (0.9, 0.43, 0.0, 0.0)


def at_rest(armature: Any, mesh: Any) -> None:
    posed_by_hand(armature, mesh)
    for bone in armature.pose.bones:
        bone.matrix_basis.identity()


def driven_alone(armature: Any, mesh: Any) -> None:
    """No action, and a driver that moves a bone by the frame."""
    at_rest(armature, mesh)
    armature.pose.bones["b2"].rotation_mode = "XYZ"
    armature.pose.bones["b2"].driver_add("rotation_euler", 0).driver.expression = "frame / 20"


def driven_and_written(armature: Any, mesh: Any) -> None:
    if bpy.app.version < (4, 3):
        pytest.skip("this exporter writes nothing of a driver alone, in any mode")
    driven_alone(armature, mesh)


def looking_at_what_stands(armature: Any, mesh: Any) -> None:
    at_rest(armature, mesh)
    goal = bpy.data.objects.new("Goal", None)
    bpy.context.scene.collection.objects.link(goal)
    goal.location.z = 9.0
    armature.pose.bones["b2"].constraints.new("DAMPED_TRACK").target = goal


def remapped(armature: Any, mesh: Any) -> None:
    """A strip that says by keys which frame of its action it shows."""
    track()(armature, mesh)
    (strip,) = armature.animation_data.nla_tracks[0].strips
    strip.use_animated_time = True
    for frame, shown in ((0, 0.0), (12, 24.0)):
        strip.strip_time = shown
        strip.keyframe_insert("strip_time", frame=frame)


def sword_with_keys(armature: Any, mesh: Any) -> None:
    """Half as long as the rig's action: a scene is one clip of both."""
    sword = a_box("Sword")
    sword.parent = armature
    for frame, place in ((0, 0.0), (12, 1.0)):
        sword.location.x = place
        sword.keyframe_insert("location", frame=frame)


def keyed_rotation_mode(armature: Any, mesh: Any) -> None:
    armature.pose.bones["b1"].keyframe_insert("rotation_mode", frame=0)


def track(*, name: str = "walk", start: int = 0, **strip: Any) -> Callable[[Any, Any], None]:
    """The action on a track, placed as a strip's properties say."""

    def build(armature: Any, mesh: Any) -> None:
        pushed_down(armature)
        (only,) = armature.animation_data.nla_tracks
        only.name = name
        (placed,) = only.strips
        placed.frame_start_ui = start
        for property, value in strip.items():
            setattr(placed, property, value)
        bpy.context.scene.frame_end = 100

    return build


def two_strips(armature: Any, mesh: Any) -> None:
    track()(armature, mesh)
    strip = armature.animation_data.nla_tracks[0].strips.new("kick", 50, kick(armature))
    if bpy.app.version >= (4, 4):  # with slots
        strip.action_slot = strip.action_slot or strip.action.slots[0]
    armature.animation_data.action = None


def moved_keys(by: int) -> Callable[[Any, Any], None]:
    def build(armature: Any, mesh: Any) -> None:
        action = armature.animation_data.action
        for curve in curves_of(action):
            for key in curve.keyframe_points:
                key.co.x, key.handle_left.x, key.handle_right.x = (
                    x + by for x in (key.co.x, key.handle_left.x, key.handle_right.x)
                )
        bpy.context.scene.frame_start = min(by, 0)

    return build


def curves_of(action: Any) -> list[Any]:
    if bpy.app.version < (4, 4):
        return list(action.fcurves)
    return [c for layer in action.layers for strip in layer.strips for bag in strip.channelbags for c in bag.fcurves]


def half_played(armature: Any, mesh: Any) -> None:
    bpy.context.scene.frame_end = 12


def second_half_played(armature: Any, mesh: Any) -> None:
    bpy.context.scene.frame_start = 10


def range_of(first: int, last: int, build: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    def limited(armature: Any, mesh: Any) -> None:
        build(armature, mesh)
        bpy.context.scene.frame_start, bpy.context.scene.frame_end = first, last

    return limited


def stretched(to: int) -> Callable[[Any, Any], None]:
    """What is keyed in 100 frames is seen in more, or fewer (Output > Frame Range > Time Stretching)."""

    def build(armature: Any, mesh: Any) -> None:
        bpy.context.scene.render.frame_map_new = to
        bpy.context.scene.frame_end = 24 * to // 100

    return build


def a_modifier_switched(armature: Any, mesh: Any) -> None:
    taper = mesh.modifiers.new("Taper", "SIMPLE_DEFORM")
    taper.deform_method = "TAPER"
    for frame, shown in ((0, False), (12, True)):
        taper.show_viewport = shown
        mesh.keyframe_insert('modifiers["Taper"].show_viewport', frame=frame)


def one_action_of_all(armature: Any, mesh: Any) -> None:
    """With a slot for the bones, and one for the shape keys."""
    if bpy.app.version < (4, 4):
        pytest.skip("an action has no slots there")
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for point in key.data:
        point.co.x *= 1.4
    mesh.data.shape_keys.animation_data_create().action = armature.animation_data.action
    for frame in (0, 24):
        key.value = frame / 24
        key.keyframe_insert("value", frame=frame)


def a_shell_of_nodes(armature: Any, mesh: Any) -> None:
    """An object that has no vertices of its own."""
    nodes = bpy.data.node_groups.new("Shell", "GeometryNodeTree")
    nodes.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    cube, end = nodes.nodes.new("GeometryNodeMeshCube"), nodes.nodes.new("NodeGroupOutput")
    nodes.links.new(cube.outputs[0], end.inputs[0])
    shell = bpy.data.objects.new("Shell", bpy.data.meshes.new("Shell"))
    bpy.context.scene.collection.objects.link(shell)
    shell.parent = armature
    shell.modifiers.new("Shell", "NODES").node_group = nodes


def another_rig_on_a_track(armature: Any, mesh: Any) -> None:
    """Of two rigs with one action only the other has it on a track."""
    other, _ = made((), name="Other")
    other.location.x = 3.0
    track = other.animation_data_create().nla_tracks.new()
    track.name = "later"
    strip = track.strips.new("wave", 12, armature.animation_data.action)
    if bpy.app.version >= (4, 4):
        strip.action_slot = strip.action.slots[0]


def in_edit_mode(armature: Any, mesh: Any) -> None:
    selected(mesh)
    bpy.ops.object.mode_set(mode="EDIT")


def ball_on_a_control(armature: Any, mesh: Any) -> None:
    if bpy.app.version < (5, 2):
        pytest.skip("the exporters of 4.2 and 4.3 write this ball though its bone deforms nothing; 5.2 and 5.3 do not")
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    control = armature.data.edit_bones.new("control")
    control.head, control.tail, control.use_deform = (0.0, 1.0, 0.0), (0.0, 1.0, 1.0), False
    bpy.ops.object.mode_set(mode="OBJECT")
    ball = a_box("Ball")
    ball.parent, ball.parent_type, ball.parent_bone = armature, "BONE", "control"


def action_of_two_rigs(armature: Any, mesh: Any) -> None:
    """A free action for the bones that both have: the exporter writes such for one armature alone."""
    a_second_action(armature, mesh)
    other, _ = made((), name="Other")
    other.location.x = 3.0
