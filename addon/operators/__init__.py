"""One operator per file, or a few that belong together. They check, call a function and report in one sentence.

Read in this order: ``import_skin`` and ``find_file`` (a character comes in), ``character``, ``bone_map``;
``modal_inquiry``, ``compare``, ``worst_vertex``, ``select_cause``, ``fix_cause``, ``import_again``, ``manual`` and
``help``, ``report``, ``two_objects``, ``export_again``, ``exports``, ``export_preset``, ``mends`` (what comes of a
comparison); ``overlay_switch``, ``reach``, ``lesson``.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import ClassVar

import bpy
from bpy.types import Context, Operator

from ...skinning_core.error import SkinproofError
from ...skinning_core.files.source import is_folder
from ..scene.ground.modes import in_object_mode, left_for_object_mode
from ..state.session import session
from ..translations import said_error, say

#: Exceptions that an operator reports in one sentence.
REFUSALS = (SkinproofError, MemoryError)

#: Why an operator cannot be used, as its button's tooltip says; empty: it can.
Refusal = Callable[[Context], str]


def unless(holds: Callable[[Context], object], why: str) -> Refusal:
    """The refusal of an operator that needs something to hold."""
    return lambda context: "" if holds(context) else why


def outside_object_mode(why: str) -> Refusal:
    """The refusal of an operator for Object Mode only."""
    return unless(lambda context: context.mode == "OBJECT", why)


def busy(_context: Context) -> str:
    """The refusal while a comparison, which it names, is running."""
    return "" if session.job is None else say("{job} is running", job=say(session.job.label))


def chosen_file(filepath: str) -> Path:
    """What was chosen in a file browser. Raises ``SkinproofError`` if that is nothing, or a folder."""
    if not filepath:
        raise SkinproofError("no file was given", fix="choose a file")
    path = Path(bpy.path.abspath(filepath)).absolute()
    if is_folder(path):
        raise SkinproofError("{folder!r} is a folder", folder=path.name or str(path), fix="choose a file")
    return path


without_character = unless(lambda context: context.scene.skinproof.character is not None, "Import a character first")
without_causes = unless(lambda context: context.scene.skinproof.result.causes, "Compare a character first")


class Modes(Enum):
    """What an operator does in another mode than Object Mode, where most of the work is done."""

    ANY = "it works there as it is"
    BACK = "it leaves the mode while it works, and goes back"
    LEFT = "it leaves the mode, since other objects are chosen then"


class Action(Operator):
    """What most operators are: they do something that can be undone, or refuse it in one sentence."""

    bl_options: ClassVar[set[str]] = {"REGISTER", "UNDO"}
    bl_idname: ClassVar[str]
    modes: ClassVar[Modes] = Modes.ANY
    #: Asked in this order.
    refusals: tuple[Refusal, ...] = ()

    def __init_subclass__(cls) -> None:
        """Buttons call an operator by its class's name: skinproof.help is SKINPROOF_OT_help."""
        super().__init_subclass__()
        cls.bl_idname = cls.__name__.replace("SKINPROOF_OT_", "skinproof.")

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether nothing refuses it; the tooltip says what does."""
        why = next(filter(None, (refusal(context) for refusal in cls.refusals)), "")
        if why:
            cls.poll_message_set(why)
        return not why

    def execute(self, context: Context) -> set[str]:
        """Blender's call of ``act``."""
        return self.attempted(lambda: self._acted(context))

    def _acted(self, context: Context) -> set[str] | None:
        if self.modes is Modes.ANY:
            return self.act(context)
        with in_object_mode(context) if self.modes is Modes.BACK else left_for_object_mode(context):
            return self.act(context)

    def attempted(self, do: Callable[[], set[str] | None]) -> set[str]:
        """The answer to Blender; if it is refused, you read why."""
        try:
            return do() or {"FINISHED"}
        except REFUSALS as error:
            memory = say("there is not enough memory for this")
            self.report({"ERROR"}, memory if isinstance(error, MemoryError) else said_error(error))
            return {"CANCELLED"}

    def act(self, context: Context) -> set[str] | None:
        """Do it; returns an answer to Blender other than done. Raises what ``REFUSALS`` names to refuse it."""
        raise NotImplementedError


class OnCharacter(Action):
    """For operators that act on the active character, in whatever mode."""

    modes = Modes.BACK
    refusals: tuple[Refusal, ...] = (without_character, busy)
