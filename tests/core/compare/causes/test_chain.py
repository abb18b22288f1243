"""A fault is named where it begins: at the first joint down the chain, not at the finger that it moves most."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skinning_core import model as core
from skinning_core.compare.causes.attribution import attribute
from skinning_core.compare.causes.chain import first_differing_node
from skinning_core.fast.exact_engine import skin_model
from tests.ropes import rope

JOINTS = 6
TIMES = np.array([0.0, 0.5])


@pytest.fixture(scope="module")
def model():
    return rope(core, JOINTS)


def turned_from(model, reference, joint: int, angle: float = 0.3):
    """The reference with all joints from ``joint`` on (in a chain) turned about that joint by ``angle`` radians."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    nodes = reference.node_globals.copy()
    chain = model.skins[0].joints
    about = nodes[:, chain[joint]].copy()
    for node in chain[joint:]:
        nodes[:, node] = about @ turn @ np.linalg.inv(about) @ nodes[:, node]
    inverse_bind = np.concatenate([model.skins[0].inverse_bind, np.tile([[[0, 0, 0, 1.0]]], (JOINTS, 1, 1))], axis=1)
    return dataclasses.replace(reference, node_globals=nodes, skin_palettes=((chain, nodes[:, chain] @ inverse_bind),))


@pytest.mark.parametrize("joint", range(JOINTS))
def test_the_joint_that_was_turned_is_found_not_one_below(model, joint):
    reference = skin_model(model, 0, TIMES)
    other = turned_from(model, reference, joint)
    assert first_differing_node(model, reference, other) == model.skins[0].joints[joint]
    assert first_differing_node(model, reference, dataclasses.replace(other, node_globals=None)) >= 0


def farthest(model, reference, other) -> float:
    """The farthest that one pose has a vertex from where another has it, metres."""
    places, joints = model.primitive(model.parts[0]).positions, model.primitive(model.parts[0]).influences.joints[:, 0]
    palettes = [skinned.skin_palettes[0][1][:, joints] for skinned in (reference, other)]
    ours, theirs = (np.einsum("tvij,vj->tvi", m[..., :3, :3], places) + m[..., :3, 3] for m in palettes)
    return float(np.linalg.norm(ours - theirs, axis=-1).max())


@pytest.mark.parametrize(("part", "named"), [(0.03, 4), (0.07, 1), (0.4, 1)])
def test_what_does_little_beside_the_rest_is_not_named(model, part: float, named: int):
    """A joint above the fault counts if its own turn moves something by 5 % of what the whole pose moves."""
    reference = skin_model(model, 0, TIMES)
    chain = model.skins[0].joints
    far = [farthest(model, reference, turned_from(model, reference, *turn)) for turn in ((1, 0.01), (4, 0.3))]
    both = turned_from(model, turned_from(model, reference, 4), 1, 0.01 * part * far[1] / far[0])
    assert first_differing_node(model, reference, both) == chain[named]


def test_equal_poses_have_no_such_joint(model):
    reference = skin_model(model, 0, TIMES)
    assert first_differing_node(model, reference, reference) == -1


def rounded(model, reference, units: float = 1.0):
    """The reference with every matrix of the chain off by up to so many units of float32, as an engine leaves them."""
    rng = np.random.default_rng(4)
    chain = model.skins[0].joints
    nodes = reference.node_globals.copy()
    off = rng.uniform(-1.0, 1.0, nodes[:, chain].shape) * units * 2.0**-24
    off[..., 3, :] = 0.0
    nodes[:, chain] += off
    inverse_bind = np.concatenate([model.skins[0].inverse_bind, np.tile([[[0, 0, 0, 1.0]]], (JOINTS, 1, 1))], axis=1)
    return dataclasses.replace(reference, node_globals=nodes, skin_palettes=((chain, nodes[:, chain] @ inverse_bind),))


@pytest.mark.parametrize("units", [1.0, 5.0])
def test_rounding_at_the_root_is_not_named_for_a_fault_at_the_end(model, units):
    """Of a held-out character 0.0005 % of rounding at its root was named for an edit of its head."""
    reference = skin_model(model, 0, TIMES)
    noisy = rounded(model, reference, units)
    assert first_differing_node(model, reference, noisy) == -1
    edited = turned_from(model, noisy, JOINTS - 1)
    assert first_differing_node(model, reference, edited) == model.skins[0].joints[JOINTS - 1]


@pytest.mark.parametrize("scale", [0.01, 100.0])
def test_scales_that_undo_each_other_hide_no_joint_and_name_none(scale):
    """Lengths of a joint below a scale of 100 are a hundredth of what they move."""
    straight = rope(core, JOINTS)
    sizes = straight.nodes.scale.copy()
    sizes[1], sizes[2] = scale, 1.0 / scale
    model = dataclasses.replace(straight, nodes=dataclasses.replace(straight.nodes, scale=sizes))
    reference = skin_model(model, 0, TIMES)
    for joint in (0, JOINTS - 1):
        edited = turned_from(model, rounded(model, reference), joint)
        assert first_differing_node(model, reference, edited) == model.skins[0].joints[joint]


def test_a_joint_that_moves_nothing_is_not_named(model):
    """The engine turns a joint that no weight is on: its matrix differs, no vertex does."""
    part, chain = model.parts[0], model.skins[0].joints
    primitive = model.primitive(part)
    joints = np.minimum(primitive.influences.joints, JOINTS - 2)
    free = dataclasses.replace(primitive, influences=dataclasses.replace(primitive.influences, joints=joints))
    model = dataclasses.replace(model, meshes=(dataclasses.replace(model.meshes[0], primitives=(free,)),))
    reference = skin_model(model, 0, TIMES)
    assert first_differing_node(model, reference, turned_from(model, reference, JOINTS - 1)) == -1
    assert first_differing_node(model, reference, turned_from(model, reference, JOINTS - 2)) == chain[JOINTS - 2]


def without_palette(skinned):
    """The result of an engine that knows where its bones are, but not by which matrices they move vertices."""
    joints, matrices = skinned.skin_palettes[0]
    return dataclasses.replace(skinned, skin_palettes=((joints, np.full_like(matrices, np.nan)),))


@pytest.mark.parametrize("joint", range(JOINTS))
def test_without_a_skin_palette_the_bones_tell_what_the_pose_did(model, joint):
    reference = skin_model(model, 0, TIMES)
    turned = turned_from(model, reference, joint)
    known = attribute(model, 0, reference, turned)
    assert known is not None
    assert known.pose.max_relative > 0.01
    for other in (without_palette(turned), dataclasses.replace(turned, skin_palettes=())):
        found = attribute(model, 0, reference, other)
        assert found is not None
        assert found.pose.maximum == pytest.approx(known.pose.maximum, rel=1e-9)


def test_moved_vertices_on_bones_that_stand_right_are_the_deformation(model):
    reference = skin_model(model, 0, TIMES)
    unknown = ((reference.skin_palettes[0][0], np.full_like(reference.skin_palettes[0][1], np.nan)),)
    moved = tuple(p + 0.25 for p in reference.positions)
    found = attribute(model, 0, reference, dataclasses.replace(reference, positions=moved, skin_palettes=unknown))
    assert found is not None
    assert found.pose.max_relative == 0.0
    assert found.deformation.maximum == pytest.approx(np.full(len(TIMES), 0.25 * 3**0.5))


def test_matrices_that_agree_to_rounding_are_the_same_pose(model):
    """BLAS rounds otherwise for other numbers of times; a pose in float32 is another pose."""
    reference = skin_model(model, 0, TIMES)
    joints, matrices = reference.skin_palettes[0]
    for factor, same in ((1.0 + 1e-15, True), (1.0 + 1e-7, False)):
        found = attribute(
            model, 0, reference, dataclasses.replace(reference, skin_palettes=((joints, matrices * factor),))
        )
        assert found is not None
        assert (found.pose.max_relative == 0.0) == same
