"""The live verdict: whatever the active character does, it is compared with its file at once, and shown.

Blender calls ``follow`` after it has evaluated a frame, a pose, a stroke of a brush. What depends on no time (which
vertex is which, tiles, packed clips, missing joints and faces) is kept until meshes or bones change. On a slow machine
frames are left out, to spend at most half of the time here. Nothing is queued: a timer looks again at what was left out
last.
"""

from __future__ import annotations

import time as clock
from dataclasses import replace

import bpy
import numpy as np
from bpy.types import Context, Depsgraph, Scene

from ...skinning_core.check.inspect import joint_label, whole_meshes
from ...skinning_core.compare.judge.frame_difference import FrameDifference, Watch
from ...skinning_core.compare.judge.question import Judged, Question
from ...skinning_core.compare.judge.verdict import verdict_of_frame
from ...skinning_core.error import FAULTS, SkinproofError
from ...skinning_core.model import Float, Float64, Model
from ...skinning_core.skinned import Skinned
from ...skinning_core.subject import Presence
from ..scene.ground.modifiers import is_edited, others
from ..scene.identity.character import Character, objects_of
from ..scene.identity.vertex_map import vertex_map
from ..scene.play.placement import IN_PLACE
from ..scene.read.evaluate import Evaluation, placement_now
from ..scene.read.evaluate_mesh import hidden_from_evaluation
from ..scene.read.presence import presence_of
from ..state.live_frame import LiveFrame
from ..state.session import session
from ..state.views import in_first_window, redraw, start_timer, stop_timer
from ..translations import said_error
from .inquiry import character_model, question_of

#: A look shorter than this many seconds is no burden.
_LIGHT = 0.004

#: Seconds after which what was left out is looked at.
_LATER = 0.1

#: The cost that is shown is the mean of about this many looks.
_RECENT = 8.0


class LiveVerdict:
    """One character, and what is kept between looks."""

    def __init__(self, context: Context, character: Character, model: Model, question: Question) -> None:
        """Raises ``SkinproofError`` if its meshes have lost which vertex is which."""
        self.key = _key(context.scene, character)
        self.shape = _shape(character)
        self._character, self._model = character, model
        counts = [model.primitive(part).vertex_count for part in model.parts]
        absent = [len(lost) for lost in vertex_map(model, character).absent(counts)]
        gone = whole_meshes(model, (k for k, count in enumerate(counts) if 0 < count == absent[k]))
        self._watch = Watch(model, sum(absent), question.tolerance, gone)
        self._evaluation = Evaluation(model, character)
        if self._evaluation.hidden:
            raise hidden_from_evaluation(self._evaluation.hidden[0])
        self._presence: Presence = presence_of(model, character)

    def look(self, context: Context, depsgraph: Depsgraph) -> LiveFrame:
        """Compare the character as ``depsgraph`` has evaluated it. Raises ``SkinproofError`` if that cannot be done."""
        model, character = self._model, self._character
        question = question_of(context, character, model, now=True)
        posed = question.judged is Judged.POSE
        clip = None if posed else context.scene.skinproof.character.clip_index
        placement = placement_now(depsgraph, character, model, clip, strict=bool(question.strict) and not posed)
        placement = IN_PLACE if posed else placement
        skinned = self._evaluation.glanced(depsgraph, placement)
        shown = [positions[0] for positions in skinned.positions]
        difference = self._compared(question, clip, skinned, shown)
        verdict = verdict_of_frame(difference, question, self._presence, model.unjudged)
        back: Float64 = np.eye(4) if placement.off is None else np.asarray(np.linalg.inv(placement.off), np.float64)
        return LiveFrame(character.id, "", model, difference, verdict, tuple(shown), back, self._joint(difference))

    def _compared(self, question: Question, clip: int | None, skinned: Skinned, shown: list[Float]) -> FrameDifference:
        if question.judged is Judged.POSE:
            assert skinned.node_globals is not None
            return self._watch.in_pose(skinned.node_globals[0], shown, [w[0] for w in skinned.morph_weights])
        assert question.times.seconds is not None  # the current frame's
        return self._watch.at(clip, float(question.times.seconds[0]), shown)

    def _joint(self, difference: FrameDifference) -> str:
        if difference.worst is None:
            return ""
        part = self._model.parts[difference.worst[0]]
        influences = self._model.influences(part)
        if influences is None:
            return joint_label(self._model, part.node)
        most = influences.joints[difference.worst[1]][influences.weights[difference.worst[1]].argmax()]
        return joint_label(self._model, int(self._model.skins[part.skin].joints[most]))


def follow(context: Context, scene: Scene, depsgraph: Depsgraph | None = None) -> None:
    """Look at the active character of the window's scene, if live is on there; called by handlers."""
    if not scene.skinproof.live or scene != context.scene or session.job is not None:
        return
    if bpy.app.is_job_running("RENDER") or (depsgraph is not None and depsgraph.mode != "VIEWPORT"):
        return
    last = session.live_frame
    if last is not None and last.seconds > _LIGHT and clock.perf_counter() - last.ended < last.seconds:
        start_timer(_later, after=_LATER)
        return
    _look(context, depsgraph or context.evaluated_depsgraph_get())


def stop_following() -> None:
    """Forget the live verdict, and what was kept for it."""
    session.follower = session.live_frame = None
    stop_timer(_later)


def _later() -> float | None:
    """Look at what was left out; called by a timer, which waits as long as the machine needs its rest."""
    last = session.live_frame
    wait = 0.0 if last is None else last.ended + last.seconds - clock.perf_counter()
    if wait > 0.0:
        return wait
    with in_first_window() as context:
        follow(context, context.scene)
    return None


def _look(context: Context, depsgraph: Depsgraph) -> None:
    kept, began = session.follower, clock.perf_counter()
    try:
        found = _tried(context, depsgraph)
    except (SkinproofError, *FAULTS) as error:  # a handler that raises would print a traceback at every frame
        session.follower = None
        item = context.scene.skinproof.character
        found = LiveFrame("" if item is None else item.key, said_error(error))
    ended = clock.perf_counter()
    seconds = before = session.live_frame.seconds if session.live_frame is not None else 0.0
    if kept is session.follower:  # what is kept from now on took longer, once
        seconds = before + (ended - began - before) / _RECENT if before else ended - began
    session.live_frame = replace(found, seconds=seconds, ended=ended)
    redraw(context)


def _tried(context: Context, depsgraph: Depsgraph) -> LiveFrame:
    item = context.scene.skinproof.character
    character = session.characters.get(item.key) if item is not None else None
    if character is None:
        raise SkinproofError("there is no character in this scene", fix="import one")
    for _ in range(2):
        try:
            _require_plain(character)
            kept = session.follower
            if kept is None or (kept.key, kept.shape) != (_key(context.scene, character), _shape(character)):
                model = character_model(character)
                kept = LiveVerdict(context, character, model, question_of(context, character, model, now=True))
                session.follower = kept
            return kept.look(context, depsgraph)
        except ReferenceError:  # Blender has freed an object: undo, or a deletion not listed yet
            session.follower = None
    raise SkinproofError("the character is being changed", fix="it is compared again at the next frame")


def _key(scene: Scene, character: Character) -> tuple[object, ...]:
    settings = scene.skinproof
    return character, scene.session_uid, settings.own_tolerance, settings.tolerance


def _shape(character: Character) -> tuple[object, ...]:
    """What is kept holds as long as this is equal: how much there is of every object."""
    counts: list[object] = []
    for ob in objects_of(character):
        if ob.type == "MESH":
            mesh = ob.data
            counts.append((mesh.session_uid, len(mesh.vertices), len(mesh.loops), len(mesh.polygons), ob.parent))
        elif ob.type == "ARMATURE":
            counts.append((ob.session_uid, len(ob.data.bones)))
    return tuple(counts)


def _require_plain(character: Character) -> None:
    """Raises ``SkinproofError`` if a mesh shows something else than the skin: telling them apart takes long."""
    for ob in objects_of(character):
        if ob.type != "MESH":
            continue
        if is_edited(ob):
            raise SkinproofError("{mesh!r} is in Edit Mode", mesh=ob.name, fix="leave it (Tab)")
        if modifiers := others(ob):
            fix = "use Current Frame, which tells it apart, or switch the modifier off"
            raise SkinproofError(
                "{modifier} of {mesh!r} changes the mesh", modifier=modifiers[0], mesh=ob.name, fix=fix
            )
