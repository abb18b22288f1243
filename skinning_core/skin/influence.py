"""Influences: which weights count, and what is done where they do not sum to one.

The default policy is what nearly every engine does: all sets count, weights are divided by their sum, a vertex whose
weights sum to zero follows the first joint of JOINTS_0, and a joint named twice simply adds up. The raw policy keeps
the weights as stored (specification 3.7.3.3 asks the file for sums of one; it does not say what to do otherwise).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from ..model import Float, Float64, Influences, Int, Model, Primitive


def normalised_weights(weights: Float) -> Float64:
    """(V, I) float64 weights that sum to one per vertex; a zero sum becomes weight 1 on the first influence."""
    out = weights.astype(np.float64)
    total = out.sum(axis=1, keepdims=True)
    lost = total[:, 0] == 0.0
    out /= np.where(total == 0.0, 1.0, total)
    out[lost] = 0.0
    out[lost, 0] = 1.0
    return out


def zero_weight_vertices(weights: Float) -> Int:
    """(n,) vertices whose stored weights sum to zero."""
    return np.flatnonzero(weights.astype(np.float64).sum(axis=1) == 0.0)


def with_influences(model: Model, change: Callable[[Influences], Influences | None]) -> Model:
    """The model with ``change`` applied to the influences of every primitive that has some.

    Where ``change`` returns None, a primitive stays as it is; where all do, the very same model is returned.
    """

    def changed(primitive: Primitive) -> Primitive:
        influences = None if primitive.influences is None else change(primitive.influences)
        return primitive if influences is None else dataclasses.replace(primitive, influences=influences)

    meshes = []
    for mesh in model.meshes:
        primitives = tuple(map(changed, mesh.primitives))
        same = all(a is b for a, b in zip(primitives, mesh.primitives, strict=True))
        meshes.append(mesh if same else dataclasses.replace(mesh, primitives=primitives))
    same = all(a is b for a, b in zip(meshes, model.meshes, strict=True))
    return model if same else dataclasses.replace(model, meshes=tuple(meshes))
