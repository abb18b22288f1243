"""Edits of armatures: bones, constraints, where objects stand, what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.blender.trials.motion import driven
from tests.blender.trials.scene import NotHere, TrialScene

bpy = pytest.importorskip("bpy")
Matrix = pytest.importorskip("mathutils").Matrix

RIG: dict[str, Callable[[TrialScene], None]] = {}


def kinds(name: str, *choice: Any) -> Callable[[Callable[[TrialScene, Any], None]], Callable[[TrialScene, Any], None]]:
    def register(work: Callable[[TrialScene, Any], None]) -> Callable[[TrialScene, Any], None]:
        for one in choice:
            RIG[f"{name} {one}"] = lambda s, one=one: work(s, one)
        return work

    return register


# ---- Constraints.

TARGETED = (
    *("COPY_LOCATION", "COPY_ROTATION", "COPY_SCALE", "COPY_TRANSFORMS", "TRANSFORM", "DAMPED_TRACK", "TRACK_TO"),
    *("LOCKED_TRACK", "STRETCH_TO", "CHILD_OF", "FLOOR", "IK"),
)
ALONE = ("LIMIT_LOCATION", "LIMIT_ROTATION", "LIMIT_SCALE", "MAINTAIN_VOLUME", "LIMIT_DISTANCE", "ARMATURE", "ACTION")


def constrained(s: TrialScene, kind: str) -> Any:
    bone = s.bone()
    constraint = bone.constraints.new(kind)
    if kind in TARGETED:
        constraint.target = s.linked("Goal", location=(0.4, 0.3, 0.8), rotation_euler=(0.3, 0.1, 0.2))
    elif kind == "LIMIT_LOCATION":
        constraint.use_max_x, constraint.owner_space = True, "LOCAL"
    elif kind == "LIMIT_ROTATION":
        constraint.use_limit_x = constraint.use_limit_z = True
        constraint.owner_space = "LOCAL"
    elif kind == "LIMIT_SCALE":
        constraint.use_max_x, constraint.max_x = True, 0.8
    elif kind == "ARMATURE":
        constraint.targets.new().target = s.armature
        below = {bone, *bone.children_recursive}  # Blender's answer to a bone that follows these is never the same
        constraint.targets[0].subtarget = s.pick(each for each in s.armature.pose.bones if each not in below).name
    elif kind == "ACTION":
        constraint.target, constraint.action = s.linked("Goal"), s.pick(bpy.data.actions)
    return constraint


@kinds("constraint", *TARGETED, *ALONE)
def constraint(s: TrialScene, kind: str) -> None:
    constrained(s, kind)


@kinds("constraint that is", "muted", "without influence", "without a target", "driven", "keyed", "of the object")
def constraint_that_is(s: TrialScene, how: str) -> None:
    if how == "of the object":
        one = s.armature.constraints.new("COPY_LOCATION")
        one.target = s.linked("Goal", location=(1.0, 0.0, 0.0))
        return
    one = constrained(s, s.pick(("COPY_LOCATION", "COPY_ROTATION", "IK")))
    if how == "muted":
        one.mute = True
    elif how == "without influence":
        one.influence = 0.0
    elif how == "without a target":
        one.target = None
    elif how == "driven":
        driven(one, "influence", "0.0 if frame < 10 else 0.5")
    else:
        one.influence = 0.0
        one.keyframe_insert("influence", frame=0)
        one.influence = 1.0
        one.keyframe_insert("influence", frame=10)
        s.keyed(beside=False)


# ---- Bones.


def in_edit_mode(s: TrialScene, work: Callable[[Any, Any], None]) -> None:
    name = s.bone().name
    s.edit(s.armature, lambda: work(s.armature.data.edit_bones, s.armature.data.edit_bones[name]))


@kinds("edit bone", "head", "tail", "roll", "moved", "alone", "child of another", "added", "deleted", "mirrored name")
def edit_bone(s: TrialScene, how: str) -> None:
    def work(bones: Any, bone: Any) -> None:
        if how == "head":
            bone.use_connect = False
            bone.head.x += 0.1
        elif how == "tail":
            bone.tail = bone.head + (bone.tail - bone.head) * 0.5
        elif how == "roll":
            bone.roll += 0.5
        elif how == "moved":
            bone.use_connect = False
            bone.translate(__import__("mathutils").Vector((0.0, 0.1, 0.0)))
        elif how == "alone":
            bone.parent = None
        elif how == "child of another":
            bone.use_connect = False
            bone.parent = s.pick(b for b in bones if b != bone and bone not in b.parent_recursive)
        elif how == "added":
            new = bones.new("Extra")
            new.head, new.tail, new.parent = bone.tail, bone.tail * 1.5, bone
        elif how == "deleted":
            bones.remove(bone)
        else:
            bone.name = bone.name + ".L"

    s.scored -= {"POSE"}
    in_edit_mode(s, work)


@kinds("bone", "renamed", "names swapped", "not deforming", "envelope", "hidden", "colour", "custom", "ungrouped")
def bone(s: TrialScene, how: str) -> None:
    one = s.bone().bone
    if how == "renamed":
        one.name = "Another name"
        s.scored -= {"POSE"}
    elif how == "names swapped":
        other = s.pick(b for b in s.armature.data.bones if b != one)
        a, b = one.name, other.name
        one.name, other.name = "for a moment", a
        one.name = b
        s.scored -= {"POSE"}
    elif how == "not deforming":
        one.use_deform = False
    elif how == "envelope":
        one.envelope_distance, one.envelope_weight = 3.0, 0.5
    elif how == "hidden":
        one.hide = True
    elif how == "colour":
        one.color.palette = "THEME01"
    elif how == "custom":
        one["note"] = "mine"
    else:
        for collection in list(one.collections):
            collection.unassign(one)


@kinds("inheritance", "NONE", "ALIGNED", "AVERAGE", "FIX_SHEAR", "no rotation", "world location")
def inheritance(s: TrialScene, how: str) -> None:
    one = s.bone().bone
    if how == "no rotation":
        one.use_inherit_rotation = False
    elif how == "world location":
        one.use_local_location = False
    else:
        one.inherit_scale = how


@kinds("b-bone", "segments", "curved", "curved by hand")
def b_bone(s: TrialScene, how: str) -> None:
    one = s.bone()
    one.bone.bbone_segments = 6
    if how == "curved":
        one.bone.bbone_curveinx = 0.3
    elif how == "curved by hand":
        one.bbone_curveoutx = 0.3


# ---- Objects.


@kinds("base", "moved", "turned", "scaled", "a hundredth", "delta", "mirrored", "far away")
def base(s: TrialScene, how: str) -> None:
    ob = s.base
    if how == "moved":
        ob.location.x += 1.5
    elif how == "turned":
        ob.rotation_mode, ob.rotation_euler = "XYZ", (0.4, 0.2, 1.0)
    elif how == "scaled":
        ob.scale *= 2.0
    elif how == "a hundredth":
        ob.scale *= 0.01
    elif how == "delta":
        ob.delta_location.y += 0.7
    elif how == "mirrored":
        ob.scale.x *= -1.0
        s.scored.clear()  # a mirrored character is none that was moved, turned and scaled
    else:
        ob.location.z += 400.0
        s.scored.clear()  # float32 leaves more than rounding of what is moved back


@kinds("parent", "moved", "turned and scaled", "kept in place", "a bone")
def parent(s: TrialScene, how: str) -> None:
    if how == "a bone":
        other = s.linked("Other rig", bpy.data.armatures.new("Other"))
        s.edit(other, lambda: setattr(other.data.edit_bones.new("hold"), "tail", (0.0, 0.0, 1.0)))
        s.base.parent, s.base.parent_type, s.base.parent_bone = other, "BONE", "hold"
        return
    above = s.linked("Above", location=(1.0, 2.0, 0.0))
    if how == "turned and scaled":
        above.scale, above.rotation_euler = (1.5, 1.5, 1.5), (0.0, 0.5, 0.0)
    s.base.parent = above
    if how == "kept in place":
        bpy.context.view_layer.update()
        s.base.matrix_parent_inverse = above.matrix_world.inverted()


@kinds("object", "renamed", "in another collection", "made single", "in front", "rest position", "selected", "painted")
def of_the_object(s: TrialScene, how: str) -> None:
    ob = s.armature
    if how == "renamed":
        ob.name = "Renamed"
        s.scored -= {"POSE"}
    elif how == "in another collection":
        other = bpy.data.collections.new("Other")
        bpy.context.scene.collection.children.link(other)
        for collection in ob.users_collection:
            collection.objects.unlink(ob)
        other.objects.link(ob)
    elif how == "made single":
        for one in (*s.armatures, *s.parts):
            one.data = one.data.copy()
    elif how == "in front":
        ob.show_in_front = True
    elif how == "rest position":
        ob.data.pose_position = "REST"
    elif how == "selected":
        bpy.ops.object.select_all(action="SELECT")
    else:
        ob.color = (1.0, 0.0, 0.0, 1.0)


@kinds("hidden", "by the eye", "from viewports", "from renders", "collection", "armature")
def hidden(s: TrialScene, how: str) -> None:
    if how == "by the eye":
        s.mesh.hide_set(True)
    elif how == "from viewports":
        s.mesh.hide_viewport = True
    elif how == "from renders":
        s.mesh.hide_render = True
    elif how == "armature":
        s.armature.hide_viewport = True
    else:
        other = bpy.data.collections.new("Out")
        bpy.context.scene.collection.children.link(other)
        for collection in s.mesh.users_collection:
            collection.objects.unlink(s.mesh)
        other.objects.link(s.mesh)
        bpy.context.view_layer.layer_collection.children["Out"].exclude = True


@kinds("scale applied to", "all", "the armature")
def scale_applied(s: TrialScene, how: str) -> None:
    s.base.scale = (0.5, 0.5, 0.5)
    if s.base not in s.armatures:
        raise NotHere
    bpy.ops.object.select_all(action="DESELECT")
    for ob in (s.base, *(s.parts if how == "all" else ())):
        ob.select_set(True)
    bpy.context.view_layer.objects.active = s.base
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    s.scored.clear()  # what is placed and what is modelled is then a matter of words


@kinds("duplicated", "all", "all linked", "the mesh alone", "the mesh linked")
def duplicated(s: TrialScene, how: str) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    chosen = [*s.armatures, *s.parts] if how.startswith("all") else [s.mesh]
    for ob in chosen:
        ob.hide_set(False)
        ob.select_set(True)
    bpy.context.view_layer.objects.active = chosen[0]
    bpy.ops.object.duplicate(linked=how.endswith("linked"))
    for ob in bpy.context.selected_objects:
        ob.location.y += 3.0
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = s.armatures[0] if s.armatures else s.mesh


@kinds("mode", "pose", "weights", "vertices", "mesh edit", "armature edit")
def mode(s: TrialScene, how: str) -> None:
    ob = s.armature if how in ("pose", "armature edit") else s.mesh
    bpy.ops.object.select_all(action="DESELECT")
    ob.hide_set(False)
    ob.select_set(True)
    bpy.context.view_layer.objects.active = ob
    of = {"pose": "POSE", "weights": "WEIGHT_PAINT", "vertices": "VERTEX_PAINT"}
    bpy.ops.object.mode_set(mode=of.get(how, "EDIT"))
    if how.endswith("edit"):
        s.scored.clear()  # what is judged there is what Edit Mode will leave
