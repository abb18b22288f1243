"""The answer about something that is no character of the list: two objects, or an export beside its scene.

One at a time, in this run of Blender only. What draws it reads plain figures, as from `results`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.model import Float
from ...skinning_core.text.sentence import data_of, from_data

#: Members that hold a sentence, and that hold several.
_SENTENCE, _SENTENCES = ("words", "coverage"), ("grounds", "causes", "notes")


@dataclass(frozen=True)
class SideResult:
    """What was found, as the panel shows it."""

    title: str
    words: str  # the verdict in few words
    same: bool
    differs: bool
    level: str  # how much of it anybody would see
    coverage: str
    grounds: tuple[str, ...] = ()  # without that positions differ, which the figures say
    causes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    share: float = 0.0  # the largest error, relative to the size
    metres: float = 0.0
    frame: float = -1.0  # the worst one; below 0: none


@dataclass(frozen=True, eq=False)
class Side:
    """A result with the errors behind it, and what is under way."""

    result: SideResult | None = None
    errors: Mapping[str, Float] | None = None  # by mesh object: (V,) the largest error of each vertex, relative
    running: str = ""  # what is being verified
    refusal: str = ""  # why nothing was verified
    page: str = ""  # a report for people, HTML


NO_SIDE = Side()


def side_result(title: str, answer: Verification, causes: Sequence[str] = ()) -> SideResult:
    """The result of an answer; causes: further ones. Raises ``SkinproofError`` if nothing was judged."""
    deciding = [comparison for comparison in answer.comparisons if comparison.decides] or [answer.comparison]
    worst = max(deciding, key=lambda comparison: comparison.difference.max_relative)
    place, rate = worst.difference.worst, worst.frame_rate
    return SideResult(
        title=title,
        words=answer.verdict.words,
        same=answer.verdict.same,
        differs=answer.verdict.differs,
        level=answer.verdict.level.value,
        coverage=answer.coverage.sentence,
        grounds=tuple(ground.sentence for ground in answer.verdict.grounds if ground.code != "POSITIONS"),
        causes=(*causes, *dict.fromkeys(cause for each in deciding for cause in each.why)),
        notes=tuple(dict.fromkeys(note for each in deciding for note in each.notes)),
        share=worst.difference.max_relative,
        metres=worst.difference.farthest.distance if worst.difference.farthest else 0.0,
        frame=place.time * rate if place is not None and rate else -1.0,
    )


def largest_errors(answer: Verification) -> list[Float]:
    """Per part (V,) float32 the largest error of each vertex over all clips and kept times, relative; NaN: none."""
    largest: list[Float] = []
    for comparison in answer.comparisons:
        kept = comparison.vertex_errors
        if kept is None or not comparison.decides:
            continue
        for index, parts in kept.kept.items():
            here = [(errors / comparison.difference.scale[index]).astype(np.float32) for errors in parts]
            largest = [np.fmax(a, b) for a, b in zip(largest, here, strict=True)] if largest else here
    return largest


def written(result: SideResult) -> str:
    """A result as JSON text."""
    values = asdict(result) | {name: data_of(getattr(result, name)) for name in _SENTENCE}
    return json.dumps(values | {name: [data_of(each) for each in getattr(result, name)] for name in _SENTENCES})


def read_written(text: str) -> SideResult:
    """What ``written`` made of a result. Raises ``ValueError`` or ``TypeError`` for anything else."""
    values: dict[str, Any] = json.loads(text)
    known = {field.name: values[field.name] for field in fields(SideResult) if field.name in values}
    known |= {name: from_data(known[name]) for name in _SENTENCE}
    return SideResult(**known | {name: tuple(map(from_data, known[name])) for name in _SENTENCES})
