"""The difference as colours on the mesh: a colour attribute, and the viewport shading that shows it.

If painting fails half-way, all is put back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache

import bpy
import numpy as np
from bpy.types import Context, Mesh, Scene, Screen, SpaceView3D

from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.model import Float
from ...skinning_core.report.heat_scale import LOST, srgb_colors
from ..gpu.data.tint import linear_colors_of
from ..scene.ground import stored_names as stored
from ..scene.ground.arrays import values_of
from ..scene.identity.vertex_map import vertex_map
from ..state.preferences import preference
from ..state.session import session
from ..state.staleness import unnoticed


def show(context: Context, answer: Verification, time: float) -> None:
    """Colour the character's meshes by the errors nearest to a clip time, and have 3D views show the colours."""
    scene = context.scene
    settings = scene.skinproof
    if settings.heat_map.character != settings.result.character:
        _remove_attributes(scene)
    settings.heat_map.shown = True
    settings.heat_map.character = settings.result.character
    paint(scene, answer, time)
    _show_attribute(context)


def paint(scene: Scene, answer: Verification, time: float) -> None:
    """Write the colours of the nearest time into the meshes' attribute; the shading stays."""
    heat_map, comparison = scene.skinproof.heat_map, answer.comparison
    errors = comparison.vertex_errors
    assert errors is not None  # the panel's requests always ask for errors
    index = errors.nearest(time)
    scale = float(comparison.difference.scale[index])
    heat_map.time = float(comparison.difference.times[index])
    heat_map.top = _top(answer, heat_map.scale)
    scale_name = preference(bpy.context, "heat_colors")
    by_mesh: dict[Mesh, Float] = {}
    for part in vertex_map(answer.model, session.characters[heat_map.character]).present:
        mesh = part.object.data
        fraction = by_mesh.setdefault(mesh, np.zeros(len(mesh.vertices), np.float32))
        own = part.rows < len(fraction)  # no colour for what modifiers add
        fraction[part.rows[own]] = errors.kept[index][part.part][part.vertices[own]] / (scale * heat_map.top)
    plain = comparison.tolerance.limit / heat_map.top if heat_map.scale == "AUTO" else 0.0  # rounding stays grey
    for mesh, fraction in by_mesh.items():
        if mesh.is_editmode:  # its attributes cannot be written there; it is painted at the next frame
            continue
        _write_attribute(mesh, linear_colors(fraction, scale_name, plain=plain))


def show_errors(context: Context, errors: Mapping[Mesh, Float], top: float) -> None:
    """Colour meshes by their vertices' errors (V,); ``top``: the last colour; they follow no timeline."""
    _remove_attributes(context.scene)
    heat_map = context.scene.skinproof.heat_map
    heat_map.shown, heat_map.character = True, ""
    for mesh, own in errors.items():
        _write_attribute(mesh, linear_colors(own / (top or 1.0), preference(context, "heat_colors")))
    _show_attribute(context)


def repaint(scene: Scene) -> None:
    """Paint again after a change of scale or frame; without effect if no heat map is shown."""
    settings = scene.skinproof
    answer = session.answer_under(settings.result_of(settings.heat_map.character).key)
    character = session.characters.get(settings.heat_map.character)
    if settings.heat_map.shown and character is not None and answer is not None:
        time = settings.heat_map.time
        if settings.heat_map.follow:
            time = scene.frame_current_final / character.frame_rate
        paint(scene, answer, time)


def hide(context: Context, scene: Scene) -> None:
    """Remove the attribute from the scene's meshes, and restore the views' shading."""
    scene.skinproof.heat_map.shown = False
    _remove_attributes(scene)
    restore_shading(context)


def restore_shading(context: Context) -> None:
    """Give every 3D view its shading from before the heat map."""
    for screen in _screens(context):
        saved = json.loads(screen.pop(stored.SHADING, "{}"))
        for i, space in views_of(screen):
            if str(i) in saved:
                space.shading.type, space.shading.color_type = saved[str(i)]


def _top(answer: Verification, scale: str) -> float:
    """The relative error of the last colour; never zero."""
    largest, limit = answer.comparison.difference.max_relative, answer.comparison.tolerance.limit
    top = {"AUTO": max(largest, limit), "LARGEST": largest, "TOLERANCE": limit}[scale]
    return top or float(np.finfo(np.float32).eps)


def _write_attribute(mesh: Mesh, colors: Float) -> None:
    attribute = mesh.color_attributes.get(stored.ERROR_COLORS)
    if attribute is None or attribute.domain != "POINT" or len(attribute.data) != len(mesh.vertices):
        _remove_attribute(mesh)
        active = mesh.color_attributes.active_color
        mesh[stored.ACTIVE_COLOR] = active.name if active else ""
        attribute = mesh.color_attributes.new(stored.ERROR_COLORS, "FLOAT_COLOR", "POINT")
        mesh.color_attributes.active_color = attribute
    attribute.data.foreach_set("color", colors.ravel())
    mesh.update_tag()


def _remove_attributes(scene: Scene) -> None:
    for mesh in meshes_of(scene):
        _remove_attribute(mesh)


def _remove_attribute(mesh: Mesh) -> None:
    attribute = mesh.color_attributes.get(stored.ERROR_COLORS)
    if attribute is None:
        return
    mesh.color_attributes.remove(attribute)
    before = mesh.color_attributes.get(mesh.pop(stored.ACTIVE_COLOR, ""))
    if before is not None:
        mesh.color_attributes.active_color = before


def _screens(context: Context) -> list[Screen]:
    return [window.screen for window in context.window_manager.windows]


def _show_attribute(context: Context) -> None:
    for screen in _screens(context):
        saved = json.loads(screen.get(stored.SHADING, "{}"))
        for i, space in views_of(screen):
            saved.setdefault(str(i), [space.shading.type, space.shading.color_type])
            space.shading.type = "SOLID"
            space.shading.color_type = "VERTEX"  # Blender's interface calls it Attribute
        screen[stored.SHADING] = json.dumps(saved)


#: The heat map's properties that painting sets.
_SET = ("shown", "character", "time", "top")


@contextmanager
def heat_map_kept_on_error(context: Context) -> Iterator[None]:
    """If the block raises, heat map and shading are put back."""
    heat_map = context.scene.skinproof.heat_map
    values = {name: getattr(heat_map, name) for name in _SET}
    put_back = [*map(_put_back_mesh, meshes_of(context.scene)), *map(_put_back_screen, _screens(context))]
    try:
        yield
    except BaseException:
        with unnoticed(context):
            for name, value in values.items():
                setattr(heat_map, name, value)
            for each in put_back:
                each()
        raise


def _put_back_mesh(mesh: Mesh) -> Callable[[], None]:
    """What puts a mesh's colours back as they are now."""
    every = mesh.color_attributes
    painted, active, former = every.get(stored.ERROR_COLORS), every.active_color, mesh.get(stored.ACTIVE_COLOR)
    colors = None if painted is None else values_of(painted.data, "color", 4)
    active_name = active.name if active else ""

    def put_back() -> None:
        attribute = every.get(stored.ERROR_COLORS)
        if colors is None and attribute is not None:
            every.remove(attribute)
        elif colors is not None:
            if attribute is None:
                attribute = every.new(stored.ERROR_COLORS, "FLOAT_COLOR", "POINT")
            attribute.data.foreach_set("color", colors.ravel())
        if active_name in every:
            every.active_color = every[active_name]
        _note_again(mesh, stored.ACTIVE_COLOR, former)
        mesh.update_tag()

    return put_back


def _put_back_screen(screen: Screen) -> Callable[[], None]:
    """What puts the shading of a screen's 3D views back as it is now."""
    views = [(view, view.shading.type, view.shading.color_type) for _, view in views_of(screen)]
    former = screen.get(stored.SHADING)

    def put_back() -> None:
        for view, kind, color in views:
            view.shading.type, view.shading.color_type = kind, color
        _note_again(screen, stored.SHADING, former)

    return put_back


def _note_again(block: Mesh | Screen, name: str, former: str | None) -> None:
    block.pop(name, None)
    if former is not None:
        block[name] = former


def meshes_of(scene: Scene) -> set[Mesh]:
    """The meshes of all objects of a scene."""
    return {ob.data for ob in scene.objects if ob.type == "MESH"}


def views_of(screen: Screen) -> list[tuple[int, SpaceView3D]]:
    """The screen's 3D views with their place among its areas."""
    return [(i, area.spaces.active) for i, area in enumerate(screen.areas) if area.type == "VIEW_3D"]


SHADES = 256


def linear_colors(fraction: Float, scale: str = "CLAY", *, plain: float = 0.0) -> Float:
    """(V, 4) float32 linear RGBA of (V,) fractions, as in Blender's float colour attributes.

    plain: up to this fraction the colour is that of no error.
    """
    lost = np.isnan(fraction)
    shade = np.minimum(np.where(lost | (fraction <= plain), 0.0, fraction), 1.0) * (SHADES - 1)
    return _linear_table(scale)[np.where(lost, SHADES, np.rint(shade).astype(np.intp))]


@cache
def _linear_table(scale: str) -> Float:
    """(SHADES + 1, 4) float32: the scale from 0 to its top, then the colour of lost vertices."""
    srgb = np.vstack([srgb_colors(np.linspace(0.0, 1.0, SHADES), scale), LOST])
    linear = linear_colors_of(srgb)
    return np.column_stack([linear, np.ones(len(linear))]).astype(np.float32)
