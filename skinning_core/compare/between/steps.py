"""The steps between two files: their names, sentences, and how the tool that made the file avoids them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...text.sentence import joined, sentence


@dataclass(frozen=True)
class Option:
    """How a tool avoids a step."""

    option: str
    unless: tuple[str, ...] = ()  # not for a file that shows this (`evidence`): it was done already
    needs: tuple[str, ...] = ()  # only for a file that shows this


@dataclass(frozen=True)
class StepKind:
    """A step's sentence, and the options of each tool, by its name in ``asset.generator``."""

    sentence: str
    options: dict[str, tuple[Option, ...]]


def _steps() -> dict[str, StepKind]:
    rows = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    steps = {}
    for step, row in rows.items():
        options = {tool: tuple(map(_option_of, of_tool)) for tool, of_tool in row["options"].items()}
        steps[step] = StepKind(row["sentence"], options)
    return steps


def _option_of(row: dict[str, Any]) -> Option:
    return Option(row["option"], tuple(row.get("unless", ())), tuple(row.get("needs", ())))


#: The steps by name.
STEPS = _steps()

#: Stands between names of steps told together.
TOGETHER = " + "


@dataclass(frozen=True)
class Step:
    """One change between two files, or several that work against each other."""

    name: str  # a key of STEPS, or several with TOGETHER between them
    share: float  # 0 to 1: the part of the difference that goes if it and the steps before it are undone
    distance: float  # metres: that share of the whole
    maximum: float  # metres, the farthest that it alone moves any vertex
    left: float = 0.0  # metres that remain if only this is undone, at most the whole
    against: bool = False  # the steps work against each other: undoing one alone makes it larger
    option: str = ""  # how the writing tool avoids it, if that is known and was not done

    @property
    def sentence(self) -> str:
        """What happened, in one sentence."""
        told = [STEPS[name].sentence for name in self.name.split(TOGETHER)]
        if len(told) == 1:
            return told[0]
        if self.against:
            return sentence("work against each other: {steps}", steps=joined(told))
        return sentence("none of these alone makes the most of it: {steps}", steps=joined(told))


def options(steps: list[str], generator: str, evidence: frozenset[str]) -> str:
    """How the tool that wrote a file avoids steps told together; empty: it cannot avoid each of them."""
    found = [_option(step, generator, evidence) for step in steps]
    return "; ".join(dict.fromkeys(found)) if all(found) else ""


def _option(step: str, generator: str, evidence: frozenset[str]) -> str:
    """How the tool that wrote a file avoids a step; empty: unknown, or already done.

    evidence: what the file shows (`evidence.evidence_in`).
    """
    of_tool = _of_tool(step, generator)
    fitting = (each for each in of_tool if evidence.issuperset(each.needs) and evidence.isdisjoint(each.unless))
    return next((each.option for each in fitting), "")


def needed(step: str, generator: str, shown: str) -> bool:
    """Whether an option of the tool against a step needs that the file shows this (`evidence`)."""
    return any(shown in each.needs for each in _of_tool(step, generator))


def _of_tool(step: str, generator: str) -> tuple[Option, ...]:
    """All options of the tool that wrote a file against a step."""
    return next((options for tool, options in STEPS[step].options.items() if tool in generator), ())


@dataclass(frozen=True)
class Split:
    """The difference of one vertex at one time, taken apart."""

    vertex: int  # among all vertices of the first model, one part after the other
    time: float
    distance: float  # metres; the steps' distances add up to it
    steps: tuple[Step, ...]  # the largest share first
