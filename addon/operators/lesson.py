"""A teaching picture of the active character, as ``skinproof picture`` draws it, in an image of the scene's file."""

from __future__ import annotations

import bpy
import numpy as np
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context

from ...skinning_core.model import Model
from ..compare.inquiry import character_model
from ..gpu.data.picture_request import PictureRequest
from ..rig.keys import time_at
from ..scene.ground import stored_names as stored
from ..state.listing import active_character
from ..subjects.catalogue import every_maker
from ..translations import say
from . import Action, without_character

#: The image that is drawn into.
IMAGE = "Skinproof Picture"

#: What can be shown: the words of ``--show``, their names, what they show, and whether a joint belongs to them.
WORDS = (
    ("motion", "Motion", "A key of the joint, its track, its clip, and the pose at this frame", True),
    ("pipelines", "Pipelines", "The two ways to the picture: without a skin, and with one", False),
    ("normals", "Normals", "Normals by the inverse transpose, and as directions", False),
    ("gallery", "Mistakes", "Every typical mistake that can be seen, painted by how far it moves a vertex", False),
    ("meshspace,ownspace,posed", "Stages", "As stored, each vertex under its own inverse bind, and posed", False),
    ("steps", "Chain", "The joint's limb from its space to the world, one local matrix after the other", True),
    ("isolate,limb", "Limb", "What follows the joint, in the world and in the joint's space", True),
    ("carried", "Carried", "All of the mesh carried by the joint alone", True),
    ("weights", "Weights", "The weights of the joint", True),
    ("beyond:4", "Fifth Influence", "The weight that is lost beyond the strongest four influences", False),
    ("posed,weightsum:0.9", "Weight Sum", "What weights that add up to 0.9 do", False),
    ("cpu,gpu", "CPU and GPU", "Skinned by the reference and by the shader, and how far they are apart", False),
    ("engine:form:rigid,engine:form:skin-palette,engine:form:dual-quaternion", "Forms", "Three forms", False),
    ("meshspace,bind", "Bind", "The stored mesh with its bind pose", False),
    ("crowd:49:clips", "Crowd", "Forty-nine characters that play all clips in turn", False),
)


class SKINPROOF_OT_draw_lesson(Action):
    """Draw a picture that explains how this character is skinned, at the current frame, into an image"""

    bl_idname = "skinproof.draw_lesson"
    bl_label = "Draw Picture"
    bl_options = {"REGISTER"}  # it changes one image

    show: EnumProperty(name="Picture", items=[word[:3] for word in WORDS])
    joint: StringProperty(name="Joint", description="Empty: the active bone, or the joint with the most weight")

    refusals = (without_character,)

    def act(self, context: Context) -> None:
        character = active_character(context.scene)
        model, settings = character_model(character), context.scene.skinproof
        clip = settings.character.clip_index
        time = time_at(context.scene.frame_current_final, model.clip(clip), character.frame_rate)
        asked = _asked(self.show, self.joint or _active_joint(context, model), time, looping=settings.looping)
        from ..lessons.picture import pictures

        (drawn,) = pictures(model, clip, asked, every_maker())
        _into_image(drawn)
        _shown(context)
        self.report({"INFO"}, say("Drawn into the image {name}", name=repr(IMAGE)))


def _asked(show: str, joint: str, time: float, *, looping: bool) -> PictureRequest:
    """What one entry of ``WORDS`` asks for."""
    of_joint = next(word[3] for word in WORDS if word[0] == show)
    words = ",".join(f"{word}:{joint}" for word in show.split(",")) if of_joint else show
    size = (1400, 900) if show in ("gallery", "steps", "pipelines") else (1280, 560)
    return PictureRequest(time=time, loop=looping, show=words, size=size)


def _active_joint(context: Context, model: Model) -> str:
    """The node of the active bone as ``--show`` takes it; empty where no bone of the character is active."""
    bone = context.active_pose_bone
    node = None if bone is None else bone.get(stored.NODE)
    return str(int(node)) if node is not None and 0 <= int(node) < len(model.nodes) else ""


def _into_image(drawn: np.ndarray) -> None:
    """(height, width, 3) sRGB, top row first, into the image, whose first row is the lowest."""
    height, width = drawn.shape[:2]
    image = bpy.data.images.get(IMAGE) or bpy.data.images.new(IMAGE, width, height)
    if tuple(image.size) != (width, height):
        image.scale(width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = drawn[::-1] / 255.0
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    image.pack()


def _shown(context: Context) -> None:
    """An image editor that is open shows it."""
    screens = [window.screen for window in context.window_manager.windows]
    for area in (area for screen in screens for area in screen.areas if area.type == "IMAGE_EDITOR"):
        area.spaces.active.image = bpy.data.images[IMAGE]


CLASSES = (SKINPROOF_OT_draw_lesson,)
