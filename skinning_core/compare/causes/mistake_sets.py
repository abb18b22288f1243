"""Up to three mistakes together, or joints bound elsewhere: the fewest that explain the difference."""

from __future__ import annotations

from collections.abc import Generator

from ...transform import identity
from .affine import mistakes_of
from .engine_state import WEIGHTS
from .explainer import UNEXPLAINED, Evidence, Explainer, Findings
from .invariant import edited
from .mistake import made_of
from .naming import named
from .sample import Sample
from .search import Hypothesis, best, equals
from .weight_readings import recovered

#: Residuals of several steps are rounding up to this many times the floor.
ROUNDINGS = 4.0


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """The best of all hypotheses, measured on all vertices; final if it leaves only rounding."""
    hypothesis = yield from _best(evidence)
    if hypothesis is None:
        return None
    allowed = max(_allowed(hypothesis, evidence.few) * evidence.before, ROUNDINGS * evidence.floor)
    if hypothesis.residual > allowed:
        return None
    alike = equals(evidence.search.tried, hypothesis, evidence.floor)
    causes = named(evidence.posed, evidence.reference, evidence.other, hypothesis, alike)
    placed = identity() if hypothesis.affine is None else hypothesis.affine
    return Findings(causes, hypothesis.mistakes, placed, final=evidence.search.done)


def _best(evidence: Evidence) -> Generator[None, None, Hypothesis | None]:
    """The hypothesis that explains most with fewest mistakes; sets are tried if no single one is enough."""
    search, many = evidence.search, evidence.many
    if not search.done:
        yield from search.try_sets()
    hypothesis = best(search.tried, evidence.before, search.floor)
    other_bind = hypothesis is not None and any(m.code == "other-bind" for m in hypothesis.mistakes)
    if other_bind or (not search.done and (hypothesis is None or hypothesis.affine is None)):
        # Joints bound elsewhere, beside the mistakes found.
        mistakes = search.readings[0] if hypothesis is None or other_bind else hypothesis.mistakes
        state = made_of(many.state, mistakes)
        mistake = edited(many, state, recovered(many, state))
        if mistake is not None:
            search.attempt(tuple(m for m in (*mistakes, mistake) if m.stage not in WEIGHTS))
        hypothesis = best(search.tried, evidence.before, search.floor)
    return hypothesis


def _allowed(hypothesis: Hypothesis, sample: Sample) -> float:
    """The share of the difference that a hypothesis may leave: only rounding if numbers were fitted.

    A map of everything counts as fitted unless it is one thing about an axis: a scale, mirror, turn or move.
    """
    of_map = [] if hypothesis.affine is None else mistakes_of(hypothesis.affine, float(sample.scale.max()))
    odd = any(m.code == "stretched" or "," in str(m.values.get("axis", "")) for m in of_map)
    fitted = odd or len(of_map) > 1 or any(m.cost > 1 for m in hypothesis.mistakes)
    return 0.0 if fitted else EXPLAINER.unexplained


EXPLAINER = Explainer("sets of mistakes", 40, UNEXPLAINED, _explain)
