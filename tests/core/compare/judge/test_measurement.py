"""One driver: the panel's way of comparing and the command line's give the same, whatever is wrong with an engine.

Every mistake that each of the tests' models can show is injected as an engine. The command line runs to the end in one
piece; the panel takes a step at a time, in pieces that the clock cuts, here of one time each, and keeps every error.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.mistake import MISTAKES, Mistake
from skinning_core.compare.judge import measurement
from skinning_core.compare.judge.comparison import Comparison, Request
from skinning_core.compare.judge.measurement import Pace, Steps, Stopwatch, chosen_witnesses, measuring
from skinning_core.compare.judge.question import Question, Times
from skinning_core.compare.judge.verdict import Outcome
from skinning_core.compare.judge.verification import Inquiry, Plan, Verification, verify
from skinning_core.compare.measure.difference import Worst
from skinning_core.compare.measure.statistics import Statistics
from skinning_core.compare.measure.times import SampleTimes, spread_times
from skinning_core.error import Cancelled, SkinproofError
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Model, Track
from skinning_core.skin.posed_model import PosedModel, posed_model
from skinning_core.skinned import Skinned
from skinning_core.subject import Computed, SkinFunction, skin_reference
from skinning_core.text.sentence import sentence
from tests.models import MODELS
from tests.subjects import Unturned, subjects, to_the_end

#: The clock allows no time at all: the smallest pieces that it can cut.
TIME_BY_TIME = Pace(times=64, seconds=0.0)


def mistaken(mistake: Mistake, reference: Skinned, posed: PosedModel) -> SkinFunction:
    """An engine that makes a mistake on purpose; it knows the times of ``reference`` only."""
    with np.errstate(all="ignore"):
        positions = mistake.positions(posed)
    assert positions is not None
    whole = dataclasses.replace(reference, positions=tuple(p.astype(np.float32) for p in positions))

    def skin(_model: Model, _clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        return whole.at_times(np.searchsorted(reference.times, times))

    return skin


def shown_by(model: Model) -> list[Mistake]:
    """The mistakes that a model can show at all."""
    clip = model.clips[0] if model.clips else None
    with np.errstate(all="ignore"):
        posed = posed_model(model, clip, np.zeros(1))
        return [mistake for mistake in MISTAKES if mistake.positions(posed) is not None]


def as_the_panel(inquiry: Inquiry, pace: Pace) -> Verification:
    """Step by step, as the operator's timer does."""
    steps = inquiry.run(pace)
    done = [0]
    while True:
        try:
            done.append(next(steps))
        except StopIteration as end:
            assert done == sorted(set(done)), "progress that stands still or goes back"
            assert done[-1] == inquiry.steps
            return end.value


def rounding(model: Model, reference: Skinned) -> float:
    """Metres: what float64 rounds away down the longest chain of nodes, at coordinates as large as this model's.

    1e-15 for most of the models, 1e-11 for 300 joints in a row that reach 150 m (up to 3e-14 was seen).
    """
    depths: list[int] = []
    for node in range(len(model.nodes)):
        depths.append(0)
        while (node := int(model.nodes.parents[node])) >= 0:
            depths[-1] += 1
    return 2.0**-52 * (1 + max(depths)) * max(float(np.abs(p).max(initial=1.0)) for p in reference.positions)


def fields(value: Any, floor: float, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a record, with its place. Which vertex rounds the most, below ``floor`` metres, says nothing."""
    if isinstance(value, Statistics):
        value = dataclasses.replace(value, worst_vertex=np.where(value.maximum > floor, value.worst_vertex, -1))
    if isinstance(value, Worst) and value.distance <= floor:
        value = None
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from fields(getattr(value, field.name), floor, f"{path}.{field.name}")
    elif isinstance(value, tuple):
        yield f"{path}.length", len(value)
        for k, item in enumerate(value):
            yield from fields(item, floor, f"{path}[{k}]")
    else:
        yield path, value


def assert_equal(a: Comparison, b: Comparison, floor: float, about: str) -> None:
    """Figures agree to ``floor`` metres.

    BLAS rounds otherwise when it multiplies other numbers of times at once, and each processor's kernel in its own way.
    """
    left, right = ((dataclasses.replace(c, vertex_errors=None), c.difference.worst) for c in (a, b))
    for (path, x), (other_path, y) in zip(fields(left, floor), fields(right, floor), strict=True):
        assert path == other_path
        if np.asarray(x).dtype.kind == "f":
            np.testing.assert_allclose(x, y, rtol=1e-13, atol=floor, err_msg=f"{about}: {path}")
        else:
            np.testing.assert_array_equal(x, y, err_msg=f"{about}: {path}")


#: Every mistake on every model takes minutes: each day so many groups of which one is looked at, every night all.
GROUPS = 96
MISTAKEN = [
    pytest.param(name, k, marks=() if k == place % GROUPS else pytest.mark.nightly)
    for place, name in enumerate(MODELS)
    for k in range(GROUPS)
]


@pytest.mark.parametrize(("name", "group"), MISTAKEN)
def test_panel_and_command_line_agree_about_every_mistake(name: str, group: int, tmp_path: Path) -> None:
    model = load_model(MODELS[name](tmp_path))
    clip = 0 if model.clips else None
    times = spread_times(None if clip is None else model.clips[clip], 4).times
    reference = skin_model(model, clip, times, variants=False)
    floor = rounding(model, reference)
    posed = posed_model(model, None if clip is None else model.clips[clip], times)
    engines = {mistake.code: mistaken(mistake, reference, posed) for mistake in shown_by(model)[group::GROUPS]}
    by_command = verify(model, subjects(model, engines), plans=[Plan(clip, SampleTimes(times))])
    assert not by_command.failures
    for expected in by_command.comparisons:
        one = subjects(model, {expected.engine: engines[expected.engine]})
        inquiry = Inquiry(model, one, Question(), plans=[Plan(clip, SampleTimes(times))], vertex_errors=10**9)
        measured = as_the_panel(inquiry, TIME_BY_TIME)
        assert_equal(measured.comparisons[0], expected, floor, f"{name}, {expected.engine}")
        for effect, other in zip(measured.weights, by_command.weights, strict=True):
            assert effect.max_relative == pytest.approx(other.max_relative, rel=1e-13, abs=floor)


def test_those_were_more_than_500_cases(tmp_path: Path) -> None:
    assert sum(len(shown_by(load_model(build(tmp_path)))) for build in MODELS.values()) > 500


@pytest.fixture
def plain(tmp_path: Path) -> Model:
    return load_model(MODELS["plain"](tmp_path))


def pushed(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
    """The reference with vertex 7 moved to the side, a metre per second."""
    skinned = skin_reference(model, clip, times)
    skinned.positions[0][:, 7, 0] += times
    return skinned


def broken(_model: Model, _clip: int | None, _times: np.ndarray, **_asked: object) -> Skinned:
    raise SkinproofError("it is broken")


def test_errors_of_every_vertex_are_kept_where_there_is_room(plain: Model) -> None:
    times = np.linspace(0.1, 0.9, 7)
    request = Request(plain, 0, times, subjects(plain, {"pushed": pushed}), vertex_errors=10**6)
    errors = to_the_end(measuring(request, Pace(times=3))).comparison.vertex_errors
    assert errors is not None
    assert sorted(errors.kept) == list(range(7))
    for t, time in enumerate(times):
        expected = np.zeros(len(errors.kept[t][0]))
        expected[7] = time
        np.testing.assert_allclose(errors.kept[t][0], expected, atol=1e-6)
    assert errors.nearest(0.37) == 2


@pytest.mark.parametrize("piece", [1, 2, 3])
def test_of_a_long_clip_the_errors_of_the_worst_time_are_kept(plain: Model, piece: int) -> None:
    """However the pieces lie to the eight sections of which each keeps its worst time."""
    times = np.linspace(0.1, 0.9, 23)
    request = Request(plain, 0, times, subjects(plain, {"pushed": pushed}), vertex_errors=10, picture=True)
    comparison = to_the_end(measuring(request, Pace(times=piece))).comparison
    assert comparison.frame is not None
    assert comparison.frame.time == times[-1]
    assert comparison.vertex_errors is not None
    assert comparison.difference.worst is not None
    assert comparison.difference.worst.time_index in comparison.vertex_errors.kept
    assert len(comparison.vertex_errors.kept) == 8
    assert comparison.vertex_errors.kept[comparison.difference.worst.time_index][0].argmax() == 7


def test_a_broken_engine_does_not_stop_the_others(plain: Model) -> None:
    request = Request(plain, 0, np.linspace(0.1, 0.9, 7), subjects(plain, {"broken": broken, "pushed": pushed}))
    measured = to_the_end(measuring(request, Pace(times=3)))
    assert [failure.sentence for failure in measured.failures] == ["it is broken"]
    assert [(c.engine, len(c.difference.times)) for c in measured.comparisons] == [("pushed", 7)]


def test_where_no_engine_is_left_the_measuring_ends(plain: Model) -> None:
    request = Request(plain, 0, np.linspace(0.1, 0.9, 7), subjects(plain, {"broken": broken}))
    measured = to_the_end(measuring(request, Pace(times=1)), lambda done: done <= 2 or pytest.fail("it went on"))
    assert measured.worst is None
    with pytest.raises(SkinproofError, match="it is broken"):
        _ = measured.comparison


def test_it_can_be_left_between_two_steps_and_cancelled_within_one(plain: Model) -> None:
    calls = []

    def counted(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        calls.append(len(times))
        if len(calls) == 3:
            raise Cancelled
        return skin_reference(model, clip, times)

    request = Request(plain, 0, np.linspace(0.1, 0.9, 7), subjects(plain, {"counted": counted}))
    steps = measuring(request, Pace(times=1))
    while not calls:
        next(steps)
    steps.close()
    assert calls == [1]
    with pytest.raises(Cancelled):
        to_the_end(measuring(request, Pace(times=1)))


@pytest.mark.parametrize(
    ("vertices", "times"), [(1000, 1300), (100_000, 13), (400_000, 8), (1_000_000, 7), (5_000_000, 1), (50_000_000, 1)]
)
def test_a_piece_of_a_large_model_has_several_times_as_memory_allows(vertices: int, times: int) -> None:
    assert Pace().longest(vertices) == times
    assert Pace(times=5).longest(vertices) == min(times, 5)


def test_nothing_is_judged_where_there_is_no_time(plain: Model) -> None:
    with pytest.raises(SkinproofError, match="no time to compare"):
        to_the_end(measuring(Request(plain, 0, np.zeros(0), subjects(plain, {"pushed": pushed}))))


@pytest.mark.parametrize(("times", "outcome"), [([0.5], Outcome.NOT_JUDGED), ([0.25, 0.5], Outcome.SAME)])
def test_a_clip_that_was_asked_for_at_a_jump_alone_is_not_the_same(
    plain: Model, times: list[float], outcome: Outcome
) -> None:
    """Two keys are at 0.5 s, of which engines show the one or the other: nothing is compared there."""
    keys = np.array([0.0, 0.5, 0.5, 1.0])
    places = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    track = Track(int(plain.skins[0].joints[0]), "translation", "LINEAR", keys, places)
    model = dataclasses.replace(plain, clips=(Clip("jumps", (track,)),))
    found = verify(model, subjects(model, {"one": skin_reference}), Question(clips=(0,), times=Times.at(times)))
    assert found.verdict.outcome is outcome
    assert [ground.code for ground in found.verdict.grounds] == ["CLIPS_MISSING"] * (2 * (outcome is not Outcome.SAME))


def test_a_piece_in_which_the_model_has_collapsed_does_not_loosen_the_tolerance(plain: Model) -> None:
    """At the first time the model is a billionth of its size, ten metres away: alone, float32 could not resolve it."""
    joints = set(np.concatenate([skin.joints for skin in plain.skins]).tolist())
    top = next(node for node in joints if plain.nodes.parents[node] not in joints)
    times = np.array([0.0, 1.0])
    scale = Track(top, "scale", "LINEAR", times, np.array([[1e-9] * 3, [1.0] * 3]))
    far = Track(top, "translation", "LINEAR", times, np.full((2, 3), 10.0))
    clip = Clip("appears", (scale, far))
    model = dataclasses.replace(plain, clips=(clip,))
    request = Request(model, 0, times, subjects(model, {"pushed": pushed}))
    in_pieces = to_the_end(measuring(request, Pace(times=1))).comparison
    whole = to_the_end(measuring(request)).comparison
    assert in_pieces.tolerance == whole.tolerance
    assert not in_pieces.verdict.same


def test_normals_are_skinned_only_where_a_subject_has_some(tmp_path: Path) -> None:
    """Blender's subjects give none: the reference's would be compared with nothing."""
    model = load_model(MODELS["plain"](tmp_path))
    times = np.array([0.0, 0.5])
    for made, expected in ((Unturned, False), (Computed, True)):
        request = Request(model, 0, times, {"one": made(model, "one", skin_reference)})
        seen = to_the_end(measuring(request)).comparison.difference
        assert (seen.normal_angle is not None) == expected


def test_by_the_clock_the_first_piece_has_one_time_and_none_has_less() -> None:
    hurried = Pace(seconds=0.1)
    assert hurried.length(1000, 50, None) == 1
    assert hurried.length(1000, 50, 0.02) == 5
    assert hurried.length(1000, 50, 10.0) == 1
    assert hurried.length(1000, 50, 0.0) == 50
    assert [Pace().longest(count) for count in (0, 1, 2)] == [1_300_000, 1_300_000, 650_000]


def test_a_watch_counts_what_is_measured_and_nothing_else(plain: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by one at each look: skinning, comparing, concluding; each step and the end."""
    monkeypatch.setattr(measurement, "clock", SimpleNamespace(perf_counter=count().__next__))
    measured = to_the_end(measuring(Request(plain, 0, np.linspace(0.1, 0.9, 3), subjects(plain, {"pushed": pushed}))))
    assert measured.seconds == 3
    watch = Stopwatch()
    assert list(Steps(iter_of(3), watch)) == [0, 1, 2]
    assert watch.seconds == 4


def iter_of(count: int) -> Generator[int, None, None]:
    yield from range(count)


def test_of_a_wrong_reference_nothing_more_is_measured(plain: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the times that are witnesses alone is the plain reference asked."""
    asked = []

    def counted(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        asked.extend(times.tolist())
        return skin_reference(model, clip, times)

    monkeypatch.setattr(measurement, "disagreement", lambda *_: sentence("they part"))
    times = np.linspace(0.1, 0.9, 5)
    request = Request(plain, 0, times, subjects(plain, {"counted": counted}), Question(normals=False))
    measured = to_the_end(measuring(request, Pace(times=1), [2]))
    assert measured.fault == "they part"
    assert measured.comparisons == ()
    assert asked == times[:3].tolist()


@pytest.mark.parametrize(("name", "off"), [("plain", False), ("weights_bad", True)])
def test_weights_are_measured_without_any_subject(name: str, off: bool, tmp_path: Path) -> None:
    model = load_model(MODELS[name](tmp_path))
    measured = to_the_end(measuring(Request(model, 0, np.array([0.0, 0.5]), {})))
    assert [effect.max_relative > 1e-3 for effect in measured.weights] == [True] * off
    assert measured.worst is None


@pytest.mark.parametrize("piece", [1, 2, 10])
def test_normals_are_asked_for_at_their_times_and_at_no_other(
    tmp_path: Path, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 40 times some have normals; a subject that gives none is never asked for any."""
    monkeypatch.setattr("skinning_core.compare.measure.times.FEW_NORMALS", 0)
    model = load_model(MODELS["plain"](tmp_path))
    times = np.linspace(0.0, 1.0, 40)
    for made in (Computed, Unturned):
        asked: dict[bool, list[float]] = {True: [], False: []}

        def noted(
            model: Model,
            clip: int | None,
            times: np.ndarray,
            *,
            normals: bool = True,
            asked: dict[bool, list[float]] = asked,
            **_: object,
        ) -> Skinned:
            asked[normals] += times.tolist()
            return skin_reference(model, clip, times, normals=normals)

        request = Request(model, 0, times, {"one": made(model, "one", noted)})
        shown = request.with_normals if made is Computed else np.zeros(len(times), bool)
        assert (made is Unturned) or 0 < shown.sum() < len(times)
        comparison = to_the_end(measuring(request, Pace(times=piece))).comparison
        assert sorted(asked[True]) == times[shown].tolist()
        assert sorted(asked[False]) == times[~shown].tolist()
        assert comparison.difference.times.tolist() == times.tolist()


def test_witnesses_are_the_first_and_last_time_and_between_them_those_with_normals(
    plain: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skinning_core.compare.measure.times.FEW_NORMALS", 0)
    times = np.linspace(0.0, 1.0, 40)
    asked = [Request(plain, 0, times, subjects(plain, {"one": skin_reference}), Question(normals=n)) for n in (1, 0)]
    for request in asked:
        ((first, *between, last),) = chosen_witnesses([request])
        assert (first, last, len(between)) == (0, 39, 3)
        assert request.question.normals == 0 or request.with_normals[between].all()
    assert [chosen_witnesses([r])[0][1:-1] for r in asked[1:]] == [[10, 20, 29]]


@pytest.mark.parametrize("piece", [1, 3, 23])
def test_the_worst_time_is_that_of_any_subject(plain: Model, piece: int) -> None:
    """One is off most at the beginning, one less, at the end; one fails."""

    def first(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        skinned = skin_reference(model, clip, times)
        skinned.positions[0][:, 7, 0] += 3.0 * (1.0 - times)
        return skinned

    times = np.linspace(0.1, 0.9, 23)
    given = subjects(plain, {"broken": broken, "first": first, "pushed": pushed})
    measured = to_the_end(measuring(Request(plain, 0, times, given), Pace(times=piece)))
    assert measured.worst is not None
    assert measured.worst.reference.times.tolist() == [times[0]]
    assert measured.worst.relative == measured.comparisons[0].difference.max_relative


def test_the_ends_are_witnesses_if_no_normals_are_compared_there(plain: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large model normals are compared at two times, wherever it moves most."""
    monkeypatch.setattr("skinning_core.compare.measure.times.FEW_NORMALS", 0)
    monkeypatch.setattr("skinning_core.compare.measure.times.NORMAL_PAIRS", 0)
    request = Request(plain, 0, np.linspace(0.0, 1.0, 40), subjects(plain, {"one": skin_reference}))
    shown = set(np.flatnonzero(request.with_normals).tolist())
    assert not {0, 39} <= shown
    assert chosen_witnesses([request]) == [sorted(shown | {0, 39})]
