"""Callbacks that draw over every 3D view, each with a guard, and the request to draw again.

A callback that raises at every redraw would make the window crawl. Its first failure goes to ``session.stopped`` for
the panel, and it rests until ``try_again``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

import bpy
from bpy.types import Area, Context, Object, Scene, SpaceView3D

from ...skinning_core.error import FAULTS, SkinproofError
from ..translations import said_error
from .session import session

#: What drawing may raise: our own sentences, errors of ``gpu`` and ``blf``, and faults of this program, which would
#: otherwise be printed at every redraw.
FAILURES: tuple[type[Exception], ...] = (SkinproofError, SystemError, *FAULTS)

#: Our tab of the 3D view's side bar.
TAB = "Skinproof"

_handles: dict[str, list[object]] = {}


def draw_over_views(name: str, draw: Callable[[Context], None], stage: str) -> None:
    """Have every 3D view call ``draw``. ``stage``: "POST_VIEW" (in world space) or "POST_PIXEL" (in pixels).

    Callbacks of one ``name`` stop together, in the scene in which one has failed.
    """

    def guarded() -> None:
        """Draw, unless this scene's drawing has failed; a failure stops it and says why."""
        context = bpy.context
        if why_stopped(context.scene, name) or not context.space_data.overlay.show_overlays:
            return
        try:
            draw(context)
        except FAILURES as error:
            session.stopped[context.scene.session_uid, name] = said_error(error)
            session.overlay = None

    _handles.setdefault(name, []).append(SpaceView3D.draw_handler_add(guarded, (), "WINDOW", stage))


def why_stopped(scene: Scene, name: str) -> str:
    """Why callbacks of that name have stopped in a scene; empty if they have not."""
    return session.stopped.get((scene.session_uid, name), "")


def stop_drawing(name: str) -> None:
    """Undo ``draw_over_views``."""
    for handle in _handles.pop(name, ()):
        SpaceView3D.draw_handler_remove(handle, "WINDOW")


def try_again() -> None:
    """Forget all failures, and everything on the GPU that may have caused one."""
    session.stopped.clear()
    session.overlay = None


def start_timer(call: Callable[[], float | None], after: float) -> None:
    """Have Blender call a function in so many seconds, unless it is waiting already."""
    if not bpy.app.timers.is_registered(call):
        bpy.app.timers.register(call, first_interval=after)


def stop_timer(call: Callable[[], float | None]) -> None:
    """Undo ``start_timer``."""
    if bpy.app.timers.is_registered(call):
        bpy.app.timers.unregister(call)


@contextmanager
def in_first_window() -> Iterator[Context]:
    """The context of Blender's first window, which timers lack: their scene may be a former one."""
    windows = bpy.context.window_manager.windows
    if not windows:
        yield bpy.context
        return
    with bpy.context.temp_override(window=windows[0]):
        yield bpy.context


def redraw(context: Context, regions: Collection[str] = ("UI", "WINDOW")) -> None:
    """Draw 3D views again: their side bar ("UI"), the view itself ("WINDOW") or both."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            for region in area.regions if area.type == "VIEW_3D" else ():
                if region.type in regions:
                    region.tag_redraw()


def redraw_exporter(context: Context) -> None:
    """Draw the panel beside a file browser again, which an exporter shares with us."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "FILE_BROWSER":
                area.tag_redraw()


def redraw_status_bars(context: Context) -> None:
    """Draw all windows' status bars again, but those in which an operator tells its keys."""
    for window in context.window_manager.windows:
        if not window.modal_operators:
            with context.temp_override(window=window):
                window.workspace.status_text_set(None)


def show_tab(context: Context, name: str) -> bool:
    """Show a tab of the largest 3D view's side bar, in this window or another; returns whether it is shown now.

    Without a 3D view the window goes to a workspace that has one. That, and a hidden side bar, exist once drawn: until
    then the answer is no.
    """
    for window in sorted(context.window_manager.windows, key=lambda window: window != context.window):
        areas = [area for area in window.screen.areas if area.type == "VIEW_3D"]
        if areas:
            return _show_tab_in(max(areas, key=lambda area: area.width * area.height), name)
    for workspace in sorted(bpy.data.workspaces, key=lambda workspace: workspace.name != "Layout"):
        if any(area.type == "VIEW_3D" for screen in workspace.screens for area in screen.areas):
            context.window.workspace = workspace
            break
    return False


def _show_tab_in(area: Area, name: str) -> bool:
    area.spaces.active.show_region_ui = True
    area.tag_redraw()
    bar = next(region for region in area.regions if region.type == "UI")
    try:
        bar.active_panel_category = name
    except (AttributeError, TypeError):  # not drawn yet, it has no tabs
        return False
    return bool(bar.active_panel_category == name)


def frame_objects(context: Context, objects: Iterable[Object]) -> None:
    """Let the 3D views of the context's window show all of some objects, which are selected for it."""
    if context.window is None or bpy.app.background:
        return
    for selected in context.selected_objects:
        selected.select_set(False)
    for ob in objects:
        ob.select_set(ob.visible_get(view_layer=context.view_layer))
    context.view_layer.update()
    for area in context.window.screen.areas:
        region = next((region for region in area.regions if region.type == "WINDOW"), None)
        if area.type == "VIEW_3D" and region is not None:
            with context.temp_override(area=area, region=region):
                bpy.ops.view3d.view_selected()
