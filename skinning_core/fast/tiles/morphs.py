"""Skinning vertices that stand elsewhere at each time (morph targets).

A workspace that can *take* other vectors skins one frame after the other. Tiles of normals hold weights alone, and
only take new normals. The coefficients of a tile of positions are weight times position: the weights are kept in tiles
of their own, and a frame with other positions multiplies them by these. That costs some 20 ns per vertex, still a
fraction of gathering matrices. Frames that repeat the positions of the last one pay nothing.
"""

from __future__ import annotations

from ...model import Float
from .layout import Tiles, empty_tiles, write_vectors
from .tuning import Tuning
from .workspace import PositionWorkspace, Scratch


class MovingWorkspace:
    """A ``TakingWorkspace`` of vectors of ``components`` numbers: 4 for positions, 3 for directions.

    weights: see ``skinner.weight_tiles``.
    """

    def __init__(self, weights: Tiles, components: int, tuning: Tuning, scratch: Scratch) -> None:
        self._weights, self._tiles = weights, empty_tiles(weights, components)
        self._positions = PositionWorkspace(self._tiles, tuning, scratch)

    def take(self, vectors: Float) -> None:
        """Skin these vectors (V, D) from now on: compute new coefficients."""
        write_vectors(self._tiles, self._weights, vectors)

    def skin(self, tables: Float, out: Float) -> None:
        """Skin F frames: tables (F, 3, J, D) C-contiguous, written to out (F, V, 3)."""
        self._positions.skin(tables, out)
