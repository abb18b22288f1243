"""What follows changes of the scene that are not our operators': undo, another file, deletion, playback."""

from __future__ import annotations

import bpy
from bpy.app.handlers import persistent
from bpy.types import Context, Depsgraph, Scene

from .compare.live_verdict import follow, stop_following
from .draw import heat_map
from .export import job
from .scene.identity import soundness
from .scene.identity.character import objects_by_character
from .scene.identity.loose_notes import gather_loose_notes
from .scene.identity.record import read_record, with_relative_path, write_record
from .state.listing import answer_choice, is_listed, list_characters
from .state.properties import drop_choices
from .state.result_store import write_results
from .state.session import Reactions, session
from .state.staleness import check_at_rest, note_touched, stop_checking
from .state.views import redraw, start_timer, stop_timer, try_again


def _list_all() -> None:
    """List the characters of a file that was open already: no scene is accessible while an add-on is enabled."""
    for scene in bpy.data.scenes:
        list_characters(scene)


@persistent
def _file_loaded(_path: str) -> None:
    job.stop()
    session.job = None
    session.forget_file()
    soundness.look_anew()
    session.curves_of_notes = gather_loose_notes()
    for scene in bpy.data.scenes:
        list_characters(scene)
        scene.skinproof.live = False
        if scene.skinproof.heat_map.shown:  # the colours were saved, but not the errors behind them
            heat_map.hide(bpy.context, scene)
        check_at_rest(scene)


@persistent
def _file_saving(path: str) -> None:
    for scene in bpy.data.scenes:
        if objects_by_character(scene):
            write_results(scene)
        else:
            _leave_nothing(scene)
    _note_relative_paths(path)


@persistent
def _file_saved(_path: str) -> None:
    _note_relative_paths(bpy.data.filepath)  # which is another one if a copy was saved
    redraw(bpy.context)  # a panel may have been drawn with choices that are gone


def _leave_nothing(scene: Scene) -> None:
    """Leave nothing of ours in a file without a character: choices that are defaults go. Those for two objects, or for
    an export, stay.
    """
    if scene.library is None and not scene.skinproof.is_chosen:
        if scene.skinproof.heat_map.shown:
            heat_map.hide(bpy.context, scene)
        drop_choices(scene)


def _note_relative_paths(blend: str) -> None:
    """Note each file's path as seen from the .blend."""
    for scene in bpy.data.scenes:
        for objects in objects_by_character(scene).values():
            if objects[0].library is None:
                record = read_record(objects)
                noted = with_relative_path(record, blend)
                if noted != record:
                    write_record(objects, noted)


@persistent
def _undone(scene: Scene, _depsgraph: Depsgraph | None = None) -> None:
    session.job = None  # a running comparison asks about data that have changed
    session.doubt_strangers()
    session.contents.clear()  # meshes keep their numbers but have changed
    session.follower = None
    list_characters(scene)
    check_at_rest(scene)
    write_results(scene)  # the figures are not part of the undo history
    if not scene.skinproof.heat_map.shown:  # nor is shading; colours are
        heat_map.restore_shading(bpy.context)
    elif bpy.context.mode != "EDIT_MESH":
        heat_map.repaint(scene)
    follow(bpy.context, scene)


@persistent
def _scene_changed(scene: Scene, depsgraph: Depsgraph) -> None:
    """Follow what is added, deleted or renamed; if objects only moved, nothing is read."""
    session.doubt_strangers()
    if any(depsgraph.id_type_updated(kind) for kind in ("SCENE", "COLLECTION", "OBJECT")) and not is_listed(scene):
        list_characters(scene)
    note_touched(bpy.context, scene, depsgraph)
    follow(bpy.context, scene, depsgraph)


@persistent
def _frame_changing(scene: Scene, _depsgraph: Depsgraph | None = None) -> None:
    """Repaint before the frame is evaluated, so that new colours cost no second evaluation."""
    shown = scene.skinproof.heat_map
    if shown.shown and shown.follow and session.job is None and bpy.context.mode != "EDIT_MESH":
        heat_map.repaint(scene)


@persistent
def _frame_changed(scene: Scene, depsgraph: Depsgraph | None = None) -> None:
    """Edits may be evaluated only now, together with the frame."""
    if depsgraph is not None:
        if depsgraph.id_type_updated("COLLECTION") and not is_listed(scene):  # deleted while it plays
            list_characters(scene)
        note_touched(bpy.context, scene, depsgraph, frame_changed=True)
    follow(bpy.context, scene, depsgraph)


def _live_chosen(context: Context) -> None:
    """Live was switched, or another character was chosen."""
    stop_following()
    if context.scene.skinproof.live:
        if context.scene.skinproof.heat_map.shown:  # its colours would stand beside today's
            heat_map.hide(context, context.scene)
        follow(context, context.scene)
    redraw(context)


@persistent
def _file_loading(_path: str) -> None:
    try_again()


_HANDLERS = (
    ("load_pre", _file_loading),
    ("load_post", _file_loaded),
    ("save_pre", _file_saving),
    ("save_post", _file_saved),
    ("undo_post", _undone),
    ("redo_post", _undone),
    ("depsgraph_update_post", _scene_changed),
    ("frame_change_pre", _frame_changing),
    ("frame_change_post", _frame_changed),
)


def register() -> None:
    session.reactions = Reactions(answer_choice, heat_map.repaint, _live_chosen)
    for name, handler in _HANDLERS:
        getattr(bpy.app.handlers, name).append(handler)
    start_timer(_list_all, after=0.0)


def unregister() -> None:
    if session.job is not None and session.job.stop is not None:
        session.job.stop()
    for scene in bpy.data.scenes:
        if scene.skinproof.heat_map.shown:  # nobody could remove the colours afterwards
            heat_map.hide(bpy.context, scene)
        if not objects_by_character(scene):
            _leave_nothing(scene)
    stop_timer(_list_all)
    stop_checking()
    stop_following()
    for name, handler in _HANDLERS:
        getattr(bpy.app.handlers, name).remove(handler)
    session.reactions = Reactions()
    session.forget()
