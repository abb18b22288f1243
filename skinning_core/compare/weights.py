"""What it would change to keep weights that do not sum to one as they are stored.

The default policy divides them by their sum. The reference gives
both results where they differ; this is the distance between them, so that nobody takes one for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..inspect import part_name
from ..model import Model, Part
from ..skinned import Skinned
from .difference import guarded_scale


@dataclass(frozen=True)
class WeightEffect:
    """A part on which the stored weights give other positions than the normalised ones."""

    part_index: int
    part_name: str
    vertices: int  # vertices whose stored weights do not sum to one, beyond the rounding of float32
    zero_sum: int  # of them those whose sum is zero
    smallest_sum: float
    largest_sum: float
    max_relative: float  # largest distance between the two results, relative to the diagonal of its time


#: Sums of float32 weights that are meant to be one are this close to it.
ROUNDING = 1e-6


def sums_are_off(model: Model, part: Part) -> bool:
    """Whether some weights of a skinned part sum to something else than one, beyond rounding."""
    weights = model.primitive(part).weights
    if part.skin < 0 or weights is None:
        return False
    return bool((np.abs(weights.astype(np.float64).sum(axis=1) - 1.0) > ROUNDING).any())


def weight_effect(model: Model, reference: Skinned) -> tuple[WeightEffect, ...]:
    """The parts on which the reference's raw variant differs, with the largest distance over its times."""
    scale = guarded_scale(reference.diagonal)
    out = []
    for k, raw in enumerate(reference.raw):
        weights = model.primitive(reference.parts[k]).weights
        if raw is None or weights is None:
            continue
        sums = weights.astype(np.float64).sum(axis=1)
        far = np.linalg.norm(raw - reference.positions[k], axis=-1) / scale[:, None]
        out.append(
            WeightEffect(
                part_index=k,
                part_name=part_name(model, reference.parts[k]),
                vertices=int((np.abs(sums - 1.0) > ROUNDING).sum()),
                zero_sum=int((sums == 0.0).sum()),
                smallest_sum=float(sums.min()),
                largest_sum=float(sums.max()),
                max_relative=float(far.max()),
            )
        )
    return tuple(out)


def largest_effects(effects: Sequence[WeightEffect]) -> tuple[WeightEffect, ...]:
    """Of effects measured at several times, the largest of each part, in the order of the parts."""
    largest: dict[int, WeightEffect] = {}
    for effect in effects:
        known = largest.get(effect.part_index)
        if known is None or effect.max_relative > known.max_relative:
            largest[effect.part_index] = effect
    return tuple(largest[k] for k in sorted(largest))
