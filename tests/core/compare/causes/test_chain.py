"""A fault is named where it begins: at the first joint down the chain, not at the finger that it moves most."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skinning_core import model as core
from skinning_core.compare.causes.attribution import attribute
from skinning_core.compare.causes.chain import first_differing_node
from skinning_core.skin.reference import skin_model
from tests.ropes import rope

JOINTS = 6
TIMES = np.array([0.0, 0.5])


@pytest.fixture(scope="module")
def model():
    return rope(core, JOINTS)


def turned_from(model, reference, joint: int):
    """The reference with all joints from ``joint`` on (in a chain) turned about that joint by 0.3 radians."""
    c, s = np.cos(0.3), np.sin(0.3)
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


def test_equal_poses_have_no_such_joint(model):
    reference = skin_model(model, 0, TIMES)
    assert first_differing_node(model, reference, reference) == -1


def without_palette(skinned):
    """The result of an engine that knows where its bones are, but not by which matrices they move vertices."""
    joints, matrices = skinned.skin_palettes[0]
    return dataclasses.replace(skinned, skin_palettes=((joints, np.full_like(matrices, np.nan)),))


@pytest.mark.parametrize("joint", range(JOINTS))
def test_without_a_skin_palette_the_bones_tell_what_the_pose_did(model, joint):
    reference = skin_model(model, 0, TIMES)
    turned = turned_from(model, reference, joint)
    known = attribute(model, 0, reference, turned)
    assert known is not None and known.pose.max_relative > 0.01
    for other in (without_palette(turned), dataclasses.replace(turned, skin_palettes=())):
        found = attribute(model, 0, reference, other)
        assert found is not None and found.pose.maximum == pytest.approx(known.pose.maximum, rel=1e-9)


def test_moved_vertices_on_bones_that_stand_right_are_the_deformation(model):
    reference = skin_model(model, 0, TIMES)
    unknown = ((reference.skin_palettes[0][0], np.full_like(reference.skin_palettes[0][1], np.nan)),)
    moved = tuple(p + 0.25 for p in reference.positions)
    found = attribute(model, 0, reference, dataclasses.replace(reference, positions=moved, skin_palettes=unknown))
    assert found is not None and found.pose.max_relative == 0.0
    assert found.deformation.maximum == pytest.approx(np.full(len(TIMES), 0.25 * 3**0.5))


def test_matrices_that_agree_to_rounding_are_the_same_pose(model):
    """BLAS rounds otherwise for other numbers of times; a pose in float32 is another pose."""
    reference = skin_model(model, 0, TIMES)
    joints, matrices = reference.skin_palettes[0]
    for factor, same in ((1.0 + 1e-15, True), (1.0 + 1e-7, False)):
        found = attribute(
            model, 0, reference, dataclasses.replace(reference, skin_palettes=((joints, matrices * factor),))
        )
        assert found is not None and (found.pose.max_relative == 0.0) == same
