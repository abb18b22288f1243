"""Mistakes of morph targets as a whole, read off a result: displacements of another length, or along other axes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import permutations, product

import numpy as np

from ...model import Float64, Primitive
from .engine_state import EngineState, with_primitives
from .mistake import Mistake
from .mistake_clips import FITTED, NO_FACTOR, is_a_unit
from .sample import Sample

#: The 48 ways to take axes for one another, with signs; the axes as they are come first.
_AXES = tuple(
    np.eye(3)[list(order)] * np.array(signs)[:, None]
    for order in permutations(range(3))
    for signs in product((1.0, -1.0), repeat=3)
)

#: A way must leave at most this share of what the displacements are off; the finder asks for more of all vertices.
_LEFT = 0.01


def displacements_mapped(sample: Sample, state: EngineState) -> list[Mistake]:
    """Displacements of all targets by one factor, or with their axes exchanged.

    Positions are linear in the nine numbers of a matrix that all displacements are multiplied by.
    """
    columns = _columns(sample, state)
    if columns is None:
        return []
    none, basis = columns
    wanted = sample.stacked(sample.wanted, scaled=False).ravel() - none
    fits = []
    for axes in _AXES:
        along = basis @ axes.ravel()
        length = float(along @ along)
        factor = float(along @ wanted) / length if length > 0.0 else 0.0
        left = float(np.linalg.norm(wanted - factor * along)) if factor > 0.0 else np.inf  # turned round is other axes
        fits.append((left, factor, axes))
    as_they_are = float(np.linalg.norm(wanted - basis @ np.eye(3).ravel()))
    left, factor, axes = min(fits, key=lambda fit: fit[0])
    plain_left, plain_factor, _ = fits[0]
    if plain_left <= _LEFT * as_they_are and abs(plain_factor - 1.0) > NO_FACTOR and is_a_unit(plain_factor):
        values: dict[str, object] = {"factor": plain_factor}
        return [Mistake("morphs-scaled", "morphs", _mapped(plain_factor * np.eye(3)), values, FITTED)]
    if left <= _LEFT * as_they_are and abs(factor - 1.0) < _LEFT:
        return [Mistake("morphs-turned", "morphs", _mapped(axes), {"axes": _told(axes)}, FITTED)]
    return []


def _columns(sample: Sample, state: EngineState) -> tuple[Float64, Float64] | None:
    """Positions (3Tn,) without morph targets, and (3Tn, 9) what each number of a matrix adds; None: none is applied."""
    weighted = any(np.any(weights) for weights in state.posed.pose.morph_weights)
    if not weighted or all(each.morph_positions is None for mesh in state.model.meshes for each in mesh.primitives):
        return None

    def places(matrix: Float64) -> Float64:
        return sample.stacked(_mapped(matrix)(state).positions(), scaled=False).ravel()

    none = places(np.zeros((3, 3)))
    units = np.eye(9).reshape(9, 3, 3)
    return none, np.stack([places(unit) - none for unit in units], axis=1)


def _mapped(matrix: Float64) -> Callable[[EngineState], EngineState]:
    """All displacements multiplied by a matrix (3, 3)."""

    def changed(primitive: Primitive) -> Primitive:
        moved = primitive.morph_positions
        return primitive if moved is None else dataclasses.replace(primitive, morph_positions=moved @ matrix.T)

    return lambda state: state.with_posed(model=with_primitives(state.model, changed))


def _told(axes: Float64) -> str:
    """The axes whose values stand for x, y and z."""
    found = [int(np.flatnonzero(row)[0]) for row in axes]
    return ", ".join(("-" if row[k] < 0.0 else "") + "xyz"[k] for row, k in zip(axes, found, strict=True))
