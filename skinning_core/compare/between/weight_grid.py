"""The steps in which a file stores its weights, read off their values: bytes, shorts, or floats."""

from __future__ import annotations

import numpy as np

from ...model import Float, Float64, Model

#: The largest weight in bytes and in shorts.
GRIDS = (255, 65535)
#: A value is on a grid if it is this near, in steps: float32 and float64 both tell 1/65535 apart.
_NEAR = 0.02
#: Weights of so many steps may be rounded to nothing: half a step, and what keeps the sum.
_STEPS_LOST = 2.0
#: Of floats, less than this is rounding.
_FLOAT_LOST = 1e-6


def weight_grid(model: Model) -> int:
    """The largest weight as stored: 255, 65535, or 0 for floats and files without weights."""
    found = [influences.weights for part in model.parts if (influences := model.influences(part)) is not None]
    if not found:
        return 0
    return next((grid for grid in GRIDS if all(on_grid(weights, grid) for weights in found)), 0)


def on_grid(values: Float, grid: int) -> bool:
    """All values (of any shape) are whole multiples of 1/grid."""
    steps = np.asarray(values, np.float64) * grid
    return bool((np.abs(steps - np.round(steps)) < _NEAR).all())


def lost_by_rounding(model: Model) -> Float64:
    """(P,) by part, the largest weight that storing may round to nothing, without an influence being cut.

    A tool may leave some parts as floats.
    """
    lost = np.full(len(model.parts), _FLOAT_LOST)
    for k, part in enumerate(model.parts):
        influences = model.influences(part)
        grid = next((grid for grid in GRIDS if influences is not None and on_grid(influences.weights, grid)), 0)
        lost[k] = _STEPS_LOST / grid if grid else _FLOAT_LOST
    return lost
