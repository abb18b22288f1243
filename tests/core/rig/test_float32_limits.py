"""What Blender's float32 costs, in words: the figure is that of the character."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from tests.ropes import rope


@pytest.mark.parametrize(("scale", "figure"), [(20.0, ""), (100.0, "1e-05"), (1e4, "1e-03"), (5e38, "1e+00")])
def test_scales_that_lie_apart_cost_by_their_ratio(
    package: Callable[[str], ModuleType], scale: float, figure: str
) -> None:
    """A file whose matrices span 5e38 was 0.16 of its size off, under a note of "about 1e-5 of the size"."""
    model = rope(package("skinning_core.model"), 5)
    scales = model.nodes.scale.copy()
    scales[2] = scale
    scaled = replace(model, nodes=replace(model.nodes, scale=scales))
    notes = package("addon.rig.float32_limits").floors_of_float32(scaled, None, np.zeros(1), 24.0)
    told = [str(note) for note in notes if "products of float32" in str(note)]
    assert [f"off by {figure} of the size" in note for note in told] == [True] * bool(figure)
