"""A file in another order: whatever it holds, the same vertices stand at the same places; maps say which is which."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model, skin_model
from skinning_core.cli.main import execute, parse_arguments
from skinning_core.gltf.container import glb_bytes
from skinning_core.lessons.file_buffer import file_document
from skinning_core.lessons.reorder import Reordering, is_parents_first
from skinning_core.lessons.reordered_file import reorder_file
from skinning_core.skeleton.node_order import index_map
from skinning_core.subject import SUBJECTS
from tests import golden
from tests.models import MODELS
from tests.tiny import JOINTS, POSITIONS, Tiny

PACKED = sorted((Path(__file__).parents[1] / "packed").glob("*.glb"))


def require_same(before: Path, after: Path, maps: Reordering) -> None:
    """The parts of both files stand at the same places at rest and through their clips."""
    old, new = load_model(before), load_model(after)
    for k, name in enumerate(old.nodes.names):  # a node without a name is called by its number
        assert new.nodes.names[maps.nodes.new_of_old[k]] == name or name == f"node {k}"
    assert not new.unjudged or old.unjudged
    for clip in (None, *range(len(old.clips))):
        played = old.clip(clip)
        times = np.linspace(played.start, played.end, 2) if played else np.zeros(1)
        expected, given = skin_model(old, clip, times), skin_model(new, clip, times)
        for k, positions in enumerate(given.positions):
            old_k = int(maps.parts.old_of_new[k])
            scale = np.abs(expected.positions[old_k]).max(initial=1.0)
            assert np.abs(positions - expected.positions[old_k]).max(initial=0.0) <= 1e-13 * scale


@pytest.mark.parametrize("name", MODELS)
def test_own_models(name: str, tmp_path: Path) -> None:
    before = MODELS[name](tmp_path)
    done = reorder_file(before)
    (tmp_path / "after.glb").write_bytes(done.data)
    require_same(before, tmp_path / "after.glb", done.maps)
    assert is_parents_first(load_model(tmp_path / "after.glb").nodes)


@pytest.mark.parametrize("before", PACKED, ids=lambda path: path.stem)
def test_compressed_files(before: Path, tmp_path: Path) -> None:
    if b"KHR_draco_mesh_compression" in before.read_bytes():
        pytest.importorskip("DracoPy", reason="DracoPy is not installed (the extra skinproof[draco])")
    count = len(load_model(before).nodes)
    done = reorder_file(before, index_map(np.random.default_rng(3).permutation(count)))
    (tmp_path / "after.glb").write_bytes(done.data)
    require_same(before, tmp_path / "after.glb", done.maps)


def test_shared_models(shared: Path, tmp_path: Path) -> None:
    """Every model of the golden data in a random order."""
    for sheet in golden.sheets(shared):
        order = np.random.default_rng(1).permutation(len(load_model(sheet.model).nodes))
        done = reorder_file(sheet.model, index_map(order))
        (tmp_path / "after.glb").write_bytes(done.data)
        require_same(sheet.model, tmp_path / "after.glb", done.maps)


def children_first(folder: Path) -> Path:
    """The smallest character with its tip before its root, its joints in that order, and a pointer to a node."""
    tiny = Tiny()
    root, tip, body = tiny.data["nodes"]
    root["children"] = [0]
    tiny.data["nodes"] = [tip, root, body]
    tiny.data["scenes"] = [{"nodes": [1, 2]}]
    tiny.data["skins"][0] |= {"joints": [0, 1], "skeleton": 1}
    inverse_bind = np.array([np.eye(4), np.eye(4)], np.float32)
    inverse_bind[0, 3, 1] = -1.0
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(inverse_bind.reshape(2, 16))
    tiny.primitive["attributes"]["JOINTS_0"] = tiny.add(np.array([1, 0, 0, 0], np.uint8)[JOINTS])
    pointer = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/0/rotation"}}}
    tiny.data["animations"][0]["channels"][0]["target"] = pointer
    tiny.data["extensionsUsed"] = ["KHR_animation_pointer"]
    return tiny.write_gltf(folder / "children.gltf")


def run(*words: str) -> int:
    args = parse_arguments(["reorder", *words])
    assert not isinstance(args, int)
    return execute(args, SUBJECTS)


def parts_of(path: Path) -> tuple[dict, bytes]:
    document, binary = file_document(path)
    return document, bytes(binary or b"")


def test_parents_come_first_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = children_first(tmp_path), tmp_path / "after.glb"
    assert run(str(before), "--out", str(after), "--json", str(tmp_path / "maps.json")) == 0
    assert "not all parents came first" in capsys.readouterr().out
    new = load_model(after)
    assert new.nodes.names == ("root", "body", "tip")
    assert new.nodes.parents.tolist() == [-1, -1, 0]
    assert new.skins[0].joints.tolist() == [0, 2]
    assert new.skins[0].skeleton == 0
    assert new.skins[0].inverse_bind[:, 1, 3].tolist() == [0.0, -1.0]
    assert new.clips[0].tracks[0].node == 2
    assert new.primitive(new.parts[0]).influences.joints.tolist() == JOINTS.tolist()
    assert np.array_equal(new.primitive(new.parts[0]).positions, POSITIONS)
    maps = json.loads((tmp_path / "maps.json").read_text())
    assert maps["nodes"] == {"old_of_new": [1, 2, 0], "new_of_old": [2, 0, 1]}
    assert maps["skins"] == [{"old_of_new": [1, 0], "new_of_old": [1, 0]}]
    require_same(before, after, reorder_file(before).maps)


def test_an_order_may_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after, order = children_first(tmp_path), tmp_path / "after.glb", tmp_path / "order.txt"
    order.write_text("body\n0\nroot\n")
    assert run(str(before), "--order", str(order), "--out", str(after)) == 0
    assert load_model(after).nodes.names == ("body", "tip", "root")
    for text, sentence in (("body\n0\n", "'root' is missing"), ("body\nhead\n", "no node is called 'head'")):
        order.write_text(text)
        capsys.readouterr()
        assert run(str(before), "--order", str(order), "--out", str(after)) == 2
        assert sentence in capsys.readouterr().err


def test_what_cannot_be_reordered_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiny = Tiny()
    tiny.data["extensionsUsed"] = ["VRMC_vrm"]
    with pytest.raises(SkinproofError, match="VRMC_vrm may name nodes by number"):
        reorder_file(tiny.write_glb(tmp_path / "human.glb"))
    before = children_first(tmp_path)
    assert run(str(before), "--out", str(tmp_path / "after.gltf")) == 2
    assert run(str(before), "--out", str(before)) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_what_a_broken_clip_names_stays_as_it_is(tmp_path: Path) -> None:
    """Such a clip is not read; its nodes are not there, and a buffer that is not there cannot be written."""
    before = children_first(tmp_path)
    document, binary = parts_of(before)
    channel = {"sampler": 0, "target": {"node": 7, "path": "rotation"}}
    document["animations"].append({"samplers": document["animations"][0]["samplers"], "channels": [channel]})
    document["skins"][0]["skeleton"] = 9
    before.write_bytes(glb_bytes(json.dumps(document).encode(), binary))
    (tmp_path / "after.glb").write_bytes(reorder_file(before).data)
    after, _ = parts_of(tmp_path / "after.glb")
    assert after["animations"][-1]["channels"][0]["target"]["node"] == 7
    assert after["skins"][0]["skeleton"] == 9
    document["bufferViews"].append({"buffer": 3, "byteLength": 4})
    before.write_bytes(glb_bytes(json.dumps(document).encode(), binary))
    with pytest.raises(SkinproofError, match="buffer 3 is not there"):
        reorder_file(before)


def test_whole_numbers_may_have_a_point(tmp_path: Path) -> None:
    """The reader takes 1.0 and -0.0 for indices, as JSON has one kind of number."""

    def with_points(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: with_points(each) for name, each in value.items()}
        return [with_points(each) for each in value] if isinstance(value, list) else pointed(value)

    def pointed(value: Any) -> Any:
        return (float(value) or -0.0) if type(value) is int else value

    before = children_first(tmp_path)
    document, binary = parts_of(before)
    before.write_bytes(glb_bytes(json.dumps(with_points(document)).encode(), binary))
    done = reorder_file(before)
    (tmp_path / "after.glb").write_bytes(done.data)
    require_same(before, tmp_path / "after.glb", done.maps)


def test_half_a_surrogate_pair_in_a_name_is_kept(tmp_path: Path) -> None:
    """JSON can write it as an escape, which no UTF-8 has."""
    before = children_first(tmp_path)
    document, binary = parts_of(before)
    document["nodes"][0]["name"] = "Arm \ud800"
    before.write_bytes(glb_bytes(json.dumps(document).encode(), binary))
    after = tmp_path / "after.glb"
    after.write_bytes(reorder_file(before).data)
    assert "Arm \ud800" in [node.get("name") for node in parts_of(after)[0]["nodes"]]


@pytest.mark.parametrize(("largest", "component"), [(255, 5121), (256, 5123)])
def test_joints_are_bytes_as_long_as_all_fit(largest: int, component: int, tmp_path: Path) -> None:
    """Joints in the opposite order: what followed the first one follows the last one afterwards."""
    tiny, count = Tiny(), largest + 1
    more = range(3, count + 1)
    tiny.data["nodes"] += [{"name": f"more {k}"} for k in more]
    tiny.data["nodes"][0]["children"] += more
    matrices = np.tile(np.eye(4, dtype=np.float32).ravel(), (count, 1))
    tiny.data["skins"] = [{"joints": [*reversed(more), 1, 0], "inverseBindMatrices": tiny.add(matrices)}]
    before = tiny.write_glb(tmp_path / "many.glb")
    done = reorder_file(before)
    (tmp_path / "after.glb").write_bytes(done.data)
    require_same(before, tmp_path / "after.glb", done.maps)
    document = json.loads(done.data[20 : 20 + int.from_bytes(done.data[12:16], "little")])
    block = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"]]
    assert block["componentType"] == component
    after = load_model(tmp_path / "after.glb")
    assert after.primitive(after.parts[0]).influences.joints.max() == largest


def test_a_mesh_of_two_skins_keeps_its_joints(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["skins"].append({"joints": [1, 0]})
    tiny.data["nodes"].append({"mesh": 0, "skin": 1})
    tiny.data["scenes"][0]["nodes"].append(3)
    before = tiny.write_glb(tmp_path / "two.glb")
    done = reorder_file(before)
    assert done.notes == ("joints of skin [1] keep their order: mesh 0 is used with several skins",)
    (tmp_path / "after.glb").write_bytes(done.data)
    require_same(before, tmp_path / "after.glb", done.maps)
