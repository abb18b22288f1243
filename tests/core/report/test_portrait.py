"""The report's picture: what is drawn is what is in front, in the colour of its error, from the worst vertex's side."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.compare.judge.comparison import WorstFrame
from skinning_core.report.heat_scale import LOST, srgb_colors
from skinning_core.report.portrait import HEIGHT, WIDTH, portrait

FAN = np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])


def square(depth: float) -> np.ndarray:
    """A square of 2 m upright in the plane z = ``depth``, with a vertex in its middle."""
    corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, 0.0)]
    return np.array([(x, y, depth) for x, y in corners], np.float32)


def frame(front: float, back: float, *, at: float = 1.0) -> WorstFrame:
    """A square at z = ``at`` with one error all over, and one behind it at z = -``at`` with another."""
    errors = tuple(np.full(5, e, np.float32) for e in (front, back))
    for of_part in errors:
        of_part[4] *= 1.001  # the worst is in the middle
    return WorstFrame(0.0, (square(at), square(-at)), errors, (FAN, FAN))


def hue(rgb: np.ndarray) -> np.ndarray:
    return rgb / np.linalg.norm(rgb)


def test_what_is_nearer_hides_what_is_behind() -> None:
    view = portrait(frame(1.0, 0.5))  # the worst is in front, so the eye is there
    drawn = view.image[..., 3] == 255
    assert 0.5 * WIDTH * HEIGHT < drawn.sum() < WIDTH * HEIGHT
    middle = view.image[HEIGHT // 2, WIDTH // 2]
    assert middle[3] == 255
    assert hue(middle[:3].astype(float)) == pytest.approx(hue(srgb_colors(np.ones(1))[0]), abs=0.02)
    assert not view.image[0, 0].any()


def test_the_eye_is_on_the_worst_vertex_side() -> None:
    from_behind = portrait(frame(0.5, 1.0)).image[HEIGHT // 2, WIDTH // 2, :3]
    assert hue(from_behind.astype(float)) == pytest.approx(hue(srgb_colors(np.ones(1))[0]), abs=0.02)


def test_the_ring_is_around_the_worst_vertex() -> None:
    picture = frame(0.5, 0.5)
    picture.errors[0][2] = 1.0  # the right upper corner
    whole, close = portrait(picture), portrait(picture, close=True)
    assert close.worst == pytest.approx((WIDTH / 2, HEIGHT / 2))
    darkest = np.where(whole.image[..., 3] == 255, whole.image[..., :3].astype(int).sum(axis=-1), 999)
    row, column = np.unravel_index(np.argmin(darkest), darkest.shape)
    assert abs(column - whole.worst[0]) < 4
    assert abs(row - whole.worst[1]) < 4


def test_lost_vertices_are_blue_and_triangles_without_a_place_are_left_out() -> None:
    picture = frame(0.5, 0.5)
    picture.errors[0][0] = np.nan
    seen = portrait(picture).image[..., :3].astype(float)
    blue = srgb_colors(np.array([np.nan]))[0]
    assert np.array_equal(blue, LOST)
    assert (seen[..., 2] > 1.5 * seen[..., 0] + 1).any()
    picture.positions[0][0] = np.nan
    without = portrait(picture).image
    assert without[..., 3].any()


def test_every_pixel_under_a_surface_is_covered() -> None:
    image = portrait(frame(1.0, 0.5, at=0.0)).image
    rows = np.flatnonzero((image[..., 3] == 255).any(axis=1))
    for row in rows[3:-3]:
        columns = np.flatnonzero(image[row, :, 3] == 255)
        assert len(columns) == columns[-1] - columns[0] + 1
