"""Mistakes of keeping weights in bytes or shorts: rounded to the nearest, or down, each in several ways.

Two engines that round alike still part where a weight is half a step or a whole number of them: 0.7 in float32 is 178.5
steps in float32 and 178.499997 in float64.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...model import Float, Float64, Influences
from .engine_state import Reading

#: float32 weights are a rounding beside their steps: this much of one, at least, is counted as reached.
_REACHED = 1e-4

#: Weights (V, I) and the largest whole number -> (V, I) whole numbers.
Rounding = Callable[[Float, int], Float64]


def _double(weights: Float, largest: int) -> Float64:
    return np.asarray(weights, np.float64) * largest


def _single(weights: Float, largest: int) -> Float64:
    return (np.asarray(weights, np.float32) * np.float32(largest)).astype(np.float64)


#: To the nearest: halves go up, or to the even number.
NEAREST: tuple[Rounding, ...] = (
    lambda weights, largest: np.floor(_double(weights, largest) + 0.5),
    lambda weights, largest: np.rint(_double(weights, largest)),
    lambda weights, largest: np.floor(_single(weights, largest) + 0.5),
    lambda weights, largest: np.rint(_single(weights, largest)),
)

#: Down: what is next to a whole number is taken for it, or not.
DOWN: tuple[Rounding, ...] = (
    lambda weights, largest: np.floor(_double(weights, largest) + _REACHED),
    lambda weights, largest: np.floor(_double(weights, largest)),
    lambda weights, largest: np.floor(_single(weights, largest)),
)


def given_back(rounding: Rounding) -> Rounding:
    """What rounding takes from a vertex's sum is given back to its largest weight."""

    def made(weights: Float, largest: int) -> Float64:
        steps = rounding(weights, largest)
        most = np.asarray(weights).argmax(axis=1)
        steps[np.arange(len(steps)), most] += np.rint(_double(weights, largest).sum(axis=1)) - steps.sum(axis=1)
        return steps

    return made


def kept(rounding: Rounding, largest: int) -> Reading:
    """Weights are whole numbers from 0 to ``largest``."""
    return lambda stored: Influences(stored.joints, rounding(stored.weights, largest) / largest)
