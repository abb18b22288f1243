"""What is compared, and what was found; below it, at which times and how strictly."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from ...skinning_core.subject import CHOOSING
from ..draw.live_map import headline
from ..state.properties import PLAYS, POSE, SKINPROOF_PG_scene
from ..state.results import Standing, standing_of_verdict
from ..state.session import session
from ..translations import said, say
from . import VERDICT_ICONS, OfCharacter, draw_job, narrow, paragraph, side_by_side, split_column
from .overlays import draw_choices
from .result import draw_result


class SKINPROOF_PT_compare(OfCharacter, Panel):
    bl_label = "Compare"

    def draw(self, context: Context) -> None:
        settings = context.scene.skinproof
        layout = self.layout
        is_narrow = narrow(context)  # has room for the values, and none for their names
        column = layout.column() if is_narrow else split_column(layout)
        name = {"text": ""} if is_narrow else {}
        column.prop(settings.character, "clip", **name)
        if settings.engine != "blender":
            column.prop(settings, "engine", **name)
        elif settings.live or settings.question != PLAYS:
            column.prop(settings, "question", **name)
        if _is_pose(settings):
            layout.operator("skinproof.reach_cursor", icon="CON_KINEMATIC")
        _draw_buttons(layout, context, settings)
        if settings.live:
            _draw_live(layout, context)
        draw_result(layout, context)
        header, body = layout.panel("skinproof_advanced", default_closed=True)
        header.label(text="Advanced")
        if body is not None:
            _draw_advanced(body, settings)


def _draw_advanced(layout: UILayout, settings: SKINPROOF_PG_scene) -> None:
    column = split_column(layout)
    column.prop(settings, "engine")
    if settings.engine == "blender":
        column.prop(settings, "question")
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


def _draw_buttons(layout: UILayout, context: Context, settings: SKINPROOF_PG_scene) -> None:
    """One large button for all there is to compare; below it what compares less, and all the time."""
    job = session.job
    large = layout.row(align=True)
    large.scale_y = 1.5
    if job is not None:
        draw_job(large, job)
        return
    character, posed = settings.character, _is_pose(settings)
    count = 0 if character is None else len(character.clips)
    every = say("Compare All") if narrow(context) else say("Compare All {count} Clips", count=count)
    text = every if count > 1 and not posed else say("Compare")
    button = large.operator("skinproof.compare", text=text, icon="VIEWZOOM", translate=False)
    button.scope = "CLIP" if posed else "ALL"
    # Blender 4.3 gives the look of the bar that stood under the mouse to the next thing that is no button: to this, not
    # to the box of the verdict, which was blue until the mouse moved.
    large.separator(factor=0.01)
    row = side_by_side(layout, context)
    clip = row.row(align=True)
    clip.enabled = posed or (character is not None and character.clip_index is not None)
    icons = ("NONE", "NONE") if narrow(context) else ("ACTION", "KEYFRAME")
    clip.operator("skinproof.compare", text="Whole Clip", icon=icons[0]).scope = "CLIP"
    row.operator("skinproof.compare", text="Current Frame", icon=icons[1]).scope = "FRAME"
    live = layout.row(align=True)
    live.enabled = settings.engine == "blender"
    live.prop(settings, "live", text="Live", icon="REC", toggle=True)
    if settings.live:
        live.prop(settings, "live_colors", text="", icon="COLOR", toggle=True)


def _is_pose(settings: SKINPROOF_PG_scene) -> bool:
    """Whether the skin is judged in the bones' pose, so that neither clip nor placement matters."""
    return bool(settings.engine == "blender" and settings.question == POSE)
