"""Pictures pixel by pixel: what the GPU has drawn, against triangles that a loop in this file fills.

Places are those of the specification, read plainly; light is the formula at the head of the fragment shader, worked out
once more. Each of these faults, put into the code on purpose, fails a test of this file: the unskinned mesh drawn;
skinned faces lit by unskinned normals; light from below; the common translation of matrices, or of lines, not added
back; a crowd of which all have the first one's matrices, or which is one; a label under another column; a legend whose
colours run the other way.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.core.gpu.test_drawn import Drawn, product

Package = Callable[[str], ModuleType]
SIZE = (360, 270)


@pytest.fixture
def arm(package: Package, device: str, root: Path) -> Drawn:
    return Drawn(package, root / "examples" / "arm.glb")


def pictured(drawn: Drawn, show: str) -> tuple[np.ndarray, np.ndarray]:
    """(height, width, 3) sRGB from 0 to 1, bottom row first, and the (4, 4) matrix of its first column's camera."""
    picture = drawn.package("addon.command.picture")
    parser = argparse.ArgumentParser()
    picture.add_arguments(parser)
    words = ["--clip", "0", "--time", str(drawn.time), "--show", show, "--size", f"{SIZE[0]}x{SIZE[1]}"]
    args = parser.parse_args([str(drawn.path), "--out", "none.png", *words, "--crowd", "1.1,0.3", "--loop"])
    engines = drawn.subject.engines
    lesson = drawn.package("addon.lessons.picture")
    (image,) = lesson.pictures(drawn.model, 0, args, engines)
    columns = lesson.columns_at(drawn.model, 0, drawn.time, args, engines, drawn.subject.paint)
    view = drawn.package("addon.lessons.layout").views([columns], SIZE[0] / SIZE[1], args.turn, args.rise)[0]
    return image[::-1].astype(float) / 255.0, view.camera


def posed(drawn: Drawn, world: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Places and unit normals (V, 3): the inverse transpose of each vertex's own blend of matrices."""
    attributes = drawn.file.json["meshes"][0]["primitives"][0]["attributes"]
    stored = drawn.file.accessor(attributes["NORMAL"])
    skin = [product(world[node], bind) for node, bind in zip(drawn.joints, drawn.inverse_bind, strict=True)]
    points, normals = [], []
    for (point, pairs), normal in zip(drawn.vertices, stored, strict=True):
        blend = sum(w * skin[j] for j, w in pairs) / sum(w for _, w in pairs)
        points.append(blend @ [*point, 1.0])
        turned = np.linalg.inv(blend[:, :3]).T @ normal
        normals.append(turned / np.linalg.norm(turned))
    return np.array(points), np.array(normals)


def filled(faces: np.ndarray, points: np.ndarray, values: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """(height, width, C) the values (V, C) of the nearest triangle in the middle of each pixel; NaN where none is."""
    clip = points @ matrix[:, :3].T + matrix[:, 3]
    screen = (clip[:, :2] / clip[:, 3:] * 0.5 + 0.5) * SIZE
    depth = clip[:, 2] / clip[:, 3]
    out = np.full((SIZE[1], SIZE[0], values.shape[1]), np.nan)
    nearest = np.full((SIZE[1], SIZE[0]), np.inf)
    for face in faces:
        a, b, c = screen[face]
        low, high = np.floor(screen[face].min(axis=0)).astype(int), np.ceil(screen[face].max(axis=0)).astype(int)
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(area) < 1e-9:
            continue
        y, x = np.mgrid[low[1] : high[1] + 1, low[0] : high[0] + 1]
        along, up = x + 0.5 - a[0], y + 0.5 - a[1]
        v = (along * (c[1] - a[1]) - up * (c[0] - a[0])) / area
        w = ((b[0] - a[0]) * up - (b[1] - a[1]) * along) / area
        at = np.stack([1.0 - v - w, v, w], axis=-1)
        deep = at @ depth[face]
        shown = (at >= 0.0).all(axis=-1) & (deep < nearest[y, x])
        nearest[y[shown], x[shown]] = deep[shown]
        out[y[shown], x[shown]] = (at @ values[face])[shown]
    return out


def faces_of(drawn: Drawn) -> np.ndarray:
    indices = drawn.file.json["meshes"][0]["primitives"][0]["indices"]
    return drawn.file.accessor(indices).astype(int).reshape(-1, 3)


def lit(normals: np.ndarray, camera: object) -> np.ndarray:
    """How bright a surface is whose normals (..., 3) face the viewer: key light, rim light and sky."""
    right, up, back = camera.view[:3, :3]
    light = -0.45 * right + 0.65 * up + 0.8 * back
    light /= np.linalg.norm(light)
    key = np.maximum(normals @ light * 0.85 + 0.15, 0.0)
    rim = np.maximum(normals @ (light * [-1.0, 1.0, -1.0]), 0.0)
    return 0.44 + 0.46 * key + 0.12 * rim + 0.10 * (0.5 + 0.5 * normals[..., 1])


def inside(covered: np.ndarray) -> np.ndarray:
    """The pixels all of whose neighbours are covered too, so that no edge is among them."""
    out = covered.copy()
    for axis in (0, 1):
        for step in (-2, -1, 1, 2):
            out &= np.roll(covered, step, axis)
    return out


def test_every_pixel_is_the_posed_surface_in_its_light(arm: Drawn) -> None:
    image, camera = pictured(arm, "posed")
    points, normals = posed(arm, arm.world)
    shown = filled(faces_of(arm), points, normals, camera.matrix)
    covered = ~np.isnan(shown[..., 0])
    colored = np.ptp(image, axis=-1) > 0.2
    assert (covered & ~colored).sum() + (colored & ~covered).sum() < 0.06 * covered.sum()  # edges, and lines of axes
    n = shown[inside(covered)]
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    n = np.where((n @ camera.to_viewer)[:, None] < 0.0, -n, n)
    base = arm.subject.paint(arm.model, arm.model.parts[0])[0, :3]
    expected = np.minimum(lit(n, camera)[:, None] * base, 1.0)
    apart = np.abs(image[inside(covered)] - expected).max(axis=1)
    assert np.median(apart) < 0.004, (np.median(apart), (apart < 0.02).mean())
    assert (apart < 0.02).mean() > 0.93, (np.median(apart), (apart < 0.02).mean())
    assert np.ptp(expected[:, 0]) > 0.2  # light and shade, or the formula were not tested


@pytest.mark.parametrize("instanced", [False, True])
@pytest.mark.parametrize(("wrap", "padding"), [((0, 0), "wrap"), ((1, 1), "edge"), ((2, 2), "symmetric")])
def test_a_texture_is_sampled_as_the_file_says(arm: Drawn, wrap: tuple, padding: str, instanced: bool) -> None:
    """A square with an image of 3 by 2 pixels, three times across: blended of four pixels, cut out by alpha."""
    package, corners = arm.package, np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
    image = np.random.default_rng(4).integers(0, 256, (2, 3, 4)) / 255.0
    image[..., 3] = [[1.0, 1.0, 0.2], [1.0, 1.0, 1.0]]
    surface, data, palettes = (
        package(f"addon.gpu.{name}") for name in ("device.surface", "data.geometry", "data.palette")
    )
    points = np.column_stack([2.0 * corners - 1.0, np.zeros(4)])[None].astype(np.float32)
    influences = data.influence_sets(np.zeros((4, 1), np.uint16), np.ones((4, 1)))
    square = data.Geometry(points, np.zeros_like(points), *influences, np.zeros(3), np.ones(1), has_normals=False)
    tint = np.tile(np.array([1.0, 0.5, 0.25, 1.0], np.float32), (4, 1))
    of_part = package("addon.gpu.data.tint").SurfaceTexture(0, 3.0 * corners - 1.0, tint, wrap, smooth=True, cutoff=0.5)
    still = package("skinning_core.transform").identity
    palette = palettes.recentred(still(1, 1), still(1), np.zeros(3), np.ones(1))
    look = surface.Look((0.0, 0.0, 1.0), (0.0, 0.0, 1.0), shading=0.0)
    faces, limits = np.array([[0, 1, 2], [1, 3, 2]]), package("addon.gpu.device.context").query_limits()

    def draw(_width: int, _height: int) -> None:
        pixels = package("addon.gpu.device.upload").texture_of(image.astype(np.float32), "RGBA8")
        texture = of_part, pixels
        made = surface.upload_surface(square, faces, tint, 1, limits, instanced=instanced, texture=texture)
        surface.draw_surface(surface.pose_surface(made, palette), np.eye(4), look)

    side = 90
    rendered = package("addon.lessons.arrangement").rendered
    drawn = rendered(draw, side, side, background=(0.0, 0.0, 0.0))[::-1] / 255.0
    padded = np.pad(image, ((4, 4), (5, 5), (0, 0)), mode=padding)  # by more than one image on either side
    at = (np.arange(side) + 0.5) / side * 3.0 - 1.0
    along = [np.interp(at * 3 - 0.5 + 5, np.arange(13), line) for line in padded.transpose(0, 2, 1).reshape(-1, 13)]
    across = np.array(along).reshape(10, 4, side)
    wanted = np.array([[np.interp(at * 2 - 0.5 + 4, np.arange(10), column) for column in row] for row in across.T])
    wanted = wanted.transpose(2, 0, 1)  # of (x, channel, y)
    shown = np.where(wanted[..., 3:] < 0.5, 0.0, wanted[..., :3] * tint[0, :3])
    close = np.abs(wanted[..., 3] - 0.5) < 0.03
    assert 0.05 < (wanted[..., 3] < 0.5).mean() < 0.4
    assert np.abs(drawn - shown)[~close].max() < 0.02


def test_a_crowd_covers_the_pixels_of_all_its_characters(arm: Drawn) -> None:
    image, camera = pictured(arm, "crowd:4")
    body = posed(arm, arm.world)[0]
    extent = np.ptp(body[:, [0, 2]], axis=0)
    spacing = 1.1 * np.maximum(extent, extent.max() / 2.0)
    covered = np.zeros(image.shape[:2], bool)
    for k in range(4):
        time = (arm.time + 0.3 * k) % 2.0
        one = Drawn(arm.package, arm.path, time)
        points, normals = posed(one, one.world)
        place = [(k % 2 - 0.5) * spacing[0], 0.0, (0.5 - k // 2) * spacing[1]]
        alone = ~np.isnan(filled(faces_of(arm), points + place, normals, camera.matrix)[..., 0])
        assert alone.sum() > 500
        covered |= alone
    colored = np.ptp(image, axis=-1) > 0.2
    assert (covered & ~colored).sum() + (colored & ~covered).sum() < 0.08 * covered.sum()


def test_lines_run_from_joint_to_joint(arm: Drawn) -> None:
    image, camera = pictured(arm, "current")
    color = np.array(arm.package("addon.gpu.data.bones").POSE_COLORS["current"][:3])
    ends = [arm.world[node][:, 3] for node in arm.joints]
    for a, b in pairwise(ends):
        for share in np.linspace(0.1, 0.9, 9):
            x, y = camera.on_picture(a + share * (b - a), *SIZE).astype(int)
            near = image[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3)
            assert np.abs(near - color).max(axis=1).min() < 0.4, (share, near)  # thin, so mixed with what is behind


def test_labels_and_legends_stand_with_their_column(arm: Drawn) -> None:
    """The first label is half as long as the second; a legend runs from weight 0 on the left to 1 on the right."""
    image, _ = pictured(arm, "posed,ownspace")
    half = SIZE[0] // 2
    ink = (image[:30] < 0.45).all(axis=-1)
    widths = [np.ptp(np.nonzero(part.any(axis=0))[0]) for part in (ink[:, :half], ink[:, half:])]
    assert widths[1] > 1.25 * widths[0] > 10, widths
    image, _ = pictured(arm, "weights:elbow")
    stops = arm.package("addon.gpu.data.tint").WEIGHT_STOPS
    corner = image[-40:, : SIZE[0] // 3]
    none, all_of_it = (np.nonzero(np.abs(corner - stop).max(axis=-1) < 0.05)[1] for stop in (stops[0], stops[-1]))
    assert len(none) > 5
    assert len(all_of_it) > 5
    assert none.max() < all_of_it.min()
