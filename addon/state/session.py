"""What the add-on remembers between two clicks and no file should hold: models, error arrays, a running job.

All of it may vanish at any time (a file is loaded, the add-on is disabled), and is found or computed again. Panels read
it, operators and handlers write it.

What a module has registered with Blender (``registration``, ``views``, ``command.commands``) stays beside the calls
that undo it, and so do compiled shaders, which outlive every file.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from typing import Any, Protocol

from bpy.types import Context, Depsgraph, Scene, Timer

from ...skinning_core.compare.judge.verification import Verification
from ..rig.price import FirstLook
from ..scene.identity.character import Character
from ..scene.identity.strangers import Strangers
from ..translations import say
from .live_frame import LiveFrame
from .model_memory import ModelMemory
from .results import NO_SIDE, Moved, Result, Side

ANSWERS_KEPT = 4

#: ``session_uid`` of a scene, id of a character.
Key = tuple[int, str]


@dataclass
class Job:
    """A long job that runs in steps; the panel shows how far it is."""

    label: str
    done: int
    total: int
    stop: Callable[[], None] | None = None  # ends it if its operator will not be called any more

    def progress(self) -> str:
        """How far it is and which key ends it, in the user's language."""
        return say("{job}: {done} of {total}      Esc cancels", job=say(self.label), done=self.done, total=self.total)


@dataclass(frozen=True)
class Reactions:
    """Functions that properties call when the user has chosen something."""

    clip_chosen: Callable[[Context, Any], None] | None = None  # with the context and the listed character
    scale_chosen: Callable[[Scene], None] | None = None
    live_chosen: Callable[[Context], None] | None = None  # live was switched, or another character chosen


class Overlay(Protocol):
    """What the GPU holds for one character's overlay."""

    shown: Any  # last drawn; None: nothing


class Follower(Protocol):
    """What is kept of the character that the live verdict follows."""

    key: tuple[object, ...]  # tells when it no longer holds
    shape: tuple[object, ...]

    def look(self, context: Context, depsgraph: Depsgraph) -> LiveFrame:
        """Compare the character as ``depsgraph`` has evaluated it."""


@dataclass(eq=False)
class State:
    """All that is remembered, in one object."""

    models: ModelMemory = field(default_factory=ModelMemory)
    job: Job | None = None
    #: The timer of an operator that Blender freed while it ran; it outlives the add-on by some events.
    freed: Timer | None = None

    #: True while ``listing`` fills the scene's list, to keep the list's update functions quiet.
    listing: bool = False
    #: The characters as ``listing`` last read them, by id, so that no redraw decodes anything or walks through objects.
    characters: dict[str, Character] = field(default_factory=dict)
    #: Scenes whose list was looked at, by ``session_uid``.
    scenes: set[int] = field(default_factory=set)
    #: Names of actions that deleted characters left behind.
    leftovers: tuple[str, ...] = ()
    #: Curves that keys had made of older versions' notes in the opened file.
    curves_of_notes: int = 0
    #: By character's id, one sentence on what became of its files since the import. See ``file_watch``.
    changed: dict[str, str] = field(default_factory=dict)

    #: By scene's ``session_uid`` and character's id: its last comparison (see ``result_store``).
    results: dict[int, dict[str, Result]] = field(default_factory=dict)
    #: Results whose character Blender has evaluated since (see ``staleness``).
    touched: set[Key] = field(default_factory=set)
    #: Results from the opened file, not compared since.
    saved: set[Key] = field(default_factory=set)
    #: Results whose characters are looked at when Blender has rested.
    to_check: set[Key] = field(default_factory=set)
    #: By a scene's ``session_uid``: the view layers that windows showed when its panels were drawn last.
    layers: dict[int, tuple[str, ...]] = field(default_factory=dict)
    #: When the first and the last of ``to_check`` were evaluated (seconds).
    evaluated_first: float = 0.0
    evaluated_last: float = 0.0
    #: By a mesh's ``session_uid``: a digest of its contents until Blender evaluates it anew (``fingerprint``).
    contents: dict[int, bytes] = field(default_factory=dict)
    #: Above 0 while Blender evaluates only what we did, which changes no character.
    unnoticed: int = 0

    #: What was found beside the list of characters, or is being looked for.
    side: Side = NO_SIDE
    #: What the last export moved in its scene, until it is put back.
    moved: Moved | None = None
    #: The last report.
    last_report: Path | None = None
    #: First looks at files about to be imported, by path.
    first_looks: dict[Path, FirstLook] = field(default_factory=dict)

    #: By scene's ``session_uid`` and callbacks' name: why drawing over 3D views has stopped (see ``views``).
    stopped: dict[Key, str] = field(default_factory=dict)
    overlay: Overlay | None = None
    #: How often the overlay was drawn.
    drawn: int = 0
    #: The unmatched vertices that the overlay shows: a character's id, a time in seconds, their places then.
    strangers: tuple[str, float, Strangers] | None = None
    follower: Follower | None = None
    #: What the live verdict last said.
    live_frame: LiveFrame | None = None
    #: Its ``LiveMap``, which lies on the GPU.
    live_map: object | None = None

    #: Called after a choice in the panel; filled in by ``handlers``, whose functions import the properties.
    reactions: Reactions = field(default_factory=Reactions)
    #: Items of dynamic enumerations, kept because Blender keeps no reference to their strings: clips by their names,
    #: and the clips in the dialog of a clip's action.
    clip_items: dict[tuple[tuple[int, str], ...], list[tuple[str, str, str, str, int]]] = field(default_factory=dict)
    clip_names: list[tuple[str, str, str]] = field(default_factory=list)

    _answers: OrderedDict[int, Verification] = field(default_factory=OrderedDict)

    def remember(self, answer: Verification) -> int:
        """Keep an answer; its key goes into the result."""
        key = max(self._answers, default=0) + 1
        self._answers[key] = answer
        while len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)
        return key

    def answer_under(self, key: int) -> Verification | None:
        """The answer under a key; None if it was forgotten."""
        return self._answers.get(key)

    def doubt_strangers(self) -> None:
        """Have unmatched vertices looked for anew if possible; in Edit Mode those found stay."""
        if self.strangers is not None:
            self.strangers = self.strangers[0], nan, self.strangers[2]

    def forget_file(self) -> None:
        """Forget what belongs to the former file, whose scenes and characters have other numbers."""
        self.leftovers = ()
        self.curves_of_notes = 0
        self.strangers = self.follower = self.live_frame = self.live_map = None
        self.side, self.moved = NO_SIDE, None
        self.models.asked.clear()
        for keys in (self.scenes, self.touched, self.saved, self.to_check):
            keys.clear()
        for kept in (self._answers, self.characters, self.results, self.contents, self.layers):
            kept.clear()

    def forget(self) -> None:
        """Forget everything, when the add-on is disabled."""
        self.job = self.overlay = self.last_report = None
        self.models.forget()
        for kept in (self.stopped, self.clip_items, self.first_looks, self.changed):
            kept.clear()
        self.forget_file()


#: Shared by Blender's callbacks, which are called with nothing but a context.
session = State()
