"""Verify after export, without a window: what an export writes, and what the panel shows in the end.

Its fixtures, ``tube`` and ``ticked``, are in conftest.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def exported(path: Path, **settings: object) -> None:
    bpy.ops.export_scene.gltf(filepath=str(path), **settings)


def answered(extension: str, box) -> object:
    """What the panel shows in the end: the timers of a window, called here."""
    job = module(extension, "addon.export.job")
    if box._exports:
        box._written()
    until = time.monotonic() + 120.0
    while job.see_answer() is not None and time.monotonic() < until:
        time.sleep(0.1)
    return module(extension, "addon.state.session").session.side
