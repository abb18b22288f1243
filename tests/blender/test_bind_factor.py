"""Quantised characters: what all inverse bind matrices share goes into the mesh, and Blender's digits are not lost.

Expected positions: `tests/plain.py`; of stored files, from the same file decoded by the npm package meshoptimizer.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests import npm, plain
from tests.blender.module import module
from tests.blender.test_golden_blender import BAR, diagonal, largest_error
from tests.models import MODELS
from tests.packed import files
from tests.tiny import INVERSE_BIND, POSITIONS, Tiny

bpy = pytest.importorskip("bpy")

TIMES = [0.0, 0.3, 0.5, 0.77, 1.0]


def quantised(tiny: Tiny, factor: np.ndarray) -> None:
    """Integers for positions, and the (3, 4) way back to metres in the inverse bind matrices, as gltfpack does it."""
    back = np.linalg.inv(np.vstack([factor, [0, 0, 0, 1]]))
    stored = POSITIONS @ back[:3, :3].T + back[:3, 3]
    tiny.primitive["attributes"]["POSITION"] = tiny.add(np.round(stored).astype(np.float32))
    bind = [(matrix.T.astype(float) @ np.vstack([factor, [0, 0, 0, 1]])).T for matrix in INVERSE_BIND]
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(np.array(bind, np.float32).reshape(2, 16))


FACTORS = {
    "one number": np.array([[1 / 8191, 0, 0, -0.2], [0, 1 / 8191, 0, 0.3], [0, 0, 1 / 8191, 0.1]]),
    "a number per axis": np.array([[1 / 16383, 0, 0, 0], [0, 2 / 16383, 0, 0], [0, 0, 1 / 400, 0]]),
    "centimetres": np.array([[0.01, 0, 0, 0], [0, 0.01, 0, 0], [0, 0, 0.01, 0]]),
}


def blender_error(extension: str, path: Path, expected: Path) -> tuple[float, object]:
    """Largest error of Blender's positions relative to the size, over the rest and all clips; and the model."""
    model = module(extension, "skinning_core").load_model(path)
    blender = module(extension, "addon.subjects.blender").make("blender", model)
    worst = 0.0
    for clip in (None, *range(len(model.clips))):
        wanted = plain.skin(expected, clip, TIMES)
        found = blender.at(clip, np.array(TIMES)).positions
        worst = max(worst, largest_error(found, wanted, diagonal(wanted)))
    return worst, model


@pytest.mark.parametrize("name", FACTORS)
def test_a_shared_factor_costs_no_digits(extension: str, name: str, tmp_path: Path) -> None:
    tiny = Tiny()
    quantised(tiny, FACTORS[name])
    path = tiny.write_glb(tmp_path / "tiny.glb")
    error, model = blender_error(extension, path, path)
    assert error <= BAR
    part = module(extension, "addon.rig.bind_factor")
    np.testing.assert_allclose(part.bind_factors(model)[0], FACTORS[name], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", files.STORED)
def test_stored_packed_files(extension: str, name: str) -> None:
    error, _ = blender_error(extension, *files.stored(name))
    assert error <= BAR


@pytest.mark.parametrize("options", [(), ("-kn",), ("-noq",)], ids=" ".join)
@pytest.mark.parametrize("name", ["plain", "two_skins", "morphs", "bind_shear", "shear_chain"])
def test_own_models_packed_by_gltfpack(extension: str, name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    path = npm.gltfpack(MODELS[name](tmp_path), tmp_path / "packed.glb", *options)
    error, _ = blender_error(extension, path, path)
    assert error <= BAR


@pytest.mark.parametrize("options", ["", "-vp 8", "-vp 16"])
def test_a_packed_character_whose_joints_share_no_factor(
    extension: str, shared: Path, tmp_path: Path, options: str
) -> None:
    """A node of 0.01 and one of 100, as FBX has them: 1.3e-4 to 3.8e-4 of the size off if nothing is folded in."""
    source = shared / "field" / "characters" / "toon_cat.glb"
    if not source.is_file():
        pytest.skip(f"{source} is not here")
    packed = npm.gltfpack(source, tmp_path / "packed.glb", *options.split())
    for path in (source, packed):
        error, _ = blender_error(extension, path, path)
        assert error < 1e-6


@pytest.mark.parametrize("name", files.STORED)
def test_folding_the_factor_in_changes_no_position(extension: str, name: str) -> None:
    """In float64, the character that the rig is built on is the file's own."""
    path, decoded = files.stored(name)
    part = module(extension, "addon.rig.bind_factor")
    skin_model = module(extension, "skinning_core.fast.exact_engine").skin_model
    model = module(extension, "skinning_core").load_model(path)
    built = part.in_bind_space(model, part.bind_factors(model))
    for clip in (None, *range(len(model.clips))):
        wanted = plain.skin(decoded, clip, TIMES)
        found = skin_model(built, clip, np.array(TIMES)).positions
        for ours, theirs in zip(found, wanted, strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-10 * max(1.0, float(np.abs(theirs).max())))


@pytest.mark.parametrize("name", ["plain", "no_inverse_bind", "bind_shear", "odd_scales"])
def test_an_ordinary_character_keeps_the_mesh_of_its_file(extension: str, name: str, tmp_path: Path) -> None:
    part = module(extension, "addon.rig.bind_factor")
    model = module(extension, "skinning_core").load_model(MODELS[name](tmp_path))
    assert part.in_bind_space(model, part.bind_factors(model)) is model


@pytest.mark.parametrize("name", ["plain-ext", "morphs-khr"])
def test_a_packed_character_is_no_harder_for_float32(extension: str, name: str) -> None:
    """gltfpack leaves the scale of quantised positions on the mesh's own node too, where it reaches no vertex."""
    model = module(extension, "skinning_core").load_model(files.stored(name)[0])
    assert model.nodes.scale.max() > 100 or model.nodes.scale.min() < 0.01
    assert module(extension, "addon.subjects.blender").make("blender", model).at(0, np.zeros(1)).notes == ()


def test_bones_of_a_packed_character_rest_in_metres_and_need_no_helpers(extension: str) -> None:
    path, _ = files.stored("plain-ext")
    model = module(extension, "skinning_core").load_model(path)
    character = module(extension, "addon.scene.build.importer").import_model(bpy.context, model)
    armature = bpy.data.objects[character.armatures[0]]
    assert len(armature.data.bones) <= len(model.nodes)
    mesh = bpy.data.objects[character.meshes[0].object]
    assert max(mesh.dimensions) < 10.0
    assert max(bone.head_local.length for bone in armature.data.bones) < 10.0
    module(extension, "addon.scene.identity.removal").remove(character)


def test_palettes_are_those_of_the_file(extension: str) -> None:
    """What Blender's bones do to the file's own positions, quantised as they are."""
    path, _ = files.stored("plain-ext")
    model = module(extension, "skinning_core").load_model(path)
    times = np.array(TIMES)
    found = module(extension, "addon.subjects.blender").make("blender", model).at(0, times).skin_palettes[0][1]
    wanted = module(extension, "skinning_core.fast.exact_engine").skin_model(model, 0, times).skin_palettes[0][1]
    np.testing.assert_allclose(found, wanted, rtol=0, atol=3e-6 * np.abs(wanted).max())
