"""What is left of the best export settings: selected, and changed in the scene, each in one undo step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bpy.props import BoolProperty, IntProperty
from bpy.types import Context, Object

from ...skinning_core.error import SkinproofError
from ..compare.mention import named
from ..compat import select_pose_bone
from ..export.mends.mend_kinds import is_needed, make_mend, mend_of
from ..state.session import session
from ..state.views import redraw_exporter
from ..translations import say
from . import Action, outside_object_mode, unless


class SKINPROOF_OT_mend_export(Action):
    """Change this in the scene, in one undo step. The sentence above says what an export leaves then"""

    bl_label = "Mend"

    index: IntProperty(name="Index", options={"HIDDEN"})

    refusals = (
        unless(lambda _: session.side.mends, "Find the best settings first"),
        outside_object_mode("This can be changed in Object Mode only"),
    )

    def act(self, context: Context) -> None:
        rows = session.side.mends
        row = rows[min(self.index, len(rows) - 1)]
        if not is_needed(context.scene, mend_of(row)):
            raise SkinproofError("nothing of it is left in this scene", fix="find the settings again")
        make_mend(context.scene, mend_of(row))
        if row.code == "APPLY_MODIFIERS":  # weights were fitted for the vertices from before
            session.side = replace(session.side, fix="", weights=None)
        redraw_exporter(context)
        self.report({"INFO"}, say("{object} is changed. Export it with the best settings", object=row.object))


class SKINPROOF_OT_select_loss(Action):
    """Select the object that this is about, and its bones, modifier, group or shape key"""

    bl_label = "Select"

    index: IntProperty(name="Index", options={"HIDDEN"})
    mend: BoolProperty(name="Mend", options={"HIDDEN"})

    refusals = (unless(lambda _: session.side.rows, "Find the best settings first"),)

    def act(self, context: Context) -> None:
        side, objects = session.side, {ob.name: ob for ob in context.scene.objects}
        told = [row.told for row in side.mends] if self.mend else side.rows[0].losses
        ob, parts = named(told[self.index], objects) if self.index < len(told) else (None, [])
        if self.mend and self.index < len(side.mends):
            ob, parts = objects.get(side.mends[self.index].object), [*side.mends[self.index].items]
        if ob is None:
            raise SkinproofError("this is about no object of this scene")
        for other in context.selected_objects if context.mode == "OBJECT" else ():
            other.select_set(other.name in parts)
        ob.select_set(True)
        context.view_layer.objects.active = ob
        _choose(ob, parts)


def _choose(ob: Object, parts: Collection[str]) -> None:
    """Make what is named active, or select it, without another mode."""
    for bone in ob.pose.bones if ob.pose is not None else ():
        select_pose_bone(bone, bone.name in parts)
    for modifier in ob.modifiers:
        if modifier.name in parts:
            ob.modifiers.active = modifier
    for group in ob.vertex_groups:
        if group.name in parts:
            ob.vertex_groups.active = group
    keys = ob.data.shape_keys if ob.type == "MESH" else None
    for number, key in enumerate(keys.key_blocks if keys is not None else ()):
        if key.name in parts:
            ob.active_shape_key_index = number
