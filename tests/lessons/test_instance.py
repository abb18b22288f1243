"""S1 and S3: the rest pose of files, and a skeleton that many instances share."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.lessons.instance import Instance, in_turn, instance_skin_palette, posed_together, skeleton
from skinning_core.pose.pose import world_matrices
from skinning_core.skin.linear import skin_palette_of
from tests.core.random_models import model

ARM = skeleton(model(np.random.default_rng(4)))
CLIP = model(np.random.default_rng(4)).clips[0]


@pytest.mark.parametrize("name", ["fox", "cesium_man", "hard/h21_matrix_nodes", "hard/h01_shear_chain", "woman"])
def test_joint_matrices_at_rest_are_golden(shared: Path, name: str) -> None:
    loaded = load_model(next((shared / "models" / name).glob("*.gl*")))
    shape = skeleton(loaded)
    world = world_matrices(shape.rest)
    with np.load(shared / "golden" / name / "rest.npz") as golden:
        shown = ~np.isnan(golden["nodes"][0]).any(axis=(1, 2))
        assert np.allclose(world[shown], golden["nodes"][0, shown, :3], rtol=1e-9, atol=1e-9)
        for s, skin in enumerate(shape.skins):
            assert np.allclose(skin_palette_of(world, skin), golden[f"skin{s}_mats"][0, :, :3], rtol=1e-9, atol=1e-9)
            assert np.array_equal(skin.joints, golden[f"skin{s}_joints"])
    assert shape.names == loaded.nodes.names


def test_instances_share_one_skeleton() -> None:
    before = sys.getrefcount(ARM)
    crowd = [Instance(ARM, CLIP, offset=0.1 * i) for i in range(100)]
    assert all(one.skeleton is ARM for one in crowd)
    assert sys.getrefcount(ARM) == before + 100, "a reference each, and no copy"


def test_each_instance_plays_at_its_own_time() -> None:
    """The clip runs from 0 to 1.1 s: an instance 0.4 s ahead is now where the other is 0.4 s later, or loops."""
    late, early = Instance(ARM, CLIP), Instance(ARM, CLIP, offset=0.4)
    at_seven, at_three = np.array([0.7]), np.array([0.3])
    assert np.array_equal(instance_skin_palette(late, 0, at_seven), instance_skin_palette(early, 0, at_three))
    looped = instance_skin_palette(early, 0, np.array([0.9]))
    assert np.allclose(looped, instance_skin_palette(late, 0, np.array([0.2])), atol=1e-12)
    held = dataclasses.replace(early, looping=False)
    assert np.array_equal(
        instance_skin_palette(held, 0, np.array([0.9, 50.0]))[0], instance_skin_palette(held, 0, np.array([50.0]))[0]
    )


def test_instances_are_posed_together_as_they_are_alone() -> None:
    """Two clips, one of them at rest, several offsets, both ways beyond the end: each as it is by itself."""
    instances = (*in_turn(ARM, [CLIP, None], 5, 0.4, looping=True), Instance(ARM, CLIP, 3.0, looping=False))
    world = world_matrices(posed_together(instances, 0.3))
    for k, one in enumerate(instances):
        alone = instance_skin_palette(one, 0, np.array([0.3]))[0]
        assert np.allclose(skin_palette_of(world[k], ARM.skins[0]), alone, atol=1e-12), k


def test_placement_moves_the_whole_instance() -> None:
    aside = np.eye(3, 4)
    aside[:, 3] = [5.0, 0.0, -2.0]
    here, there = Instance(ARM, CLIP), Instance(ARM, CLIP, placement=aside)
    times = np.array([0.0, 0.5])
    moved = instance_skin_palette(there, 0, times) - instance_skin_palette(here, 0, times)
    assert np.allclose(moved[..., :3], 0.0)
    assert np.allclose(moved[..., 3], [5.0, 0.0, -2.0])


def test_without_a_clip_an_instance_rests() -> None:
    resting = instance_skin_palette(Instance(ARM), 0, np.array([0.0, 9.0]))
    world = world_matrices(ARM.rest)
    assert np.allclose(resting, skin_palette_of(world, ARM.skins[0]))
