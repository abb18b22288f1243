"""What to do about a cause: in words, and whether another kind of import or another setting of the exporter helps."""

from __future__ import annotations

import json
from typing import Any

from ...skinning_core.compare.causes.catalogue import CATALOGUE
from ...skinning_core.compare.causes.scene_cause import remedy_of
from ...skinning_core.model import Model
from ...skinning_core.text.sentence import Sentence, sentence

#: Ways to import again: by Skinproof on the rig Exact or on the one that suits, or by Blender's importer with
#: Temperance, which moves parts back by a bone's length.
EXACT, SKINPROOF, TEMPERANCE = "EXACT", "SKINPROOF", "TEMPERANCE"

#: What importers, but not ours, do to a file.
_OF_IMPORTERS = (
    *("nlerp", "nlerp-near", "resampled", "step-as-linear", "tangents-dropped", "tangents-lost", "morphs-clamped"),
    *("scale-ignored", "mirror-lost", "shear-lost", "scale-not-inherited", "above-dropped", "bind-scale-dropped"),
    *("rest-for-bind", "mesh-node-applied", "mesh-node-divided", "unweighted-at-rest"),
)
_AGAIN = {"rig-limit": EXACT, "parts-along-bones": TEMPERANCE, **dict.fromkeys(_OF_IMPORTERS, SKINPROOF)}


def again_of(cause: str, *, attached: bool) -> str:
    """How to import the file again to be rid of this cause; empty if that is no remedy.

    attached: something else brought the character in.
    """
    how = _AGAIN.get(getattr(cause, "code", ""), "")
    return how if attached != (how == EXACT) else ""


def changed_settings(cause: str) -> dict[str, Any]:
    """The exporter's properties that take a cause away; none if it is no setting."""
    told = cause.values.get("changed", "") if isinstance(cause, Sentence) else ""
    changed = json.loads(str(told)) if told else {}
    return changed if isinstance(changed, dict) else {}


def remedy_told(cause: str, model: Model, *, attached: bool) -> str:
    """What to do about a cause of a scene's character; empty if unknown."""
    if again_of(cause, attached=attached) == SKINPROOF:
        return sentence("import the file again with Skinproof, whose rig plays the keys of the file")
    kind = CATALOGUE.get(getattr(cause, "code", ""))
    return remedy_of(cause) if kind is None else kind.remedy_told(model.generator)
