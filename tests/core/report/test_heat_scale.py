"""Colours of errors: what lies within the tolerance is clay grey, not a faint yellow that looks like an error."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.report.heat_scale import LOST, STOPS, srgb_colors


@pytest.mark.parametrize("scale", STOPS)
def test_up_to_the_tolerance_there_is_no_colour(scale: str) -> None:
    seen = srgb_colors(np.array([0.0, 0.3, 0.5, 0.5001, 1.0, np.nan]), scale, plain=0.5)
    none, top = (np.array(STOPS[scale][k]) for k in (0, -1))
    assert (seen[:3] == none).all()
    assert np.abs(seen[3] - none).max() > 0.2
    assert seen[4] == pytest.approx(top)
    assert (seen[5] == LOST).all()
    assert np.abs(srgb_colors(np.array([0.3]), scale)[0] - none).max() > 0.1  # without a tolerance
