"""What is drawn over the 3D view: skeletons, the GPU's mesh and its stages, the crowd."""

from __future__ import annotations

import bpy
from bpy.types import Context, Panel, UILayout

from .. import session
from ..draw import overlay
from ..draw.properties import SKINPROOF_PG_overlay
from ..operators.overlays import SKINPROOF_OT_hide_overlays, SKINPROOF_OT_retry_overlays, SKINPROOF_OT_show_crowd
from . import InTab, paragraph


class SKINPROOF_PT_overlays(InTab, Panel):
    bl_idname = "SKINPROOF_PT_overlays"
    bl_label = "Overlays"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return context.scene.skinproof.character is not None

    def draw(self, context: Context) -> None:
        layout = self.layout
        settings = context.scene.skinproof_overlay
        if overlay.NAME in session.stopped:
            box = layout.box()
            paragraph(box, context, f"Drawing has stopped: {session.stopped[overlay.NAME]}", icon="ERROR")
            box.operator(SKINPROOF_OT_retry_overlays.bl_idname, icon="FILE_REFRESH")
        layout.label(text="Skeletons")
        row = layout.row(align=True)
        for name in ("rest", "bind", "current"):
            row.prop(settings, name, toggle=True)
        layout.label(text="GPU Mesh")
        layout.row().prop(settings, "ghost", expand=True)
        _draw_ghost(layout, context, settings)
        _draw_crowd(layout, settings)
        row = layout.row()
        row.enabled = settings.anything
        row.operator(SKINPROOF_OT_hide_overlays.bl_idname, icon="HIDE_ON")


def _draw_ghost(layout: UILayout, context: Context, settings: SKINPROOF_PG_overlay) -> None:
    column = layout.column()
    column.enabled = settings.ghost != "NONE"
    column.use_property_split = True
    column.use_property_decorate = False
    column.row().prop(settings, "stage", expand=True)
    column.prop(settings, "paint")
    character = session.characters.get(context.scene.skinproof.character.name)
    armature = bpy.data.objects.get(character.armatures[0]) if character and character.armatures else None
    if armature is not None:
        column.prop_search(settings, "joint", armature.data, "bones", icon="BONE_DATA")
    row = column.row()
    row.enabled = bool(settings.joint)
    row.prop(settings, "isolate")
    column.prop(settings, "opacity")


def _draw_crowd(layout: UILayout, settings: SKINPROOF_PG_overlay) -> None:
    row = layout.row(align=True)
    row.prop(settings, "crowd", toggle=True, icon="COMMUNITY")
    row.operator(SKINPROOF_OT_show_crowd.bl_idname, text="", icon="PREFERENCES")
    if settings.crowd:
        column = layout.column(align=True)
        column.use_property_split = True
        column.use_property_decorate = False
        for name in ("count", "spacing", "offset"):
            column.prop(settings, name)


CLASSES = (SKINPROOF_PT_overlays,)
