"""How what plays differs from the import, in sentences: actions, curves, NLA strips, the scene's clock, and what moves
objects beside them (drivers, constraints, moving parents, scales).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.model import Model
from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import Sentence, sentence
from ... import compat
from ..build.import_notes import digest_of, made_curves, made_path
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.data_path import channel_in, name_in
from ..ground.noted import our
from ..identity.character import action_of, has_lost_action
from ..play.playback import CHANNELS, heard_tracks, played_action, playing_strips, plays_nla

#: Keyed, these move nothing.
_SHOWING = ("hide_viewport", "hide_render")


def changed_clock(scene: bpy.types.Scene) -> Iterator[Sentence]:
    """Why the scene's frames are not the clip's."""
    old, new = scene.render.frame_map_old, scene.render.frame_map_new
    if old != new:
        yield scene_cause("clock-remapped", old=old, new=new)


def changed_actions(moved: Iterable[bpy.types.ID], clip: int | None, *, seen: bool, played: bool) -> Iterator[Sentence]:
    """Actions that are not the clip's, and curves that are not as imported.

    seen: what is assigned now counts. played: the clip is whatever plays, so no action is foreign.
    """
    for owner in moved:
        own, own_slot = (None, "") if clip is None else action_of(owner, clip)
        if played:
            own, own_slot = compat.assigned_action(owner)
        action, slot = compat.assigned_action(owner) if seen else (own, own_slot)
        if clip is not None and has_lost_action(owner, clip):
            yield scene_cause("action-deleted", object=owner.name, at=owner.name)
        elif seen and action != own and not (plays_nla(owner) and _has_tracks(owner)):
            if own is not None or _moves_something(action, slot):
                yield _held_by_muted_track(owner, action, own) or _plays(owner.name, action, own)
        elif seen and action is not None and compat.SLOTTED_ACTIONS and slot != own_slot:
            yield _slot(owner.name, action, slot, own_slot)
        if action is not None:
            yield from _curves(owner, action, slot)


def _moves_something(action: bpy.types.Action | None, slot: str) -> bool:
    """Whether an action does more than to hide and show."""
    return any(curve.data_path not in _SHOWING for curve in compat.curves_of_slot(action, slot))


def _plays(name: str, action: bpy.types.Action | None, own: bpy.types.Action | None) -> Sentence:
    """What plays instead of the clip's own action."""
    if action is None:
        assert own is not None
        return scene_cause("action-none", object=name, action=own.name, at=name)
    if own is None:
        return scene_cause("action-foreign", object=name, other=action.name, at=name)
    return scene_cause("action-other", object=name, other=action.name, action=own.name, at=name)


def _held_by_muted_track(
    owner: bpy.types.ID, action: bpy.types.Action | None, own: bpy.types.Action | None
) -> Sentence | None:
    """That a muted NLA track has the clip's own action, if nothing plays instead.

    Importers' muted tracks, with the clip's name, do not count.
    """
    if action is not None or own is None or owner.animation_data is None:
        return None
    muted = [t for t in owner.animation_data.nla_tracks if t.mute and not own.name.startswith(t.name)]
    tracks = [track for track in muted if any(strip.action == own for strip in track.strips)]
    if not tracks:
        return None
    name = tracks[0].name
    return scene_cause("track-muted", track=name, object=owner.name, action=own.name, at=owner.name, items=(name,))


def _slot(name: str, action: bpy.types.Action, slot: str, own: str) -> Sentence:
    """Which slot of an action moves a data-block instead of the clip's own."""
    if not slot:
        return scene_cause("slot-none", object=name, action=action.name, at=name)
    names = {each.identifier: each.name_display for each in action.slots}
    about = {"object": name, "action": action.name, "at": name}
    return scene_cause("slot-other", other=names.get(slot, slot), slot=names.get(own, own), **about)


def _has_tracks(owner: bpy.types.ID) -> bool:
    return bool(heard_tracks(owner.animation_data))


def _curves(owner: bpy.types.ID, action: bpy.types.Action, slot: str) -> Iterator[Sentence]:
    curves = compat.curves_of_slot(action, slot)
    about = {"action": action.name, "at": owner.name}
    muted = [curve for curve in curves if curve.mute]
    if muted:
        yield scene_cause("curve-muted", curves=counted(len(muted), "curve"), bone=name_in(muted[0].data_path), **about)
    changing = [(curve, modifier) for curve in curves for modifier in curve.modifiers if not modifier.mute]
    for curve, modifier in changing[:1]:
        kind = modifier.bl_rna.properties["type"].enum_items[modifier.type].name
        of = {"modifier": kind, "channel": channel_in(curve.data_path), "bone": name_in(curve.data_path)}
        yield scene_cause("curve-modifier", **of, **about)
    made = made_curves(action, slot)
    if made is None:
        return
    there = {digest_of(curve, made_path(curve, owner)): curve for curve in curves}
    other = [curve for number, curve in there.items() if number not in made]
    gone = len(made) - (len(there) - len(other))
    if other:
        yield scene_cause(
            "curve-changed", curves=counted(len(other), "curve"), bone=name_in(other[0].data_path), **about
        )
    elif gone:
        yield scene_cause("curve-removed", curves=counted(gone, "curve"), **about)


#: Tolerance of frames, factors and influences.
_SAME = 1e-4


def changed_strips(moved: Iterable[bpy.types.ID], clip: int | None) -> Iterator[Sentence]:
    """What strips and settings of mixing do to moved data-blocks."""
    for owner in moved:
        animation = owner.animation_data
        if animation is None:
            continue
        mixed = plays_nla(owner) and any(True for _ in playing_strips(animation))
        if mixed and played_action(owner)[0] is not None:  # without strips the action plays in full
            if abs(animation.action_influence - 1.0) > _SAME:
                value = animation.action_influence
                yield scene_cause("action-influence", object=owner.name, value=value, at=owner.name)
            if animation.action_blend_type != "REPLACE":
                blend = _item(animation, "action_blend_type")
                yield scene_cause("action-blended", object=owner.name, blend=blend, at=owner.name)
        if mixed:
            own = action_of(owner, clip)[0] if clip is not None else None
            yield from _silenced(owner.name, animation, own)
            strips = list(playing_strips(animation))
            for strip in strips:
                whole = [each.action for each in strips].count(strip.action) == 1  # else it may have been cut in two
                yield from _strip(owner.name, strip, own, whole=whole)


def _silenced(name: str, animation: bpy.types.AnimData, own: bpy.types.Action | None) -> Iterator[Sentence]:
    """That one track plays alone, while the clip's own action is assigned or on an unmuted one."""
    alone = [track for track in animation.nla_tracks if track.is_solo]
    if own is None or not alone:
        return
    heard = {strip.action for strip in playing_strips(animation)}
    others = [strip.action for track in animation.nla_tracks if not track.mute for strip in track.strips]
    if own not in heard and own in (animation.action, *others):
        about = {"track": alone[0].name, "object": name, "action": own.name, "at": name}
        yield scene_cause("track-solo", **about, items=tuple(track.name for track in alone))


def _strip(name: str, strip: bpy.types.NlaStrip, own: bpy.types.Action | None, *, whole: bool) -> Iterator[Sentence]:
    """How a strip differs from its action; whole: no other strip plays a part of it."""
    about = {"strip": strip.name, "object": name, "at": name, "items": (strip.name,)}
    if own is not None and strip.action is not None and strip.action != own:
        yield scene_cause("strip-other", other=strip.action.name, action=own.name, **about)
        return
    yield from _frames_of(strip, about, whole=whole)
    if abs(strip.scale - 1.0) > _SAME:
        yield scene_cause("strip-scaled", factor=strip.scale, **about)
    if abs(strip.repeat - 1.0) > _SAME:
        yield scene_cause("strip-repeated", factor=strip.repeat, **about)
    if strip.use_reverse:
        yield scene_cause("strip-reversed", **about)
    if strip.use_animated_influence and (len(strip.fcurves) or abs(strip.influence - 1.0) > _SAME):
        yield scene_cause("strip-influence", value=strip.influence, **about)
    elif strip.blend_in or strip.blend_out:
        yield scene_cause("strip-faded", before=strip.blend_in, after=strip.blend_out, **about)
    if strip.blend_type != "REPLACE":
        yield scene_cause("strip-blended", blend=_item(strip, "blend_type"), **about)


def _frames_of(strip: bpy.types.NlaStrip, about: dict[str, object], *, whole: bool) -> Iterator[Sentence]:
    """Which frames of its action a strip plays, and when."""
    first, last = span_of(strip)
    begin, end = strip.action_frame_start, strip.action_frame_end
    trimmed = whole and (begin > first + _SAME or end < last - _SAME)
    if trimmed:
        yield scene_cause("strip-trimmed", begin=begin, end=end, first=first, last=last, **about)
    if strip.use_animated_time:
        yield scene_cause("strip-timed", **about)
    late = strip.frame_start - begin
    if abs(late) > _SAME and not (trimmed and abs(strip.frame_start - first) <= _SAME):
        yield scene_cause("strip-shifted", frames=abs(late), which=sentence("late" if late > 0.0 else "early"), **about)


def span_of(strip: bpy.types.NlaStrip) -> tuple[float, float]:
    """The first and last keyed frame of a strip's action."""
    ranges = [curve.range() for curve in compat.curves_of_strip(strip) if len(curve.keyframe_points)]
    if not ranges:
        return strip.action_frame_start, strip.action_frame_end
    return min(float(each[0]) for each in ranges), max(float(each[1]) for each in ranges)


def _item(thing: bpy.types.bpy_struct, name: str) -> str:
    """Blender's name of an enum property's value."""
    return str(thing.bl_rna.properties[name].enum_items[getattr(thing, name)].name)


#: Relative tolerance of scales.
_EVEN = 1e-4


def changed_objects(
    objects: list[bpy.types.Object], model: Model, clip: int | None, *, exported: bool
) -> Iterator[Sentence]:
    """Constraints, moving parents and scales of a character's objects; exported: the file was written from it.

    clip: one by whose own actions the objects move; None: as they play.
    """
    for ob in objects:
        yield from _scale(ob, objects, exported=exported)
        for constraint in ob.constraints:
            if not constraint.mute and (constraint.influence or _is_keyed(ob, constraint)):
                about = {"constraint": constraint.name, "object": ob.name}
                target = _moving(getattr(constraint, "target", None)) if exported else None
                beside = None if target is None or target not in objects else _playing_beside(target, clip)
                frame = bpy.context.scene.frame_current_final
                if target is None or (target in objects and beside is None):
                    # What it follows is in the file, which has it as it was held at the export.
                    items = {"at": ob.name, "items": (constraint.name,), "frame": frame}
                    yield scene_cause("object-constraint", **about, **items)
                    continue
                yield scene_cause("object-constraint", **about, at=ob.name, items=(constraint.name,))
                about |= {"target": target.name, "parent": target.name, "frame": frame}
                about |= {} if beside is None else {"plays": beside[0].name, "slot": beside[1]}
                yield scene_cause("target-moves", **about, at=ob.name)
        mover = _moving(ob.parent)
        left_behind = mover is not None and exported and _is_apart_from(mover, ob, model)
        if mover is not None and (left_behind or ob.parent not in objects):
            # Where it stood at the export: at the scene's current frame, until you go elsewhere.
            about = {"parent": mover.name, "frame": bpy.context.scene.frame_current_final}
            code = "parent-left-behind" if left_behind else "parent-moves"
            yield scene_cause(code, object=ob.name, **about, at=ob.name)


def _playing_beside(target: bpy.types.Object, clip: int | None) -> tuple[bpy.types.Action, str] | None:
    """What moves an object without an action of the clip: sampling what follows it, the exporter plays it."""
    action, slot = compat.assigned_action(target)
    own = None if clip is None or action is None else action_of(target, clip)[0]
    return None if clip is None or action is None or own is not None else (action, slot)


def _is_keyed(ob: bpy.types.Object, constraint: bpy.types.Constraint) -> bool:
    """Whether keys set a constraint's influence."""
    path = f"{constraint.path_from_id()}.influence"
    return any(curve.data_path == path and not curve.mute for curve in compat.curves_of(ob))


def _is_apart_from(mover: bpy.types.Object, ob: bpy.types.Object, model: Model) -> bool:
    """Whether an object is not below another in the file. A skinned mesh follows its joints wherever it is."""
    names = model.nodes.names
    if our(ob).get(stored.SKIN, -1) >= 0 or ob.name not in names:
        return False
    return mover.name not in (names[node] for node in model.nodes.path_to(names.index(ob.name)))


def keyed_meshes(objects: list[bpy.types.Object], clip: int | None) -> Iterator[Sentence]:
    """Skinned meshes that their own keys move, by the clip's own action or the one that plays.

    The export had such a mesh at the scene's current frame, until you change it.
    """
    frame = bpy.context.scene.frame_current_final
    for ob in objects:
        if ob.type != "MESH" or our(ob).get(stored.SKIN, -1) < 0:
            continue
        own = (None, "") if clip is None else action_of(ob, clip)
        curves = [*compat.curves_of(ob), *compat.curves_of_slot(*own)]
        if any(_moves_itself(curve) for curve in curves):
            yield scene_cause("mesh-keyed", mesh=ob.name, frame=frame, at=ob.name)


def _moves_itself(curve: bpy.types.FCurve) -> bool:
    if curve.mute or curve.data_path not in dict(CHANNELS) or not len(curve.keyframe_points):
        return False
    return bool(np.ptp(values_of(curve.keyframe_points, "co", 2)[:, 1]) > _SAME)


def changed_drivers(objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """Drivers of bones, shape keys and all else of a character's objects."""
    for ob in objects:
        keys = ob.data.shape_keys if ob.type == "MESH" else None
        for owner in filter(None, (ob, ob.data, keys)):
            seen = set()
            for driver in _drivers(owner):
                told = _driver(ob, driver)
                if str(told) not in seen:  # one for each component of a vector
                    yield told
                seen.add(str(told))


def _driver(ob: bpy.types.Object, driver: bpy.types.FCurve) -> Sentence:
    path = driver.data_path
    about: dict[str, object] = {"at": ob.name, "items": (path,)}
    if path.startswith(("pose.bones[", "bones[")):
        about |= {"channel": channel_in(path), "bone": name_in(path), "armature": ob.name}
        return scene_cause("bone-driver", **about)
    if path.startswith("key_blocks["):
        return scene_cause("key-driver", key=name_in(path), mesh=ob.name, **about)
    about["frame"] = bpy.context.scene.frame_current_final
    return scene_cause("object-driver", channel=channel_in(path), object=ob.name, **about)


def _drivers(owner: bpy.types.ID) -> Iterator[bpy.types.FCurve]:
    animation = owner.animation_data
    for driver in animation.drivers if animation is not None else ():
        if not driver.mute and driver.driver is not None:
            yield driver


def _moving(parent: bpy.types.Object | None) -> bpy.types.Object | None:
    """The nearest ancestor that something moves over time; None if all stand still."""
    while parent is not None:
        animation = parent.animation_data
        animated = animation is not None and (
            animation.action is not None
            or len(animation.drivers) > 0
            or (animation.use_nla and len(heard_tracks(animation)) > 0)
        )
        if animated or any(not c.mute and c.influence for c in parent.constraints):
            return parent
        parent = parent.parent
    return None


def _scale(ob: bpy.types.Object, objects: list[bpy.types.Object], *, exported: bool) -> Iterator[Sentence]:
    """A mirrored or uneven scale of the topmost objects that is not from the file.

    An export has it, and what it loses by it is found by computing.
    """
    if ob.parent in objects or stored.NODE in our(ob):
        return
    before = our(ob).get(stored.PLACED)
    made = list(before.to_list()[7:]) if before is not None else [1.0, 1.0, 1.0]
    now: list[float] = np.array(ob.scale).tolist()
    ratio = [new / then if then else 1.0 for new, then in zip(now, made, strict=True)]
    if (value := min(ratio)) < 0.0:
        axis = "XYZ"[ratio.index(value)]
        yield scene_cause("object-mirrored", object=ob.name, axis=axis, value=value, at=ob.name)
    elif not exported and max(ratio) - min(ratio) > _EVEN * max(ratio):
        x, y, z = ratio
        yield scene_cause("object-scaled-unevenly", object=ob.name, x=x, y=y, z=z, at=ob.name)
