"""The steps in which a file stores its weights, read off their values, and whether changed weights were rounded."""

from __future__ import annotations

from typing import NamedTuple

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
#: Rounding weights moves one by less: five bits with four influences by 0.12, bytes by 0.01.
_NO_ROUNDING = 0.15
#: It moves those of most vertices that follow several joints: of byte weights of other tools, by bytes, 0.3.
_MOST_ARE_ROUNDED = 0.1
#: It moves none so many times as far as half of them: of 90 files of three tools at most 30. Of two whose few have a
#: neighbour's weights, 87 and 2,140.
_FAR_FROM_TYPICAL = 50.0


class ChangedWeights(NamedTuple):
    """How far weights of vertices are others than before."""

    farthest: float  # one weight of all
    typical: float  # of vertices that have any other, the median of each one's farthest
    share: float  # of vertices that follow several joints: how many have any other

    @property
    def rounded(self) -> bool:
        """Whether rounding can have changed them so: little, those of most vertices, none far more than the rest."""
        even = self.farthest <= _FAR_FROM_TYPICAL * self.typical
        return even and self.farthest <= _NO_ROUNDING and self.share >= _MOST_ARE_ROUNDED


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
