"""What a rig costs, told before Blender is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests import plain
from tests.models import MODELS
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


#: Of models the bones of either rig, and the joints: a helper below a joint that scales, two where it shears.
BONES = {
    "plain": (3, 3, 3),
    "odd_scales": (4, 4, 4),
    "awkward": (7, 5, 5),
    "two_skins": (6, 3, 3),
    "armature_above": (5, 4, 3),
    "part_on_scaled_bone": (4, 3, 3),
    "bind_shear": (7, 3, 3),
    "matrix_nodes": (3, 3, 3),
}
#: Which of them the rig for animation cannot hold.
SHEARED = ("bind_shear", "matrix_nodes")


@pytest.mark.parametrize("name", BONES)
def test_what_either_rig_costs(package: Package, tmp_path: Path, name: str) -> None:
    path = MODELS[name](tmp_path)
    model = package("skinning_core").load_model(path)
    look = package("addon.rig.price").first_look(model, 24.0)
    exact, animation = look.prices
    assert (exact.bones, animation.bones, exact.joints) == BONES[name]
    assert exact.joints == animation.joints
    assert look.rig == ("EXACT" if name in SHEARED else "ANIMATION")
    assert animation.is_visible == (name in SHEARED)
    rounding = [exact] if name in SHEARED else [exact, animation]
    assert all(0.0 < price.error < 3e-7 for price in rounding)
    # The error is relative to what is posed at rest, or within a clip.
    played = [(None, [0.0]), *((k, np.linspace(clip.start, clip.end, 4)) for k, clip in enumerate(model.clips))]
    sizes = [size_of(model, plain.skin(path, clip, list(times))) for clip, times in played]
    assert all(np.isclose(price.metres / price.error, sizes, rtol=0.2).any() for price in look.prices)


def size_of(model: object, positions: list[np.ndarray]) -> float:
    """The diagonal of the box around all that skins move, metres."""
    skinned = [part for part, of in zip(positions, model.parts, strict=True) if of.skin >= 0]
    points = np.concatenate([part.reshape(-1, 3) for part in skinned])
    return float(np.linalg.norm(np.ptp(points, axis=0)))


def test_a_file_without_a_skin_has_no_price(package: Package, tmp_path: Path) -> None:
    model = package("skinning_core").load_model(MODELS["rigid_parts"](tmp_path))
    look = package("addon.rig.price").first_look(model, 24.0)
    assert (look.prices, look.rig) == ((), "EXACT")
