"""The bone map of two columns: each joint of a file and its bone of a rig, as found or as you say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.files.bone_map import BoneMap
from ....skinning_core.model import Model
from ....skinning_core.text.listing import listed
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import node_bones
from .scene_model import SceneModel


def bone_map_of(objects: Sequence[bpy.types.Object], model: Model) -> dict[str, str]:
    """Today's map of a character: every joint of the model, "" for one without a bone."""
    armatures = [ob for ob in objects if ob.type == "ARMATURE"]
    bones = {int(our(bone)[stored.NODE]): _label(bone.id_data, bone.name, armatures) for bone in node_bones(armatures)}
    return {model.nodes.names[node]: bones.get(node, "") for node in _joints(model)}


def bone_labels(objects: Sequence[bpy.types.Object]) -> list[str]:
    """Names of armatures' bones in the map."""
    armatures = [ob for ob in objects if ob.type == "ARMATURE"]
    return [_label(ob, bone.name, armatures) for ob in armatures for bone in ob.data.bones]


def nodes_of_map(model: Model, scene: SceneModel, bones: BoneMap) -> dict[int, int]:
    """A model's nodes, and those of a scene's model (-1: none), by a map.

    Raises ``SkinproofError`` if there is no such joint or bone, or one bone is named for two joints.
    """
    armatures = list({ob.name: ob for ob, _ in scene.bones}.values())
    nodes = {model.nodes.names[node]: node for node in reversed(_joints(model))}
    there = {_label(ob, name, armatures): k for k, (ob, name) in enumerate(scene.bones)} | {"": -1}
    unknown = [name for name in bones if name not in nodes] or [name for name in bones.values() if name not in there]
    if unknown:
        told = "the bone map names what is not there: {names}"
        raise SkinproofError(told, names=listed(unknown), fix="correct the map")
    twice = [name for name, count in Counter(bones.values()).items() if name and count > 1]
    if twice:
        raise SkinproofError("the bone map names {name!r} for several joints", name=twice[0], fix="once each")
    return {nodes[joint]: there[bone] for joint, bone in bones.items()}


def _joints(model: Model) -> list[int]:
    return list(dict.fromkeys(node for skin in model.skins for node in skin.joints.tolist()))


def _label(armature: bpy.types.Object, bone: str, armatures: Sequence[bpy.types.Object]) -> str:
    return bone if len(armatures) == 1 else f"{armature.name}/{bone}"
