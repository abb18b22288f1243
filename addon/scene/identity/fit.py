"""Whether a file read again still fits the character made from it.

Bones hold the index of their node, vertices their place in the file. If these mean something else now, the file is no
reference.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from ....skinning_core.model import Model
from ....skinning_core.text.sentence import Sentence, joined, sentence

#: The aspects of a file's structure in a record, and their names in a sentence.
ASPECTS = {
    "clips": sentence("clips"),
    "joints": sentence("nodes and joints"),
    "vertices": sentence("meshes and vertices"),
}


def structure_of(model: Model) -> dict[str, object]:
    """What must not change for a character to fit: names of clips, and two digests.

    One is of the node forest and skins, the other of the parts and their numbers of vertices.
    """
    nodes = model.nodes
    joints = [list(nodes.names), nodes.parents.tolist(), [skin.joints.tolist() for skin in model.skins]]
    every = (*model.parts, *model.left_out)
    parts = sorted([p.node, p.mesh, p.primitive, p.skin, model.primitive(p).vertex_count] for p in every)
    return {"clips": list(model.clip_names), "joints": _digest(joints), "vertices": _digest(parts)}


def misfit(recorded: Mapping[str, object], model: Model) -> Sentence:
    """What of a model changed since a record was made, in words; empty if it fits."""
    now = structure_of(model)
    changed = [name for aspect, name in ASPECTS.items() if aspect in recorded and recorded[aspect] != now[aspect]]
    return joined(changed, ", ")


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()
