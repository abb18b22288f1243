"""Import the active character's file again, in the way that does not make it differ; the old one stays."""

from __future__ import annotations

import bpy
from bpy.props import IntProperty
from bpy.types import Context, Object

from ...skinning_core.error import SkinproofError
from ...skinning_core.text.sentence import sentence
from ..compare.remedy import EXACT, TEMPERANCE, again_of
from ..scene.attach.attach import attach
from ..scene.attach.notes import is_attached
from ..scene.attach.scene_model import character_objects
from ..scene.ground.modes import leave_mode
from ..scene.identity.character import file_of_character, objects_left
from ..state.listing import active_character, list_characters, select
from ..state.session import session
from ..translations import say
from . import Action, busy, without_causes, without_character
from .compare import compare_anew


class SKINPROOF_OT_import_again(Action):
    """Import the file once more, in a way that avoids this cause, and compare that. The present character stays"""

    bl_label = "Import Again"

    index: IntProperty(name="Index", options={"HIDDEN"})

    refusals = (without_character, busy, without_causes)

    def act(self, context: Context) -> None:
        character = active_character(context.scene)
        causes = context.scene.skinproof.result.causes
        attached = is_attached(objects_left(character))
        how = again_of(causes[min(self.index, len(causes) - 1)], attached=attached)
        if not how:
            raise SkinproofError("importing the file again is no remedy for this", fix="docs/causes.md says what to do")
        path = file_of_character(character)
        model = session.models.read(path, character.clip_files)
        leave_mode(context)
        if how == TEMPERANCE:
            made = attach(context, character_objects(_by_blender(context, str(path)), context.scene), model).character
            list_characters(context.scene, active=made.id)
            select(context, made)
        else:
            files = [{"name": str(each)} for each in (path, *character.clip_files)]
            rig = "EXACT" if how == EXACT else "AUTO"
            bpy.ops.skinproof.import_skin(filepath=str(path), files=files if len(files) > 1 else [], rig=rig)
            list_characters(context.scene)
        self.report({"INFO"}, say("{file} is imported again; the former character is still there", file=path.name))
        compare_anew(context, "ALL")


def _by_blender(context: Context, path: str) -> list[Object]:
    """The objects that Blender's own importer makes of a file. Raises ``SkinproofError`` if it fails."""
    before = set(context.scene.objects)
    try:
        bpy.ops.import_scene.gltf(filepath=path, bone_heuristic="TEMPERANCE")
    except RuntimeError as error:
        why = str(error).strip().splitlines()[-1]
        raise SkinproofError(sentence("Blender's importer fails: {why}", why=why), where=path) from error
    return [ob for ob in context.scene.objects if ob not in before]
