"""What a rig costs, told before Blender is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests import plain
from tests.models import MODELS
from tests.tiny import POSITIONS, Tiny

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


def first_look(package: Package, tiny: Tiny, folder: Path) -> object:
    return package("addon.rig.price").first_look(
        package("skinning_core").load_model(tiny.write_glb(folder / "a.glb")), 24.0
    )


@pytest.mark.parametrize("far", [None, 0, 1, 3])
def test_of_few_vertices_each_is_looked_at(package: Package, tmp_path: Path, far: int | None) -> None:
    """In float32 1e38 has no double; a file without a clip is looked at as it rests."""
    tiny, places = Tiny(), POSITIONS.copy()
    del tiny.data["animations"]
    tiny.data["nodes"][0]["scale"] = [8.0, 8.0, 8.0]
    if far is not None:
        places[far, 0] = 1e38
    tiny.primitive["attributes"]["POSITION"] = tiny.add(places)
    look = first_look(package, tiny, tmp_path)
    assert np.isinf([price.error for price in look.prices]).tolist() == [far is not None] * 2


@pytest.mark.parametrize("far", [None, 0, 1])
def test_of_few_clips_each_is_looked_at(package: Package, tmp_path: Path, far: int | None) -> None:
    tiny = Tiny()
    tiny.data["animations"] = []
    for k in range(2):
        scales = np.full((2, 3), 1e25 if k == far else 1.0, np.float32)
        sampler = {"input": tiny.add(np.array([0, 1], np.float32)), "output": tiny.add(scales)}
        channels = [{"sampler": 0, "target": {"node": node, "path": "scale"}} for node in (0, 1)]
        tiny.data["animations"].append({"samplers": [sampler], "channels": channels})
    look = first_look(package, tiny, tmp_path)
    assert np.isinf([price.error for price in look.prices]).tolist() == [far is not None] * 2


def test_of_a_character_of_a_millimetre_the_error_is_of_its_size(package: Package, tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["nodes"][0]["scale"] = [1e-3] * 3
    for price in first_look(package, tiny, tmp_path).prices:
        assert 1e-3 < price.metres / price.error < 4e-3


def test_what_no_mesh_uses_costs_nothing_and_each_armature_is_its_own(package: Package, tmp_path: Path) -> None:
    """A second skeleton with a mesh of its own; a third skin without a mesh, and a mesh without a skin."""
    tiny = Tiny()
    tiny.data["nodes"] += [{"name": "other"}, {"mesh": 0, "skin": 1}, {"mesh": 1}, {"name": "unused"}]
    tiny.data["scenes"][0]["nodes"] += [3, 4, 5, 6]
    rigid = {"attributes": {"POSITION": tiny.primitive["attributes"]["POSITION"]}}
    tiny.data["meshes"].append({"primitives": [rigid]})
    tiny.data["skins"] += [{"joints": [3, 3]}, {"joints": [6]}]
    exact, animation = first_look(package, tiny, tmp_path).prices
    assert (exact.joints, exact.bones, animation.bones) == (3, 3, 3)
    assert max(exact.error, animation.error) < 3e-7
