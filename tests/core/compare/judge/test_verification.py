"""An inquiry about subjects that lack clips, vertices, normals or times: what is asked, answered, counted and told."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from skinning_core import Model, Outcome, Question, Skinned, SkinproofError, load_model
from skinning_core.compare.judge import measurement, verification
from skinning_core.compare.judge.coverage import Covered
from skinning_core.compare.judge.question import Judged, Times, When
from skinning_core.compare.judge.verification import Inquiry, Plan, Verification, verify
from skinning_core.compare.measure.times import SampleTimes
from skinning_core.error import Cancelled, NotAtHand
from skinning_core.model import Clip, Float64, Track, Unjudged
from skinning_core.subject import Absent, Computed, Presence, SkinFunction, Subject, skin_reference
from skinning_core.text.sentence import sentence
from tests.models import MODELS
from tests.subjects import Unturned, subjects

RATE = 24.0


@pytest.fixture(scope="module")
def one_clip(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """A clip with keys at frames 0, 12 and 24."""
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


@pytest.fixture(scope="module")
def model(one_clip: Model) -> Model:
    """Two clips of the same motion."""
    return dataclasses.replace(one_clip, clips=(*one_clip.clips, dataclasses.replace(one_clip.clips[0], name="again")))


class Told(Computed):
    """A subject that tells what it is given to tell."""

    def __init__(self, model: Model, name: str = "told", skin: SkinFunction = skin_reference, **told: Any) -> None:
        super().__init__(model, name, skin)
        self._told = told

    @property
    def clips(self) -> Sequence[int] | None:
        return self._told.get("clips")

    def frames(self, clip: int | None) -> Float64 | None:
        frames: Mapping[int | None, Float64] = self._told.get("frames", {})
        return frames[clip] / RATE if clip in frames else None

    @property
    def frame_rate(self) -> float | None:
        return self._told.get("rate")

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        return self._told.get("unjudged", ())

    def presence(self) -> Presence | None:
        return self._told.get("presence")


def asked(*given: Subject, question: Question | None = None) -> Verification:
    return verify(given[0].model, {each.name: each for each in given}, question)


def vertices_of(model: Model) -> int:
    return int(model.part_starts[-1])


def without(vertices: slice) -> SkinFunction:
    """The reference without some vertices of the first part."""

    def skin(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
        right = skin_reference(model, clip, times)
        right.positions[0][:, vertices] = np.nan
        return right

    return skin


def but_for(*failing: int | None) -> SkinFunction:
    """The reference but for these clips."""

    def skin(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
        if clip in failing:
            raise SkinproofError(f"no {clip}")
        return skin_reference(model, clip, times)

    return skin


def pushed(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
    """A vertex that is off at rest, and twice as far in the first clip."""
    right = skin_reference(model, clip, times)
    right.positions[0][:, 7, 0] += {None: 0.01, 0: 0.02}.get(clip, 0.0)
    return right


def unturned(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
    return skin_reference(model, clip, times, normals=False)


# What is asked


def test_clips_that_are_asked(model: Model) -> None:
    still = dataclasses.replace(model, clips=(model.clips[0], Clip("still", ())))

    def clips(question: Question, *given: Subject) -> tuple[int | None, ...]:
        return Inquiry(still, {each.name: each for each in given}, question).asked

    plain, lent = Told(still), Told(still, "lent", clips=(1,))
    assert clips(Question(), plain) == (None, 0, 1)
    assert clips(Question(clips=(1,)), plain) == (1,)
    assert clips(Question(judged=Judged.POSE), plain) == (None,)
    assert clips(Question(judged=Judged.POSE, clips=(1,)), plain) == (None,)
    assert clips(Question(judged=Judged.PLAYS), plain) == (0,)
    assert clips(Question(judged=Judged.PLAYS), plain, lent) == (0, 1)
    assert clips(Question(judged=Judged.PLAYS, clips=(1,)), plain) == (1,)


def test_the_times_are_those_of_the_subject_that_has_some(model: Model) -> None:
    """Whichever is first; without a subject there is nothing to ask at."""
    frames = {None: np.zeros(1), 0: np.array([3.0, 5.0]), 1: np.array([7.0])}
    scene, plain = Told(model, "scene", frames=frames, rate=RATE), Told(model)
    for given in ([scene, plain], [plain, scene]):
        plans = Inquiry(model, {each.name: each for each in given}, Question()).plans
        assert [(plan.clip, (plan.sampled.times * RATE).tolist()) for plan in plans] == [
            (None, [0.0]),
            (0, [3.0, 5.0]),
            (1, [7.0]),
        ]
        assert asked(*given).coverage.in_scene
    assert Inquiry(model, {}, Question()).plans == ()


def test_a_clip_that_a_subject_lacks_is_not_planned_and_told_of(model: Model) -> None:
    found = asked(Told(model, clips=(0,)))
    assert [c.clip for c in found.comparisons] == [None, 0]
    assert found.verdict.outcome is Outcome.PARTLY
    assert [ground.code for ground in found.verdict.grounds] == ["CLIPS_MISSING"] * 2
    assert str(found.verdict.grounds[0].sentence) == "1 of 2 clips not judged: 'again'"
    assert str(found.verdict.grounds[1].sentence) == "told has no clip 'again'"
    assert found.coverage.clips == Covered(1, 2)


def test_a_clip_without_a_frame_is_told_of(model: Model) -> None:
    """A rest pose without frames is no clip that could be missing."""
    frames = {None: np.zeros(0), 0: np.array([0.0, 12.0]), 1: np.zeros(0)}
    found = asked(Told(model, frames=frames, rate=RATE))
    assert [c.clip for c in found.comparisons] == [0]
    assert found.verdict.outcome is Outcome.PARTLY
    assert [ground.code for ground in found.verdict.grounds] == ["CLIPS_MISSING"] * 2
    assert "no time of 'again' is compared" in str(found.verdict.grounds[1].sentence)


def test_a_clip_with_times_between_frames_alone_has_none_that_decides(model: Model) -> None:
    """Its keys lie between frames, and of the scene no frame shows it."""
    (track, *_) = model.clips[0].tracks
    late = Clip("late", (dataclasses.replace(track, times=track.times + 0.5 / RATE),))
    shown = dataclasses.replace(model, clips=(model.clips[0], late))
    frames = {None: np.zeros(1), 0: np.array([0.0, 12.0, 24.0]), 1: np.zeros(0)}
    found = asked(Told(shown, frames=frames, rate=RATE), question=Question(times=Times(When.KEYS)))
    assert [c.decides for c in found.comparisons if c.clip == 1] == [False]
    assert "no time of 'late' is compared" in str(found.verdict.grounds[1].sentence)


def test_own_plans_ask_for_no_more(model: Model) -> None:
    """Neither for the clips of the question nor for a time that decides."""
    plan = Plan(0, SampleTimes(np.array([0.25])), decides=False)
    inquiry = Inquiry(model, {"told": Told(model, clips=())}, Question(), plans=[plan, plan])
    assert inquiry.asked == (0,)
    assert inquiry.missing == {}
    assert inquiry.plans == (plan, plan)


def test_without_a_subject_no_clip_is_missing(model: Model) -> None:
    assert Inquiry(model, {}, Question()).missing == {}


def test_an_absent_subject_is_not_asked(model: Model) -> None:
    away = Absent(model, "away", NotAtHand("it is away", fix="fetch it"))
    beside = asked(Told(model), away)
    assert {c.engine for c in beside.comparisons} == {"told"}
    assert not beside.failures
    assert list(beside.absent) == ["away"]
    assert [ground.code for ground in beside.verdict.grounds] == ["ENGINE_MISSING"]
    assert beside.verdict.outcome is Outcome.PARTLY
    assert beside.coverage.by_subject["away"].clips == Covered(0, 2)
    assert beside.coverage.by_subject["told"].clips == Covered(2, 2)
    assert asked(away).verdict.outcome is Outcome.NOT_JUDGED


# What is counted


def test_vertices_without_a_position_are_not_judged(model: Model) -> None:
    count = vertices_of(model)
    for lost in (0, 3, count):
        found = asked(Told(model, skin=without(slice(0, lost))))
        assert found.coverage.vertices == Covered(count - lost, count)


def test_what_fails_has_judged_nothing(model: Model) -> None:
    found = asked(Told(model, skin=but_for(None, 0, 1)))
    joints = len(model.moving_joints)
    assert len(found.failures) == 3
    assert found.coverage.clips == Covered(0, 2)
    assert found.coverage.vertices == Covered(0, vertices_of(model))
    assert found.coverage.joints == Covered(0, joints)
    assert found.coverage.times.judged == 0
    assert asked(Told(model)).coverage.joints == Covered(joints, joints)


def test_a_clip_counts_only_if_every_subject_answers(model: Model) -> None:
    found = asked(Told(model, "whole"), Told(model, "half", but_for(1)))
    assert found.coverage.clips == Covered(1, 2)
    assert found.coverage.by_subject["whole"].clips == Covered(2, 2)
    assert found.coverage.by_subject["half"].clips == Covered(1, 2)
    one = len(found.comparisons[-1].difference.times)
    assert found.coverage.times == Covered(1 + one, 1 + 2 * one)


def test_what_is_alike_for_all_subjects_is_told_once(model: Model) -> None:
    assert asked(Told(model)).coverage.by_subject == {}
    assert asked(Told(model), Told(model, "other")).coverage.by_subject == {}


def test_a_pose_has_no_clips_to_count(model: Model) -> None:
    assert asked(Told(model), question=Question(judged=Judged.POSE)).coverage.clips == Covered(0, 0)


def test_of_a_few_clips_all_of_the_file_are_counted(model: Model) -> None:
    assert asked(Told(model), question=Question(clips=(0,))).coverage.clips == Covered(1, 2)


def test_joints_that_a_subject_lacks_are_not_judged(model: Model) -> None:
    joints = len(model.moving_joints)
    lacking = Presence(joints=joints, joints_missing=("tail",), faces=1, faces_lost=0, faces_added=0, strangers=0)
    assert asked(Told(model, presence=lacking)).coverage.joints == Covered(joints - 1, joints)


def test_times_that_do_not_decide_are_not_counted(model: Model) -> None:
    frames = {None: np.zeros(1), 0: np.array([0.0, 0.5, 1.0]), 1: np.array([0.0])}
    found = asked(Told(model, frames=frames, rate=RATE))
    assert sorted(len(c.difference.times) for c in found.comparisons if c.clip == 0) == [1, 2]
    assert found.coverage.times == Covered(4, 4)


def test_what_is_off_between_frames_alone_is_the_same(model: Model) -> None:
    frames = {None: np.zeros(1), 0: np.array([0.0, 0.5, 1.0]), 1: np.array([0.0])}

    def jumping(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
        right = skin_reference(model, clip, times)
        right.positions[0][:, 7, 0] += np.round(times * RATE) != times * RATE
        return right

    found = asked(Told(model, skin=jumping, frames=frames, rate=RATE))
    assert [c.decides for c in found.comparisons if c.verdict.outcome is Outcome.DIFFERS] == [False]
    assert found.verdict.outcome is Outcome.SAME


@pytest.mark.parametrize(
    ("frames", "rate", "in_scene"),
    [([1.0, 10.0], RATE, True), ([1.0, 10.4], RATE, False), ([1.4, 10.0], RATE, False), ([1.0, 10.0], None, False)],
)
def test_times_are_called_frames_if_all_of_them_are(
    model: Model, frames: list[float], rate: float | None, in_scene: bool
) -> None:
    question = Question(clips=(0,), times=Times.at([frame / RATE for frame in frames]))
    assert asked(Told(model, rate=rate), question=question).coverage.in_scene is in_scene


def test_frame_rates_are_of_those_that_have_one(model: Model) -> None:
    assert asked(Told(model, "scene", rate=RATE), Told(model)).frame_rates == {"scene": RATE}


# What is told


def test_the_worst_comparison_is_of_those_that_decide(model: Model) -> None:
    found = asked(Told(model, skin=pushed))
    assert found.comparison.clip == 0
    undecided = tuple(dataclasses.replace(each, decides=each.clip is None) for each in found.comparisons)
    assert dataclasses.replace(found, comparisons=undecided).comparison.clip is None


def test_without_a_comparison_the_reason_is_raised(model: Model) -> None:
    failed = asked(Told(model, skin=but_for(None, 0, 1)))
    with pytest.raises(SkinproofError, match="no None"):
        _ = failed.comparison
    nothing = asked(Told(model, clips=()), question=Question(clips=(0,)))
    with pytest.raises(SkinproofError, match="1 of 1 clips"):
        _ = nothing.comparison


def test_what_a_subject_could_not_read_is_not_judged_unless_that_is_accepted(model: Model) -> None:
    reason = Unjudged("SPRINGS_NOT_READ", "/nodes/0", sentence("springs"))
    found = asked(Told(model, unjudged=(reason,)))
    assert found.verdict.outcome is Outcome.PARTLY
    assert [each.code for each in found.unjudged] == ["SPRINGS_NOT_READ"]
    accepted = asked(Told(model, unjudged=(reason,)), question=Question(accept=frozenset({"SPRINGS_NOT_READ"})))
    assert accepted.verdict.outcome is Outcome.SAME
    assert accepted.unjudged == ()


def test_normals_that_are_not_given_matter_only_if_they_are_asked(model: Model) -> None:
    found = asked(Told(model, skin=unturned))
    assert [each.code for each in found.unjudged] == ["NORMALS_NOT_GIVEN"]
    assert asked(Told(model, skin=unturned), question=Question(normals=False)).verdict.outcome is Outcome.SAME
    assert asked(Unturned(model, "unturned", unturned)).verdict.outcome is Outcome.SAME, "it should have none"
    both = asked(Told(model), Told(model, "flat", unturned), Told(model, "failing", but_for(None, 0, 1)))
    assert [str(each.sentence).partition(" ")[0] for each in both.unjudged] == ["flat"]
    reason = Unjudged("NORMALS_NOT_GIVEN", "", sentence("none"))
    left_out = Told(model, skin=unturned, unjudged=(reason,))
    assert [str(each.sentence) for each in asked(left_out).unjudged] == ["none"]
    assert asked(left_out, question=Question(normals=False)).unjudged == ()


def test_notes_say_which_of_many_times_were_taken(model: Model) -> None:
    keys = np.linspace(0.0, 1.0, 400)
    turned = np.tile([0.0, 0.0, 0.0, 1.0], (400, 1))
    many = Clip("many", (Track(int(model.skins[0].joints[0]), "rotation", "LINEAR", keys, turned),))
    longer = dataclasses.replace(model, clips=(model.clips[0], many))
    (note,) = [note for note in asked(Told(longer)).notes if "compared at" in note]
    assert note.startswith("many: compared at ")


def test_mirroring_is_told_of_the_clips_that_can_be_read(model: Model) -> None:
    """A broken one, which no subject has, is not read."""
    joint = int(model.skins[0].joints[0])
    over = Track(joint, "scale", "STEP", np.array([0.0, 1.0]), np.array([[1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]]))
    broken = {1: "its keys are not sorted"}
    mirrored = dataclasses.replace(model, clips=(Clip("over", (over,)), Clip("broken", ())), broken_clips=broken)
    question = Question(clips=(0, 1))
    for given, times in ((mirrored, 1), (model, 0)):
        found = asked(Told(given, clips=(0,)), question=question)
        assert [getattr(note, "code", "") for note in found.notes].count("FACES_TURNED") == times
    with pytest.raises(SkinproofError, match="not sorted"):
        asked(Told(mirrored), question=question)


@pytest.mark.parametrize(("slope", "too_large"), [(1e70, True), (1.0, False)])
def test_a_clip_whose_matrices_grow_beyond_measure_between_keys_is_not_judged(
    model: Model, slope: float, too_large: bool
) -> None:
    leaving = np.array([[slope] * 3, [0.0] * 3])
    keys, still = np.array([0.0, 1.0]), np.zeros((2, 3))
    track = Track(int(model.skins[0].joints[0]), "translation", "CUBICSPLINE", keys, still, still, leaving)
    grown = dataclasses.replace(model, clips=(Clip("grown", (track,)), model.clips[1]))
    found = asked(Told(grown), question=Question(times=Times.at([0.0, 1.0])))
    assert [each.pointer for each in found.unjudged if each.code == "TOO_LARGE"] == ["/animations/0"] * too_large
    assert (found.verdict.outcome is Outcome.SAME) is not too_large


@pytest.mark.parametrize("picture", [False, True])
def test_errors_of_every_vertex_are_kept_for_a_page_alone(model: Model, picture: bool) -> None:
    found = verify(model, subjects(model, {"pushed": pushed}), picture=picture)
    assert {
        c.vertex_errors is not None and len(c.vertex_errors.kept) > 1 for c in found.comparisons if c.clip == 0
    } == {picture}


def test_progress_begins_at_nothing_and_ends_at_all(model: Model) -> None:
    inquiry = Inquiry(model, {"told": Told(model)}, Question())
    told: list[tuple[int, int]] = []
    inquiry.answer(lambda done, total: told.append((done, total)))
    assert told[0] == (0, inquiry.steps)
    assert told[-1] == (inquiry.steps, inquiry.steps)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_progress_may_end_it(model: Model) -> None:
    def stop(_done: int, _total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        Inquiry(model, subjects(model, {"pushed": pushed}), Question()).answer(stop)


# If the reference is not the plain one's


def test_a_wrong_reference_is_a_fault_of_everything(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found at the worst time if no other time showed it; then no comparison counts."""
    seen: list[int | None] = []

    def apart(_model: Model, clip: int | None, _reference: Skinned) -> object:
        seen.append(clip)
        return sentence("they part")

    monkeypatch.setattr(verification, "disagreement", apart)
    found = asked(Told(model, "one"), Told(model, "two", pushed))
    assert seen == [0]
    assert found.comparisons == ()
    assert [(each.engine, each.clip, str(each.sentence)) for each in found.failures] == [
        ("one", 0, "they part"),
        ("two", 0, "they part"),
    ]
    assert found.verdict.outcome not in {Outcome.SAME, Outcome.PARTLY}
    assert found.weights == ()


def test_the_first_fault_that_measuring_finds_is_told(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worst time is then not looked at, and a model without a subject has a fault of the reference."""

    def apart(_model: Model, clip: int | None, _reference: Skinned) -> object:
        return None if clip is None else sentence("they part in {clip}", clip=clip)

    def late(*_asked: object) -> object:
        raise AssertionError("it was known before")

    monkeypatch.setattr(measurement, "disagreement", apart)
    monkeypatch.setattr(verification, "disagreement", late)
    told = [(each.engine, each.clip, str(each.sentence)) for each in asked(Told(model)).failures]
    assert told == [("told", 0, "they part in 0")]
    plans = [Plan(1, SampleTimes(np.array([0.0, 1.0])))]
    (alone,) = Inquiry(model, {}, Question(), plans=plans).answer().failures
    assert (alone.engine, alone.clip) == ("reference", 1)


def test_a_reference_that_holds_changes_nothing(model: Model) -> None:
    assert {c.clip for c in asked(Told(model)).comparisons} == {None, 0, 1}
