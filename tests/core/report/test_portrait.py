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


def test_the_eye_goes_where_the_worst_vertex_is_seen() -> None:
    """The worst is behind a wall, and from its own side a larger wall hides it. From aside it shows."""
    picture = frame(0.5, 1.0)
    beyond = square(-3.0) * (3.0, 3.0, 1.0)
    walled = WorstFrame(0.0, (*picture.positions, beyond), (*picture.errors, np.full(5, 0.1)), (FAN, FAN, FAN))
    view = portrait(walled, close=True)
    assert not view.hidden
    seen = view.image[HEIGHT // 2, WIDTH // 2, :3].astype(float)
    assert hue(seen) == pytest.approx(hue(srgb_colors(np.ones(1))[0]), abs=0.02)


def test_what_is_hidden_all_around_says_so() -> None:
    """A vertex in a closed box."""
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    sides = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]
    box = np.array([t for a, b, c, d in sides for t in ((a, b, c), (a, c, d))])
    inside = square(0.0) * np.float32(0.1)
    errors = (np.full(8, 0.1), np.array([0.0, 0.0, 0.0, 0.0, 1.0]))
    assert portrait(WorstFrame(0.0, (corners, inside), errors, (box, FAN))).hidden
