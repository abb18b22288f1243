"""What a view layer shows, whatever Local View is in context: ``Object.visible_get`` asks that too."""

from __future__ import annotations

from collections.abc import Iterable

import bpy

from ... import compat


def layers_shown(scene: bpy.types.Scene) -> list[bpy.types.ViewLayer]:
    """The view layer of each window that shows a scene."""
    return [window.view_layer for window in bpy.context.window_manager.windows if window.scene == scene]


def is_visible(ob: bpy.types.Object, layer: bpy.types.ViewLayer) -> bool:
    """Whether a view layer shows an object, which neither it nor its collections hide."""
    return (
        ob.name in layer.objects
        and not ob.hide_viewport
        and not ob.hide_get(view_layer=layer)
        and some_is_seen(layer.layer_collection, set(ob.users_collection))
    )


def some_is_seen(here: bpy.types.LayerCollection, wanted: set[bpy.types.Collection]) -> bool:
    """Whether some of the wanted collections, from this one on down, is seen in its view layer.

    Asked of what the user has set: ``LayerCollection.is_visible`` is as old as the last update of the layer.
    """
    if here.hide_viewport or here.collection.hide_viewport:
        return False
    return (not here.exclude and here.collection in wanted) or any(
        some_is_seen(below, wanted) for below in here.children
    )


def join_local_view(context: bpy.types.Context, objects: Iterable[bpy.types.Object]) -> None:
    """Let the Local View in context, if any, show objects: it neither shows nor selects others. Else it is left."""
    space = context.space_data
    if isinstance(space, bpy.types.SpaceView3D) and space.local_view is not None:
        joined = [compat.joins_local_view(ob, space) for ob in objects]
        if not all(joined):
            bpy.ops.view3d.localview(frame_selected=False)
