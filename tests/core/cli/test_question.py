"""Options of ``verify`` and the question they ask: each can be made of the other, and nothing is lost on the way."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.cli.main import parse_arguments
from skinning_core.cli.question import question_of, times, words_of
from skinning_core.compare.judge.question import Judged, Question, Times, When
from skinning_core.compare.judge.verdict import ACCEPTABLE
from skinning_core.compare.measure.screen import Screen
from skinning_core.error import SkinproofError
from skinning_core.model import Clip, Model
from tests.models import MODELS

NAMES = ("walk", "walk", "-x=y", "7", "Идти", "", "a b")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    made = load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))
    return dataclasses.replace(made, clips=tuple(Clip(name, made.clips[0].tracks) for name in NAMES))


def asked(words: list[str], model: Model, *verb: str) -> Question:
    args = parse_arguments([*(verb or ("verify",)), "some.glb", *words])
    assert not isinstance(args, int), words
    return question_of(args, model)


def some_question(rng: np.random.Generator) -> Question:
    def one_of(*values):
        return values[rng.integers(len(values))]

    judged, normals = one_of(*Judged), bool(rng.integers(2))
    clips = [None, *range(len(NAMES))]
    chosen = tuple(clips[k] for k in rng.permutation(len(clips))[: rng.integers(1, 5)])
    given = Times.at(np.unique(rng.normal(size=rng.integers(1, 4)) / 3.0))
    kinds = (Times(), Times(When.COUNT, count=int(rng.integers(1, 99))), given, dataclasses.replace(given, loop=True))
    by_word = [Times(when) for when in (When.FRAMES, When.KEYS, When.BETWEEN, When.EVERY_KEY)]
    return Question(
        judged=judged,
        clips=None if judged is Judged.POSE else one_of(None, chosen),
        bone_map=one_of({}, {"hips": "root.x"}, {"a b": "", "-c": "d"}),
        clip_map=one_of({}, {"walk": "Walk.001"}, {"-x=y": "=-", "a b": ""}) if judged is Judged.CLIPS else {},
        times=one_of(*kinds, *by_word),
        strict=bool(rng.integers(2)),
        modifiers=bool(rng.integers(2)),
        normals=normals,
        tolerance=one_of(None, 0.0, float(rng.random() * 1e-5)),
        normal_tolerance=one_of(1.0, float(rng.random() * 90.0)) if normals else 1.0,
        screen=one_of(Screen(), Screen(int(rng.integers(1, 5000)), float(rng.random() + 0.1))),
        accept=frozenset(rng.choice(sorted(ACCEPTABLE), rng.integers(3)).tolist()),
    )


def test_what_is_asked_is_what_the_words_ask(model: Model) -> None:
    rng, unique = np.random.default_rng(20), dataclasses.replace(model, clips=model.clips[1:])
    for _ in range(500):
        question = some_question(rng)
        if question.clips is not None:
            question = dataclasses.replace(question, clips=tuple(c for c in question.clips if c != 6) or (None,))
        words = words_of(question, unique)
        again = asked(words, unique, "scene", "shot.blend")
        assert words_of(again, unique) == words
        for field in dataclasses.fields(Question):
            if field.name != "times":
                assert getattr(again, field.name) == getattr(question, field.name), (field.name, words)
        for name in ("when", "count", "loop"):
            assert getattr(again.times, name) == getattr(question.times, name), words
        np.testing.assert_array_equal(again.times.seconds, question.times.seconds)


def test_a_clip_whose_name_several_have_goes_by_its_number(model: Model) -> None:
    assert words_of(Question(clips=(0, 1, 4)), model) == ["--clip", "0", "--clip", "1", "--clip", "Идти"]


@pytest.mark.parametrize(
    ("text", "when", "count", "seconds"),
    [
        ("frames", When.FRAMES, 0, None),
        ("keys", When.KEYS, 0, None),
        ("between", When.BETWEEN, 0, None),
        ("every-key", When.EVERY_KEY, 0, None),
        ("25", When.COUNT, 25, None),
        ("1", When.COUNT, 1, None),
        ("0.5", When.GIVEN, 0, [0.5]),
        ("1,", When.GIVEN, 0, [1.0]),
        ("1,0,1", When.GIVEN, 0, [0.0, 1.0]),
        ("-1", When.GIVEN, 0, [-1.0]),
        ("1e-3", When.GIVEN, 0, [0.001]),
    ],
)
def test_times_are_a_word_a_number_or_seconds(text: str, when: When, count: int, seconds: list[float] | None) -> None:
    found = times(text)
    assert (found.when, found.count) == (when, count)
    assert (None if found.seconds is None else found.seconds.tolist()) == seconds


@pytest.mark.parametrize("text", ["", "0", "frame", "1,x", "nan", "inf.", "1.0,,2"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        times(text)


@pytest.mark.parametrize(
    "words",
    [
        ["--judge", "plays"],
        ["--clip-map", "a=b"],
        ["--strict"],
        ["--modifiers", "out"],
        ["--tolerance", "nan"],
        ["--tolerance=-1"],
        ["--normals", "nan"],
        ["--accept", "REFUSED"],
        ["--times", "frames", "--against", "fast"],
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(words: list[str], root: Path, capsys) -> None:
    assert main(["verify", str(root / "examples" / "arm.glb"), *words]) == 2
    spoken = capsys.readouterr().err.splitlines()
    assert len([line for line in spoken if "not at hand" not in line]) <= 1


@pytest.mark.parametrize("pair", ["walk", "rest=b", "nobody=b", "walk=b"])
def test_a_map_of_no_clip_is_refused(model: Model, pair: str) -> None:
    """There are two clips called walk."""
    with pytest.raises(SkinproofError):
        asked(["--clip-map", pair], model, "scene", "s.blend")


def test_both_names_of_the_times_are_one_option(model: Model) -> None:
    assert asked(["--frames", "5"], model).times.words == asked(["--times", "5"], model).times.words == "5"
    assert asked(["--frames", "-0.5,1"], model).times.seconds.tolist() == [-0.5, 1.0]
