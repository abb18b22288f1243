"""What ``inspect`` says of extensions and how much they pack, and human bones in reports; numbers counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.check.inspect import inspect, joint_label
from skinning_core.cli.main import main
from skinning_core.gltf.packing import read_packing
from skinning_core.lessons.reorder import reorder_model
from skinning_core.model import Packing
from skinning_core.subject import SUBJECTS
from tests.core.gltf.test_variants import narrow
from tests.packed import files
from tests.subjects import beside
from tests.tiny import Tiny


def document(path: Path) -> dict:
    data = path.read_bytes()
    return json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])


def test_quantised_positions_are_half_the_size(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.primitive["attributes"]["POSITION"] = narrow(tiny, np.zeros((4, 3), "<u2"), 3)
    tiny.data["extensionsUsed"] = tiny.data["extensionsRequired"] = ["KHR_mesh_quantization"]
    model = load_model(tiny.write_glb(tmp_path / "tiny.glb"))
    assert model.packing == (Packing("KHR_mesh_quantization", 4 * 3 * 2, 4 * 3 * 4),)


def test_meshopt_by_its_buffer_views(capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = files.stored("plain-ext")
    packed = [v for v in document(path)["bufferViews"] if "EXT_meshopt_compression" in v.get("extensions", {})]
    stored = sum(view["extensions"]["EXT_meshopt_compression"]["byteLength"] for view in packed)
    plain = sum(view["byteLength"] for view in packed)
    assert Packing("EXT_meshopt_compression", stored, plain) in load_model(path).packing
    assert main(["inspect", str(path)], SUBJECTS) == 0
    out = capsys.readouterr().out
    (line,) = (line for line in out.splitlines() if "EXT_meshopt_compression" in line and "," in line)
    assert line.split()[1:] == [f"{stored:,}", f"{plain:,}", f"{plain / stored:.2f}"]
    assert any(line.split() == ["EXT_meshopt_compression", "read"] for line in out.splitlines())


def test_draco_by_its_streams() -> None:
    path, _ = files.stored("plain-edgebreaker")
    data = document(path)
    (primitive,) = data["meshes"][0]["primitives"]
    extension = primitive["extensions"]["KHR_draco_mesh_compression"]
    sizes = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
    places = [primitive["attributes"][name] for name in extension["attributes"]] + [primitive["indices"]]
    accessors = [data["accessors"][place] for place in places]
    width = {5121: 1, 5123: 2, 5125: 4, 5126: 4}
    plain = sum(a["count"] * sizes[a["type"]] * width[a["componentType"]] for a in accessors)
    stored = data["bufferViews"][extension["bufferView"]]["byteLength"]
    assert read_packing(data)[0] == Packing("KHR_draco_mesh_compression", stored, plain)


VRM = {
    "VRM": {"humanoid": {"humanBones": [{"bone": "hips", "node": 0}, {"bone": "head", "node": 1}, {"bone": 3}]}},
    "VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}, "jaw": {"node": 99}}}},
}


@pytest.mark.parametrize("version", VRM)
def test_human_bones_in_reports(version: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiny = Tiny()
    tiny.data["extensions"], tiny.data["extensionsUsed"] = {version: VRM[version]}, [version]
    path = tiny.write_glb(tmp_path / "tiny.vrm")
    model = load_model(path)
    assert dict(model.humanoid) == {0: "hips", 1: "head"}
    assert joint_label(model, 1) == "tip (head)"
    assert inspect(model).label(0) == "root (hips)"
    moved, _ = reorder_model(model)
    assert {moved.nodes.names[node]: bone for node, bone in moved.humanoid.items()} == {"root": "hips", "tip": "head"}
    assert main(["inspect", "--tree", "--vertex", "1", str(path)], SUBJECTS) == 0
    out = capsys.readouterr().out
    assert out.count("tip (head)") == 2
    assert out.count("root (hips)") == 2

    def broken(model, clip, times, **options):  # type: ignore[no-untyped-def]
        skinned = SUBJECTS["reference"](model).at(clip, times, **options)
        skinned.positions[0][:, 2] += 1.0
        return skinned

    report = tmp_path / "report.json"
    engines = beside(broken=broken)
    words = ["verify", str(path), "--clip", "bend", "--against", "broken", "--json", str(report)]
    assert main(words, engines) == 1
    assert "joint tip (head)" in capsys.readouterr().out
    worst = json.loads(report.read_text())["models"][0]["comparisons"][0]["worst"]
    assert (worst["node_name"], worst["human_bone"]) == ("tip", "head")
    assert main(["explain", str(path), "--clip", "bend", "--joint", "head"], SUBJECTS) == 0
