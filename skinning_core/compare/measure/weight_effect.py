"""How much it matters if weights are divided by their sum or kept as stored (docs/systems.md, C7).

``Skinned.positions`` has weights divided by their sum (a zero sum goes to the first joint), ``Skinned.raw`` as stored:
a vertex whose weights sum to s stands at s times its place, from the world's origin. Whether a sum differs from one,
the specification's threshold says (``influence.sums_are_off``); whether it matters, distances: ``raw`` is kept if a
vertex moves by more than ``variants.VARIANT_MATTERS`` of the size.
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
    """A skinned part's weights, and what normalising them changes."""

    part_index: int
    part_name: str
    smallest_sum: float
    largest_sum: float
    off: Int  # (n,) vertices whose sum is not one, by the specification's threshold
    zero: Int  # (n,) vertices whose sum is zero
    distance: Float64  # (T,) largest distance between the variants, relative to the diagonal at that time

    @property
    def max_relative(self) -> float:
        """The largest distance between the variants, relative to the diagonal of its time."""
        return float(self.distance.max(initial=0.0))


def weight_effects(model: Model, reference: Skinned) -> tuple[WeightEffect, ...]:
    """The effect on every skinned part, over a reference's times."""
    scale = guarded_scale(reference.diagonal)
    influences = (model.influences(part) for part in model.parts)
    return tuple(
        _effect_on_part(model, reference, k, of_part, scale)
        for k, of_part in enumerate(influences)
        if of_part is not None
    )


def largest_effects(effects: Sequence[WeightEffect]) -> tuple[WeightEffect, ...]:
    """The largest effect on each part that moves at all, in the order of the parts."""
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
