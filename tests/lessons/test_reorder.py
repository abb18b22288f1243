"""S4: whatever the order of nodes and joints, the same vertices stand at the same places."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from skinning_core import load_model
from skinning_core.fast.engine import skin_model_fast
from skinning_core.fast.exact_engine import skin_model
from skinning_core.lessons.instance import skeleton
from skinning_core.lessons.reorder import is_parents_first, parents_first_map, reorder_model
from skinning_core.model import Mesh, Part, Skin
from skinning_core.skeleton.node_order import index_map, reorder_nodes
from tests.core.random_models import SEEDS, forest, model, naive_world
from tests.tiny import Tiny

TIMES = np.array([0.0, 0.33, 0.9, 2.0])


@given(SEEDS)
def test_maps_go_both_ways(seed: int) -> None:
    to = index_map(np.random.default_rng(seed).permutation(9))
    everyone = np.arange(9)
    assert np.array_equal(to.new_of_old[to.old_of_new], everyone)
    assert np.array_equal(to.old_of_new[to.new_of_old], everyone)


@pytest.mark.parametrize("wrong", [[0, 0, 1], [1, 2, 3], [-1, 0, 1]])
def test_what_is_no_permutation_is_refused(wrong: list[int]) -> None:
    with pytest.raises(ValueError, match="exactly once"):
        index_map(wrong)


@given(SEEDS)
def test_parents_come_first(seed: int) -> None:
    nodes = forest(np.random.default_rng(seed), 15)
    to = parents_first_map(nodes)
    arranged = reorder_nodes(nodes, to)
    assert is_parents_first(arranged)
    assert np.array_equal(arranged.order, np.arange(15)), "breadth-first is the numbering itself now"
    assert np.allclose(naive_world(arranged)[to.new_of_old], naive_world(nodes))
    assert [arranged.names[i] for i in to.new_of_old] == list(nodes.names)


@given(SEEDS)
def test_skinning_is_the_same_under_any_permutation(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = model(rng)
    nodes, joints = index_map(rng.permutation(7)), index_map(rng.permutation(6))
    after, maps = reorder_model(before, nodes, [joints])
    old, new = skin_model(before, 0, TIMES), skin_model(after, 0, TIMES)
    for k_new, k_old in enumerate(maps.parts.old_of_new):
        assert np.allclose(new.positions[k_new], old.positions[k_old], rtol=1e-12, atol=1e-12)
    assert np.allclose(new.skin_palettes[0][1][:, joints.new_of_old], old.skin_palettes[0][1], atol=1e-12)
    assert np.allclose(new.node_globals[:, nodes.new_of_old], old.node_globals, atol=1e-12)


@given(SEEDS)
def test_and_back_again(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = model(rng)
    nodes, joints = index_map(rng.permutation(7)), index_map(rng.permutation(6))
    after, _ = reorder_model(before, nodes, [joints])
    again, _ = reorder_model(after, index_map(nodes.new_of_old), [index_map(joints.new_of_old)])
    assert again.nodes.names == before.nodes.names
    assert np.array_equal(again.nodes.parents, before.nodes.parents)
    assert np.array_equal(again.skins[0].joints, before.skins[0].joints)
    assert np.array_equal(again.skins[0].inverse_bind, before.skins[0].inverse_bind)
    assert np.array_equal(
        again.meshes[0].primitives[0].influences.joints, before.meshes[0].primitives[0].influences.joints
    )
    assert [t.node for t in again.clips[0].tracks] == [t.node for t in before.clips[0].tracks]


@given(SEEDS)
def test_a_mesh_under_two_skins_is_rearranged_for_each(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = model(rng)
    other = Skin("other", before.skins[0].joints[::-1].copy(), rng.normal(size=(6, 3, 4)))
    wearer = int(before.skins[0].joints[0])
    before.nodes.mesh[wearer], before.nodes.skin[wearer] = 0, 1
    parts = sorted([*before.parts, Part(wearer, 0, 0, 1)], key=lambda part: part.node)
    before = dataclasses.replace(before, skins=(*before.skins, other), parts=tuple(parts))
    after, maps = reorder_model(before, index_map(rng.permutation(7)))
    assert len(after.meshes) == 2
    old, new = skin_model(before, 0, TIMES), skin_model(after, 0, TIMES)
    for k_new, k_old in enumerate(maps.parts.old_of_new):
        assert np.allclose(new.positions[k_new], old.positions[k_old], atol=1e-12)
        assert after.parts[k_new].mesh == after.nodes.mesh[after.parts[k_new].node]


def test_a_file_whose_joints_are_listed_children_first(tmp_path: Path) -> None:
    """The same character twice: once as it is, once with node 0 and node 1 (the child) exchanged everywhere."""
    straight = load_model(Tiny().write_glb(tmp_path / "straight.glb"))
    tiny = Tiny()
    root, tip, body = tiny.data["nodes"]
    tiny.data["nodes"] = [tip, {**root, "children": [0]}, body]
    tiny.data["skins"][0]["joints"] = [1, 0]
    for channel in tiny.data["animations"][0]["channels"]:
        channel["target"]["node"] = 1 - channel["target"]["node"]
    for scene in tiny.data.get("scenes", []):
        scene["nodes"] = [{0: 1, 1: 0}.get(n, n) for n in scene["nodes"]]
    path = tiny.write_glb(tmp_path / "backwards.glb")
    backwards = load_model(path)
    assert is_parents_first(straight.nodes)
    assert not is_parents_first(backwards.nodes)
    arranged, maps = reorder_model(backwards)
    assert is_parents_first(arranged.nodes)
    assert [arranged.nodes.names[i] for i in maps.nodes.new_of_old] == list(backwards.nodes.names)
    expected = skin_model(straight, 0, TIMES).positions[0]
    for engine in (skin_model, skin_model_fast):
        assert np.allclose(engine(backwards, 0, TIMES).positions[0], expected, atol=1e-6)
        assert np.allclose(engine(arranged, 0, TIMES).positions[0], expected, atol=1e-6)


@pytest.mark.parametrize("name", ["cesium_man", "woman", "hard/h17_two_skins_shared", "hard/h33_many_primitives"])
def test_real_models(shared: Path, name: str) -> None:
    before = load_model(next((shared / "models" / name).glob("*.gl*")))
    after, maps = reorder_model(before)
    assert is_parents_first(after.nodes)
    old, new = skin_model(before, 0, TIMES), skin_model(after, 0, TIMES)
    for k_new, k_old in enumerate(maps.parts.old_of_new):
        far = np.abs(new.positions[k_new] - old.positions[k_old]).max()
        assert far < 1e-12 * old.diagonal.max()
    assert skeleton(after).names == tuple(before.nodes.names[i] for i in maps.nodes.old_of_new)


def test_a_mesh_without_joints_is_left_alone() -> None:
    before = model(np.random.default_rng(9))
    bare = dataclasses.replace(before.meshes[0].primitives[0], influences=None)
    before = dataclasses.replace(
        before, meshes=(Mesh("bare", (bare,)),), parts=(dataclasses.replace(before.parts[0], skin=-1),)
    )
    after, _ = reorder_model(before)
    assert after.meshes[0].primitives[0] is bare
