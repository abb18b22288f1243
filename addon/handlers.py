"""What has to happen when the scene changes other than by our operators: undo, another file, deletion, playback."""

from __future__ import annotations

import bpy
from bpy.app.handlers import persistent
from bpy.types import Depsgraph, Scene

from . import session
from .draw import heat_map
from .draw.views import try_again
from .listing import is_listed, list_characters, pose_for_clip


def _list_all() -> None:
    """List the characters of a file that was open already: scenes are inaccessible while an add-on is being enabled."""
    for scene in bpy.data.scenes:
        list_characters(scene)


@persistent
def _file_loaded(_path: str) -> None:
    session.forget_file()
    for scene in bpy.data.scenes:
        list_characters(scene)
        scene.skinproof.result.key = 0
        if scene.skinproof.heat_map.shown:  # the colours were saved, but the errors behind them are gone
            heat_map.hide(bpy.context, scene)


@persistent
def _undone(scene: Scene, _depsgraph: Depsgraph | None = None) -> None:
    list_characters(scene)
    if not scene.skinproof.heat_map.shown:  # shading is not part of the undo history, colours are
        heat_map.restore_shading(bpy.context)


@persistent
def _scene_changed(scene: Scene, depsgraph: Depsgraph) -> None:
    """Follow what the user adds, deletes or renames; where objects were only moved, nothing is read."""
    if any(depsgraph.id_type_updated(kind) for kind in ("SCENE", "COLLECTION", "OBJECT")) and not is_listed(scene):
        list_characters(scene)


@persistent
def _frame_changing(scene: Scene, _depsgraph: Depsgraph | None = None) -> None:
    """Repaint before the frame is evaluated, so that new colours cost no second evaluation."""
    if scene.skinproof.heat_map.shown and scene.skinproof.heat_map.follow and session.job is None:
        heat_map.repaint(scene)


@persistent
def _file_loading(_path: str) -> None:
    try_again()


_HANDLERS = (
    ("load_pre", _file_loading),
    ("load_post", _file_loaded),
    ("undo_post", _undone),
    ("redo_post", _undone),
    ("depsgraph_update_post", _scene_changed),
    ("frame_change_pre", _frame_changing),
)


def register() -> None:
    session.reactions = session.Reactions(clip_chosen=pose_for_clip, scale_chosen=heat_map.repaint)
    for name, handler in _HANDLERS:
        getattr(bpy.app.handlers, name).append(handler)
    bpy.app.timers.register(_list_all, first_interval=0.0)


def unregister() -> None:
    if bpy.app.timers.is_registered(_list_all):
        bpy.app.timers.unregister(_list_all)
    for name, handler in _HANDLERS:
        getattr(bpy.app.handlers, name).remove(handler)
    session.reactions = session.Reactions()
    session.forget()
