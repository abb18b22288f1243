"""An explainer: one way to find out why a result differs. Each is a file, and all are asked in the same way.

An explainer is given the evidence of a difference and answers with what it found, or with None. It is data: when it is
asked, how much it may leave unexplained, and the function: ``Explainer("smoothing", 30, UNEXPLAINED, _explain)``.
``finder`` asks one after the other; an annex may add more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field

from ...model import Float64
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from ...transform import identity
from .cause import Cause
from .mistake import Mistake
from .palette import Recovered
from .sample import Sample
from .search import Search

#: The part of a difference that may stay unexplained where causes are named. True causes leave rounding; of 48
#: deformations that no rule makes, on two characters, the best set of mistakes left 0.40 of the difference.
UNEXPLAINED = 0.1


@dataclass(frozen=True, eq=False)
class Findings:
    """What an explainer found out about a difference."""

    causes: tuple[Cause, ...]  # that of the largest size first; (): what explains the sample does not explain the whole
    mistakes: tuple[Mistake, ...] | None = None  # those that explain everything together; None: each explains its own
    placed: Float64 = field(default_factory=identity)  # (3, 4) the map of everything besides
    final: bool = False  # no explainer after it could find anything better


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of a difference before it is explained. Lengths are in sizes of the character."""

    posed: PosedModel  # the model at the times of both results
    reference: Skinned
    other: Skinned
    many: Sample  # enough vertices for matrices to be recovered
    few: Sample  # enough for sets of mistakes to be told apart
    before: float  # the difference (root mean square over ``few``)
    floor: float  # residuals up to this are rounding
    recovered: Mapping[int, Recovered]  # by number of the part, weights as specified
    linear: bool  # some matrices of the joints explain everything: the pose alone is another
    search: Search  # the hypotheses tried so far, on ``few``
    found: Findings | None = None  # by the explainers asked before


#: Looks for an explanation, and pauses now and then.
Explain = Callable[[Evidence], Generator[None, None, Findings | None]]


@dataclass(frozen=True)
class Explainer:
    """One way to explain a difference."""

    name: str
    order: int  # asked from the least to the greatest: what takes fewer assumptions comes first
    unexplained: float  # the part that it may leave: of the difference, or of the vertices if it explains each alone
    explain: Explain
