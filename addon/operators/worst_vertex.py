"""Go to the worst frame and the worst vertex of the last comparison."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

import bmesh
import bpy
import numpy as np
from bpy.types import Context
from mathutils import Vector

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Bool
from ..draw import heat_map
from ..scene.ground.modes import in_object_mode, leave_mode
from ..scene.identity.vertex_map import vertex_position
from ..scene.play.playback import set_frame, set_time
from ..state import session
from ..state.listing import character_with_id, select
from ..state.own_edits import unnoticed
from ..state.result_store import amend_result
from ..state.results import Result
from . import Action, unless

#: Directions towards the viewer, from all around and a little from above and below; Blender's up is Z.
_SIDES = tuple(
    Vector((cos(turn), sin(turn), rise)).normalized()
    for rise in (0.25, -0.25, 1.0, -1.0)
    for turn in (k * pi / 4.0 - pi / 2.0 for k in range(8))
)

#: Frames closer than this count as the same: times are frames divided by the frame rate, and so are rounded.
ON_FRAME = 1e-3


class OnResult(Action):
    """For operators that need a result whose character is still there."""

    refusals = (
        unless(lambda context: context.scene.skinproof.result.compared, "Compare a character first"),
        unless(lambda context: context.scene.skinproof.result.worst_vertex >= 0, "No vertex could be compared"),
    )


class SKINPROOF_OT_jump_to_worst(OnResult):
    """Go to the frame at which the error is largest, select the vertex and turn the view to it"""

    bl_idname = "skinproof.jump_to_worst"
    bl_label = "Jump to Worst Frame"

    def act(self, context: Context) -> None:
        with unnoticed(context), in_object_mode(context):
            result = go_to_worst(context)
            _turn_to(context, result)


class SKINPROOF_OT_edit_worst_vertex(OnResult):
    """Go to the worst frame and open the mesh in Edit Mode with the worst vertex selected and in view"""

    bl_idname = "skinproof.edit_worst_vertex"
    bl_label = "Edit Worst Vertex"

    def act(self, context: Context) -> None:
        with unnoticed(context):
            leave_mode(context)
            result = go_to_worst(context)
            self._edit(context, result)

    def _edit(self, context: Context, result: Result) -> None:
        context.tool_settings.mesh_select_mode = (True, False, False)
        bpy.ops.object.mode_set(mode="EDIT")
        position = edited_position(context.object, result.worst_row, Vector(result.worst_position))
        amend_result(context.scene, replace(result, worst_position=tuple(position)))
        _look_at(context, position, sizes=1.0 / 3.0)


def _look_at(context: Context, position: Vector, sizes: float) -> None:
    """Move the view to a place, ``sizes`` of the active object away: a vertex alone tells nothing."""
    view = context.region_data
    if view is not None:
        view.view_location = position
        view.view_distance = max(context.object.dimensions) * sizes


def _turn_to(context: Context, result: Result) -> None:
    """Look at the worst vertex: as the view looks, or else from where nothing stands before it."""
    position, view = Vector(result.worst_position), context.region_data
    if view is None:
        return
    depsgraph, away = context.evaluated_depsgraph_get(), max(context.object.dimensions)
    now = view.view_rotation @ Vector((0.0, 0.0, 1.0))
    for towards in (now, *_SIDES):
        start = position + 1e-3 * away * towards  # off the surface that the vertex is part of
        if not context.scene.ray_cast(depsgraph, start, towards)[0]:
            view.view_rotation = view.view_rotation if towards is now else towards.to_track_quat("Z", "Y")
            break
    _look_at(context, position, sizes=0.8)


def go_to_worst(context: Context) -> Result:
    """Set the worst time, make the worst vertex's mesh active, select that vertex alone, and note where it is."""
    scene = context.scene
    result: Result = scene.skinproof.result
    character = character_with_id(scene, result.character, result.label)
    mesh_object = bpy.data.objects.get(result.worst_object)
    if mesh_object is None or result.worst_row < 0:
        raise SkinproofError(
            "vertex {vertex} is no longer in the mesh", vertex=result.worst_vertex, fix="compare again"
        )
    if not result.seen:
        set_time(context, character, None if result.clip_index < 0 else result.clip_index, result.worst_time)
    elif abs(result.worst_frame - scene.frame_current_final) > ON_FRAME:  # setting it would lose a pose without keys
        set_frame(scene, result.worst_frame)
    select(context, character, active=mesh_object)
    select_vertex(mesh_object.data, result.worst_row)
    position = vertex_position(context, result.worst_object, result.worst_row)
    result = replace(result, worst_position=tuple(position or (0.0, 0.0, 0.0)))
    amend_result(scene, result)
    answer = session.answer_under(result.key)
    if scene.skinproof.heat_map.shown and answer is not None:
        heat_map.paint(scene, answer, result.worst_time)
    return result


def edited_position(mesh_object: bpy.types.Object, row: int, posed: Vector) -> Vector:
    """Where Edit Mode shows a vertex, in world space: unposed, unless an Armature modifier is shown on the cage.

    ``posed``: where it is outside Edit Mode.
    """
    modifiers = [modifier for modifier in mesh_object.modifiers if modifier.type == "ARMATURE"]
    if any(m.show_viewport and m.show_in_editmode and m.show_on_cage for m in modifiers):
        return posed
    edited = bmesh.from_edit_mesh(mesh_object.data)
    edited.verts.ensure_lookup_table()
    return mesh_object.matrix_world @ edited.verts[row].co


def select_vertex(mesh: bpy.types.Mesh, vertex: int) -> None:
    """Select one vertex and nothing else, as Edit Mode will show it."""
    select_vertices(mesh, np.arange(len(mesh.vertices)) == vertex)


def select_vertices(mesh: bpy.types.Mesh, chosen: Bool) -> None:
    """Select vertices (V,) and nothing else, as Edit Mode will show them."""
    # Not by foreach_set of "select": Blender 5.0.1 crashes there on the edges of a mesh made by a script.
    for name in (".select_edge", ".select_poly"):
        attribute = mesh.attributes.get(name)
        if attribute is not None:
            mesh.attributes.remove(attribute)
    selected = mesh.attributes.get(".select_vert") or mesh.attributes.new(".select_vert", "BOOLEAN", "POINT")
    selected.data.foreach_set("value", chosen)
    mesh.update()


CLASSES = (SKINPROOF_OT_jump_to_worst, SKINPROOF_OT_edit_worst_vertex)
