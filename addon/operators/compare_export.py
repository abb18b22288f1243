"""Compare a file that was exported from the scene with what is in the scene."""

from __future__ import annotations

from pathlib import Path

from bpy.props import StringProperty
from bpy.types import Context
from bpy_extras.io_utils import ImportHelper

from ..compare.inquiry import inquiry_of_clips
from ..state import session
from ..state.listing import list_characters
from ..state.properties import CLIPS
from ..subjects.open_scene import attach_export
from . import Action, busy, outside_object_mode
from .compare import as_before_on_error, show_answer
from .import_skin import GLTF


class SKINPROOF_OT_compare_export(Action, ImportHelper):
    """Compare a file that was exported from this scene with what plays here: every clip, at every frame"""

    bl_idname = "skinproof.compare_export"
    bl_label = "Compare with an Export"

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{s}" for s in GLTF), options={"HIDDEN"})

    refusals = (busy, outside_object_mode("Exports can be compared in Object Mode only"))

    def act(self, context: Context) -> None:
        scene = context.scene
        model = session.read_mesh_file(Path(self.filepath))
        with as_before_on_error(context):
            character = attach_export(context, model).character
            list_characters(scene, active=character.id)
            scene.skinproof.engine, scene.skinproof.question = "blender", CLIPS
            self.report({"INFO"}, show_answer(context, inquiry_of_clips(context).answer()))


CLASSES = (SKINPROOF_OT_compare_export,)
