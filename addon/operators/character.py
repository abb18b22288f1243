"""Operators of the list of characters: select one, remove one, read its file again, show the range of its clip."""

from __future__ import annotations

from bpy.types import Context, Operator

from ...skinning_core.error import SkinproofError
from .. import session, watch
from ..compare.request import character_model, clip_frames
from ..draw import heat_map
from ..listing import character_named, list_characters, select
from ..scene.character import collection_of, marked_as_read_again, remove
from . import REFUSALS, fail, refuse


class OnCharacter:
    """For operators that act on the active character in Object Mode."""

    @classmethod
    def poll(cls, context: Context) -> bool:
        if context.scene.skinproof.character is None:
            return refuse(cls, "Import a character first")
        if session.job is not None:
            return refuse(cls, f"{session.job.label} is running")
        return context.mode == "OBJECT" or refuse(cls, "Characters can be changed in Object Mode only")


class SKINPROOF_OT_select_character(OnCharacter, Operator):
    """Select everything that belongs to the active character"""

    bl_idname = "skinproof.select_character"
    bl_label = "Select Character"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        try:
            select(context, character_named(context.scene, context.scene.skinproof.character.name))
        except REFUSALS as error:
            return fail(self, error)
        return {"FINISHED"}


class SKINPROOF_OT_remove_character(OnCharacter, Operator):
    """Remove the active character from the file: its armature, meshes and actions"""

    bl_idname = "skinproof.remove_character"
    bl_label = "Remove Character"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        scene = context.scene
        name = scene.skinproof.character.name
        try:
            character = character_named(scene, name)
        except REFUSALS as error:
            return fail(self, error)
        heat_map.hide(context, scene)
        remove(character)
        list_characters(scene)
        self.report({"INFO"}, f"Removed {name}")
        return {"FINISHED"}


class SKINPROOF_OT_reload_character(OnCharacter, Operator):
    """Read the file of the active character again and compare with what it holds now; the scene stays as it is"""

    bl_idname = "skinproof.reload_character"
    bl_label = "Reload"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        try:
            character = character_named(context.scene, context.scene.skinproof.character.name)
            if character.path is None:
                raise SkinproofError(
                    f"{character.collection} was not imported from a file", fix="import it from a file"
                )
            model = session.read(character.path, character.clip_files)
            with marked_as_read_again(collection_of(character), model):
                list_characters(context.scene)
                watch.look()
                self.report({"INFO"}, f"Read {character.path.name} again: it is compared with what it holds now")
        except REFUSALS as error:
            return fail(self, error)
        return {"FINISHED"}


class SKINPROOF_OT_preview_clip(OnCharacter, Operator):
    """Set the preview range of the timeline to the chosen clip, or clear it for the rest pose"""

    bl_idname = "skinproof.preview_clip"
    bl_label = "Preview Clip"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        scene = context.scene
        listed = scene.skinproof.character
        try:
            character = character_named(scene, listed.name)
            clip = character_model(character).clip(listed.clip_index)
        except REFUSALS as error:
            return fail(self, error)
        scene.use_preview_range = clip is not None
        if clip is not None:
            scene.frame_preview_start, scene.frame_preview_end = clip_frames(character, clip)
        return {"FINISHED"}


CLASSES = (
    SKINPROOF_OT_select_character,
    SKINPROOF_OT_remove_character,
    SKINPROOF_OT_reload_character,
    SKINPROOF_OT_preview_clip,
)
