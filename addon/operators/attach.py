"""Use a character that something else brought in: attach a file to it, and look at what was not found in the file."""

from __future__ import annotations

from pathlib import Path

import bpy
from bpy.props import StringProperty
from bpy.types import Context, Operator
from bpy_extras.io_utils import ImportHelper

from ...skinning_core.error import SkinproofError
from .. import session
from ..compare.request import character_model
from ..listing import active_character, list_characters, select
from ..scene.attach import attach
from ..scene.scene_model import character_objects
from ..scene.vertex_map import rows_not_in_file, vertex_map
from ..translations import say, say_counted
from . import REFUSALS, fail, refuse
from .character import OnCharacter
from .import_skin import GLTF, MD5_MESH
from .result import select_vertices


class SKINPROOF_OT_attach(Operator, ImportHelper):
    """Attach a file to the selected armature or meshes, whatever brought them in, to compare them with it"""

    bl_idname = "skinproof.attach"
    bl_label = "Use the Selected Character"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{s}" for s in (*GLTF, MD5_MESH)), options={"HIDDEN"})

    @classmethod
    def poll(cls, context: Context) -> bool:
        if session.job is not None:
            return refuse(cls, say("{job} is running", job=say(session.job.label)))
        if not any(ob.type in ("ARMATURE", "MESH") for ob in context.selected_objects):
            return refuse(cls, "Select a character's armature or its meshes first")
        return context.mode == "OBJECT" or refuse(cls, "Characters can be attached in Object Mode only")

    def execute(self, context: Context) -> set[str]:
        scene = context.scene
        try:
            model = session.read(Path(self.filepath))
            if not model.parts:
                raise SkinproofError("there is no mesh in this file", where=Path(self.filepath).name)
            attached = attach(context, character_objects(context.selected_objects, scene), model)
            list_characters(scene)
            keys = [item.key for item in scene.skinproof.characters]
            scene.skinproof.active = keys.index(attached.character.id)
        except REFUSALS as error:
            return fail(self, error)
        self.report({"INFO"}, say("Attached {name}: {what}", name=model.name, what=", ".join(attached.sentences)))
        return {"FINISHED"}


class SKINPROOF_OT_select_unmatched(OnCharacter, Operator):
    """Open the active character's mesh in Edit Mode with those vertices selected that are not in its file"""

    bl_idname = "skinproof.select_unmatched"
    bl_label = "Select Vertices Not in the File"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> set[str]:
        try:
            character = active_character(context.scene)
            unmatched = rows_not_in_file(vertex_map(character_model(character), character), character)
        except REFUSALS as error:
            return fail(self, error)
        if not unmatched:
            self.report({"INFO"}, "Every vertex is in the file")
            return {"CANCELLED"}
        select(context, character, active=next(iter(unmatched)))
        for ob in context.selected_objects:
            if ob not in unmatched:
                ob.select_set(False)
        for ob, chosen in unmatched.items():
            select_vertices(ob.data, chosen)
        context.tool_settings.mesh_select_mode = (True, False, False)
        bpy.ops.object.mode_set(mode="EDIT")
        count = sum(int(each.sum()) for each in unmatched.values())
        self.report({"INFO"}, say_counted(count, "1 vertex is not in the file", "{count} vertices are not in the file"))
        return {"FINISHED"}


CLASSES = (SKINPROOF_OT_attach, SKINPROOF_OT_select_unmatched)
