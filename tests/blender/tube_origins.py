"""The animated tube as a character, whatever made it: our import, Blender's importer, or a hand.

It stands on four bones that an animator has made and Blender's exporter has written (`animated_tube`); of the file come
both imports, and the character itself is attached to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.animated_tube import made, written  # noqa: E402 -- it needs bpy

#: A frame at which the tube is bent.
FRAME = 12


@pytest.fixture(scope="module")
def tube(extension: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The scene that an animator has made, and its file."""
    folder = tmp_path_factory.mktemp("tube")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.context.scene.render.fps = 24
    _, mesh = made()
    mesh.shape_key_add(name="Basis")
    for name in ("wide", "tall"):
        key = mesh.shape_key_add(name=name)
        for point in key.data:
            point.co = (1.5 * point.co.x, point.co.y, point.co.z) if name == "wide" else point.co * 1.1
        key.value = 0.5
    blend = folder / "tube.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    return blend, written(folder)


def ours(_blend: Path, path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(path))


def stock(_blend: Path, path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    bpy.ops.import_scene.gltf(filepath=str(path))
    attach(path)


def by_hand(blend: Path, path: Path) -> None:
    bpy.ops.wm.open_mainfile(filepath=str(blend))
    attach(path)


def attach(path: Path) -> None:
    for ob in bpy.context.scene.objects:
        ob.select_set(ob.type in ("ARMATURE", "MESH") and ob.name in bpy.context.view_layer.objects)
    assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}


ORIGINS = {"ours": ours, "stock": stock, "by hand": by_hand}


@pytest.fixture(params=ORIGINS.values(), ids=ORIGINS)
def character(request: Any, tube: tuple[Path, Path]) -> tuple[Any, Any]:
    """The armature and the mesh, at a frame of the clip, which plays."""
    request.param(*tube)
    listed = bpy.context.scene.skinproof.character  # choosing a clip shows it
    listed.clip = str([item.name for item in listed.clips].index("wave"))
    bpy.context.scene.frame_set(FRAME)
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    return armature, mesh


def compared(scope: str = "CLIP") -> Any:
    bpy.context.view_layer.update()
    settings = bpy.context.scene.skinproof
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    return settings.result


def seen(mesh: Any, frame: int) -> np.ndarray:
    bpy.context.scene.frame_set(frame)
    evaluated = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return np.array([evaluated.matrix_world @ vertex.co for vertex in evaluated.data.vertices])
