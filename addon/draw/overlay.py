"""Draws over 3D views what ``properties`` asks for. Nothing of ``gpu`` is imported before the first drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.types import Context

from .. import session
from ..gpu.device import forget_compiled
from ..scene import stored_names as stored
from ..scene.character import Character
from .views import draw_over_views, stop_drawing

if TYPE_CHECKING:
    from ..gpu.device.overlay_renderer import Shown

NAME = "overlay"


def _shown(context: Context) -> Shown | None:
    """What is to be drawn; None where nothing is, or where the active character is being removed from the scene."""
    scene = context.scene
    item, settings = scene.skinproof.character, scene.skinproof_overlay
    character = session.characters.get(item.name) if item is not None and settings.anything else None
    if character is None:
        return None
    from ..gpu.device.overlay_renderer import Shown

    model = session.model_of(character)
    return Shown(
        model=model,
        clip=model.clip(item.clip_index),
        time=scene.frame_current_final / character.frame_rate,
        ghost=settings.ghost,
        stage=settings.stage,
        paint=settings.paint,
        joint=_joint(character, settings.joint) if settings.joint else None,
        isolate=settings.isolate,
        opacity=settings.opacity,
        poses=settings.poses,
        crowd=settings.count if settings.crowd else 0,
        spacing=settings.spacing,
        offset=settings.offset,
    )


def _joint(character: Character, bone: str) -> int | None:
    """The node of a bone of the character; None where it has no such bone, or where the bone stands for no node."""
    for name in character.armatures:
        armature = bpy.data.objects.get(name)
        pose_bone = armature.pose.bones.get(bone) if armature is not None and armature.pose is not None else None
        if pose_bone is not None and stored.NODE in pose_bone:
            return int(pose_bone[stored.NODE])
    return None


def _draw_meshes(context: Context) -> None:
    """Draw surfaces and lines, in world space."""
    shown = _shown(context)
    if shown is None:
        return
    from ..gpu.device.overlay_renderer import Live

    if session.live is None:
        session.live = Live()
    region, view = context.region, context.region_data
    session.live.draw(shown, view.view_matrix, view.window_matrix, (region.width, region.height))
    session.drawn += 1


def _draw_legend(context: Context) -> None:
    """Draw what the colours mean, in pixels of the region."""
    shown = _shown(context)
    if shown is None:
        return
    from ..gpu.device.overlay_renderer import draw_overlay_legend

    unit = context.preferences.system.ui_scale
    left = sum(r.width for r in context.area.regions if r.type == "TOOLS" and r.alignment == "LEFT")
    top = context.region.height - 130 * unit  # below Blender's own text in the corner of the view
    draw_overlay_legend(shown, left + 16 * unit, top, unit)


def register() -> None:
    draw_over_views(NAME, _draw_meshes, "POST_VIEW")
    draw_over_views(NAME, _draw_legend, "POST_PIXEL")


def unregister() -> None:
    stop_drawing(NAME)
    session.live = None
    forget_compiled()
