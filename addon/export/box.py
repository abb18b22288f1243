"""*Verify After Export*: the tick in the glTF exporter's own panel, and what is done when an export has ended.

The exporter calls ``glTF2_post_export_callback`` of an add-on's module before it writes the file, on every Blender from
4.2 on. A timer set there runs when the exporter has returned, so that the file is either written by then or never will
be: it is where its stamp differs from that before. Nothing that goes wrong here may reach the exporter.
"""

from __future__ import annotations

import atexit
import sys
from pathlib import Path
from typing import Any

import bpy
from bpy.types import Context, UILayout

from ...skinning_core.error import FAULTS
from ...skinning_core.files.source import Stamp, stamp_of
from ...skinning_core.text.sentence import sentence
from ..state.preferences import ADDON_ID, preference
from ..state.side_result import Side
from . import job
from .settings import plain_settings

_EXPORTER, _CALLBACK = "io_scene_gltf2", "glTF2_post_export_callback"

#: What was exported and is not yet written: its path, its stamp before, the scene's name, the settings.
_ended: list[tuple[Path, Stamp | None, str, dict[str, Any]]] = []


def exported(settings: dict[str, Any]) -> None:
    """Note an export that is about to be written, if the user has asked for it."""
    try:
        if not _is_asked_for():
            return
        path = Path(settings["gltf_filepath"])
        _ended.append((path, stamp_of(path), bpy.context.scene.name, plain_settings(settings)))
        if not bpy.app.timers.is_registered(_written):
            bpy.app.timers.register(_written, first_interval=0.0)
    except (*FAULTS, KeyError) as error:
        print(f"Skinproof: the export is not verified: {error}", file=sys.stderr)


def _is_asked_for() -> bool:
    """Whether the user has ticked the box, and there is a window in which an answer could be seen."""
    return not bpy.app.background and bool(preference(bpy.context, "verify_exports"))


def _written() -> None:
    """Verify the last of the exports that have ended (a timer)."""
    path, before, name, settings = _ended[-1]
    _ended.clear()
    scene = bpy.data.scenes.get(name)
    if scene is None or stamp_of(path) in (None, before):
        job.show_side(Side(refusal=sentence("{file} was not written, so nothing was verified", file=path.name)))
        return
    job.begin(path, scene, _meant(scene, settings), settings)


def _meant(scene: bpy.types.Scene, settings: dict[str, Any]) -> list[str]:
    """The armature that was exported, if the selection was and it holds one; none if it is not clear."""
    if not settings.get("gltf_selected"):
        return []
    layer = bpy.context.view_layer if bpy.context.scene == scene else scene.view_layers[0]
    selected = [ob for ob in scene.objects if ob.select_get(view_layer=layer)]
    above = {ob.parent for ob in selected if ob.parent is not None and ob.parent.type == "ARMATURE"}
    armatures = {ob for ob in selected if ob.type == "ARMATURE"} or above
    return [ob.name for ob in armatures] if len(armatures) == 1 else []


def draw(context: Context, layout: UILayout) -> None:
    """The box in the exporter's panel."""
    header, body = layout.panel("SKINPROOF_export", default_closed=False)
    header.label(text="Skinproof")
    addon = context.preferences.addons.get(ADDON_ID)
    if body is not None and addon is not None and addon.preferences is not None:
        body.prop(addon.preferences, "verify_exports")


def _offer() -> None:
    """Put the box into the exporter's panel, if the exporter is there (also a timer: it may be loaded after us)."""
    places = getattr(sys.modules.get(_EXPORTER), "exporter_extension_layout_draw", None)
    if places is not None:
        places[ADDON_ID] = draw


def register() -> None:
    setattr(sys.modules[ADDON_ID], _CALLBACK, exported)
    _offer()
    bpy.app.timers.register(_offer, first_interval=0.0)
    atexit.register(job.stop)


def unregister() -> None:
    atexit.unregister(job.stop)
    job.stop()
    _ended.clear()
    for timer in (_offer, _written):
        if bpy.app.timers.is_registered(timer):
            bpy.app.timers.unregister(timer)
    if hasattr(sys.modules.get(ADDON_ID), _CALLBACK):
        delattr(sys.modules[ADDON_ID], _CALLBACK)
    getattr(sys.modules.get(_EXPORTER), "exporter_extension_layout_draw", {}).pop(ADDON_ID, None)
