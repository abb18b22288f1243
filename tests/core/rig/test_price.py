"""What a rig costs, told before Blender is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.tiny import Tiny

Package = Callable[[str], ModuleType]


def scaled(path: Path, scale: float, bind: float) -> Path:
    """Both joints, one under the other, scaled; their inverse bind matrices scaled by another number."""
    tiny = Tiny()
    for node in tiny.data["nodes"][:2]:
        node["scale"] = [scale] * 3
    matrices = np.tile(np.diag([bind, bind, bind, 1.0]).astype(np.float32).ravel(), (2, 1))
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(matrices)
    return tiny.write_glb(path)


@pytest.mark.parametrize(
    ("scale", "bind", "exact", "animation", "rig"),
    [
        (1.0, 1.0, True, True, "ANIMATION"),
        (1e25, 1e-30, False, True, "ANIMATION"),  # at 1e50 float32 has no number for the exact rig's undone bones
        (1e25, 1.0, False, False, "EXACT"),
    ],
)
def test_a_rig_that_float32_cannot_hold_has_no_price(
    package: Package, tmp_path: Path, scale: float, bind: float, exact: bool, animation: bool, rig: str
) -> None:
    model = package("skinning_core").load_model(scaled(tmp_path / "scaled.glb", scale, bind))
    look = package("addon.rig.price").first_look(model, 24.0)
    for kind, held in (("EXACT", exact), ("ANIMATION", animation)):
        price = look.price(kind)
        assert np.isfinite([price.error, price.metres]).all() == held
        assert held or price.is_visible
        assert not np.isnan([price.error, price.metres]).any()
    assert look.rig == rig
