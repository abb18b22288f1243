"""glTF's space (+Y up) and Blender's (+Z up).

A point (x, y, z) of glTF is (x, -z, y) in Blender. Axes are only swapped and negated, so no digit is lost.
"""

from __future__ import annotations

import numpy as np

from ...skinning_core.model import Float, Float64

#: (3, 3) glTF to Blender: ``blender = TO_BLENDER @ gltf``. A rotation, so its transpose goes back.
TO_BLENDER: Float64 = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
#: (4, 4) the same for points, and (3, 4) the way back.
AXES: Float64 = np.eye(4)
AXES[:3, :3] = TO_BLENDER
FROM_BLENDER: Float64 = AXES.T[:3]


def points_to_blender(points: Float) -> Float:
    """(..., 3) points or vectors of glTF, in Blender's axes; same dtype."""
    return np.stack([points[..., 0], -points[..., 2], points[..., 1]], axis=-1)
