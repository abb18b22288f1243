"""Compare two selected objects, and show results beside the list of characters: two objects, or an export."""

from __future__ import annotations

from collections.abc import Generator

import bpy
import numpy as np
from bpy.props import StringProperty
from bpy.types import Context, Event, Mesh
from bpy_extras.io_utils import ExportHelper

from ...skinning_core.compare.judge.question import Question
from ...skinning_core.compare.judge.verification import Inquiry, Verification
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_text
from ...skinning_core.model import Float
from ...skinning_core.report.page import verify_page
from ...skinning_core.report.provenance import made_now
from ...skinning_core.text.sentence import sentence
from ..compare.inquiry import ERRORS_KEPT, STEPWISE, chosen_tolerance
from ..draw import heat_map
from ..draw.heat_map import heat_map_kept_on_error
from ..scene.ground.modes import in_object_mode
from ..scene.play.playback import set_frame
from ..state.preferences import reading_of
from ..state.results import NO_SIDE, Side, largest_errors, side_result
from ..state.session import session
from ..state.staleness import unnoticed
from ..state.views import redraw, redraw_status_bars
from ..subjects.pair import chosen_pair, pair_of
from ..translations import said, say
from . import Action, busy, outside_object_mode, unless
from .modal_inquiry import ModalInquiry
from .report import path_in_report_folder, written_report


class SKINPROOF_OT_compare_pair(ModalInquiry):
    """Compare the active object with the other selected one, frame by frame, whatever moves either of them"""

    bl_label = "Compare Two Objects"

    _title: str  # of what is compared

    refusals = (
        busy,
        outside_object_mode("Two objects can be compared in Object Mode only"),
        unless(chosen_pair, "Select two meshes, or two armatures"),
    )

    def begin(self, context: Context) -> set[str]:
        inquiry = self._inquiry(context)
        return self.go_on(context, inquiry, _opened(inquiry))

    def act(self, context: Context) -> None:
        inquiry = self._inquiry(context)
        with unnoticed(context):
            answer = inquiry.answer()
        self.finish(context, answer)

    def _inquiry(self, context: Context) -> Inquiry:
        pair = chosen_pair(context)
        assert pair is not None  # poll has checked this
        self._title = str(sentence("{second} beside {first}", second=pair[1].name, first=pair[0].name))
        settings = context.scene.skinproof
        question = Question(strict=settings.strict_placement, tolerance=chosen_tolerance(context))
        with unnoticed(context):
            subject, asked = pair_of(context, [ob.name for ob in pair], question)
        return Inquiry(subject.model, {subject.name: subject}, asked, vertex_errors=ERRORS_KEPT, picture=True)

    def finish(self, context: Context, answer: Verification) -> None:
        """Show the answer beside the list of characters."""
        made = made_now((), f"Blender {bpy.app.version_string}")
        page = verify_page([(self._title, answer)], {}, reading_of(context), made)
        session.side = Side(side_result(self._title, answer), _by_object(answer), page=page)
        redraw(context, {"UI"})
        self.report({"INFO"}, f"{self._title}: {said(answer.verdict.words)}")


class SKINPROOF_OT_show_side_heat_map(Action):
    """Colour the meshes by the largest error of each vertex over all frames"""

    bl_label = "Show Heat Map"

    refusals = (
        unless(lambda _: session.side.errors, "Compare first: errors of single vertices are not kept in the file"),
    )

    def act(self, context: Context) -> None:
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


class SKINPROOF_OT_jump_to_side_frame(Action):
    """Go to the frame at which the error is largest"""

    bl_label = "Jump to Worst Frame"

    refusals = (
        unless(lambda _: session.side.result and session.side.result.frame >= 0.0, "No vertex could be compared"),
    )

    def act(self, context: Context) -> None:
        assert session.side.result is not None  # poll has checked this
        set_frame(context.scene, session.side.result.frame)


class SKINPROOF_OT_write_side_report(Action, ExportHelper):
    """Write this result as one HTML page, with charts"""

    bl_label = "Write Report"
    bl_options = {"REGISTER"}

    filename_ext = ".html"
    filter_glob: StringProperty(default="*.html", options={"HIDDEN"})

    refusals = (
        unless(lambda _: session.side.page, "Compare first: the numbers behind the panel are not kept in the file"),
    )

    def invoke(self, context: Context, event: Event) -> set[str]:
        assert session.side.result is not None  # poll has checked this
        self.filepath = str(path_in_report_folder(context, session.side.result.title, ".html"))
        return set(super().invoke(context, event))

    def act(self, context: Context) -> None:
        with written_report(self, ()) as path:
            write_text(path, session.side.page)


class SKINPROOF_OT_copy_side_fault(Action):
    """Copy what happened, with all versions, to the clipboard: paste it into a bug report"""

    bl_label = "Copy Report"
    bl_options = {"INTERNAL"}

    refusals = (unless(lambda _: session.side.fault, "Nothing has failed"),)

    def act(self, context: Context) -> None:
        context.window_manager.clipboard = session.side.fault
        self.report({"INFO"}, say("Copied: paste it where you report the fault"))


class SKINPROOF_OT_dismiss_side(Action):
    """Take this result off the panel"""

    bl_label = "Dismiss"
    bl_options = {"INTERNAL"}

    def act(self, context: Context) -> None:
        session.side, session.moved = NO_SIDE, None
        redraw(context, {"UI"})
        redraw_status_bars(context)


def _opened(inquiry: Inquiry) -> Generator[int, None, Verification]:
    """The steps of an inquiry. Frames follow one another, as simulations need; in the end the old one is back."""
    with inquiry.opened():
        return (yield from inquiry.run(STEPWISE))


def _by_object(answer: Verification) -> dict[str, Float]:
    """By name of the first's mesh objects: their vertices' errors."""
    errors = largest_errors(answer)
    if not errors:
        return {}
    names = [mesh.name for mesh in answer.model.meshes]
    return {name: np.asarray(own, np.float32) for name, own in zip(names, errors, strict=True)}
