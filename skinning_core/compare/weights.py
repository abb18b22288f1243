"""What it would change to keep weights that do not sum to one as they are stored.

What the report says of ``skin.weight_effect``: the parts on which the reference's two variants differ, and by how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..check.inspect import part_name
from ..model import Model, Part
from ..skinned import Skinned
from .difference import guarded_scale
from .weight_effect import weight_effect as measure


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
    influences = model.influences(part)
    if influences is None:
        return False
    return bool((np.abs(influences.weights.astype(np.float64).sum(axis=1) - 1.0) > ROUNDING).any())


def weight_effect(model: Model, reference: Skinned) -> tuple[WeightEffect, ...]:
    """The parts on which the reference's raw variant differs, with the largest distance over its times."""
    effects = measure(model, reference, tolerance=ROUNDING, scale=guarded_scale(reference.diagonal))
    return tuple(
        WeightEffect(
            part_index=effect.part,
            part_name=part_name(model, model.parts[effect.part]),
            vertices=len(effect.off),
            zero_sum=len(effect.zero),
            smallest_sum=effect.least_sum,
            largest_sum=effect.largest_sum,
            max_relative=float(effect.distance.max()),
        )
        for effect in effects
        if effect.part < len(reference.raw) and reference.raw[effect.part] is not None
    )


def largest_effects(effects: Sequence[WeightEffect]) -> tuple[WeightEffect, ...]:
    """Of effects measured at several times, the largest of each part, in the order of the parts."""
    largest: dict[int, WeightEffect] = {}
    for effect in effects:
        known = largest.get(effect.part_index)
        if known is None or effect.max_relative > known.max_relative:
            largest[effect.part_index] = effect
    return tuple(largest[k] for k in sorted(largest))
