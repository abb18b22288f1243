"""File > Import > glTF Skin (Skinproof), and files dropped into a 3D view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import bpy
from bpy.props import BoolProperty, CollectionProperty, StringProperty
from bpy.types import Context, Event, FileHandler, Operator, OperatorFileListElement
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ...skinning_core.skeleton.mesh_parts import mesh_parts
from .. import session
from ..listing import list_characters, listed_as_before_on_error, select
from ..scene.character import Character
from ..scene.importer import import_model
from ..scene.rollback import kept_on_error
from . import REFUSALS, fail, refuse

MD5_MESH, MD5_ANIMATION = ".md5mesh", ".md5anim"
SUFFIXES = (".glb", ".gltf", MD5_MESH, MD5_ANIMATION)


class SKINPROOF_OT_import_skin(Operator, ImportHelper):
    """Import skinned characters on an exact rig: every joint a bone, every vertex in the file's order"""

    bl_idname = "skinproof.import_skin"
    bl_label = "Import glTF Skin"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{suffix}" for suffix in SUFFIXES), options={"HIDDEN"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    clips: BoolProperty(name="Animation Clips", description="Make actions of the file's clips", default=True)

    @classmethod
    def poll(cls, context: Context) -> bool:
        return context.mode == "OBJECT" or refuse(cls, "Characters can be imported in Object Mode only")

    def invoke(self, context: Context, event: Event) -> set[str]:
        # Dropped files ask for options in a small dialog, the menu opens the file browser.
        return self.invoke_popup(context)

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "clips")

    def execute(self, context: Context) -> set[str]:
        manager = context.window_manager
        manager.progress_begin(0, 100)
        try:
            models = [session.read(*files) for files in self._files()]  # all are read before the scene is touched
            for model in models:
                _refuse_still_life(model)
            with listed_as_before_on_error(context.scene), kept_on_error(context):
                imported = self._import(context, models)
                self.report({"INFO"}, f"Imported {', '.join(c.collection for c in imported)}")
        except REFUSALS as error:
            return fail(self, error)
        finally:
            manager.progress_end()
        return {"FINISHED"}

    def _import(self, context: Context, models: Sequence[Model]) -> list[Character]:
        """Import all models, list them, and select the last one."""
        manager = context.window_manager
        imported = []
        for i, model in enumerate(models):

            def show(done: int, total: int, first: int = i) -> None:
                manager.progress_update(int(100 * (first + done / max(total, 1)) / len(models)))

            imported.append(import_model(context, model, clips=self.clips, progress=show))
        list_characters(context.scene)
        select(context, imported[-1])
        return imported

    def _files(self) -> list[tuple[Path, tuple[Path, ...]]]:
        """Each chosen model file; for an MD5 model, with the animation files that were chosen along with it."""
        paths = self._paths()
        models = [path for path in paths if path.suffix.lower() != MD5_ANIMATION]
        clips = tuple(path for path in paths if path.suffix.lower() == MD5_ANIMATION)
        if clips and MD5_MESH not in (path.suffix.lower() for path in models):
            raise SkinproofError("there is no mesh in an .md5anim file", fix="choose its .md5mesh file as well")
        return [(path, clips if path.suffix.lower() == MD5_MESH else ()) for path in models]

    def _paths(self) -> list[Path]:
        names = [file.name for file in self.files if file.name]
        if names:
            folder = Path(bpy.path.abspath(self.directory))
            return [folder / name for name in names]
        if not self.filepath:
            raise SkinproofError("no file was given", fix="choose a .glb, .gltf or .md5mesh file")
        return [Path(bpy.path.abspath(self.filepath))]


def _refuse_still_life(model: Model) -> None:
    """Refuse a model in which nothing has a skin and nothing moves: there is no deformation to import."""
    if model.parts and len(mesh_parts(model).static) == len(model.parts):
        raise SkinproofError(
            "no mesh in this file has a skin, and none moves",
            where=model.path.name if model.path else model.name,
            fix="import it with File > Import > glTF 2.0",
        )


class SKINPROOF_FH_skin(FileHandler):
    """Files dropped into a 3D view or the outliner."""

    bl_idname = "SKINPROOF_FH_skin"
    bl_label = "glTF Skin (Skinproof)"
    bl_import_operator = SKINPROOF_OT_import_skin.bl_idname
    bl_file_extensions = ";".join(SUFFIXES)

    @classmethod
    def poll_drop(cls, context: Context) -> bool:
        return poll_file_object_drop(context)


def _menu(menu: bpy.types.Menu, context: Context) -> None:
    menu.layout.operator(SKINPROOF_OT_import_skin.bl_idname, text="glTF Skin (Skinproof)")


CLASSES = (SKINPROOF_OT_import_skin, SKINPROOF_FH_skin)


def register() -> None:
    bpy.types.TOPBAR_MT_file_import.append(_menu)


def unregister() -> None:
    bpy.types.TOPBAR_MT_file_import.remove(_menu)
