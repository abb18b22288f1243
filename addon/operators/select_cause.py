"""Select what a cause of a difference is about: an object, and its bones, its modifier, its group or its vertices.

Or apply its remedy: one undo step, after the error that would remain has been told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import bpy
import numpy as np
from bpy.props import IntProperty
from bpy.types import Context, Event, Object

from ...skinning_core.compare.causes.scene_cause import of_export
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Bool
from ...skinning_core.text.sentence import Sentence, sentence
from ..compare.inquiry import character_model
from ..compat import select_pose_bone
from ..scene.changed.remedies import FIXES, Case, Undo
from ..scene.ground.modes import leave_mode
from ..scene.identity.character import Character, objects_left
from ..scene.identity.vertex_map import vertex_map
from ..scene.play.playback import set_frame
from ..state import session
from ..state.listing import active_character
from ..state.preferences import reading_of
from ..state.staleness import unnoticed
from ..translations import say
from . import Action, OnCharacter, without_causes
from .compare import answered_at_once
from .worst_vertex import select_vertices

#: Values of a cause's sentence that name an object, and its parts; "at" and "items" are meant for it.
_OBJECTS, _PARTS = ("at", "mesh", "armature", "object"), ("items", "bone", "group", "modifier", "constraint", "key")


class Off(NamedTuple):
    """How far a character is off."""

    largest: float  # metres
    mean: float  # root mean square, relative
    parts: tuple[float, ...]  # the largest of each part, metres


#: An error that is smaller by less than this share of it is no better.
_LESS = 1e-3


class SKINPROOF_OT_select_cause(Action):
    """Select what this is about: the object, and its bones, modifier, vertex group or vertices"""

    bl_label = "Select"

    index: IntProperty(name="Index", options={"HIDDEN"})

    refusals = (without_causes,)

    def act(self, context: Context) -> None:
        result = context.scene.skinproof.result
        cause = result.causes[min(self.index, len(result.causes) - 1)]
        ob, parts = about(cause, session.characters[result.character])
        with unnoticed(context):
            leave_mode(context)
            for other in context.selected_objects:
                other.select_set(False)
            ob.select_set(True)
            context.view_layer.objects.active = ob
            _select_parts(context, ob, parts)


def about(cause: str, character: Character) -> tuple[Object, list[str]]:
    """The object that a cause is about, and the names of what it is about there.

    Raises ``SkinproofError`` if it is no longer there.
    """
    objects = {ob.name: ob for ob in objects_left(character)}
    ob, parts = named(cause, objects)
    if ob is None:  # what is named is a bone, or nothing
        rigs = (each for each in objects.values() if each.type == "ARMATURE")
        ob = next((rig for rig in rigs if any(bone.name in parts for bone in rig.data.bones)), None)
    ob = ob or next((each for each in objects.values() if each.type == "MESH"), None)
    if ob is None:
        raise SkinproofError("nothing of it is left in this scene", fix="import it again")
    return ob, parts


def named(cause: str, objects: Mapping[str, Object]) -> tuple[Object | None, list[str]]:
    """The one of some objects that a sentence names, and what it names beside; None: none of them."""
    values = dict(cause.values) if isinstance(cause, Sentence) else {}
    names = [each for name in _OBJECTS for each in _listed(values.get(name))]
    parts = [part for name in _PARTS for part in _listed(values.get(name))]
    inside = [each for value in values.values() if isinstance(value, Sentence) for each in _listed(value)]
    return next((objects[name] for name in (*names, *inside) if name in objects), None), [*parts, *inside]


def _listed(value: object) -> list[str]:
    if isinstance(value, Sentence):  # as in "'Armature' of 'body'"
        return [part for each in value.values.values() for part in _listed(each)]
    if isinstance(value, str):
        return [value, *re.findall(r"'([^']+)'", value)]
    return [each for each in value if isinstance(each, str)] if isinstance(value, (tuple, list)) else []


def _select_parts(context: Context, ob: Object, parts: Collection[str]) -> None:
    """In the object: bones in Pose Mode, else the modifier and the group, else the vertices that are off."""
    if ob.type == "ARMATURE":
        bones = [bone for bone in ob.pose.bones if bone.name in parts]
        if bones:
            bpy.ops.object.mode_set(mode="POSE")
            for bone in ob.pose.bones:
                select_pose_bone(bone, bone in bones)
            ob.data.bones.active = bones[0].bone
        return
    for modifier in ob.modifiers:
        if modifier.name in parts:
            ob.modifiers.active = modifier
            return
    for group in ob.vertex_groups:
        if group.name in parts:
            ob.vertex_groups.active = group
    off = _vertices_off(context, ob)
    if ob.type == "MESH" and off is not None and off.any():
        select_vertices(ob.data, off)
        context.tool_settings.mesh_select_mode = (True, False, False)
        bpy.ops.object.mode_set(mode="EDIT")


def _vertices_off(context: Context, ob: Object) -> Bool | None:
    """(V,) the vertices of a mesh object that were off at the worst time of the last comparison."""
    result = context.scene.skinproof.result
    answer = session.answer_under(result.key)
    if answer is None or answer.comparison.vertex_errors is None or ob.type != "MESH":
        return None
    comparison, errors = answer.comparison, answer.comparison.vertex_errors
    index = errors.nearest(result.worst_time)
    least = comparison.tolerance.limit * float(comparison.difference.scale[index])
    off = np.zeros(len(ob.data.vertices), np.bool_)
    for part in vertex_map(answer.model, session.characters[result.character]).by_object.get(ob, ()):
        off[part.rows] |= errors.kept[index][part.part][part.vertices] > least
    return off


class SKINPROOF_OT_fix_cause(OnCharacter):
    """Fix this setting. Shows first how much of the error would remain"""

    bl_label = "Fix"

    index: IntProperty(name="Index", options={"HIDDEN"})

    refusals = (*OnCharacter.refusals, without_causes)

    def invoke(self, context: Context, event: Event) -> set[str]:
        """Try the remedy, take it back, and ask."""
        return self.attempted(lambda: self._ask(context))

    def _ask(self, context: Context) -> set[str]:
        with unnoticed(context):
            self._told = _forecast(context, self.index)[1]
        return set(context.window_manager.invoke_props_dialog(self, width=360))

    def draw(self, context: Context) -> None:
        """What would remain."""
        self.layout.label(text=self._told)

    def act(self, context: Context) -> None:
        """Apply the remedy, and say what remains."""
        cases, told = _forecast(context, self.index)
        _apply(context, cases)
        self.report({"INFO"}, told)


def _forecast(context: Context, index: int) -> tuple[list[Case], str]:
    """The remedies that help, and what remains after them; the scene is as before.

    The one of the cause itself or, if that leaves no less than now, those of all causes together: one may hide another.
    Raises ``SkinproofError`` if nothing helps.
    """
    own = _case(context, index)
    causes = context.scene.skinproof.result.causes
    others = [_case(context, k) for k, cause in enumerate(causes) if can_fix(cause) and cause is not own.cause]
    told = ""
    for cases in ([own], [own, *others])[: 1 + bool(others)]:
        for scope in ("FRAME", "CLIP"):
            before = _off(context, scope)
            undo = _apply(context, cases)
            try:
                after = _off(context, scope)
            finally:
                undo()
                _evaluate(context)
            if _is_better(before, after):
                return cases, _told(context, before, after, together=len(cases))
            told = told or _useless(context, before, after)
    raise SkinproofError(told, fix="docs/causes.md says what else to do")


def _apply(context: Context, cases: Sequence[Case]) -> Undo:
    """Apply remedies one after the other; what takes them back."""
    undone: list[Undo] = []

    def undo() -> None:
        for each in reversed(undone):
            each()

    try:
        undone.extend(FIXES[case.cause.code](case) for case in cases)
    except BaseException:
        undo()
        raise
    _evaluate(context)
    return undo


def can_fix(cause: str) -> bool:
    """Whether a cause's remedy is a button."""
    return isinstance(cause, Sentence) and cause.code in FIXES and not of_export(cause)


def _case(context: Context, index: int) -> Case:
    """The cause of that number in the result of the active character. Raises ``SkinproofError`` without a button."""
    causes = context.scene.skinproof.result.causes
    cause = causes[min(index, len(causes) - 1)]
    if not isinstance(cause, Sentence) or not can_fix(cause):
        raise SkinproofError("this has no remedy that is a button", fix="docs/causes.md says what to do")
    character = active_character(context.scene)
    clip = context.scene.skinproof.character.clip_index
    return Case(context, character, character_model(character), clip, cause)


def _evaluate(context: Context) -> None:
    """Show the frame anew: what was muted or assigned is not in the pose yet."""
    context.view_layer.update()
    set_frame(context.scene, context.scene.frame_current + context.scene.frame_subframe)


def _off(context: Context, scope: str) -> Off | None:
    """The errors at the current frame, or over the clip; None where nothing can be compared."""
    with suppress(SkinproofError):
        difference = answered_at_once(context, scope).comparison.difference
        if difference.farthest is not None:
            parts = tuple(float(np.max(part.distance.maximum, initial=0.0)) for part in difference.parts)
            return Off(difference.farthest.distance, difference.rms_relative, parts)
    return None


def _is_better(before: Off | None, after: Off | None) -> bool:
    """Whether a remedy leaves less: of the largest error or, if another cause has that vertex, of others."""
    if before is None or after is None:
        return before is None and after is not None
    if _falls(before.largest, after.largest):
        return True
    pairs = [(before.mean, after.mean), *zip(before.parts, after.parts, strict=True)]
    rises = _falls(after.largest, before.largest) or any(_falls(now, then) for then, now in pairs)
    return not rises and any(_falls(then, now) for then, now in pairs)


def _falls(then: float, now: float) -> bool:
    return now < (1.0 - _LESS) * then


def _lengths(context: Context, before: Off | None, after: Off | None) -> list[str]:
    reading = reading_of(context)
    return ["-" if off is None else reading.length(off.largest) for off in (before, after)]


def _useless(context: Context, before: Off | None, after: Off | None) -> Sentence:
    lengths = _lengths(context, before, after)
    told = "this would not help: at this frame {before} before, {after} after"
    return sentence(told, before=lengths[0], after=lengths[1])


def _told(context: Context, before: Off | None, after: Off | None, *, together: int) -> str:
    lengths = _lengths(context, before, after)
    if together > 1:
        both = {"before": lengths[0], "after": lengths[1]}
        return str(say("{count} remedies together: {before} before, {after} after", count=together, **both))
    if lengths[0] == lengths[1] and len(context.scene.skinproof.result.causes) > 1:
        return str(say("At this frame {length} remain, from another cause", length=lengths[1]))
    return str(say("At this frame: {before} before, {after} after", before=lengths[0], after=lengths[1]))
