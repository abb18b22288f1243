"""Compare two selected things, and show what was found beside the list of characters: two objects, or an export."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
from bpy.props import StringProperty
from bpy.types import Context, Event, Mesh, Object, Operator
from bpy_extras.io_utils import ExportHelper

from ...skinning_core.compare.judge.question import Question
from ...skinning_core.compare.judge.verification import Inquiry
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import require_apart, require_writable, write_text
from ...skinning_core.model import Float
from ...skinning_core.report.page import verify_page
from ...skinning_core.report.provenance import made_now
from ...skinning_core.skinned import Progress
from ...skinning_core.text.sentence import sentence
from ..draw import heat_map
from ..draw.heat_map_rollback import heat_map_kept_on_error
from ..scene.ground.modes import in_object_mode
from ..scene.play.playback import set_frame
from ..state import session
from ..state.lengths import reading_of
from ..state.own_edits import unnoticed
from ..state.preferences import preference
from ..state.side_result import NO_SIDE, Side, largest_errors, side_result
from ..state.views import redraw
from ..subjects.pair import PairSubject, pair_of
from ..translations import said, say
from . import refuse, refusing

#: The number of errors (one per vertex and time, 4 bytes each) that are kept for the heat map.
_ERRORS_KEPT = 64_000_000


def chosen_pair(context: Context) -> tuple[Object, Object] | None:
    """The other selected object and the active one; None if not two are selected that can be compared."""
    chosen = [ob for ob in context.selected_objects if ob.type in ("MESH", "ARMATURE")]
    armatures = [ob for ob in chosen if ob.type == "ARMATURE"]
    if len(armatures) == 2:
        chosen = armatures  # with their meshes selected, too
    active = context.view_layer.objects.active
    if len(chosen) != 2 or active not in chosen:
        return None
    return next(ob for ob in chosen if ob != active), active


class SKINPROOF_OT_compare_pair(Operator):
    """Compare the active object with the other selected one, frame by frame, whatever moves either of them"""

    bl_idname = "skinproof.compare_pair"
    bl_label = "Compare Two Objects"
    bl_options = {"REGISTER"}  # measuring is no edit

    @classmethod
    def poll(cls, context: Context) -> bool:
        if session.job is not None:
            return refuse(cls, say("{job} is running", job=say(session.job.label)))
        if context.mode != "OBJECT":
            return refuse(cls, "Two objects can be compared in Object Mode only")
        return chosen_pair(context) is not None or refuse(cls, "Select two meshes, or two armatures")

    @refusing
    def execute(self, context: Context) -> set[str]:
        pair = chosen_pair(context)
        assert pair is not None  # poll has checked this
        first, second = pair
        settings = context.scene.skinproof
        tolerance = settings.tolerance if settings.own_tolerance else None
        if tolerance is None and preference(context, "own_tolerance"):
            tolerance = float(preference(context, "tolerance"))
        question = Question(strict=settings.strict_placement, tolerance=tolerance)
        with unnoticed(context):
            subject, asked = pair_of(context, [first.name, second.name], question)
            subjects = {subject.name: subject}
            inquiry = Inquiry(subject.model, subjects, asked, vertex_errors=_ERRORS_KEPT, picture=True)
            answer = inquiry.answer(_progress_of(context))
            context.window_manager.progress_end()
        title = str(sentence("{second} beside {first}", second=second.name, first=first.name))
        page = verify_page(
            [(title, answer)], {}, reading_of(context), made_now((), f"Blender {bpy.app.version_string}")
        )
        session.side = Side(side_result(title, answer), _by_object(subject, largest_errors(answer)), page=page)
        redraw(context, {"UI"})
        self.report({"INFO"}, f"{title}: {said(answer.verdict.words)}")
        return {"FINISHED"}


class SKINPROOF_OT_show_side_heat_map(Operator):
    """Colour the meshes by the largest error of each vertex over all frames"""

    bl_idname = "skinproof.show_side_heat_map"
    bl_label = "Show Heat Map"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return bool(session.side.errors) or refuse(
            cls, "Compare first: errors of single vertices are not kept in the file"
        )

    @refusing
    def execute(self, context: Context) -> set[str]:
        side = session.side
        assert side.errors is not None  # poll has checked this
        assert side.result is not None
        errors: dict[Mesh, Float] = {}
        for name, own in side.errors.items():
            ob = context.scene.objects.get(name)
            if ob is not None and ob.type == "MESH" and len(ob.data.vertices) == len(own):
                errors[ob.data] = own
        if not errors:
            raise SkinproofError(
                "none of the meshes has the vertices that were compared", fix="compare again, or apply modifiers first"
            )
        with unnoticed(context), in_object_mode(context), heat_map_kept_on_error(context):
            heat_map.show_errors(context, errors, side.result.share)
            redraw(context)
        return {"FINISHED"}


class SKINPROOF_OT_jump_to_side_frame(Operator):
    """Go to the frame at which the error is largest"""

    bl_idname = "skinproof.jump_to_side_frame"
    bl_label = "Jump to Worst Frame"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        result = session.side.result
        return (result is not None and result.frame >= 0.0) or refuse(cls, "No vertex could be compared")

    @refusing
    def execute(self, context: Context) -> set[str]:
        assert session.side.result is not None  # poll has checked this
        set_frame(context.scene, session.side.result.frame)
        return {"FINISHED"}


class SKINPROOF_OT_write_side_report(Operator, ExportHelper):
    """Write this result as one HTML page, with charts"""

    bl_idname = "skinproof.write_side_report"
    bl_label = "Write Report"
    bl_options = {"REGISTER"}

    filename_ext = ".html"
    filter_glob: StringProperty(default="*.html", options={"HIDDEN"})

    @classmethod
    def poll(cls, context: Context) -> bool:
        return bool(session.side.page) or refuse(
            cls, "Compare first: the numbers behind the panel are not kept in the file"
        )

    def invoke(self, context: Context, event: Event) -> set[str]:
        assert session.side.result is not None  # poll has checked this
        name = bpy.path.clean_name(session.side.result.title)
        folder = Path(bpy.path.abspath(preference(context, "report_folder") or "//"))
        self.filepath = str(folder / f"{name}.html")
        result: set[str] = super().invoke(context, event)
        return result

    @refusing
    def execute(self, context: Context) -> set[str]:
        path = Path(bpy.path.abspath(self.filepath))
        wrote = say("Wrote {file}", file=path.name)
        require_writable(path)
        require_apart([path], [Path(bpy.data.filepath)] if bpy.data.filepath else [])
        write_text(path, session.side.page)
        session.last_report = path
        self.report({"INFO"}, wrote)
        return {"FINISHED"}


class SKINPROOF_OT_dismiss_side(Operator):
    """Take this result off the panel"""

    bl_idname = "skinproof.dismiss_side"
    bl_label = "Dismiss"
    bl_options = {"INTERNAL"}

    def execute(self, context: Context) -> set[str]:
        session.side = NO_SIDE
        redraw(context, {"UI"})
        return {"FINISHED"}


def _progress_of(context: Context) -> Progress:
    """Shows at the mouse how far a comparison is."""
    manager = context.window_manager
    manager.progress_begin(0, 100)
    return lambda done, total: manager.progress_update(100 * done // max(total, 1))


def _by_object(subject: PairSubject, errors: list[Float]) -> dict[str, Float]:
    """By name of the first's mesh objects: the errors of their vertices."""
    names = [mesh.name for mesh in subject.model.meshes]
    return {name: np.asarray(own, np.float32) for name, own in zip(names, errors, strict=True)} if errors else {}


CLASSES = (
    SKINPROOF_OT_compare_pair,
    SKINPROOF_OT_show_side_heat_map,
    SKINPROOF_OT_jump_to_side_frame,
    SKINPROOF_OT_write_side_report,
    SKINPROOF_OT_dismiss_side,
)
