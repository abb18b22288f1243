"""Shares of the pose and of the deformation: of one vertex at one time, between 0 and 1, or told as none."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skinning_core import model as core
from skinning_core.compare.causes.attribution import attribute
from skinning_core.fast.exact_engine import skin_model
from tests.ropes import rope

TIMES = np.array([0.0, 0.25, 0.5])


@pytest.fixture(scope="module")
def model():
    return rope(core, 5)


@pytest.fixture(scope="module")
def reference(model):
    return skin_model(model, 0, TIMES)


def moved(reference, pose: float, deformation: float, at: int = 1):
    """All joints moved along x by ``pose``, all vertices by ``deformation`` more, at one time."""
    joints, palette = reference.skin_palettes[0]
    palette, positions, nodes = palette.copy(), reference.positions[0].copy(), reference.node_globals.copy()
    palette[at, :, 0, 3] += pose
    nodes[at, :, 0, 3] += pose
    positions[at, :, 0] += pose + deformation
    return dataclasses.replace(
        reference, positions=(positions,), skin_palettes=((joints, palette),), node_globals=nodes
    )


@pytest.mark.parametrize(
    ("pose", "deformation", "words"),
    [
        (0.3, 0.1, "75 % of it comes from the bones, 25 % from the skin (at 0.25 s)"),
        (0.2, 0.0, "the skin is right, bones are off (at 0.25 s)"),
        (0.0, 0.2, "bones are right, the skin is off (at 0.25 s)"),
        (0.2, 1e-5, "the skin is right, bones are off (at 0.25 s)"),
    ],
)
def test_shares_of_what_works_together(model, reference, pose, deformation, words):
    found = attribute(model, 0, reference, moved(reference, pose, deformation))
    assert not found.interacts
    assert found.time == 0.25
    assert found.pose_share == pytest.approx(pose / (pose + deformation))
    assert found.pose_share + found.deformation_share == pytest.approx(1.0)
    assert found.sentence == words


@pytest.mark.parametrize(("pose", "deformation"), [(1.96, -1.0), (-0.5, 0.8)])
def test_parts_that_work_against_each_other_have_no_shares(model, reference, pose, deformation):
    found = attribute(model, 0, reference, moved(reference, pose, deformation))
    assert found.interacts
    assert found.pose_share is None
    assert found.deformation_share is None
    assert "against each other" in found.sentence
    assert "%" not in found.sentence
    assert "at 0.25 s" in found.sentence


def test_nothing_that_differs_has_no_sentence(model, reference):
    found = attribute(model, 0, reference, reference)
    assert found.sentence == ""
    assert found.pose_share is None
    assert not found.interacts
