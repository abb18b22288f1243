"""Points as crosses of three short lines, which every backend draws alike."""

from __future__ import annotations

import numpy as np

from ....skinning_core.model import Float64

Color = tuple[float, float, float, float]

#: sRGB colours of vertices of the scene that are not in the file, and of the file's that are not in the scene.
STRANGER, ABSENT = (0.95, 0.15, 0.85, 1.0), (0.10, 0.85, 0.95, 1.0)
#: Half the length of a line, as a fraction of the character's size.
REACH = 4e-3


def cross_segments(points: Float64, reach: float) -> Float64:
    """(3 n, 2, 3) a line along each axis through each of the points (n, 3), ``reach`` to either side."""
    ends = np.stack([-np.eye(3), np.eye(3)], axis=1) * reach
    return (np.asarray(points, np.float64)[:, None, None] + ends).reshape(-1, 2, 3)
