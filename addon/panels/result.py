"""The verdict of the last comparison, its numbers, and what to do with them."""

from __future__ import annotations

from pathlib import PurePath

from bpy.types import Context, UILayout

from ...skinning_core.report.readable import Reading, share_of_all
from ..draw import legend
from ..state.preferences import reading_of
from ..state.result_store import is_as_saved, may_have_changed
from ..state.results import Result, Standing
from ..state.session import session
from ..state.views import why_stopped
from ..subjects.catalogue import label_of
from ..translations import said, say, say_counted
from . import ICONS, VERDICT_ICONS, capital, draw_figures, has_room, narrow, paragraph, side_by_side
from .causes import draw_causes
from .overlays import draw_why_no_crosses

PARTS_SHOWN = CLIPS_SHOWN = 12

#: The name's part of a row with a name beside its value.
NAMES = 0.36

#: Reasons beside the verdict that the panel shows; reports have all of them.
GROUNDS_SHOWN = 3


def draw_result(layout: UILayout, context: Context) -> None:
    """The results of the active character's last comparison, if any."""
    result = context.scene.skinproof.result
    if not result.compared:
        return
    reading = reading_of(context)
    _draw_verdict(layout, context, result, reading)
    draw_causes(layout, context, result)
    if _is_off(result):
        _draw_worst(layout, context, result)
    if _is_off(result) or _is_painted(context, result):
        _draw_heat_map(layout, context)
    _draw_details(layout, context, result, reading)


def _is_off(result: Result) -> bool:
    """Whether somebody would ask how far it is off, and where."""
    return result.differs and result.worst_vertex >= 0


def _is_painted(context: Context, result: Result) -> bool:
    """Whether the shown heat map is of this result."""
    heat_map = context.scene.skinproof.heat_map
    return bool(heat_map.shown and heat_map.character == result.character)


def _draw_verdict(layout: UILayout, context: Context, result: Result, reading: Reading) -> None:
    """What was found, of what, and how far it is off; under a yes nothing that sounds like a no."""
    box = layout.box().column(align=True)
    standing = result.standing
    row = box.row()
    row.alert = standing is Standing.DIFFERS
    buttons_beside = 2 if result.lost and not narrow(context) else 0
    paragraph(row, context, _headline(result), icon=VERDICT_ICONS[standing], beside=buttons_beside)
    if _is_off(result) and result.positions_differ:
        lengths = {"length": reading.length(result.largest_metres), "share": reading.share(result.largest)}
        paragraph(box, context, say("{length} off, {share} of its size", **lengths), icon="BLANK1")
    grounds = [ground for ground in result.grounds if getattr(ground, "code", "") != "POSITIONS"]  # figures say that
    for ground in grounds[:GROUNDS_SHOWN] if standing is not Standing.SAME else ():
        paragraph(box, context, capital(said(ground)), icon="BLANK1")
    if result.playing:
        paragraph(box, context, capital(said(result.playing)), icon="INFO")
    if result.acceptable and standing is Standing.PARTLY:
        box.operator("skinproof.accept", icon="CHECKMARK")
    if result.lost:
        buttons = (box if narrow(context) else row).row(align=True)
        buttons.alert = False
        buttons.prop(context.scene.skinproof_overlay, "unmatched", text="", icon="HIDE_OFF", toggle=True)
        buttons.operator("skinproof.select_around_lost", text="", icon="VERTEXSEL")
        draw_why_no_crosses(box, context)
    if is_as_saved(context.scene, result.character):
        paragraph(box, context, say("As it was when the file was saved"), icon=ICONS[Standing.CHANGED])
    elif may_have_changed(context.scene, result.character):
        paragraph(box, context, say("It may have changed since"), icon=ICONS[Standing.CHANGED])


def _headline(result: Result) -> str:
    """The verdict and what it stands for: the same, 14 of 14 clips; differs: visible, 'Walk'."""
    words = capital(said(result.words))
    clips = [each for each in result.clips if each.index >= 0]
    off = sum(each.differs for each in clips)
    if off and len(clips) > 1:
        counts = {"count": off, "total": len(clips), "clip": result.clip}
        return say("{verdict}, {count} of {total} clips, worst in {clip}", verdict=words, **counts)
    if not off and any(each.differs for each in result.clips):
        return say("{verdict}, {about}", verdict=words, about=say("the rest pose"))
    return say("{verdict}, {about}", verdict=words, about=said(result.about)) if result.about else words


def _draw_details(layout: UILayout, context: Context, result: Result, reading: Reading) -> None:
    """What one asks for second: more of what is known, figures, parts, and under a yes the largest rounding error."""
    header, body = layout.panel("skinproof_details", default_closed=True)
    header.label(text="Details")
    _draw_report(layout if narrow(context) else header)
    if body is None:
        return
    _draw_about(body, context, result)
    for note in result.sentences:
        paragraph(body, context, said(note))
    if len(result.clips) > 1:
        _draw_clips(body, context, result, reading)
    _draw_numbers(body, context, result, reading)
    if not _is_off(result):
        _draw_worst(body, context, result)
    if not _is_off(result) and not _is_painted(context, result):
        _draw_heat_map(body, context)
    if len(result.parts) > 1:
        _draw_parts(body, context, result, reading)


def _draw_about(layout: UILayout, context: Context, result: Result) -> None:
    """What was compared, how much of it, and how long it took."""
    about = layout.column(align=True)
    about.active = False
    file = PurePath(result.path).name
    paragraph(about, context, say("{file}: {coverage}", file=file, coverage=said(result.coverage)), icon="FILE_3D")
    times = say_counted(result.count, "1 time", "{count} times")
    figures = {"engine": say(label_of(result.engine)), "clip": result.clip, "times": times}
    told = say("{engine} · {clip} · {times} in {seconds} s", seconds=f"{result.seconds:.2g}", **figures)
    paragraph(about, context, told, icon="BLANK1")


def _draw_numbers(layout: UILayout, context: Context, result: Result, reading: Reading) -> None:
    table = layout.column(align=True)
    rows = [
        (say("Largest"), result.largest_metres, result.largest),
        (say("99 % below"), result.p99_metres, result.p99),
        ("RMS", result.rms_metres, result.rms),
    ]
    if narrow(context):
        for name, metres, _ in rows:
            _pair(table, context, name, reading.length(metres))
    else:
        draw_figures(table, say("Error"), say("length"), say("of size"), heading=True)
        for name, metres, share in rows:
            draw_figures(table, name, reading.length(metres), reading.share(share))
    pixels = say("{count} of {lines}", count=reading.pixels(result.largest), lines=reading.screen.lines)
    _pair(table, context, say("Pixels"), pixels)
    _pair(table, context, say("Too small to see"), say("{share} of the vertices", share=share_of_all(result.unseen)))
    if result.normals:
        _pair(table, context, say("Normals off by 1°, 5°"), say("{share} of the normals", share=result.normals))


def _draw_worst(layout: UILayout, context: Context, result: Result) -> None:
    if result.worst_vertex < 0:
        return
    table = layout.column(align=True)
    vertex = f"{result.worst_vertex:,}"
    if len(result.parts) > 1:
        vertex = say("{vertex} of {part}", vertex=vertex, part=result.parts[result.worst_part].name)
    _pair(table, context, say("Worst vertex"), vertex)
    _pair(table, context, say("Joint"), result.worst_joint)
    when = {"seconds": f"{result.worst_time:.3f}", "frame": f"{result.worst_frame:.5g}"}
    _pair(table, context, say("At"), say("frame {frame}, {seconds} s", **when))
    row = layout.row(align=True)
    row.operator("skinproof.jump_to_worst", text="Jump" if narrow(context) else "Jump to Worst Frame", icon="TIME")
    row.operator("skinproof.edit_worst_vertex", text="", icon="VERTEXSEL")


def _draw_heat_map(layout: UILayout, context: Context) -> None:
    settings = context.scene.skinproof
    heat_map, result = settings.heat_map, settings.result
    row = layout.row(align=True)
    if not heat_map.shown or heat_map.character != result.character:
        row.operator("skinproof.show_heat_map", text="Heat Map" if narrow(context) else "Show Heat Map", icon="COLOR")
        return
    row.operator("skinproof.hide_heat_map", text="Hide" if narrow(context) else "Hide Heat Map", icon="X", depress=True)
    row.prop(heat_map, "follow", text="", icon="PLAY")
    if stopped := why_stopped(context.scene, legend.NAME):
        paragraph(layout, context, say("The legend cannot be drawn: {why}", why=stopped), icon="ERROR")
    row = side_by_side(layout, context)
    row.enabled = session.answer_under(result.key) is not None
    row.prop(heat_map, "scale", expand=True)


def _draw_report(layout: UILayout) -> None:
    row = layout.row(align=True)
    row.alignment = "RIGHT"
    row.operator("skinproof.write_report", text="Report").format = "HTML"
    if session.last_report is not None:
        row.operator("skinproof.open_report", text="", icon="URL")


def _draw_clips(layout: UILayout, context: Context, result: Result, reading: Reading) -> None:
    """Each clip that was judged, the worst first."""
    header, body = layout.panel("skinproof_clips", default_closed=not result.differs)
    header.label(text=say("Clips ({count})", count=len(result.clips)))
    if body is None:
        return
    table = body.column(align=True)
    for each in result.clips[:CLIPS_SHOWN]:
        if narrow(context):
            paragraph(table, context, f"{each.name}: {reading.share(each.largest)}", icon=ICONS[each.standing])
            continue
        split = table.split(factor=0.64)
        split.label(text=each.name, icon=ICONS[each.standing], translate=False)
        beside = split.row()
        beside.alignment = "RIGHT"
        beside.label(text=reading.share(each.largest), translate=False)
    if len(result.clips) > CLIPS_SHOWN:
        table.label(text=say("and {count} with smaller errors", count=len(result.clips) - CLIPS_SHOWN))


def _draw_parts(layout: UILayout, context: Context, result: Result, reading: Reading) -> None:
    header, body = layout.panel("skinproof_parts", default_closed=True)
    header.label(text=say("Parts ({count})", count=len(result.parts)))
    if body is None:
        return
    table = body.column(align=True)
    if not narrow(context):
        draw_figures(table, say("Part"), say("largest"), "RMS", heading=True)
    for part in sorted(result.parts, key=lambda p: -p.largest)[:PARTS_SHOWN]:
        if narrow(context):
            _pair(table, context, part.name, reading.share(part.largest))
            continue
        draw_figures(table, part.name, reading.share(part.largest), reading.share(part.rms))
    if len(result.parts) > PARTS_SHOWN:
        table.label(text=say("and {count} with smaller errors", count=len(result.parts) - PARTS_SHOWN))


def _pair(table: UILayout, context: Context, name: str, value: str) -> None:
    """A name and its value, side by side if there is room for both."""
    if narrow(context) or not has_room(context, name, NAMES) or not has_room(context, value, 1.0 - NAMES):
        paragraph(table, context, f"{name}: {value}", icon="NONE")
        return
    split = table.split(factor=NAMES)
    label = split.row()
    label.active = False
    label.label(text=name, translate=False)
    split.label(text=value, translate=False)
