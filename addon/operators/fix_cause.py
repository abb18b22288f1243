"""Put right what a cause is about: one undo step, after telling what is done and what would remain."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, NamedTuple

import bpy
import numpy as np
from bpy.props import IntProperty
from bpy.types import Context, Event

from ...skinning_core.compare.causes.scene_cause import button_of, remedy_of
from ...skinning_core.compare.judge.verification import Inquiry
from ...skinning_core.error import SkinproofError
from ...skinning_core.text.sentence import Sentence, as_sentence, sentence
from ..compare.inquiry import character_model, inquiry_about, inquiry_at_looks
from ..scene.changed.case import Case, Undo
from ..scene.changed.remedies import FIXES
from ..scene.ground.modes import in_object_mode
from ..scene.play.playback import set_frame
from ..state.listing import active_character
from ..state.preferences import reading_of
from ..state.results import Result
from ..state.staleness import unnoticed
from ..translations import said, say
from . import Action, busy, without_causes, without_character
from .compare import compare_anew


class Off(NamedTuple):
    """How far a character is off."""

    largest: float  # metres
    mean: float  # root mean square, relative
    parts: tuple[float, ...]  # the largest of each part, metres


#: A smaller gain, as a share of the error, is none.
_LESS = 1e-3

#: At so many times of a clip, and at the worst, a remedy must not make it worse: what helps one frame may not help.
_LOOKS = 9


class SKINPROOF_OT_fix_cause(Action):
    """Fix this setting. Shows first how much of the error would remain"""

    bl_label = "Fix"
    bl_options: ClassVar[set[str]] = {"REGISTER"}  # its undo step has a name of its own, which says what was fixed

    index: IntProperty(name="Index", options={"HIDDEN"})

    _told: list[str]

    refusals = (without_character, busy, without_causes)

    def invoke(self, context: Context, event: Event) -> set[str]:
        """Try the remedy, take it back, and ask."""
        return self.attempted(lambda: self._ask(context))

    def _ask(self, context: Context) -> set[str]:
        with unnoticed(context), in_object_mode(context):
            cases, figures = _forecast(context, self.index)
        self._told = [*dict.fromkeys(_capital(said(remedy_of(case.cause))) for case in cases), figures]
        title = _title(cases)
        return set(context.window_manager.invoke_props_dialog(self, width=420, title=title, confirm_text=say("Fix")))

    def draw(self, context: Context) -> None:
        """What is done, and what would remain."""
        column = self.layout.column(align=True)
        for line in self._told:
            column.label(text=line, translate=False)

    def act(self, context: Context) -> None:
        """Apply the remedy, say what remains, and compare again what was compared."""
        result: Result = context.scene.skinproof.result
        with in_object_mode(context):
            cases, told = _forecast(context, self.index)
            _apply(context, cases)
        bpy.ops.ed.undo_push(message=_title(cases))
        self.report({"INFO"}, told)
        compare_anew(context, result.scope)


def _title(cases: Sequence[Case]) -> str:
    """What is fixed, in a few words, for the list of undo steps."""
    names = dict.fromkeys(said(as_sentence(button_of(case.cause))) for case in cases)
    return say("Fix {what}", what=", ".join(names))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _forecast(context: Context, index: int) -> tuple[list[Case], str]:
    """The remedies that help, and what remains after them; the scene is as before.

    They are the cause's own or, if that leaves no less, those of all causes: one may hide another. Raises
    ``SkinproofError`` if nothing helps.
    """
    own = _case(context, index)
    causes = context.scene.skinproof.result.causes
    others = [_case(context, k) for k, cause in enumerate(causes) if button_of(cause) and cause is not own.cause]
    told = ""
    looked = _looked(context)
    for cases in ([own], [own, *others])[: 1 + bool(others)]:
        for whole in (False, True):
            before = _off(context, whole=whole)
            undo = _apply(context, cases)
            try:
                after = _off(context, whole=whole)
                helps = _is_better(before, after)
                if helps and _rises(looked, now := _looked(context)):
                    helps, before, after = False, looked, now
            finally:
                undo()
                _evaluate(context)
            if helps:
                return cases, _told(context, before, after, together=len(cases))
            told = told or _useless(context, before, after)
    raise SkinproofError(told, fix="docs/causes.md says what else to do")


def _apply(context: Context, cases: Sequence[Case]) -> Undo:
    """Apply remedies one after the other; returns what takes them back."""
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


def _case(context: Context, index: int) -> Case:
    """A cause of the active character's result. Raises ``SkinproofError`` if it has no button."""
    causes = context.scene.skinproof.result.causes
    cause = causes[min(index, len(causes) - 1)]
    if not isinstance(cause, Sentence) or not button_of(cause):
        raise SkinproofError("this has no remedy that is a button", fix="docs/causes.md says what to do")
    character = active_character(context.scene)
    clip = _clip(context)
    return Case(context, character, character_model(character), clip, cause)


def _clip(context: Context) -> int | None:
    """The clip of the causes: the worst of those judged together, or else the chosen one."""
    result = context.scene.skinproof.result
    if not result.clips:
        chosen: int | None = context.scene.skinproof.character.clip_index
        return chosen
    return None if result.clip_index < 0 else int(result.clip_index)


def _evaluate(context: Context) -> None:
    """Show the frame anew: what was muted or assigned is not in the pose yet."""
    context.view_layer.update()
    set_frame(context.scene, context.scene.frame_current + context.scene.frame_subframe)


def _off(context: Context, *, whole: bool) -> Off | None:
    """The errors at the judged frame or over the whole clip; None if nothing can be compared."""
    with suppress(SkinproofError):
        return _answered(inquiry_about(context, whole=whole))
    return None


def _looked(context: Context) -> Off | None:
    """The errors at some times of the clip; None if one frame alone was judged, or nothing can be compared."""
    with suppress(SkinproofError):
        inquiry = inquiry_at_looks(context, _LOOKS)
        return None if inquiry is None else _answered(inquiry)
    return None


def _answered(inquiry: Inquiry) -> Off | None:
    difference = inquiry.answer(why=False).comparison.difference
    if difference.farthest is None:
        return None
    parts = tuple(float(np.max(part.distance.maximum, initial=0.0)) for part in difference.parts)
    return Off(difference.farthest.distance, difference.rms_relative, parts)


def _rises(then: Off | None, now: Off | None) -> bool:
    return then is not None and now is not None and _falls(now.largest, then.largest)


def _is_better(before: Off | None, after: Off | None) -> bool:
    """Whether a remedy leaves less of the largest error or, if another cause has that vertex, of others."""
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
    told = "this would not help: {before} before, {after} after"
    return sentence(told, before=lengths[0], after=lengths[1])


def _told(context: Context, before: Off | None, after: Off | None, *, together: int) -> str:
    lengths, result = _lengths(context, before, after), context.scene.skinproof.result
    figures = {"before": lengths[0], "after": lengths[1]}
    if together > 1:
        return str(say("{count} remedies together: {before} before, {after} after", count=together, **figures))
    if lengths[0] == lengths[1] and len(result.causes) > 1:
        return str(say("At this frame {length} remain, from another cause", length=lengths[1]))
    if result.clips:
        return said(sentence("In {clip!r}: {before} before, {after} after", clip=result.clip, **figures))
    return str(say("At this frame: {before} before, {after} after", **figures))
