"""The verdict: the same, different, the same as far as judged, or not judged. It is decided here and nowhere else.

What was measured becomes *grounds*: each has a code, a sentence and an outcome. ``decided`` looks at them alone. Table,
page, JSON, JUnit, SARIF, panel and exit status show its result. No other module compares a figure with a tolerance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import radians
from typing import TYPE_CHECKING

import numpy as np

from ...model import UNJUDGED, Float64, Unjudged
from ...skinned import SetAside
from ...subject import Lack, Presence
from ...text.count import counted
from ...text.listing import listed
from ...text.sentence import Sentence, sentence
from ..measure.tolerance import ORDINARY
from .level import Level, Ranked, level_of_angle, level_of_error
from .question import Origin, Question

if TYPE_CHECKING:
    from ..between.added_vertices import OnlyThere
    from ..measure.difference import Difference
    from ..measure.tolerance import Tolerance
    from .frame_difference import FrameDifference


#: Codes of what the user may accept as unjudged. Stable: --accept takes them.
ACCEPTABLE = frozenset(
    {
        *UNJUDGED,  # what a reader leaves aside
        "ELSEWHERE",  # parts of the file are in another scene of the .blend, or an instance there
        "NOT_A_MESH",  # parts of the file are curves, texts or surfaces in the scene
        "ENGINE_MISSING",  # one of several engines is not installed
        "CLIPS_MISSING",  # clips that were asked for are missing or ambiguous
        "FACES_ADDED",  # faces that the file lacks
        "JOINTS_MISSING",  # joints that move vertices are not in the rig
        "FRAMES_BEYOND",  # the scene's keys go far beyond the clip
        "MESH_HIDDEN",  # a mesh is hidden in the scene, but viewers of the file show it
        "MIXED",  # several clips play at once
        "MODIFIER",  # a modifier adds vertices, or none can be told apart
        "POSE_NOT_KEYED",  # another frame would lose the pose
        "TOO_LARGE",  # between keys matrices may be too large to compute positions
        "VERTICES_ADDED",  # only the second of two objects or files has them
        "NORMALS_NOT_GIVEN",  # the file has normals, the results have none
    }
)


class Outcome(Ranked):
    """What a verdict says, the best first."""

    SAME = "same"
    PARTLY = "same as far as judged"
    NOT_JUDGED = "not judged"
    DIFFERS = "differs"


@dataclass(frozen=True)
class Ground:
    """One reason why a verdict is not simply "the same"."""

    outcome: Outcome  # unless another ground is worse
    code: str  # stable; ``--accept`` takes those of PARTLY
    sentence: Sentence | str
    level: Level = Level.SAME  # how visible it is
    amount: float = 0.0  # a share, an angle or a count, by code; the largest is told
    about: str = ""  # which of several things with this code

    @property
    def differs(self) -> bool:
        """It is a difference; else it says what was not judged."""
        return self.outcome is Outcome.DIFFERS

    @property
    def acceptable(self) -> bool:
        """The user may accept it by its code."""
        return self.outcome is Outcome.PARTLY


@dataclass(frozen=True)
class Verdict:
    """The answer to a question."""

    outcome: Outcome
    level: Level  # of the largest difference, also if a tolerance allows it
    grounds: tuple[Ground, ...]  # differences first, then what was not judged
    refused: bool = False  # a subject could not do its work

    @property
    def same(self) -> bool:
        """All that was asked was judged, and none of it differs."""
        return self.outcome is Outcome.SAME

    @property
    def differs(self) -> bool:
        """Something that was judged differs."""
        return self.outcome is Outcome.DIFFERS

    @property
    def status(self) -> int:
        """The exit status: 0 the same, 1 different, 2 not done, 3 not all judged."""
        if self.refused:
            return 2
        return {Outcome.SAME: 0, Outcome.DIFFERS: 1}.get(self.outcome, 3)

    @property
    def words(self) -> Sentence:
        """In few words: the same; differs: visible; the same as far as judged."""
        if self.refused:
            return sentence("not done")
        if self.differs:
            return sentence("differs: {level}", level=sentence(self.level.value))
        if self.same and self.level is not Level.SAME:
            return sentence("allowed: {level}", level=sentence(self.level.value))
        return sentence("the same" if self.same else self.outcome.value)


def decided(grounds: Iterable[Ground], accept: frozenset[str] = frozenset(), *, allowed: Level = Level.SAME) -> Verdict:
    """The verdict of grounds; the worst counts.

    accept: codes that may be left unjudged. allowed: the level of an error within the user's tolerance.
    """
    kept = [g for g in grounds if g.code not in accept or g.outcome is not Outcome.PARTLY]
    largest: dict[tuple[str, str], Ground] = {}
    for ground in kept:  # the largest of a code counts, or of each name
        key = (ground.code, ground.about or ("" if ground.amount else str(ground.sentence)))
        if key not in largest or ground.amount > largest[key].amount:
            largest[key] = ground
    ordered = tuple(sorted(largest.values(), key=lambda ground: (-ground.outcome.rank, -ground.level.rank)))
    outcome = max((ground.outcome for ground in ordered), key=lambda o: o.rank, default=Outcome.SAME)
    level = max([*(ground.level for ground in ordered), allowed], key=lambda each: each.rank)
    refused = any(ground.code == REFUSED for ground in ordered)
    if refused and outcome is not Outcome.DIFFERS:
        outcome = Outcome.NOT_JUDGED
    return Verdict(outcome, level, ordered, refused)


def combined(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on several clips or subjects; the worst counts."""
    several = tuple(verdicts)
    allowed = max((verdict.level for verdict in several), key=lambda level: level.rank, default=Level.SAME)
    return decided([ground for verdict in several for ground in verdict.grounds], allowed=allowed)


def worst_status(verdicts: Iterable[Verdict]) -> int:
    """The worst exit status: not done, then different, then not all judged."""
    return max((verdict.status for verdict in verdicts), key=_STATUSES.index, default=0)


#: Exit statuses, the best first.
_STATUSES = (0, 3, 1, 2)


#: The code of a subject that could not do its work.
REFUSED = "REFUSED"
#: The code of a subject that is not installed.
ENGINE_MISSING = "ENGINE_MISSING"


def refusal(subject: str, why: str) -> Ground:
    """The ground of a subject that could not do its work."""
    return Ground(Outcome.NOT_JUDGED, REFUSED, sentence("{subject}: {why}", subject=subject, why=why))


def not_at_hand(why: Iterable[Sentence], *, alone: bool) -> Iterator[Ground]:
    """The grounds of subjects that are not installed, by their sentences. alone: there is no other."""
    for each in why:
        yield Ground(Outcome.NOT_JUDGED if alone else Outcome.PARTLY, ENGINE_MISSING, each)


def missing_in_file(verdict: Verdict) -> tuple[Ground, ...]:
    """The grounds that say what an exported file lacks of its scene, the largest loss first."""
    return tuple(ground for ground in verdict.grounds if ground.code.startswith("SCENE_"))


def unseen(verdict: Verdict) -> bool:
    """All was judged, and nobody sees what differs, if anything does."""
    return all(ground.differs and ground.level.rank <= Level.UNSEEN.rank for ground in verdict.grounds)


def moves_vertices(verdict: Verdict) -> bool:
    """Positions differ, so a cause can be looked for."""
    return any(ground.code == "POSITIONS" for ground in verdict.grounds)


def allowed_level(difference: Difference | FrameDifference, limit: Tolerance, question: Question) -> Level:
    """The level of an error beyond rounding that the user's tolerance allows."""
    largest = difference.max_relative
    if not limit.asked or largest <= ORDINARY or largest > limit.limit:
        return Level.SAME
    return level_of_error(largest, question.screen)


def grounds_of(
    difference: Difference,
    limit: Tolerance,
    question: Question,
    presence: Presence | None = None,
    set_aside: Sequence[SetAside] = (),
    lacking: Sequence[Lack] = (),
    only_there: OnlyThere | None = None,
) -> Iterator[Ground]:
    """Why a subject is not simply the same over one clip."""
    for lack in lacking:
        yield Ground(Outcome.DIFFERS, lack.code, lack.sentence, Level.VISIBLE, lack.amount, about=str(lack.sentence))
    yield from _of_positions(difference, limit, question)
    if question.normals:
        yield from _of_normals(difference, question)
    if presence is not None:
        yield from _of_presence(presence, limit, question)
    added = 0 if only_there is None else only_there.beyond(max(limit.limit, difference.max_relative))
    if added:
        told = counted(added, "vertex is not of the file", "vertices are not of the file")
        yield Ground(Outcome.PARTLY, "VERTICES_ADDED", told)
    if question.modifiers:
        skin_is_same = not difference.lost and difference.max_relative <= limit.limit
        for aside in set_aside:
            yield from _of_modifier(aside, difference.scale, limit, question, skin_is_same=skin_is_same)


def unread(reasons: Iterable[Unjudged]) -> Iterator[Ground]:
    """The grounds of what could move a vertex but was not read."""
    for reason in reasons:
        yield Ground(Outcome.PARTLY, reason.code, reason.sentence)


def without_answer(grounds: Iterable[Ground]) -> Iterator[Ground]:
    """The ground of a question without subject, clip or time, unless one says more. grounds: what is known."""
    if all(ground.outcome in (Outcome.SAME, Outcome.PARTLY) for ground in grounds):
        yield _nothing_compared()


def _nothing_compared() -> Ground:
    return Ground(Outcome.NOT_JUDGED, "NOTHING_COMPARED", sentence("nothing could be compared"))


def without_clips(missing: Sequence[str], count: int, *, why: Sequence[str] = ()) -> Iterator[Ground]:
    """The ground of clips not judged. missing: their names, of ``count`` asked for."""
    if missing:
        outcome = Outcome.NOT_JUDGED if len(missing) == count else Outcome.PARTLY
        words = "{missing} of {count} clips not judged: {names}"
        told = sentence(words, missing=len(missing), count=count, names=listed(missing))
        yield Ground(outcome, "CLIPS_MISSING", told)
    for each in why:
        yield Ground(Outcome.PARTLY, "CLIPS_MISSING", each)


def verdict_of_frame(
    difference: FrameDifference, question: Question, presence: Presence | None = None, unjudged: Iterable[Unjudged] = ()
) -> Verdict:
    """The verdict on one frame of playback: its positions, and what was found once."""
    grounds = [*_of_positions(difference, difference.tolerance, question), *unread(unjudged)]
    grounds += () if presence is None else _of_presence(presence, difference.tolerance, question)
    return decided(grounds, question.accept, allowed=allowed_level(difference, difference.tolerance, question))


def _of_positions(difference: Difference | FrameDifference, limit: Tolerance, question: Question) -> Iterator[Ground]:
    if difference.absent:
        told = counted(difference.absent, "vertex is gone", "vertices are gone")
        if difference.meshes_gone:
            words = "nothing is left of {meshes}: {count:,} vertices are gone"
            told = sentence(words, meshes=listed(difference.meshes_gone), count=difference.absent)
        yield Ground(Outcome.DIFFERS, "VERTICES_GONE", told, Level.VISIBLE, difference.absent)
    if difference.unusable:
        told = counted(difference.unusable, "vertex has no usable position", "vertices have no usable position")
        yield Ground(Outcome.DIFFERS, "POSITIONS_UNUSABLE", told, Level.VISIBLE, difference.unusable)
    if difference.max_relative > limit.limit:
        level = level_of_error(difference.max_relative, question.screen)
        yield Ground(Outcome.DIFFERS, "POSITIONS", sentence("positions differ"), level, difference.max_relative)
    if not difference.compared and not difference.lost:
        yield _nothing_compared()


def _of_normals(difference: Difference, question: Question) -> Iterator[Ground]:
    if difference.normals_gone:
        told = counted(difference.normals_gone, "normal is missing or no number", "normals are missing or no numbers")
        yield Ground(Outcome.DIFFERS, "NORMALS_GONE", told, Level.VISIBLE, difference.normals_gone)
    angle = difference.normal_angle
    if angle is not None and angle > radians(question.normal_tolerance):
        words = "normals are off by up to {angle:.3g} degrees (tolerance {limit:g})"
        told = sentence(words, angle=np.degrees(angle), limit=question.normal_tolerance)
        yield Ground(Outcome.DIFFERS, "NORMALS", told, level_of_angle(angle), angle)


def _of_presence(presence: Presence, limit: Tolerance, question: Question) -> Iterator[Ground]:
    if presence.faces_lost:
        words = "{lost:,} of {faces:,} triangles of the file are gone"
        told = sentence(words, lost=presence.faces_lost, faces=presence.faces)
        yield Ground(Outcome.DIFFERS, "FACES_GONE", told, Level.VISIBLE)
    if presence.faces_turned:
        words = "{turned} of {faces:,} triangles of the file are wound the other way: they show their back"
        told = sentence(words, turned=presence.faces_turned, faces=presence.faces)
        yield Ground(Outcome.DIFFERS, "FACES_TURNED", told, Level.VISIBLE)
    if presence.faces_replaced and presence.surface_off > limit.limit:
        words = "{count:,} of {faces:,} triangles of the file are other faces here, up to {share:.2g} % of the size off"
        share = 100.0 * presence.surface_off
        told = sentence(words, count=presence.faces_replaced, faces=presence.faces, share=share)
        level = level_of_error(presence.surface_off, question.screen)
        yield Ground(Outcome.DIFFERS, "FACES_REPLACED", told, level, presence.surface_off)
    yield from _of_rest_normals(presence, question)
    if presence.faces_added:
        told = counted(presence.faces_added, "face is not of the file", "faces are not of the file")
        yield Ground(Outcome.PARTLY, "FACES_ADDED", told)
    missing = len(presence.joints_missing)
    if missing and missing == presence.joints:
        told = sentence("none of the file's {count} joints is in this rig", count=presence.joints)
        yield Ground(Outcome.NOT_JUDGED, "JOINTS_MISSING", told)
    elif missing:
        words = "{missing} of the file's {count} joints have no bone: {names}"
        told = sentence(words, missing=missing, count=presence.joints, names=listed(presence.joints_missing))
        yield Ground(Outcome.PARTLY, "JOINTS_MISSING", told)


def _unapplied(told: Mapping[str, object], *, keyed: bool) -> Sentence:
    """What a modifier adds and the file lacks. With Apply Modifiers the exporter writes no shape keys."""
    words = "{modifier} adds {count:,} vertices that are not in the file: turn on Apply Modifiers"
    if keyed:
        words = (
            "{modifier} adds {count:,} vertices that are not in the file: apply it to the shape keys too "
            "(with Apply Modifiers they are not in the file)"
        )
    return sentence(words, **told)


def _of_rest_normals(presence: Presence, question: Question) -> Iterator[Ground]:
    for each in presence.normals if question.normals else ():
        if each.angle > radians(question.normal_tolerance):
            words = "normals of {mesh!r} are off by up to {angle:.3g} degrees at rest (tolerance {limit:g})"
            told = sentence(words, mesh=each.mesh, angle=np.degrees(each.angle), limit=question.normal_tolerance)
            yield Ground(Outcome.DIFFERS, "NORMALS", told, level_of_angle(each.angle), each.angle)


def _of_modifier_faces(modifier: str, added: int) -> Ground:
    """The ground of triangles that a modifier adds, or takes away (below 0)."""
    about = f"{modifier}: faces"
    if added > 0:
        told = sentence("{modifier} adds {count:,} triangles: not judged", modifier=modifier, count=added)
        return Ground(Outcome.PARTLY, "MODIFIER", told, amount=added, about=about)
    told = sentence("{modifier} takes away {count:,} triangles", modifier=modifier, count=-added)
    return Ground(Outcome.DIFFERS, "MODIFIER", told, Level.VISIBLE, -added, about=about)


def _of_modifier(
    aside: SetAside, size: Float64, limit: Tolerance, question: Question, *, skin_is_same: bool
) -> Iterator[Ground]:
    """What a mesh's other modifiers do to its faces and vertices; skin_is_same: before they act."""
    if aside.faces:
        yield _of_modifier_faces(aside.name, aside.faces)
    relative = aside.share(size)
    told: dict[str, object] = {"modifier": aside.name, "count": abs(aside.added)}
    if not np.isnan(relative):
        told |= {"moves": aside.farthest, "share": 100.0 * relative}
    if aside.added > 0 and question.source is Origin.SCENE:
        added = _unapplied(told, keyed=aside.keyed)
        yield Ground(Outcome.DIFFERS, "SCENE_FACES", added, Level.VISIBLE, aside.added, about=aside.name)
        return
    if aside.added < 0:
        words, outcome, level = "{modifier} takes away {count:,} vertices", Outcome.DIFFERS, Level.VISIBLE
    elif np.isnan(relative):
        words, outcome, level = "behind {modifier} no vertex can be told from another", Outcome.PARTLY, Level.SAME
    elif relative > limit.limit:
        words, outcome = "{modifier} moves it by up to {moves:.3g} m ({share:.2g} % of the size)", Outcome.DIFFERS
        if skin_is_same:
            words = "the same before {modifier}, which moves it by up to {moves:.3g} m ({share:.2g} % of the size)"
        level = level_of_error(relative, question.screen)
    elif aside.added:
        words, outcome, level = "{modifier} adds {count:,} vertices: not judged", Outcome.PARTLY, Level.SAME
    else:
        return
    yield Ground(outcome, "MODIFIER", sentence(words, **told), level, float(np.nan_to_num(relative)), about=aside.name)
