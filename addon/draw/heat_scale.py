"""The colours of errors (``skinning_core/report/heat_scale.py``) as Blender's meshes hold them."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...skinning_core.model import Float
from ...skinning_core.report.heat_scale import LOST, srgb_colors
from ..gpu.data.tint import linear_colors_of

SHADES = 256


def linear_colors(fraction: Float, scale: str = "CLAY") -> Float:
    """(V, 4) float32 linear RGBA of (V,) fractions, as Blender's float colour attributes hold them."""
    lost = np.isnan(fraction)
    shade = np.minimum(np.where(lost, 0.0, fraction), 1.0) * (SHADES - 1)
    return _linear_table(scale)[np.where(lost, SHADES, np.rint(shade).astype(np.intp))]


@cache
def _linear_table(scale: str) -> Float:
    """(SHADES + 1, 4) float32: the scale from 0 to its top, then the colour of lost vertices."""
    srgb = np.vstack([srgb_colors(np.linspace(0.0, 1.0, SHADES), scale), LOST])
    linear = linear_colors_of(srgb)
    return np.column_stack([linear, np.ones(len(linear))]).astype(np.float32)
