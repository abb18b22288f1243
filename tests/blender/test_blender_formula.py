"""``blender-formula``: our repetition of Blender's modifier as an engine, equal to Blender on one rig to the bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.models import MODELS

pytest.importorskip("bpy")


@pytest.mark.parametrize("name", ["twelve_influences", "morphs", "bind_shear", "weights_bad"])
def test_it_is_blender_to_the_bit(extension: str, tmp_path: Path, name: str) -> None:
    model = module(extension, "skinning_core").load_model(MODELS[name](tmp_path))
    makers = module(extension, "addon.subjects.catalogue").every_maker()
    clip = model.clips[0]
    times = np.linspace(clip.start, clip.end, 7)
    blender, formula = (makers[engine](model).at(0, times) for engine in ("blender", "blender-formula"))
    for theirs, ours in zip(blender.positions, formula.positions, strict=True):
        assert np.array_equal(theirs, ours, equal_nan=True)
    assert float(np.ptp(formula.positions[0], axis=0).max()) > 0.05
