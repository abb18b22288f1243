"""The example character is what its script writes, byte for byte, and holds what an example should show."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from examples import make_character
from skinning_core import load_model
from skinning_core.check.check import check_file
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from tests.thin import thin_example


@pytest.mark.nightly
def test_the_script_writes_the_committed_file(root: Path, tmp_path: Path) -> None:
    committed = root / "examples" / "character.glb"
    assert make_character.write(tmp_path / "character.glb").read_bytes() == committed.read_bytes()


def test_the_file_holds_what_an_example_should_show(root: Path) -> None:
    """Read from the JSON alone, not through the reader under test."""
    data = (root / "examples" / "character.glb").read_bytes()
    assert len(data) < 1_000_000
    document = json.loads(data[20 : 20 + struct.unpack_from("<I", data, 12)[0]])
    assert len(document["skins"][0]["joints"]) >= 20
    assert [clip["name"] for clip in document["animations"]] == ["walk", "wave", "idle"]
    used = {sampler["interpolation"] for clip in document["animations"] for sampler in clip["samplers"]}
    assert used == {"LINEAR", "STEP", "CUBICSPLINE"}
    assert {mesh["name"]: len(mesh["primitives"]) for mesh in document["meshes"]} == {
        "dragon body": 4,
        "dragon face": 6,
        "dragon ember": 1,
    }
    assert [mesh.get("extras", {}).get("targetNames") for mesh in document["meshes"]] == [
        ["smile", "breathe"],
        ["blink", "smile"],
        None,
    ]


def test_walking_keeps_the_lower_foot_on_the_ground(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    skin = skin_model(model, 0, np.linspace(0, 1, 9)).positions[0]
    assert np.abs(skin[..., 1].min(axis=1)).max() < 0.03


def test_the_lids_stay_outside_the_eyes_while_they_close(root: Path) -> None:
    """Half way through a blink no vertex of a lid comes nearer to the eye's centre than the eye's radius."""
    model = load_model(root / "examples" / "character.glb")
    names = [model.materials[model.primitive(part).material].name for part in model.parts]
    lid, eye = (model.primitive(model.parts[names.index(n)]) for n in ("lid", "eye"))
    left = eye.positions[:, 0] > 0
    pole_distance = eye.positions[left].astype(float)
    centre = np.linalg.lstsq(np.c_[2 * pole_distance, np.ones(left.sum())], (pole_distance**2).sum(axis=1), rcond=None)[
        0
    ][:3]
    radius = np.linalg.norm(pole_distance[0] - centre)
    half = lid.positions + 0.5 * lid.morph_positions[0]
    reach = np.linalg.norm(half[lid.positions[:, 0] > 0] - centre, axis=1)
    assert reach.min() > radius * 0.995


def joints_with_weight(model: Model) -> set[int]:
    weighed = [influences for part in model.parts if (influences := model.influences(part)) is not None]
    return {int(joint) for influences in weighed for joint in np.unique(influences.joints[influences.weights > 0.0])}


def test_the_thin_one_is_the_same_character_with_fewer_vertices(root: Path) -> None:
    """What Blender's tests import instead: the same joints with weight, clips and parts; its places are the file's."""
    whole, thin = load_model(root / "examples" / "character.glb"), load_model(thin_example())
    assert thin.nodes.names == whole.nodes.names
    assert [clip.name for clip in thin.clips] == [clip.name for clip in whole.clips]
    assert thin.parts == whole.parts
    assert thin.part_starts[-1] < whole.part_starts[-1] / 10
    assert joints_with_weight(thin) == joints_with_weight(whole)
    for some, every in zip(*(skin_model(model, 0, [0.3]).positions for model in (thin, whole)), strict=True):
        assert {tuple(place) for place in some[0]} <= {tuple(place) for place in every[0]}
    assert {finding.severity for finding in check_file(thin_example())} <= {"information"}
