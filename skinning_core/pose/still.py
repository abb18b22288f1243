"""Which parts a clip leaves where they are: the same positions at all of its times, so one time tells all.

Asked of the model and the clip alone. A clip of a large scene moves few of its parts; the others need not be skinned
time after time.
"""

from __future__ import annotations

import numpy as np

from ..model import Bool, Model, Part
from .motion import morphed_nodes, moved_nodes


def still_parts(model: Model, clip: int | None) -> Bool:
    """(K,) parts whose vertices stay where they are through a clip (None: the rest pose, where all do).

    Every node that can move a part stands still then: its own, where it is not skinned, else each joint that a weight
    names; and its morph weights do not change.
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
    # A vertex without weight follows the first joint of JOINTS_0, so that one counts whatever its weight.
    return bool(by_joint[influences.joints[influences.weights != 0.0]].any() or by_joint[influences.joints[:, 0]].any())
