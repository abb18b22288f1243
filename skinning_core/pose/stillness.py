"""Which parts a clip leaves where they are: their positions are the same at all times, so one time is enough.

The model and the clip alone decide it, so it is found once for both. A clip of a large scene moves few of its parts;
the others need not be skinned at every time.
"""

from __future__ import annotations

import numpy as np

from ..model import Bool, Model, Part, remembered
from .motion import morphed_nodes, moved_nodes


@remembered
def still_parts(model: Model, clip: int | None) -> Bool:
    """(K,) parts whose vertices stay where they are through a clip (None: the rest pose, where all do).

    Every node that can move such a part stands still: the part's own node where it has no skin, otherwise each joint to
    which a vertex gives weight. Its morph weights do not change either.
    """
    moved, morphed = moved_nodes(model.nodes, model.clip(clip)), morphed_nodes(model.nodes, model.clip(clip))
    if not (moved.any() or morphed.any()):
        return np.ones(len(model.parts), bool)
    return np.array([not (_is_moved(model, part, moved) or morphed[part.node]) for part in model.parts], bool)


def _is_moved(model: Model, part: Part, moved: Bool) -> bool:
    influences = model.influences(part)
    if influences is None:
        return bool(moved[part.node])
    by_joint = moved[model.skins[part.skin].joints]
    # A vertex without any weight follows the first joint of JOINTS_0, so that joint counts whatever its weight is.
    return bool(by_joint[influences.joints[influences.weights != 0.0]].any() or by_joint[influences.joints[:, 0]].any())
