"""The same characters as glTF-Transform rewrites them: quantised, sparse, compressed; and quantised data of every type.

Vertices keep their order. Expected: the plain file's positions, up to the step of what was quantised, and those of the
same variant as glTF-Transform has decoded it, to the last digit.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from tests import npm
from tests.models import MODELS
from tests.tiny import POSITIONS, Tiny

#: Steps of transform.mjs, and in how many bits positions are stored after them (0: as they were).
VARIANTS = {
    "quantised": (("quantize-shape",), 14),
    "sparse": (("sparse",), 0),
    "meshopt": (("meshopt",), 0),
    "quantised-meshopt": (("quantize-shape", "meshopt"), 14),
    "sparse-meshopt": (("sparse", "meshopt"), 0),
}
OWN = [("plain", variant) for variant in VARIANTS] + [("morphs", "quantised-meshopt"), ("two_skins", "sparse-meshopt")]
REAL = {
    "fox/Fox.glb": "quantised-meshopt",
    "cesium_man/cesium_man.gltf": "quantised",
    "woman/Woman.gltf": "meshopt",
    "mannequiny/mannequiny.glb": "quantised-meshopt",
    "greenman/greenman.glb": "sparse-meshopt",
    "rigged_simple/rigged_simple.gltf": "quantised-meshopt",
    "simple_skin/SimpleSkin.gltf": "sparse",
}


def positions(model: Model) -> list[tuple[np.ndarray, float]]:
    """Of every part at rest and at three times of the first clips: (T, V, 3), and the size of all."""
    out = []
    for clip in (None, *range(min(3, len(model.clips)))):
        times = np.zeros(1) if clip is None else np.linspace(model.clips[clip].start, model.clips[clip].end, 3)
        skinned = skin_model(model, clip, times)
        out += [(part, float(skinned.diagonal.max())) for part in skinned.positions]
    return out


def require_equal(source: Path, variant: str, folder: Path) -> None:
    steps, bits = VARIANTS[variant]
    changed, decoded = folder / "changed.glb", folder / "decoded.glb"
    npm.transform((source, changed, steps), (changed, decoded, ["decoded"]))
    plain, ours, theirs = (positions(load_model(path)) for path in (source, changed, decoded))
    for (before, size), (after, _), (other, _) in zip(plain, ours, theirs, strict=True):
        assert np.abs(after - other).max() <= 1e-6 * size
        assert np.abs(after - before).max() <= (2 / (2**bits - 1) if bits else 1e-6) * size


@pytest.mark.parametrize(("name", "variant"), OWN)
def test_own_models(name: str, variant: str, tmp_path: Path) -> None:
    require_equal(MODELS[name](tmp_path), variant, tmp_path)


#: Three of the real ones take half of the time, and no other way of storing: by night.
LARGE = ("woman/Woman.gltf", "mannequiny/mannequiny.glb", "greenman/greenman.glb")


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.nightly if n in LARGE else ()) for n in REAL])
def test_real_characters(name: str, shared: Path, tmp_path: Path) -> None:
    require_equal(shared / "models" / name, REAL[name], tmp_path)


def narrow(tiny: Tiny, values: np.ndarray, columns: int, **accessor: object) -> int:
    """An accessor of integers whose elements begin at multiples of four bytes, as the extension demands."""
    width = -(-columns * values.itemsize // 4) * 4 // values.itemsize
    padded = np.zeros((len(values), 4 if width > 2 else width), values.dtype)
    padded[:, :columns] = values
    index = tiny.add(padded, **accessor)
    tiny.data["accessors"][index]["type"] = f"VEC{columns}"
    tiny.data["bufferViews"][tiny.data["accessors"][index]["bufferView"]]["byteStride"] = padded[0].nbytes
    return index


@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("kind", ["i1", "u1", "<i2", "<u2"])
def test_every_type_of_quantised_data(kind: str, normalized: bool, tmp_path: Path) -> None:
    """``KHR_mesh_quantization``: positions, normals, texture coordinates and displacements."""
    tiny = Tiny()
    info = np.iinfo(kind)
    rng = np.random.default_rng(2)
    stored = {
        name: rng.integers(info.min, info.max, (len(POSITIONS), columns), endpoint=True).astype(kind)
        for name, columns in (("POSITION", 3), ("NORMAL", 3), ("TEXCOORD_0", 2), ("moved", 3), ("turned", 3))
    }
    stored["POSITION"][0] = info.min, info.max, 0
    made = {name: narrow(tiny, values, values.shape[1], normalized=normalized) for name, values in stored.items()}
    moved, turned = made.pop("moved"), made.pop("turned")
    tiny.primitive["attributes"] |= made
    tiny.primitive["targets"] = [{"POSITION": moved, "NORMAL": turned}]
    tiny.data["extensionsUsed"] = tiny.data["extensionsRequired"] = ["KHR_mesh_quantization"]
    primitive = load_model(tiny.write_glb(tmp_path / "tiny.glb")).meshes[0].primitives[0]
    assert primitive.normals is not None
    assert primitive.morph_positions is not None
    assert primitive.morph_normals is not None
    found = {
        "POSITION": primitive.positions,
        "NORMAL": primitive.normals,
        "TEXCOORD_0": primitive.texcoords[0],
        "moved": primitive.morph_positions[0],
        "turned": primitive.morph_normals[0],
    }
    for name, values in stored.items():
        expected = values.astype(float)
        if normalized:
            expected = np.maximum(expected / info.max, -1.0)
        np.testing.assert_array_equal(found[name], expected, err_msg=name)
