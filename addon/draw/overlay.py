"""Draws over 3D views what ``overlay_properties`` asks for. Nothing of ``gpu`` is imported before the first drawing.

A callback that raises at every redraw would make the window crawl: the first failure is kept for the panel, and
drawing stops until the user asks again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import bpy
from bpy.app.handlers import persistent
from bpy.types import Context, SpaceView3D

from ...skinning_core.error import SkinproofError
from .. import session
from ..scene.character import Character

if TYPE_CHECKING:
    from ..gpu.device.overlay_renderer import Live, Shown

_handles: list[object] = []
_live: Live | None = None

#: What drawing may raise: our own sentences, what ``gpu`` raises, and faults of this program, which would otherwise be
#: printed at every redraw.
FAILURES: tuple[type[Exception], ...] = (
    SkinproofError,
    RuntimeError,
    SystemError,
    ArithmeticError,
    AttributeError,
    ImportError,
    LookupError,
    MemoryError,
    OSError,
    TypeError,
    ValueError,
)

#: Why drawing has stopped; "" while it works.
failure = ""

#: How often something has been drawn, for whoever wants to know that it is alive.
draws = 0


def draw_meshes() -> None:
    """The draw callback inside the view: surfaces and lines."""
    _guarded(bpy.context, _draw_meshes)


def draw_legend() -> None:
    """The draw callback in pixels: what the colours mean."""
    _guarded(bpy.context, _draw_legend)


def try_again() -> None:
    """Forget the last failure and everything on the GPU that may have caused it."""
    global failure
    failure = ""
    release()


def release() -> None:
    """Let go of everything on the GPU."""
    global _live
    _live = None


def _guarded(context: Context, draw: Callable[[Context], None]) -> None:
    global failure
    if failure or not context.scene.skinproof_overlay.anything or context.scene.skinproof.character is None:
        return
    if not context.space_data.overlay.show_overlays:
        return
    try:
        draw(context)
    except FAILURES as error:
        failure = str(error)
        release()


def _shown(context: Context) -> Shown | None:
    """What is to be drawn; None while the active character is being taken out of the scene."""
    from ..gpu.device.overlay_renderer import Shown

    scene = context.scene
    item, settings = scene.skinproof.character, scene.skinproof_overlay
    character = session.characters.get(item.name)
    if character is None:
        return None
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
    """The node of a bone of the character; None where it has no such bone or it is no node's."""
    from ..scene.armature import NODE_PROPERTY

    for name in character.armatures:
        armature = bpy.data.objects.get(name)
        found = armature.pose.bones.get(bone) if armature is not None and armature.pose is not None else None
        if found is not None and NODE_PROPERTY in found:
            return int(found[NODE_PROPERTY])
    return None


def _draw_meshes(context: Context) -> None:
    global _live, draws
    from ..gpu.device.overlay_renderer import Live

    shown = _shown(context)
    if shown is None:
        return
    if _live is None:
        _live = Live()
    region, view = context.region, context.region_data
    _live.draw(shown, view.view_matrix, view.window_matrix, (region.width, region.height))
    draws += 1


def _draw_legend(context: Context) -> None:
    from ..gpu.device.overlay_renderer import draw_overlay_legend

    shown = _shown(context)
    if shown is None:
        return
    unit = context.preferences.system.ui_scale
    left = sum(r.width for r in context.area.regions if r.type == "TOOLS" and r.alignment == "LEFT")
    top = context.region.height - 130 * unit  # below Blender's own words about the view
    draw_overlay_legend(shown, left + 16 * unit, top, unit)


@persistent
def _file_loading(_path: str) -> None:
    try_again()


def register() -> None:
    global failure
    failure = ""
    _handles.append(SpaceView3D.draw_handler_add(draw_meshes, (), "WINDOW", "POST_VIEW"))
    _handles.append(SpaceView3D.draw_handler_add(draw_legend, (), "WINDOW", "POST_PIXEL"))
    bpy.app.handlers.load_pre.append(_file_loading)


def unregister() -> None:
    bpy.app.handlers.load_pre.remove(_file_loading)
    while _handles:
        SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
    release()
    compiled = sys.modules.get(f"{__package__.rpartition('.')[0]}.gpu.device.compile")
    if compiled is not None:  # nothing was drawn or measured otherwise
        compiled.forget_shaders()
