"""Write the last comparison as a file: HTML to read, JSON for machines."""

from __future__ import annotations

from pathlib import Path

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Event, Operator, OperatorProperties
from bpy_extras.io_utils import ExportHelper

from ...skinning_core.cli.question import words_of
from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import require_apart, require_writable, write_text
from ...skinning_core.load import files_of
from ...skinning_core.report.document import verify_document, write_json
from ...skinning_core.report.page import verify_page
from ...skinning_core.report.provenance import made_now
from ..scene.identity.character import characters
from ..state import session
from ..state.lengths import reading_of
from ..state.preferences import preference
from ..translations import say
from . import REFUSALS, fail, refuse
from .help import show_in_browser


class SKINPROOF_OT_write_report(Operator, ExportHelper):
    """Write the last comparison as a file"""

    bl_idname = "skinproof.write_report"
    bl_label = "Write Report"
    bl_options = {"REGISTER"}

    filepath: StringProperty(subtype="FILE_PATH", options={"SKIP_SAVE"})
    filter_glob: StringProperty(default="*.html;*.json", options={"HIDDEN"})
    format: EnumProperty(
        name="Format",
        description="For people or for programs",
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
            return say("Write every number of the last comparison as JSON")
        return say("Write the last comparison as one HTML page, with charts")

    @classmethod
    def poll(cls, context: Context) -> bool:
        if session.answer_under(context.scene.skinproof.result.key) is None:
            return refuse(cls, "Compare first: the numbers behind the panel are not kept in the file")
        return True

    def invoke(self, context: Context, event: Event) -> set[str]:
        if not self.filepath:
            self.filepath = str(suggested_path(context, self.filename_ext))
        result: set[str] = super().invoke(context, event)
        return result

    def execute(self, context: Context) -> set[str]:
        found = session.answer_under(context.scene.skinproof.result.key)
        if found is None:  # the character was deleted while the file browser was open
            return fail(self, SkinproofError("what this is about is no longer there", fix="compare again"))
        path = Path(bpy.path.abspath(self.filepath))
        try:
            wrote = say("Wrote {file}", file=path.name)
            require_writable(path)
            require_apart([path], _inputs(context))
            if self.format == "JSON":
                write_json(path, verify_document([(context.scene.skinproof.result.path, found)], {}))
            else:
                write_text(path, _page(context, found))
        except REFUSALS as error:
            return fail(self, error)
        session.last_report = path
        self.report({"INFO"}, wrote)
        return {"FINISHED"}


class SKINPROOF_OT_open_report(Operator):
    """Open the report that was written last, in your browser"""

    bl_idname = "skinproof.open_report"
    bl_label = "Open Report"
    bl_options = {"INTERNAL"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        if session.last_report is None:
            return refuse(cls, "Write a report first")
        return session.last_report.is_file() or refuse(
            cls, say("{file} is no longer there", file=session.last_report.name)
        )

    def execute(self, context: Context) -> set[str]:
        assert session.last_report is not None  # poll has checked this
        return show_in_browser(session.last_report)


def suggested_path(context: Context, suffix: str) -> Path:
    """Where the report of the last comparison goes, unless the user says otherwise."""
    result = context.scene.skinproof.result
    name = bpy.path.clean_name(f"{result.label} {result.clip} {result.engine}")
    return Path(bpy.path.abspath(preference(context, "report_folder") or "//")) / f"{name}{suffix}"


def _page(context: Context, found: Verification) -> str:
    """The page of the last comparison; of the user's paths it has the file's name only, since pages are passed on."""
    name = Path(context.scene.skinproof.result.path).name
    made = made_now(_words(context, name, found), f"Blender {bpy.app.version_string}")
    return verify_page([(name, found)], {}, reading_of(context), made)


def _words(context: Context, name: str, found: Verification) -> list[str]:
    """What to type to ask the very same of the file with this name; nothing if the scene was never saved."""
    result = context.scene.skinproof.result
    asked = words_of(found.question, found.model)
    if result.engine != "blender":
        return ["verify", name, "--against", result.engine, *asked]
    if not bpy.data.filepath:
        return []
    objects = next((c.armatures or c.objects for c in characters(context.scene) if c.id == result.character), ())
    chosen = ["--object", objects[0]] if objects else []
    return ["verify", name, "--scene", Path(bpy.data.filepath).name, *chosen, *asked]


def _inputs(context: Context) -> list[Path]:
    """Files that a report must not overwrite: the open .blend and the files of every character."""
    paths = [Path(bpy.data.filepath)] if bpy.data.filepath else []
    for character in characters(context.scene):
        paths += [source.path for source in character.sources]
        paths += files_of(character.path, character.clip_files) if character.path is not None else ()
    return paths


CLASSES = (SKINPROOF_OT_write_report, SKINPROOF_OT_open_report)
