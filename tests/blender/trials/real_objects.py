"""What is put beside, on and into a character before it is exported: clothes, props, rigs, modifiers, places, units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.blender.trials.motion import driven
from tests.blender.trials.real_motion import keyed
from tests.blender.trials.scene import NotHere, TrialScene

bpy = pytest.importorskip("bpy")

from tests.blender.animated_tube import made  # noqa: E402 -- it needs bpy
from tests.blender.lacking_scenes import a_box  # noqa: E402

REAL_OBJECTS: dict[str, Callable[[TrialScene], None]] = {}


def kinds(name: str, *choice: Any) -> Callable[[Callable[[TrialScene, Any], None]], Callable[[TrialScene, Any], None]]:
    """One edit for each of several kinds."""

    def register(work: Callable[[TrialScene, Any], None]) -> Callable[[TrialScene, Any], None]:
        for one in choice:
            REAL_OBJECTS[f"{name} {one}"] = lambda s, one=one: work(s, one)
        return work

    return register


# ---- What is worn.


@kinds("coat", "skinned", "linked", "hidden", "not rendered", "excluded", "without weights", "on a bone", "thicker")
def coat(s: TrialScene, how: str) -> None:
    """A copy of the largest mesh that the same bones move."""
    worn = s.mesh.copy()
    worn.name = "Coat"
    if how != "linked":
        worn.data = s.mesh.data.copy()
    s.mesh.users_collection[0].objects.link(worn)
    if how == "hidden":
        worn.hide_set(True)
    elif how == "not rendered":
        worn.hide_render = True
    elif how == "excluded":
        out = bpy.data.collections.new("Out")
        bpy.context.scene.collection.children.link(out)
        worn.users_collection[0].objects.unlink(worn)
        out.objects.link(worn)
        bpy.context.view_layer.layer_collection.children["Out"].exclude = True
    elif how == "without weights":
        worn.vertex_groups.clear()
    elif how == "on a bone":
        worn.modifiers.clear()
        worn.vertex_groups.clear()
        worn.parent, worn.parent_type, worn.parent_bone = s.armature, "BONE", s.bone().name
    elif how == "thicker":
        worn.modifiers.new("Solidify", "SOLIDIFY").thickness = 0.02


@kinds("prop", "on a bone", "keyed on a bone", "on a vertex", "by Child Of", "by Copy Transforms", "loose", "a curve")
def prop(s: TrialScene, how: str) -> None:
    held = a_box("Prop", 0.2 * max(s.mesh.dimensions))
    if how == "a curve":
        curve = bpy.data.curves.new("Rope", "CURVE")
        curve.dimensions, curve.bevel_depth = "3D", 0.05
        curve.splines.new("POLY").points.add(3)
        for k, point in enumerate(curve.splines[0].points):
            point.co = (0.2 * k, 0.1 * k * k, 0.0, 1.0)
        held = s.linked("Rope", curve)
    if how in ("on a bone", "keyed on a bone", "a curve"):
        held.parent, held.parent_type, held.parent_bone = s.armature, "BONE", s.bone().name
        if how == "keyed on a bone":
            keyed(held, "location", ((0.0, 0.0, 0.0), (0.3, 0.0, 0.0)))
    elif how == "on a vertex":
        held.parent, held.parent_type, held.parent_vertices = s.mesh, "VERTEX", (0, 0, 0)
    elif how.startswith("by"):
        constraint = held.constraints.new("CHILD_OF" if how == "by Child Of" else "COPY_TRANSFORMS")
        constraint.target, constraint.subtarget = s.armature, s.bone().name


@kinds("beside", "another rig", "a still rig", "an empty", "a camera", "a light", "text", "a room")
def beside(s: TrialScene, what: str) -> None:
    if what.endswith("rig"):
        other, _ = made(("hop",) if what == "another rig" else (), name="Other")
        other.location.x = 3.0
        first = min(point.co.x for curve in s.curves() for point in curve.keyframe_points)
        last = max(point.co.x for curve in s.curves() for point in curve.keyframe_points)
        bpy.context.scene.frame_start, bpy.context.scene.frame_end = int(first), int(last)
    elif what == "a room":
        s.linked("Room", a_box("Room", 9.0).data)
    else:
        data = {
            "a camera": lambda: bpy.data.cameras.new("Eye"),
            "a light": lambda: bpy.data.lights.new("Sun", "SUN"),
            "text": lambda: bpy.data.curves.new("Words", "FONT"),
        }.get(what, lambda: None)()
        added = s.linked("Beside", data)
        added.parent, added.parent_type, added.parent_bone = s.armature, "BONE", s.bone().name


@kinds("instance", "of the character", "of a prop", "on the vertices", "of faces")
def instance(s: TrialScene, of: str) -> None:
    if of in ("on the vertices", "of faces"):
        held = a_box("Stud", 0.02 * max(s.mesh.dimensions))
        held.parent = s.mesh
        s.mesh.instance_type = "VERTS" if of == "on the vertices" else "FACES"
        return
    crowd = bpy.data.collections.new("Crowd")
    chosen = [*s.armatures, *s.parts] if of == "of the character" else [a_box("Prop")]
    for ob in chosen:
        crowd.objects.link(ob)
    copy = s.linked("Copy", location=(2.0, 0.0, 0.0))
    copy.instance_type, copy.instance_collection = "COLLECTION", crowd


# ---- Places and units.


@kinds(
    "mesh", "mirrored", "unevenly scaled", "turned", "with its origin moved", "parent inverse", "delta", "unparented"
)
def place(s: TrialScene, how: str) -> None:
    ob = s.mesh
    if how == "mirrored":
        ob.scale.x *= -1.0
    elif how == "unevenly scaled":
        ob.scale = (1.0, 1.5, 0.7)
    elif how == "turned":
        ob.rotation_mode, ob.rotation_euler = "XYZ", (0.3, 0.0, 0.5)
    elif how == "delta":
        ob.delta_location, ob.delta_scale = (0.1, 0.0, 0.0), (1.1, 1.1, 1.1)
    elif how == "unparented":
        ob.parent = None
    elif how == "parent inverse":
        ob.matrix_parent_inverse = __import__("mathutils").Matrix.Translation((0.2, 0.0, 0.1))
    else:
        ob.data.transform(__import__("mathutils").Matrix.Translation((0.5, 0.0, 0.0)))
        ob.location.x -= 0.5


@kinds("armature", "unevenly scaled", "mirrored", "sheared", "under a scaled empty", "in Rest Position", "in front")
def armature(s: TrialScene, how: str) -> None:
    ob = s.armature
    if how in ("sheared", "under a scaled empty"):
        above = s.linked("Above", scale=(1.0, 1.0, 0.5) if how == "sheared" else (2.0, 2.0, 2.0))
        s.base.parent = above
        if how == "sheared":
            s.base.rotation_mode, s.base.rotation_euler = "XYZ", (0.4, 0.3, 0.2)
    elif how == "in Rest Position":
        ob.data.pose_position = "REST"
    elif how == "in front":
        ob.show_in_front = True
    else:
        ob.scale = (1.0, 1.0, -1.0) if how == "mirrored" else (1.0, 1.4, 0.8)


@kinds("units", "centimetres", "a hundredth", "imperial")
def units(s: TrialScene, how: str) -> None:
    settings = bpy.context.scene.unit_settings
    if how == "imperial":
        settings.system = "IMPERIAL"
    else:
        settings.scale_length = 0.01
        settings.length_unit = "CENTIMETERS" if how == "centimetres" else "METERS"


# ---- Bones.


@kinds("bones", "leaf ones added", "one without deform", "all in a hidden collection", "relative", "bendy", "no scale")
def bones(s: TrialScene, how: str) -> None:
    data = s.armature.data
    one = s.bone().bone
    if how == "leaf ones added":
        name = one.name

        def added() -> None:
            led = data.edit_bones[name]
            tip = data.edit_bones.new("Tip")
            tip.head, tip.tail, tip.parent = led.tail, led.tail + (led.tail - led.head), led

        s.edit(s.armature, added)
    elif how == "one without deform":
        one.use_deform = False
    elif how == "all in a hidden collection":
        hidden = data.collections.new("Hidden")
        for bone in data.bones:
            hidden.assign(bone)
        hidden.is_visible = False
    elif how == "relative":
        one.use_relative_parent = True
    elif how == "bendy":
        one.bbone_segments = 5
    else:
        one.inherit_scale = "NONE"
        keyed(
            s.armature.pose.bones[one.name].parent or s.armature.pose.bones[one.name], "scale", ((1,) * 3, (1.3,) * 3)
        )


# ---- Modifiers and surfaces.


@kinds("modifier", "mesh cage", "surface", "weights copied", "mask of a bone", "driven", "two levels", "armature last")
def modifier(s: TrialScene, how: str) -> None:
    mesh = s.mesh
    if how in ("surface", "weights copied"):
        other = a_box("Cage", 3.0 * max(mesh.dimensions))
        added = mesh.modifiers.new("Cage", "SURFACE_DEFORM" if how == "surface" else "DATA_TRANSFER")
        if how == "weights copied":
            added.object, added.use_vert_data, added.data_types_verts = other, True, {"VGROUP_WEIGHTS"}
            return
        added.target = other
        bpy.context.view_layer.objects.active = mesh
        with bpy.context.temp_override(object=mesh, active_object=mesh):
            bpy.ops.object.surfacedeform_bind(modifier="Cage")
        keyed(other, "scale", ((1.0, 1.0, 1.0), (1.2, 1.0, 1.0)))
    elif how == "mesh cage":
        cage = s.linked("Lattice", bpy.data.lattices.new("Lattice"), scale=(3.0, 3.0, 3.0))
        cage.data.points[0].co_deform.x += 0.5
        mesh.modifiers.new("Lattice", "LATTICE").object = cage
        cage.parent = s.armature
    elif how == "mask of a bone":
        added = mesh.modifiers.new("Mask", "MASK")
        added.vertex_group, added.invert_vertex_group = s.pick(mesh.vertex_groups).name, True
    elif how == "driven":
        driven(mesh.modifiers.new("Cast", "CAST"), "factor", "frame * 0.02")
    elif how == "two levels":
        added = mesh.modifiers.new("Subdivision", "SUBSURF")
        added.levels, added.render_levels = 1, 2
    else:
        mesh.modifiers.move(
            next(k for k, m in enumerate(mesh.modifiers) if m.type == "ARMATURE"), len(mesh.modifiers) - 1
        )


@kinds("materials", "two", "none")
def materials(s: TrialScene, how: str) -> None:
    mesh = s.mesh.data
    if how == "none":
        mesh.materials.clear()
        return
    for name in "AB":
        mesh.materials.append(bpy.data.materials.new(name))
    for k, face in enumerate(mesh.polygons):
        face.material_index = k % len(mesh.materials)


@kinds("surface", "seams", "sharp edges", "flat", "custom normals", "colours", "n-gons")
def surface(s: TrialScene, how: str) -> None:
    mesh = s.mesh.data
    if not len(mesh.polygons):
        raise NotHere
    if how == "seams":
        for k, corner in enumerate(mesh.uv_layers.new(name="Seams").data):
            corner.uv = (k * 7 % 13 / 13.0, k * 5 % 11 / 11.0)
    elif how in ("sharp edges", "flat"):
        for edge in mesh.edges[:99]:
            edge.use_edge_sharp = how == "sharp edges"
        mesh.polygons.foreach_set("use_smooth", [how != "flat"] * len(mesh.polygons))
    elif how == "custom normals":
        mesh.normals_split_custom_set([(0.0, 0.6, 0.8)] * len(mesh.loops))
    elif how == "colours":
        mesh.color_attributes.new("Tint", "FLOAT_COLOR", "POINT")
    else:
        s.select("EDGE", s.some(len(mesh.edges), 0.05))
        s.edit(s.mesh, lambda: bpy.ops.mesh.dissolve_edges(use_verts=False))
