"""Where the columns of a picture stand: a cell for each, and the camera that looks into it.

Each column is drawn in its own cell, between its label and legends. One camera that holds everything sees all cells, so
the same place in two cells is the same place in space. A column with a view of its own (a crowd, a mistake that throws
the mesh far away) is seen from as far as it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Float64
from ...skinning_core.report.camera import LABEL_BAND, LABEL_LETTER, Camera, axis_length, pictured
from ..gpu.data.bones import axes_segments
from ..gpu.data.column import Column

#: A label's letters are LABEL_LETTER of the picture's height, and at least this part of its width: on a page of 750
#: pixels they are then 11 pixels high, whatever the picture's shape (without it a wide one's are 8).
LETTER_OF_WIDTH = 0.0145
#: But at most this part of their cell's height.
LETTER_OF_CELL = 0.055
#: A colour scale's letters likewise.
SCALE_LETTER_OF_CELL = 0.038
#: Room for a line of a legend, in letters.
NAME_ROOM = 1.6
#: Room below a legend, in letters.
BELOW_NAMES = 0.4
#: Room for a colour scale, in letters of its own.
SCALE_ROOM = 3.2


@dataclass(frozen=True)
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


@dataclass(frozen=True, eq=False)
class View:
    """A cell with its camera, and the size of its content."""

    cell: Cell
    camera: Camera
    low: Float64  # (3,) corner of the box around all that is seen
    high: Float64  # (3,)
    ground: float | None  # height of the ground under the column's own feet; None: there is none
    inward: bool = False  # the column's z points away from the viewer

    @property
    def axes(self) -> tuple[Float64, ...]:
        """The axes of the column's space, each (1, 2, 3); none if the origin is far from what is seen."""
        length = axis_length(self.low, self.high)
        away = np.array([1.0, 1.0, -1.0 if self.inward else 1.0])
        return tuple(axis * away for axis in axes_segments(length)) if length else ()


def letter_of(cell: Cell, aspect: float) -> float:
    """The height of a label's letters, as a fraction of the picture's height; ``aspect``: its width by its height."""
    return min(max(LABEL_LETTER, LETTER_OF_WIDTH * aspect), LETTER_OF_CELL * cell.height)


def scale_letter_of(cell: Cell, aspect: float) -> float:
    """The height of a colour scale's letters, as a fraction of the picture's height."""
    return min(letter_of(cell, aspect), SCALE_LETTER_OF_CELL * cell.height)


def legend_room(column: Column, cell: Cell, aspect: float) -> float:
    """The room for a column's legends, as a fraction of the cell's height."""
    names = (NAME_ROOM * len(column.names) + BELOW_NAMES) * letter_of(cell, aspect) if column.names else 0.0
    return (names + (SCALE_ROOM * scale_letter_of(cell, aspect) if column.legend else 0.0)) / cell.height


def cells(count: int, aspect: float) -> tuple[Cell, ...]:
    """``count`` cells in as many rows as make them largest, the first in the upper left corner.

    ``aspect``: of the picture, width divided by height.
    """
    across = max(range(1, count + 1), key=lambda n: (min(aspect / n, 1.0 / -(-count // n)), n))
    rows = -(-count // across)
    across = -(-count // rows)
    return tuple(Cell(k % across / across, 1.0 - (k // across + 1) / rows, 1 / across, 1 / rows) for k in range(count))


def views(frames: Sequence[tuple[Column, ...]], aspect: float, turn: float, rise: float) -> tuple[View, ...]:
    """One view per column, the same for all ``frames`` of an animation, which have the same columns.

    ``turn`` and ``rise``: degrees, see ``framed``.
    """
    first = frames[0]
    places = cells(len(first), aspect)
    clouds = [_finite(np.concatenate([columns[k].points() for columns in frames])) for k in range(len(places))]
    shared = [cloud for cloud, column in zip(clouds, first, strict=True) if not column.own_view]
    everything = np.concatenate([np.zeros((0, 3)), *shared])
    above = max(legend_room(column, places[0], aspect) for column in first)
    made = []
    for cell, column, own in zip(places, first, clouds, strict=True):
        points = own if column.own_view else everything
        if not len(points):
            points = np.zeros((1, 3))
        bands = LABEL_BAND / LABEL_LETTER * letter_of(cell, aspect) / cell.height, above
        camera = pictured(points, aspect * cell.width / cell.height, turn=turn, rise=rise, bands=bands)
        ground = float(own[:, 1].min()) if column.grounded and len(own) else None
        made.append(View(cell, camera, points.min(axis=0), points.max(axis=0), ground, column.inward))
    return tuple(made)


def _finite(points: Float64) -> Float64:
    return points[np.isfinite(points).all(axis=1)]
