"""Apply the remedy of a cause: one undo step, after the error that would remain has been told."""

from __future__ import annotations

from contextlib import suppress

from bpy.props import IntProperty
from bpy.types import Context, Event

from ...skinning_core.error import SkinproofError
from ...skinning_core.text.sentence import Sentence
from ..compare.inquiry import character_model
from ..scene.changed.remedies import FIXES, Case
from ..scene.play.playback import set_frame
from ..state.lengths import reading_of
from ..state.listing import active_character
from ..state.own_edits import unnoticed
from ..translations import say
from . import OnCharacter, without_causes
from .compare import answered_at_once


class SKINPROOF_OT_fix_cause(OnCharacter):
    """Put this setting back to what the file is made for. What would remain of the error is told first"""

    bl_idname = "skinproof.fix_cause"
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
        del context
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


CLASSES = (SKINPROOF_OT_fix_cause,)
