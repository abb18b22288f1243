"""A mesh that is cut through most of its vertices: its pieces are still one character, and each is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"


def cut(ob: Any, chosen: Iterator[bool]) -> None:
    """Separate the faces of an object for which it is so."""
    bpy.context.view_layer.update()
    bpy.ops.object.select_all(action="DESELECT")
    ob.select_set(True)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_mode(type="FACE")
    bpy.ops.mesh.select_all(action="DESELECT")
    bpy.ops.object.mode_set(mode="OBJECT")
    for polygon in ob.data.polygons:
        polygon.select = next(chosen)
    bpy.ops.object.mode_set(mode="EDIT")
    assert bpy.ops.mesh.separate(type="SELECTED") == {"FINISHED"}
    bpy.ops.object.mode_set(mode="OBJECT")


def every(count: int) -> Iterator[bool]:
    k = 0
    while True:
        yield k % count == 0
        k += 1


def by_chance(share: float) -> Iterator[bool]:
    random = Random(3)
    while True:
        yield random.random() < share


def outcome() -> str:
    bpy.context.view_layer.update()
    settings = bpy.context.scene.skinproof
    settings.normals = False  # a cut makes them anew
    assert len(settings.characters) == 1
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    return settings.result.outcome


@pytest.fixture
def arm(extension: str) -> Any:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(ARM)) == {"FINISHED"}
    return next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")


CUTS = {
    "every second": lambda: every(2),
    "every fifth": lambda: every(5),
    "a third by chance": lambda: by_chance(0.3),
    "nearly all": lambda: by_chance(0.95),
}


@pytest.mark.parametrize("name", CUTS)
def test_a_piece_of_scattered_faces_is_the_characters(arm: Any, name: str) -> None:
    cut(arm, CUTS[name]())
    (piece,) = (ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob != arm)
    assert outcome() == "SAME"
    cut(piece, every(3))
    assert outcome() == "SAME"
    piece.location.x += 0.1
    assert outcome() == "DIFFERS"


def test_a_copy_that_was_cut_is_a_copy(arm: Any) -> None:
    """The copy's pieces have each some of the original's faces, and no other."""
    bpy.ops.object.select_all(action="DESELECT")
    arm.select_set(True)
    bpy.ops.object.duplicate()
    (copy,) = (ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob != arm)
    bpy.context.view_layer.update()
    assert outcome() == "SAME"
    cut(copy, every(2))
    copy.location.x += 0.1
    assert outcome() == "SAME"
