"""What is drawn over the 3D view: skeletons, unmatched vertices, the GPU's mesh and its stages, the crowd."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from ..draw import overlay
from ..draw.properties import BOTH, NO_MISTAKE, SKINPROOF_PG_overlay
from ..state.properties import SKINPROOF_PG_scene
from ..state.views import why_stopped
from ..translations import CONTEXT, say
from . import OfCharacter, paragraph, side_by_side, split_column


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
        side_by_side(layout, context).prop(settings, "stage", expand=True)
        _draw_slider(layout, settings)
        if body := _folded(layout, "skinproof_gpu_mesh", say("Mesh"), settings.ghost != "NONE"):
            side_by_side(body, context).prop(settings, "ghost", expand=True)
            _draw_ghost(body, context, settings)
        if body := _folded(layout, "skinproof_skeletons", say("Skeletons"), bool(settings.poses) or settings.unmatched):
            row = side_by_side(body, context)
            for name in ("rest", "bind", "current"):
                row.prop(settings, name, toggle=True)
            body.prop(settings, "unmatched", icon="VERTEXSEL")
            draw_why_no_crosses(body, context)
        if body := _folded(layout, "skinproof_crowd", say("Crowd"), settings.crowd):
            _draw_crowd(body, context, settings)
        if settings.anything:
            layout.operator("skinproof.hide_overlays", icon="HIDE_ON")


def _folded(layout: UILayout, name: str, title: str, shown: bool) -> UILayout | None:
    """The body of a folded part; None while it is closed. shown: some of it is drawn, so it is open."""
    # Blender keeps by name what was opened and closed: a drawn part has a name of its own, and is open at first.
    header, body = layout.panel(f"{name}_drawn" if shown else name, default_closed=not shown)
    header.label(text=title, icon="HIDE_OFF" if shown else "NONE", translate=False)
    return body


def _draw_slider(layout: UILayout, settings: SKINPROOF_PG_overlay) -> None:
    """The slider of the stage: from the joint's space to the world, from rigid to smooth, or opacity."""
    row = layout.row()
    row.enabled = settings.ghost != "NONE"
    right = settings.mistake == NO_MISTAKE and not settings.engine
    posed = settings.stage == "POSED" and right
    name = "smoothness" if posed or settings.ghost == BOTH else "way" if settings.stage == "JOINT" else "opacity"
    row.prop(settings, name, slider=True)


def draw_choices(column: UILayout, settings: SKINPROOF_PG_scene) -> None:
    """Choices of most engines, in a column with split properties."""
    column.prop(settings, "raw_weights")
    row = column.row(heading="Normals", heading_ctxt=CONTEXT)  # one label of all three words would be cut
    row.prop(settings, "directions", text="As Directions")


def draw_why_no_crosses(layout: UILayout, context: Context) -> None:
    """Beside a button that is on and shows nothing: why not, and what to do."""
    if context.scene.skinproof_overlay.unmatched and (mesh := overlay.mesh_without_crosses(context)):
        told = say(
            "No crosses: {mesh} is edited at rest. Turn on Edit Mode in its Armature modifier to see it posed",
            mesh=repr(mesh),
        )
        paragraph(layout, context, told)


def _draw_ghost(layout: UILayout, context: Context, settings: SKINPROOF_PG_overlay) -> None:
    column = split_column(layout)
    column.enabled = settings.ghost != "NONE"
    posed = column.column()
    posed.enabled = settings.stage == "POSED" or settings.ghost == BOTH
    right = settings.mistake == NO_MISTAKE
    form = posed.row()
    form.enabled = right
    form.prop(settings, "form")
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
