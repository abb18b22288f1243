"""From a packed clip and times to world matrices: the pose stage of the fast engine.

Local matrices of nodes that never move are composed once. The others come straight from the sampled quaternions
without normalising them first: all nine entries of a rotation matrix are quadratic in the quaternion, so the sixteen
products q_i q_j times a constant 16 x 12 matrix give |q|^2 times the rows (r, r, r, 1). These are multiplied by rows
(sx, sy, sz, t), gathered from the state in one go, and divided by |q|^2: all on dense arrays of twelve columns, since
loops over three numbers are what NumPy is slowest at.

Shapes: N nodes, T times, m moving nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .hierarchy import Hierarchy, build_hierarchy, to_world
from .model import Clip, Float64, Int, Nodes
from .packed_clip import PackedClip, as_slice, pack_clip, sample_state
from .pose import local_matrices, rest_pose
from .transform import as_4x4

#: Local matrices of a block of times: small enough for the cache with all that leads to them, and for OpenBLAS to
#: leave its own threads alone (see ``skin/kernels.py``).
_BLOCK_BYTES = 300_000


@dataclass(frozen=True, eq=False)
class PosedClip:
    """A packed clip with all that its world matrices need."""

    packed: PackedClip
    hierarchy: Hierarchy
    still: Float64  # (N, 4, 4) local matrices; right for the nodes that never move
    columns: Int  # (m * 12,) scales and translations of the moving nodes in the flat state


def posed_clip(nodes: Nodes, clip: Clip | None) -> PosedClip:
    """Prepare a clip (None: the rest pose)."""
    packed = pack_clip(nodes, clip)
    count = packed.node_count
    still = as_4x4(local_matrices(rest_pose(nodes)))
    constant = np.flatnonzero(~nodes.has_matrix)
    still[constant, :3] = _composed(packed.rest[None], constant, _scale_and_translation(constant, count), count)[0]
    columns = _scale_and_translation(packed.moving, count)
    return PosedClip(packed, build_hierarchy(nodes.parents, nodes.order), still, columns)


def world_matrices(clip: PosedClip, times: Float64) -> tuple[Float64, tuple[Float64, ...]]:
    """(T, N, 4, 4) world matrices at (T,) seconds, and per node its morph weights (T, M)."""
    world = np.empty((len(times), *clip.still.shape))
    state = np.empty((len(times), len(clip.packed.rest)))
    moving = clip.packed.moving
    place = as_slice(moving) if len(moving) else slice(0)
    step = max(_BLOCK_BYTES // max(clip.still.nbytes, 1), 1)
    for begin in range(0, len(times), step):
        block = slice(begin, begin + step)
        state[block] = sample_state(clip.packed, times[block])
        world[block] = clip.still
        if len(moving):
            world[block, place, :3] = _composed(state[block], moving, clip.columns, clip.packed.node_count)
        to_world(clip.hierarchy, world[block])
    return world, tuple(state[:, s] for s in clip.packed.weight_slices)


def _quadratic_form() -> Float64:
    """(16, 12): from the products q_i q_j (xyzw) to |q|^2 times the three rows (r, r, r, 1) of a rotation."""
    form = np.zeros((4, 4, 3, 4))
    x, y, z, w = range(4)
    form[range(4), range(4), :, 3] = 1.0  # |q|^2
    for axis in range(3):  # 1 - 2 (the other two squares), times |q|^2
        form[range(4), range(4), axis, axis] = [1.0 if k in (axis, w) else -1.0 for k in range(4)]
    for row, column, other in ((x, y, z), (y, z, x), (z, x, y)):  # R = ... 2 (row column -+ w other)
        form[row, column, row, column] += 2.0
        form[w, other, row, column] -= 2.0
        form[row, column, column, row] += 2.0
        form[w, other, column, row] += 2.0
    return form.reshape(16, 12)


_QUADRATIC = _quadratic_form()


def _scale_and_translation(chosen: Int, count: int) -> Int:
    """(m * 12,) where the flat state of ``count`` nodes has (sx, sy, sz, t) for each row of the chosen nodes."""
    out = np.empty((len(chosen), 3, 4), np.intp)
    out[..., :3] = (3 * count + 3 * chosen[:, None] + np.arange(3))[:, None]
    out[..., 3] = 3 * chosen[:, None] + np.arange(3)
    return out.reshape(-1)


def _composed(state: Float64, chosen: Int, columns: Int, count: int) -> Float64:
    """(T, m, 3, 4) local matrices of the chosen nodes, from flat states (T, ...); columns: their scales and places."""
    rotation = state[:, 6 * count : 10 * count].reshape(-1, count, 4).take(chosen, axis=1)
    products = (rotation[..., :, None] * rotation[..., None, :]).reshape(-1, 16)
    rows = products @ _QUADRATIC
    length = rows[:, 3:4].copy()
    if not length.all():  # the zero quaternion is the identity
        lost = length[:, 0] == 0.0
        rows[lost], length[lost] = np.eye(3, 4).ravel() + [0, 0, 0, 1] * 3, 1.0
    rows *= state.take(columns, axis=1).reshape(-1, 12)
    rows /= length
    return rows.reshape(len(state), len(chosen), 3, 4)
