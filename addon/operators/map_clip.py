"""Say which action of the scene is a clip of the file, if it was not found by name, as ``--clip-map`` does."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Event

from ..compare.inquiry import character_model
from ..scene.attach.action_match import map_actions
from ..state import session
from ..state.listing import active_character, list_characters
from ..translations import say
from . import OnCharacter


def _clips(_operator: Any, context: Context) -> list[tuple[str, str, str]]:
    character = session.characters.get(context.scene.skinproof.character.key)
    names = () if character is None else character.clips
    session.clip_names[:] = [(str(i), name or f"Clip {i}", "Clip of the file") for i, name in enumerate(names)]
    return session.clip_names


class SKINPROOF_OT_map_clip(OnCharacter):
    """Say which action of the scene is a clip of the file"""

    bl_idname = "skinproof.map_clip"
    bl_label = "Clip Is Action"

    clip: EnumProperty(name="Clip", description="Of the file", items=_clips)
    action: StringProperty(name="Action", description="Of the scene")

    def invoke(self, context: Context, event: Event) -> set[str]:
        del event
        opened: set[str] = context.window_manager.invoke_props_dialog(self)
        return opened

    def draw(self, context: Context) -> None:
        del context
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


CLASSES = (SKINPROOF_OT_map_clip,)
