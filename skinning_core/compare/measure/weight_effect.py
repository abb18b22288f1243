"""What difference it makes to divide weights by their sum or to keep them as stored (see docs/systems.md, C7).

Both variants come from the reference: ``Skinned.positions`` with weights divided by their sum (and zero sums given to
the first joint), ``Skinned.raw`` as stored. A vertex whose raw weights sum to s stands at s times its place, measured
from the world's origin: a sum of 0.5 pulls it halfway there, 0 all the way.

There are two thresholds, for two questions. *Does a sum differ from one?* is answered by the specification's own
threshold (``influence.sums_are_off``), here as everywhere. *Does it matter?* is answered in distances: the reference
keeps its raw variant only where some vertex moves by more than ``variants.VARIANT_MATTERS`` of the character's size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...check.inspect import part_name
from ...model import Float64, Influences, Int, Model
from ...skin.influence import sums_are_off, weight_sums, zero_weights
from ...skinned import Skinned
from .difference import guarded_scale
from .pairs import pair_distances


@dataclass(frozen=True, eq=False)
class WeightEffect:
    """One skinned part's weights, and what normalising them changes."""

    part_index: int  # K
    part_name: str
    smallest_sum: float
    largest_sum: float
    off: Int  # (n,) vertices whose sum differs from one, by the specification's threshold
    zero: Int  # (n,) vertices whose sum is zero
    distance: Float64  # (T,) largest distance between the variants, relative to the diagonal at that time

    @property
    def max_relative(self) -> float:
        """The largest distance between the two variants at any time, relative to the diagonal of that time."""
        return float(self.distance.max(initial=0.0))


def weight_effects(model: Model, reference: Skinned) -> tuple[WeightEffect, ...]:
    """The effect on every skinned part, over the times of a result of the reference."""
    scale = guarded_scale(reference.diagonal)
    influences = (model.influences(part) for part in model.parts)
    return tuple(
        _effect_on_part(model, reference, k, of_part, scale)
        for k, of_part in enumerate(influences)
        if of_part is not None
    )


def largest_effects(effects: Sequence[WeightEffect]) -> tuple[WeightEffect, ...]:
    """The largest of several effects on each part that is moved at all, in the order of the parts."""
    largest: dict[int, WeightEffect] = {}
    for effect in effects:
        known = 0.0 if effect.part_index not in largest else largest[effect.part_index].max_relative
        if effect.max_relative > known:
            largest[effect.part_index] = effect
    return tuple(largest[k] for k in sorted(largest))


def _effect_on_part(model: Model, reference: Skinned, k: int, influences: Influences, scale: Float64) -> WeightEffect:
    sums = weight_sums(influences.weights)
    raw = reference.raw[k] if k < len(reference.raw) else None
    moved = np.zeros((len(scale), 1)) if raw is None else pair_distances(reference.positions[k], raw)
    return WeightEffect(
        part_index=k,
        part_name=part_name(model, model.parts[k]),
        smallest_sum=float(sums.min()) if len(sums) else 1.0,
        largest_sum=float(sums.max()) if len(sums) else 1.0,
        off=np.flatnonzero(sums_are_off(influences.weights)),
        zero=zero_weights(model, model.parts[k]),
        distance=moved.max(axis=1, initial=0.0) / scale,
    )
