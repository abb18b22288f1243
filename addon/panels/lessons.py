"""Pictures that explain how the active character is skinned."""

from __future__ import annotations

from bpy.types import Context, Panel

from . import OfCharacter


class SKINPROOF_PT_lessons(OfCharacter, Panel):
    bl_label = "Lessons"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        self.layout.operator_menu_enum("skinproof.draw_lesson", "show", icon="IMAGE_DATA")
