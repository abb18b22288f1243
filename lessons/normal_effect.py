"""Two rules for skinning normals, and how far they disagree (see docs/systems.md, C6).

Spaces: mesh space -> world. Shapes: normals (V, 3), skin palette (T, J, 3, 4), joints and weights (V, I), angles
(T, V).

*As a direction* (w = 0): n' = normalise(M n) with M the blended 3x3 matrix. That is cheap, and right if M only turns
and scales evenly. *As a normal*: n' = normalise(M^-T n), which stays perpendicular to the skinned surface whatever M
is. Under uneven scale the first rule tilts the normal the wrong way. ``linear.skin_normals`` has both rules; here their
difference is measured. No verb calls it: ``verify --against fast:directions`` counts the normals that turn, and
``python -m examples.forms`` prints these angles.
"""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64, Int
from ..skin.linear import skin_normals


def normal_rule_angles(skin_palette: Float64, normals: Float, joints: Int, weights: Float) -> Float64:
    """(T, V) angle between the two rules' normals, radians; 0 if either is undefined.

    Parameters
    ----------
    skin_palette : (T, J, 3, 4) mesh space -> world, one palette per time
    normals : (T or 1, V, 3) mesh space; one row serves all times
    joints : (V, I) indices into the skin palette
    weights : (V, I), used as they are
    """
    right = skin_normals(skin_palette, normals, joints, weights)
    direction = skin_normals(skin_palette, normals, joints, weights, inverse_transpose=False)
    sine = np.linalg.norm(np.cross(right, direction), axis=-1)
    result: Float64 = np.arctan2(sine, np.sum(right * direction, axis=-1))
    return result
