"""Edits of what moves: poses, keys, curves, actions, strips, drivers, time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.blender.trials.scene import SLOTTED, NotHere, TrialScene

bpy = pytest.importorskip("bpy")
Quaternion = pytest.importorskip("mathutils").Quaternion

Edit = Callable[[TrialScene], None]
MOTION: dict[str, Edit] = {}


def edit(work: Edit) -> Edit:
    MOTION[work.__name__] = work
    return work


def kinds(name: str, *choice: Any) -> Callable[[Callable[[TrialScene, Any], None]], Callable[[TrialScene, Any], None]]:
    """One edit for each of several kinds."""

    def register(work: Callable[[TrialScene, Any], None]) -> Callable[[TrialScene, Any], None]:
        for one in choice:
            MOTION[f"{name} {one}"] = lambda s, one=one: work(s, one)
        return work

    return register


# ---- Poses and keys.


@kinds("pose", "turned", "moved", "scaled", "a little")
def pose(s: TrialScene, how: str) -> None:
    """By hand, without a key."""
    bone = s.bone()
    bone.rotation_mode = "QUATERNION"
    if how == "moved":
        bone.location.x += 0.2
    elif how == "scaled":
        bone.scale.y *= 1.5
    else:
        bone.rotation_quaternion.rotate(Quaternion((1.0, 0.3, 0.0), 0.4 if how == "turned" else 1e-4))


@kinds("key", 3.0, 7.5, -6.0, 90.0)
def key(s: TrialScene, frame: float) -> None:
    curve = s.turning()
    curve.keyframe_points.insert(frame, curve.evaluate(frame) + s.random.choice([0.0, 0.4]))
    curve.update()


@edit
def key_moved(s: TrialScene) -> None:
    curve = s.turning()
    point = s.pick(curve.keyframe_points)
    for place in (point.co, point.handle_left, point.handle_right):
        place.y += 0.2
    curve.update()


@edit
def last_key_deleted(s: TrialScene) -> None:
    points = s.turning().keyframe_points
    points.remove(points[-1])


@edit
def curve_deleted(s: TrialScene) -> None:
    curve = s.pick(s.curves())
    if SLOTTED:
        s.action().layers[0].strips[0].channelbag(s.armature.animation_data.action_slot).fcurves.remove(curve)
    else:
        s.action().fcurves.remove(curve)


@kinds("curve", "muted", "locked", "hidden", "linear on")
def curve(s: TrialScene, how: str) -> None:
    one = s.turning()
    if how == "muted":
        one.mute = True
    elif how == "locked":
        one.lock = True
    elif how == "hidden":
        one.hide = True
    else:
        one.extrapolation = "LINEAR"


@edit
def all_curves_muted(s: TrialScene) -> None:
    for one in s.curves():
        one.mute = True


@kinds("curve modifier", "NOISE", "CYCLES", "STEPPED", "LIMITS", "GENERATOR", "muted")
def curve_modifier(s: TrialScene, kind: str) -> None:
    modifier = s.turning().modifiers.new("NOISE" if kind == "muted" else kind)
    if kind in ("NOISE", "muted"):
        modifier.strength, modifier.scale, modifier.mute = 0.5, 4.0, kind == "muted"
    elif kind == "STEPPED":
        modifier.frame_step = 4.0
    elif kind == "LIMITS":
        modifier.use_max_y, modifier.max_y = True, 0.05


@kinds("interpolation", "CONSTANT", "LINEAR", "BEZIER", "BOUNCE")
def interpolation(s: TrialScene, kind: str) -> None:
    for one in s.curves():
        for point in one.keyframe_points:
            point.interpolation = kind
            point.handle_left_type = point.handle_right_type = "AUTO_CLAMPED"
        one.update()


@kinds("keys", "one later", "slower", "sampled")
def keys(s: TrialScene, how: str) -> None:
    for one in s.curves():
        if how == "sampled":
            for frame in range(25):
                one.keyframe_points.insert(frame, one.evaluate(frame))
        for point in one.keyframe_points if how != "sampled" else ():
            for place in (point.co, point.handle_left, point.handle_right):
                place.x = place.x + 1 if how == "one later" else place.x * 1.25
        one.update()


@edit
def rotation_mode(s: TrialScene) -> None:
    s.bone().rotation_mode = "XYZ"


@edit
def channels_locked(s: TrialScene) -> None:
    s.bone().lock_rotation = (True, True, True)


@edit
def armature_object_keyed(s: TrialScene) -> None:
    for frame, place in ((0, 0.0), (20, 2.0)):
        s.armature.location.x = place
        s.armature.keyframe_insert("location", index=0, frame=frame)
    s.keyed(beside=False)


# ---- Actions and strips.


def other_action(s: TrialScene) -> Any:
    return s.pick(a for a in bpy.data.actions if a != s.action())


def assigned(s: TrialScene, action: Any) -> None:
    data = s.armature.animation_data
    data.action = action
    if SLOTTED and action is not None and action.slots:
        data.action_slot = next((x for x in action.slots if x.target_id_type == "OBJECT"), action.slots[0])


@kinds("action", "taken off", "another", "a copy", "an edited copy", "renamed", "empty", "deleted", "cyclic")
def action(s: TrialScene, how: str) -> None:
    now = s.action()
    if how == "taken off":
        s.armature.animation_data.action = None
    elif how == "another":
        assigned(s, other_action(s))
    elif how in ("a copy", "an edited copy"):
        assigned(s, now.copy())
        if how == "an edited copy":
            key_moved(s)
    elif how == "renamed":
        now.name = "Something else"
    elif how == "empty":
        assigned(s, bpy.data.actions.new("empty"))
    elif how == "deleted":
        bpy.data.actions.remove(now)
    else:
        now.use_frame_range, now.use_cyclic = True, True


@kinds("slot", "none", "new")
def slot(s: TrialScene, how: str) -> None:
    if not SLOTTED:
        raise NotHere
    now = s.action()
    s.armature.animation_data.action_slot = None if how == "none" else now.slots.new("OBJECT", "another")


@kinds("action's", "influence", "blending", "extrapolation")
def of_the_action(s: TrialScene, what: str) -> None:
    s.action()
    data = s.armature.animation_data
    if what == "influence":
        data.action_influence = 0.5
    elif what == "blending":
        data.action_blend_type = "ADD"
    else:
        data.action_extrapolation = "NOTHING"


def pushed(s: TrialScene, what: Any = None, start: int = 0) -> Any:
    """A strip of an action on a track of its own."""
    what = what or s.action()
    strip = s.armature.animation_data.nla_tracks.new().strips.new("strip", start, what)
    if SLOTTED and strip.action_slot is None and what.slots:
        strip.action_slot = what.slots[0]
    return strip


@kinds("pushed down", "", "late", "slow", "twice", "reversed", "half", "muted", "cut", "faded", "held not")
def pushed_down(s: TrialScene, how: str) -> None:
    strip = pushed(s, start=5 if how == "late" else 0)
    s.armature.animation_data.action = None
    if how == "slow":
        strip.scale = 1.5
    elif how == "twice":
        strip.repeat = 2.0
    elif how == "reversed":
        strip.use_reverse = True
    elif how == "half":
        strip.influence = 0.5
    elif how == "muted":
        strip.mute = True
    elif how == "cut":
        strip.action_frame_end -= 6.0
    elif how == "faded":
        strip.blend_in = 5.0
    elif how == "held not":
        strip.extrapolation = "NOTHING"


@kinds("strip beneath", "REPLACE", "ADD", "COMBINE", "muted", "off")
def strip_beneath(s: TrialScene, how: str) -> None:
    """Another clip under the action, which goes on."""
    strip = pushed(s, other_action(s))
    if how in ("REPLACE", "ADD", "COMBINE"):
        s.armature.animation_data.action_blend_type = how
    elif how == "muted":
        s.armature.animation_data.nla_tracks[0].mute = True
    else:
        s.armature.animation_data.use_nla = False
    strip.select = True


@edit
def solo_track(s: TrialScene) -> None:
    pushed(s)
    pushed(s, other_action(s))
    s.armature.animation_data.action = None
    s.pick(s.armature.animation_data.nla_tracks).is_solo = True


# ---- Drivers.


def driven(owner: Any, path: str, expression: str, index: int = -1) -> Any:
    curve = owner.driver_add(path, index) if index >= 0 else owner.driver_add(path)
    curve.driver.type, curve.driver.expression = "SCRIPTED", expression
    return curve


@kinds("driver", "of a bone", "of an object", "muted", "broken", "still", "by another bone")
def driver(s: TrialScene, how: str) -> None:
    bone = s.bone()
    path = f'pose.bones["{bpy.utils.escape_identifier(bone.name)}"].location'
    if how == "of an object":
        driven(s.armature, "location", "frame * 0.01", 0)
    elif how == "by another bone":
        one = driven(s.armature, path, "var", 1).driver
        one.type = "SUM"
        target = one.variables.new()
        target.type = "TRANSFORMS"
        others = [b for b in s.armature.pose.bones if b != bone and bone not in b.parent_recursive]
        target.targets[0].id, target.targets[0].bone_target = s.armature, s.pick(others).name
        target.targets[0].transform_type, target.targets[0].transform_space = "ROT_X", "LOCAL_SPACE"
    else:
        words = {"of a bone": "frame * 0.01", "muted": "9.0", "broken": "no_such_name + 1", "still": "0.0"}
        driven(s.armature, path, words[how], 2).mute = how == "muted"


# ---- Time.


@kinds("frame", 5, 13.25, -4, 200)
def frame(s: TrialScene, at: float) -> None:
    bpy.context.scene.frame_set(int(at // 1), subframe=at % 1)


@kinds("rate", "30", "base", "remapped", "range", "preview")
def rate(s: TrialScene, how: str) -> None:
    scene = bpy.context.scene
    if how == "30":
        scene.render.fps = 30
    elif how == "base":
        scene.render.fps_base = 1.001
    elif how == "remapped":
        scene.render.frame_map_old, scene.render.frame_map_new = 100, 50
    elif how == "range":
        scene.frame_start, scene.frame_end = 4, 9
    else:
        scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 2, 5
