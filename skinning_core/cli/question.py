"""The question that the options of ``verify`` ask, and the options that ask a question again."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..compare.judge.question import NORMAL_TOLERANCE, Judged, Question, Times, When
from ..compare.judge.verdict import ACCEPTABLE
from ..compare.measure.screen import Screen
from ..compare.measure.times import NORMAL_TIMES
from ..error import SkinproofError
from ..files.bone_map import read_bone_map
from ..model import Model
from ..pose.clip import find_clip
from ..report.asked import question_words
from .options import add_loop, natural, number_type, seconds
from .verb import Arguments


@dataclass(frozen=True, kw_only=True)
class QuestionArguments(Arguments):
    """What is asked of a subject, and on which screen the answer is looked at."""

    clip: list[str] | None
    times: Times
    loop: bool
    normals: str
    normal_tolerance: float
    tolerance: float | None
    accept: list[str]
    viewport: int
    fill: float
    judge: str | None
    pose: str | None
    clip_map: list[str]
    bone_map: list[str]
    strict: bool | None
    modifiers: str


#: The kinds of times that go by a word.
_BY_WORD = (When.FRAMES, When.KEYS, When.BETWEEN, When.EVERY_KEY)


_lines = number_type(natural, lambda count: 0 < count <= 100_000, "a number of lines such as 1080")
_filling = number_type(float, lambda part: 0.0 < part <= 1000.0, "a part of the screen such as 0.5 (10 is a close-up)")


def add_question_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that make up a question."""
    parser.add_argument(
        "--clip",
        metavar="C",
        action="append",
        help="a clip by name or number, or rest (may be repeated; default: the rest pose and every clip)",
    )
    parser.add_argument(
        "--times",
        "--frames",
        metavar="WHEN",
        dest="times",
        type=times,
        default=Times(),
        help="frames (a scene's, or those of stored results), keys, between (keys and a time between every two, 200 at "
        "most, where it moves: the default of files), every-key (all of these), N times evenly spread, or seconds "
        f"such as 0,0.5 or 1.0; normals are compared at {NORMAL_TIMES} of a clip at most, with every-key at all",
    )
    add_loop(parser)
    parser.add_argument("--normals", choices=("in", "out"), default="in", help="whether normals count (default: in)")
    parser.add_argument(
        "--normal-tolerance",
        metavar="DEGREES",
        type=float,
        default=NORMAL_TOLERANCE,
        help=f"what normals may be turned by (default: {NORMAL_TOLERANCE:g})",
    )
    parser.add_argument(
        "--tolerance", metavar="E", type=float, help="relative to the diagonal (default: 3e-6, or as stated)"
    )
    parser.add_argument(
        "--accept",
        metavar="CODE",
        action="append",
        choices=sorted(ACCEPTABLE),
        default=[],
        help="the same although this was not judged (may be repeated): " + ", ".join(sorted(ACCEPTABLE)),
    )
    parser.add_argument(
        "--viewport", metavar="LINES", type=_lines, default=1080, help="lines of the screen for pixels (default: 1080)"
    )
    parser.add_argument(
        "--fill", metavar="F", type=_filling, default=1.0, help="part of them that the model takes (default: 1)"
    )


def times(text: str) -> Times:
    """What ``--times`` takes (an argparse type): a word, a number of times, seconds (with any of ".,-")."""
    for when in _BY_WORD:
        if text == when.value:
            return Times(when)
    if text.isdecimal() and int(text) > 0:
        return Times(When.COUNT, count=int(text))
    if not any(sign in text for sign in ".,-e"):
        words = ", ".join(when.value for when in _BY_WORD)
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither {words}, nor a number of times, nor seconds such as 0,0.5 or 1.0"
        )
    return Times.at(seconds(text.removesuffix(",")))


def require_sound_tolerances(args: QuestionArguments) -> None:
    """Refuse tolerances below zero, and those that are no numbers."""
    for option, value in (("--tolerance", args.tolerance), ("--normal-tolerance", args.normal_tolerance)):
        if value is not None and not value >= 0.0:
            raise SkinproofError(f"{option} {value} is not a number of zero or more")


def screen_of(args: QuestionArguments) -> Screen:
    """The screen that the options describe."""
    return Screen(args.viewport, args.fill)


def question_of(args: QuestionArguments, model: Model | None) -> Question:
    """The question that the options ask of a model. Raises ``SkinproofError`` if it has no such clip.

    model: None if the options name no clip and there is no file.
    """
    when = args.times
    return Question(
        judged=Judged.POSE if args.pose else Judged(args.judge or Judged.CLIPS.value),
        clips=None if args.clip is None or model is None else _clips(model, args.clip),
        clip_map={} if model is None else dict(_pairs(model, args.clip_map)),
        bone_map=dict(_bones(args.bone_map)),
        times=Times(when.when, when.count, when.seconds, loop=args.loop and when.when is When.GIVEN),
        strict=args.strict,
        modifiers=args.modifiers == "in",
        normals=args.normals == "in",
        tolerance=args.tolerance,
        normal_tolerance=args.normal_tolerance,
        screen=screen_of(args),
        accept=frozenset(args.accept),
    )


def _bones(words: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The joints of the file, and the name of each one's bone: a pair A=B, or all those of a file."""
    for word in words:
        joint, equals, bone = word.partition("=")
        yield from [(joint, bone)] if equals else read_bone_map(Path(word)).items()


def _clips(model: Model, names: Iterable[str]) -> tuple[int | None, ...]:
    return tuple(dict.fromkeys(find_clip(model, name) for name in names))


def words_of(question: Question, model: Model) -> list[str]:
    """The options of ``verify`` that ask this very question of a model."""
    return question_words(question, model.clip_names)


def _pairs(model: Model, pairs: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The clips of the file, and the name of each in the scene."""
    for pair in pairs:
        ours, equals, there = pair.partition("=")
        clip = find_clip(model, ours) if equals else None
        if clip is None:
            raise SkinproofError(f"--clip-map {pair!r} names no clip of the file and what it is there", fix="A=B")
        yield model.clip_names[clip], there
