"""Use a character that something else brought in: attach a file to it."""

from __future__ import annotations

from pathlib import Path

from bpy.props import StringProperty
from bpy.types import Context
from bpy_extras.io_utils import ImportHelper

from ..scene.attach.attach import attach
from ..scene.attach.scene_model import character_objects
from ..state import session
from ..state.listing import list_characters
from ..translations import said, say
from . import Action, busy, outside_object_mode, unless
from .import_skin import GLTF, MD5_MESH


class SKINPROOF_OT_attach(Action, ImportHelper):
    """Attach a file to the selected armature or meshes, whatever brought them in, to compare them with it"""

    bl_idname = "skinproof.attach"
    bl_label = "Attach File"  # the file browser's button has room for no more

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{s}" for s in (*GLTF, MD5_MESH)), options={"HIDDEN"})

    refusals = (
        busy,
        unless(
            lambda context: any(ob.type in ("ARMATURE", "MESH") for ob in context.selected_objects),
            "Select a character's armature or its meshes first",
        ),
        outside_object_mode("Characters can be attached in Object Mode only"),
    )

    def act(self, context: Context) -> None:
        scene = context.scene
        model = session.read_mesh_file(Path(self.filepath))
        attached = attach(context, character_objects(context.selected_objects, scene), model)
        list_characters(scene, active=attached.character.id)
        found = ", ".join(map(said, attached.sentences))
        self.report({"INFO"}, say("Attached {name}: {what}", name=model.name, what=found))


CLASSES = (SKINPROOF_OT_attach,)
