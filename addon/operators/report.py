"""Write the last comparison as a file: HTML to read, JSON for machines."""

from __future__ import annotations

from pathlib import Path

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Event, Operator, OperatorProperties
from bpy_extras.io_utils import ExportHelper

from ...skinning_core.files.output import require_apart, require_writable, write_text
from ...skinning_core.load import files_of
from ...skinning_core.report.document import verify_document, write_json
from ...skinning_core.report.page import verify_page
from .. import session
from ..compare.result import verification
from ..scene.character import characters
from . import REFUSALS, fail, refuse


class SKINPROOF_OT_write_report(Operator, ExportHelper):
    bl_idname = "skinproof.write_report"
    bl_label = "Write Report"
    bl_options = {"REGISTER"}

    filepath: StringProperty(subtype="FILE_PATH", options={"SKIP_SAVE"})
    filter_glob: StringProperty(default="*.html;*.json", options={"HIDDEN"})
    format: EnumProperty(
        name="Format",
        items=(
            ("HTML", "HTML", "One page to read, with charts; needs no network"),
            ("JSON", "JSON", "Every number, for other programs to read"),
        ),
        options={"SKIP_SAVE"},
    )

    @property
    def filename_ext(self) -> str:
        return f".{self.format.lower()}"

    @classmethod
    def description(cls, context: Context, properties: OperatorProperties) -> str:
        if properties.format == "JSON":
            return "Write every number of the last comparison as JSON"
        return "Write the last comparison as one HTML page, with charts"

    @classmethod
    def poll(cls, context: Context) -> bool:
        if session.measured_under(context.scene.skinproof.result.key) is None:
            return refuse(cls, "Compare first: the numbers behind the panel are not kept in the file")
        return True

    def invoke(self, context: Context, event: Event) -> set[str]:
        result = context.scene.skinproof.result
        if not self.filepath:
            name = bpy.path.clean_name(f"{result.character} {result.clip} {result.engine}")
            self.filepath = str(Path(bpy.path.abspath("//")) / f"{name}{self.filename_ext}")
        return super().invoke(context, event)

    def execute(self, context: Context) -> set[str]:
        measured = session.measured_under(context.scene.skinproof.result.key)
        assert measured is not None  # poll has checked this
        path = Path(bpy.path.abspath(self.filepath))
        try:
            results = [(context.scene.skinproof.result.path, verification(measured))]
            require_writable(path)
            require_apart([path], _inputs(context))
            if self.format == "JSON":
                write_json(path, verify_document(results, {}))
            else:
                write_text(path, verify_page(results, {}))
        except REFUSALS as error:
            return fail(self, error)
        self.report({"INFO"}, f"Wrote {path.name}")
        return {"FINISHED"}


def _inputs(context: Context) -> list[Path]:
    """Files that a report must not overwrite: the open .blend and the files of every character."""
    paths = [Path(bpy.data.filepath)] if bpy.data.filepath else []
    for character in characters(context.scene):
        paths += [source.path for source in character.sources]
        paths += files_of(character.path, character.clip_files) if character.path is not None else ()
    return paths


CLASSES = (SKINPROOF_OT_write_report,)
