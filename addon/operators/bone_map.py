"""What of an attached character is what of its file: the bone map, shown, attached anew with changes, saved and loaded;
and which action is a clip, if not found by name, as ``--clip-map`` does.
"""

from __future__ import annotations

from typing import Any, ClassVar

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Event
from bpy_extras.io_utils import ExportHelper, ImportHelper

from ...skinning_core.error import SkinproofError
from ...skinning_core.files.bone_map import read_bone_map, write_bone_map
from ..compare.inquiry import character_model
from ..scene.attach.action_match import map_actions
from ..scene.attach.attach import attach
from ..scene.attach.joint_bones import bone_labels, bone_map_of
from ..scene.attach.notes import is_attached
from ..scene.identity.character import objects_of
from ..state.listing import active_character, list_characters
from ..state.session import session
from ..translations import said, say
from . import OnCharacter, chosen_file


class SKINPROOF_OT_show_bone_map(OnCharacter):
    """List which bone each joint of the file is, as it was found by names, hierarchy and place"""

    bl_label = "Bone Map"

    def act(self, context: Context) -> None:
        show_bone_map(context)


class SKINPROOF_OT_apply_bone_map(OnCharacter):
    """Attach the file again by the bones of this list"""

    bl_label = "Apply Bone Map"

    def act(self, context: Context) -> None:
        self.report({"INFO"}, _attached_by(context, {row.name: row.bone for row in context.scene.skinproof.bone_map}))


class SKINPROOF_OT_save_bone_map(OnCharacter, ExportHelper):
    """Write the bone map to a file"""

    bl_label = "Save Bone Map"
    bl_options: ClassVar[set[str]] = set()  # it changes nothing in the scene

    filename_ext = ".json"
    filter_glob: StringProperty(default="*.json", options={"HIDDEN"})

    def act(self, context: Context) -> None:
        write_bone_map(chosen_file(self.filepath), {row.name: row.bone for row in context.scene.skinproof.bone_map})


class SKINPROOF_OT_load_bone_map(OnCharacter, ImportHelper):
    """Attach the file again by the bone map of a file"""

    bl_label = "Load Bone Map"

    filename_ext = ".json"
    filter_glob: StringProperty(default="*.json", options={"HIDDEN"})

    def act(self, context: Context) -> None:
        self.report({"INFO"}, _attached_by(context, read_bone_map(chosen_file(self.filepath))))


def show_bone_map(context: Context) -> None:
    """Fill the list of the bone map for the active character. Raises ``SkinproofError`` for an imported one."""
    settings, character = context.scene.skinproof, active_character(context.scene)
    objects = objects_of(character)
    if not is_attached(objects):
        raise SkinproofError("the bones of an imported character are its file's", fix="it needs no map")
    for rows in (settings.bone_map, settings.bone_labels):
        rows.clear()
    for joint, bone in bone_map_of(objects, character_model(character)).items():
        row = settings.bone_map.add()
        row.name, row.bone = joint, bone
    for label in bone_labels(objects):
        settings.bone_labels.add().name = label
    settings.bone_map_of = character.id


def _attached_by(context: Context, bones: dict[str, str]) -> str:
    """Attach the active character's file again by a map; returns what was found, in words."""
    character = active_character(context.scene)
    model = character_model(character)
    objects = [ob for ob in objects_of(character) if ob.type in ("ARMATURE", "MESH")]
    attached = attach(context, objects, model, export=character.written_here, bones=bones)
    list_characters(context.scene)
    show_bone_map(context)
    return str(say("Attached {name}: {what}", name=model.name, what=", ".join(map(said, attached.sentences))))


def _clips(_operator: Any, context: Context) -> list[tuple[str, str, str]]:
    character = session.characters.get(context.scene.skinproof.character.key)
    names = () if character is None else character.clips
    session.clip_names[:] = [(str(i), name or f"Clip {i}", "Clip of the file") for i, name in enumerate(names)]
    return session.clip_names


class SKINPROOF_OT_map_clip(OnCharacter):
    """Say which action of the scene is a clip of the file"""

    bl_label = "Clip Is Action"

    clip: EnumProperty(name="Clip", description="Of the file", items=_clips)
    action: StringProperty(name="Action", description="Of the scene")

    def invoke(self, context: Context, event: Event) -> set[str]:
        return set(context.window_manager.invoke_props_dialog(self))

    def draw(self, context: Context) -> None:
        self.layout.prop(self, "clip")
        self.layout.prop_search(self, "action", bpy.data, "actions")

    def act(self, context: Context) -> None:
        character = active_character(context.scene)
        model = character_model(character)
        name = model.clip_names[int(self.clip)]
        map_actions(character, model, {name: self.action})
        list_characters(context.scene)
        context.scene.skinproof.character.clip = self.clip
        self.report({"INFO"}, say("{clip} is {action}", clip=name, action=self.action))
