"""Why an engine differs: the typical mistake that reproduces its result, if there is one.

Every mistake of ``mistake.MISTAKES`` is made on purpose with the reference's own steps. The one whose result is nearest
to the engine's is named if it leaves next to nothing of the difference unexplained; among equals, the first is named.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from ...model import Float, Float64
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from ...text.sentence import sentence
from ..measure.difference import guarded_scale
from .mistake import MISTAKES

#: A mistake is named where it leaves less than this fraction of the difference unexplained.
UNEXPLAINED = 0.1

#: Residuals up to this, relative to the diagonal, are rounding: mistakes that leave no more explain equally well.
ROUNDING = 1e-6


@dataclass(frozen=True)
class Cause:
    """A named mistake and how much of the difference it explains."""

    name: str  # the name of the Mistake
    sentence: str
    difference: float  # engine against reference, relative to the diagonal, largest of all vertices and times
    residual: float  # engine against the mistake made on purpose, measured in the same way
    also: tuple[str, ...] = ()  # names of mistakes that this model cannot tell from it

    @property
    def explained(self) -> float:
        """The fraction of the difference, 0 to 1, that disappears when the mistake is made on purpose."""
        return 1.0 - self.residual / self.difference


def find_cause(posed: PosedModel, reference: Skinned, other: Skinned) -> Cause | None:
    """The typical mistake that turns ``reference`` into ``other``; None if none explains the difference.

    posed: the model at the times of both results; a few times that show the difference are enough. Vertices that
    ``other`` lost do not count.
    """
    scale = guarded_scale(reference.diagonal)
    difference = _farthest(reference.positions, other.positions, scale)
    if difference == 0.0:
        return None
    explaining = []
    for mistake in MISTAKES:
        with np.errstate(all="ignore"):  # a mistake may well overflow; it then explains nothing
            positions = mistake.positions(posed)
            residual = np.inf if positions is None else _farthest(positions, other.positions, scale)
        if residual < UNEXPLAINED * difference:
            explaining.append(Cause(mistake.name, sentence(mistake.sentence), difference, residual))
    if not explaining:
        return None
    least = min(cause.residual for cause in explaining)
    equal = [cause for cause in explaining if cause.residual <= max(least, ROUNDING)]
    return dataclasses.replace(equal[0], also=tuple(cause.name for cause in equal[1:]))


def _farthest(a: tuple[Float, ...], b: tuple[Float, ...], scale: Float64) -> float:
    """Largest distance over vertices finite in ``b``, relative to ``scale`` (T,); inf if one is not finite in ``a``."""
    farthest = 0.0
    for p, q in zip(a, b, strict=True):
        distance = np.linalg.norm(np.subtract(q, p, dtype=np.float64), axis=-1) / scale[:, None]
        distance = np.nan_to_num(distance, nan=np.inf, posinf=np.inf)
        farthest = max(farthest, float(np.max(distance[np.isfinite(q).all(axis=-1)], initial=0.0)))
    return farthest
