"""One operator per file, or a few that belong together. They check, call a function and report in one sentence."""

from __future__ import annotations

from bpy.types import Operator

from ...skinning_core.error import SkinproofError
from ..translations import said_error, say

#: Exceptions that an ``execute`` reports in one sentence.
REFUSALS = (SkinproofError, MemoryError)


def refuse(operator: type[Operator], message: str) -> bool:
    """The answer of a ``poll`` that says no, with the reason that the button's tooltip shows."""
    operator.poll_message_set(message)
    return False


def fail(operator: Operator, error: Exception) -> set[str]:
    """The answer of an ``execute`` that failed: one sentence for the user."""
    memory = say("there is not enough memory for this")
    operator.report({"ERROR"}, memory if isinstance(error, MemoryError) else said_error(error))
    return {"CANCELLED"}
