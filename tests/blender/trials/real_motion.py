"""What animators do to a character before it is exported: controls, strips, keys of all sorts, drivers, time."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from tests.blender.trials.motion import driven, pushed
from tests.blender.trials.rig import TARGETED, constrained
from tests.blender.trials.scene import SLOTTED, NotHere, TrialScene

bpy = pytest.importorskip("bpy")

Edit = Callable[[TrialScene], None]
REAL_MOTION: dict[str, Edit] = {}


def kinds(name: str, *choice: Any) -> Callable[[Callable[[TrialScene, Any], None]], Callable[[TrialScene, Any], None]]:
    """One edit for each of several kinds."""

    def register(work: Callable[[TrialScene, Any], None]) -> Callable[[TrialScene, Any], None]:
        for one in choice:
            REAL_MOTION[f"{name} {one}"] = lambda s, one=one: work(s, one)
        return work

    return register


def first_and_last() -> tuple[int, int]:
    scene = bpy.context.scene
    return scene.frame_start, scene.frame_end


def keyed(thing: Any, path: str, values: tuple[Any, Any]) -> None:
    """One value at the first frame and the other at the last."""
    for frame, value in zip(first_and_last(), values, strict=True):
        setattr(thing, path, value)
        thing.keyframe_insert(path, frame=frame)


# ---- Controls.


@kinds("moving target of", *TARGETED)
def moving_target(s: TrialScene, kind: str) -> None:
    target = constrained(s, kind).target
    keyed(target, "location", ((0.4, 0.3, 0.8), (-0.2, 0.5, 1.1)))


@kinds("control bone", "copied", "by half", "with its own keys")
def control_bone(s: TrialScene, how: str) -> None:
    """A bone beside the rig that deforms nothing, which one of the character's follows."""
    follower = s.bone().name

    def added() -> None:
        bones = s.armature.data.edit_bones
        control, led = bones.new("Control"), bones[follower]
        control.head, control.tail, control.roll = led.head, led.tail, led.roll
        control.parent, control.use_deform = led.parent, False

    s.edit(s.armature, added)
    control = s.armature.pose.bones["Control"]
    control.rotation_mode = "XYZ"
    if how == "with its own keys":
        keyed(control, "rotation_euler", ((0.0, 0.0, 0.0), (0.5, 0.2, 0.0)))
    else:
        control.rotation_euler = (0.3, 0.0, 0.2)
    constraint = s.armature.pose.bones[follower].constraints.new("COPY_TRANSFORMS")
    constraint.target, constraint.subtarget = s.armature, "Control"
    constraint.influence = 0.5 if how == "by half" else 1.0


@kinds("leg", "with a pole", "of two bones", "held", "stretching")
def leg(s: TrialScene, how: str) -> None:
    """Inverse kinematics of a chain."""
    bone = s.pick(b for b in s.armature.pose.bones if b.parent is not None and b.parent.parent is not None)
    ik = bone.constraints.new("IK")
    ik.target = s.linked("Foot", location=(0.3, 0.2, 0.1))
    ik.chain_count, ik.use_stretch = 2, how == "stretching"
    if how == "with a pole":
        ik.pole_target = s.linked("Knee", location=(0.0, -2.0, 0.5))
    elif how == "stretching":
        bone.parent.ik_stretch = 0.5
    elif how == "held":
        bone.parent.lock_ik_x = True
    keyed(ik.target, "location", ((0.3, 0.2, 0.1), (0.1, 0.4, 0.5)))


@kinds("space switch", "by keys", "by a driver")
def space_switch(s: TrialScene, how: str) -> None:
    one = constrained(s, "CHILD_OF")
    if how == "by keys":
        keyed(one, "influence", (0.0, 1.0))
    else:
        driven(one, "influence", "frame * 0.05")


# ---- Keys.


@kinds("bone keyed in", "XYZ", "ZXY", "AXIS_ANGLE")
def other_rotation(s: TrialScene, mode: str) -> None:
    bone = s.bone()
    bone.rotation_mode = mode
    if mode == "AXIS_ANGLE":
        keyed(bone, "rotation_axis_angle", ((0.0, 0.0, 1.0, 0.0), (0.7, 0.0, 0.8, 0.6)))
    else:
        keyed(bone, "rotation_euler", ((0.0, 0.1, 0.0), (0.6, 0.0, 0.9)))


@kinds("bone scaled by keys", "evenly", "along", "to nothing", "to the other side")
def scaled(s: TrialScene, how: str) -> None:
    ends = {"evenly": (1.4, 1.4, 1.4), "along": (1.0, 1.6, 1.0), "to nothing": (0.001,) * 3}
    keyed(s.bone(), "scale", ((1.0, 1.0, 1.0), ends.get(how, (-1.0, 1.0, 1.0))))


@kinds("root motion", "of the armature", "of what is above", "turning", "delta")
def root_motion(s: TrialScene, how: str) -> None:
    ob = s.armature
    if how == "turning":
        ob.rotation_mode = "XYZ"
        keyed(ob, "rotation_euler", ((0.0, 0.0, 0.0), (0.0, 0.0, 2.0)))
    elif how == "delta":
        keyed(ob, "delta_location", ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    else:
        ob = s.base if how == "of what is above" else ob
        keyed(ob, "location", ((0.0, 0.0, 0.0), (0.5, 1.0, 0.0)))


@kinds("keyed", "visibility", "rendering", "modifier", "mesh", "rest position")
def odd_keys(s: TrialScene, what: str) -> None:
    if what in ("visibility", "rendering"):
        keyed(s.mesh, "hide_viewport" if what == "visibility" else "hide_render", (False, False))
    elif what == "modifier":
        keyed(s.mesh.modifiers.new("Cast", "CAST"), "factor", (0.0, 0.4))
    elif what == "mesh":
        keyed(s.mesh, "scale", ((1.0, 1.0, 1.0), (1.2, 1.2, 1.2)))
    else:
        s.armature.data.pose_position = "REST"


@kinds("curves", "muted", "locked", "one deleted", "half deleted", "cyclic", "stepped", "linear beyond", "noisy")
def curves(s: TrialScene, how: str) -> None:
    chosen = s.turning()
    if how in ("muted", "locked"):
        setattr(chosen, "mute" if how == "muted" else "lock", True)
    elif how.endswith("deleted"):
        for curve in s.curves()[::2] if how == "half deleted" else [chosen]:
            _bag(s).remove(curve)
    elif how == "linear beyond":
        chosen.extrapolation = "LINEAR"
    else:
        modifier = chosen.modifiers.new({"cyclic": "CYCLES", "stepped": "STEPPED"}.get(how, "NOISE"))
        if how == "stepped":
            modifier.frame_step = 3.0


def _bag(s: TrialScene) -> Any:
    """What holds the curves of the armature's action."""
    if not SLOTTED:
        return s.action().fcurves
    return s.action().layers[0].strips[0].channelbag(s.armature.animation_data.action_slot).fcurves


# ---- Shape keys.


def smile(s: TrialScene) -> Any:
    """A new shape key that moves a third of the mesh."""
    if s.mesh.data.shape_keys is None:
        s.mesh.shape_key_add(name="Basis")
    made = s.mesh.shape_key_add(name="Smile", from_mix=False)
    size = max(abs(each) for corner in s.mesh.bound_box for each in corner)
    for point in made.data[: max(1, len(made.data) // 3)]:
        point.co.z += 0.1 * size
    return made


@kinds("corrective key", "of a bone", "of a distance", "of a property")
def corrective(s: TrialScene, how: str) -> None:
    driver = smile(s).driver_add("value").driver
    driver.type, driver.expression = "SCRIPTED", "0.7 * var"
    variable = driver.variables.new()
    if how == "of a property":
        s.armature["smile"] = 0.8
        variable.targets[0].id, variable.targets[0].data_path = s.armature, '["smile"]'
        return
    variable.type = "TRANSFORMS" if how == "of a bone" else "LOC_DIFF"
    for target in variable.targets:
        target.id, target.bone_target = s.armature, s.bone().name
        target.transform_type, target.transform_space = "ROT_X", "LOCAL_SPACE"


@kinds("smile", "keyed", "keyed beyond one", "negative", "keyed in the armature's action")
def keyed_smile(s: TrialScene, how: str) -> None:
    made = smile(s)
    if how == "negative":
        made.slider_min, made.value = -1.0, -0.6
        return
    if how == "keyed beyond one":
        made.slider_max = 2.0
    if how == "keyed in the armature's action":
        if not SLOTTED:
            raise NotHere
        action = s.action()
        data = s.mesh.data.shape_keys.animation_data_create()
        data.action, data.action_slot = action, action.slots.new("KEY", s.mesh.data.shape_keys.name)
    keyed(made, "value", (0.0, 1.6 if how == "keyed beyond one" else 1.0))


# ---- Strips.


@kinds("strips", "ADD", "COMBINE", "SUBTRACT", "MULTIPLY", "one after the other", "fading", "keyed influence", "timed")
def strips(s: TrialScene, how: str) -> None:
    """The action on a track, with another on top of it, or later."""
    first, last = first_and_last()
    action = s.action()
    below = pushed(s, action, first)
    if how == "timed":
        below.use_animated_time = True
        below.strip_time = first
        below.keyframe_insert("strip_time", frame=first)
        below.strip_time = 0.5 * (first + last)
        below.keyframe_insert("strip_time", frame=last)
    elif how == "keyed influence":
        below.use_animated_influence = True
        keyed(below, "influence", (1.0, 0.3))
    else:
        above = pushed(s, action, last if how == "one after the other" else first)
        if how == "fading":
            above.blend_in = 0.5 * (last - first)
        elif how != "one after the other":
            above.blend_type, above.influence = how, 0.5
        bpy.context.scene.frame_end = math.ceil(above.frame_end)
    s.armature.animation_data.action = None


@kinds("track", "muted", "empty", "locked", "of the mesh", "twice")
def track(s: TrialScene, how: str) -> None:
    first, _ = first_and_last()
    if how == "of the mesh":
        keyed(s.mesh, "location", ((0.0, 0.0, 0.0), (0.2, 0.0, 0.0)))
        data = s.mesh.animation_data
        action, slot = data.action, data.action_slot if SLOTTED else None
        strip = data.nla_tracks.new().strips.new("moves", first, action)
        if slot is not None:
            strip.action_slot = slot
        data.action = None
        return
    tracks = s.armature.animation_data.nla_tracks
    if how == "empty":
        tracks.new()
        return
    pushed(s, start=first)
    if how == "twice":
        pushed(s, start=first)
    tracks[-1].mute, tracks[-1].lock = how == "muted", how == "locked"


@kinds("second action", "kept", "of few bones", "of nobody", "longer")
def second_action(s: TrialScene, how: str) -> None:
    """Another action that stays in the file, while the first plays."""
    data, action = s.armature.animation_data, s.action()
    slot = data.action_slot if SLOTTED else None
    bones = [s.bone()] if how == "of few bones" else list(s.armature.pose.bones)[:6]
    first, last = first_and_last()
    if how == "of nobody":
        bpy.data.actions.new("Nobody's").use_fake_user = True
        return
    data.action = other = bpy.data.actions.new("Wave")
    other.use_fake_user = True
    for bone in bones:
        for frame, turn in ((first, 0.0), (last + (7 if how == "longer" else 0), 0.4)):
            bone.rotation_mode, bone.rotation_quaternion = "QUATERNION", (math.cos(turn), math.sin(turn), 0.0, 0.0)
            bone.keyframe_insert("rotation_quaternion", frame=frame)
    data.action = action
    if slot is not None:
        data.action_slot = slot


# ---- Time.


@kinds(
    "time", "29.97", "60", "cut at both ends", "longer", "from one", "negative", "preview", "current frame elsewhere"
)
def time(s: TrialScene, how: str) -> None:
    scene = bpy.context.scene
    if how == "29.97":
        scene.render.fps, scene.render.fps_base = 30, 1.001
    elif how == "60":
        scene.render.fps = 60
    elif how == "cut at both ends":
        scene.frame_start, scene.frame_end = scene.frame_start + 2, scene.frame_end - 3
    elif how == "longer":
        scene.frame_end += 8
    elif how in ("from one", "negative"):
        by = 1.0 if how == "from one" else -5.0
        for curve in s.curves():
            for point in curve.keyframe_points:
                for place in (point.co, point.handle_left, point.handle_right):
                    place.x += by
        scene.frame_start, scene.frame_end = int(scene.frame_start + by), int(scene.frame_end + by)
    elif how == "preview":
        scene.use_preview_range = True
        scene.frame_preview_start, scene.frame_preview_end = scene.frame_start + 1, scene.frame_end - 1
    else:
        scene.frame_set(scene.frame_end + 3)
