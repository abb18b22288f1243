"""Select what a cause of a difference is about: an object, and its bones, its modifier, its group or its vertices.

Or apply its remedy: one undo step, after the error that would remain has been told.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress

import bpy
import numpy as np
from bpy.props import IntProperty
from bpy.types import Context, Event, Object

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Bool
from ...skinning_core.text.sentence import Sentence
from ..compare.inquiry import character_model
from ..compat import select_pose_bone
from ..scene.changed.remedies import FIXES, Case
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
    values = dict(cause.values) if isinstance(cause, Sentence) else {}
    names = [values[name] for name in _OBJECTS if isinstance(values.get(name), str)]
    objects = {ob.name: ob for ob in objects_left(character)}
    parts = [part for name in _PARTS for part in _listed(values.get(name))]
    ob = next((objects[name] for name in names if name in objects), None)
    if ob is None:  # what is named is a bone, or nothing
        rigs = (each for each in objects.values() if each.type == "ARMATURE")
        ob = next((rig for rig in rigs if any(bone.name in parts for bone in rig.data.bones)), None)
    ob = ob or next((each for each in objects.values() if each.type == "MESH"), None)
    if ob is None:
        raise SkinproofError("nothing of it is left in this scene", fix="import it again")
    return ob, parts


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
    """Put this setting back to what the file is made for. What would remain of the error is told first"""

    bl_label = "Fix"

    index: IntProperty(name="Index", options={"HIDDEN"})

    refusals = (*OnCharacter.refusals, without_causes)

    def invoke(self, context: Context, event: Event) -> set[str]:
        """Try the remedy, take it back, and ask."""
        return self.attempted(lambda: self._ask(context))

    def _ask(self, context: Context) -> set[str]:
        with unnoticed(context):
            before = _largest(context)
            undo = FIXES[_case(context, self.index).cause.code](_case(context, self.index))
            _evaluate(context)
            try:
                after = _largest(context)
            finally:
                undo()
                _evaluate(context)
        self._told = _told(context, before, after)
        return set(context.window_manager.invoke_props_dialog(self, width=360))

    def draw(self, context: Context) -> None:
        """What would remain."""
        self.layout.label(text=self._told)

    def act(self, context: Context) -> None:
        """Apply the remedy, and say what remains."""
        case = _case(context, self.index)
        before = _largest(context)
        FIXES[case.cause.code](case)
        _evaluate(context)
        self.report({"INFO"}, _told(context, before, _largest(context)))


def can_fix(cause: str) -> bool:
    """Whether a cause's remedy is a button."""
    return isinstance(cause, Sentence) and cause.code in FIXES


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


def _largest(context: Context) -> float | None:
    """Metres: the largest error at the current frame; None where nothing can be compared."""
    with suppress(SkinproofError):
        farthest = answered_at_once(context, "FRAME").comparison.difference.farthest
        return None if farthest is None else farthest.distance
    return None


def _told(context: Context, before: float | None, after: float | None) -> str:
    reading = reading_of(context)
    lengths = ["-" if metres is None else reading.length(metres) for metres in (before, after)]
    if lengths[0] == lengths[1] and len(context.scene.skinproof.result.causes) > 1:
        return str(say("At this frame {length} remain, from another cause", length=lengths[1]))
    return str(say("At this frame: {before} before, {after} after", before=lengths[0], after=lengths[1]))
