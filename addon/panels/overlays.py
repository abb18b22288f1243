"""What is drawn over the 3D view: skeletons, unmatched vertices, the GPU's mesh and its stages, the crowd."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from ..draw import overlay
from ..draw.properties import BOTH, NO_MISTAKE, SKINPROOF_PG_overlay
from ..state.views import why_stopped
from ..translations import say
from . import OfCharacter, paragraph, split_column
from .compare import draw_choices


class SKINPROOF_PT_overlays(OfCharacter, Panel):
    bl_label = "Overlays"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        layout = self.layout
        settings = context.scene.skinproof_overlay
        if stopped := why_stopped(context.scene, overlay.NAME):
            box = layout.box()
            paragraph(box, context, say("Drawing has stopped: {why}", why=stopped), icon="ERROR")
            box.operator("skinproof.retry_overlays", icon="FILE_REFRESH")
        layout.label(text="Skeletons")
        row = layout.row(align=True)
        for name in ("rest", "bind", "current"):
            row.prop(settings, name, toggle=True)
        layout.prop(settings, "unmatched", icon="VERTEXSEL")
        draw_why_no_crosses(layout, context)
        layout.label(text="GPU Mesh")
        layout.row().prop(settings, "ghost", expand=True)
        _draw_ghost(layout, context, settings)
        _draw_crowd(layout, context, settings)
        row = layout.row()
        row.enabled = settings.anything
        row.operator("skinproof.hide_overlays", icon="HIDE_ON")


def draw_why_no_crosses(layout: UILayout, context: Context) -> None:
    """Beside a button that is on and shows nothing: why not, and what to do."""
    if context.scene.skinproof_overlay.unmatched and (mesh := overlay.mesh_without_crosses(context)):
        told = say(
            "No crosses: {mesh} is edited at rest. Turn on Edit Mode in its Armature modifier to see it posed",
            mesh=repr(mesh),
        )
        paragraph(layout, context, told)


def _draw_ghost(layout: UILayout, context: Context, settings: SKINPROOF_PG_overlay) -> None:
    stage = layout.row()
    stage.enabled = settings.ghost not in ("NONE", BOTH)
    stage.prop(settings, "stage", expand=True)
    column = split_column(layout)
    column.enabled = settings.ghost != "NONE"
    if settings.stage == "JOINT" and settings.ghost != BOTH:
        column.prop(settings, "way", slider=True)
    posed = column.column()
    posed.enabled = settings.stage == "POSED" or settings.ghost == BOTH
    right = settings.mistake == NO_MISTAKE
    form = posed.row()
    form.enabled = right
    form.prop(settings, "form")
    smooth = posed.row()
    smooth.enabled = settings.ghost == BOTH or (right and not settings.engine)
    smooth.prop(settings, "smoothness", slider=True)
    posed.prop(settings, "mistake")
    draw_choices(posed, context.scene.skinproof)
    column.prop(settings, "paint")
    column.prop(settings, "joint", icon="BONE_DATA")
    if not settings.joint and (settings.stage == "JOINT" or settings.paint == "WEIGHTS"):
        paragraph(column, context, say("No joint is chosen: the active bone's is shown"))
    row = column.row()
    row.enabled = bool(settings.joint)
    row.prop(settings, "isolate")
    column.prop(settings, "opacity")


def _draw_crowd(layout: UILayout, context: Context, settings: SKINPROOF_PG_overlay) -> None:
    row = layout.row(align=True)
    row.prop(settings, "crowd", toggle=True, icon="COMMUNITY")
    row.operator("skinproof.show_crowd", text="", icon="PREFERENCES")
    if settings.crowd:
        column = split_column(layout, align=True)
        for name in ("count", "spacing", "offset", "all_clips"):
            column.prop(settings, name)
        column.prop(context.scene.skinproof, "looping")
