"""Each condition of the verdict, on both of its sides: figures on the limit, just beyond it, and none at all."""

from __future__ import annotations

from math import nextafter, radians

import numpy as np
import pytest

from skinning_core.compare.judge.coverage import Coverage, Covered
from skinning_core.compare.judge.frame_difference import FrameDifference
from skinning_core.compare.judge.level import Level
from skinning_core.compare.judge.question import Question
from skinning_core.compare.judge.verdict import Ground, Outcome, Verdict, decided, verdict_of_frame
from skinning_core.compare.measure.tolerance import ORDINARY, Tolerance
from skinning_core.subject import NormalsAtRest, Presence

WHOLE = Presence(3, (), 4, 0, 0, 0)


def seen(distance: float = 0.0, *, vertices: int = 5, absent: int = 0, limit: Tolerance | None = None) -> Verdict:
    """The verdict on one frame of a character of a metre."""
    frame = FrameDifference(1.0, (np.zeros(vertices),), absent, 0, None, distance, limit or Tolerance(ORDINARY))
    return verdict_of_frame(frame, Question())


def codes(verdict: Verdict) -> list[str]:
    return [ground.code for ground in verdict.grounds]


def judged(presence: Presence, question: Question | None = None, limit: float = ORDINARY) -> Verdict:
    """The verdict on a frame in which nothing is off, of a character that has this."""
    frame = FrameDifference(1.0, (np.zeros(5),), 0, 0, None, 0.0, Tolerance(limit))
    return verdict_of_frame(frame, question or Question(), presence)


def test_nothing_compared_is_said_unless_it_is_gone() -> None:
    assert codes(seen()) == []
    assert codes(seen(vertices=0)) == ["NOTHING_COMPARED"]
    assert codes(seen(absent=5)) == ["VERTICES_GONE"]
    assert codes(seen(absent=2)) == ["VERTICES_GONE"]


@pytest.mark.parametrize(
    ("off", "asked", "status", "words"),
    [
        (ORDINARY, False, 0, "the same"),
        (nextafter(ORDINARY, 1.0), False, 1, "differs: nobody would see it"),
        (9e-4, False, 1, "differs: visible in a close-up"),
        (ORDINARY, True, 0, "the same"),
        (nextafter(ORDINARY, 1.0), True, 0, "allowed: nobody would see it"),
        (5e-3, True, 0, "allowed: visible"),
        (nextafter(5e-3, 1.0), True, 1, "differs: visible"),
    ],
)
def test_what_a_tolerance_allows_beyond_rounding_is_told_with_its_level(
    off: float, asked: bool, status: int, words: str
) -> None:
    verdict = seen(off, limit=Tolerance(5e-3 if asked else ORDINARY, asked=asked))
    assert (verdict.status, str(verdict.words)) == (status, words)


def test_what_float32_excuses_is_the_same_without_a_word() -> None:
    verdict = seen(2.0 * ORDINARY, limit=Tolerance(3.0 * ORDINARY, "a long chain"))
    assert (verdict.status, str(verdict.words)) == (0, "the same")


@pytest.mark.parametrize(
    ("replaced", "off", "told"),
    [
        (0, 0.02, []),
        (3, 0.01, []),
        (3, nextafter(0.01, 1.0), ["3 of 4 triangles of the file are other faces here, up to 1 % of the size off"]),
        (3, 0.04, ["3 of 4 triangles of the file are other faces here, up to 4 % of the size off"]),
    ],
)
def test_faces_that_others_stand_for_differ_by_how_far_their_surface_is_off(
    replaced: int, off: float, told: list[str]
) -> None:
    verdict = judged(Presence(3, (), 4, 0, 0, 0, replaced, off), limit=0.01)
    assert [str(ground.sentence) for ground in verdict.grounds] == told
    assert [ground.code for ground in verdict.grounds] == ["FACES_REPLACED"] * len(told)


@pytest.mark.parametrize(
    ("joints", "missing", "outcome"),
    [(0, 0, "same"), (3, 0, "same"), (3, 1, "same as far as judged"), (3, 3, "not judged")],
)
def test_joints_of_which_none_is_missing_lack_nothing(joints: int, missing: int, outcome: str) -> None:
    verdict = judged(Presence(joints, ("hip", "knee", "toe")[:missing], 4, 0, 0, 0))
    assert verdict.outcome.value == outcome


@pytest.mark.parametrize(("angle", "asked", "told"), [(0.9, True, []), (1.1, True, ["NORMALS"]), (1.1, False, [])])
def test_normals_at_rest_differ_beyond_their_tolerance_if_they_are_asked_for(
    angle: float, asked: bool, told: list[str]
) -> None:
    presence = Presence(3, (), 4, 0, 0, 0, normals=(NormalsAtRest("body", radians(angle), (0,), 12),))
    assert codes(judged(presence, Question(normals=asked))) == told


def test_of_equal_amounts_the_first_is_told_and_each_name_once() -> None:
    first = Ground(Outcome.PARTLY, "MODIFIER", "Smooth adds 4 vertices", amount=4.0, about="Smooth")
    again = Ground(Outcome.PARTLY, "MODIFIER", "Smooth adds 4 vertices here, too", amount=4.0, about="Smooth")
    other = Ground(Outcome.PARTLY, "MODIFIER", "Bevel adds 2 vertices", amount=2.0, about="Bevel")
    told = [str(ground.sentence) for ground in decided([first, again, other]).grounds]
    assert told == ["Smooth adds 4 vertices", "Bevel adds 2 vertices"]


def test_only_what_is_left_unjudged_can_be_accepted() -> None:
    grounds = [Ground(outcome, "CODE", "why") for outcome in (Outcome.PARTLY, Outcome.NOT_JUDGED, Outcome.DIFFERS)]
    assert [ground.acceptable for ground in grounds] == [True, False, False]
    assert [ground.differs for ground in grounds] == [False, False, True]


@pytest.mark.parametrize("outcome", [Outcome.PARTLY, Outcome.NOT_JUDGED])
def test_what_was_not_judged_has_its_own_words_whatever_its_level(outcome: Outcome) -> None:
    assert str(decided([Ground(outcome, "CODE", "why", Level.VISIBLE)]).words) == outcome.value


def test_what_was_not_asked_for_is_left_out_of_the_coverage() -> None:
    nothing = Covered(0, 0)
    assert str(Coverage(nothing, Covered(2, 3), nothing, Covered(0, 4)).sentence) == "2 of 3 times, 0 of 4 joints"
