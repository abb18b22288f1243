"""Every transport read back from the GPU: against golden data, against the formula, against float32 on the CPU."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests import golden, plain
from tests.models import MODELS
from tests.ropes import diagonal, expected, expected_normals, matrices_at_rest, rope

Package = Callable[[str], ModuleType]

#: Asked of every transport, relative to the diagonal.
TOLERANCE = 1e-5
#: What float32 arithmetic in any order may differ by: this many roundings of the sum of magnitudes.
ROUNDINGS = 16

TRANSPORTS = ("arrays", "array", "ubo", "texture", "trs", "instanced")
NAMES = ("gpu", *(f"gpu:{name}" for name in TRANSPORTS), "gpu:compute")
ANY_MATRIX = tuple(name for name in NAMES if name != "gpu:trs")


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", NAMES)
def test_golden(package: Package, shared: Path, name: str) -> None:
    maker = package("addon.gpu.device.engine").MAKERS[name]
    load = package("skinning_core").load_model
    refusal = package("skinning_core.error").SkinproofError
    problems, measured, refused = [], 0, []
    for sheet in golden.sheets(shared):
        model = load(sheet.model)
        for entry in sheet.entries:
            with entry.arrays() as baked:
                try:
                    skinned = maker(model).at(entry.clip, baked["times"])
                except refusal as error:
                    assert name == "gpu:trs", error
                    assert "one scale" in str(error), error
                    refused.append(sheet.name)
                    continue
                measured += 1
                problems += _differences(entry.label, skinned, baked)
    assert not problems, "\n".join(problems)
    assert measured > 20
    assert bool(refused) == (name == "gpu:trs"), refused


def _differences(label: str, skinned: object, baked: np.lib.npyio.NpzFile) -> list[str]:
    problems = []
    for k, positions in enumerate(skinned.positions):
        error = np.linalg.norm(positions - baked[f"pos{k}"], axis=-1) / baked["diag"][:, None]
        if not (error <= TOLERANCE).all():  # NaN, a lost vertex, is not within tolerance either
            problems.append(f"{label} pos{k}: {error.max():.2e}")
        if f"nrm{k}" in baked:
            error = np.linalg.norm(skinned.normals[k] - baked[f"nrm{k}"], axis=-1)
            if not (error <= 10 * TOLERANCE).all():
                problems.append(f"{label} nrm{k}: {error.max():.2e}")
    return problems


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", ANY_MATRIX)
@pytest.mark.parametrize("influences", [1, 4, 12, 24, 28, 40])
def test_any_number_of_influences(package: Package, name: str, influences: int) -> None:
    _check_rest(package, name, 30, influences=influences)


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", NAMES)
def test_far_from_the_origin(package: Package, name: str) -> None:
    # 2,000 km away float32 steps by 12 cm, a twentieth of this rope
    _check_rest(package, name, 20, offset=(2e6, -1e6, 5e5), mesh_offset=(-3e5, 0.0, 1e5))


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", ANY_MATRIX)
def test_sheared(package: Package, name: str) -> None:
    _check_rest(package, name, 12, scale=(1.3, 0.8, 1.0))


CHOICES = (":raw", ":directions", ":raw:directions")
UNEVEN: dict[str, Any] = {"joints": 12, "scale": (1.3, 0.8, 1.0), "offset": (2e5, -1e5, 5e4)}


@cache
def _chosen(core: ModuleType, choice: str) -> tuple[np.ndarray, np.ndarray]:
    """(V, 3) positions and normals of the uneven rope under a choice."""
    model = rope(core, **UNEVEN)
    world = matrices_at_rest(model)
    normals = expected_normals(model, world, directions=":directions" in choice)
    return expected(model, world, raw=":raw" in choice), normals


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", [*ANY_MATRIX, "gpu:four"])
def test_raw_weights_and_both_rules_for_normals(package: Package, name: str) -> None:
    """The rope's weights sum to anything but one, its scales are uneven, and it stands far away."""
    model = rope(package("skinning_core.model"), **UNEVEN)
    for choice in CHOICES:
        skinned = package("addon.gpu.device.engine").MAKERS[name + choice](model).at(None, np.zeros(1))
        assert skinned.engine == name + choice
        wanted, normals = _chosen(package("skinning_core.model"), choice)
        error = np.linalg.norm(skinned.positions[0][0] - wanted, axis=-1)
        assert error.max() <= TOLERANCE * diagonal(wanted), choice
        assert np.linalg.norm(skinned.normals[0][0] - normals, axis=-1).max() <= 10 * TOLERANCE, choice


@pytest.mark.usefixtures("device")
def test_transforms_leave_both_choices_too(package: Package) -> None:
    model = rope(package("skinning_core.model"), 12, scale=(1.2, 1.2, 1.2))
    wanted = expected(model, matrices_at_rest(model), raw=True)
    skinned = package("addon.gpu.device.engine").MAKERS["gpu:trs:raw:directions"](model).at(None, np.zeros(1))
    assert np.linalg.norm(skinned.positions[0][0] - wanted, axis=-1).max() <= TOLERANCE * diagonal(wanted)


@pytest.mark.usefixtures("device")
def test_uniform_scales_are_carried_as_transforms(package: Package) -> None:
    _check_rest(package, "gpu:trs", 12, scale=(-1.1, -1.1, -1.1))


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", NAMES)
def test_morphs(package: Package, name: str) -> None:
    model = rope(package("skinning_core.model"), 8, morphs=3)
    times = np.array([0.0, 0.7, 1.0])
    got = package("addon.gpu.device.engine").MAKERS[name](model).at(0, times).positions[0]
    wanted = package("skinning_core.fast.exact_engine").skin_model(model, 0, times).positions[0]
    assert np.abs(wanted[1] - wanted[0]).max() > 0.01
    assert np.abs(got - wanted).max() <= TOLERANCE * diagonal(wanted[0])


@pytest.mark.parametrize("name", ANY_MATRIX)
def test_the_awkward_character(package: Package, device: str, tmp_path: Path, name: str) -> None:
    """Two skins, one of them mirrored; morph targets with normals; a part without a skin: against the plain reading."""
    path, times = MODELS["awkward"](tmp_path), [0.0, 0.13, 0.4]
    model = package("skinning_core").load_model(path)
    skinned = package("addon.gpu.device.engine").MAKERS[name](model).at(0, np.array(times))
    size = diagonal(np.concatenate([p[0] for p in plain.skin(path, 0, times)]))
    for got, wanted in zip(skinned.positions, plain.skin(path, 0, times), strict=True):
        assert np.linalg.norm(got - wanted, axis=-1).max() <= TOLERANCE * size
    for got, wanted in zip(skinned.normals, plain.normals(path, 0, times), strict=True):
        assert np.linalg.norm(got - wanted, axis=-1).max() <= 10 * TOLERANCE


@pytest.mark.usefixtures("device")
def test_only_the_strongest_four(package: Package) -> None:
    model = rope(package("skinning_core.model"), 30, influences=12)
    skinned = package("addon.gpu.device.engine").MAKERS["gpu:four"](model).at(None, np.zeros(1))
    primitive = model.meshes[0].primitives[0]
    weights = primitive.influences.weights.copy()
    for joints, row in zip(primitive.influences.joints.tolist(), weights, strict=True):
        totals = {joint: row[[j == joint for j in joints]].sum() for joint in joints}
        kept = sorted(totals, key=totals.__getitem__)[-4:]
        row[[j not in kept for j in joints]] = 0.0
    strongest = dataclasses.replace(primitive.influences, weights=weights)
    cut = dataclasses.replace(model.meshes[0], primitives=(dataclasses.replace(primitive, influences=strongest),))
    wanted = expected(dataclasses.replace(model, meshes=(cut,)), matrices_at_rest(model))
    error = np.linalg.norm(skinned.positions[0][0] - wanted, axis=-1)
    assert error.max() <= TOLERANCE * diagonal(wanted)
    assert "leave out up to" in skinned.notes[-1]


def _check_rest(package: Package, name: str, joints: int, **shape: Any) -> None:
    core = package("skinning_core.model")
    skinned = package("addon.gpu.device.engine").MAKERS[name](rope(core, joints, **shape)).at(None, np.zeros(1))
    wanted = _wanted(core, joints, **shape)
    error = np.linalg.norm(skinned.positions[0][0] - wanted, axis=-1)
    assert error.max() <= TOLERANCE * diagonal(wanted), skinned.notes


@cache
def _wanted(core: ModuleType, joints: int, **shape: Any) -> np.ndarray:
    """(V, 3) positions of a rope at rest, made once for all ways of carrying its matrices."""
    model = rope(core, joints, **shape)
    return expected(model, matrices_at_rest(model))


@pytest.mark.parametrize("name", TRANSPORTS)
@pytest.mark.parametrize("influences", [4, 12])
def test_within_float32_rounding_of_the_cpu(package: Package, device: str, name: str, influences: int) -> None:
    """The same numbers through float32 arithmetic of NumPy: nothing but the order of additions may differ."""
    geometry, palette, transport = _packed(package, name, influences)
    readback = package("addon.gpu.device.readback")
    limits = package("addon.gpu.device.context").query_limits()
    positions, _ = readback.scatter(transport, geometry, palette, limits)
    rows = np.ascontiguousarray(palette.skin_palette, np.float32)
    point = np.append(geometry.positions[0], np.ones((geometry.vertex_count, 1), np.float32), axis=1)
    blended = np.zeros((len(rows), geometry.vertex_count, 3, 4), np.float32)
    for k in range(geometry.joints.shape[1]):
        blended += rows[:, geometry.joints[:, k]] * geometry.weights[None, :, k, None, None]
    product = blended * point[None, :, None, :]
    cpu = (product[..., 0] + product[..., 1]) + product[..., 2] + product[..., 3]
    magnitude = _magnitude(geometry, palette, point)
    off = np.abs(positions - palette.centre[:, None] - cpu) / (np.finfo(np.float32).eps * magnitude)
    print(f"{device}, {name}: {off.max():.2f} roundings at most, {(off == 0).mean():.1%} equal bit for bit")
    assert off.max() <= ROUNDINGS


def _packed(package: Package, name: str, influences: int) -> tuple:
    model = rope(package("skinning_core.model"), 40, influences=influences, vertices=3000)
    pose = package("skinning_core.pose.clip").sample_clip(model.nodes, model.clips[0], np.linspace(0.0, 1.0, 5))
    geometry = package("addon.gpu.data.geometry").part_geometry(model, model.parts[0], pose)
    palettes = package("addon.gpu.data.palette")
    palette = palettes.part_palette(
        model, model.parts[0], geometry, package("skinning_core.pose.pose").world_matrices(pose)
    )
    return geometry, palette, package("addon.gpu.data.transport").TRANSPORTS[name]


def _magnitude(geometry: object, palette: object, point: np.ndarray) -> np.ndarray:
    """(T, V, 3) the sum without signs, with |pose| |inverse bind| for the transport that multiplies them itself."""
    bind = np.concatenate([np.abs(palette.inverse_bind), np.tile([[[0.0, 0, 0, 1]]], (palette.joint_count, 1, 1))], 1)
    rows = np.abs(palette.joint_world) @ bind
    total = np.zeros((len(rows), geometry.vertex_count, 3))
    for k in range(geometry.joints.shape[1]):
        moved = np.einsum("tvrc,vc->tvr", rows[:, geometry.joints[:, k]], np.abs(point))
        total += moved * geometry.weights[None, :, k, None]
    return total


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", ["gpu:array", "gpu:arrays"])
def test_no_advice_about_constants_reaches_the_console(package: Package, capfd, name: str) -> None:
    """Blender prints a line for each array beyond 128 bytes; its other lines are passed on."""
    package("addon.gpu.device.compile").forget_shaders()
    model = rope(package("skinning_core.model"), 7, influences=4)
    assert np.isfinite(package("addon.gpu.device.engine").MAKERS[name](model).at(None, np.zeros(1)).positions[0]).all()
    with package("addon.gpu.device.compile")._without_advice():
        os.write(2, b"Push constants have a minimum supported size of 128 bytes\nsomething else\n")
    printed = "".join(capfd.readouterr())
    assert "Push constants" not in printed
    assert "something else" in printed


@pytest.mark.usefixtures("device")
def test_vertices_are_uploaded_once(package: Package) -> None:
    """From one call to the next, and at once for all times; the result is that of a first call."""
    model = rope(package("skinning_core.model"), 9, influences=4)
    readback = package("addon.gpu.device.readback")
    for name in ("gpu:texture", "gpu:ubo", "gpu:compute"):
        subject = package("addon.gpu.device.engine").MAKERS[name](model)
        first = subject.at(0, np.linspace(0.0, 1.0, 5)).positions[0]
        buffers = {id(kept) for each in readback._uploaded for kept in each.on_device.values()}
        assert buffers
        np.testing.assert_array_equal(subject.at(0, np.linspace(0.0, 1.0, 5)).positions[0], first)
        assert buffers == {id(kept) for each in readback._uploaded for kept in each.on_device.values()}
