"""The pose stage: from a clip and a time to skin palettes."""

from __future__ import annotations

import itertools

import numpy as np

from skinning_core.fast.prepared_pose import PreparedPoses
from skinning_core.model import Clip, Nodes, Skin, Track
from skinning_core.pose.clip import sample_clip
from skinning_core.pose.pose import world_matrices
from skinning_core.skin.linear import skin_palette_of

from .meshes import skeleton_parents
from .row import Row
from .timing import medians

BATCH = 240


def rig(joints: int, keys: int = 60) -> tuple[Nodes, Skin, Clip]:
    """A branching skeleton with translation, rotation and scale tracks on every joint, as exporters write them."""
    rng = np.random.default_rng(17)
    parents = skeleton_parents(joints)
    nodes = Nodes(
        names=tuple(f"joint {j}" for j in range(joints)),
        parents=parents,
        order=np.arange(joints),
        translation=rng.normal(0, 0.2, (joints, 3)),
        rotation=np.tile([0.0, 0.0, 0.0, 1.0], (joints, 1)),
        scale=np.ones((joints, 3)),
        matrix=np.tile(np.eye(4)[:3], (joints, 1, 1)),
        has_matrix=np.zeros(joints, bool),
        mesh=np.full(joints, -1, np.int32),
        skin=np.full(joints, -1, np.int32),
        in_scene=np.ones(joints, bool),
        morph_weights=(np.zeros(0),) * joints,
    )
    times = np.arange(keys) / 30
    turned = rng.normal(size=(joints, keys, 4)) * 0.2 + [0.0, 0.0, 0.0, 1.0]
    turned /= np.linalg.norm(turned, axis=-1, keepdims=True)
    tracks = [Track(j, "rotation", "LINEAR", times, turned[j].astype(np.float32)) for j in range(joints)]
    for path, spread, middle in (("translation", 0.05, 0.0), ("scale", 0.01, 1.0)):
        values = rng.normal(middle, spread, (joints, keys, 3)).astype(np.float32)
        tracks += [Track(j, path, "LINEAR", times, values[j]) for j in range(joints)]  # type: ignore[arg-type]
    skin = Skin("skin", np.arange(joints), np.tile(np.eye(4)[:3], (joints, 1, 1)))
    return nodes, skin, Clip("clip", tuple(tracks))


def poses(joints: int, *, seconds: float) -> list[Row]:
    """Microseconds a pose: sample, local, world, skin palette; alone, in a batch, looked up, and the plain way."""
    nodes, skin, clip = rig(joints)
    stages = PreparedPoses(nodes, (skin,), (clip,))
    many = np.linspace(0.0, clip.end, BATCH)
    clock = itertools.cycle(np.linspace(0.0, clip.end, 4999).tolist())

    def plain(times: np.ndarray) -> np.ndarray:
        pose = sample_clip(nodes, clip, times)
        return skin_palette_of(world_matrices(pose), skin)

    np.testing.assert_allclose(stages.at(0, many).skin_palettes[0], plain(many), atol=1e-9)
    ways = {
        "single": lambda: stages.compute(0, np.array([next(clock)])),
        "batch of 240": lambda: stages.at(0, many),
        "looked up": lambda: stages.at(0, many[:1]),
        "plain, single": lambda: plain(many[7:8]),
    }
    found = medians(ways, seconds=seconds, rounds=7)
    found["batch of 240"] /= BATCH
    return [Row("pose", "rig", joints, 0, name, value * 1e6, "us/pose") for name, value in found.items()]
