"""A cause: a named reason why a result differs, with what it does to which vertices, and what to do about it.

This is the one form in which a cause is told, of whatever it was found: an engine, a stored result, a scene.
"""

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
    size: float  # how far it moves the farthest vertex, the other named causes being there
    difference: float  # of the whole result, largest of all vertices and times
    rest: float  # what is left of it, in the vertices that this cause touches, where all named causes are made
    vertices: int = 0  # how many it moves by more than rounding
    joints: tuple[int, ...] = ()  # nodes that these follow, those of most weight first
    times: tuple[float, ...] = ()  # seconds: those at which it shows, of those that were looked at
    also: tuple[str, ...] = ()  # codes of causes that this file cannot tell from it
    region: bool = False  # it was found in its vertices alone, beside causes of others

    @property
    def in_full(self) -> str:
        """Its sentence with its code, and with those of the causes that this file cannot tell from it."""
        if not self.also:
            return as_sentence(self.sentence).with_code(self.code)
        others = tuple(code if "{" in CATALOGUE[code].sentence else CATALOGUE[code].sentence for code in self.also)
        told = sentence(
            "{cause} (or, which this file cannot tell from it: {others})", cause=self.sentence, others=others
        )
        return told.with_code(self.code)

    @property
    def explained(self) -> float:
        """The fraction of the difference, 0 to 1, that disappears when all named causes are made on purpose."""
        return 1.0 - self.rest / self.difference if self.difference else 0.0


def told(code: str, generator: str = "", **values: object) -> tuple[str, str]:
    """The sentence and the remedy of a code, ``values`` at the sentence's places; generator: what wrote the file."""
    kind = CATALOGUE[code]
    return sentence(kind.sentence, **values), kind.remedy_for(generator)
