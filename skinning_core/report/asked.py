"""A question as data for machines, and as words of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..compare.judge.question import Judged, Question, When
from ..compare.measure.screen import Screen


def question_words(question: Question, clip_names: Sequence[str]) -> list[str]:
    """The options that ask this question; clip_names: of the model."""
    usual = Question()
    words = [] if question.judged is usual.judged else ["--judge", question.judged.value]
    words += [] if question.source is None else ["--source", question.source.value]
    if question.judged is not Judged.POSE:  # a pose has no clip
        words += [word for clip in question.clips or () for word in _option("--clip", _clip(clip, clip_names))]
    for clip_name, there in question.clip_map.items():
        words += _option("--clip-map", f"{_mapped(clip_name, clip_names)}={there}")
    for joint, bone in question.bone_map.items():
        words += _option("--bone-map", f"{joint}={bone}")
    words += ["--times", question.times.words] if question.times.when is not None else []
    words += ["--loop"] if question.times.loop and question.times.when is When.GIVEN else []
    words += [] if question.strict is None else ["--strict" if question.strict else "--no-strict"]
    words += [] if question.modifiers else ["--modifiers", "out"]
    if not question.normals:
        words += ["--normals", "out"]
    elif question.normal_tolerance != usual.normal_tolerance:
        words += ["--normals", repr(question.normal_tolerance)]
    words += [] if question.tolerance is None else ["--tolerance", repr(question.tolerance)]
    words += [word for code in sorted(question.accept) for word in ("--accept", code)]
    if question.screen == Screen():
        return words
    lines, part = str(question.screen.lines), question.screen.fill
    return [*words, "--screen", lines if part == Screen().fill else f"{lines},{part!r}"]


def question_document(question: Question, clip_names: Sequence[str]) -> dict[str, Any]:
    """The question in the types of JSON, with its words."""
    clips = question.clips
    return {
        "words": question_words(question, clip_names),
        "judge": question.judged.value,
        "source": None if question.source is None else question.source.value,
        "clips": None if clips is None else ["rest" if clip is None else clip_names[clip] for clip in clips],
        "clip_map": dict(question.clip_map),
        "bone_map": dict(question.bone_map),
        "times": question.times.words or None,
        "strict": question.strict,
        "modifiers": question.modifiers,
        "normals": question.normals,
        "tolerance": question.tolerance,
        "normal_tolerance_deg": question.normal_tolerance,
        "accept": sorted(question.accept),
        "viewport": question.screen.lines,
        "fill": question.screen.fill,
    }


def _option(option: str, value: str) -> list[str]:
    """One word if the value looks like an option."""
    return [f"{option}={value}"] if value.startswith("-") else [option, value]


def _clip(clip: int | None, clip_names: Sequence[str]) -> str:
    if clip is None:
        return "rest"
    return clip_names[clip] if clip_names.count(clip_names[clip]) == 1 else str(clip)


def _mapped(clip_name: str, clip_names: Sequence[str]) -> str:
    """The clip of a ``--clip-map`` pair, which is read up to the first "="."""
    return str(clip_names.index(clip_name)) if "=" in clip_name and clip_name in clip_names else clip_name
