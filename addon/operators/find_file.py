"""A file attached to a character that something else brought in; and a character's moved file found by hand, known by
its bytes. Another file is taken only if wanted.
"""

from __future__ import annotations

import os
from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy.types import Context, Event
from bpy_extras.io_utils import ImportHelper

from ...skinning_core.files.source import require_file
from ..scene.attach.attach import attach
from ..scene.attach.scene_model import character_objects
from ..scene.identity.character import file_of_character, objects_of, require_local
from ..scene.identity.record import moved_record, read_record, recorded, recorded_as_read_again
from ..state import file_watch
from ..state.listing import active_character, list_characters
from ..state.session import session
from ..translations import said, say
from . import Action, Modes, OnCharacter, busy, chosen_file, unless
from .import_skin import GLTF, MD5_MESH


class SKINPROOF_OT_attach(Action, ImportHelper):
    """Attach a file to the selected armature or meshes, whatever brought them in, to compare them with it"""

    bl_label = "Attach to Selected"
    modes = Modes.BACK

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{s}" for s in (*GLTF, MD5_MESH)), options={"HIDDEN"})

    refusals = (
        busy,
        unless(
            lambda context: any(ob.type in ("ARMATURE", "MESH") for ob in context.selected_objects),
            "Select a character's armature or its meshes first",
        ),
    )

    def act(self, context: Context) -> None:
        scene = context.scene
        model = session.models.read_mesh_file(chosen_file(self.filepath))
        attached = attach(context, character_objects(context.selected_objects, scene), model)
        list_characters(scene, active=attached.character.id)
        found = ", ".join(map(said, attached.sentences))
        self.report({"INFO"}, say("Attached {name}: {what}", name=model.name, what=found))


class SKINPROOF_OT_find_file(OnCharacter, ImportHelper):
    """Find the file of the active character again. It may have been renamed: its content is checked"""

    bl_label = "Find File"
    modes = Modes.ANY

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{s}" for s in (*GLTF, MD5_MESH)), options={"HIDDEN"})
    another: BoolProperty(
        name="Another File",
        description="Accept another file than the one of the import, and compare with it from now on",
        options={"SKIP_SAVE"},
    )

    def invoke(self, context: Context, event: Event) -> set[str]:
        folder = _nearest_folder(Path(context.scene.skinproof.character.path))
        if folder is not None and not self.properties.is_property_set("filepath"):
            self.filepath = f"{folder}{os.sep}"
        return set(ImportHelper.invoke(self, context, event))

    def act(self, context: Context) -> set[str]:
        path = chosen_file(self.filepath)
        said = _found(context, path, another=self.another)
        if said:
            self.report({"INFO"}, said)
            return {"FINISHED"}
        if bpy.app.background:
            self.report({"ERROR"}, say("{file} is another file than at the import", file=path.name))
        else:
            bpy.ops.skinproof.use_another_file("INVOKE_DEFAULT", filepath=str(path))
        return {"CANCELLED"}


class SKINPROOF_OT_use_another_file(OnCharacter):
    """From now on, compare the active character with another file than the one of its import"""

    bl_label = "Use Another File"
    modes = Modes.ANY
    bl_options = {"REGISTER", "UNDO", "INTERNAL"}

    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN", "SKIP_SAVE"})

    def invoke(self, context: Context, event: Event) -> set[str]:
        asked = say("{file} is another file than at the import", file=Path(self.filepath).name)
        compare, use = say("Compare with it from now on?"), say("Use Another File")
        manager = context.window_manager
        return set(manager.invoke_confirm(self, event, title=asked, message=compare, confirm_text=use))

    def act(self, context: Context) -> None:
        self.report({"INFO"}, _found(context, chosen_file(self.filepath), another=True))


def _nearest_folder(path: Path) -> Path | None:
    """The folder of a path or, if it is gone, the nearest one above; None for another system's path."""
    return next((folder for folder in path.parents if folder.is_dir()), None) if path.is_absolute() else None


def _found(context: Context, path: Path, *, another: bool) -> str:
    """Note where the active character's file is; returns what was done, empty for an unwanted other file.

    Raises ``SkinproofError`` if there is no such file, if the character has none, or if a wanted other one does not
    fit.
    """
    character = active_character(context.scene)
    require_local(character)
    require_file(path)
    file_of_character(character)  # else there is none to find
    objects = objects_of(character)
    record, others = moved_record(read_record(objects), path)
    if not others:
        with recorded(objects, record):
            _look_again(context)
        return str(say("Found {file}: it is the file of the import", file=path.name))
    if not another:
        return ""
    model = session.models.read(path, [Path(name) for name in record["clip_files"]])
    with recorded_as_read_again(objects, model, fix="choose another file, or import this one"):
        _look_again(context)
    return str(say("{file} is compared with from now on: it is another file than at the import", file=path.name))


def _look_again(context: Context) -> None:
    list_characters(context.scene)
    file_watch.look()
