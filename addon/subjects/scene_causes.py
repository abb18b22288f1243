"""Why a character of the open scene is not as its file: changes, exporters' faults, what plays.

A cause is told if taking it away makes the difference smaller, as far as that can be tried.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

import numpy as np
from bpy.types import Context, Object

from ...skinning_core.compare.causes.played_keys import causes_of_keys
from ...skinning_core.compare.judge.question import Judged, Origin
from ...skinning_core.compare.measure.difference import distances, guarded_scale
from ...skinning_core.compare.measure.modifier_effect import as_seen
from ...skinning_core.compare.measure.tolerance import ORDINARY
from ...skinning_core.fast.exact_engine import skin_model
from ...skinning_core.model import Float, Float64, Model
from ...skinning_core.skinned import Skinned
from ...skinning_core.spread import evenly_spread
from ...skinning_core.subject import Presence, Subject
from ...skinning_core.text.sentence import Sentence
from ..scene.changed.applied_modifiers import moved_by_modifiers, rests_made, rests_moved_by_modifiers
from ..scene.changed.case import Case
from ..scene.changed.exporter_edits import (
    OF_SHEAR,
    axes_of_blender,
    beside_axes,
    explained_by_shear,
    exporter_faults,
    is_sampled,
    is_unwritten,
    lost_fraction,
    skins_left_out,
    skins_of_parents,
    turned_up,
    written_at_another_rate,
)
from ..scene.changed.fingerprint import in_edit_mode
from ..scene.changed.first_key import OF_SHAPES, counted_from_the_basis
from ..scene.changed.hidden_at_times import Hiding, hidden_by_keys, hiding_by_keys
from ..scene.changed.misplaced import misplaced
from ..scene.changed.normal_edits import causes_of_normals
from ..scene.changed.proof import can_be_taken_away, largest_square, looked_without, proven
from ..scene.changed.setting_effect import with_sizes
from ..scene.changed.simulated import moved_by_physics, moved_by_vertices
from ..scene.changed.since_import import changes_since_import
from ..scene.changed.written_pose import (
    OF_BONES_SHEAR,
    beside_bones_shear,
    bones_sheared,
    in_its_pose,
    keys_too_few,
    loses_shear,
    may_have_too_few,
    objects_sheared,
    other_way_helps,
)
from ..scene.identity.character import Character, objects_of
from ..scene.identity.vertex_map import vertex_map
from ..scene.play.placement import IN_PLACE
from ..scene.play.span import played_keys
from ..scene.read.evaluate import Evaluation, applied_to_all, placement_now

#: Frames of a clip that forecast what a setting would leave. Nine of 25 misjudged 1 of 120 exports, by 10 %.
_LOOKS = 25


@dataclass(frozen=True, eq=False)
class _Before:
    """What holds at the frame that the scene shows before it is looked at elsewhere."""

    frame: float
    hiding: Hiding
    held: Callable[[Float64], Skinned]  # positions to hold against the file at times (T,), seconds


@dataclass(frozen=True, eq=False)
class _File:
    """A file at one time, without what was explained of it, and the scene."""

    character: Character
    model: Model
    clip: int | None  # None: of none, or its keys are explained
    wanted: Skinned
    look: Callable[[], Skinned]
    held: Callable[[Float64], Skinned]  # positions to hold against the file at times (T,), seconds

    def may_lose(self) -> bool:
        """Whether its keys or nodes may not hold the scene's motion."""
        return self.may_have_too_few() or loses_shear(self.character, self.model)

    def may_have_too_few(self) -> bool:
        """Whether it has no key at some frames, so that it may be right at this time and not at another."""
        return self.clip is not None and may_have_too_few(self.character, self.model, self.clip)

    def lost(self) -> list[Sentence]:
        """What its keys, else its nodes, do not hold of the scene's motion."""
        few: list[Sentence] = []
        if self.clip is not None:
            few += keys_too_few(self.character, self.model, self.clip, self.wanted, self.held)
        if few:
            return few
        seen = as_seen(self.wanted, self.look())
        is_left = _is_left(_errors_of(self.wanted, seen))
        return [*bones_sheared(self.character, self.model, self.wanted, seen)] if is_left else []

    def errors(self) -> Float64:
        """(V, 3) each vertex's error, relative to the size."""
        return _errors_of(self.wanted, self.look())

    def errors_of_the_skin(self) -> Float64:
        """(V, 3) each vertex's error, relative to the size, if the file were in the scene's pose."""
        seen = as_seen(self.wanted, self.look())
        return _errors_of(in_its_pose(self.model, self.wanted, seen), seen)


class ExplainedScene(Subject):
    """A subject of the scene, as far as its causes go."""

    judged: Judged
    _context: Context
    _character: Character
    _strict: bool
    _source: Origin | None
    _normals: bool  # those at rest count

    @abstractmethod
    def presence(self) -> Presence:
        """Which joints and faces of the file are there."""

    @abstractmethod
    def _shown(self, clip: int | None, time: float) -> AbstractContextManager[None]:
        """In the block the scene shows what was judged at a time (seconds)."""

    @abstractmethod
    def _slide(self, clip: int | None) -> float:
        """The scene's frame at a clip's zero."""

    def changes(self, clip: int | None, time: float) -> tuple[str, ...]:
        """How the character differs from its import, and how far each setting alone moves a vertex."""
        told = [*self._of_places(clip, time), *self._by_normals()]
        if not self._is_exported:
            return tuple(told)
        # The scene is right, so the remedies are for the file.
        sampled = is_sampled(self._context.scene, self.model, clip)
        return tuple(self._of_export(cause, clip, sampled=sampled) for cause in told)

    def _of_export(self, cause: Sentence, clip: int | None, *, sampled: bool) -> Sentence:
        if cause.code == "bone-unkeyed":  # sampled, too, it has two keys, unless what stands was to be left out
            bones = cause.values["items"]
            assert isinstance(bones, tuple)
            sampled = sampled and is_unwritten(self.model, clip, bones)
        return cause.with_code(cause.code, source=Origin.SCENE.value, sampled=sampled)

    @property
    def _is_exported(self) -> bool:
        return self._source is Origin.SCENE

    def _of_places(self, clip: int | None, time: float) -> Iterable[Sentence]:
        """The causes that explain something of where vertices are at a time (seconds)."""
        context, character, model = self._context, self._character, self.model
        before = _Before(context.scene.frame_current_final, hiding_by_keys(objects_of(character)), self._held(clip))
        edited = in_edit_mode(objects_of(character))
        far = [] if edited else self._far(clip, time)
        if not edited and max(far, default=0.0) <= ORDINARY:
            return ()  # something else differs: faces, normals, what the file lacks
        seen, posed = self.judged is not Judged.CLIPS, self.judged is Judged.POSE
        applied = None if edited else applied_to_all(context.evaluated_depsgraph_get(), character, model)
        found = changes_since_import(context.scene, character, model, clip, seen=seen, posed=posed, applied=applied)
        faults = [*self._by_exporter(clip, time)]
        of_keys = (*self._by_keys(clip, time),)
        found += of_keys
        present, exported = vertex_map(model, character).by_object, self._is_exported
        if exported and (skinless := list(skins_left_out(model, present))):
            return skinless  # beside it, nothing else can be told
        if exported and not edited and (of_parents := list(skins_of_parents(model, present, far))):
            return of_parents
        seconds, time = self._beside(faults, time)
        rests = rests_made(present) if exported and not edited else {}  # at the frame of the export
        with self._shown(clip, seconds):
            sized = with_sizes(context.evaluated_depsgraph_get(), model, present, found, exported=exported)
            if edited:
                return (*sized, *faults)
            case_of = partial(Case, context, character, model, clip)
            wanted = self._wanted(clip, time)
            written = clip is not None and exported and not posed
            if exported and any(cause.code == OF_SHEAR for cause in sized):
                without = partial(looked_without, case_of=case_of, look=partial(self._look, clip, time))
                sized = explained_by_shear(model, self._look(clip, time), character, sized, without)
            if written:
                shown = as_seen(wanted, self._look(clip, time))
                sized = tuple(beside_bones_shear(character, model, wanted, shown, sized))
            whole, mended_model, mended = (
                self._as_a_whole(clip, time) if exported and not posed else ([], model, wanted)
            )
            size, errors = float(wanted.diagonal[0]), self._errors(clip, time, None if posed else mended)
            told = proven(beside_axes(whole, sized), case_of, errors, size=size, exported=exported)
            unwritten: list[Sentence] = []
            if clip is not None and written and not (told or whole or faults):
                unwritten = self._as_written(clip, time, wanted, before, rests)
            if written and not (unwritten or faults) and all(cause.code == OF_SHAPES for cause in whole):
                unexplained = None if of_keys else clip
                file = _File(character, mended_model, unexplained, mended, partial(self._look, clip, time), before.held)
                told = _beside_lost(file, told, sized, case_of)
        return (*whole, *self._with_forecast(clip, time, unwritten or told), *faults)

    def _as_written(
        self, clip: int, time: float, wanted: Skinned, before: _Before, rests: Mapping[Object, Float]
    ) -> list[Sentence]:
        """What an exporter cannot write, or writes in its own way: the first that explains it."""
        character, model = self._character, self.model
        look = partial(self._look, clip, time)
        reasons: tuple[Callable[[], Iterable[Sentence]], ...] = (
            lambda: hidden_by_keys(character, model, clip, wanted, before.held, hiding=before.hiding, now=before.frame),
            lambda: moved_by_modifiers(character, model, wanted, look()),
            lambda: rests_moved_by_modifiers(character, model, clip, wanted, look(), rests),
            lambda: moved_by_physics(character, model, wanted, look()),
            lambda: moved_by_vertices(character, model, clip, wanted, look()),
        )
        found = (list(reason()) for reason in reasons)
        return next((causes for causes in found if causes), [])

    def _as_a_whole(self, clip: int | None, time: float) -> tuple[list[Sentence], Model, Skinned]:
        """What an exporter's settings and faults do, and the file without: its shapes, and all at a time (seconds)."""
        wanted, seen = self._wanted(clip, time), self._look(clip, time)
        present, character = vertex_map(self.model, self._character).by_object, self._character
        if axes := [*axes_of_blender(self.model, present, wanted, seen)]:
            return axes, self.model, turned_up(wanted)
        of_keys, model, mended = counted_from_the_basis(self.model, present, clip, wanted, seen)
        told, mended = ([], mended) if clip is None else misplaced(character, model, clip, mended, seen)
        sheared = [*objects_sheared(character, model, mended, seen)]
        return [*of_keys, *told, *(cause for cause, _ in sheared)], model, sheared[0][1] if sheared else mended

    def _with_forecast(self, clip: int | None, time: float, causes: Sequence[Sentence]) -> Iterator[Sentence]:
        """The causes, with a note if the exporter's setting for one would leave no less; time: of the most, seconds."""
        unhelped: dict[str, bool] = {}
        if self._is_exported and (of_shear := {cause.code for cause in causes} & {*OF_BONES_SHEAR}):
            frames = self.frames(clip)
            assert frames is not None  # a scene has frames
            some = np.union1d(frames[evenly_spread(len(frames), _LOOKS)], [time])
            seen, wanted = self.at(clip, some, normals=False), skin_model(self.model, clip, some, variants=False)
            shown = as_seen(wanted, seen)
            unhelped = {c: not other_way_helps(c, self.model, shown, wanted, self._character) for c in of_shear}
        for cause in causes:
            yield cause.with_code(cause.code, unhelped=True) if unhelped.get(cause.code) else cause

    def _beside(self, faults: Iterable[Sentence], time: float) -> tuple[float, float]:
        """Seconds of the scene and of the clip at which all else is looked for, without what is wrong with its times.

        It is a whole frame near ``time``, which an exporter has sampled.
        """
        times = next((float(str(cause.values["times"])) for cause in faults if "times" in cause.values), None)
        if times is None:
            return time, time
        seconds = round(time * times * self._character.frame_rate) / self._character.frame_rate
        return seconds, seconds / times

    def _far(self, clip: int | None, time: float) -> list[float]:
        """By part, how far its farthest vertex is off the file at a time (seconds), relative to the size."""
        seen = self.at(clip, np.array([time]), normals=False)
        posed = self.posed(seen)
        wanted = self._wanted(clip, time) if posed is None else skin_model(posed, None, [0.0], variants=False)
        size = float(guarded_scale(wanted.diagonal)[0])
        return [
            float(np.nanmax(part, initial=0.0)) / size for part in distances(wanted, as_seen(wanted, seen)).per_part
        ]

    def _held(self, clip: int | None) -> Callable[[Float64], Skinned]:
        """What gives the positions to hold against the file at times (T,), seconds."""

        def held(times: Float64) -> Skinned:
            return as_seen(skin_model(self.model, clip, times, variants=False, normals=False), self.at(clip, times))

        return held

    def _wanted(self, clip: int | None, time: float) -> Skinned:
        return skin_model(self.model, clip, [time], variants=False, normals=False)

    def _look(self, clip: int | None, time: float) -> Skinned:
        """The character as evaluated now, at a time (seconds)."""
        depsgraph = self._context.evaluated_depsgraph_get()
        placement = IN_PLACE
        if self.judged is not Judged.POSE:
            placement = placement_now(depsgraph, self._character, self.model, clip, strict=self._strict)
        return Evaluation(self.model, self._character, placement).as_it_is(depsgraph, time)

    def _errors(self, clip: int | None, time: float, wanted: Skinned | None) -> Callable[[], Float64]:
        """What gives each vertex's error as evaluated then: (V, 3), relative to the size.

        wanted: where the vertices belong; None: by the skin in the pose that is seen.
        """

        def errors() -> Float64:
            seen = self._look(clip, time)
            posed = self.posed(seen)
            expected = skin_model(posed, None, [0.0], variants=False, normals=False) if posed is not None else wanted
            assert expected is not None
            return _errors_of(expected, seen)

        return errors

    def _by_exporter(self, clip: int | None, time: float) -> Iterator[Sentence]:
        """What is wrong with a clip's times in the file, if it is most of the difference at ``time``."""
        if clip is not None and self._source is Origin.SCENE and self.judged is not Judged.POSE:
            of_base = [*exporter_faults(self._context.scene, self.model, clip, time, self._held(clip))]
            yield from of_base or written_at_another_rate(self._character, self.model, clip, time, self._held(clip))
            yield from lost_fraction(self._character, self.model, clip, time, self._held(clip))

    def _by_keys(self, clip: int | None, time: float) -> Iterator[Sentence]:
        """How a clip's keys differ from its file's, if that is most of the difference at ``time``."""
        if clip is None or self.judged is Judged.POSE or self._slide(clip):
            return
        keys = played_keys(self._character, clip, plays=self.judged is Judged.PLAYS)
        if keys is not None:
            yield from causes_of_keys(self.model, clip, keys, time, self._held(clip))

    def _by_normals(self) -> Iterator[Sentence]:
        """Why normals at rest are off, if they count."""
        if self._normals:
            found = vertex_map(self.model, self._character)
            yield from causes_of_normals(self.model, found, self.presence().normals)


def _errors_of(expected: Skinned, seen: Skinned) -> Float64:
    """(V, 3) each vertex's error at one time, relative to the size."""
    pairs = zip(as_seen(expected, seen).positions, expected.positions, strict=True)
    off = np.concatenate([np.zeros((0, 3)), *(there[0] - here[0] for there, here in pairs)])
    scaled: Float64 = off / guarded_scale(expected.diagonal)[0]
    return scaled


def _is_left(errors: Float64 | None) -> bool:
    """Whether a known error (V, 3), relative to the size, is more than nothing."""
    return errors is not None and largest_square(errors) > ORDINARY**2


def _beside_lost(
    file: _File, told: list[Sentence], causes: Sequence[Sentence], case_of: Callable[[Sentence], Case]
) -> list[Sentence]:
    """The causes ``told``, what a file lost of the motion if that is most of what they leave, and what it hides.

    A shear hides what else is wrong with the skin, and that hides a shear: bendy bones are 6 cm of a Rigify dog,
    flattened, and 4 of its 23 as exported. So the other ``causes`` are tried in the scene's pose; without them what is
    lost must show.
    """
    if not file.may_lose():
        return told
    alone = [] if told else file.lost()
    if any(cause.code == "bones-sheared-by-object" for cause in alone):
        return alone
    undone = [cause for cause in told if can_be_taken_away(cause)]
    if told and not (file.may_have_too_few() or _is_left(looked_without(undone, case_of, file.errors))):
        return told
    size = float(guarded_scale(file.wanted.diagonal)[0])
    beside = proven(causes, case_of, file.errors_of_the_skin, size=size, exported=True)
    undone = [cause for cause in beside if can_be_taken_away(cause)]
    is_told = any(cause.code == OF_SHEAR for cause in told)
    lost = [] if is_told else looked_without(undone, case_of, file.lost)
    if not (lost or is_told):  # or what was taken away is what shears the bones
        return told or alone
    known = {_subject_of(cause) for cause in beside}
    return [*(lost or ()), *beside, *(cause for cause in told if _subject_of(cause) not in known)]


def _subject_of(cause: Sentence) -> tuple[object, ...]:
    """What a cause is about, whatever its size."""
    return cause.code, cause.values.get("at"), cause.values.get("items")
