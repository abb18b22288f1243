"""What is compared, when, and how strictly."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from .. import session
from ..operators.character import SKINPROOF_OT_preview_clip
from ..operators.compare import SKINPROOF_OT_compare
from ..properties import SKINPROOF_PG_character
from . import InTab


class SKINPROOF_PT_compare(InTab, Panel):
    bl_idname = "SKINPROOF_PT_compare"
    bl_label = "Compare"

    @classmethod
    def poll(cls, context: Context) -> bool:
        return context.scene.skinproof.character is not None

    def draw(self, context: Context) -> None:
        settings = context.scene.skinproof
        layout = self.layout
        column = layout.column()
        column.use_property_split = True
        column.use_property_decorate = False
        row = column.row(align=True)
        row.prop(settings.character, "clip")
        row.operator(SKINPROOF_OT_preview_clip.bl_idname, text="", icon="PREVIEW_RANGE")
        column.prop(settings, "engine")
        if settings.engine == "blender":
            column.prop(settings, "question")
            column.prop(settings, "strict_placement")
        times = column.row()
        times.enabled = settings.character.clip_index is not None
        times.prop(settings, "times")
        tolerance = column.row(align=True, heading="Tolerance")
        tolerance.prop(settings, "own_tolerance", text="")
        value = tolerance.row(align=True)
        value.enabled = settings.own_tolerance
        value.prop(settings, "tolerance", text="")
        _draw_buttons(layout, settings.character)


def _draw_buttons(layout: UILayout, character: SKINPROOF_PG_character) -> None:
    job = session.job
    row = layout.row(align=True)
    row.scale_y = 1.3
    if job is not None:
        row.progress(factor=job.done / job.total, text=f"{job.label}: {job.done} of {job.total}      Esc cancels")
        return
    row.operator(SKINPROOF_OT_compare.bl_idname, text="Current Frame", icon="KEYFRAME").scope = "FRAME"
    clip = row.row(align=True)
    clip.enabled = character.clip_index is not None
    clip.operator(SKINPROOF_OT_compare.bl_idname, text="Whole Clip", icon="ACTION").scope = "CLIP"


CLASSES = (SKINPROOF_PT_compare,)
