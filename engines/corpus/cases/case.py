"""A case: one rule of glTF 2.0, the section that says it, and a figure that goes wrong if it is broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from ..figure import Figure


class Norm(Enum):
    """How firmly the specification says it."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"  # an engine may do without, and says so
    EXTENSION = "extension"  # core glTF does not have it
    QUALITY = "quality"  # it asks for no more than a good result
    BEYOND = "beyond"  # it forbids such files or leaves their meaning open: the case does as most engines do


#: By case, what makes its figure.
Figures = Mapping[str, Callable[[], Figure]]


@dataclass(frozen=True)
class CorpusCase:
    """One case of the corpus."""

    id: str
    section: str  # of the specification, or the name of an extension
    rule: str  # one sentence
    rests_on: str  # the specification's sentence behind rule and level, without markup
    figure: Callable[[], Figure] = field(repr=False)
    norm: Norm = Norm.MUST
    times: tuple[float, ...] = ()  # seconds; (): the usual ones
    clip: int = 0  # the judged clip, if any
    rung: int = 0  # in the ladder, 0: in none


#: Seconds at which clips are judged: on keys and between, exact in float32.
USUAL_TIMES = (0.0, 0.125, 0.25, 0.4375, 0.5, 0.6875, 0.875, 1.0)
