"""Influences as Blender's vertex groups: one weight per group and vertex, in [0, 1], summing to one.

Blender clamps weights at 1, keeps the last of two in one group, and leaves an unweighted vertex at rest. So the
project's policy (see `skinning_core.skin.influence`) comes first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Float, Int, Model
from ...skinning_core.skin.influence import normalised_weights
from ...skinning_core.text.count import counted


@dataclass(frozen=True, eq=False)
class GroupWeights:
    """(n,) memberships in vertex groups, sorted by vertex."""

    vertices: Int
    groups: Int
    weights: Float


def group_weights(joints: Int, weights: Float, group_of_joint: Int) -> GroupWeights:
    """Joints (V, I) and weights (V, I) of a primitive as memberships; weights in one group are added up.

    group_of_joint (J,): vertex group of each joint.
    """
    unit = normalised_weights(weights)
    groups = group_of_joint[joints].astype(np.int64)
    vertices = np.broadcast_to(np.arange(len(joints))[:, None], joints.shape)
    counts = unit != 0.0
    v, g, w = vertices[counts], groups[counts], unit[counts]
    key = v * (int(group_of_joint.max(initial=0)) + 1) + g
    if len(key) and (_repeats(groups, counts)).any():
        unique, inverse = np.unique(key, return_inverse=True)
        w = np.bincount(inverse.ravel(), weights=w, minlength=len(unique))
        v, g = np.divmod(unique, int(group_of_joint.max(initial=0)) + 1)
    return GroupWeights(v, g, w)


def lost_weights(model: Model) -> tuple[str, ...]:
    """One sentence if a skinned part has weights that no vertex group can hold: Blender clamps them."""
    lost = 0
    for part in model.parts:
        influences = model.influences(part)
        if influences is not None and len(influences.weights):
            lost += int((normalised_weights(influences.weights) < 0.0).any(axis=1).sum())
    if not lost:
        return ()
    negative = "negative weights, which Blender's vertex groups cannot hold"
    return (counted(lost, f"vertex has {negative}", f"vertices have {negative}"),)


def _repeats(groups: Int, counts: np.ndarray) -> np.ndarray:
    """(V,) whether a vertex names a group twice with weight."""
    ordered = np.sort(np.where(counts, groups, -1 - np.arange(groups.shape[1])), axis=1)
    return np.asarray((np.diff(ordered, axis=1) == 0).any(axis=1))
