"""An explainer: one way to find out why a result differs. Each is a file, and all are asked alike.

It is given the evidence and answers with its findings, or None. It is data: its order, what it may leave unexplained,
and the function: ``Explainer("smoothing", 30, UNEXPLAINED, _explain)``. ``finder`` asks them in turn; an annex may add
more.
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

#: The share of a difference that named causes may leave. True causes leave rounding. Of 48 deformations that no rule
#: makes, on two characters, the best set of mistakes left 0.40.
UNEXPLAINED = 0.1


@dataclass(frozen=True, eq=False)
class Findings:
    """What an explainer found out."""

    causes: tuple[Cause, ...]  # the largest first; (): what explains the sample does not explain the whole
    mistakes: tuple[Mistake, ...] | None = None  # those that explain everything together; None: each explains its own
    placed: Float64 = field(default_factory=identity)  # (3, 4) the map of everything besides
    final: bool = False  # no later explainer could do better


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of a difference before it is explained. Lengths are in sizes of the character."""

    posed: PosedModel  # the model at the times of both results
    reference: Skinned
    other: Skinned
    many: Sample  # enough vertices to recover matrices
    few: Sample  # enough to tell sets of mistakes apart
    before: float  # the difference (root mean square over ``few``)
    floor: float  # residuals up to this are rounding
    recovered: Mapping[int, Recovered]  # by index of the part, with weights as specified
    linear: bool  # joint matrices explain everything: only the pose differs
    search: Search  # the hypotheses tried so far, on ``few``
    found: Findings | None = None  # by earlier explainers


#: Looks for an explanation, with pauses.
Explain = Callable[[Evidence], Generator[None, None, Findings | None]]


@dataclass(frozen=True)
class Explainer:
    """One way to explain a difference."""

    name: str
    order: int  # asked in ascending order: fewer assumptions first
    unexplained: float  # the share that it may leave: of the difference, or of each vertex if it explains them singly
    explain: Explain
