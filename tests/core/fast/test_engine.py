"""The engine "fast" against golden data, and far from the origin."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.engine import skin_model_fast
from skinning_core.fast.exact_engine import skin_model
from skinning_core.fast.part import PartSkinner
from skinning_core.model import Influences, Model, Primitive
from tests import golden
from tests.models import MODELS
from tests.tiny import Tiny

#: Relative to the diagonal.
POSITION_TOLERANCE = 2e-6
NORMAL_TOLERANCE = 5e-6


def test_every_golden_position_and_normal(shared: Path) -> None:
    problems = [problem for sheet in golden.sheets(shared) for problem in _compare(sheet)]
    assert not problems, "\n".join(problems)


def _compare(sheet: golden.Sheet) -> list[str]:
    model = load_model(sheet.model)
    problems = []
    for entry in sheet.entries:
        with entry.arrays() as expected:
            skinned = skin_model_fast(model, entry.clip, expected["times"])
            for k, (positions, normals) in enumerate(zip(skinned.positions, skinned.normals)):
                error = np.abs(positions - expected[f"pos{k}"]) / expected["diag"][:, None, None]
                if error.max(initial=0.0) > POSITION_TOLERANCE:
                    problems.append(f"{entry.label} pos{k}: {error.max():.1e}")
                if normals is not None:
                    error = np.abs(normals - expected[f"nrm{k}"])
                    if error.max(initial=0.0) > NORMAL_TOLERANCE:
                        problems.append(f"{entry.label} nrm{k}: {error.max():.1e}")
            np.testing.assert_allclose(skinned.node_globals, expected["nodes"], rtol=1e-12, atol=1e-12)
    return problems


@pytest.mark.parametrize("sizes", [10, 1000, 100_000])
@pytest.mark.parametrize("moved", ["world", "mesh", "both"])
def test_a_model_far_from_the_origin_keeps_its_digits(sizes: float, moved: str) -> None:
    """Skinned away in the world, modelled away and brought back by the inverse binds, or both."""
    rng = np.random.default_rng(5)
    primitive, skin_palettes = _random_part(rng, vertices=400, joints=6, frames=3)
    offset = sizes * np.array([0.6, -0.64, 0.48])
    if moved != "world":
        away = (primitive.positions + offset).astype(np.float32)
        primitive = dataclasses.replace(primitive, positions=away)
        skin_palettes[..., 3] -= skin_palettes[..., :3] @ offset
    if moved != "mesh":
        skin_palettes[..., 3] += offset
    expected = _plainly(primitive, skin_palettes)
    skinned = PartSkinner(primitive, 6).positions(skin_palettes, np.zeros((3, 0)))
    diagonal = np.linalg.norm(np.ptp(expected, axis=1), axis=-1)
    assert (np.abs(skinned - expected).max(axis=(1, 2)) < 1e-6 * diagonal).all()


@pytest.mark.parametrize("mirrored", [False, True])
def test_normals_under_uneven_and_mirroring_scales(mirrored: bool) -> None:
    rng = np.random.default_rng(6)
    primitive, skin_palettes = _random_part(rng, vertices=300, joints=5, frames=2)
    skin_palettes[..., :3] *= np.array([-0.3 if mirrored else 0.3, 1.0, 2.5])
    normals = PartSkinner(primitive, 5).normals(skin_palettes, np.zeros((2, 0)))
    assert normals is not None
    assert primitive.normals is not None
    assert primitive.influences is not None
    for frame, skin_palette in zip(normals, skin_palettes):
        linear = skin_palette[primitive.influences.joints][..., :3]
        blended = np.einsum("vi,virc->vrc", primitive.influences.weights, linear)
        expected = np.einsum("vcr,vc->vr", np.linalg.inv(blended), primitive.normals)
        expected /= np.linalg.norm(expected, axis=1, keepdims=True)
        np.testing.assert_allclose(frame, expected, atol=1e-7 * np.linalg.cond(blended).max() + 1e-6)


def test_morph_targets_change_from_frame_to_frame() -> None:
    rng = np.random.default_rng(7)
    primitive, skin_palettes = _random_part(rng, vertices=200, joints=4, frames=4)
    displacements = rng.normal(size=(3, 200, 3)).astype(np.float32)
    primitive = dataclasses.replace(primitive, morph_positions=displacements)
    morph_weights = rng.random((4, 3))
    morph_weights[2] = morph_weights[1]  # a frame that repeats the last one's weights
    skinned = PartSkinner(primitive, 4).positions(skin_palettes, morph_weights)
    for frame in range(4):
        moved = primitive.positions + np.einsum("m,mvc->vc", morph_weights[frame], displacements)
        expected = _plainly(dataclasses.replace(primitive, positions=moved), skin_palettes[frame : frame + 1])
        np.testing.assert_allclose(skinned[frame], expected[0], atol=2e-6 * np.ptp(expected))


@pytest.mark.parametrize("left", [1e-7, 1e-16])
@pytest.mark.parametrize("name", ["cubic", "bind_shear", "matrix_nodes"])
def test_weights_that_nearly_take_each_other_away(name: str, left: float, tmp_path: Path) -> None:
    """Divided by a sum next to zero they are huge: fourth powers of them, as of normals' lengths, leave float32."""
    model = load_model(MODELS[name](tmp_path))
    (part, *_), meshes = model.parts, list(model.meshes)
    primitive = model.primitive(part)
    assert primitive.influences is not None
    weights = primitive.influences.weights.astype(np.float64)
    row = int(np.abs(weights[:, :2] - 0.5).sum(axis=1).argmin())  # follows two joints
    weights[row] = 0.0
    weights[row, :2] = 0.6, left - 0.6
    changed = dataclasses.replace(primitive, influences=Influences(primitive.influences.joints, weights))
    others = meshes[part.mesh].primitives
    primitives = (*others[: part.primitive], changed, *others[part.primitive + 1 :])
    meshes[part.mesh] = dataclasses.replace(meshes[part.mesh], primitives=primitives)
    spoilt = dataclasses.replace(model, meshes=tuple(meshes))
    with np.errstate(all="raise"):
        found = skin_model_fast(spoilt, 0, np.array([0.2]))
    assert all(np.isfinite(each).all() for each in (*found.positions, *found.normals))


def test_a_part_without_vertices() -> None:
    empty = Primitive(4, np.zeros((0, 3)), np.zeros((0, 3)), None, None, None, None)
    part = PartSkinner(empty, 1, skinned=False)
    skin_palette = np.zeros((2, 1, 3, 4))
    assert part.positions(skin_palette, np.zeros((2, 0))).shape == (2, 0, 3)


def test_preparation_ends_with_the_model(shared: Path) -> None:
    import gc
    import weakref

    model: Model | None = load_model(shared / "models" / "simple_skin" / "SimpleSkin.gltf")
    assert model is not None
    skin_model_fast(model, 0, np.array([0.5]))
    alive = weakref.ref(model)
    model = None
    gc.collect()
    assert alive() is None


def _random_part(rng: np.random.Generator, *, vertices: int, joints: int, frames: int) -> tuple[Primitive, np.ndarray]:
    """A part of size one with four influences, and rigid skin palettes (frames, joints, 3, 4)."""
    positions = rng.uniform(-0.5, 0.5, (vertices, 3)).astype(np.float32)
    normals = rng.normal(size=(vertices, 3)).astype(np.float32)
    weights = rng.random((vertices, 4))
    weights /= weights.sum(axis=1, keepdims=True)
    chosen = rng.integers(0, joints, (vertices, 4))
    primitive = Primitive(4, positions, normals, Influences(chosen, weights), None, None, None)
    turned = np.linalg.qr(np.eye(3) + 0.4 * rng.normal(size=(frames, joints, 3, 3)))[0]
    turned *= np.sign(np.linalg.det(turned))[..., None, None]
    return primitive, np.concatenate([turned, rng.uniform(-0.3, 0.3, (frames, joints, 3, 1))], axis=-1)


def _plainly(primitive: Primitive, skin_palettes: np.ndarray) -> np.ndarray:
    """The formula, in float64: sum of w_i (M_i p)."""
    assert primitive.influences is not None
    matrices = skin_palettes[:, primitive.influences.joints]
    moved = np.einsum("tvirc,vc->tvir", matrices[..., :3], primitive.positions.astype(np.float64))
    return np.einsum("vi,tvir->tvr", primitive.influences.weights, moved + matrices[..., 3])


def test_joints_in_bytes_of_a_skin_with_more_joints_than_a_byte_counts(tmp_path: Path) -> None:
    tiny = Tiny()
    del tiny.data["skins"][0]["inverseBindMatrices"]
    tiny.data["skins"][0]["joints"] = [0, 1] * 200
    model = load_model(tiny.write_glb(tmp_path / "many.glb"))
    expected, found = skin_model(model, 0, [0.5]), skin_model_fast(model, 0, np.array([0.5]))
    np.testing.assert_allclose(found.positions[0], expected.positions[0], atol=1e-6)


def test_a_part_that_stands_still_is_skinned_once(tmp_path: Path) -> None:
    """It is one row in memory, seen at every time; where a clip moves the part, every time has a row of its own."""
    model = load_model(MODELS["rigid_parts"](tmp_path))
    times = np.array([0.1, 0.4, 0.7])
    for clip in (None, 0):
        fast, reference = skin_model_fast(model, clip, times), skin_model(model, clip, times)
        for got, exact in zip(fast.positions, reference.positions, strict=True):
            assert (got.strides[0] == 0) == bool((np.ptp(exact, axis=0) == 0.0).all())
            assert np.abs(got - exact).max() < 1e-6
    assert all(p.strides[0] == 0 for p in skin_model_fast(model, None, times).positions)
    assert any(p.strides[0] != 0 for p in skin_model_fast(model, 0, times).positions)
