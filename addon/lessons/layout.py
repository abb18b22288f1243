"""Where the columns of a picture stand: a cell of the picture for each, and the camera that looks into it.

Columns are not moved apart in the world. Each is drawn in a cell of its own, and all cells are seen by one camera that
holds everything in any of them, so that the same place in two cells is the same place in space. A column with a view of
its own (a crowd, a mistake that throws the mesh far away) is seen from as far as it needs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...skinning_core.model import Float64
from ...skinning_core.report.camera import PICTURE_MARGIN, Camera, framed
from ...skinning_core.text.immutable import immutable
from ..gpu.data.bones import axes_segments
from ..gpu.data.column import Column

#: The axes of a space are this long, in sizes of what is seen, and shown where the origin is no farther away than that.
AXIS, FAR = 0.2, 1.0


@immutable
class Cell:
    """A rectangle of the picture, in fractions of its width and height, from the lower left corner."""

    left: float
    low: float
    width: float
    height: float

    def pixels(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """Left, lower, width and height on a picture of ``size`` pixels."""
        left, low = round(self.left * size[0]), round(self.low * size[1])
        right, high = round((self.left + self.width) * size[0]), round((self.low + self.height) * size[1])
        return left, low, right - left, high - low


@immutable(eq=False)
class View:
    """A cell with its camera, and the size of what it shows."""

    cell: Cell
    camera: Camera
    low: Float64  # (3,) the corner of the box around all that is seen
    high: Float64  # (3,)
    ground: float | None  # how high the ground lies, which is under the column's own feet; None: there is none

    @property
    def axes(self) -> tuple[Float64, ...]:
        """The axes of the column's space, each (1, 2, 3); none if the origin is far from what is seen."""
        size = float(np.linalg.norm(self.high - self.low))
        outside = np.maximum(np.maximum(self.low, -self.high), 0.0)
        return axes_segments(AXIS * size) if np.linalg.norm(outside) <= FAR * size else ()


def cells(count: int, aspect: float) -> tuple[Cell, ...]:
    """``count`` cells in as many rows as make them largest, the first in the upper left corner.

    ``aspect``: of the picture, width divided by height.
    """
    across = max(range(1, count + 1), key=lambda n: (min(aspect / n, 1.0 / -(-count // n)), n))
    rows = -(-count // across)
    across = -(-count // rows)
    return tuple(Cell(k % across / across, 1.0 - (k // across + 1) / rows, 1 / across, 1 / rows) for k in range(count))


def views(frames: Sequence[tuple[Column, ...]], aspect: float, turn: float, rise: float) -> tuple[View, ...]:
    """One view per column, the same for all ``frames`` of an animation, each of which has the same columns.

    ``turn`` and ``rise``: degrees, see ``framed``.
    """
    places = cells(len(frames[0]), aspect)
    clouds = [np.concatenate([columns[k].points() for columns in frames]) for k in range(len(places))]
    shared = [cloud for cloud, column in zip(clouds, frames[0], strict=True) if not column.own_view]
    everything = np.concatenate(shared) if shared else np.zeros((0, 3))
    out = []
    for cell, column, cloud in zip(places, frames[0], clouds, strict=True):
        points = cloud if column.own_view else everything
        points = points[np.isfinite(points).all(axis=1)]
        points = points if len(points) else np.zeros((1, 3))
        camera = framed(points, aspect * cell.width / cell.height, turn=turn, rise=rise, margin=PICTURE_MARGIN)
        own = cloud[np.isfinite(cloud).all(axis=1)]
        ground = float(own[:, 1].min()) if column.grounded and len(own) else None
        out.append(View(cell, camera, points.min(axis=0), points.max(axis=0), ground))
    return tuple(out)
