"""Undoing what a piece of work changed in the file, if it fails or was temporary."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import bpy

#: Shape keys come and go with their meshes, the others with the window.
_PASSED_OVER = {"shape_keys", "window_managers", "workspaces", "screens"}


def data_blocks() -> dict[int, bpy.types.ID]:
    """Every data-block of the file but those passed over, by ``session_uid``."""
    blocks = {}
    for prop in bpy.data.bl_rna.properties:
        if prop.type == "COLLECTION" and prop.identifier not in _PASSED_OVER:
            for block in getattr(bpy.data, prop.identifier):
                if isinstance(block, bpy.types.ID):
                    blocks[block.session_uid] = block
    return blocks


def remove_created_since(before: set[int]) -> None:
    """Remove every data-block whose number is not in ``before``."""
    new = [block for uid, block in data_blocks().items() if uid not in before]
    for block in new:
        # A fake user, or an action that is shown, would outlive batch_remove's count of users.
        block.use_fake_user = False
    bpy.data.batch_remove(new)


@contextmanager
def kept_on_error(context: bpy.types.Context) -> Iterator[None]:
    """Put the file back as it was, in Object Mode, if the block raises.

    New data-blocks are removed; the scene's frame range and rate, the active object and collection, and the selection
    are put back.
    """
    before = set(data_blocks())
    scene, layer = context.scene, context.view_layer
    span = scene.frame_start, scene.frame_end
    rate = scene.render.fps, scene.render.fps_base
    active, selected = layer.objects.active, {ob for ob in layer.objects if ob.select_get(view_layer=layer)}
    path = _path_to(layer.layer_collection, layer.active_layer_collection)
    try:
        yield
    except BaseException:  # cancelled or out of memory must leave no half character either
        _leave_modes(scene, layer)
        remove_created_since(before)
        scene.frame_start, scene.frame_end = span
        scene.render.fps, scene.render.fps_base = rate
        layer.update()  # until then it refers to what was removed
        layer.objects.active = active
        for ob in layer.objects:
            ob.select_set(ob in selected, view_layer=layer)
        layer.active_layer_collection = _at(layer.layer_collection, path)
        raise


@contextmanager
def removed_at_end() -> Iterator[None]:
    """Remove the data-blocks created in the block."""
    before = set(data_blocks())
    try:
        yield
    finally:
        remove_created_since(before)


def _leave_modes(scene: bpy.types.Scene, layer: bpy.types.ViewLayer) -> None:
    """Go back to Object Mode: an armature in Edit Mode must not be removed."""
    active = layer.objects.active
    if active is not None and active.mode != "OBJECT":
        with bpy.context.temp_override(scene=scene, view_layer=layer, active_object=active, object=active):
            bpy.ops.object.mode_set(mode="OBJECT")


def _path_to(root: bpy.types.LayerCollection, target: bpy.types.LayerCollection) -> tuple[int, ...] | None:
    """``session_uid`` of the collections from below ``root`` to ``target``; None if it is not below."""
    if root == target:
        return ()
    for child in root.children:
        below = _path_to(child, target)
        if below is not None:
            return (child.collection.session_uid, *below)
    return None


def _at(root: bpy.types.LayerCollection, path: tuple[int, ...] | None) -> bpy.types.LayerCollection:
    for uid in path or ():
        root = next((child for child in root.children if child.collection.session_uid == uid), root)
    return root
