"""One operator per file, or a few that belong together. They check, call a function and report in one sentence.

Read in this order: ``look_at_file``, ``import_skin`` and ``attach`` (a character comes in), ``character``,
``find_file``, ``bone_map``, ``map_clip``; ``modal_inquiry``, ``compare``, ``compare_export``, ``accept``,
``worst_vertex``, ``unmatched``, ``select_cause``, ``fix_cause``, ``heat_map``, ``two_objects``, ``explain``, ``help``,
``report`` (what comes of a comparison); ``overlay_switch``, ``reach``, ``lesson``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from bpy.types import Context, Operator

from ...skinning_core.error import SkinproofError
from ..state import session
from ..translations import said_error, say

#: Exceptions that an ``execute`` reports in one sentence.
REFUSALS = (SkinproofError, MemoryError)

_Operator = TypeVar("_Operator", bound=Operator)


def refuse(operator: type[Operator], message: str) -> bool:
    """The answer of a ``poll`` that says no, with the reason that the button's tooltip shows."""
    operator.poll_message_set(message)
    return False


def idle(operator: type[Operator]) -> bool:
    """Whether no comparison is running; the tooltip names the one that is."""
    return session.job is None or refuse(operator, say("{job} is running", job=say(session.job.label)))


def fail(operator: Operator, error: Exception) -> set[str]:
    """The answer of an ``execute`` that failed: one sentence for the user."""
    memory = say("there is not enough memory for this")
    operator.report({"ERROR"}, memory if isinstance(error, MemoryError) else said_error(error))
    return {"CANCELLED"}


def refusing(execute: Callable[[_Operator, Context], set[str]]) -> Callable[[_Operator, Context], set[str]]:
    """An ``execute`` in which a refusal becomes one sentence for the user."""

    @wraps(execute)
    def guarded(self: _Operator, context: Context) -> set[str]:
        try:
            return execute(self, context)
        except REFUSALS as error:
            return fail(self, error)

    return guarded
