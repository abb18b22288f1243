"""Causes that touch different vertices: no set of mistakes explains all, but each part, limb or patch has its own.

Every mistake is made alone, and a vertex counts as explained by it where it then stands at every time as in the other
result. The mistake that explains most vertices is taken, then the one that explains most of the rest, and so on.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from ...model import Bool, Float, Float64
from .mistake import Mistake
from .sample import Sample
from .search import Search, Trial

#: A vertex is explained where this part of its difference is left at most, or rounding.
_LEFT = 0.02

#: Differences up to so many times the floor are rounding.
_ROUNDINGS = 8.0

#: A mistake must explain this share of the vertices that differ, and so many.
_SHARE, _VERTICES = 0.05, 8

#: Of the vertices of a small sample it must explain this share to be looked at in more.
_PROMISES = 0.02

#: Mistakes that vertices are shared out among, at most.
_MOST = 4

#: Nothing is named where fewer than this share of the vertices that differ are explained.
_ENOUGH = 0.5


def sharing(search: Search, many: Sample, candidates: Sequence[Mistake]) -> Generator[None, None, tuple[Mistake, ...]]:
    """The mistakes among which vertices are shared out, that of most vertices first; () if too few are explained.

    ``search``: of few vertices, in which those of ``candidates`` are chosen that are made on ``many``.
    """
    small = _Errors(search.trial.sample, search.floor)
    promising = []
    for mistake in candidates:
        yield
        if small.solved(search.trial.positions((mistake,))).sum() > _PROMISES * small.differs.sum():
            promising.append(mistake)
    whole, trial = _Errors(many, search.floor), Trial(many)  # no more is computed than a few may explain
    differs, least = whole.differs, max(_SHARE * whole.differs.sum(), _VERTICES)
    explained: dict[Mistake, Bool] = {}
    for mistake in promising:
        yield
        solved = whole.solved(trial.positions((mistake,)))
        if solved.sum() >= least:
            explained[mistake] = solved
    left, chosen = differs.copy(), list[Mistake]()
    while explained and len(chosen) < _MOST:
        counts = {mistake: int((solved & left).sum()) for mistake, solved in explained.items()}
        first = max(counts, key=counts.__getitem__)
        if counts[first] < least:
            break
        chosen.append(first)
        left &= ~explained[first]
    return tuple(chosen) if left.sum() <= (1.0 - _ENOUGH) * differs.sum() else ()


class _Errors:
    """Which vertices of a sample differ, and of which of them a mistake leaves nothing."""

    def __init__(self, sample: Sample, floor: float) -> None:
        self._sample, self._floor = sample, floor
        self.differs: Bool = sample.error > _ROUNDINGS * floor

    def solved(self, positions: Float64 | None) -> Bool:
        """(n,) which vertices that differ stand at positions (T, n, 3) as in the other result."""
        if positions is None:
            return np.zeros(len(self.differs), np.bool_)
        return self.differs & explains(positions, self._sample.target, self._sample.error, self._floor)


def explains(made: Float, wanted: Float, error: Float64, floor: float) -> Bool:
    """(n,) which vertices stand where they should, positions being (T, n, 3), errors (n,) those without the mistake."""
    rest = np.linalg.norm(np.subtract(made, wanted, dtype=np.float64), axis=-1).max(axis=0)
    result: Bool = rest <= np.maximum(_LEFT * error, _ROUNDINGS * floor)
    return result
