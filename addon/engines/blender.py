"""Blender as an engine: "blender" imports on our exact rig, "stock" by Blender's own importer; both leave nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import bpy
import numpy as np

from ...skinning_core.model import Float64, Model
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ..rig.keys import LAST_FRAME
from ..scene.evaluate import evaluate
from ..scene.importer import import_model
from ..scene.rollback import removed_at_end
from .stock_import import skin_with_stock_importer

_FRAME_RATE = 960


def skin_blender(model: Model, clip: int | None, times: Float64, *, progress: Progress = no_progress) -> Skinned:
    """Positions as Blender's Armature modifier makes them on the exact rig, in a scene made for it.

    That scene has many frames per second, because Blender takes a time within 1e-4 frames of a key for the key's own.
    """
    end = 0.0 if clip is None else model.clips[clip].end
    with temporary_scene() as scene:
        scene.render.fps = int(np.clip(LAST_FRAME / max(end, 1e-3), 1, _FRAME_RATE))
        character = import_model(bpy.context, model, clips=() if clip is None else (clip,))
        return evaluate(bpy.context, character, model, clip, np.asarray(times, np.float64), progress=progress)


def skin_stock(model: Model, clip: int | None, times: Float64, *, progress: Progress = no_progress) -> Skinned:
    """Positions as Blender makes them of its own importer's rig (io_scene_gltf2) for the model's file.

    Vertices that the importer drops (no index uses them) are NaN.
    Raises ``SkinproofError`` where the importer fails, with its reason.
    """
    with removed_at_end():
        scene = bpy.data.scenes.new("Skinproof")
        return skin_with_stock_importer(model, clip, np.asarray(times, np.float64), scene, progress)


@contextmanager
def temporary_scene() -> Iterator[bpy.types.Scene]:
    """An empty scene as the context's scene; it and everything made meanwhile is removed at the end."""
    with removed_at_end():
        scene = bpy.data.scenes.new("Skinproof")
        layer = scene.view_layers[0]
        with bpy.context.temp_override(
            scene=scene, view_layer=layer, collection=scene.collection, layer_collection=layer.layer_collection
        ):
            yield scene
