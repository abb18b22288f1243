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
from .search import Trial

#: A vertex is explained where this part of its difference is left at most, or rounding.
_LEFT = 0.02

#: Differences up to so many times the floor are rounding.
_ROUNDINGS = 8.0

#: A mistake must explain this share of the vertices that differ, and so many.
_SHARE, _VERTICES = 0.05, 8

#: Mistakes that vertices are shared out among, at most.
_MOST = 4

#: Nothing is named where fewer than this share of the vertices that differ are explained.
_ENOUGH = 0.5


def sharing(sample: Sample, candidates: Sequence[Mistake], floor: float) -> Generator[None, None, tuple[Mistake, ...]]:
    """The mistakes among which vertices are shared out, that of most vertices first; () if too few are explained."""
    trial = Trial(sample)
    error = np.linalg.norm(sample.target - sample.stacked(sample.ours), axis=-1).max(axis=0)
    differs = error > _ROUNDINGS * floor
    least = max(_SHARE * differs.sum(), _VERTICES)
    explained: list[Bool] = []
    made: list[Mistake] = []
    for mistake in candidates:
        yield
        positions = trial.positions((mistake,))
        trial.made.clear()
        trial.places.clear()
        if positions is not None:
            solved = differs & explains(positions, sample.target, error, floor)
            if solved.sum() >= least:
                explained.append(solved)
                made.append(mistake)
    left, chosen = differs.copy(), list[Mistake]()
    while made and len(chosen) < _MOST:
        counts = [int((solved & left).sum()) for solved in explained]
        first = int(np.argmax(counts))
        if counts[first] < least:
            break
        chosen.append(made[first])
        left &= ~explained[first]
    return tuple(chosen) if left.sum() <= (1.0 - _ENOUGH) * differs.sum() else ()


def explains(made: Float, wanted: Float, error: Float64, floor: float) -> Bool:
    """(n,) which vertices stand where they should, positions being (T, n, 3), errors (n,) those without the mistake."""
    rest = np.linalg.norm(np.subtract(made, wanted, dtype=np.float64), axis=-1).max(axis=0)
    result: Bool = rest <= np.maximum(_LEFT * error, _ROUNDINGS * floor)
    return result
