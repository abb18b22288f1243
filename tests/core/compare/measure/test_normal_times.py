"""Normals at some of the compared times: nothing else changes, what is wrong with them is seen, and it is told."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.compare.judge.comparison import Comparison, Request
from skinning_core.compare.judge.measurement import Pace, measuring
from skinning_core.compare.judge.question import Question, Times, When
from skinning_core.compare.judge.verification import Plan, Verification, verify
from skinning_core.compare.measure.difference import Difference
from skinning_core.compare.measure.times import NORMAL_TIMES, SampleTimes, normal_times, unevenness
from skinning_core.model import Clip, Model, Track
from skinning_core.report.document import verify_document
from skinning_core.report.page import verify_page
from skinning_core.report.table import verification_lines
from skinning_core.skinned import Skinned
from skinning_core.subject import SUBJECTS, Subject, skin_reference
from tests.models import MODELS
from tests.subjects import to_the_end

TIMES = np.linspace(0.0, 1.1, 59)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


@pytest.fixture(autouse=True)
def no_clip_has_few_normals(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that models of some vertices have a budget, as those of thousands have."""
    monkeypatch.setattr("skinning_core.compare.measure.times.FEW_NORMALS", 0)


class Wrong(Subject):
    """The reference with vertex 7 pushed away with time and all normals turned round; it notes what it is asked for."""

    name = "wrong"

    def __init__(self, model: Model, *, by: float = 0.1, gives_normals: bool = True) -> None:
        self.model, self.gives_normals = model, gives_normals
        self.calls: list[tuple[list[float], bool]] = []
        self._by = by

    def at(self, clip: int | None, times: np.ndarray, *, normals: bool = True, **_asked: object) -> Skinned:
        self.calls.append((times.tolist(), normals))
        right = skin_reference(self.model, clip, times, normals=normals)
        moved = right.positions[0].copy()
        moved[:, 7, 0] += self._by * (1.0 if clip is None else np.sin(9.0 * times))
        turned = tuple(None if of_part is None else -of_part for of_part in right.normals)
        return dataclasses.replace(right, positions=(moved, *right.positions[1:]), normals=turned)


#: Normals at every time.
EVERY = Question(times=Times(When.EVERY_KEY))


def compared(model: Model, subject: Subject, **options) -> Comparison:
    pace = options.pop("pace", Pace())
    clip = options.pop("clip", 0)
    request = Request(model, clip, TIMES, {subject.name: subject}, picture=True, **options)
    return to_the_end(measuring(request, pace)).comparison


def without_normals(difference: Difference) -> Difference:
    parts = tuple(dataclasses.replace(part, normals=None) for part in difference.parts)
    return dataclasses.replace(difference, parts=parts)


def assert_same(a: object, b: object, path: str = "") -> None:
    """All fields of two records are equal, up to the last bits that a product over other times may round otherwise."""
    if dataclasses.is_dataclass(a):
        for field in dataclasses.fields(a):
            assert_same(getattr(a, field.name), getattr(b, field.name), f"{path}.{field.name}")
    elif isinstance(a, tuple):
        assert len(a) == len(b), path
        for k, (x, y) in enumerate(zip(a, b, strict=True)):
            assert_same(x, y, f"{path}[{k}]")
    elif isinstance(a, dict):
        assert list(a) == list(b), path
        for key in a:
            assert_same(a[key], b[key], f"{path}[{key}]")
    elif np.asarray(a).dtype.kind == "f":
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-15, err_msg=path)
    else:
        np.testing.assert_array_equal(a, b, err_msg=path)


@pytest.mark.parametrize("pace", [Pace(), Pace(times=5), Pace(times=64, seconds=0.0)])
@pytest.mark.parametrize("kept", [0, 10, 10**6])
@pytest.mark.parametrize("clip", [0, None])
def test_all_but_the_normals_is_as_with_normals_at_every_time(
    model: Model, pace: Pace, kept: int, clip: int | None
) -> None:
    """At rest all errors are equal: then, too, the times at which causes are looked for are the same ones."""
    some = compared(model, Wrong(model), vertex_errors=kept, pace=pace, clip=clip)
    every = compared(model, Wrong(model), vertex_errors=kept, clip=clip, question=EVERY)
    assert some.difference.normal_times < every.difference.normal_times == len(TIMES)
    for field in dataclasses.fields(Comparison):
        if field.name != "difference":
            assert_same(getattr(some, field.name), getattr(every, field.name), field.name)
    assert_same(without_normals(some.difference), without_normals(every.difference))
    assert some.difference.times.tolist() == TIMES.tolist()
    assert some.frame is not None
    assert some.frame.time == some.difference.worst.time


def test_wrong_normals_are_counted_over_the_judged_times(model: Model) -> None:
    difference = compared(model, Wrong(model), pace=Pace(times=3)).difference
    assert difference.normal_times == NORMAL_TIMES
    assert difference.normals_turned == (1.0, 1.0)
    assert difference.normal_angle == pytest.approx(np.pi)
    angles = difference.parts[0].normal_angle
    judged = Request(model, 0, TIMES, {}).with_normals
    np.testing.assert_array_equal(np.isnan(angles), ~judged)
    np.testing.assert_allclose(angles[judged], np.pi)


def test_times_with_normals_come_first_and_each_is_asked_for_once(model: Model) -> None:
    engine = Wrong(model)
    compared(model, engine, pace=Pace(times=5))
    judged = Request(model, 0, TIMES, {}).with_normals
    for asked, group in ((True, TIMES[judged]), (False, TIMES[~judged])):
        assert [time for times, normals in engine.calls if normals is asked for time in times] == group.tolist()
    flags = [normals for _, normals in engine.calls]
    assert flags == sorted(flags, reverse=True)
    assert max(len(times) for times, _ in engine.calls) == 5


def test_engines_without_normals_go_through_the_clip_once(model: Model) -> None:
    engine = Wrong(model, gives_normals=False)
    difference = compared(model, engine).difference
    assert engine.calls == [(TIMES.tolist(), False)]
    assert difference.normal_times is None
    assert difference.normal_angle is None


def test_every_key_and_few_times_have_normals_at_all(model: Model) -> None:
    for sampled, question in ((SampleTimes(TIMES), EVERY), (SampleTimes(TIMES[:NORMAL_TIMES]), Question())):
        engine = Wrong(model)
        (comparison,) = verify(model, {"wrong": engine}, question, plans=[Plan(0, sampled)]).comparisons
        assert engine.calls == [(sampled.times.tolist(), True)]
        assert comparison.difference.normal_times == len(sampled.times)
        assert np.isfinite(comparison.difference.parts[0].normal_angle).all()


@pytest.mark.parametrize("name", ["shear_chain", "bind_shear"])
def test_a_wrong_rule_still_shows(name: str, tmp_path: Path) -> None:
    """Normals carried as directions under uneven scale, at a budget of times and at all of them."""
    model = load_model(MODELS[name](tmp_path))
    subject = SUBJECTS["fast:directions"](model)
    some, every = (compared(model, subject, question=question).difference for question in (Question(), EVERY))
    assert some.normal_times == NORMAL_TIMES
    assert every.normal_times == len(TIMES)
    assert some.normals_turned[0] > 0.5 * every.normals_turned[0] > 0.0
    assert some.normal_angle > 0.5 * every.normal_angle > np.radians(5)


@pytest.fixture
def verification(model: Model) -> Verification:
    plans = [Plan(None, SampleTimes(np.zeros(1))), Plan(0, SampleTimes(TIMES))]
    return verify(model, {"wrong": Wrong(model), "fast": SUBJECTS["fast"](model)}, plans=plans)


def test_a_time_that_was_not_judged_is_null_and_never_zero(verification: Verification) -> None:
    document = json.loads(json.dumps(verify_document([("plain.glb", verification)], {}), allow_nan=False))
    rest, of_rest, wrong, fast = document["models"][0]["comparisons"]
    assert (rest["normal_times"], of_rest["normal_times"]) == (1, 1)
    for comparison in (wrong, fast):
        assert comparison["normal_times"] == NORMAL_TIMES
        angles = comparison["parts"][0]["normal_angle_rad"]
        assert len(angles) == len(TIMES)
        assert angles.count(None) == len(TIMES) - NORMAL_TIMES
    assert {angle if angle is None else round(angle, 6) for angle in wrong["parts"][0]["normal_angle_rad"]} == {
        None,
        round(np.pi, 6),
    }
    assert wrong["normal_angle_rad"] == pytest.approx(np.pi)


def test_table_and_page_say_at_how_many_times(verification: Verification) -> None:
    told = f"normals compared at {NORMAL_TIMES + 1} of {len(TIMES) + 1} times"
    lines = verification_lines(verification)
    assert [line for line in lines if "normals compared" in line] == [f"  note: {told}"]
    assert told in verify_page([("plain.glb", verification)], {})


def test_nothing_is_said_where_all_are_compared_or_none(model: Model) -> None:
    for question, gives in ((EVERY, True), (Question(), False)):
        wrong = {"wrong": Wrong(model, gives_normals=gives)}
        lines = verification_lines(verify(model, wrong, question, plans=[Plan(0, SampleTimes(TIMES))]))
        assert not any("normals compared" in line for line in lines)


def test_the_command_line_asks_for_all_by_every_key(root: Path, tmp_path: Path) -> None:
    report, judged = tmp_path / "r.json", []
    for words in ([], ["--frames", "every-key"], ["--frames", "40"]):
        model = str(root / "examples" / "character.glb")
        assert main(["verify", model, "--clip", "0", "--against", "fast", "--json", str(report), *words]) == 0
        (comparison,) = json.loads(report.read_text(encoding="utf-8"))["models"][0]["comparisons"]
        judged.append((comparison["normal_times"], len(comparison["times_s"])))
    assert judged[0][0] == NORMAL_TIMES < judged[0][1]
    assert judged[1][0] == judged[1][1] > NORMAL_TIMES
    assert judged[2] == (NORMAL_TIMES, 40)


def squashed(model: Model, at: float, by: float = 1.6) -> Model:
    """The model with one joint squashed at one moment of its first clip."""
    joint = int(model.skins[0].joints[1])
    times = np.array([0.0, at - 0.01, at, at + 0.01, 1.0])
    values = np.ones((5, 3))
    values[2] = [by, 1.0 / by, 1.0]
    track = Track(joint, "scale", "LINEAR", times, values)
    kept = tuple(t for t in model.clips[0].tracks if (t.node, t.path) != (joint, "scale"))
    return dataclasses.replace(model, clips=(Clip("squash", (*kept, track)), *model.clips[1:]))


@pytest.mark.parametrize("at", [0.137, 0.71])
def test_the_time_at_which_a_joint_is_most_uneven_is_chosen(model: Model, at: float) -> None:
    """Normals by the wrong rule are told at their largest angle, however many clips share the budget."""
    made = squashed(model, at)
    times = np.unique(np.append(np.linspace(0.0, 1.0, 101), at))
    uneven = unevenness(made, made.clips[0], times)
    assert times[uneven.argmax()] == at
    assert uneven.max() == pytest.approx(1.6**2, rel=1e-3)
    for clips in (1, 50):
        assert normal_times(made.clips[0], times, 10**6, clips, uneven)[np.searchsorted(times, at)]
    assert unevenness(model, model.clips[0], times) is None


def test_the_budget_is_shared_by_the_clips_that_are_asked_for(model: Model) -> None:
    many = dataclasses.replace(model, clips=model.clips[:1] * 50)
    few, all_of_them = (Request(many, 0, TIMES, {}, Question(clips=clips)).with_normals for clips in ((0,), None))
    alone = Request(model, 0, TIMES, {}, Question(clips=(0,))).with_normals
    assert few.tolist() == alone.tolist()
    assert all_of_them.sum() <= few.sum()
