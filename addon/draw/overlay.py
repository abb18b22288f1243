"""Draws over 3D views what ``properties`` asks for. Nothing of ``gpu`` is imported before the first drawing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bpy.types import Context

from ...skinning_core.model import Model
from ...skinning_core.subject import Choices
from ..gpu.device import forget_compiled
from ..scene.ground.modifiers import is_at_rest_while_edited
from ..scene.identity.character import Character, object_of
from ..scene.identity.strangers import Strangers, find_strangers
from ..scene.play.placement import moved_to
from ..state.session import session
from ..state.views import draw_over_views, stop_drawing
from .properties import BOTH, NO_MISTAKE, node_of_bone

if TYPE_CHECKING:
    from .overlay_renderer import Shown

NAME = "overlay"

#: Drawn as set.
_TAKEN_OVER = ("ghost", "paint", "isolate", "opacity", "poses", "spacing", "offset", "way", "smoothness")


def shown_overlay(context: Context) -> Shown | None:
    """What is to be drawn; None if nothing, or if the active character is being removed."""
    scene = context.scene
    item, settings = scene.skinproof.character, scene.skinproof_overlay
    character = session.characters.get(item.key) if item is not None and settings.anything else None
    if character is None:
        return None
    from .overlay_renderer import Shown

    model = session.models.of(character)
    shown = Shown(
        model=model,
        place=moved_to(context.evaluated_depsgraph_get(), character, model, item.clip_index),
        clip=model.clip(item.clip_index),
        time=scene.frame_current_final / character.frame_rate,
        **{name: getattr(settings, name) for name in _TAKEN_OVER},
        stage="POSED" if settings.ghost == BOTH else settings.stage,
        joint=node_of_bone(character, settings.joint or _active_bone(context)),
        crowd=settings.count if settings.crowd else 0,
        looping=scene.skinproof.looping,
        form=settings.engine,
        mistake="" if settings.mistake == NO_MISTAKE else settings.mistake,
        clips=tuple(model.clips) if settings.all_clips else (),
        choices=Choices(scene.skinproof.raw_weights, scene.skinproof.directions),
    )
    hidden = not settings.unmatched or mesh_without_crosses(context)
    strangers = None if hidden else _strangers(context, character, model, item.clip_index, shown)
    return shown if strangers is None else replace(shown, strangers=strangers.in_scene, absent=strangers.in_file)


def mesh_without_crosses(context: Context) -> str:
    """The mesh object in whose Edit Mode no crosses are drawn; empty if they are.

    Crosses are in the pose, and in Edit Mode the mesh is at rest.
    """
    item = context.scene.skinproof.character
    character = session.characters.get(item.key) if item is not None else None
    if character is None:
        return ""
    for mesh in character.meshes:
        ob = object_of(character, mesh.object)
        if ob is not None and is_at_rest_while_edited(ob):
            return mesh.object
    return ""


def _strangers(
    context: Context, character: Character, model: Model, clip: int | None, shown: Shown
) -> Strangers | None:
    """Unmatched vertices, looked for anew when the scene has changed.

    An edited mesh cannot be read while the window is drawn: then it is those found before, or None.
    """
    kept = session.strangers
    if kept is not None and kept[0] == character.id and (kept[1] == shown.time or context.mode == "EDIT_MESH"):
        return kept[2]
    if context.mode == "EDIT_MESH":
        return None
    depsgraph = context.evaluated_depsgraph_get()
    found = find_strangers(depsgraph, model, character, clip, shown.times, shown.place)
    session.strangers = character.id, shown.time, found
    return found


def _active_bone(context: Context) -> str:
    """The bone chosen if no joint is: that of Pose Mode, or the active one of the active armature."""
    bone = context.active_pose_bone or context.active_bone
    return bone.name if bone is not None else ""


def _draw_meshes(context: Context) -> None:
    """Draw surfaces and lines, in world space."""
    shown = shown_overlay(context)
    if shown is None:
        if session.overlay is not None:
            session.overlay.shown = None
        return
    from .overlay_renderer import Live

    kept = session.overlay
    if not isinstance(kept, Live):
        kept = session.overlay = Live()
    region, view = context.region, context.region_data
    pixel = context.preferences.system.pixel_size  # by screen resolution, and the preferences' scale and line width
    kept.draw(shown, view.view_matrix, view.window_matrix, (region.width, region.height), pixel)
    session.drawn += 1


def _draw_legend(context: Context) -> None:
    """Draw what the colours mean, in the region's pixels, after its surfaces and lines."""
    kept = session.overlay
    if kept is None or kept.shown is None:
        return
    from .overlay_renderer import Live, draw_overlay_legend

    assert isinstance(kept, Live)

    unit = context.preferences.system.ui_scale
    left = sum(r.width for r in context.area.regions if r.type == "TOOLS" and r.alignment == "LEFT")
    top = context.region.height - 130 * unit  # below Blender's own text in the corner of the view
    draw_overlay_legend(kept, left + 16 * unit, top, unit)


def register() -> None:
    draw_over_views(NAME, _draw_meshes, "POST_VIEW")
    draw_over_views(NAME, _draw_legend, "POST_PIXEL")


def unregister() -> None:
    stop_drawing(NAME)
    session.overlay = None
    forget_compiled()
