"""Short texts that ask for much memory: vertices that share all weights, frames that name nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from skinning_core import load_model
from skinning_core.files.limits import LimitError, Limits

_JOINTS = 'joints {\n "root" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n'


def _mesh(vertices: int, weights: int) -> str:
    """Every vertex has all weights."""
    rows = [f"vert {k} ( 0 0 ) 0 {weights}" for k in range(vertices)]
    rows = [f"numverts {vertices}", *rows, "numtris 1", "tri 0 0 1 2", f"numweights {weights}"]
    rows += [f"weight {k} 0 1 ( 1 0 0 )" for k in range(weights)]
    return "MD5Version 10\nnumJoints 1\nnumMeshes 1\n" + _JOINTS + "mesh {\n" + "\n".join(rows) + "\n}\n"


def _still(frames: int, joints: int) -> str:
    """An animation in which nothing is animated: a frame is an empty block, but a pose of all joints."""
    head = f"numFrames {frames}\nnumJoints {joints}\nframeRate 24\nnumAnimatedComponents 0\n"
    rows = "\n".join(f'"j{k}" {k - 1} 0 0' for k in range(joints))
    bounds = "( 0 0 0 ) ( 1 1 1 )\n" * frames
    base = "( 0 0 0 ) ( 0 0 0 )\n" * joints
    blocks = "".join(f"frame {k} {{ }}\n" for k in range(frames))
    return f"MD5Version 10\n{head}hierarchy {{\n{rows}\n}}\nbounds {{\n{bounds}}}\nbaseframe {{\n{base}}}\n{blocks}"


def test_vertices_that_share_all_weights(tmp_path: Path) -> None:
    path = tmp_path / "shared.md5mesh"
    path.write_text(_mesh(4_000, 4_000))
    with pytest.raises(LimitError) as caught:
        load_model(path)
    assert caught.value.code == "LIMIT_DECODED_RATIO"
    path.write_text(_mesh(100, 100))
    assert load_model(path).meshes[0].primitives[0].influences is not None


def test_frames_that_name_nothing(tmp_path: Path) -> None:
    mesh = tmp_path / "one.md5mesh"
    mesh.write_text(_mesh(3, 1))
    anim = tmp_path / "still.md5anim"
    anim.write_text(_still(3_000, 3_000))
    with pytest.raises(LimitError) as caught:
        load_model(mesh, [anim])
    assert caught.value.code == "LIMIT_DECODED_RATIO"
    assert caught.value.where == "still.md5anim"
    (note,) = load_model(mesh).notes  # beside the mesh, nobody asked for it: it is left out
    assert "--limit decoded-ratio=" in note


def test_nodes(tmp_path: Path) -> None:
    path = tmp_path / "one.md5mesh"
    path.write_text(_mesh(3, 1))
    with pytest.raises(LimitError, match="1 nodes"):
        load_model(path, limits=Limits(nodes=0))
