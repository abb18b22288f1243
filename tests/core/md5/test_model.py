"""An MD5 character as a model: axes, bind pose, clips; and both ways of skinning it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from examples import make_md5
from skinning_core import SkinproofError, load_model
from skinning_core.cli.main import main
from skinning_core.fast.exact_engine import skin_model
from skinning_core.md5.anim_file import read_anim_file
from skinning_core.md5.joint_space import joints_in_model_space, skin_joint_space, weight_points
from skinning_core.md5.mesh_file import read_mesh_file
from skinning_core.skin.influence import lost_weight, strongest

from .md5_text import ANIM, MESH, write

HALF = 0.5**0.5


@pytest.fixture(scope="session")
def octopus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The project's own MD5 character, freshly made."""
    return make_md5.write(tmp_path_factory.mktemp("octopus"))


def to_y_up(points: np.ndarray) -> np.ndarray:
    """(x, y, z) becomes (x, z, -y), as the design says."""
    return np.stack([points[..., 0], points[..., 2], -points[..., 1]], axis=-1)


def turned(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """v + 2 w (u x v) + 2 u x (u x v): a vector turned by a unit quaternion, the formula itself."""
    u, w = q[..., :3], q[..., 3:]
    across = np.cross(u, v)
    return v + 2 * (w * across + np.cross(u, across))


def test_axes_hierarchy_and_parts(tmp_path: Path) -> None:
    model = load_model(write(tmp_path)[0])
    assert model.name == "arm"
    assert model.nodes.names == ("root bone", "upper arm", "hand {left}", "arm")
    assert model.nodes.parents.tolist() == [-1, 0, 1, -1]
    assert model.nodes.translation[0].tolist() == [0, 1, 0]  # (0, 0, 1) of the file
    assert [(p.node, p.mesh, p.primitive, p.skin) for p in model.parts] == [(3, 0, 0, 0)]
    assert model.materials[0].name == "models/one two"


def test_bind_pose_vertices_by_hand(tmp_path: Path) -> None:
    """Joint 1 turns (x, y, z) to (z, x, y) (w < 0, so the other way round), joint 2 a quarter about X."""
    model = load_model(write(tmp_path)[0])
    root = np.array([0 + 1, 0, 1])
    mixed = 0.25 * np.array([0, 0 + 1, 1 + 1]) + 0.75 * np.array([0, 0 + 1, 2])
    hand = np.array([1 + 0.5, 0, 2])
    last = (mixed + hand) / 2  # its biases add up to 2
    primitive = model.meshes[0].primitives[0]
    np.testing.assert_allclose(primitive.positions, to_y_up(np.array([root, mixed, hand, last])), atol=1e-15)
    assert primitive.influences.joints.tolist()[3] == [0, 1, 2, 0]
    assert primitive.influences.weights.tolist()[3] == [0.25, 0.75, 1, 0]
    assert primitive.indices.tolist() == [0, 2, 1, 0, 3, 2]


def test_rest_pose_gives_the_bind_vertices_back(octopus: tuple[Path, Path]) -> None:
    model = load_model(octopus[0])
    skinned = skin_model(model, None, np.zeros(1))
    for primitive, positions in zip(model.meshes[0].primitives, skinned.positions, strict=True):
        np.testing.assert_allclose(positions[0], primitive.positions, atol=1e-12)


def test_normals_point_out_and_seams_share_them(tmp_path: Path, octopus: tuple[Path, Path]) -> None:
    eye = load_model(octopus[0]).meshes[0].primitives[1]
    left = eye.positions[:, 0] > 0
    outward = eye.positions[left] - eye.positions[left].mean(axis=0)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    assert ((outward * eye.normals[left]).sum(axis=1) > 0.7).all()
    # A square of two triangles that do not share a vertex: along the diagonal the normals agree all the same.
    mesh = MESH.replace("vert 0 ( 0 0.25 ) 0 1", "vert 0 ( 0 0.25 ) 3 1")
    primitive = load_model(write(tmp_path, mesh=mesh)[0]).meshes[0].primitives[0]
    np.testing.assert_array_equal(primitive.normals[0], primitive.normals[2])


def test_clips_beside_the_mesh_are_those_of_its_joints(tmp_path: Path) -> None:
    mesh, _ = write(tmp_path)
    (tmp_path / "other.md5anim").write_text(ANIM.replace("upper arm", "tail"))
    (tmp_path / "broken.md5anim").write_text("MD5Version 10\nnumFrames x")
    (tmp_path / "another.MD5ANIM").write_text(ANIM.replace("frameRate 10", "frameRate 24"))
    model = load_model(mesh)
    assert [clip.name for clip in model.clips] == ["another", "raise"]
    assert [(c.start, c.end) for c in model.clips] == [(0, 2 / 24), (0, 0.2)]
    assert len(model.notes) == 2  # one for the broken file, one for the weights that name different points
    assert "broken.md5anim:2" in model.notes[0]


def test_given_clips_take_the_place_of_those_beside(tmp_path: Path) -> None:
    mesh, _ = write(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    given = [elsewhere / "a b.md5anim", elsewhere / "c.md5anim"]
    for path in given:
        path.write_text(ANIM)
    model = load_model(mesh, given)
    assert [c.name for c in model.clips] == ["a b", "c"]
    assert model.clip_files == tuple(given)
    given[1].write_text(ANIM.replace("upper arm", "tail"))
    with pytest.raises(SkinproofError, match=r"c\.md5anim: joint 1 is 'tail' in the animation and 'upper arm'"):
        load_model(mesh, given)
    with pytest.raises(SkinproofError, match="no such file"):
        load_model(mesh, [elsewhere / "none.md5anim"])


def test_between_frames_positions_are_linear_and_orientations_slerped(tmp_path: Path) -> None:
    """Halfway from frame 0 (no turn) to frame 1 (a quarter turn about the file's Z): an eighth, by hand."""
    mesh, _ = write(tmp_path)
    skinned = skin_model(load_model(mesh), 0, np.array([0.05, -1.0, 9.0]))
    nodes = to_y_up(np.array([5.0, 5.0, 1.5]))
    np.testing.assert_allclose(skinned.node_globals[0, 0, :3, 3], nodes, atol=1e-14)
    # (0, 0, -x, -w) is a turn by +2 atan(x / w) about the file's Z, which is +Y of the model
    eighth = np.array([[HALF, 0, HALF], [0, 1, 0], [-HALF, 0, HALF]])
    np.testing.assert_allclose(skinned.node_globals[0, 1, :3, :3], eighth, atol=1e-12)
    np.testing.assert_allclose(skinned.node_globals[1, 0, :3, 3], to_y_up(np.array([0, 5.0, 1.0])))  # clamped
    np.testing.assert_allclose(skinned.node_globals[2, 0, :3, 3], to_y_up(np.array([20.0, 5.0, 4.0])))


@pytest.mark.parametrize("component", range(6))
def test_one_flagged_component_moves_or_turns_its_joint(tmp_path: Path, component: int) -> None:
    """Tx, Ty, Tz, Qx, Qy or Qz alone: 0, 0.3 and 0.6 over the base frame, in which the joint stands at (0, 0, 1)."""
    mesh, anim = write(tmp_path)
    words = re.sub(r"(?s)frame 0 \{.*", "", ANIM).replace("Components 5", "Components 1").replace("-1 5 0", "-1 0 0")
    frames = "".join(f"frame {k} {{\n\t{0.3 * k}\n}}\n" for k in range(3))
    anim.write_text(words.replace("0 56 2", f"0 {1 << component} 0") + frames)
    clip = load_model(mesh).clips[0]
    place, turn = np.tile([0.0, 0.0, 1.0], (3, 1)), np.zeros((3, 3))
    (place if component < 3 else turn)[:, component % 3] = [0.0, 0.3, 0.6]
    turn = np.column_stack([turn, -np.sqrt(1.0 - (turn**2).sum(axis=1))])  # w is rebuilt, and negative
    for track, values in zip((t for t in clip.tracks if t.node == 1), (place, turn), strict=True):
        values = np.column_stack([to_y_up(values[:, :3]), values[:, 3:]])
        np.testing.assert_allclose(np.broadcast_to(track.values, values.shape), values, atol=1e-15)


def test_joint_space_form_is_the_sum_of_its_weights(octopus: tuple[Path, Path]) -> None:
    """Against one vertex after the other, written out as the format defines it."""
    file, anim = read_mesh_file(octopus[0]), read_anim_file(octopus[1])
    positions, orientations = joints_in_model_space(anim)
    block = file.meshes[0]
    found = skin_joint_space(block, positions[[40]], orientations[[40]])[0]
    for vertex in range(0, len(found), 97):
        total = np.zeros(3)
        for weight in range(block.first_weight[vertex], block.first_weight[vertex] + block.weight_count[vertex]):
            joint = block.joints[weight]
            point = positions[40, joint] + turned(orientations[40, joint], block.positions[weight])
            total += block.biases[weight] * point
        np.testing.assert_allclose(found[vertex], total, atol=1e-12)


def test_both_ways_of_skinning_agree(octopus: tuple[Path, Path]) -> None:
    """Joint-space weights against bind pose and matrices, all 100 frames: within 1e-6 of the diagonal."""
    mesh, anim = octopus
    file, frames = read_mesh_file(mesh), read_anim_file(anim)
    model = load_model(mesh, [anim])
    assert len(file.joints.names) >= 30
    assert len(frames.positions) == 100
    assert max(int(block.weight_count.max()) for block in file.meshes) >= 5
    assert model.notes == ()
    skinned = skin_model(model, 0, np.arange(100) / frames.frame_rate)
    positions, orientations = joints_in_model_space(frames)
    for block, found in zip(file.meshes, skinned.positions, strict=True):
        expected = to_y_up(skin_joint_space(block, positions, orientations))
        error = np.linalg.norm(found - expected, axis=-1).max(axis=1) / skinned.diagonal
        assert error.max() < 1e-6


def test_weights_that_name_different_points_are_noted(tmp_path: Path) -> None:
    """Vertex 3 alone: both weights of vertex 1 name (0, 1, 2)."""
    (note,) = load_model(write(tmp_path)[0]).notes
    assert note.startswith("mesh 0: vertices whose weights name different points of the bind pose: 1;")


def test_weights_that_name_different_points_are_measured_and_not_judged(tmp_path: Path) -> None:
    """The figure of the note, against the reference and the format's own sum of every vertex and frame."""
    mesh, anim = write(tmp_path)
    model, frames = load_model(mesh), read_anim_file(anim)
    (block,) = read_mesh_file(mesh).meshes
    skinned = skin_model(model, 0, np.arange(len(frames.positions)) / frames.frame_rate)
    expected = to_y_up(skin_joint_space(block, *joints_in_model_space(frames)))
    error = np.linalg.norm(skinned.positions[0] - expected, axis=-1)
    joints = read_mesh_file(mesh).joints
    points = weight_points(block, joints.positions, joints.orientations)
    size = np.linalg.norm(points.max(axis=0) - points.min(axis=0))
    (reason,) = model.unjudged
    assert reason.code == "MD5_WEIGHTS_APART"
    assert f"up to {error[:, 3].max() / size:.1e} of the size" in reason.sentence
    assert error[:, 3].max() / size > 0.01
    assert main(["verify", str(mesh), "--against", "fast"]) == 3
    assert main(["verify", str(mesh), "--against", "fast", "--accept", "MD5_WEIGHTS_APART"]) == 0


def test_weights_apart_without_a_clip_are_noted_only(tmp_path: Path) -> None:
    """At rest the mean is the vertex: there is nothing that could differ."""
    model = load_model(write(tmp_path, anim=None)[0])
    assert model.unjudged == ()
    assert len(model.notes) == 1


def test_the_strongest_four_are_kept_and_renormalised() -> None:
    joints = np.array([[5, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 6]])
    weights = np.array([[0.1, 0.2, 0.15, 0.2, 0.05, 0.3], [0.5, 0.5, 0, 0, 0, 0]])
    kept, share = strongest(joints, weights)
    assert kept.tolist() == [[5, 1, 3, 2], [0, 1, 0, 0]]  # joint 5 is named twice: 0.4 of it
    np.testing.assert_allclose(share, [[0.4 / 0.95, 0.2 / 0.95, 0.2 / 0.95, 0.15 / 0.95], [0.5, 0.5, 0, 0]])
    np.testing.assert_allclose(lost_weight(joints, weights), [0.05, 0.0], atol=1e-15)
    padded, alone = strongest(joints[:, :2], weights[:, :2])
    assert padded.shape == alone.shape == (2, 4)


def test_what_the_strongest_four_cost_on_the_octopus(octopus: tuple[Path, Path]) -> None:
    """Only vertices of more than four influences lose weight; the others keep all of theirs."""
    primitive = load_model(octopus[0]).meshes[0].primitives[0]
    _, weights = strongest(primitive.influences.joints, primitive.influences.weights)
    lost = lost_weight(primitive.influences.joints, primitive.influences.weights)
    many = (primitive.influences.weights > 0).sum(axis=1) > 4
    assert many.sum() > 100
    assert (lost[many] > 0).all()
    np.testing.assert_allclose(lost[~many], 0, atol=1e-15)
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-15)
    assert (np.diff(weights, axis=1) <= 0).all()


def test_the_octopus_comes_out_the_same(octopus: tuple[Path, Path], root: Path) -> None:
    for made in octopus:
        assert made.read_bytes() == (root / "examples" / made.name).read_bytes()
