"""Which parts a clip leaves still: one time is then enough for all.

Model and clip alone decide it, so it is found once for both. A clip of a large scene moves few parts.
"""

from __future__ import annotations

import numpy as np

from ..model import Bool, Int, Model, Part, remembered
from .motion import morphed_nodes, moved_nodes


@remembered
def still_parts(model: Model, clip: int | None) -> Bool:
    """(K,) parts whose vertices stay through a clip (None: the rest pose, in which all do).

    Every node that can move such a part stands still: its own node without a skin, otherwise each joint with weight.
    Its morph weights do not change either.
    """
    moved, morphed = moved_nodes(model.nodes, model.clip(clip)), morphed_nodes(model.nodes, model.clip(clip))
    if not (moved.any() or morphed.any()):
        return np.ones(len(model.parts), bool)
    nodes, starts = _movers(model)
    still = ~np.logical_or.reduceat(moved[nodes], starts) if len(starts) else np.ones(0, bool)
    result: Bool = still & ~morphed[[part.node for part in model.parts]]
    return result


@remembered
def _movers(model: Model) -> tuple[Int, Int]:
    """The nodes that move each part, part after part, and each part's beginning (K,)."""
    of_parts = [_movers_of(model, part) for part in model.parts]
    ends = np.cumsum([len(nodes) for nodes in of_parts], dtype=np.intp)
    return np.concatenate([np.zeros(0, np.intp), *of_parts]), np.append(0, ends)[:-1]


def _movers_of(model: Model, part: Part) -> Int:
    influences = model.influences(part)
    if influences is None or not len(influences.joints):
        return np.array([part.node])
    # A vertex without weight follows the first joint of JOINTS_0, which counts whatever its weight.
    joints = np.append(influences.joints[influences.weights != 0.0], influences.joints[:, 0])
    nodes: Int = model.skins[part.skin].joints[np.unique(joints)]
    return nodes
