"""Joints by the names of their bones: what the user picks, and what the overlay draws."""

from __future__ import annotations

from bpy.types import Context, PoseBone

from ...skinning_core.model import Model
from ..scene.ground import stored_names as stored
from ..scene.identity.character import Character, object_of
from ..state import session


def node_of_bone(character: Character, bone: str) -> int | None:
    """The node of a bone of the character; None if it has no such bone, or if the bone stands for no node."""
    return next((int(b[stored.NODE]) for b in _node_bones(character) if b.name == bone), None)


def joint_bones(character: Character, model: Model) -> list[str]:
    """The bones that stand for joints of the file, in its order: no helpers, and no nodes that carry no vertex."""
    bones = {int(bone[stored.NODE]): bone.name for bone in _node_bones(character)}
    joints = dict.fromkeys(int(node) for skin in model.skins for node in skin.joints)
    return [bones[node] for node in joints if node in bones]


def joints_to_search(_settings: object, context: Context, _text: str) -> list[str]:
    """What the search of the field "Joint" offers: nothing before the file was read, for which typing is no time."""
    item = context.scene.skinproof.character
    character = session.characters.get(item.key) if item is not None else None
    model = session.model_in_memory(character) if character is not None else None
    return [] if character is None or model is None else joint_bones(character, model)


def _node_bones(character: Character) -> list[PoseBone]:
    objects = (object_of(character, name) for name in character.armatures)
    return [
        bone
        for ob in objects
        if ob is not None and ob.pose is not None
        for bone in ob.pose.bones
        if stored.NODE in bone
    ]
