"""Whether a file that was read again still fits the character that was made of it.

Bones hold the index of their node, vertices their place in the file: a file in which those mean something else cannot
be the reference of the character any more, whatever its name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from ...skinning_core.model import Model

#: What a character's record holds of the structure of its file, and how a sentence calls it.
ASPECTS = {"clips": "clips", "joints": "nodes and joints", "vertices": "meshes and vertices"}


def structure_of(model: Model) -> dict[str, object]:
    """What has to stay for a character to fit: clip names; digests of the node forest with its skins, and of the parts
    with their numbers of vertices.
    """
    nodes = model.nodes
    joints = [list(nodes.names), nodes.parents.tolist(), [skin.joints.tolist() for skin in model.skins]]
    parts = [[p.node, p.mesh, p.primitive, p.skin, model.primitive(p).vertex_count] for p in model.parts]
    return {"clips": list(model.clip_names), "joints": _digest(joints), "vertices": _digest(parts)}


def misfit(recorded: Mapping[str, object], model: Model) -> str:
    """What a model has other than a character's record says, in words; empty where it fits."""
    now = structure_of(model)
    other = [name for aspect, name in ASPECTS.items() if aspect in recorded and recorded[aspect] != now[aspect]]
    return f"other {' and other '.join(other)}" if other else ""


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()
