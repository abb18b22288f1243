"""Causes that touch different vertices: no set of mistakes explains all, but each part, limb or patch has its own.

Every mistake is made alone. It explains a vertex that then stands at every time as in the other result. Greedy cover:
the mistake that explains most vertices is taken, then the one that explains most of the others, and so on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence

import numpy as np

from ...compare.causes.cause import Cause
from ...compare.causes.engine_state import EngineState
from ...compare.causes.explainer import Evidence, Explainer, Findings
from ...compare.causes.mistake import MISTAKES, SIZED, Mistake, made_of
from ...compare.causes.naming import largest_of, measured_cause
from ...compare.causes.sample import Sample, in_sizes
from ...compare.causes.search import Search, Trial
from ...compare.measure.difference import guarded_scale
from ...compare.measure.tolerance import ORDINARY
from ...model import Bool, Float, Float64
from ...skin.posed_model import PosedModel
from ...skinned import Skinned

#: A vertex is explained if at most this part of its difference is left, or rounding.
_LEFT = 0.02

#: Differences up to this many floors are rounding.
_ROUNDINGS = 8.0

#: Share of the differing vertices that a mistake must explain.
_LEAST_SHARE = 0.05

#: Differing vertices that it must explain if few differ.
_LEAST_VERTICES = 8

#: Share of the small sample's differing vertices, for a mistake to be looked at in the large one.
_PROMISES = 0.02

#: Mistakes among which vertices are shared out, at most.
_MOST = 4


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """Several mistakes, each in its own vertices; one alone only if no set explains everything together."""
    if evidence.search.done:
        return None
    mistakes = yield from sharing(evidence.search, evidence.many, [m for m in (*MISTAKES, *SIZED) if not m.alone])
    together = evidence.found is not None
    if len(mistakes) <= together:
        return None
    causes = named_by_region(evidence.posed, evidence.reference, evidence.other, mistakes, evidence.floor)
    return Findings(causes, final=together) if causes else None


def sharing(search: Search, many: Sample, candidates: Sequence[Mistake]) -> Generator[None, None, tuple[Mistake, ...]]:
    """Mistakes that together explain most differing vertices, the best first; () if too few.

    ``search``: of few vertices, which choose the ``candidates`` worth making on ``many``.
    """
    small = _Errors(search.trial.sample, search.floor)
    promising = []
    for mistake in candidates:
        yield
        if small.solved(search.trial.positions((mistake,))).sum() > _PROMISES * small.differs.sum():
            promising.append(mistake)
    whole, trial = _Errors(many, search.floor), Trial(many)  # no more is computed than a few may explain
    differs, least = whole.differs, max(_LEAST_SHARE * whole.differs.sum(), _LEAST_VERTICES)
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
    return tuple(chosen) if left.sum() <= EXPLAINER.unexplained * differs.sum() else ()


class _Errors:
    """Which vertices of a sample differ, and which of these a mistake explains."""

    def __init__(self, sample: Sample, floor: float) -> None:
        self._sample, self._floor = sample, floor
        self.differs: Bool = sample.error > _ROUNDINGS * floor

    def solved(self, positions: Float64 | None) -> Bool:
        """(n,) the differing vertices that stand as in the other result at positions (T, n, 3)."""
        if positions is None:
            return np.zeros(len(self.differs), np.bool_)
        return self.differs & explains(positions, self._sample.target, self._sample.error, self._floor)


def explains(made: Float, wanted: Float, error: Float64, floor: float) -> Bool:
    """(n,) which vertices stand right: positions (T, n, 3), errors (n,) without the mistake."""
    rest = np.linalg.norm(np.subtract(made, wanted, dtype=np.float64), axis=-1).max(axis=0)
    result: Bool = rest <= np.maximum(_LEFT * error, _ROUNDINGS * floor)
    return result


@np.errstate(all="ignore")
def named_by_region(
    posed: PosedModel, reference: Skinned, other: Skinned, mistakes: Sequence[Mistake], floor: float
) -> tuple[Cause, ...]:
    """The causes of regions, the largest first; each is measured on its own vertices."""
    scale = guarded_scale(reference.diagonal)
    difference = in_sizes(reference.positions, other.positions, scale)
    largest = [error.max(axis=0, initial=0.0) for error in difference]
    free = [np.isfinite(theirs).all(axis=(0, 2)) for theirs in other.positions]
    causes = []
    for mistake in mistakes:
        made = made_of(EngineState(posed), [mistake]).positions()
        own = [
            of_free & (error > ORDINARY) & explains(p / scale[:, None, None], q / scale[:, None, None], error, floor)
            for p, q, error, of_free in zip(made, other.positions, largest, free, strict=True)
        ]
        free = [of_free & ~of_own for of_free, of_own in zip(free, own, strict=True)]
        effect, rest = in_sizes(reference.positions, made, scale), in_sizes(made, other.positions, scale)
        mask = [np.broadcast_to(of_own, error.shape) for of_own, error in zip(own, effect, strict=True)]
        on_own = [error * of_mask for error, of_mask in zip(effect, mask, strict=True)]
        cause = measured_cause(posed, reference, mistake, on_own)
        in_region = largest_of(difference, mask)
        causes.append(dataclasses.replace(cause, difference=in_region, rest=largest_of(rest, mask), region=True))
    return tuple(sorted((cause for cause in causes if cause.vertices), key=lambda cause: -cause.size))


#: Half of the differing vertices must be explained: with less, the answer leaves out more than it says.
EXPLAINER = Explainer("regions", 50, 0.5, _explain)
