"""The smallest character in an empty scene, at a frame within its clip: what most tests of buttons begin with.

Its fixtures, ``settings``, ``armature`` and ``body``, are in conftest.
"""

from __future__ import annotations

from pathlib import Path

from tests.tiny import Tiny

FRAME = 7


def import_smallest(folder: Path) -> None:
    """Have the smallest character alone in a new file."""
    import bpy

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(Tiny().write_glb(folder / "tiny.glb")), rig="EXACT")
    bpy.context.scene.frame_set(FRAME)
