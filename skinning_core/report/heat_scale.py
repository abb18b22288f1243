"""The colours of errors.

The usual scale runs from clay grey (no error: the model looks unpainted) over yellow and red to dark violet. Scales
darken steadily for readers in grey and colour-blind people. A lost vertex is blue.
"""

from __future__ import annotations

import numpy as np

from ..model import Float

#: sRGB colours at equal distances from 0 to a scale's top, by its name in the add-on's preferences.
STOPS = {
    "CLAY": ((0.78, 0.79, 0.80), (0.99, 0.87, 0.48), (0.99, 0.60, 0.22), (0.87, 0.20, 0.16), (0.36, 0.03, 0.33)),
    "VIRIDIS": ((0.99, 0.98, 0.78), (0.85, 0.88, 0.32), (0.36, 0.72, 0.45), (0.15, 0.45, 0.55), (0.18, 0.10, 0.38)),
    "GREY": ((0.95, 0.95, 0.95), (0.70, 0.70, 0.70), (0.45, 0.45, 0.45), (0.22, 0.22, 0.22), (0.03, 0.03, 0.03)),
}
LOST = np.array((0.10, 0.25, 1.00))


def srgb_colors(fraction: Float, scale: str = "CLAY", *, plain: float = 0.0) -> Float:
    """(V, 3) sRGB colours of (V,) fractions of a scale's top, clamped to [0, 1]; NaN: a lost vertex.

    plain: up to this fraction, the colour of no error.
    """
    stops = np.array(STOPS[scale])
    known = np.clip(np.nan_to_num(fraction), 0.0, 1.0)
    at = np.where(known <= plain, 0.0, known) * (len(stops) - 1)
    rgb = np.stack([np.interp(at, np.arange(len(stops)), stops[:, c]) for c in range(3)], axis=-1)
    rgb[np.isnan(fraction)] = LOST
    return rgb
