"""Compare a file that was exported from the scene with what is in the scene."""

from __future__ import annotations

from pathlib import Path

from bpy.props import StringProperty
from bpy.types import Context, Operator
from bpy_extras.io_utils import ImportHelper

from ..compare.inquiry import inquiry_of_clips
from ..state import session
from ..state.listing import list_characters
from ..state.properties import CLIPS
from ..subjects.open_scene import attach_export
from . import idle, refuse, refusing
from .compare import as_before_on_error, show_answer
from .import_skin import GLTF


class SKINPROOF_OT_compare_export(Operator, ImportHelper):
    """Compare a file that was exported from this scene with what plays here: every clip, at every frame"""

    bl_idname = "skinproof.compare_export"
    bl_label = "Compare with an Export"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{s}" for s in GLTF), options={"HIDDEN"})

    @classmethod
    def poll(cls, context: Context) -> bool:
        return idle(cls) and (context.mode == "OBJECT" or refuse(cls, "Exports can be compared in Object Mode only"))

    @refusing
    def execute(self, context: Context) -> set[str]:
        scene = context.scene
        model = session.read_mesh_file(Path(self.filepath))
        with as_before_on_error(context):
            character = attach_export(context, model).character
            list_characters(scene, active=character.id)
            scene.skinproof.engine, scene.skinproof.question = "blender", CLIPS
            self.report({"INFO"}, show_answer(context, inquiry_of_clips(context).answer()))
        return {"FINISHED"}


CLASSES = (SKINPROOF_OT_compare_export,)
