"""The question that options ask, and the options that ask a question again."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ..compare.judge.question import NORMAL_TOLERANCE, Judged, Origin, Question, Times, When
from ..compare.judge.verdict import ACCEPTABLE
from ..compare.measure.screen import Screen
from ..compare.measure.times import NORMAL_TIMES
from ..error import SkinproofError
from ..files.bone_map import read_bone_map
from ..model import Model
from ..pose.clip import find_clip
from ..report.asked import question_words
from .options import LOOP, natural, number_type, seconds
from .verb import Arguments, arguments, flag, option, repeated

#: Kinds of times that go by a word.
_BY_WORD = (When.FRAMES, When.KEYS, When.BETWEEN, When.EVERY_KEY)


_lines = number_type(natural, lambda count: 0 < count <= 100_000, "a number of lines such as 1080")
_filling = number_type(float, lambda part: 0.0 < part <= 1000.0, "a part of the screen such as 0.5 (10 is a close-up)")
_share = number_type(float, lambda share: share >= 0.0, "a number of zero or more")
_angle = number_type(float, lambda degrees: degrees >= 0.0, "a number of degrees, zero or more, or out")


def _degrees(text: str) -> float | None:
    """``--normals`` (an argparse type); None: they do not count."""
    return None if text == "out" else _angle(text)


def _screen(text: str) -> Screen:
    """``1080`` or ``1080,0.5`` (an argparse type)."""
    lines, comma, part = text.partition(",")
    return Screen(_lines(lines), _filling(part) if comma else 1.0)


def times(text: str) -> Times:
    """``--times`` (an argparse type): a word, a number of times, seconds (with any of ".,-")."""
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


@arguments
class QuestionArguments(Arguments):
    """What is asked of a subject, and the screen that shows the answer."""

    clip: list[str] | None = option(
        "a clip by name or number, or rest (may be repeated; default: the rest pose and every clip)",
        metavar="C",
        action="append",
    )
    times: Times = option(
        "frames (of a scene or of stored results); keys; between (the default of files: keys and a time between every "
        "two, 200 at most, where the clip moves most); every-key (all of these); N (that many, evenly spread); or "
        "seconds such as 0,0.5 or 1.0. "
        f"Normals are compared at {NORMAL_TIMES} times of a clip at most, with every-key at all",
        also=("--frames",),
        metavar="WHEN",
        type=times,
        default=Times(),
    )
    loop: bool = flag(LOOP)
    normals: float | None = option(
        f"degrees by which normals may be turned (default: {NORMAL_TOLERANCE:g}), or out: they do not count",
        metavar="DEGREES|out",
        type=_degrees,
        default=NORMAL_TOLERANCE,
    )
    tolerance: float | None = option(
        "largest error that passes, as a share of the size (default: 3e-6, or as stated)", metavar="E", type=_share
    )
    accept: list[str] = repeated(
        "allow the verdict *the same* although this was not judged (may be repeated): " + ", ".join(sorted(ACCEPTABLE)),
        metavar="CODE",
        choices=sorted(ACCEPTABLE),
    )
    screen: Screen = option(
        "height of the screen in pixels, and how much of it the model fills (default: 1080,1)",
        metavar="LINES[,PART]",
        type=_screen,
        default=Screen(),
    )


@arguments
class SceneArguments(QuestionArguments):
    """A character of a scene, and what is asked of it."""

    object: list[str] = repeated(
        "the character, by the name of its armature or of one of its meshes. Given twice, without a file: the second "
        "is compared with the first, frame by frame (a cache, a simulation, another importer)",
        metavar="NAME",
    )
    judge: str | None = option(
        "clips (the default: its actions that stand for the file's clips), plays (what the scene plays now), or pose "
        "(the file's skin on the bones as they stand, with constraints and control rigs)",
        choices=[judged.value for judged in Judged],
    )
    source: str | None = option(
        "which came first: file (the scene must hold all of it) or scene (the file must hold all of it); default: as "
        "the scene remembers",
        choices=[origin.value for origin in Origin],
    )
    clip_map: list[str] = repeated("clip A of the file is action B of the scene (may be repeated)", metavar="A=B")
    bone_map: list[str] = repeated(
        "joint A of the file is bone B of the scene, or a file of pairs (may be repeated; the others are matched by "
        "themselves)",
        metavar="A=B|FILE",
    )
    strict: bool | None = option(
        "count it as a difference if you moved the whole character (default: only if the file was exported from "
        "this scene)",
        action=argparse.BooleanOptionalAction,
    )
    modifiers: str = option("whether other modifiers count (default: in)", choices=("in", "out"), default="in")


def question_of(args: QuestionArguments, model: Model | None) -> Question:
    """The question that the options ask of a model. Raises ``SkinproofError`` if it has no such clip.

    model: None if the options name no clip and there is no file.
    """
    when = args.times
    question = Question(
        clips=None if args.clip is None or model is None else _clips(model, args.clip),
        times=Times(when.when, when.count, when.seconds, loop=args.loop and when.when is When.GIVEN),
        normals=args.normals is not None,
        tolerance=args.tolerance,
        normal_tolerance=NORMAL_TOLERANCE if args.normals is None else args.normals,
        screen=args.screen,
        accept=frozenset(args.accept),
    )
    if not isinstance(args, SceneArguments):
        return question
    return replace(
        question,
        source=None if args.source is None else Origin(args.source),
        judged=Judged(args.judge or Judged.CLIPS.value),
        clip_map={} if model is None else dict(_pairs(model, args.clip_map)),
        bone_map=dict(_bones(args.bone_map)),
        strict=args.strict,
        modifiers=args.modifiers == "in",
    )


def _bones(words: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The file's joints and their bones: a pair A=B, or a file of them."""
    for word in words:
        joint, equals, bone = word.partition("=")
        yield from [(joint, bone)] if equals else read_bone_map(Path(word)).items()


def _clips(model: Model, names: Iterable[str]) -> tuple[int | None, ...]:
    return tuple(dict.fromkeys(find_clip(model, name) for name in names))


def words_of(question: Question, model: Model) -> list[str]:
    """The options that ask this question of a model."""
    return question_words(question, model.clip_names)


def _pairs(model: Model, pairs: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The file's clips and their names in the scene."""
    for pair in pairs:
        ours, equals, there = pair.partition("=")
        clip = find_clip(model, ours) if equals else None
        if clip is None:
            raise SkinproofError(f"--clip-map {pair!r} names no clip of the file and what it is there", fix="A=B")
        yield model.clip_names[clip], there
