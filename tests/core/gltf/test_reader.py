"""What the reader makes of every layout that the specification allows; expected values are written out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.model import TRIANGLE_STRIP
from tests.tiny import JOINTS, POSITIONS, WEIGHTS, Tiny


def _primitive(tiny: Tiny, folder: Path):  # type: ignore[no-untyped-def]
    model = load_model(tiny.write_glb(folder / "model.glb"))
    return model.primitive(model.parts[0])


@pytest.mark.parametrize(
    ("stored", "decoded"),
    [
        (np.array([[255, 0, 51, 0]], "u1"), [1.0, 0.0, 0.2, 0.0]),
        (np.array([[65535, 0, 13107, 0]], "<u2"), [1.0, 0.0, 0.2, 0.0]),
    ],
)
def test_normalised_weights(stored: np.ndarray, decoded: list[float], tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.primitive["attributes"]["WEIGHTS_0"] = tiny.add(np.repeat(stored, 4, axis=0), normalized=True)
    np.testing.assert_allclose(_primitive(tiny, tmp_path).influences.weights, [decoded] * 4, rtol=1e-15)


@pytest.mark.parametrize(
    ("stored", "normalized", "decoded"),
    [
        (np.array([[-128, -127, 127]], "i1"), True, [-1.0, -1.0, 1.0]),
        (np.array([[-32768, 0, 32767]], "<i2"), True, [-1.0, 0.0, 1.0]),
        (np.array([[-128, 5, 127]], "i1"), False, [-128.0, 5.0, 127.0]),
        (np.array([[0, 255, 51]], "u1"), True, [0.0, 1.0, 0.2]),
    ],
)
def test_quantised_positions(stored: np.ndarray, normalized: bool, decoded: list[float], tmp_path: Path) -> None:
    tiny = Tiny()
    padded = np.zeros((4, 4), stored.dtype)
    padded[:, :3] = stored
    index = tiny.add(padded, type="VEC3", normalized=normalized)
    tiny.data["bufferViews"][-1]["byteStride"] = padded.strides[0]
    tiny.primitive["attributes"]["POSITION"] = index
    np.testing.assert_allclose(_primitive(tiny, tmp_path).positions, [decoded] * 4, rtol=1e-15)


def test_interleaved_attributes(tmp_path: Path) -> None:
    tiny = Tiny()
    rows = np.zeros(4, [("position", "<f4", 3), ("joints", "u1", 4), ("weights", "<f4", 4)])
    rows["position"], rows["joints"], rows["weights"] = POSITIONS + 7, JOINTS, WEIGHTS
    tiny.add(np.frombuffer(rows.tobytes(), np.uint8))
    view = len(tiny.data["bufferViews"]) - 1
    tiny.data["bufferViews"][view]["byteStride"] = rows.itemsize
    for name, field in (("POSITION", "position"), ("JOINTS_0", "joints"), ("WEIGHTS_0", "weights")):
        accessor = tiny.data["accessors"][tiny.primitive["attributes"][name]]
        accessor |= {"bufferView": view, "byteOffset": rows.dtype.fields[field][1]}
    primitive = _primitive(tiny, tmp_path)
    np.testing.assert_array_equal(primitive.positions, POSITIONS + 7)
    np.testing.assert_array_equal(primitive.influences.joints, JOINTS)
    np.testing.assert_array_equal(primitive.influences.weights, WEIGHTS)


@pytest.mark.parametrize("over_a_view", [True, False])
def test_sparse(over_a_view: bool, tmp_path: Path) -> None:
    tiny = Tiny()
    indices, values = tiny.add(np.array([1, 3], np.uint8)), tiny.add(np.array([[9, 8, 7], [6, 5, 4]], np.float32))
    accessor = tiny.data["accessors"][tiny.primitive["attributes"]["POSITION"]]
    accessor["sparse"] = {
        "count": 2,
        "indices": {"bufferView": tiny.data["accessors"][indices]["bufferView"], "componentType": 5121},
        "values": {"bufferView": tiny.data["accessors"][values]["bufferView"]},
    }
    expected = POSITIONS.copy() if over_a_view else np.zeros((4, 3))
    if not over_a_view:
        del accessor["bufferView"]
    expected[[1, 3]] = [[9, 8, 7], [6, 5, 4]]
    np.testing.assert_array_equal(_primitive(tiny, tmp_path).positions, expected)


def test_three_influence_sets_lie_side_by_side(tmp_path: Path) -> None:
    tiny = Tiny()
    for k in (1, 2):
        tiny.primitive["attributes"][f"JOINTS_{k}"] = tiny.add(JOINTS.astype("<u2"))
        tiny.primitive["attributes"][f"WEIGHTS_{k}"] = tiny.add(WEIGHTS / (k + 1))
    primitive = _primitive(tiny, tmp_path)
    np.testing.assert_array_equal(primitive.influences.joints, np.hstack([JOINTS] * 3))
    np.testing.assert_allclose(primitive.influences.weights, np.hstack([WEIGHTS, WEIGHTS / 2, WEIGHTS / 3]), rtol=1e-7)


def test_a_stray_joint_without_weight_is_harmless(tmp_path: Path) -> None:
    tiny = Tiny()
    joints = JOINTS.copy()
    joints[0, 3] = 200
    tiny.primitive["attributes"]["JOINTS_0"] = tiny.add(joints)
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    np.testing.assert_array_equal(model.primitive(model.parts[0]).influences.joints, JOINTS)
    assert "1 joint index out of range, without weight" in model.notes[0]


def test_external_buffer_with_an_escaped_name(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["buffers"][0] = {"uri": "my%20data%20%C3%A9.bin", "byteLength": len(tiny.buffer)}
    (tmp_path / "my data é.bin").write_bytes(tiny.buffer)
    (tmp_path / "model.gltf").write_text(json.dumps(tiny.data))
    model = load_model(tmp_path / "model.gltf")
    np.testing.assert_array_equal(model.primitive(model.parts[0]).positions, POSITIONS)


def test_dense_floats_are_not_copied(tmp_path: Path) -> None:
    positions = _primitive(Tiny(), tmp_path).positions
    assert positions.dtype == np.float32
    assert not positions.flags.owndata
    assert not positions.flags.writeable


def test_matrix_nodes_and_several_scenes(tmp_path: Path) -> None:
    tiny = Tiny()
    matrix = np.arange(16, dtype=float).reshape(4, 4)
    matrix[3] = (0, 0, 0, 1)
    tiny.data["nodes"].append({"matrix": matrix.T.ravel().tolist()})
    tiny.data["nodes"].append({"mesh": 0, "skin": 0, "name": "in no scene"})
    tiny.data["scenes"].append({"nodes": [3]})
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    np.testing.assert_array_equal(model.nodes.matrix[3], matrix[:3])
    assert model.nodes.in_scene.tolist() == [True, True, True, True, False]
    assert [(p.node, p.skin) for p in model.parts] == [(2, 0)]


def test_children_before_parents(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["nodes"] = [{"name": "tip"}, {"name": "root", "children": [0]}, {"mesh": 0, "skin": 0}]
    tiny.data["scenes"] = [{"nodes": [1, 2]}]
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    assert model.nodes.parents.tolist() == [1, -1, -1]
    order = model.nodes.order.tolist()
    assert order.index(1) < order.index(0)


def test_skin_without_matrices_mesh_without_influences(tmp_path: Path) -> None:
    tiny = Tiny()
    del tiny.data["skins"][0]["inverseBindMatrices"]
    bare = {"attributes": {"POSITION": tiny.primitive["attributes"]["POSITION"]}, "mode": TRIANGLE_STRIP}
    tiny.data["meshes"][0]["primitives"].append(bare)
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    np.testing.assert_array_equal(model.skins[0].inverse_bind, np.repeat(np.eye(4)[None, :3], 2, axis=0))
    assert [p.skin for p in model.parts] == [0, -1]
    assert model.primitive(model.parts[1]).mode == TRIANGLE_STRIP
    assert model.primitive(model.parts[1]).indices is None


def test_a_normal_without_length_becomes_up(tmp_path: Path) -> None:
    tiny = Tiny()
    normals = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    tiny.primitive["attributes"]["NORMAL"] = tiny.add(normals)
    expected = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 0]]
    np.testing.assert_array_equal(_primitive(tiny, tmp_path).normals, expected)


def test_morph_targets_and_their_weights(tmp_path: Path) -> None:
    tiny = Tiny()
    moved = np.ones((4, 3), np.float32)
    tiny.primitive["targets"] = [{"POSITION": tiny.add(moved)}, {}, {"POSITION": tiny.add(moved * 2)}]
    tiny.data["meshes"][0] |= {"weights": [0.1, 0.2, 0.3], "extras": {"targetNames": ["a", "b", "c"]}}
    tiny.data["nodes"].append({"mesh": 0, "weights": [1, 0, 0]})
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    assert model.meshes[0].target_names == ("a", "b", "c")
    np.testing.assert_array_equal(model.nodes.morph_weights[2], [0.1, 0.2, 0.3])
    np.testing.assert_array_equal(model.nodes.morph_weights[3], [1, 0, 0])
    primitive = model.primitive(model.parts[0])
    np.testing.assert_array_equal(primitive.morph_positions, np.stack([moved, moved * 0, moved * 2]))


def test_channels_that_target_nothing_are_left_out(tmp_path: Path) -> None:
    tiny = Tiny()
    channels = tiny.data["animations"][0]["channels"]
    channels.append({"sampler": 0, "target": {"path": "rotation"}})
    channels.append({"sampler": 0, "target": {"path": "pointer"}})
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    assert [(t.node, t.path) for t in model.clips[0].tracks] == [(1, "rotation")]
    assert any("pointer" in note for note in model.notes)


def test_names_that_utf8_cannot_hold(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["nodes"][0]["name"] = "bad \ud800 name"
    assert load_model(tiny.write_glb(tmp_path / "model.glb")).nodes.names[0] == "bad ? name"


@pytest.mark.parametrize("interpolation", ["LINEAR", "STEP", "CUBICSPLINE"])
def test_of_equal_key_times_the_first_and_the_last_count(interpolation: str, tmp_path: Path) -> None:
    """Each on its own side, as runtimes play them; that time itself is not judged."""
    tiny = Tiny()
    values = np.arange(5 * 3, dtype=np.float32).reshape(5, 3)
    stored = np.repeat(values, 3, axis=0) if interpolation == "CUBICSPLINE" else values
    sampler = {
        "input": tiny.add(np.float32([0, 1, 1, 1, 2])),
        "output": tiny.add(stored),
        "interpolation": interpolation,
    }
    channel = {"sampler": 0, "target": {"node": 1, "path": "translation"}}
    tiny.data["animations"] = [{"samplers": [sampler], "channels": [channel]}]
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    (track,) = model.clips[0].tracks
    np.testing.assert_allclose(track.times, [0, 1, 1, 2], rtol=0, atol=2e-9)
    assert (np.diff(track.times) > 0.0).all()
    np.testing.assert_array_equal(track.values, values[[0, 1, 3, 4]])
    (reason,) = model.unjudged
    assert (reason.code, reason.pointer) == ("KEYS_TOGETHER", "/animations/0/samplers/0/input")
    assert reason.sentence.startswith("2 keys are")


def test_a_primitive_without_positions_is_skipped(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["meshes"][0]["primitives"].insert(0, {"attributes": {}})
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    (part,) = model.parts
    assert part.primitive == 1
    np.testing.assert_array_equal(model.primitive(part).positions, POSITIONS)
    assert model.notes[0].startswith("/meshes/0/primitives/0: the primitive has no POSITION")


def test_a_mesh_that_no_node_draws_is_read(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["meshes"].append(tiny.data["meshes"][0])
    model = load_model(tiny.write_glb(tmp_path / "model.glb"))
    assert [part.mesh for part in model.parts] == [0]
    np.testing.assert_array_equal(model.meshes[1].primitives[0].positions, POSITIONS)


def test_a_vrm_is_a_glb(tmp_path: Path) -> None:
    assert len(load_model(Tiny().write_glb(tmp_path / "model.vrm")).parts) == 1
