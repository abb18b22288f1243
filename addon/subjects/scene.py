"""A character of the open scene as a subject: as it plays, by its clips, or in its pose; for panel and command line.

Nothing is changed: no pose, frame, action, selection, mode or undo step. What is read of an object holds until the
answer is given, since nobody edits meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

import numpy as np
from bpy.types import Context

from ...skinning_core.check.inspect import clip_name
from ...skinning_core.compare.judge.question import Judged, Origin, Question
from ...skinning_core.model import Float64, Model, Unjudged
from ...skinning_core.pose.world_pose import model_in_pose
from ...skinning_core.skeleton.elsewhere import ELSEWHERE
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ...skinning_core.subject import ARMATURE, Lack, Presence
from ...skinning_core.text.listing import listed
from ...skinning_core.text.sentence import Sentence, sentence
from ..scene.attach.action_match import actions_that_could_be
from ..scene.changed.fingerprint import in_edit_mode
from ..scene.identity.character import Character, objects_of, owners, stack_of
from ..scene.identity.vertex_map import vertex_map
from ..scene.play.playback import restored, set_frame, show_clip, silence_nla
from ..scene.play.sources import is_heard, mixed, playing
from ..scene.play.span import MOST_BEYOND, cut_by_manual_range, frames_around, keyed_span, keys_far_beyond, slide_of
from ..scene.read.evaluate import Evaluation, evaluate, notes_on_scene, placement_now
from ..scene.read.hidden_meshes import hidden_meshes
from ..scene.read.lacking import lacks_of
from ..scene.read.presence import presence_of, replaced_faces
from ..scene.read.replaced import frames_looked_at
from ..scene.read.rest_normals import told_of_normals
from ..scene.read.scene_play import is_current, is_keyed, require_keyed
from .clips_asked import clips_elsewhere
from .scene_causes import ExplainedScene

#: Code of the note that none of the judged clips plays now.
PLAYS_ANOTHER = "PLAYS_ANOTHER"


class SceneSubject(ExplainedScene):
    """What the three ways to judge a character have in common."""

    name = "blender"
    gives_normals = False
    roundings = ARMATURE
    judged: Judged

    def __init__(
        self,
        context: Context,
        character: Character,
        model: Model,
        question: Question,
        *,
        now: bool = False,
        notes: Sequence[str] = (),
    ) -> None:
        """now: the character as it stands, at whatever time. notes: for the user."""
        self._context, self._character, self.model = context, character, model
        self._strict, self._now, self._notes = bool(question.strict), now, tuple(notes)
        self._source = question.source
        self._asked = model.readable_clips if question.clips is None else question.clips
        self._normals, self._modifiers = question.normals, question.modifiers

    @property
    def frame_rate(self) -> float:
        """Frames per second of the keys."""
        return self._character.frame_rate

    def presence(self) -> Presence:
        """Which joints and faces of the file are there."""
        return self._presence

    def lacking(self) -> tuple[Lack, ...]:
        """What an exported file lacks of the scene, if more than a pose is judged."""
        return self._lacking

    @cached_property
    def _lacking(self) -> tuple[Lack, ...]:
        if self._source is not Origin.SCENE or self.judged is Judged.POSE:
            return ()
        return tuple(lacks_of(self._context.scene, self._character, self.model))

    @cached_property
    def _hidden(self) -> tuple[Unjudged, ...]:
        """Meshes hidden beside visible ones: every viewer of the file shows them."""
        found = tuple(vertex_map(self.model, self._character).by_object)
        exported = self._source is Origin.SCENE and self.judged is not Judged.POSE
        return tuple(hidden_meshes(found, self._context, exported=exported))

    @cached_property
    def _presence(self) -> Presence:
        found = presence_of(self.model, self._character, modifiers=self._modifiers)
        return replace(found, surface_off=self._surface_off(found.surface_off)) if found.faces_replaced else found

    def _surface_off(self, at_rest: float) -> float:
        """How far faces are from those that they replace, at rest and at some judged frames."""
        replaced = replaced_faces(self.model, self._character)
        assert replaced is not None
        now, scene = self._context.scene.frame_current_final / self.frame_rate, self._context.scene
        frames: dict[int | None, Float64 | None] = {}
        if not self._now and is_keyed(scene, self._character) and not in_edit_mode(objects_of(self._character)):
            frames = {clip: self.frames(clip) for clip in self._asked if clip in (self.clips or ())}
        far = [at_rest]
        for clip, time in ((None, now), *frames_looked_at(frames)):
            with self._shown(clip, time):
                places = replaced.now(self._context.evaluated_depsgraph_get())
                far += [] if places is None else [replaced.off(places)]
        return max(far)

    @contextmanager
    def _shown(self, clip: int | None, time: float) -> Iterator[None]:
        """In the block the scene shows what was judged at a time (seconds)."""
        scene, character = self._context.scene, self._character
        there = np.array([time]) + self._slide(clip) / character.frame_rate
        plays = self.judged is not Judged.CLIPS  # else another clip may be shown at that frame
        if self._now or (plays and is_current(scene, character, there)):
            yield
            return
        with restored(scene, character):
            if self.judged is Judged.CLIPS:
                silence_nla(character, clip)
                show_clip(character, clip)
            set_frame(scene, time * character.frame_rate + self._slide(clip))
            yield

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Blender's positions at the scene's frames of times (T,), seconds; normals are not read."""
        del normals
        skinned = self._evaluated(clip, np.atleast_1d(np.asarray(times, np.float64)), progress)
        told = told_of_normals(self.model, self._character, self._presence.normals) if self._normals else ()
        return replace(skinned, notes=(*self._notes, *skinned.notes, *told))

    def _evaluated(self, clip: int | None, times: Float64, progress: Progress) -> Skinned:
        raise NotImplementedError

    def _frames(self, clip: int | None, *, plays: bool) -> tuple[Float64, Unjudged | None]:
        """(T,) seconds of the frames around a clip's keys and what is keyed beyond; and what is too far beyond."""
        chosen = self.model.clip(clip)
        if chosen is None:
            return np.zeros(1), None
        slide = self._slide(clip)
        first, last = frames_around(self._character, chosen, slide)
        keyed = keyed_span(self._character, clip, plays=plays)
        beyond = None
        if keyed is not None:
            wanted = int(np.floor(keyed[0] + 1e-3)), int(np.ceil(keyed[1] - 1e-3))
            far = wanted[0] < first - MOST_BEYOND or wanted[1] > last + MOST_BEYOND
            first = min(first, max(wanted[0], first - MOST_BEYOND))
            last = max(last, min(wanted[1], last + MOST_BEYOND))
            beyond = Unjudged("FRAMES_BEYOND", "", keys_far_beyond(chosen.name, wanted, (first, last))) if far else None
        if self._character.written_here and not plays and clip is not None and beyond is None:
            cut = cut_by_manual_range(self._character, clip)
            beyond = None if cut is None else Unjudged("FRAMES_BEYOND", "", cut)
        return (np.arange(first, last + 1, dtype=np.float64) - slide) / self._character.frame_rate, beyond

    def _slide(self, clip: int | None) -> float:
        """The scene's frame at a clip's zero."""
        return 0 if clip is None else slide_of(self._character, self.model, clip)

    def _beyond(self, clips: Sequence[int | None], *, plays: bool) -> tuple[Unjudged, ...]:
        found = (self._frames(clip, plays=plays)[1] for clip in clips)
        return tuple(dict.fromkeys(each for each in found if each is not None))


class Plays(SceneSubject):
    """The character as it stands and moves in the scene, whatever moves it."""

    judged = Judged.PLAYS

    @property
    def clips(self) -> Sequence[int]:
        """The clips by which what plays is judged."""
        return [clip for clip in self._asked if clip is not None]

    def missing_clip(self, clip: int) -> Sentence:
        """What was judged instead."""
        del clip
        return sentence("only what plays now was judged (name it by --clip, or ask for all by --judge clips)")

    def frames(self, clip: int | None) -> Float64:
        """(T,) seconds of the frames of the clip and of what plays; at rest, the current frame's."""
        if clip is None:
            return np.array([self._context.scene.frame_current_final / self.frame_rate])
        return self._frames(clip, plays=True)[0]

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """Keyed frames far beyond a clip, and hidden meshes."""
        return (*self._hidden, *(() if self._now else self._beyond(self._asked, plays=True)))

    def _evaluated(self, clip: int | None, times: Float64, progress: Progress) -> Skinned:
        """As what plays moves it, at the current frame or those of a range; then the frame is restored.

        The character is placed as at the current frame, even if it moves through the range. Raises ``SkinproofError``
        if a mesh is hidden from evaluation, or another frame would lose a pose without keys.
        """
        context, scene, character, rate = self._context, self._context.scene, self._character, self.frame_rate
        frame = scene.frame_current_final
        shift = self._slide(clip) / rate
        there = times + shift
        alone = len(times) == 1 and (self._now or clip is None or is_current(scene, character, there))
        first, last = (frame, frame) if alone else (float(there.min()) * rate, float(there.max()) * rate)
        told = playing(character, clip, first, last, frame)
        depsgraph = context.evaluated_depsgraph_get()
        placement = placement_now(depsgraph, character, self.model, clip, strict=self._strict)
        if alone:
            skinned = Evaluation(self.model, character, placement).as_it_is(depsgraph, float(times[0]))
        else:
            with restored(scene, character):
                require_keyed(scene, character)
                evaluation = Evaluation(self.model, character, placement)
                skinned = evaluation.at(context, clip, times, rate, zero=-shift, clamped=False, progress=progress)
        notes = (*told.notes(clip_name(self.model, clip)), *notes_on_scene(scene, character), *skinned.notes)
        return replace(skinned, notes=notes)


class ByClips(SceneSubject):
    """The character under its own actions of the file's clips, each assigned in turn and put back."""

    judged = Judged.CLIPS

    @property
    def clips(self) -> Sequence[int]:
        """The clips that it has actions of."""
        return self._character.imported_clips

    def missing_clip(self, clip: int) -> Sentence:
        """What was looked for, or which of several actions could be meant."""
        if several := actions_that_could_be(self._character, self.model, clip):
            told = "several actions could be the clip {clip!r}: {actions} (rename the others, or use --clip-map)"
            return sentence(told, clip=self.model.clip_names[clip], actions=listed(several))
        name = self.model.clip_names[clip]
        if self._character.written_here and name in self._context.scene.objects:
            told = "the clip {clip!r} is what that object does by itself: export with Split Animation by Object off"
            return sentence(told, clip=name)
        told = "no action, strip or track of {character!r} is the clip {clip!r} (rename one, or use --clip-map)"
        return sentence(told, character=self._character.label, clip=name)

    def frames(self, clip: int | None) -> Float64:
        """(T,) seconds of the frames of the clip and of its actions."""
        return self._frames(clip, plays=False)[0]

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """Keyed frames far beyond a clip; what plays, if it mixes clips; hidden meshes."""
        asked = [clip for clip in self._asked if clip in self.clips]
        return (*self._hidden, *self._beyond(asked, plays=False), *self._mixed, *self._elsewhere)

    @property
    def _elsewhere(self) -> tuple[Unjudged, ...]:
        names = [self.model.clip_names[clip] for clip in clips_elsewhere(self._character, self.model)]
        told = sentence("{clips}: clips of what is elsewhere, not judged", clips=listed(list(dict.fromkeys(names))))
        return (Unjudged(ELSEWHERE, "", told),) if names else ()

    @cached_property
    def _mixed(self) -> tuple[Unjudged, ...]:
        if self._character.played:
            return ()
        scene = self._context.scene
        names = mixed(self._character, scene.frame_start, scene.frame_end)
        if not names:
            return ()
        told = sentence("what plays now mixes {names}, which the file has one by one", names=listed(names))
        return (Unjudged("MIXED", "", told),)

    def _evaluated(self, clip: int | None, times: Float64, progress: Progress) -> Skinned:
        slide = self._slide(clip)
        skinned = evaluate(
            self._context, self._character, self.model, clip, times, strict=self._strict, slide=slide, progress=progress
        )
        told = (sentence("frame {frame:.5g} of the scene is at the clip's zero", frame=slide),) if slide else ()
        return replace(skinned, notes=(*told, *self._together, *self._now_playing, *skinned.notes))

    @cached_property
    def _together(self) -> tuple[Sentence, ...]:
        """One line if several clips of the file are one motion of the scene."""
        clips, played = self.model.clips, self._character.played
        names = [clip.name for k, clip in enumerate(clips) if k in played or not clip.tracks] if played else []
        told = "Compared: {clips} together, as they play in the scene (one of them alone is a part of it)"
        return (sentence(told, clips=listed(names)),) if len(names) > 1 else ()

    @cached_property
    def _now_playing(self) -> tuple[Sentence, ...]:
        """One line if what plays now is none of the file's clips."""
        if self._character.played or any(
            stack_of(owner, clip) for owner in owners(self._character) for clip in self.clips
        ):
            return ()
        frame = self._context.scene.frame_current_final
        now = [playing(self._character, clip, frame, frame, frame) for clip in (None, *self.clips)]
        heard = not now[0].unkeyed and any(is_heard(self._character, clip, frame) for clip in self.clips)
        if heard or any(each.own for each in now):
            return ()
        told = sentence("what plays now ({words}) is none of the file's clips", words=now[0].words)
        return (told.with_code(PLAYS_ANOTHER),)


class InPose(SceneSubject):
    """The deformation alone: the file's skin on the character's bones, wherever they stand."""

    judged = Judged.POSE

    def frames(self, clip: int | None) -> Float64:
        """(T,) seconds of the scene's frames, or of the current one if others would lose an unkeyed pose."""
        del clip
        scene = self._context.scene
        if self._now or not self._is_keyed:
            return np.array([scene.frame_current_final / self.frame_rate])
        return np.arange(scene.frame_start, scene.frame_end + 1) / self.frame_rate

    @cached_property
    def _is_keyed(self) -> bool:
        return is_keyed(self._context.scene, self._character)

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """Other frames than the current one, if they cannot be gone to, and hidden meshes."""
        if self._now or self._is_keyed:
            return self._hidden
        told = sentence("the pose is not keyed: only the current frame is judged, since others would lose it")
        return (*self._hidden, Unjudged("POSE_NOT_KEYED", "", told))

    def posed(self, skinned: Skinned) -> Model:
        """The model at rest on the bones, and with the shape keys, as at the only time of ``skinned``."""
        assert skinned.node_globals is not None
        return model_in_pose(self.model, skinned.node_globals[0], [weights[0] for weights in skinned.morph_weights])

    def _evaluated(self, clip: int | None, times: Float64, progress: Progress) -> Skinned:
        """Bones are taken as joints where they stand; the current frame is restored."""
        del clip
        context, scene, character = self._context, self._context.scene, self._character
        depsgraph = context.evaluated_depsgraph_get()
        placement = placement_now(depsgraph, character, self.model, None, strict=False)
        told = [sentence("Compared: the file's skin on Blender's bones as they stand")]
        if placement.moved:
            told.append(sentence("The character {moved}: compared in place", moved=placement.moved))
        evaluation = Evaluation(self.model, character)
        if is_current(scene, character, times):
            skinned = evaluation.as_it_is(depsgraph, float(times[0]))
        else:
            with restored(scene, character):
                require_keyed(scene, character)
                skinned = evaluation.at_frames(context, times, self.frame_rate, progress=progress)
        return replace(skinned, notes=(*told, *notes_on_scene(scene, character), *skinned.notes))


_KINDS = {kind.judged: kind for kind in (Plays, ByClips, InPose)}


def scene_subject(
    context: Context,
    character: Character,
    model: Model,
    question: Question,
    *,
    now: bool = False,
    notes: Sequence[str] = (),
) -> SceneSubject:
    """The subject of a question; now, notes: see ``SceneSubject``."""
    return _KINDS[question.judged](context, character, model, question, now=now, notes=notes)
