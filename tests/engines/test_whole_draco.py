"""Draco streams in which nothing is coded: read as Google's decoder reads them, and refused in one sentence if cut."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.engines.corpus.draco_stream import whole_stream
from skinning_core.engines.corpus.folder import made_case
from skinning_core.error import SkinproofError
from skinning_core.gltf.draco import decoded_by_dracopy
from skinning_core.gltf.whole_draco import whole_mesh
from tests.packed import files


@pytest.mark.parametrize("points", [5, 255, 256, 300])
def test_google_and_the_core_read_the_same(points: int) -> None:
    pytest.importorskip("DracoPy", reason="DracoPy is not installed")
    random = np.random.default_rng(points)
    triangles = np.concatenate([np.arange(points).repeat(3), random.integers(0, points, 30)]).reshape(-1, 3)
    columns = {
        "POSITION": random.normal(size=(points, 3)).astype("<f4"),
        "JOINTS_0": random.integers(0, 256, (points, 4)).astype("u1"),
        "JOINTS_1": random.integers(0, 65536, (points, 4)).astype("<u2"),
        "WEIGHTS_0": random.random((points, 4)).astype("<f4"),
    }
    stream = whole_stream(triangles, columns)
    ours, theirs = whole_mesh(stream), decoded_by_dracopy(stream, {})
    assert ours is not None
    assert np.array_equal(ours[0], theirs.indices)
    assert np.array_equal(ours[0], triangles.ravel())
    for id_, values in enumerate(columns.values()):
        assert np.array_equal(ours[1][id_], values)
        assert np.array_equal(theirs.attributes[id_], values)


def test_a_cut_or_damaged_stream_is_refused_and_a_coded_one_is_left_to_a_library() -> None:
    stream = whole_stream(np.array([[0, 1, 2]]), {"POSITION": np.eye(3, dtype="<f4")})
    for end in range(12, len(stream)):
        with pytest.raises(SkinproofError, match="the stream is broken"):
            whole_mesh(stream[:end])
    random = np.random.default_rng(1)
    for _ in range(2000):
        damaged = bytearray(stream)
        damaged[random.integers(8, len(stream))] = random.integers(256)
        try:
            whole_mesh(bytes(damaged))
        except SkinproofError:
            continue
    assert whole_mesh(b"DRACO") is None
    for name in files.DRACO:
        data = files.stored(name)[0].read_bytes()
        assert whole_mesh(data[data.index(b"DRACO\2\2") :]) is None


def test_the_case_is_read_bit_for_bit_without_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    case, twin = (next(case for case in CASES if case.id == name) for name in ("draco", "several-buffers"))
    for one in (case, twin):
        for name, data in made_case(one, tmp_path, proofs=False).files.items():
            (tmp_path / name).write_bytes(data)
    a, b = (load_model(tmp_path / name).meshes[0].primitives[0] for name in ("draco.glb", "several-buffers.gltf"))
    assert np.array_equal(a.positions, b.positions)
    assert np.array_equal(a.indices, b.indices)
    assert np.array_equal(a.influences.joints, b.influences.joints)
    assert np.array_equal(a.influences.weights, b.influences.weights)
