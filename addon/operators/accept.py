"""What a comparison could not judge, taken for the same by name, as ``--accept`` does on the command line."""

from __future__ import annotations

from dataclasses import replace

from bpy.types import Context

from ...skinning_core.compare.judge.verdict import decided
from ...skinning_core.error import SkinproofError
from ..state import session
from ..translations import say
from . import OnCharacter
from .compare import as_before_on_error, show_answer


class SKINPROOF_OT_accept(OnCharacter):
    """Take what was not judged for the same, in this and in later comparisons of this scene. Advanced has the list"""

    bl_idname = "skinproof.accept"
    bl_label = "Accept What Was Not Judged"

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof
        answer = session.answer_under(settings.result.key)
        if answer is None:
            raise SkinproofError("the arrays of this comparison are no longer there", fix="compare again")
        codes = {ground.code for ground in answer.verdict.grounds if ground.acceptable}
        if not codes:
            raise SkinproofError("nothing was left unjudged that could be accepted", fix="compare first")
        settings.accepted = " ".join(sorted(settings.codes_accepted | codes))
        accepted = settings.codes_accepted
        verdict = decided(answer.verdict.grounds, accepted, allowed=answer.verdict.level)
        question = replace(answer.question, accept=accepted)
        with as_before_on_error(context):
            show_answer(context, replace(answer, question=question, verdict=verdict))
        self.report({"INFO"}, say("Accepted: {codes}", codes=", ".join(sorted(codes))))


CLASSES = (SKINPROOF_OT_accept,)
