"""A question: its times, which decide or lie between frames, and what cannot be asked or has no answer."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from skinning_core import (
    SUBJECTS,
    Model,
    Outcome,
    Question,
    Skinned,
    SkinproofError,
    load_model,
    skin_model,
    skin_model_fast,
    verify,
)
from skinning_core.compare.judge.question import Times, When, apart, sampled
from skinning_core.model import Float64, Track
from skinning_core.subject import Computed, Subject
from tests.models import MODELS

#: Of the scene that plays the clip.
RATE = 24.0


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


class Played(Computed):
    """A character of a scene that has these frames, if any."""

    def __init__(self, model: Model, frames: Float64 | None, rate: float | None = RATE) -> None:
        super().__init__(model, "played", skin_model)
        self._frames, self._rate = frames, rate

    def frames(self, clip: int | None) -> Float64 | None:
        return None if self._frames is None else self._frames / RATE

    @property
    def frame_rate(self) -> float | None:
        return self._rate


def asked(model: Model, times: Times, frames: Float64 | None = None) -> tuple[list[float], list[float] | None]:
    """The frames that decide, and those between frames; of a clip with keys at 0, 12 and 24."""
    subject: Subject = Played(model, frames)
    on, between = apart(subject, 0, times)
    return (on.times * RATE).tolist(), None if between is None else (between.times * RATE).tolist()


def test_what_lies_between_frames_is_set_apart(model: Model) -> None:
    assert asked(model, Times(), np.arange(3.0)) == ([0.0, 1.0, 2.0], None)
    assert asked(model, Times(When.COUNT, count=3)) == ([0.0, 12.0, 24.0], None)
    assert asked(model, Times(When.COUNT, count=5)) == ([0.0, 6.0, 12.0, 18.0, 24.0], None)
    assert asked(model, Times(When.COUNT, count=7)) == ([0.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0], None)
    on, between = asked(model, Times(When.COUNT, count=10))
    assert on == [0.0, 8.0, 16.0, 24.0]
    assert between == pytest.approx([8.0 / 3.0 * k for k in (1, 2, 4, 5, 7, 8)])


def test_seconds_that_are_given_decide_wherever_they_lie(model: Model) -> None:
    assert asked(model, Times.at([0.5 / RATE, 1.0 / RATE])) == ([0.5, 1.0], None)


def test_if_no_time_is_on_a_frame_the_frames_decide(model: Model) -> None:
    late = dataclasses.replace(model.clips[0], tracks=tuple(shifted(track) for track in model.clips[0].tracks))
    shown = dataclasses.replace(model, clips=(late,))
    on, between = asked(shown, Times(When.KEYS), np.array([0.0, 12.0, 24.0]))
    assert on == [0.0, 12.0, 24.0]
    assert between == pytest.approx([0.5, 12.5, 24.5])


def shifted(track: Track) -> Track:
    """Half a frame later."""
    return dataclasses.replace(track, times=track.times + 0.5 / RATE)


@pytest.mark.parametrize("frames", [0.9e-4, -0.9e-4, 1.9e-4])
def test_a_frame_near_a_key_is_that_keys(model: Model, frames: float) -> None:
    own = np.array([0.0, 6.0, 12.0]) + frames
    (on, _) = asked(model, Times(When.FRAMES), own)
    keyed = abs(frames) < 1e-4
    assert on == ([0.0, own[1], 12.0] if keyed else pytest.approx(own))


def test_a_subject_without_a_rate_has_no_frames_between(model: Model) -> None:
    on, between = apart(Played(model, np.array([0.25, 3.5]), None), 0, Times())
    assert ((on.times * RATE).tolist(), between) == ([0.25, 3.5], None)


def test_frames_of_what_has_none_are_refused_and_keys_are_the_usual_times(model: Model) -> None:
    clip = model.clips[0]
    with pytest.raises(SkinproofError, match="frames are of a scene"):
        sampled(clip, Times(When.FRAMES), None)
    own = np.array([0.1])
    assert sampled(clip, Times(When.FRAMES), own).times is own
    assert sampled(clip, Times(), None).times.tolist() == [0.0, 0.125, 0.5, 0.625, 1.0]


def test_given_seconds_hold_at_the_end_or_begin_again(model: Model) -> None:
    clip = model.clips[0]
    assert sampled(clip, Times.at([0.25, 1.75]), None).times.tolist() == [0.25, 1.75]
    assert sampled(clip, dataclasses.replace(Times.at([0.25, 1.75]), loop=True), None).times.tolist() == [0.25, 0.75]
    assert sampled(clip, Times(When.GIVEN), None).times.tolist() == [0.0]


@pytest.mark.parametrize(
    ("subjects", "question"),
    [
        ((), Question()),
        (("fast",), Question(clips=())),
        (("fast",), Question(clips=(None,), times=Times.at([]))),
        (("fast",), Question(clips=(0,), times=Times.at([]))),
        (("fast",), Question(clips=(0,), times=Times(When.COUNT))),
    ],
    ids=["no subject", "no clip", "no time at rest", "no time", "no times"],
)
def test_nothing_is_the_same_if_nothing_was_compared(
    model: Model, subjects: tuple[str, ...], question: Question
) -> None:
    found = verify(model, {name: SUBJECTS[name](model) for name in subjects}, question)
    assert found.verdict.outcome is Outcome.NOT_JUDGED
    assert verify(model, {}, question, plans=[]).verdict.outcome is Outcome.NOT_JUDGED


@pytest.mark.parametrize("clip", [9, -1, "a"])
def test_a_clip_that_is_not_there_is_told_with_those_that_are(model: Model, clip: Any) -> None:
    for ask in (
        lambda: skin_model(model, clip, 0.0),
        lambda: skin_model_fast(model, clip, 0.0),
        lambda: verify(model, {"fast": SUBJECTS["fast"](model)}, Question(clips=(clip,))),
    ):
        with pytest.raises(SkinproofError, match=rf"has no clip {clip!r} \(clips by number: 0 '"):
            ask()


@pytest.mark.parametrize("times", [[float("nan")], [float("inf")], [[0.0, 1.0]], ["a"], None])
def test_what_is_no_time_is_told(model: Model, times: Any) -> None:
    for ask in (lambda: skin_model(model, 0, times), lambda: skin_model_fast(model, 0, times), lambda: Times.at(times)):
        with pytest.raises(SkinproofError, match="these are no times"):
            ask()


@pytest.mark.parametrize("tolerance", [-1.0, float("nan")])
def test_what_is_no_tolerance_is_told(tolerance: float) -> None:
    for name in ("tolerance", "normal_tolerance"):
        with pytest.raises(SkinproofError, match="is no tolerance"):
            Question(**{name: tolerance})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda s: replace(s, times=s.times + 1.0), "its result is of other times than were asked for"),
        (lambda s: replace(s, positions=s.positions[:-1]), "its result has 0 parts, the model 1"),
        (
            lambda s: replace(s, positions=tuple(p[:, 1:] for p in s.positions)),
            "its positions of part 0 have the shape",
        ),
    ],
    ids=["times", "parts", "vertices"],
)
def test_a_result_that_does_not_fit_is_refused(model: Model, change: Callable[[Skinned], Skinned], told: str) -> None:
    mine = Computed(model, "mine", lambda *asked, **how: change(skin_model(*asked, **how)))
    found = verify(model, {"mine": mine, "fast": SUBJECTS["fast"](model)}, Question(clips=(0,)))
    assert told in str(found.failures[0].sentence)
    assert [each.engine for each in found.comparisons] == ["fast"]


def test_normals_that_were_not_given_are_not_judged(model: Model) -> None:
    """What an engine written by others leaves out is no reason to call it the same."""
    mine = Computed(model, "mine", lambda *asked, **how: skin_model(*asked, **{**how, "normals": False}))
    found = verify(model, {"mine": mine}, Question(clips=(0,)))
    assert [(g.code, g.outcome) for g in found.verdict.grounds] == [("NORMALS_NOT_GIVEN", Outcome.PARTLY)]
    assert verify(model, {"mine": mine}, Question(clips=(0,), normals=False)).verdict.outcome is Outcome.SAME
