"""Quaternions of MD5 files: three numbers are stored, the fourth is rebuilt."""

from __future__ import annotations

import numpy as np

from ..model import Float64


def with_w(vector: Float64) -> Float64:
    """(..., 3) -> (..., 4) unit xyzw: w = -sqrt(1 - x² - y² - z²), id Tech 4's choice of sign.

    A vector a little longer than 1 (rounded by the exporter) gets w = 0 and is made unit.
    """
    square = (vector * vector).sum(axis=-1, keepdims=True)
    w = -np.sqrt(np.maximum(1.0 - square, 0.0))
    return np.concatenate([vector / np.sqrt(np.maximum(square, 1.0)), w], axis=-1)
