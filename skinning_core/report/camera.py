"""A camera that sees all of what is drawn, in glTF's space (+Y up).

Matrices are (4, 4) float64, column vectors, clip space as OpenGL's (z from -1 to 1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..model import Float, Float64
from ..transform import move_points

FIELD_OF_VIEW = np.radians(24.0)  # vertical; narrow as a long lens's: columns side by side look alike

#: Free room around a picture, as a fraction of half of what label and legends leave.
PICTURE_MARGIN = 0.06
#: Height of a label's letters, as a fraction of a picture of one cell.
LABEL_LETTER = 0.026
#: The label's band, as the same fraction: room above and below the letters.
LABEL_BAND = 2.4 * 0.026
#: Axes of a space, in sizes of what is seen.
AXIS = 0.2
#: They are shown if the origin is no farther away, in sizes of what is seen.
AXES_REACH = 1.0


@dataclass(frozen=True, eq=False)
class Camera:
    """How a picture is taken."""

    view: Float64  # (4, 4) world -> camera (x right, y up, looking along -z)
    projection: Float64  # (4, 4) camera -> clip

    @property
    def matrix(self) -> Float64:
        """(4, 4) world -> clip."""
        return self.projection @ self.view

    @property
    def to_viewer(self) -> Float64:
        """(3,) unit vector from the scene towards the camera."""
        return self.view[2, :3].copy()

    def with_room(self, below: float, above: float) -> Camera:
        """The same camera with free bands, as fractions of the picture's height, around all it saw."""
        projection = self.projection.copy()
        projection[1] = (1.0 - below - above) * projection[1] + (below - above) * projection[3]
        return replace(self, projection=projection)

    def light(self) -> Float64:
        """(3,) unit vector towards the key light, over the viewer's left shoulder."""
        right, up, back = self.view[0, :3], self.view[1, :3], self.view[2, :3]
        toward = -0.45 * right + 0.65 * up + 0.8 * back
        return toward / np.linalg.norm(toward)

    def on_picture(self, points: Float, width: int, height: int) -> Float64:
        """(..., 2) pixels of world points (..., 3), from the lower left corner."""
        clip = move_points(self.matrix, points)
        return (clip[..., :2] / clip[..., 3:] * 0.5 + 0.5) * (width, height)


@dataclass(frozen=True, eq=False)
class PlaceOnPicture:
    """A point and its way to a pixel."""

    camera: Camera
    size: tuple[int, int]  # pixels: width, height
    before: Float64  # (3,) in camera space
    clip: Float64  # (4,) clip space
    pixel: Float64  # (2,) from the upper left corner


def on_screen(camera: Camera, point: Float64, size: tuple[int, int]) -> PlaceOnPicture:
    """A world point (3,) on a picture of ``size`` pixels."""
    before = move_points(camera.view[:3], point)
    clip = camera.projection @ [*before, 1.0]
    left, low = (clip[:2] / clip[3] * 0.5 + 0.5) * size
    return PlaceOnPicture(camera, size, before, clip, np.array([left, size[1] - low]))


def framed(points: Float, aspect: float, *, turn: float = 30.0, rise: float = 12.0, margin: float = 0.07) -> Camera:
    """A camera whose picture holds all points (n, 3) with a margin on every side.

    ``turn`` and ``rise``: degrees to the side of and above the front (glTF's characters look along +Z). ``aspect``:
    width by height. ``margin``: the free fraction of half the picture.
    """
    axes = _axes(np.radians(turn), np.radians(rise))
    seen = points @ axes.T
    tangent = np.tan(FIELD_OF_VIEW / 2.0) * np.array([aspect, 1.0]) * (1.0 - margin)
    low, high = seen.min(axis=0), seen.max(axis=0)
    centre = (low + high) / 2.0
    distance = 0.0
    for _ in range(4):  # perspective moves the middle a little
        distance = _distance(seen - centre, tangent)
        shown = (seen - centre)[:, :2] / (distance - (seen - centre)[:, 2:])
        centre[:2] += (shown.min(axis=0) + shown.max(axis=0)) / 2.0 * distance
    distance = _distance(seen - centre, tangent)
    view = np.eye(4)
    view[:3, :3] = axes
    view[:3, 3] = -centre - (0.0, 0.0, distance)
    depth = max(float(high[2] - low[2]), 1e-6 * distance)
    far = distance + depth
    return Camera(view, _perspective(aspect, max(distance - depth, far * 1e-3), far))


def pictured(
    points: Float,
    aspect: float,
    *,
    turn: float = 30.0,
    rise: float = 12.0,
    bands: tuple[float, float] = (LABEL_BAND, 0),
) -> Camera:
    """The camera of a picture: it holds all points (n, 3) and the axes of their space, if the origin is near.

    ``bands``: free below (for a label) and above (for legends), as fractions of the picture's height.
    """
    length = axis_length(points.min(axis=0), points.max(axis=0))
    shown = np.concatenate([points, length * np.eye(3)]) if length else points
    free = aspect / (1.0 - sum(bands))
    return framed(shown, free, turn=turn, rise=rise, margin=PICTURE_MARGIN).with_room(*bands)


def axis_length(low: Float64, high: Float64) -> float:
    """Length of a space's drawn axes; 0 if the origin is far from the box ``low`` to ``high`` (3,)."""
    size = float(np.linalg.norm(high - low))
    outside = np.maximum(np.maximum(low, -high), 0.0)
    return AXIS * size if np.linalg.norm(outside) <= AXES_REACH * size else 0.0


def _axes(turn: float, rise: float) -> Float64:
    """(3, 3) rows: the camera's right, up and back in world space."""
    back = np.array([np.sin(turn) * np.cos(rise), np.sin(rise), np.cos(turn) * np.cos(rise)])
    right = np.array([np.cos(turn), 0.0, -np.sin(turn)])
    return np.stack([right, np.cross(back, right), back])


def _distance(points: Float64, tangent: Float64) -> float:
    """The distance from the origin that shows all points (n, 3), in the camera's axes."""
    needed = points[:, 2:] + np.abs(points[:, :2]) / tangent
    return max(float(needed.max()), 1e-6)


def _perspective(aspect: float, near: float, far: float) -> Float64:
    scale = 1.0 / np.tan(FIELD_OF_VIEW / 2.0)
    out = np.zeros((4, 4))
    out[0, 0], out[1, 1] = scale / aspect, scale
    out[2, 2], out[2, 3] = (far + near) / (near - far), 2.0 * far * near / (near - far)
    out[3, 2] = -1.0
    return out
