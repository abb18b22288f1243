"""Go to the last comparison's worst frame and vertex; select what mesh and file do not share."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from math import cos, pi, sin

import bmesh
import bpy
import numpy as np
from bpy.types import Context, Object
from mathutils import Vector

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Bool
from ..compare.inquiry import character_model
from ..compare.wanted_place import wanted_place
from ..draw import heat_map
from ..scene.ground.modes import in_object_mode, leave_mode
from ..scene.ground.visible import is_visible
from ..scene.identity.character import Character, objects_of
from ..scene.identity.strangers import rows_around_lost
from ..scene.identity.vertex_map import rows_not_in_file, vertex_map, vertex_position
from ..scene.play.playback import set_frame, set_time
from ..state.listing import active_character, character_with_id, select
from ..state.result_store import amend_result
from ..state.results import Result
from ..state.session import session
from ..state.staleness import unnoticed
from ..translations import say_counted
from . import Action, Modes, OnCharacter, unless

#: Directions towards the viewer, from all around and a little from above and below; Blender's up is Z.
_SIDES = tuple(
    Vector((cos(turn), sin(turn), rise)).normalized()
    for rise in (0.25, -0.25, 1.0, -1.0)
    for turn in (k * pi / 4.0 - pi / 2.0 for k in range(8))
)

#: Distance from the worst vertex, in sizes of the character: all of it is in sight.
_BACK = 1.2

#: Tolerance of frames: times are frames divided by the frame rate, and so are rounded.
ON_FRAME = 1e-3


class OnResult(Action):
    """For operators that need a result whose character is still there."""

    refusals = (
        unless(lambda context: context.scene.skinproof.result.compared, "Compare a character first"),
        unless(lambda context: context.scene.skinproof.result.worst_vertex >= 0, "No vertex could be compared"),
    )


class SKINPROOF_OT_jump_to_worst(OnResult):
    """Go to the worst clip and frame, select the vertex and mark it, with a line to where it should be"""

    bl_label = "Jump to Worst Frame"

    def act(self, context: Context) -> None:
        with unnoticed(context), in_object_mode(context):
            result = go_to_worst(context)
            _turn_to(context, result)


class SKINPROOF_OT_edit_worst_vertex(OnResult):
    """Go to the worst frame and open the mesh in Edit Mode with the worst vertex selected and in view"""

    bl_label = "Edit Worst Vertex"

    def act(self, context: Context) -> None:
        with unnoticed(context):
            leave_mode(context)
            result = go_to_worst(context)
            context.tool_settings.mesh_select_mode = (True, False, False)
            bpy.ops.object.mode_set(mode="EDIT")
            position = edited_position(context.object, result.worst_row, Vector(result.worst_position))
            amend_result(context.scene, replace(result, worst_position=tuple(position)))
            _look_at(context, position, max(context.object.dimensions) / 3.0)


def _look_at(context: Context, position: Vector, away: float) -> None:
    """Move the view to a place, so far away: a vertex alone tells nothing."""
    view = context.region_data
    if view is not None:
        view.view_location = position
        view.view_distance = away


def _turn_to(context: Context, result: Result) -> None:
    """Look at the worst vertex with the whole character around it: from the present side, or else from where nothing
    hides it and the way to its right place is seen from the side.
    """
    position, view = Vector(result.worst_position), context.region_data
    if view is None:
        return
    wanted = Vector(result.worst_wanted) if result.worst_wanted else position
    size, off = _size_of(session.characters[result.character]), wanted - position
    depsgraph = context.evaluated_depsgraph_get()
    now = view.view_rotation @ Vector((0.0, 0.0, 1.0))
    along = off.normalized()
    for towards in (now, *sorted(_SIDES, key=lambda side: abs(side.dot(along)))):
        start = position + 1e-3 * size * towards  # off the surface that the vertex is part of
        if not context.scene.ray_cast(depsgraph, start, towards)[0]:
            view.view_rotation = view.view_rotation if towards is now else towards.to_track_quat("Z", "Y")
            break
    _look_at(context, (position + wanted) / 2.0, _BACK * size + off.length)


def _size_of(character: Character) -> float:
    """The world diagonal of the box around a character's visible meshes."""
    meshes = [ob for ob in objects_of(character) if ob.type == "MESH" and is_visible(ob, bpy.context.view_layer)]
    corners = np.array([ob.matrix_world @ Vector(corner) for ob in meshes for corner in ob.bound_box])
    return float(np.linalg.norm(np.ptp(corners, axis=0))) if len(corners) else 1.0


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
    if result.clips and result.clip_index >= 0:  # the panel shows the clip that you look at
        with suppress(TypeError):  # it was not imported
            scene.skinproof.character.clip = str(result.clip_index)
    if not result.seen:
        set_time(context, character, None if result.clip_index < 0 else result.clip_index, result.worst_time)
    elif abs(result.worst_frame - scene.frame_current_final) > ON_FRAME:  # setting it would lose an unkeyed pose
        set_frame(scene, result.worst_frame)
    select(context, character, active=mesh_object)
    select_vertices(mesh_object.data, np.arange(len(mesh_object.data.vertices)) == result.worst_row)
    position = vertex_position(context, result.worst_object, result.worst_row)
    wanted = wanted_place(context, character, character_model(character), result)
    there = () if wanted is None else tuple(map(float, wanted))
    result = replace(result, worst_position=tuple(position or (0.0, 0.0, 0.0)), worst_wanted=there)
    amend_result(scene, result)
    answer = session.answer_under(result.key)
    if scene.skinproof.heat_map.shown and answer is not None:
        heat_map.paint(scene, answer, result.worst_time)
    return result


def edited_position(mesh_object: bpy.types.Object, row: int, posed: Vector) -> Vector:
    """A vertex's world position in Edit Mode: unposed, unless an Armature modifier is shown on the cage.

    ``posed``: outside Edit Mode.
    """
    modifiers = [modifier for modifier in mesh_object.modifiers if modifier.type == "ARMATURE"]
    if any(m.show_viewport and m.show_in_editmode and m.show_on_cage for m in modifiers):
        return posed
    edited = bmesh.from_edit_mesh(mesh_object.data)
    edited.verts.ensure_lookup_table()
    return mesh_object.matrix_world @ edited.verts[row].co


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


class SKINPROOF_OT_select_unmatched(OnCharacter):
    """Open the mesh in Edit Mode and select the vertices that are not in the file"""

    bl_label = "Select Vertices Not in the File"
    modes = Modes.LEFT

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
    """Open the mesh in Edit Mode and select the neighbours of the lost vertices: those that shared a face with one"""

    bl_label = "Select Around Lost Vertices"
    modes = Modes.LEFT

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
    """Open meshes in Edit Mode with only these vertices (V,) of each selected; returns how many."""
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
