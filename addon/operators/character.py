"""What the list of characters can do: select one, remove one, show the range of its clip."""

from __future__ import annotations

from math import ceil, floor

from bpy.types import Context, Operator

from .. import heatmap
from ..listing import character_named, frame_of_time, list_characters, select
from ..scene.character import remove
from . import refuse


class OnCharacter:
    """For operators that act on the active character in Object Mode."""

    @classmethod
    def poll(cls, context: Context) -> bool:
        if context.scene.skinproof.character is None:
            return refuse(cls, "Import a character first")
        return context.mode == "OBJECT" or refuse(cls, "Characters can be changed in Object Mode only")


class SKINPROOF_OT_select_character(OnCharacter, Operator):
    """Select everything that belongs to the active character"""

    bl_idname = "skinproof.select_character"
    bl_label = "Select Character"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        select(context, context.scene.skinproof.character.name)
        return {"FINISHED"}


class SKINPROOF_OT_remove_character(OnCharacter, Operator):
    """Remove the active character from the file: its armature, meshes and actions"""

    bl_idname = "skinproof.remove_character"
    bl_label = "Remove Character"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        scene = context.scene
        name = scene.skinproof.character.name
        heatmap.hide(context)
        remove(character_named(scene, name))
        list_characters(scene)
        self.report({"INFO"}, f"Removed {name}")
        return {"FINISHED"}


class SKINPROOF_OT_preview_clip(OnCharacter, Operator):
    """Set the preview range of the timeline to the chosen clip, or clear it for the rest pose"""

    bl_idname = "skinproof.preview_clip"
    bl_label = "Preview Clip"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        scene = context.scene
        character = scene.skinproof.character
        scene.use_preview_range = character.clip_index is not None
        if character.clip_index is not None:
            clip = character.clips[character.clip_index]
            scene.frame_preview_start = floor(frame_of_time(scene, clip.start))
            scene.frame_preview_end = ceil(frame_of_time(scene, clip.end))
        return {"FINISHED"}


CLASSES = (SKINPROOF_OT_select_character, SKINPROOF_OT_remove_character, SKINPROOF_OT_preview_clip)
