"""Colours of vertices in pictures: base colour, texture and vertex colours, multiplied; no GPU is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests import plain
from tests.looks import COLORS, PIXELS, textured
from tests.models import MODELS

Package = Callable[[str], ModuleType]


def linear(srgb: np.ndarray) -> np.ndarray:
    """IEC 61966-2-1."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def test_a_vertex_has_the_colour_of_its_pixel_times_factor_times_vertex_colour(package: Package, tmp_path) -> None:
    model = package("skinning_core").load_model(textured(tmp_path).write_glb(tmp_path / "looks.glb"))
    tint = package("addon.gpu.data.tint")
    colored, bare = (
        tint.material(model, part, lambda index: PIXELS.astype(np.float32) / 255 if index == 0 else None)
        for part in model.parts
    )
    at_vertices = np.array([PIXELS[0, 0], PIXELS[0, 1], PIXELS[0, 2], PIXELS[1, 0]])[:, :3] / 255
    np.testing.assert_allclose(linear(bare[:, :3]), linear(np.clip(at_vertices, 0.06, 0.95)), atol=1e-4)
    expected = linear(at_vertices) * (0.5, 1, 1) * COLORS[:, :3] / 255
    np.testing.assert_allclose(linear(colored[:, :3]), np.clip(expected, linear(0.06), linear(0.95)), atol=1e-4)
    assert (colored[:, 3] == 1).all()


@pytest.mark.parametrize(("wrap", "expected"), [("REPEAT", 0.25), ("MIRROR", 0.75), ("EXTEND", 1.0)])
def test_coordinates_outside_the_image(package: Package, wrap: str, expected: float) -> None:
    """A ramp of 100 pixels along u, looked up at 1.25."""
    ramp = np.zeros((1, 100, 4), np.float32)
    ramp[0, :, 0] = (np.arange(100) + 0.5) / 100
    texture = package("skinning_core.model").Texture(0, wrap=(wrap, wrap))
    (color,) = package("addon.gpu.data.tint").sampled(ramp, np.array([[1.25, 0.5]]), texture)
    assert color[0] == pytest.approx(expected, abs=0.006)


def test_the_transform_is_the_extensions(package: Package) -> None:
    """Scaled, then turned by a right angle: on the image, u then points up, which is towards smaller v."""
    texture = package("skinning_core.model").Texture(0, offset=(0.25, 0.5), rotation=np.pi / 2, scale=(2.0, 3.0))
    moved = package("addon.gpu.data.tint").moved_coordinates(np.array([[1.0, 0.0], [0.0, 1.0]]), texture)
    np.testing.assert_allclose(moved, [[0.25, 0.5 - 2.0], [0.25 + 3.0, 0.5]], atol=1e-12)


def test_a_joint_named_twice_weighs_twice(package: Package, tmp_path: Path) -> None:
    path = MODELS["awkward"](tmp_path)
    model, file = package("skinning_core").load_model(path), plain.PlainFile(path)
    weight_of = package("addon.gpu.data.tint").weight_of
    for part in model.parts[:2]:
        joints, weights = plain.influences(file, file.json["meshes"][part.mesh]["primitives"][0]["attributes"])
        for k, node in enumerate(file.json["skins"][part.skin]["joints"]):
            expected = [
                sum(w for j, w in zip(row, of_vertex, strict=True) if j == k) / sum(of_vertex)
                if sum(of_vertex)
                else row[0] == k
                for row, of_vertex in zip(joints.tolist(), weights.tolist(), strict=True)
            ]
            np.testing.assert_allclose(weight_of(model, part, node), expected, atol=1e-7)


def test_the_fox_is_not_grey(package: Package, shared: Path) -> None:
    pytest.importorskip("bpy")
    decoded = package("addon.scene.build.images").DecodedImages
    model = package("skinning_core").load_model(shared / "models" / "fox" / "Fox.glb")
    colors = package("addon.gpu.data.tint").material(model, model.parts[0], decoded(model))
    red, green, blue, _ = np.median(colors, axis=0)
    assert red > 0.6
    assert red > 1.5 * green > 2 * blue
