"""Select what the mesh and the file do not have in common: vertices that only the mesh has, and where some are lost."""

from __future__ import annotations

from collections.abc import Mapping

import bpy
from bpy.types import Context, Object

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Bool
from ..compare.inquiry import character_model
from ..scene.identity.character import Character
from ..scene.identity.strangers import rows_around_lost
from ..scene.identity.vertex_map import rows_not_in_file, vertex_map
from ..state.listing import active_character, select
from ..state.own_edits import unnoticed
from ..translations import say_counted
from . import OnCharacter
from .worst_vertex import select_vertices


class SKINPROOF_OT_select_unmatched(OnCharacter):
    """Open the active character's mesh in Edit Mode with those vertices selected that are not in its file"""

    bl_idname = "skinproof.select_unmatched"
    bl_label = "Select Vertices Not in the File"

    def act(self, context: Context) -> set[str] | None:
        character = active_character(context.scene)
        unmatched = rows_not_in_file(vertex_map(character_model(character), character), character)
        if not unmatched:
            self.report({"INFO"}, "Every vertex is in the file")
            return {"CANCELLED"}
        count = open_with_selected(context, character, unmatched)
        self.report({"INFO"}, say_counted(count, "1 vertex is not in the file", "{count} vertices are not in the file"))
        return None


class SKINPROOF_OT_select_around_lost(OnCharacter):
    """Open the active character's mesh in Edit Mode with those vertices selected that lost ones shared a face with"""

    bl_idname = "skinproof.select_around_lost"
    bl_label = "Select Around Lost Vertices"

    def act(self, context: Context) -> None:
        character = active_character(context.scene)
        model = character_model(character)
        around = rows_around_lost(model, vertex_map(model, character))
        if not around:
            raise SkinproofError(
                "no vertex is left that shared a face with a lost one", fix="their places can be shown"
            )
        count = open_with_selected(context, character, around)
        self.report({"INFO"}, say_counted(count, "1 vertex selected", "{count} vertices selected"))


def open_with_selected(context: Context, character: Character, chosen: Mapping[Object, Bool]) -> int:
    """Open meshes in Edit Mode with the chosen vertices (V,) of each selected, and nothing else; how many those are."""
    with unnoticed(context):
        select(context, character, active=next(iter(chosen)))
        for ob in context.selected_objects:
            if ob not in chosen:
                ob.select_set(False)
        for ob, rows in chosen.items():
            select_vertices(ob.data, rows)
        context.tool_settings.mesh_select_mode = (True, False, False)
        bpy.ops.object.mode_set(mode="EDIT")
    return sum(int(rows.sum()) for rows in chosen.values())


CLASSES = (SKINPROOF_OT_select_unmatched, SKINPROOF_OT_select_around_lost)
