"""The colours of errors, without Blender.

The scale runs from clay grey (no error: the model looks unpainted) over yellow and red to dark violet, becoming ever
darker, so that it can also be read in grey and by colour-blind people. A vertex that the engine lost is blue.
"""

from __future__ import annotations

import numpy as np

from ...skinning_core.model import Float

#: sRGB colours at equal distances from 0 to the top of the scale.
STOPS = np.array(
    [
        (0.78, 0.79, 0.80),
        (0.99, 0.87, 0.48),
        (0.99, 0.60, 0.22),
        (0.87, 0.20, 0.16),
        (0.36, 0.03, 0.33),
    ]
)
SHADES = 256
LOST = np.array((0.10, 0.25, 1.00))


def srgb_colors(fraction: Float) -> Float:
    """(V, 3) sRGB colours of (V,) fractions of the scale's top, which are clamped to [0, 1]; NaN: a lost vertex."""
    at = np.clip(np.nan_to_num(fraction), 0.0, 1.0) * (len(STOPS) - 1)
    rgb = np.stack([np.interp(at, np.arange(len(STOPS)), STOPS[:, c]) for c in range(3)], axis=-1)
    rgb[np.isnan(fraction)] = LOST
    return rgb


def linear_colors(fraction: Float) -> Float:
    """(V, 4) float32 linear RGBA of (V,) fractions, as Blender's float colour attributes hold them."""
    lost = np.isnan(fraction)
    shade = np.minimum(np.where(lost, 0.0, fraction), 1.0) * (SHADES - 1)
    return _LINEAR[np.where(lost, SHADES, np.rint(shade).astype(np.intp))]


def _linear_table() -> Float:
    """(SHADES + 1, 4) float32: the scale from 0 to its top, then the colour of lost vertices; made once."""
    srgb = np.vstack([srgb_colors(np.linspace(0.0, 1.0, SHADES)), LOST])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return np.column_stack([linear, np.ones(len(linear))]).astype(np.float32)


_LINEAR = _linear_table()
