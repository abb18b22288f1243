"""Random forests and skins for property tests, as strategies of hypothesis. Nothing here uses the code under test."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from skinning_core.model import Clip, Influences, Mesh, Model, Nodes, Part, Primitive, Skin, Track

Array = np.ndarray
SEEDS = st.integers(0, 2**32 - 1)


def unit(rng: np.random.Generator, *shape: int) -> Array:
    """Random unit quaternions (*shape, 4)."""
    q = rng.normal(size=(*shape, 4))
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def forest(rng: np.random.Generator, count: int, *, uniform: bool = False, shuffled: bool = True) -> Nodes:
    """``count`` nodes, several roots, in an order in which parents may follow their children."""
    place = rng.permutation(count) if shuffled else np.arange(count)
    parents = np.full(count, -1, np.int32)
    for i in range(1, count):
        above = int(rng.integers(-1, i))
        parents[place[i]] = -1 if above < 0 else place[above]
    scale = rng.uniform(0.5, 1.5, (count, 1 if uniform else 3)) * np.ones(3)
    return nodes_of(parents, rng.normal(size=(count, 3)), unit(rng, count), scale)


def nodes_of(parents: Array, translation: Array, rotation: Array, scale: Array) -> Nodes:
    """Nodes with TRS and nothing else; ``order`` breadth-first, siblings ascending."""
    count = len(parents)
    order = [i for i in range(count) if parents[i] < 0]
    for node in order:
        order += [i for i in range(count) if parents[i] == node]
    return Nodes(
        names=tuple(f"node {i}" for i in range(count)),
        parents=np.asarray(parents, np.int32),
        order=np.array(order, np.intp),
        translation=translation,
        rotation=rotation,
        scale=scale,
        matrix=np.repeat(np.eye(3, 4)[None], count, axis=0),
        has_matrix=np.zeros(count, bool),
        mesh=np.full(count, -1, np.int32),
        skin=np.full(count, -1, np.int32),
        in_scene=np.ones(count, bool),
        morph_weights=tuple(np.zeros(0) for _ in range(count)),
    )


def naive_world(nodes: Nodes) -> Array:
    """(N, 4, 4) by recursion and 4x4 products, the formula as it is written in the specification (3.5.3)."""

    def local(i: int) -> Array:
        t, r, s = np.eye(4), np.eye(4), np.diag([*nodes.scale[i], 1.0])
        t[:3, 3] = nodes.translation[i]
        r[:3, :3] = turn(nodes.rotation[i])
        return t @ r @ s

    def world(i: int) -> Array:
        return local(i) if nodes.parents[i] < 0 else world(int(nodes.parents[i])) @ local(i)

    return np.array([world(i) for i in range(len(nodes))])


def turn(q: Array) -> Array:
    """(3, 3) of a unit quaternion xyzw: I + 2 w [v]x + 2 [v]x^2."""
    x, y, z, w = q
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def model(rng: np.random.Generator, joints: int = 6, vertices: int = 20, influences: int = 4) -> Model:
    """A random skinned model: a forest whose joints are all its nodes but one, which wears the mesh; one clip."""
    nodes = forest(rng, joints + 1)
    wearer = int(rng.integers(0, joints + 1))
    named = rng.permutation([i for i in range(joints + 1) if i != wearer]).astype(np.int32)
    nodes.mesh[wearer], nodes.skin[wearer] = 0, 0
    weights = rng.uniform(size=(vertices, influences))
    primitive = Primitive(
        mode=4,
        positions=rng.normal(size=(vertices, 3)),
        normals=None,
        influences=Influences(
            joints=rng.integers(0, joints, (vertices, influences)).astype(np.uint16),
            weights=weights / weights.sum(axis=1, keepdims=True),
        ),
        indices=None,
        morph_positions=None,
        morph_normals=None,
    )
    bind = rng.normal(size=(joints, 3, 4))
    times = np.array([0.0, 0.7, 1.1])
    tracks = (
        Track(int(named[0]), "rotation", "LINEAR", times, unit(rng, 3)),
        Track(int(named[1]), "translation", "STEP", times, rng.normal(size=(3, 3))),
    )
    return Model(
        name="random",
        path=Path("random.glb"),
        nodes=nodes,
        meshes=(Mesh("mesh", (primitive,)),),
        skins=(Skin("skin", named, bind),),
        clips=(Clip("clip", tracks),),
        materials=(),
        parts=(Part(wearer, 0, 0, 0),),
    )
