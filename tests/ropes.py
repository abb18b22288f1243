"""Models made for the GPU tests, and what the textbook formula makes of them in float64.

A rope is a chain of joints with a cloud of vertices around it. ``expected`` is a plain reading of the formula, vertex
by vertex with 4x4 matrices; nothing of the code under test computes it.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np


def rope(
    core: ModuleType,
    joints: int,
    *,
    influences: int = 4,
    vertices: int = 400,
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0),
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0),
    mesh_offset: tuple[float, float, float] = (0.0, 0.0, 0.0),
    morphs: int = 0,
) -> object:
    """A ``Model`` of the package under test (``core``: its module skinning_core.model).

    ``scale``: of every second joint (uneven ones make shear down the chain). ``offset``: where the root stands, in
    metres. ``mesh_offset``: how far the mesh was modelled from the origin.
    """
    rng = np.random.default_rng(1)
    nodes = _nodes(core, rng, joints, scale, offset, morphs)
    bind = np.zeros((joints, 3, 4))
    bind[:, range(3), range(3)] = 1.0
    bind[:, 1, 3] = -0.1 * np.arange(joints)
    bind[:, :, 3] -= np.asarray(mesh_offset)
    own = rng.integers(0, joints, vertices)
    positions = rng.normal(0.0, 0.2, (vertices, 3)) + mesh_offset
    positions[:, 1] += 0.1 * own
    normals = rng.normal(size=(vertices, 3))
    weights = rng.random((vertices, influences)) + 0.01
    primitive = core.Primitive(
        mode=core.POINTS,
        positions=positions,
        normals=normals / np.linalg.norm(normals, axis=1, keepdims=True),
        influences=core.Influences(
            joints=(own[:, None] + rng.integers(-3, 4, (vertices, influences))).clip(0, joints - 1),
            weights=weights,
        ),
        indices=None,
        morph_positions=rng.normal(0.0, 0.1, (morphs, vertices, 3)) if morphs else None,
        morph_normals=None,
    )
    return core.Model(
        name="rope",
        path=None,
        nodes=nodes,
        meshes=(core.Mesh("rope", (primitive,)),),
        skins=(core.Skin("rope", np.arange(joints, dtype=np.int32), bind),),
        clips=(_clip(core, rng, joints, morphs),),
        materials=(),
        parts=(core.Part(node=joints, mesh=0, primitive=0, skin=0),),
    )


def _nodes(core: ModuleType, rng: np.random.Generator, joints: int, scale: tuple, offset: tuple, morphs: int) -> object:
    count = joints + 1  # the last node wears the mesh
    translation = np.zeros((count, 3))
    translation[1:joints, 1] = 0.1
    translation[0] = offset
    turned = rng.normal([0.0, 0.0, 0.0, 1.0], 0.02, (count, 4))
    sizes = np.ones((count, 3))
    sizes[2:joints:2] = scale
    identity = np.zeros((count, 3, 4))
    identity[:, range(3), range(3)] = 1.0
    parents = np.arange(-1, joints, dtype=np.int32)
    parents[joints] = -1
    return core.Nodes(
        names=tuple(f"joint {i}" for i in range(count)),
        parents=parents,
        order=np.array([0, joints, *range(1, joints)]),
        translation=translation,
        rotation=turned / np.linalg.norm(turned, axis=1, keepdims=True),
        scale=sizes,
        matrix=identity,
        has_matrix=np.zeros(count, bool),
        mesh=np.where(np.arange(count) == joints, 0, -1).astype(np.int32),
        skin=np.where(np.arange(count) == joints, 0, -1).astype(np.int32),
        in_scene=np.ones(count, bool),
        morph_weights=(np.zeros(0),) * joints + (np.zeros(morphs),),
    )


def _clip(core: ModuleType, rng: np.random.Generator, joints: int, morphs: int) -> object:
    times = np.array([0.0, 1.0])
    tracks = []
    for node in range(0, joints, max(1, joints // 20)):
        turned = rng.normal([0.0, 0.0, 0.0, 1.0], 0.1, (2, 4))
        turned /= np.linalg.norm(turned, axis=1, keepdims=True)
        tracks.append(core.Track(node, "rotation", "LINEAR", times, turned))
    if morphs:
        tracks.append(core.Track(joints, "weights", "LINEAR", times, rng.random((2, morphs))))
    return core.Clip("sway", tuple(tracks))


def matrices_at_rest(model: object) -> np.ndarray:
    """(N, 4, 4) world matrices of the rest pose, by recursion along the chain."""
    nodes = model.nodes
    world = np.zeros((len(nodes.names), 4, 4))
    for node in nodes.order:
        local = np.eye(4)
        local[:3, :3] = _rotation(nodes.rotation[node]) @ np.diag(nodes.scale[node])
        local[:3, 3] = nodes.translation[node]
        parent = nodes.parents[node]
        world[node] = local if parent < 0 else world[parent] @ local
    return world


def _rotation(q: np.ndarray) -> np.ndarray:
    x, y, z, w = q
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2.0 * w * cross + 2.0 * cross @ cross


def expected(
    model: object, world: np.ndarray, weights_of_morphs: np.ndarray | None = None, *, raw: bool = False
) -> np.ndarray:
    """(V, 3) positions: sum of w_i * world_i * inverse_bind_i * p, for the only part of a rope; ``raw``: as stored."""
    primitive, skin = model.meshes[0].primitives[0], model.skins[0]
    positions = primitive.positions
    if weights_of_morphs is not None:
        positions = positions + sum(w * d for w, d in zip(weights_of_morphs, primitive.morph_positions, strict=True))
    out = np.zeros((len(positions), 3))
    for v, point in enumerate(positions):
        weights = primitive.influences.weights[v] / (1.0 if raw else primitive.influences.weights[v].sum())
        for joint, weight in zip(primitive.influences.joints[v], weights, strict=True):
            matrix = world[skin.joints[joint], :3]
            in_joint = skin.inverse_bind[joint] @ [*point, 1.0]
            out[v] += weight * (matrix[:, :3] @ in_joint + matrix[:, 3])
    return out


def expected_normals(model: object, world: np.ndarray, *, directions: bool) -> np.ndarray:
    """(V, 3) unit normals at rest: the blended matrix times the normal, or its inverse transpose times the normal."""
    primitive, skin = model.meshes[0].primitives[0], model.skins[0]
    out = np.zeros((len(primitive.normals), 3))
    for v, normal in enumerate(primitive.normals):
        blended = np.zeros((3, 3))
        for joint, weight in zip(primitive.influences.joints[v], primitive.influences.weights[v], strict=True):
            blended += weight * (world[skin.joints[joint], :3, :3] @ skin.inverse_bind[joint][:, :3])
        turned = (blended if directions else np.linalg.inv(blended).T) @ normal
        out[v] = turned / np.linalg.norm(turned)
    return out


def diagonal(points: np.ndarray) -> float:
    """Of the bounding box of (V, 3) points."""
    return float(np.linalg.norm(np.ptp(points, axis=0)))
