"""S7: models of rigid parts, against a naive recursion and golden data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.lessons.mesh_parts import mesh_parts, part_matrices
from skinning_core.model import Clip, Mesh, Model, Part, Primitive, Track
from tests.core.random_models import SEEDS, forest, naive_world, unit


def robot(seed: int) -> Model:
    """Six nodes, a mesh with normals on each; one clip turns one of them, another animates morph weights of another."""
    rng = np.random.default_rng(seed)
    nodes = forest(rng, 6)
    nodes.mesh[:] = np.arange(6)
    normals = rng.normal(size=(6, 4, 3))
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    meshes = tuple(
        Mesh(f"part {i}", (Primitive(4, rng.normal(size=(4, 3)), normals[i], None, None, None, None),))
        for i in range(6)
    )
    turned, morphing = rng.permutation(6)[:2]
    times = np.array([0.0, 1.0])
    clips = (
        Clip("turn", (Track(int(turned), "rotation", "LINEAR", times, unit(rng, 2)),)),
        Clip("morph", (Track(int(morphing), "weights", "LINEAR", times, np.array([[0.0], [1.0]])),)),
    )
    return Model("robot", None, nodes, meshes, (), clips, (), tuple(Part(i, i, 0, -1) for i in range(6)))


def below(model: Model, node: int) -> set[int]:
    found = {node}
    while True:
        more = {i for i, parent in enumerate(model.nodes.parents) if parent in found} - found
        if not more:
            return found
        found |= more


@given(SEEDS)
def test_a_part_moves_if_its_node_or_an_ancestor_has_a_track(seed: int) -> None:
    model = robot(seed)
    turned = model.clips[0].tracks[0].node
    parts = mesh_parts(model)
    still = set(range(6)) - below(model, turned) - {model.clips[1].tracks[0].node}
    assert {one.part for one in parts.static} == still, "a part that morphs is not static either"
    assert set(parts.moving) == set(range(6)) - still


@given(SEEDS)
def test_static_parts_are_in_model_space_already(seed: int) -> None:
    model = robot(seed)
    world = naive_world(model.nodes)
    for one in mesh_parts(model).static:
        primitive = model.meshes[one.part].primitives[0]
        matrix = world[one.part]
        expected = [(matrix @ [*p, 1.0])[:3] for p in primitive.positions]
        assert np.allclose(one.positions, expected, rtol=1e-10, atol=1e-10)
        leaning = primitive.normals @ np.linalg.inv(matrix[:3, :3])
        assert np.allclose(one.normals, leaning / np.linalg.norm(leaning, axis=1, keepdims=True), atol=1e-8)


@given(SEEDS)
def test_part_matrices_are_those_of_the_nodes(seed: int) -> None:
    """At a key of the clip the node has the key's rotation; the recursion says where everything is then."""
    model = robot(seed)
    track = model.clips[0].tracks[0]
    for time, key in zip(track.times, track.values, strict=True):
        model.nodes.rotation[track.node] = key
        matrices = part_matrices(model, range(6), 0, np.array([time]))
        assert np.allclose(matrices[0], naive_world(model.nodes)[:, :3], rtol=1e-10, atol=1e-10)


def test_an_animated_model_of_unskinned_meshes(shared: Path) -> None:
    model = load_model(shared / "models/interpolation_test/interpolation_test.gltf")
    parts = mesh_parts(model)
    assert (len(parts.static), len(parts.moving)) == (1, 9)
    for sheet in sorted((shared / "golden/interpolation_test").glob("*.npz")):
        with np.load(sheet) as golden:
            clip = None if sheet.stem == "rest" else int(sheet.stem[4:])
            matrices = part_matrices(model, parts.moving, clip, golden["times"])
            for p, k in enumerate(parts.moving):
                vertices = model.primitive(model.parts[k]).positions.astype(np.float64)
                moved = np.einsum("trc,vc->tvr", matrices[:, p, :, :3], vertices) + matrices[:, p, None, :, 3]
                assert (np.abs(moved - golden[f"pos{k}"]).max(axis=(1, 2)) < 1e-6 * golden["diag"]).all()
            for one in parts.static:
                far = np.abs(one.positions - golden[f"pos{one.part}"]).max()
                assert far < 1e-6 * golden["diag"].max()


@given(SEEDS)
def test_parts_and_the_reference_engine_agree(seed: int) -> None:
    model = robot(seed)
    times = np.array([0.0, 0.4, 1.0])
    skinned = skin_model(model, 0, times)
    parts = mesh_parts(model)
    for one in parts.static:
        assert np.allclose(skinned.positions[one.part], one.positions, atol=1e-10)
