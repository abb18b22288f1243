"""From where a picture is seen, as data: camera, light, ground and cells, against what is worked out by hand.

Each of these faults, put into the code on purpose, fails a test of this file: the ground over the head; a picture that
is mirrored, upside down, or seen from the other side; light from below; cells that are filled from the bottom; an
animation framed by its first picture.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

Package = Callable[[str], ModuleType]

#: The corners of a box that is wider than it is high, and not in the middle of the world.
LOW, HIGH = np.array([1.0, 2.0, -3.0]), np.array([5.0, 4.0, -1.0])
CORNERS = np.array([[x, y, z] for x in (1.0, 5.0) for y in (2.0, 4.0) for z in (-3.0, -1.0)])


def seen(package: Package, turn: float, rise: float) -> Callable[[list[float]], np.ndarray]:
    """A function that tells where the middle of the box, moved by a vector, is on a picture of one by one."""
    camera = package("skinning_core.report.camera").framed(CORNERS, 1.0, turn=turn, rise=rise)
    return lambda move: camera.on_picture((LOW + HIGH) / 2.0 + move, 1, 1)


def test_from_the_front_x_goes_to_the_right_and_y_up(package: Package) -> None:
    place = seen(package, 0.0, 0.0)
    middle = place([0, 0, 0])
    assert middle == pytest.approx([0.5, 0.5], abs=1e-6)
    right, up, near = place([1, 0, 0]) - middle, place([0, 1, 0]) - middle, place([0, 0, 1]) - middle
    assert right[0] > 0.05
    assert abs(right[1]) < 1e-9
    assert up[1] > 0.05
    assert abs(up[0]) < 1e-9
    assert np.allclose(near, 0.0)


def test_turned_to_the_side_the_viewer_stands_at_plus_x(package: Package) -> None:
    """Characters look along +Z; at 90 degrees one sees them from their left side, and +Z goes to the left."""
    camera = package("skinning_core.report.camera").framed(CORNERS, 1.0, turn=90.0, rise=0.0)
    assert camera.to_viewer == pytest.approx([1.0, 0.0, 0.0], abs=1e-12)
    place = seen(package, 90.0, 0.0)
    assert (place([0, 0, 1]) - place([0, 0, 0]))[0] < -0.05
    above = package("skinning_core.report.camera").framed(CORNERS, 1.0, turn=0.0, rise=30.0)
    assert above.to_viewer == pytest.approx([0.0, 0.5, np.sqrt(0.75)], abs=1e-12)


@pytest.mark.parametrize("turn", [0.0, 30.0, 145.0, -70.0])
def test_nearer_is_nearer_and_light_falls_from_above(package: Package, turn: float) -> None:
    camera = package("skinning_core.report.camera").framed(CORNERS, 1.0, turn=turn, rise=12.0)
    middle = (LOW + HIGH) / 2.0
    depths = []
    for step in (-1.0, 0.0, 1.0):
        clip = camera.matrix @ [*(middle + step * camera.to_viewer), 1.0]
        depths.append(clip[2] / clip[3])
    assert depths[0] > depths[1] > depths[2]
    light = camera.light()
    assert np.linalg.norm(light) == pytest.approx(1.0)
    assert light[1] > 0.5
    assert light @ camera.to_viewer > 0.5
    sideways = camera.on_picture(middle + light, 1, 1) - camera.on_picture(middle, 1, 1)
    assert sideways[0] < 0.0  # over the left shoulder
    assert np.linalg.det(camera.view[:3, :3]) == pytest.approx(1.0)  # nothing is mirrored


def test_the_ground_lies_under_the_feet_and_reaches_beyond_them(package: Package) -> None:
    lines = package("addon.gpu.data.bones").ground_lines(LOW, HIGH)
    assert (lines[..., 1] == LOW[1]).all()
    for axis in (0, 2):
        assert lines[..., axis].min() < LOW[axis]
        assert lines[..., axis].max() > HIGH[axis]
        along = lines[lines[:, 0, axis] == lines[:, 1, axis]]
        steps = np.diff(np.unique(np.round(along[:, 0, axis], 9)))
        assert np.allclose(steps, steps[0])
        assert steps[0] == pytest.approx(0.25)
    assert all((line[0] != line[1]).sum() == 1 for line in lines)  # along x or along z


def test_columns_are_read_like_words(package: Package) -> None:
    """From left to right, and the first row on top."""
    for count, aspect in ((6, 16 / 9), (4, 1.0), (23, 2.4)):
        cells = package("addon.lessons.layout").cells(count, aspect)
        assert [(-round(c.low, 9), round(c.left, 9)) for c in cells] == sorted(
            (-round(c.low, 9), round(c.left, 9)) for c in cells
        )
        assert cells[0].left == 0.0
        assert cells[0].low + cells[0].height == pytest.approx(1.0)


def test_an_animation_is_framed_by_all_its_pictures(package: Package) -> None:
    column, layout = package("addon.gpu.data.column"), package("addon.lessons.layout")
    first = column.Column("", (), lines=((np.array([CORNERS[:2]]), (0, 0, 0, 1)),))
    moved = CORNERS[:2] + np.array([30.0, 0.0, 0.0])
    far = dataclasses.replace(first, lines=((np.array([moved]), (0, 0, 0, 1)),))
    (view,) = layout.views([(first,), (far,)], 1.0, 30.0, 12.0)
    for frame in (first, far):
        pixels = view.camera.on_picture(frame.points(), 1, 1)
        assert pixels.min() > 0.0
        assert pixels.max() < 1.0


def test_an_origin_far_away_is_not_on_the_picture(package: Package) -> None:
    """The axes are on the picture if the origin is near; else they are not drawn, and take no room."""
    camera = package("skinning_core.report.camera")
    for away, shown in ((0.0, True), (40.0, False)):
        points = CORNERS + np.array([away, 0.0, 0.0])
        seen = camera.pictured(points, 1.5).on_picture(points, 1.5, 1)
        assert np.ptp(seen[:, 1]) > 0.5
        assert (camera.axis_length(points.min(axis=0), points.max(axis=0)) > 0.0) == shown
