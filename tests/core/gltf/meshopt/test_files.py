"""Whole files as gltfpack compresses them, skinned as the same file that the npm package meshoptimizer has decoded.

The expected positions are those of `tests/plain.py`, which reads the decoded file by the specification.
"""

from __future__ import annotations

import json
import struct
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.error import SkinproofError
from skinning_core.fast.exact_engine import skin_model
from tests import plain
from tests.packed import files

TIMES = [0.0, 0.3, 1.0]
#: Those that gltfpack changes least and that between them have every kind of data.
MODELS = ["sparse", "cubic", "morphs", "twelve_influences", "two_skins", "rigid_parts", "bind_shear"]
CASES = [("plain", way) for way in files.OPTIONS] + list(zip(MODELS, cycle(files.OPTIONS)))


def require_same(packed: Path, decoded: Path) -> None:
    model = load_model(packed)
    for clip in (None, *range(len(model.clips))):
        expected = plain.skin(decoded, clip, TIMES)
        ours = skin_model(model, clip, np.array(TIMES)).positions
        assert len(ours) == len(expected)
        for found, wanted in zip(ours, expected, strict=True):
            np.testing.assert_allclose(found, wanted, atol=1e-12 * max(1.0, float(np.abs(wanted).max())))
    for mesh, other in zip(model.meshes, load_model(decoded).meshes, strict=True):
        for a, b in zip(mesh.primitives, other.primitives, strict=True):
            assert (a.indices is None) == (b.indices is None)
            if a.indices is not None:
                np.testing.assert_array_equal(a.indices, b.indices)


@pytest.mark.parametrize("name", files.STORED)
def test_stored_files(name: str) -> None:
    require_same(*files.stored(name))


@pytest.mark.parametrize(("model", "way"), CASES)
def test_own_models(model: str, way: str, tmp_path: Path) -> None:
    require_same(*files.packed(model, way, tmp_path))


def rewritten(path: Path, folder: Path, change: dict) -> Path:
    """A stored file whose first compressed view says something else."""
    data = path.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + size])
    view = next(view for view in document["bufferViews"] if "extensions" in view)
    for place, value in change.items():
        target = next(iter(view["extensions"].values())) if place[0] == "x" else view
        target[place[1:]] = value
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + size :]
    out = folder / "changed.glb"
    out.write_bytes(
        struct.pack("<IIIII", 0x46546C67, 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest
    )
    return out


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"xcount": 1 << 40, " byteLength": 8 << 40}, "bytes out of compressed data are too many"),
        ({"xbuffer": 7}, "index 7 is out of range"),
        ({"xbyteLength": 1 << 30}, "its buffer at"),
        ({"xbyteOffset": 1}, r"/bufferViews/\d+/extensions/EXT_meshopt_compression"),
    ],
)
def test_a_broken_view_is_one_error_that_says_where(change: dict, what: str, tmp_path: Path) -> None:
    path = rewritten(files.stored("plain-ext")[0], tmp_path, change)
    with pytest.raises(SkinproofError, match=what):
        load_model(path)


def test_a_fallback_buffer_is_never_opened() -> None:
    """The file beside it with the uncompressed data need not be there."""
    packed, _ = files.stored("cubic-fallback")
    assert not packed.with_suffix(".fallback.bin").exists()
    load_model(packed)
