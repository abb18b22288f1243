"""What a heat map changes in a file, and how it is put back where painting fails half-way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from bpy.types import Context, Mesh, Scene, Screen, SpaceView3D

from ...skinning_core.model import Float
from ..scene.ground import stored_names as stored
from ..state.own_edits import unnoticed

#: The properties of the scene's heat map that painting sets.
_SET = ("shown", "character", "time", "top")


@contextmanager
def heat_map_kept_on_error(context: Context) -> Iterator[None]:
    """Where the block is left by an exception, heat map and shading are as they were before it."""
    heat_map = context.scene.skinproof.heat_map
    values = {name: getattr(heat_map, name) for name in _SET}
    meshes = [_PaintedMesh.of(each) for each in meshes_of(context.scene)]
    screens = [_ShadedScreen.of(window.screen) for window in context.window_manager.windows]
    try:
        yield
    except BaseException:
        with unnoticed(context):
            for name, value in values.items():
                setattr(heat_map, name, value)
            for mesh in meshes:
                mesh.put_back()
            for screen in screens:
                screen.put_back()
        raise


@dataclass(frozen=True, eq=False)
class _PaintedMesh:
    mesh: Mesh
    colors: Float | None  # (V, 4) float32 linear RGBA; None: the mesh is not painted
    active: str  # name of the active colour attribute; empty: none
    former: str | None  # what the mesh notes as the active one before it was painted

    @classmethod
    def of(cls, mesh: Mesh) -> _PaintedMesh:
        attribute, colors = mesh.color_attributes.get(stored.ERROR_COLORS), None
        if attribute is not None:
            colors = np.empty((len(attribute.data), 4), np.float32)
            attribute.data.foreach_get("color", colors.ravel())
        active = mesh.color_attributes.active_color
        return cls(mesh, colors, active.name if active else "", mesh.get(stored.ACTIVE_COLOR))

    def put_back(self) -> None:
        every = self.mesh.color_attributes
        attribute = every.get(stored.ERROR_COLORS)
        if self.colors is None and attribute is not None:
            every.remove(attribute)
        elif self.colors is not None:
            if attribute is None:
                attribute = every.new(stored.ERROR_COLORS, "FLOAT_COLOR", "POINT")
            attribute.data.foreach_set("color", self.colors.ravel())
        if self.active in every:
            every.active_color = every[self.active]
        if self.former is not None:
            self.mesh[stored.ACTIVE_COLOR] = self.former
        elif stored.ACTIVE_COLOR in self.mesh:
            del self.mesh[stored.ACTIVE_COLOR]
        self.mesh.update_tag()


@dataclass(frozen=True, eq=False)
class _ShadedScreen:
    screen: Screen
    shading: tuple[tuple[SpaceView3D, str, str], ...]  # each 3D view with its type of shading and of colour
    former: str | None  # what the screen notes as the shading before a heat map was shown

    @classmethod
    def of(cls, screen: Screen) -> _ShadedScreen:
        views = tuple((view, view.shading.type, view.shading.color_type) for _, view in views_of(screen))
        return cls(screen, views, screen.get(stored.SHADING))

    def put_back(self) -> None:
        for view, kind, color in self.shading:
            view.shading.type, view.shading.color_type = kind, color
        if self.former is not None:
            self.screen[stored.SHADING] = self.former
        elif stored.SHADING in self.screen:
            del self.screen[stored.SHADING]


def meshes_of(scene: Scene) -> set[Mesh]:
    """The meshes of all objects of a scene."""
    return {ob.data for ob in scene.objects if ob.type == "MESH"}


def views_of(screen: Screen) -> list[tuple[int, SpaceView3D]]:
    """The screen's 3D views with their place among its areas."""
    return [(i, area.spaces.active) for i, area in enumerate(screen.areas) if area.type == "VIEW_3D"]
