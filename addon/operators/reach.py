"""Put a hand or a foot on the 3D cursor, and compare the file's skin in that pose with Blender's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from bpy.props import FloatVectorProperty
from bpy.types import Context, PoseBone

from ..compare.inquiry import character_model
from ..scene.ground import stored_names as stored
from ..scene.ground.noted import our
from ..scene.identity.character import objects_of, require_local
from ..scene.play.playback import poses_of, put_back
from ..state.listing import active_character
from ..state.preferences import reading_of
from ..state.properties import POSE
from ..state.views import redraw
from ..translations import say
from . import REFUSALS, Action, busy, unless, without_character
from .compare import answered_at_once, as_before_on_error, show_answer

if TYPE_CHECKING:
    from ...skinning_core.lessons.reach import Reached

#: Smaller misses, as a share of the limb's length, are float32 rounding.
_ROUNDING = 1e-4


class SKINPROOF_OT_reach_cursor(Action):
    """Turn the two bones above the active one until it is on the 3D cursor, as far as the limb is long, and compare \
the file's skin in that pose with what you see. No keys are set; one undo step takes it back"""

    bl_label = "Reach the 3D Cursor"

    target: FloatVectorProperty(
        name="Target",
        description="The place that the active bone reaches for, in the world. It begins at the 3D cursor",
        subtype="XYZ",
        unit="LENGTH",
        options={"SKIP_SAVE"},
    )

    refusals = (
        without_character,
        unless(
            lambda context: context.mode in {"OBJECT", "POSE"} and _active_bone(context) is not None,
            "Make a hand or foot of the character the active bone, in Pose Mode",
        ),
        busy,
    )

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof
        if not self.properties.is_property_set("target"):
            self.target = context.scene.cursor.location
        from ..lessons.limb import put_limb_on

        poses: list[Any] = []
        chosen = settings.engine, settings.question
        try:
            character = active_character(context.scene)
            require_local(character)
            bone, model = _active_bone(context), character_model(character)
            poses = poses_of(objects_of(character))
            reached, missing = put_limb_on(context, character, model, bone, np.array(self.target, np.float64))
            settings.engine, settings.question = "blender", POSE
            with as_before_on_error(context):
                verdict = show_answer(context, answered_at_once(context, "FRAME"))
        except REFUSALS:
            settings.engine, settings.question = chosen
            put_back(poses)
            context.view_layer.update()
            raise
        redraw(context)
        self.report({"INFO"}, f"{_told(context, reached, missing)}. {verdict}")


def _active_bone(context: Context) -> PoseBone | None:
    """The active bone of the active object, if that is an armature of the active character."""
    ob = context.object
    if ob is None or ob.type != "ARMATURE" or our(ob).get(stored.ID) != context.scene.skinproof.character.key:
        return None
    active = ob.data.bones.active
    return None if active is None else ob.pose.bones.get(active.name)


def _told(context: Context, reached: Reached, missing: float) -> str:
    """Whether the limb is where it should be, in one sentence."""
    length = reading_of(context).length(missing)
    if reached.too_far:
        return str(say("Out of reach: stretched straight, {length} are missing", length=length))
    if reached.too_near:
        return str(say("Too near: folded, {length} are missing", length=length))
    if missing > _ROUNDING * reached.length:
        return str(say("Something holds the limb: {length} are missing", length=length))
    return str(say("Reached"))
