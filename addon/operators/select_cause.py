"""Select what a cause is about: an object, and its bones, modifier, group or vertices."""

from __future__ import annotations

from collections.abc import Collection

import bpy
import numpy as np
from bpy.props import BoolProperty, IntProperty
from bpy.types import Context, Object

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Bool
from ..compare.mention import about
from ..compat import select_pose_bone
from ..scene.ground.modes import leave_mode
from ..scene.identity.character import objects_left
from ..scene.identity.vertex_map import vertex_map
from ..state.results import Result, Summary
from ..state.session import session
from ..state.staleness import unnoticed
from . import Action, unless
from .worst_vertex import select_vertices


class SKINPROOF_OT_select_cause(Action):
    """Select the object that this is about, and its bones, modifier, vertex group or vertices"""

    bl_label = "Select"

    index: IntProperty(name="Index", options={"HIDDEN"})
    side: BoolProperty(name="Of an Export or Two Objects", options={"HIDDEN", "SKIP_SAVE"})

    refusals = (
        unless(lambda context: any(result.causes for result in _results(context)), "Compare a character first"),
    )

    def act(self, context: Context) -> None:
        result = session.side.result if self.side else context.scene.skinproof.result
        if result is None or not result.causes:
            raise SkinproofError("there is no cause to select any more", fix="compare again")
        cause = result.causes[min(self.index, len(result.causes) - 1)]
        if isinstance(result, Result):
            objects = objects_left(session.characters[result.character])
        else:
            compared = session.side.errors or {}
            objects = [ob for ob in context.scene.objects if ob.name in compared or ob.type != "MESH"]
        ob, parts = about(cause, objects)
        with unnoticed(context):
            leave_mode(context)
            for other in context.selected_objects:
                other.select_set(False)
            ob.select_set(True)
            context.view_layer.objects.active = ob
            _select_parts(context, ob, parts, side=self.side)


def _results(context: Context) -> list[Summary]:
    """Results of the active character and beside the list."""
    side = session.side.result
    return [context.scene.skinproof.result, *([side] if side is not None else [])]


def _select_parts(context: Context, ob: Object, parts: Collection[str], *, side: bool) -> None:
    """In the object: bones in Pose Mode, else the modifier and the group, else the vertices that are off."""
    if ob.type == "ARMATURE":
        bones = [bone for bone in ob.pose.bones if bone.name in parts]
        if bones:
            bpy.ops.object.mode_set(mode="POSE")
            for bone in ob.pose.bones:
                select_pose_bone(bone, bone in bones)
            ob.data.bones.active = bones[0].bone
        return
    for modifier in ob.modifiers:
        if modifier.name in parts:
            ob.modifiers.active = modifier
            return
    for group in ob.vertex_groups:
        if group.name in parts:
            ob.vertex_groups.active = group
    off = _vertices_off_beside(ob) if side else _vertices_off(context, ob)
    if ob.type == "MESH" and off is not None and off.any():
        select_vertices(ob.data, off)
        context.tool_settings.mesh_select_mode = (True, False, False)
        bpy.ops.object.mode_set(mode="EDIT")


def _vertices_off_beside(ob: Object) -> Bool | None:
    """(V,) a mesh object's vertices that are off in an export, or from another object, at any frame."""
    result, errors = session.side.result, (session.side.errors or {}).get(ob.name)
    if result is None or errors is None or len(errors) != len(ob.data.vertices):
        return None
    least = result.tolerance
    return np.asarray(errors > least, np.bool_)  # nothing is known of what is not in the file


def _vertices_off(context: Context, ob: Object) -> Bool | None:
    """(V,) a mesh object's vertices that were off at the worst time of the last comparison."""
    result = context.scene.skinproof.result
    answer = session.answer_under(result.key)
    if answer is None or answer.comparison.vertex_errors is None or ob.type != "MESH":
        return None
    comparison, errors = answer.comparison, answer.comparison.vertex_errors
    index = errors.nearest(result.worst_time)
    least = comparison.tolerance.limit * float(comparison.difference.scale[index])
    off = np.zeros(len(ob.data.vertices), np.bool_)
    for part in vertex_map(answer.model, session.characters[result.character]).by_object.get(ob, ()):
        off[part.rows] |= errors.kept[index][part.part][part.vertices] > least
    return off
