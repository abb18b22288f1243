"""What the rig itself cannot hold of a file, whatever was edited since."""

from __future__ import annotations

from collections.abc import Iterator

import bpy

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.model import Model
from ....skinning_core.text.sentence import Sentence
from ...rig.price import price_of
from ..ground import stored_names as stored


def beyond_rig(objects: list[bpy.types.Object], model: Model) -> Iterator[Sentence]:
    """One sentence if the character is on the rig for animation and anybody would see that rig's error."""
    if not any(ob.get(stored.RIG) == "ANIMATION" for ob in objects):
        return
    price = price_of(model, "ANIMATION")
    if price.is_visible:
        yield scene_cause("rig-limit", share=100.0 * price.error)
