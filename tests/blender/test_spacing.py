"""Where an import puts a character: beside others that it would stand in, and scaled about the world's origin."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")


@pytest.fixture
def pair(extension: str, tmp_path: Path) -> tuple[Any, Any]:
    """Two characters at rest in one place: 1 m wide, 2 m high, and flat."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path = Tiny().write_glb(tmp_path / "tiny.glb")
    for _ in range(2):
        bpy.ops.skinproof.import_skin(filepath=str(path), rig="EXACT", clips=False)
    rigs = [ob for ob in bpy.data.objects if ob.type == "ARMATURE"]
    for rig in rigs:
        rig.animation_data_clear()
        for bone in rig.pose.bones:
            bone.matrix_basis.identity()
        rig.location = (0.0, 0.0, 0.0)
    return rigs[0], rigs[1]


def characters(extension: str) -> Any:
    return module(extension, "addon.scene.identity.character").characters(bpy.context.scene)


def stood_apart(extension: str, number: int = 1, others: Any = None) -> None:
    """Let a character stand apart from the other."""
    bpy.context.view_layer.update()
    both = characters(extension)
    others = [both[1 - number]] if others is None else others
    spacing = module(extension, "addon.scene.build.spacing")
    spacing.stand_apart(bpy.context.evaluated_depsgraph_get(), both[number], others)


@pytest.mark.parametrize(
    ("place", "aside"),
    [
        ((0.0, 0.0, 0.0), 1.15),
        ((0.25, 0.0, 0.5), 1.15),
        ((0.99, 0.0, 0.0), 1.15),
        ((-0.99, 0.0, 0.0), 1.15),
        ((1.01, 0.0, 0.0), 1.01),
        ((-1.01, 0.0, 0.0), -1.01),
        ((1.0, 0.0, 0.0), 1.0),
        ((-1.0, 0.0, 0.0), -1.0),
        ((0.0, 0.0, 2.5), 0.0),
        ((0.0, 0.0, -2.5), 0.0),
        ((0.0, 0.5, 0.0), 0.0),
        ((0.0, -0.5, 0.0), 0.0),
    ],
)
def test_one_that_meets_another_stands_beside_it(
    extension: str, pair: tuple[Any, Any], place: tuple[float, ...], aside: float
) -> None:
    """Past it along X with a share of its own width between, wherever it was; one that is clear of it stays."""
    pair[1].location = place
    stood_apart(extension)
    assert tuple(pair[1].location) == pytest.approx((aside, *place[1:]), abs=1e-6)
    assert tuple(pair[0].location) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("height", "meets"), [(0.5, True), (0.0, False), (1.0, False), (2.0, False)])
def test_a_flat_one_on_the_face_of_another_is_clear_of_it(extension: str, height: float, meets: bool) -> None:
    meet = module(extension, "addon.scene.build.spacing")._meet
    cube = np.zeros(3), np.ones(3)
    flat = np.array([0.0, height, 0.0]), np.array([1.0, height, 1.0])
    assert (meet(cube, flat), meet(flat, cube)) == (meets, meets)


def test_it_stands_past_all_by_a_share_of_its_own_width(extension: str, pair: tuple[Any, Any]) -> None:
    pair[0].scale.x, pair[0].location.x = 4.0, -1.0
    stood_apart(extension)
    assert pair[1].location.x == pytest.approx(3.15, abs=1e-6)
    pair[1].location.x = 0.0
    stood_apart(extension, 0)
    assert pair[0].location.x == pytest.approx(1.6, abs=1e-6)


def test_objects_of_nodes_are_moved_beside_their_clip(extension: str, pair: tuple[Any, Any]) -> None:
    """A mesh without an armature by its delta; what is below another is carried."""
    rig = pair[1]
    (body,) = rig.children
    body.parent = None
    bpy.data.objects.remove(rig)
    stood_apart(extension)
    assert (body.location.x, body.delta_location.x) == (0.0, pytest.approx(1.15, abs=1e-6))


def test_without_vertices_there_is_nothing_to_stand_in(extension: str, pair: tuple[Any, Any]) -> None:
    both = characters(extension)
    empty = dataclasses.replace(both[0], meshes=())
    stood_apart(extension, others=[empty])
    assert pair[1].location.x == 0.0
    bpy.context.view_layer.update()
    spacing = module(extension, "addon.scene.build.spacing")
    spacing.stand_apart(bpy.context.evaluated_depsgraph_get(), dataclasses.replace(both[1], meshes=()), [both[0]])
    assert pair[1].location.x == 0.0
    stood_apart(extension, others=[empty, both[0]])
    assert pair[1].location.x == pytest.approx(1.15, abs=1e-6)


def test_a_mesh_without_vertices_stands_nowhere(extension: str, pair: tuple[Any, Any]) -> None:
    """Its origin is within the other's box, and its box would be there."""
    (body,) = pair[1].children
    body.data.clear_geometry()
    pair[1].location = (0.5, 0.0, 1.0)
    stood_apart(extension)
    assert pair[1].location.x == 0.5


def test_a_scale_is_the_topmost_armatures(extension: str, pair: tuple[Any, Any]) -> None:
    rig = pair[0]
    (body,) = rig.children
    rig.location, body.location = (1.0, 2.0, 3.0), (0.5, 0.0, 0.0)
    module(extension, "addon.scene.build.spacing").stand_scaled(characters(extension)[0], 0.5)
    np.testing.assert_allclose((*rig.location, *rig.scale), (0.5, 1.0, 1.5, 0.5, 0.5, 0.5))
    assert (tuple(body.location), tuple(body.scale)) == ((0.5, 0.0, 0.0), (1.0, 1.0, 1.0))
    body.parent = None
    rig.parent = body
    module(extension, "addon.scene.build.spacing").stand_scaled(characters(extension)[0], 0.5)
    np.testing.assert_allclose((*rig.scale, *body.scale), (0.5, 0.5, 0.5, 1.0, 1.0, 1.0))
