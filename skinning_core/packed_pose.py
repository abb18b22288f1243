"""From a packed clip and times to world matrices: the pose stage of the fast engine.

Local matrices of nodes that never move are composed once. The others come straight from the sampled quaternions
without normalising them first: all nine entries of a rotation matrix are quadratic in the quaternion, so the sixteen
products q_i q_j times a constant 16 x 10 matrix give the nine entries and |q|^2, by which they are divided.

Shapes: N nodes, T times, m moving nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .hierarchy import Hierarchy, build_hierarchy, to_world
from .model import Clip, Float64, Nodes
from .packed_clip import PackedClip, pack_clip, sample_state
from .pose import local_matrices, rest_pose
from .transform import as_4x4

#: Local matrices of a block of times: small enough for the cache with all that leads to them, and for OpenBLAS to
#: leave its own threads alone (see ``skin/kernels.py``).
_BLOCK_BYTES = 200_000


@dataclass(frozen=True, eq=False)
class PosedClip:
    """A packed clip with all that its world matrices need."""

    packed: PackedClip
    hierarchy: Hierarchy
    still: Float64  # (N, 4, 4) local matrices; right for the nodes that never move


def posed_clip(nodes: Nodes, clip: Clip | None) -> PosedClip:
    """Prepare a clip (None: the rest pose)."""
    packed = pack_clip(nodes, clip)
    count = packed.node_count
    still = as_4x4(local_matrices(rest_pose(nodes)))
    constant = np.flatnonzero(~nodes.has_matrix)
    still[constant, :3] = _composed(packed.rest[None], constant, count)[0]
    return PosedClip(packed, build_hierarchy(nodes.parents, nodes.order), still)


def world_matrices(clip: PosedClip, times: Float64) -> tuple[Float64, tuple[Float64, ...]]:
    """(T, N, 4, 4) world matrices at (T,) seconds, and per node its morph weights (T, M)."""
    world = np.empty((len(times), *clip.still.shape))
    state = np.empty((len(times), len(clip.packed.rest)))
    step = max(_BLOCK_BYTES // max(clip.still.nbytes, 1), 1)
    for begin in range(0, len(times), step):
        block = slice(begin, begin + step)
        state[block] = sample_state(clip.packed, times[block])
        world[block] = clip.still
        if len(moving := clip.packed.moving):
            world[block, moving, :3] = _composed(state[block], moving, clip.packed.node_count)
        to_world(clip.hierarchy, world[block])
    return world, tuple(state[:, s] for s in clip.packed.weight_slices)


def _quadratic_form() -> Float64:
    """(16, 10): from the products q_i q_j (xyzw) to the nine entries of |q|^2 R, row by row, and |q|^2."""
    form = np.zeros((4, 4, 10))
    x, y, z, w = range(4)
    signs = {0: (1, -1, -1, 1), 4: (-1, 1, -1, 1), 8: (-1, -1, 1, 1), 9: (1, 1, 1, 1)}
    for entry, (sx, sy, sz, sw) in signs.items():
        form[[x, y, z, w], [x, y, z, w], entry] = sx, sy, sz, sw
    for entry, a, b, c, d, sign in [
        (1, x, y, w, z, -2), (2, x, z, w, y, 2), (3, x, y, w, z, 2),
        (5, y, z, w, x, -2), (6, x, z, w, y, -2), (7, y, z, w, x, 2),
    ]:  # fmt: skip
        form[a, b, entry] += 2
        form[c, d, entry] += sign
    return form.reshape(16, 10)


_QUADRATIC = _quadratic_form()


def _composed(state: Float64, chosen: np.ndarray, count: int) -> Float64:
    """(T, m, 3, 4) local matrices of the chosen nodes, from flat states (T, ...)."""
    translation = state[:, : 3 * count].reshape(-1, count, 3).take(chosen, axis=1)
    rotation = state[:, 3 * count : 7 * count].reshape(-1, count, 4).take(chosen, axis=1)
    scale = state[:, 7 * count : 10 * count].reshape(-1, count, 3).take(chosen, axis=1)
    products = (rotation[..., :, None] * rotation[..., None, :]).reshape(-1, 16)
    entries = (products @ _QUADRATIC).reshape(*rotation.shape[:2], 10)
    length = entries[..., 9:]
    if not length.all():  # the zero quaternion is the identity
        lost = length[..., 0] == 0.0
        entries[lost] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 1]
    out = np.empty((*rotation.shape[:2], 3, 4))
    scale /= length
    np.multiply(entries[..., :9].reshape(*out.shape[:3], 3), scale[..., None, :], out=out[..., :3])
    out[..., 3] = translation
    return out
