"""A cause: a named reason for a difference, what it does to which vertices, and its remedy."""

from __future__ import annotations

from dataclasses import dataclass

from ...text.sentence import as_sentence, sentence
from .catalogue import CATALOGUE


@dataclass(frozen=True)
class Cause:
    """One named reason. Lengths are relative to the character's diagonal."""

    code: str  # of ``catalogue.CATALOGUE``
    sentence: str
    remedy: str
    size: float  # how far it moves the farthest vertex, beside the other named causes
    difference: float  # of the whole result, the largest of all vertices and times
    rest: float  # what all named causes leave of it, in the vertices that this one touches
    vertices: int = 0  # how many it moves by more than rounding
    joints: tuple[int, ...] = ()  # nodes that these follow, most weight first
    times: tuple[float, ...] = ()  # seconds at which it shows, of those looked at
    also: tuple[str, ...] = ()  # codes of causes that look the same in this file
    also_told: tuple[str, ...] = ()  # their sentences
    region: bool = False  # found in its vertices alone, beside causes of others

    @property
    def in_full(self) -> str:
        """Its sentence with its code, and those of causes that look the same."""
        if not self.also:
            return as_sentence(self.sentence).with_code(self.code)
        told = sentence(
            "{cause} (or, which this file cannot tell from it: {others})", cause=self.sentence, others=self.also_told
        )
        return told.with_code(self.code)

    @property
    def explained(self) -> float:
        """The share of the difference, 0 to 1, that all named causes reproduce."""
        return 1.0 - self.rest / self.difference if self.difference else 0.0


def told(code: str, generator: str = "", **values: object) -> tuple[str, str]:
    """The sentence and remedy of a code; values: for its places. generator: what wrote the file."""
    kind = CATALOGUE[code]
    return sentence(kind.sentence, **values), kind.remedy_for(generator)
