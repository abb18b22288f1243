"""Pictures that explain how the active character is skinned."""

from __future__ import annotations

from bpy.types import Context, Panel

from ..operators.lesson import SKINPROOF_OT_draw_lesson
from . import InTab


class SKINPROOF_PT_lessons(InTab, Panel):
    bl_idname = "SKINPROOF_PT_lessons"
    bl_label = "Lessons"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return context.scene.skinproof.character is not None

    def draw(self, context: Context) -> None:
        del context
        self.layout.operator_menu_enum(SKINPROOF_OT_draw_lesson.bl_idname, "show", icon="IMAGE_DATA")


CLASSES = (SKINPROOF_PT_lessons,)
