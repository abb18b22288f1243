"""From a packed clip and times to world matrices: the pose stage of the fast engine.

Nodes are ordered by level, so hierarchy and tracks touch whole ranges (``hierarchy.py``). Still local matrices are
composed once. The others come from quaternions without normalising them first. A rotation matrix is quadratic in its
quaternion: the sixteen products q_i q_j times a constant 16 x 12 matrix give |q|^2 times the rows (r, r, r, 1). These
are multiplied by rows (sx, sy, sz, t), gathered in one call, and divided by |q|^2. Arrays have twelve columns because
NumPy is slowest at loops over three numbers.

Shapes: N nodes, T times, m moving nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..model import Clip, Float64, Int, Nodes
from ..pose.pose import local_matrices, rest_pose
from ..skeleton.node_order import IndexMap, reorder_clip
from ..transform import as_4x4
from .clip import PackedClip, as_slice, pack_clip, sample_state
from .hierarchy import Hierarchy, build_hierarchy, to_world
from .tiles.tuning import SINGLE, Tuning


@dataclass(frozen=True, eq=False)
class PosedClip:
    """A packed clip with what its world matrices need. Nodes are in level order."""

    packed: PackedClip
    hierarchy: Hierarchy
    still: Float64  # (N, 4, 4) local, right if a node never moves
    moving: Int | slice  # (m,) nodes
    columns: Int  # (m * 12,) places of their scales and translations in the flat state
    morphed: dict[int, slice]  # morph weights in the flat state, by the model's number of each node with any


def posed_clip(nodes: Nodes, clip: Clip | None, places: IndexMap) -> PosedClip:
    """A clip (None: the rest pose) for nodes in level order; ``places``: from the model's numbers to theirs."""
    packed = pack_clip(nodes, None if clip is None else reorder_clip(clip, places))
    count = packed.node_count
    still = as_4x4(local_matrices(rest_pose(nodes)))
    constant = np.flatnonzero(~nodes.has_matrix)
    if len(constant):
        still[constant, :3] = _composed(packed.rest[None], constant, _scale_and_translation(constant, count), count)[0]
    moving = as_slice(packed.moving) if len(packed.moving) else slice(0)
    columns = _scale_and_translation(packed.moving, count)
    slices = zip(places.old_of_new.tolist(), packed.weight_slices, strict=True)
    morphed = {node: weights for node, weights in slices if weights.stop > weights.start}
    return PosedClip(packed, build_hierarchy(nodes.parents), still, moving, columns, morphed)


def blocks(clip: PosedClip, count: int, tuning: Tuning = SINGLE) -> Iterator[slice]:
    """``count`` times in blocks that fit the cache and keep OpenBLAS to one thread; no times: one empty block."""
    step = max(tuning.pose_bytes // max(clip.still.nbytes, 1), 1)
    return (slice(begin, begin + step) for begin in range(0, max(count, 1), step))


def write_world_matrices(clip: PosedClip, times: Float64, world: Float64) -> dict[int, Float64]:
    """World matrices at (T,) seconds of one block, written to ``world`` (T, N, 4, 4) in level order.

    Returns the morph weights (T, M) of each node that has any.
    """
    state = sample_state(clip.packed, times)
    world[:] = clip.still
    if len(clip.columns):
        world[:, clip.moving, :3] = _composed(state, clip.moving, clip.columns, clip.packed.node_count)
    to_world(clip.hierarchy, world)
    return {node: state[:, weights] for node, weights in clip.morphed.items()}


def _quadratic_form() -> Float64:
    """(16, 12) from the products q_i q_j (xyzw) to |q|^2 times the three rows (r, r, r, 1) of a rotation."""
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
    """(m * 12,) places in the flat state of ``count`` nodes: (sx, sy, sz, t) for each row of the chosen ones."""
    out = np.empty((len(chosen), 3, 4), np.intp)
    out[..., :3] = (3 * count + 3 * chosen[:, None] + np.arange(3))[:, None]
    out[..., 3] = 3 * chosen[:, None] + np.arange(3)
    return out.reshape(-1)


def _composed(state: Float64, chosen: Int | slice, columns: Int, count: int) -> Float64:
    """(T, m, 3, 4) local matrices from flat states (T, 10 N + weights); columns: (m * 12,) of
    ``_scale_and_translation``.
    """
    rotation = state[:, 6 * count : 10 * count].reshape(-1, count, 4)[:, chosen]
    products = (rotation[..., :, None] * rotation[..., None, :]).reshape(-1, 16)
    rows = products @ _QUADRATIC
    length = rows[:, 3:4].copy()
    if np.count_nonzero(length) < len(length):  # the zero quaternion is the identity
        lost = length[:, 0] == 0.0
        rows[lost], length[lost] = np.eye(3, 4).ravel() + [0, 0, 0, 1] * 3, 1.0
    rows *= state.take(columns, axis=1).reshape(-1, 12)
    rows /= length
    return rows.reshape(len(state), len(columns) // 12, 3, 4)
