"""Scenes as people export them: a tube on bones, what is done to it before the export, and the exporter's options."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.blender.animated_tube import LAST, animate, made, pushed_down
from tests.blender.lacking_scenes import curves_of

bpy = pytest.importorskip("bpy")
Matrix = pytest.importorskip("mathutils").Matrix


@dataclass(frozen=True)
class ExportScene:
    """A scene that is exported. Each clip of the file shows an action of its name unless ``plays``: what plays."""

    name: str
    build: Callable[[Any, Any], None]
    options: dict[str, Any] = field(default_factory=dict)
    bones: int = 4
    plays: bool = False
    told: tuple[str, ...] = ()  # codes of what is rightly told as not judged
    normals_off: bool = False  # by a fault of the exporter: exporter-uneven-normals of docs/exporters.md
    least: tuple[int, int] = (4, 2)  # the first Blender whose exporter can


def an_empty(**values: Any) -> Any:
    ob = bpy.data.objects.new("Empty", None)
    bpy.context.scene.collection.objects.link(ob)
    for name, value in values.items():
        setattr(ob, name, value)
    return ob


def plain_rig(armature: Any, mesh: Any) -> None:
    """Nothing beside the keys."""


# ---- Where things stand.


def small(armature: Any, mesh: Any) -> None:
    armature.scale = (0.01, 0.01, 0.01)


def in_centimetres(armature: Any, mesh: Any) -> None:
    """As from Mixamo: centimetres under an armature that is scaled and turned."""
    for data in (armature.data, mesh.data):
        data.transform(Matrix.Scale(100.0, 4))
    armature.scale, armature.rotation_mode = (0.01, 0.01, 0.01), "XYZ"
    armature.rotation_euler = (math.pi / 2.0, 0.0, 0.0)


def mirrored(armature: Any, mesh: Any) -> None:
    armature.scale = (-1.0, 1.0, 1.0)


def turned(armature: Any) -> None:
    armature.rotation_mode, armature.rotation_euler = "XYZ", (0.4, 0.3, 0.2)


def moved(armature: Any, mesh: Any) -> None:
    armature.location = (3.0, -1.0, 0.5)
    turned(armature)


def sheared(armature: Any, mesh: Any) -> None:
    armature.parent = an_empty(scale=(1.0, 1.0, 0.5))
    turned(armature)


def kept_in_place(armature: Any, mesh: Any) -> None:
    """Under a squashed empty that does not squash it: no nodes can stand so (glTF-Blender-IO 2040)."""
    armature.parent = an_empty(scale=(1.0, 1.0, 0.4), rotation_euler=(0.5, 0.2, 0.0))
    bpy.context.view_layer.update()
    armature.matrix_parent_inverse = armature.parent.matrix_world.inverted()
    turned(armature)


def under_an_empty(armature: Any, mesh: Any) -> None:
    armature.parent = an_empty(location=(1.0, 2.0, 3.0), rotation_euler=(0.2, 0.4, 0.1))


def mesh_elsewhere(armature: Any, mesh: Any) -> None:
    mesh.parent, mesh.location = None, (0.0, 0.0, 0.5)


def moving_armature(armature: Any, mesh: Any) -> None:
    for frame, place in ((0, 0.0), (8, 1.0), (LAST, -0.5)):
        armature.location.x = place
        armature.keyframe_insert("location", frame=frame)


def mesh_under_what_moves(armature: Any, mesh: Any) -> None:
    mesh.parent = an_empty()
    for frame, place in ((0, 0.0), (LAST, 2.0)):
        mesh.parent.location.x = place
        mesh.parent.keyframe_insert("location", frame=frame)
    mesh.parent.animation_data.action.name = "drift"
    mesh.parent["actions"], armature["actions"] = "drift", "wave"


def two_rigs(armature: Any, mesh: Any) -> None:
    """With bones of the same names, one beside the other."""
    other, _ = made((), name="Other")
    other.location.x = 5.0
    animate(other, "hop", turn=0.5)
    armature["actions"], other["actions"] = "wave", "hop"


def two_rigs_in_one_place(armature: Any, mesh: Any) -> None:
    two_rigs(armature, mesh)
    bpy.data.objects["Other"].location.x = 0.0


# ---- What moves.


def inverse_kinematics(armature: Any, mesh: Any) -> None:
    constraint = armature.pose.bones["b3"].constraints.new("IK")
    constraint.target, constraint.chain_count = an_empty(location=(1.0, 2.0, 3.0)), 2


def copied_rotation(armature: Any, mesh: Any) -> None:
    constraint = armature.pose.bones["b2"].constraints.new("COPY_ROTATION")
    constraint.target, constraint.subtarget, constraint.influence = armature, "b1", 0.7


def spline(armature: Any, mesh: Any) -> None:
    curve = bpy.data.curves.new("path", "CURVE")
    curve.dimensions = "3D"
    points = curve.splines.new("BEZIER").bezier_points
    points.add(2)
    for point, place in zip(points, ((0.0, 0.0, 0.0), (1.0, 0.5, 2.0), (0.5, 0.0, 4.0)), strict=True):
        point.co, point.handle_left_type, point.handle_right_type = place, "AUTO", "AUTO"
    ob = bpy.data.objects.new("path", curve)
    bpy.context.scene.collection.objects.link(ob)
    constraint = armature.pose.bones["b3"].constraints.new("SPLINE_IK")
    constraint.target, constraint.chain_count = ob, 4


def scale_inherited(kind: str) -> Callable[[Any, Any], None]:
    def build(armature: Any, mesh: Any) -> None:
        for frame, scale in ((0, 1.0), (12, 1.7), (LAST, 0.8)):
            armature.pose.bones["b1"].scale = (1.0, scale, 1.0)
            armature.pose.bones["b1"].keyframe_insert("scale", frame=frame)
        armature.data.bones["b2"].inherit_scale = kind

    return build


def begun_early(armature: Any, mesh: Any) -> None:
    """An action as long as the playback range, that begins ten frames before it."""
    bpy.data.actions.remove(bpy.data.actions["wave"])
    for frame, half in ((-10, 0.0), (2, 0.4), (14, -0.3)):
        for bone in armature.pose.bones:
            bone.rotation_quaternion = (math.cos(half), math.sin(half), 0.0, 0.0)
            bone.keyframe_insert("rotation_quaternion", frame=frame)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 24


def keys_beside_frames(armature: Any, mesh: Any) -> None:
    animate(armature, "beside", turn=0.9)
    bpy.data.actions.remove(bpy.data.actions["wave"])
    for bone in armature.pose.bones:
        for frame in (0.8, 2.4, 4.8, 6.4):
            bone.location.x = math.sin(frame)
            bone.keyframe_insert("location", frame=frame)


def in_steps(armature: Any, mesh: Any) -> None:
    """Each pose is held until the next key."""
    for curve in curves_of(armature.animation_data.action):
        for key in curve.keyframe_points:
            key.interpolation = "CONSTANT"


def two_pushed_down(armature: Any, mesh: Any) -> None:
    """On tracks called "NlaTrack" and "NlaTrack.001"; the exporter calls clips after the actions."""
    animate(armature, "kick", turn=0.4)
    pushed_down(armature)


def blended(armature: Any, mesh: Any) -> None:
    two_pushed_down(armature, mesh)
    armature.animation_data.nla_tracks[1].strips[0].blend_type = "COMBINE"


def half_blended(armature: Any, mesh: Any) -> None:
    blended(armature, mesh)
    armature.animation_data.nla_tracks[1].strips[0].influence = 0.5


def placed(armature: Any, mesh: Any) -> None:
    """A track that shows its action later, slower and twice."""
    pushed_down(armature)
    (track,) = armature.animation_data.nla_tracks
    track.name = "walk"
    track.strips[0].frame_start_ui, track.strips[0].scale, track.strips[0].repeat = 10, 1.5, 2.0
    bpy.context.scene.frame_end = 90


def a_stack_among_several(armature: Any, mesh: Any) -> None:
    """Tracks that add to the one below are one clip with it; a third is another."""
    animate(armature, "step", turn=0.7)
    two_pushed_down(armature, mesh)
    tracks = armature.animation_data.nla_tracks
    for track, name in zip(tracks, ("base", "upon it", "alone"), strict=True):
        track.name = name
    tracks[1].strips[0].blend_type, tracks[1].strips[0].influence = "COMBINE", 1.0


def added_upon(armature: Any, mesh: Any) -> None:
    """The same with the stack above, which adds, and is seen; what is below is silent."""
    a_stack_among_several(armature, mesh)
    tracks = armature.animation_data.nla_tracks
    tracks[1].strips[0].blend_type, tracks[2].strips[0].blend_type = "REPLACE", "ADD"


def one_muted(armature: Any, mesh: Any) -> None:
    two_pushed_down(armature, mesh)
    armature.animation_data.nla_tracks[1].mute = True


def one_solo(armature: Any, mesh: Any) -> None:
    two_pushed_down(armature, mesh)
    armature.animation_data.nla_tracks[0].is_solo = True


def faded(armature: Any, mesh: Any) -> None:
    two_pushed_down(armature, mesh)
    armature.animation_data.nla_tracks[1].strips[0].blend_in = 6.0


def one_of_two_assigned(armature: Any, mesh: Any) -> None:
    animate(armature, "kick", turn=0.4)


def a_pose_left_over(armature: Any, mesh: Any) -> None:
    """The second action moves one bone; where the others stand is left from the first (glTF-Blender-IO 2104)."""
    armature.animation_data.action = action = bpy.data.actions.new("nod")
    action.use_fake_user = True
    for frame in range(0, LAST + 1, 8):
        armature.pose.bones["b3"].rotation_quaternion = (math.cos(frame / 30.0), 0.0, math.sin(frame / 30.0), 0.0)
        armature.pose.bones["b3"].keyframe_insert("rotation_quaternion", frame=frame)


def _swelling(mesh: Any) -> Any:
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for point in key.data:
        point.co.x *= 1.4
    return key


def left_behind_its_basis(armature: Any, mesh: Any) -> None:
    """A script has moved the vertices of a mesh with shape keys, which Blender shows by its Basis alone."""
    _swelling(mesh).value = 0.0
    for vertex in mesh.data.vertices:
        vertex.co = (1.3 * vertex.co.x, vertex.co.y, vertex.co.z + 0.2)


def driven_shape_key(armature: Any, mesh: Any) -> None:
    driver = _swelling(mesh).driver_add("value").driver
    driver.type, driver.expression = "SCRIPTED", "var"
    variable = driver.variables.new()
    variable.type = "TRANSFORMS"
    target = variable.targets[0]
    target.id, target.bone_target = armature, "b1"
    target.transform_type, target.transform_space = "ROT_X", "LOCAL_SPACE"


def keyed_shape_key(armature: Any, mesh: Any) -> None:
    """By an action of its own, so that the file has it as a clip of its own."""
    key = _swelling(mesh)
    for frame, value in ((0, 0.0), (12, 1.0), (LAST, 0.2)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    action = mesh.data.shape_keys.animation_data.action
    action.name, action.use_fake_user = "swelling", True
    mesh.data.shape_keys["actions"], armature["actions"] = "swelling", "wave"


# ---- The skin.


def without_weights(armature: Any, mesh: Any) -> None:
    """The exporter gives them a joint of their own, the "neutral_bone"."""
    for group in mesh.vertex_groups:
        group.remove([5, 6, 7])


def hardly_any_weights(armature: Any, mesh: Any) -> None:
    """Less than the exporter keeps, and less than what moves a vertex in Blender."""
    for group in mesh.vertex_groups:
        group.remove([130, 131])
    mesh.vertex_groups["b3"].add([130, 131], 9e-5, "REPLACE")


def little_weights(armature: Any, mesh: Any) -> None:
    """Each less than the exporter keeps, but enough to move a vertex in Blender."""
    hardly_any_weights(armature, mesh)
    mesh.vertex_groups["b2"].add([130, 131], 9.5e-5, "REPLACE")


def six_influences(armature: Any, mesh: Any) -> None:
    for group in mesh.vertex_groups:
        for vertex in mesh.data.vertices:
            group.add([vertex.index], 1.0 / (1.0 + abs(vertex.co.z - group.index - 0.5)), "REPLACE")


def one_that_deforms_nothing(armature: Any, mesh: Any) -> None:
    armature.data.bones["b3"].use_deform = False


def bendy(armature: Any, mesh: Any) -> None:
    for bone in armature.data.bones:
        bone.bbone_segments = 8


def volume_kept(armature: Any, mesh: Any) -> None:
    mesh.modifiers["Armature"].use_deform_preserve_volume = True


def envelopes(armature: Any, mesh: Any) -> None:
    mesh.modifiers["Armature"].use_bone_envelopes, mesh.modifiers["Armature"].use_vertex_groups = True, False
    for bone in armature.data.bones:
        bone.envelope_distance = 2.0


def masked(armature: Any, mesh: Any) -> None:
    mesh.vertex_groups.new(name="mask").add(range(len(mesh.data.vertices)), 0.6, "REPLACE")
    mesh.modifiers["Armature"].vertex_group = "mask"


def skinned_twice(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Second", "ARMATURE").object = armature


def skinned_by_two(armature: Any, mesh: Any) -> None:
    """A second armature moves the mesh, too, and no file can say so."""
    other, body = made((), name="Second")
    bpy.data.objects.remove(body)
    for bone in other.data.bones:
        bone.name = f"second {bone.name}"
    animate(other, "second", turn=0.6)
    mesh.modifiers.new("Second", "ARMATURE").object = other
    for k in range(4):
        group = mesh.vertex_groups.new(name=f"second b{k}")
        for vertex in mesh.data.vertices:
            group.add([vertex.index], max(0.0, 1.0 - abs(vertex.co.z - k - 0.5)), "REPLACE")
    armature["actions"], other["actions"] = "wave", "second"


# ---- Meshes and modifiers.


def materials(armature: Any, mesh: Any) -> None:
    for name in "ABC":
        mesh.data.materials.append(bpy.data.materials.new(name))
    for k, face in enumerate(mesh.data.polygons):
        face.material_index = k % 3


def seams(armature: Any, mesh: Any) -> None:
    for k, corner in enumerate(mesh.data.uv_layers.new(name="UVMap").data):
        corner.uv = (k * 7 % 13 / 13.0, k * 5 % 11 / 11.0)


def subdivided(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Subdivision", "SUBSURF").levels = 1


def subdivided_before(armature: Any, mesh: Any) -> None:
    subdivided(armature, mesh)
    mesh.modifiers.move(1, 0)


def mirrored_before(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Mirror", "MIRROR").use_axis = (False, True, False)
    mesh.modifiers.move(1, 0)


def caged(armature: Any, mesh: Any) -> None:
    cage = bpy.data.objects.new("Cage", bpy.data.lattices.new("Cage"))
    bpy.context.scene.collection.objects.link(cage)
    cage.data.points[0].co_deform.x += 0.5
    mesh.modifiers.new("Lattice", "LATTICE").object = cage


def smoothed(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Smooth", "CORRECTIVE_SMOOTH").iterations = 20


APPLIED, FLAT = {"export_apply": True}, {"export_hierarchy_flatten_bones": True}
DEFORMING = {"export_def_bones": True}
MIXED = ("MIXED",)

#: What users told of, the issues numbered as in KhronosGroup/glTF-Blender-IO, and the scenes that it was made again as.
#: Routes through FBX and USD are in test_attached_routes, exports of imported characters in test_exports.
ROWS = {
    1: ("406, 650, 1933: looks different", ["plain_rig"]),
    2: ("1541: IK", ["inverse_kinematics"]),
    3: ("828, 783, 994: scale 0.01", ["small", "in_centimetres"]),
    4: ("constraints", ["copied_rotation"]),
    5: ("620: driven shape key", ["driven_shape_key"]),
    6: ("2586: names of clips", ["two_pushed_down"]),
    7: ("763, 1835: strips", ["half_blended", "blended", "faded", "one_muted", "one_solo"]),
    8: ("two actions, one assigned", ["one_of_two_assigned"]),
    9: ("2104, 1386, 2461: pose left over", ["a_pose_left_over"]),
    10: ("1293, 81: too many influences", ["six_influences", "six_influences, all"]),
    11: ("2141, 1293: Rigify", ["rigify", "rigify, deforming"]),
    12: ("708: bendy bones", ["rigify, deforming, flat", "bendy", "bendy, deforming, flat"]),
    13: ("791, 2355: scale not inherited", ["scale not inherited", "scale not inherited, flat"]),
    14: ("1223: scale aligned", ["scale aligned"]),
    15: ("2040: squashed parent", ["kept_in_place", "kept_in_place, flat", "sheared"]),
    16: ("361, 2137: sampling", ["not sampled"]),
    17: ("1683: Spline IK", ["spline"]),
    18: ("842: last key between frames", ["keys_beside_frames"]),
    19: ("2115: deform flag", ["one_that_deforms_nothing"]),
    20: ("2697: deform bones only", ["deforming alone"]),
    21: ("1151, 2070, 2303: neutral_bone", ["without_weights"]),
    22: ("1743: weights of 9e-5", ["hardly_any_weights", "little_weights"]),
    23: ("Preserve Volume", ["volume_kept"]),
    24: ("envelopes", ["envelopes"]),
    25: ("the modifier's vertex group", ["masked"]),
    26: ("Apply Modifiers", ["subdivided, applied", "subdivided_before, applied", "mirrored_before, applied"]),
    27: ("142, 254: modifiers after the armature", ["caged", "smoothed", "caged, applied", "smoothed, applied"]),
    28: ("257, 296: mirrored", ["mirrored"]),
    29: ("two rigs in a file", ["two_rigs", "two_rigs_in_one_place"]),
    30: ("a second modifier", ["skinned_twice", "skinned_by_two"]),
    31: ("shape key's clip apart", ["keyed_shape_key"]),
}


def row_and_name(scene: ExportScene) -> str:
    """The scene's name after the number of its row, if it has one: "28-mirrored"."""
    row = next((number for number, (_, names) in ROWS.items() if scene.name in names), None)
    return scene.name if row is None else f"{row}-{scene.name}"


#: The scenes of these rows, but for Rigify's, and what else the exporter can be asked.
SCENES = [
    *(
        ExportScene(build.__name__, build)
        for build in (
            plain_rig, small, in_centimetres, mirrored, moved, kept_in_place, under_an_empty, mesh_elsewhere,
            moving_armature, mesh_under_what_moves, two_rigs, two_rigs_in_one_place, inverse_kinematics,
            copied_rotation, spline, keys_beside_frames, in_steps, two_pushed_down, one_muted, one_solo,
            one_of_two_assigned, a_pose_left_over, driven_shape_key, without_weights, hardly_any_weights,
            little_weights, one_that_deforms_nothing, bendy, volume_kept, envelopes, masked, skinned_twice,
            skinned_by_two, materials, seams, subdivided, caged, smoothed, left_behind_its_basis,
        )
    ),
    ExportScene("sheared", sheared, normals_off=True),
    ExportScene("in_steps, not sampled", in_steps, {"export_force_sampling": False}),
    ExportScene("blended", blended, told=MIXED),
    ExportScene("half_blended", half_blended, told=MIXED),
    ExportScene("faded", faded, told=MIXED),
    ExportScene("keyed_shape_key", keyed_shape_key, told=MIXED),
    ExportScene("six_influences", six_influences, bones=6),
    ExportScene("six_influences, all", six_influences, {"export_all_influences": True}, bones=6),
    ExportScene("scale not inherited", scale_inherited("NONE")),
    ExportScene("scale aligned", scale_inherited("ALIGNED")),
    ExportScene("scale not inherited, flat", scale_inherited("NONE"), FLAT),
    ExportScene("bendy, deforming, flat", bendy, DEFORMING | FLAT),
    ExportScene("deforming alone", one_that_deforms_nothing, DEFORMING),
    ExportScene("not sampled", inverse_kinematics, {"export_force_sampling": False}),
    ExportScene("kept_in_place, flat", kept_in_place, {"export_hierarchy_flatten_objs": True}),
    ExportScene("subdivided, applied", subdivided, APPLIED),
    ExportScene("subdivided_before, applied", subdivided_before, APPLIED),
    ExportScene("mirrored_before, applied", mirrored_before, APPLIED),
    ExportScene("caged, applied", caged, APPLIED),
    ExportScene("smoothed, applied", smoothed, APPLIED),
    ExportScene("lying on its back", plain_rig, {"export_yup": False}),
    ExportScene("posed as at the export", plain_rig, {"export_rest_position_armature": False}),
    ExportScene("blended tracks", blended, {"export_animation_mode": "NLA_TRACKS"}, plays=True),
    ExportScene("a stack among several", a_stack_among_several, {"export_animation_mode": "NLA_TRACKS"}),
    ExportScene("added upon", added_upon, {"export_animation_mode": "NLA_TRACKS"}),
    ExportScene("placed", placed, {"export_animation_mode": "NLA_TRACKS"}),
    ExportScene("the scene", two_pushed_down, {"export_animation_mode": "SCENE"}, plays=True),
    ExportScene("the scene, blended", blended, {"export_animation_mode": "SCENE"}, plays=True),
    ExportScene("the scene, begun early", begun_early, {"export_animation_mode": "SCENE"}, plays=True),
    ExportScene("active actions", one_of_two_assigned, {"export_animation_mode": "ACTIVE_ACTIONS"}, plays=True),
]  # fmt: skip
