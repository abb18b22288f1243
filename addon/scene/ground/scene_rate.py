"""A scene's frame rate, and the one that Blender's glTF exporter reckons with by mistake."""

from __future__ import annotations

import bpy


def frames_per_second(scene: bpy.types.Scene) -> float:
    """Frames per second. Blender divides by ``fps_base``: 30 / 1.001 is 29.97."""
    return float(scene.render.fps / scene.render.fps_base)


def mistaken_rate(scene: bpy.types.Scene) -> float:
    """Frames per second if ``fps_base`` is multiplied, which is the exporter's fault ``exporter-fps-base``."""
    return float(scene.render.fps * scene.render.fps_base)
