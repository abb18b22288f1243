"""Skinning vertices that stand elsewhere at each time (morph targets).

A workspace that *takes* vectors skins frame by frame. Tiles of normals hold weights alone and only take new normals.
Tiles of positions hold weight times position: the weights are kept apart and multiplied anew, some 20 ns per vertex, a
fraction of gathering matrices. Frames that repeat the last positions pay nothing.
"""

from __future__ import annotations

from ...model import Float
from .layout import Tiles, empty_tiles, write_vectors
from .tuning import Tuning
from .workspace import PositionWorkspace, Scratch


class MovingWorkspace:
    """A ``TakingWorkspace`` for vectors of ``components`` numbers: 4 for positions, 3 for directions.

    weights: see ``skinner.weight_tiles``.
    """

    def __init__(self, weights: Tiles, components: int, tuning: Tuning, scratch: Scratch) -> None:
        self._weights, self._tiles = weights, empty_tiles(weights, components)
        self._positions = PositionWorkspace(self._tiles, tuning, scratch)

    def take(self, vectors: Float) -> None:
        """Skin these vectors (V, D) from now on, by new coefficients."""
        write_vectors(self._tiles, self._weights, vectors)

    def skin(self, tables: Float, out: Float) -> None:
        """Tables (F, 3, J, D), C-contiguous, to out (F, V, 3)."""
        self._positions.skin(tables, out)
