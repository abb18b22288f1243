"""The steps that lie between two files: what each is called, what it says, and how the tool that made it avoids it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from ...text.sentence import joined, sentence


@dataclass(frozen=True)
class Option:
    """How a tool avoids a step."""

    option: str
    unless: tuple[str, ...] = ()  # what a file shows (`evidence`) that was written so already
    needs: tuple[str, ...] = ()  # what a file shows for which alone it is one


@dataclass(frozen=True)
class StepKind:
    """What happened, in a sentence, and the options of each tool, by what ``asset.generator`` names it."""

    sentence: str
    options: dict[str, tuple[Option, ...]]


def _steps() -> dict[str, StepKind]:
    rows = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return {
        step: StepKind(
            row["sentence"],
            {
                tool: tuple(
                    Option(each["option"], tuple(each.get("unless", ())), tuple(each.get("needs", ())))
                    for each in options
                )
                for tool, options in row["options"].items()
            },
        )
        for step, row in rows.items()
    }


#: By the name of a step: what it is, and how tools avoid it.
STEPS = _steps()

#: What stands between the names of steps that are told together.
TOGETHER = " + "


@dataclass(frozen=True)
class Step:
    """One change between two files, or several that work against each other."""

    name: str  # a key of STEPS, or several, with TOGETHER between them
    share: float  # 0 to 1: the part of the whole difference that goes if it is undone, and the steps before it
    distance: float  # metres: that share of the whole
    maximum: float  # metres, the farthest that this change alone moves any vertex
    left: float = 0.0  # metres, at most the whole: what remains of it if nothing but this is undone
    against: bool = False  # the steps told together work against each other: one alone undone makes it larger
    option: str = ""  # how the tool that wrote the other file avoids it, if that is known and was not done

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
    """How the tool that wrote a file avoids steps that are told together; empty if it cannot avoid each of them."""
    found = [_option(step, generator, evidence) for step in steps]
    return "; ".join(dict.fromkeys(found)) if all(found) else ""


def _option(step: str, generator: str, evidence: frozenset[str]) -> str:
    """How the tool that wrote a file avoids a step; empty if that is not known, or if the file shows that it was done.

    evidence: what the file shows (`evidence.evidence_in`).
    """
    of_tool = next((options for tool, options in STEPS[step].options.items() if tool in generator), ())
    fitting = (each for each in of_tool if evidence.issuperset(each.needs) and evidence.isdisjoint(each.unless))
    return next((each.option for each in fitting), "")


@dataclass(frozen=True)
class Split:
    """The difference of one vertex at one time, taken apart."""

    vertex: int  # among all vertices of the first model, one part after the other
    time: float
    distance: float  # metres; the steps' distances add up to it
    steps: tuple[Step, ...]  # those that move anything, the largest share first
