"""What is compared, when, and how strictly."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from ...skinning_core.subject import CHOOSING
from ..draw.live_map import headline
from ..state import session
from ..state.properties import POSE, SKINPROOF_PG_scene
from ..state.results import Standing, standing_of_verdict
from ..translations import CONTEXT, said
from . import VERDICT_ICONS, OfCharacter, draw_job, narrow, paragraph, split_column


class SKINPROOF_PT_compare(OfCharacter, Panel):
    bl_label = "Compare"

    def draw(self, context: Context) -> None:
        settings = context.scene.skinproof
        layout = self.layout
        is_narrow = narrow(context)  # has room for the values, and none for their names
        column = layout.column() if is_narrow else split_column(layout)
        name = {"text": ""} if is_narrow else {}
        row = column.row(align=True)
        row.prop(settings.character, "clip", **name)
        row.operator("skinproof.preview_clip", text="", icon="PREVIEW_RANGE")
        if settings.engine == "blender":
            column.prop(settings, "question", **name)
            if _is_pose(settings):
                layout.operator("skinproof.reach_cursor", icon="CON_KINEMATIC")
        else:
            column.prop(settings, "engine", **name)
        _draw_buttons(layout, context, settings)
        if settings.live:
            _draw_live(layout, context)
        header, body = layout.panel("skinproof_advanced", default_closed=True)
        header.label(text="Advanced")
        if body is not None:
            _draw_advanced(body, settings)


def _draw_advanced(layout: UILayout, settings: SKINPROOF_PG_scene) -> None:
    column = split_column(layout)
    column.prop(settings, "engine")
    if settings.engine == "blender":
        strict = column.row()
        strict.enabled = not _is_pose(settings)
        strict.prop(settings, "strict_placement")
        column.prop(settings, "other_modifiers")
    elif settings.engine.startswith(CHOOSING):
        draw_choices(column, settings)
        normals = column.row(align=True, heading="Normal Tolerance")
        normals.prop(settings, "normals", text="")
        angle = normals.row(align=True)
        angle.enabled = settings.normals
        angle.prop(settings, "normal_tolerance", text="")
    times = column.row()
    character = settings.character
    times.enabled = character is not None and character.clip_index is not None
    times.prop(settings, "times")
    if settings.times == "COUNT":
        times.prop(settings, "time_count", text="")
    column.prop(settings, "looping")
    column.prop(settings, "accepted")
    if character is not None and character.attached:
        column.operator("skinproof.map_clip", text="Clip Is Action…", icon="ACTION")
    tolerance = column.row(align=True, heading="Tolerance")
    tolerance.prop(settings, "own_tolerance", text="")
    value = tolerance.row(align=True)
    value.enabled = settings.own_tolerance
    value.prop(settings, "tolerance", text="")


def _draw_live(layout: UILayout, context: Context) -> None:
    """What the live verdict says of the current frame, or why it says nothing."""
    box = layout.box().column(align=True)
    seen = session.live_frame
    if seen is None or seen.character != context.scene.skinproof.character.key:
        box.label(text="Live: at the next frame or edit", icon="TIME")
        return
    if seen.why:
        paragraph(box, context, seen.why, icon="PAUSE")
        return
    title, *rest = headline(context, seen)
    assert seen.verdict is not None
    standing = standing_of_verdict(seen.verdict)
    row = box.row()
    row.alert = standing is Standing.DIFFERS
    paragraph(row, context, title, icon=VERDICT_ICONS[standing])
    for line in rest:
        paragraph(box, context, line, icon="BLANK1")
    for ground in seen.verdict.grounds[:2] if standing is Standing.PARTLY else ():
        paragraph(box, context, said(ground.sentence), icon="BLANK1")


def draw_choices(column: UILayout, settings: SKINPROOF_PG_scene) -> None:
    """What most engines let one choose, in a column whose properties are split."""
    column.prop(settings, "raw_weights")
    row = column.row(heading="Normals", heading_ctxt=CONTEXT)  # one label of all three words would be cut
    row.prop(settings, "directions", text="As Directions")


def _draw_buttons(layout: UILayout, context: Context, settings: SKINPROOF_PG_scene) -> None:
    job = session.job
    row = layout.column(align=True) if narrow(context) else layout.row(align=True)
    row.scale_y = 1.3
    if job is not None:
        draw_job(row, job)
        return
    row.operator("skinproof.compare", text="Current Frame", icon="KEYFRAME").scope = "FRAME"
    clip = row.row(align=True)
    character = settings.character
    clip.enabled = _is_pose(settings) or (character is not None and character.clip_index is not None)
    clip.operator("skinproof.compare", text="Whole Clip", icon="ACTION").scope = "CLIP"
    live = layout.row(align=True)
    live.enabled = settings.engine == "blender"
    live.prop(settings, "live", text="Live", icon="REC", toggle=True)
    if settings.live:
        live.prop(settings, "live_colors", text="", icon="COLOR", toggle=True)


def _is_pose(settings: SKINPROOF_PG_scene) -> bool:
    """Whether the skin is judged in the pose of the bones, so that neither a clip nor a placement matters."""
    return bool(settings.engine == "blender" and settings.question == POSE)
