"""What the add-on remembers between two clicks and what no file should hold: models, error arrays, a running job.

Everything here may vanish at any time (a file is loaded, the add-on is disabled) and is found again from the scene's
properties or computed anew. Panels read it, operators and handlers write it.

What a module has registered with Blender and must give back (``registration``, ``draw.views``, ``command.commands``)
is no such state: it stays beside the calls that undo it, and so do compiled shaders, which outlive every file.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bpy.types import Context, Scene

from ...skinning_core import load_model
from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.source import Source, stamp_of
from ...skinning_core.model import Model
from ...skinning_core.skeleton.elsewhere import Elsewhere, without
from ...skinning_core.text.immutable import immutable
from ...skinning_core.text.sentence import sentence
from ..rig.price import FirstLook
from ..scene.identity.character import Character, file_of_character, objects_of
from ..scene.identity.soundness import require_fitting
from .results import NO_SIDE, Moved, Side

if TYPE_CHECKING:
    from ..compare.live_verdict import LiveFrame, LiveVerdict
    from ..draw.live_map import LiveMap
    from ..draw.overlay_renderer import Live
    from ..scene.identity.strangers import Strangers
    from .results import Result

MODELS_KEPT = 8
ANSWERS_KEPT = 4


@dataclass
class Job:
    """A long job that runs in steps; the panel shows how far it is."""

    label: str
    done: int
    total: int


@immutable
class Reactions:
    """Functions that properties call when the user has chosen something."""

    clip_chosen: Callable[[Context, Any], None] | None = None  # called with the context and the listed character
    scale_chosen: Callable[[Scene], None] | None = None
    live_chosen: Callable[[Context], None] | None = None  # live was switched, or another character chosen


job: Job | None = None

#: True while ``listing`` fills the scene's list, so that the list's own update functions stay quiet.
listing = False

#: The characters as ``listing`` has last read them, by id: every redraw takes them from here, so that it need not
#: decode anything or walk through objects.
characters: dict[str, Character] = {}

#: By a scene's number and a character's id: the result of its last comparison (see ``kept``).
results: dict[int, dict[str, Result]] = {}

#: Scene's number and character's id of results since which Blender has evaluated the character anew (see ``touched``).
touched: set[tuple[int, str]] = set()

#: As ``touched``: results that stood in a file when it was opened, and were not compared since.
saved: set[tuple[int, str]] = set()

#: Ids of characters whose files somebody has asked for since the .blend was opened.
asked: set[str] = set()

#: Results, as in ``touched``, whose characters are looked at when Blender has rested; when the first of them has been
#: evaluated, and when the last (seconds).
to_check: set[tuple[int, str]] = set()
evaluated_first = evaluated_last = 0.0

#: By a mesh's number: a digest of what it holds, as long as Blender does not evaluate it anew (see ``fingerprint``).
contents: dict[int, bytes] = {}

#: Greater than 0 while what Blender evaluates anew is our own doing and changes no character.
unnoticed = 0

#: For each character's id, one sentence on what has become of its files since the import. See ``watch``.
changed: dict[str, str] = {}

#: For each scene's number and name of callbacks that draw over 3D views, why they have stopped (see ``draw.views``).
stopped: dict[tuple[int, str], str] = {}

#: What lies on the GPU for the overlay, and how often it has been drawn.
live: Live | None = None
drawn = 0

#: The numbers of scenes whose list was looked at.
scenes: set[int] = set()

#: Names of actions that characters left behind when they were deleted.
leftovers: tuple[str, ...] = ()

#: How many curves of our own notes, as older versions wrote them, keys had made in the file that was opened.
curves_of_notes: int = 0

#: What is kept of the character that the live verdict follows, and what was last seen of it.
live_verdict: LiveVerdict | None = None
live_frame: LiveFrame | None = None

#: What lies on the GPU of that.
live_map: LiveMap | None = None

#: The unmatched vertices that the overlay shows: a character's id, a time in seconds, and where they are then.
strangers: tuple[str, float, Strangers] | None = None

#: What is called after a choice in the panel. ``handlers`` fills it in: the functions import the properties themselves.
reactions = Reactions()

#: What was found beside the list of characters, or is being looked for.
side: Side = NO_SIDE

#: What the last export has moved in its scene, until it is put back.
moved: Moved | None = None

#: The report that was written last.
last_report: Path | None = None

#: What was seen of files that are about to be imported, by their paths.
first_looks: dict[Path, FirstLook] = {}

#: Items of dynamic enumerations, kept here because Blender keeps no reference to their strings.
clip_items: dict[tuple[tuple[int, str], ...], list[tuple[str, str, str, str, int]]] = {}

#: For the files that a model was read from, as they were then: the paths that were asked for, and the model.
_models: OrderedDict[tuple[Source, ...], tuple[tuple[Path, ...], Model]] = OrderedDict()
_answers: OrderedDict[int, Verification] = OrderedDict()

#: By character: the model of its file, what of it is elsewhere, and the model without that.
_left: dict[str, tuple[Model, tuple[Elsewhere, ...], Model]] = {}


def read_mesh_file(path: Path) -> Model:
    """The model of a file to compare a mesh with. Raises ``SkinproofError`` as ``read`` does, and if it has no mesh."""
    model = read(path)
    if not model.parts:
        raise SkinproofError("there is no mesh in this file", where=path.name)
    return model


def read(path: Path, clip_files: Sequence[Path] = ()) -> Model:
    """The model of a file (and its MD5 clips) as they are now; read once for each state of the files.

    Raises ``SkinproofError`` as the reader does.
    """
    for asked, model in reversed(_models.values()):
        if asked == (path, *clip_files) and all(source.is_unchanged() for source in model.sources):
            return model
    model = load_model(path, clip_files)
    _keep(model.sources, path, clip_files, model)
    return model


def model_of(character: Character) -> Model:
    """The model that a character was made from, or last reloaded with: from memory, else from its files.

    Without what of it is not in the scene itself.

    Raises ``SkinproofError`` if a file has changed since and the model is not in memory, or as the reader does.
    """
    path = file_of_character(character)
    asked.add(character.id)
    if not character.sources:  # saved by an older version, which did not note them
        return read(path, character.clip_files)
    if character.sources not in _models:
        if change := change_of(character.sources):
            raise SkinproofError(change, fix="put it back, Reload, or import it again")
        model = load_model(path, character.clip_files)
        require_fitting(objects_of(character), without(model, character.elsewhere))
        _keep(character.sources, path, character.clip_files, model)
    _models.move_to_end(character.sources)
    return _in_scene(_models[character.sources][1], character)


def was_read(character: Character) -> bool:
    """Whether somebody has asked for what is in a character's files since this .blend was opened."""
    return character.id in asked or character.sources in _models


def model_in_memory(character: Character) -> Model | None:
    """What ``model_of`` gives where it needs no file for it; None if it would read one. Touches no disk."""
    asked = (character.path, *character.clip_files)
    for sources, (paths, model) in reversed(_models.items()):
        if sources == character.sources or (not character.sources and paths == asked):
            return _in_scene(model, character)
    return None


def _in_scene(model: Model, character: Character) -> Model:
    """The model without what is elsewhere: the same for the same model, as long as it is asked for."""
    if not character.elsewhere:
        return model
    known = _left.get(character.id)
    if known is None or known[0] is not model or known[1] != character.elsewhere:
        known = _left[character.id] = model, character.elsewhere, without(model, character.elsewhere)
    return known[2]


def change_of(sources: Sequence[Source]) -> str:
    """What has become of a character's files since they were read, one sentence; empty if nothing has."""
    for source in sources:
        if not source.is_unchanged():
            if stamp_of(source.path) is None:
                return sentence("{file} is no longer where it was at the import", file=source.path.name)
            return sentence("{file} has changed since the import", file=source.path.name)
    return ""


def _keep(sources: tuple[Source, ...], path: Path, clip_files: Sequence[Path], model: Model) -> None:
    _models[sources] = (path, *clip_files), model
    while len(_models) > MODELS_KEPT:
        _models.popitem(last=False)


#: What the dialog of a clip's action offers; Blender needs its strings kept.
clip_names: list[tuple[str, str, str]] = []


def remember(answer: Verification) -> int:
    """Keep an answer; its key goes into the result."""
    key = max(_answers, default=0) + 1
    _answers[key] = answer
    while len(_answers) > ANSWERS_KEPT:
        _answers.popitem(last=False)
    return key


def answer_under(key: int) -> Verification | None:
    """The answer that was kept under a key; None if it has been forgotten."""
    return _answers.get(key)


def doubt_strangers() -> None:
    """Have unmatched vertices looked for anew where that can be done; in Edit Mode those that were found stay."""
    global strangers
    if strangers is not None:
        strangers = strangers[0], nan, strangers[2]


def forget_file() -> None:
    """Forget what belongs to the former file: keys in another file's scenes mean nothing, its characters are others."""
    global side, moved, strangers, live_verdict, live_frame, live_map, leftovers, curves_of_notes
    leftovers = ()
    curves_of_notes = 0
    strangers = live_verdict = live_frame = live_map = None
    side, moved = NO_SIDE, None
    for kept in (_answers, scenes, characters, results, touched, saved, asked, to_check, contents):
        kept.clear()


def forget() -> None:
    """Forget everything, when the add-on is disabled."""
    global job, live, last_report, strangers
    job = live = last_report = strangers = None
    for kept in (stopped, clip_items, first_looks, changed, _models):
        kept.clear()
    forget_file()
