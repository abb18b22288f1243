"""MD5 characters through the command line, without Blender: inspect, skin, verify; ``--anim``; one line on errors."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core.cli.main import main
from skinning_core.md5.anim_file import read_anim_file
from skinning_core.md5.joint_space import joints_in_model_space, skin_joint_space
from skinning_core.md5.mesh_file import read_mesh_file
from skinning_core.subject import SUBJECTS

from .md5_text import ANIM, MESH, write


def test_inspect_names_joints_and_clips(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(root / "examples" / "octopus.md5mesh")], SUBJECTS) == 0
    out = capsys.readouterr().out
    assert "61 joints" in out
    assert "octopus swim" in out


def test_skin_writes_what_the_joint_space_form_gives(root: Path, tmp_path: Path) -> None:
    """At three frames, in the layout of the golden files."""
    mesh, anim = root / "examples" / "octopus.md5mesh", root / "examples" / "octopus swim.md5anim"
    out = tmp_path / "swim.npz"
    argv = [
        "skin",
        str(mesh),
        "--anim",
        str(anim),
        "--clip",
        "octopus swim",
        "--times",
        "0,1.2,3.96",
        "--out",
        str(out),
    ]
    assert main(argv, SUBJECTS) == 0
    block, frames = read_mesh_file(mesh).meshes[0], read_anim_file(anim)
    positions, orientations = joints_in_model_space(frames)
    expected = skin_joint_space(block, positions[[0, 30, 99]], orientations[[0, 30, 99]])[..., [0, 2, 1]] * [1, 1, -1]
    with np.load(out) as arrays:
        np.testing.assert_allclose(arrays["pos0"], expected, atol=1e-6 * arrays["diag"].min())
        assert arrays["prims"].tolist() == [[61, 0, k, 0] for k in range(3)]


def test_verify_with_given_clips(tmp_path: Path) -> None:
    mesh, anim = write(tmp_path)
    other = tmp_path / "other.md5anim"
    other.write_text(ANIM.replace("frameRate 10", "frameRate 5"))
    report = tmp_path / "report.json"
    argv = ["verify", str(mesh), "--anim", str(other), "--anim", str(anim), "--against", "fast", "--json", str(report)]
    argv += ["--accept", "MD5_WEIGHTS_APART"]  # of one vertex
    assert main(argv, SUBJECTS) == 0
    text = json.dumps(json.loads(report.read_text()))
    assert text.index('"other"') < text.index('"raise"')


@pytest.mark.parametrize(
    ("mesh", "anim", "sentence"),
    [
        (MESH.replace("numverts 4", "numverts 7"), ANIM, "arm.md5mesh:13: numverts says 7, but there are 4"),
        (MESH, ANIM.replace("frame 2", "frame 7"), "raise.md5anim:37: frame 7, but numFrames is 3"),
        (MESH, ANIM.replace("upper arm", "lower arm"), "raise.md5anim: joint 1 is 'lower arm' in the animation"),
    ],
)
def test_a_broken_file_is_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mesh: str, anim: str, sentence: str
) -> None:
    mesh_path, anim_path = write(tmp_path, mesh, anim)
    assert main(["inspect", str(mesh_path), "--anim", str(anim_path)], SUBJECTS) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert len(error.strip().splitlines()) == 1
