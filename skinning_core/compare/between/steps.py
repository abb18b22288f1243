"""The steps that lie between two files: what each is called, what it says, and how the tool that made it avoids it."""

from __future__ import annotations

import json
from pathlib import Path

from ...text.immutable import immutable
from ...text.sentence import joined, sentence


def _steps() -> dict[str, tuple[str, dict[str, str]]]:
    rows = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return {step: (row["sentence"], row["options"]) for step, row in rows.items()}


#: Step -> what happened, in a sentence, and by the tool that wrote the file, as ``asset.generator`` names it, how it is
#: avoided.
STEPS = _steps()

#: What stands between the names of steps that are told together.
TOGETHER = " + "


@immutable
class Step:
    """One change between two files, or several that work against each other."""

    name: str  # a key of STEPS, or several, with TOGETHER between them
    share: float  # 0 to 1, of the whole difference at the worst vertex
    distance: float  # metres: that share of the whole
    maximum: float  # metres, the farthest that this change alone moves any vertex
    option: str = ""  # how the tool that wrote the other file avoids it, if that is known

    @property
    def sentence(self) -> str:
        """What happened, in one sentence."""
        told = [STEPS[name][0] for name in self.name.split(TOGETHER)]
        return told[0] if len(told) == 1 else sentence("work against each other: {steps}", steps=joined(told))


@immutable
class Split:
    """The difference of one vertex at one time, taken apart."""

    vertex: int  # among all vertices of the first model, one part after the other
    time: float
    distance: float  # metres; the steps' distances add up to it
    steps: tuple[Step, ...]  # in the order of STEPS, those that move anything; those told together come first
