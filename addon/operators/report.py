"""Write the last comparison as a file: HTML to read, JSON for machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Event, OperatorProperties
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
from ..state.choices import CHOICES
from ..state.preferences import preference, reading_of
from ..state.session import session
from ..translations import say
from . import Action, chosen_file, unless
from .help import show_in_browser


def _report_gone(_context: Context) -> str:
    """The refusal to open a removed report, which it names."""
    path = session.last_report
    return say("{file} is no longer there", file=path.name) if path is not None and not path.is_file() else ""


class SKINPROOF_OT_write_report(Action, ExportHelper):
    """Write the last comparison as a file"""

    bl_label = "Write Report"
    bl_options = {"REGISTER"}

    filepath: StringProperty(subtype="FILE_PATH", options={"SKIP_SAVE"})
    filter_glob: StringProperty(default="*.html;*.json", options={"HIDDEN"})
    format: EnumProperty(
        name="Format", description="For people or for programs", items=CHOICES["report_format"], options={"SKIP_SAVE"}
    )

    @property
    def filename_ext(self) -> str:
        return f".{self.format.lower()}"

    @classmethod
    def description(cls, context: Context, properties: OperatorProperties) -> str:
        if properties.format == "JSON":
            return say("Write every number of the last comparison as JSON")
        return say("Write the last comparison as one HTML page, with charts")

    refusals = (
        unless(
            lambda context: session.answer_under(context.scene.skinproof.result.key),
            "Compare first: the numbers behind the panel are not kept in the file",
        ),
    )

    def invoke(self, context: Context, event: Event) -> set[str]:
        if not self.filepath:
            self.filepath = str(suggested_path(context, self.filename_ext))
        return set(super().invoke(context, event))

    def act(self, context: Context) -> None:
        found = session.answer_under(context.scene.skinproof.result.key)
        if found is None:  # the character was deleted while the file browser was open
            raise SkinproofError("what this is about is no longer there", fix="compare again")
        with written_report(self, _inputs(context)) as path:
            if self.format == "JSON":
                write_json(path, verify_document([(context.scene.skinproof.result.path, found)], {}))
            else:
                write_text(path, _page(context, found))


class SKINPROOF_OT_open_report(Action):
    """Open the report that was written last, in your browser"""

    bl_label = "Open Report"
    bl_options = {"INTERNAL"}

    refusals = (unless(lambda _: session.last_report, "Write a report first"), _report_gone)

    def act(self, context: Context) -> set[str]:
        assert session.last_report is not None  # poll has checked this
        return show_in_browser(session.last_report)


@contextmanager
def written_report(operator: Any, inputs: Sequence[Path]) -> Iterator[Path]:
    """The block writes a report to the operator's file path, over none of its inputs; then it can be opened.

    Raises ``SkinproofError`` if the file cannot be written, or is an input or the open .blend.
    """
    path = chosen_file(operator.filepath)
    wrote = say("Wrote {file}", file=path.name)
    require_writable(path)
    require_apart([path], [*inputs, *([Path(bpy.data.filepath)] if bpy.data.filepath else [])])
    yield path
    session.last_report = path
    operator.report({"INFO"}, wrote)


def suggested_path(context: Context, suffix: str) -> Path:
    """Where the last comparison's report goes, unless you say otherwise."""
    result = context.scene.skinproof.result
    return path_in_report_folder(context, f"{result.label} {result.clip} {result.engine}", suffix)


def path_in_report_folder(context: Context, name: str, suffix: str) -> Path:
    """A file of that name in the preferences' folder of reports."""
    folder = Path(bpy.path.abspath(preference(context, "report_folder") or "//"))
    return folder / f"{bpy.path.clean_name(name)}{suffix}"


def _page(context: Context, found: Verification) -> str:
    """The page of the last comparison; of your paths it has only the file's name, since pages are passed on."""
    name = Path(context.scene.skinproof.result.path).name
    made = made_now(_words(context, name, found), f"Blender {bpy.app.version_string}")
    return verify_page([(name, found)], {}, reading_of(context), made)


def _words(context: Context, name: str, found: Verification) -> list[str]:
    """What to type to ask the same of the file with this name; nothing if the scene was never saved."""
    result = context.scene.skinproof.result
    asked = words_of(found.question, found.model)
    if result.engine != "blender":
        return ["verify", name, "--against", result.engine, *asked]
    if not bpy.data.filepath:
        return []
    objects = next((c.armatures or c.objects for c in characters(context.scene) if c.id == result.character), ())
    chosen = ["--object", objects[0]] if objects else []
    return ["scene", Path(bpy.data.filepath).name, name, *chosen, *asked]


def _inputs(context: Context) -> list[Path]:
    """Files that a report must not overwrite: those of every character."""
    paths: list[Path] = []
    for character in characters(context.scene):
        paths += [source.path for source in character.sources]
        paths += files_of(character.path, character.clip_files) if character.path is not None else ()
    return paths
