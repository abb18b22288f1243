"""Operators of the list of characters: select, remove, reload, show the range of a clip."""

from __future__ import annotations

import bpy
from bpy.types import Context

from ..compare.inquiry import character_model
from ..draw import heat_map
from ..scene.attach.notes import detach, is_attached
from ..scene.identity.character import file_of_character, objects_by_character, objects_of, require_local
from ..scene.identity.record import recorded_as_read_again
from ..scene.identity.removal import leftover_actions, remove, remove_leftovers, remove_pages
from ..scene.play.span import frames_around
from ..state import file_watch
from ..state.listing import active_character, list_characters, select
from ..state.properties import choose_nothing
from ..state.session import session
from ..translations import say, say_counted
from . import Action, Modes, OnCharacter, unless


class SKINPROOF_OT_select_character(OnCharacter):
    """Select everything that belongs to the active character"""

    bl_label = "Select Character"
    modes = Modes.LEFT

    def act(self, context: Context) -> None:
        select(context, active_character(context.scene))


class SKINPROOF_OT_remove_character(OnCharacter):
    """Remove the active character: its armature, meshes and actions. If it was attached, only Skinproof's notes go"""

    bl_label = "Remove Character"
    modes = Modes.LEFT

    def act(self, context: Context) -> None:
        scene = context.scene
        name = scene.skinproof.character.name
        character = active_character(scene)
        require_local(character)
        heat_map.hide(context, scene)
        objects = objects_of(character)
        if attached := is_attached(objects):
            detach(objects)
        else:
            remove(character)
        list_characters(scene)
        if scene.skinproof.character is None:
            choose_nothing(scene)
        _leave_no_page()
        self.report({"INFO"}, say("Detached {name}", name=name) if attached else say("Removed {name}", name=name))


def _leave_no_page() -> None:
    """Remove what was written of vertices and drawn of characters, if no scene has one any more."""
    if not any(map(objects_by_character, bpy.data.scenes)):
        remove_pages()


class SKINPROOF_OT_remove_leftovers(Action):
    """Remove the actions of imported characters that were deleted, and their empty collections, if nothing uses them"""

    bl_label = "Remove Leftover Actions"

    refusals = (unless(lambda _: leftover_actions(), "No deleted character has left an action"),)

    def act(self, context: Context) -> None:
        count = remove_leftovers()
        _leave_no_page()
        list_characters(context.scene)
        self.report({"INFO"}, say_counted(count, "Removed 1 action", "Removed {count} actions"))


class SKINPROOF_OT_reload_character(OnCharacter):
    """Read the file of the active character again and compare with what it holds now; the scene stays as it is"""

    bl_label = "Reload"
    modes = Modes.ANY

    def act(self, context: Context) -> None:
        character = active_character(context.scene)
        path = file_of_character(character)
        model = session.models.read(path, character.clip_files)
        require_local(character)
        with recorded_as_read_again(objects_of(character), model):
            list_characters(context.scene)
            file_watch.look()
            again = say("Read {file} again: it is compared with what it holds now", file=path.name)
            self.report({"INFO"}, again)


class SKINPROOF_OT_preview_clip(OnCharacter):
    """Set the preview range of the timeline to the chosen clip, or clear it for the rest pose"""

    bl_label = "Preview Clip"
    modes = Modes.ANY

    def act(self, context: Context) -> None:
        scene = context.scene
        listed = scene.skinproof.character
        character = active_character(scene)
        clip = character_model(character).clip(listed.clip_index)
        scene.use_preview_range = clip is not None
        if clip is not None:
            scene.frame_preview_start, scene.frame_preview_end = frames_around(character, clip)
