"""Meshes to measure on, made here: a branching body of tubes whose influences are as local as a character's.

Real characters have few distinct sets of joints (41 to 159 in the models measured for docs/performance.md), one to
two influences on most vertices, and more near the branches. ``body`` copies these proportions; ``scattered`` is the
adversary: every vertex has random joints.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from skinning_core.model import Float, Float64, Int


@dataclass(frozen=True, eq=False)
class TestMesh:
    """Positions (V, 3) float32, unit normals (V, 3) float32, joints (V, I), weights (V, I) float64 of sum 1."""

    name: str
    positions: Float
    normals: Float
    joints: Int
    weights: Float64
    joint_count: int


def skeleton_parents(joints: int) -> Int:
    """(J,) parent of each joint: a spine of up to ten joints, chains of six branching off it."""
    spine = min(max(joints // 5, 1), 10)
    parents = np.arange(joints) - 1
    for start in range(spine, joints, 6):
        parents[start] = (start // 6) % spine
    return parents


def body(vertices: int, joints: int = 41, influences: int = 4, *, seed: int = 7) -> TestMesh:
    """A body of tubes, one along each bone, vertices ring by ring."""
    rng = np.random.default_rng(seed)
    parents = skeleton_parents(joints)
    heads = np.zeros((joints, 3))
    for j in range(1, joints):
        step = rng.normal(size=3)
        heads[j] = heads[parents[j]] + 0.2 * step / np.linalg.norm(step)
    bone = np.sort(np.arange(vertices) % joints)
    inside = np.arange(vertices) - np.searchsorted(bone, bone)
    length = np.bincount(bone, minlength=joints)[bone]
    ring = max(int(np.sqrt(vertices / joints)), 1)
    along = (inside // ring + 0.5) / np.ceil(length / ring)
    angle = 2 * np.pi * (inside % ring) / ring
    axis = heads[bone] - heads[np.maximum(parents[bone], 0)]
    normals = np.stack([np.cos(angle), np.sin(angle), np.full(vertices, 0.1)], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    positions = heads[bone] + along[:, None] * axis + 0.05 * normals
    table = neighbours(parents, influences)
    # A quarter of the vertices moves rigidly, a third with two joints, the rest with three and more, near the ends.
    end = np.abs(along - 0.5) * 2.0
    count = 1 + np.searchsorted(np.r_[0.25, 0.6, np.linspace(0.8, 0.94, max(influences - 3, 1))][: influences - 1], end)
    slot = np.arange(influences)
    falloff = (1.0 + end[:, None]) ** -slot + 0.1 * rng.random((vertices, influences))
    weights = np.where(slot < count[:, None], falloff, 0.0)
    chosen = table[bone, (along > 0.5).astype(int)]
    return TestMesh(
        "body",
        positions.astype(np.float32),
        normals.astype(np.float32),
        np.where(weights > 0, chosen, 0),
        weights / weights.sum(axis=1, keepdims=True),
        joints,
    )


def neighbours(parents: Int, count: int) -> Int:
    """(J, 2, count) the joints nearest to the start and to the end of each bone, itself first."""
    joints = len(parents)
    children = [np.flatnonzero(parents == j).tolist() for j in range(joints)]
    table = np.zeros((joints, 2, count), np.intp)
    for j in range(joints):
        above = [int(parents[j])] if parents[j] >= 0 else []
        for side, towards in enumerate((above + children[j], children[j] + above)):
            found, queue, seen = [j], list(towards), {j, *towards}
            while queue:
                k = queue.pop(0)
                found.append(k)
                more = [n for n in [int(parents[k]), *children[k]] if n >= 0 and n not in seen]
                seen.update(more)
                queue += more
            table[j, side] = found[:count]
    return table


def scattered(vertices: int, joints: int = 41, influences: int = 4, *, seed: int = 7) -> TestMesh:
    """The adversary: ``influences`` random joints on every vertex, so that nearly every set of joints is its own."""
    rng = np.random.default_rng(seed)
    positions = rng.normal(size=(vertices, 3)).astype(np.float32)
    normals = positions / np.linalg.norm(positions, axis=1, keepdims=True)
    chosen = rng.integers(0, joints, (vertices, influences))
    weights = rng.random((vertices, influences)) + 0.05
    return TestMesh("scattered", positions, normals, chosen, weights / weights.sum(axis=1, keepdims=True), joints)


def skin_palettes(joints: int, frames: int = 1, *, seed: int = 3) -> Float64:
    """(F, J, 3, 4) rigid matrices: random rotations, translations of about one unit."""
    rng = np.random.default_rng(seed)
    q = np.linalg.qr(rng.normal(size=(frames, joints, 3, 3)))[0]
    q *= np.sign(np.linalg.det(q))[..., None, None]
    return np.concatenate([q, rng.normal(size=(frames, joints, 3, 1))], axis=-1)
