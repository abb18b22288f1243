"""Poses at thousands of times, as a crowd needs them. Float64.

``pose`` multiplies small matrices one by one, which suits playback. Here times are the last axis: each step of a
product is one operation on long rows, two to three times as fast for thousands of characters.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..model import Float64, Int
from .clip import sample_state
from .pose import PosedClip

#: Times of a block: the matrices of 26 nodes then take 0.6 MB.
BLOCK = 256


def skin_palettes_of_many(
    clip: PosedClip, times: Float64, joints: Sequence[Int], inverse_bind: Sequence[Float64]
) -> list[Float64]:
    """Per skin (T, J, 3, 4) skin palettes at (T,) seconds; joints (J,) in level order, inverse_bind (J, 4, 4)."""
    out = [np.empty((len(times), len(of_skin), 3, 4)) for of_skin in joints]
    transposed = [np.ascontiguousarray(matrices.swapaxes(1, 2))[:, None] for matrices in inverse_bind]
    for begin in range(0, len(times), BLOCK):
        block = slice(begin, begin + BLOCK)
        world = _worlds(clip, times[block])
        for palette, of_skin, matrices in zip(out, joints, transposed, strict=True):
            rows = np.matmul(matrices, world[of_skin])  # (J, 3, 4, T): each row of a matrix times the inverse bind one
            palette[block] = rows.transpose(3, 0, 1, 2)
    return out


def _worlds(clip: PosedClip, times: Float64) -> Float64:
    """(N, 3, 4, T) world matrices of all nodes in level order."""
    world = np.empty((*clip.still.shape[:1], 3, 4, len(times)))
    world[:] = clip.still[:, :3, :, None]
    if len(clip.columns):
        world[clip.moving] = _locals(clip, times)
    widest = max((len(parents) for _, parents in clip.hierarchy.many), default=0)
    scratch = np.empty((2, widest, 3, 4, len(times)))
    for nodes, parents in clip.hierarchy.many:
        own, above, (product, term) = world[nodes], world[parents], scratch[:, : len(parents)]
        np.multiply(above[:, :, 0, None], own[:, None, 0], out=product)
        for k in (1, 2):
            np.multiply(above[:, :, k, None], own[:, None, k], out=term)
            product += term
        product[:, :, 3] += above[:, :, 3]
        world[nodes] = product
    return world


def _locals(clip: PosedClip, times: Float64) -> Float64:
    """(m, 3, 4, T) local matrices of the nodes that move: translation, then rotation, then scale."""
    count = clip.packed.node_count
    state = np.ascontiguousarray(sample_state(clip.packed, times).T)
    place, scale, turn = (
        state[begin * count : end * count].reshape(count, end - begin, -1)[clip.moving]
        for begin, end in ((0, 3), (3, 6), (6, 10))
    )
    length = np.einsum("mct,mct->mt", turn, turn)
    turn *= np.sqrt(np.divide(2.0, length, out=np.zeros_like(length), where=length != 0.0))[:, None]
    x, y, z, w = (turn[:, c] for c in range(4))  # length is the root of two: products are twice those of a unit one
    xx, yy, zz = x * x, y * y, z * z
    xy, xz, yz, wx, wy, wz = x * y, x * z, y * z, w * x, w * y, w * z
    out = np.empty((len(place), 3, 4, len(times)))
    rows = (
        (1.0 - (yy + zz), xy - wz, xz + wy),
        (xy + wz, 1.0 - (xx + zz), yz - wx),
        (xz - wy, yz + wx, 1.0 - (xx + yy)),
    )
    for i, row in enumerate(rows):
        for c, entry in enumerate(row):
            np.multiply(entry, scale[:, c], out=out[:, i, c])
    out[:, :, 3] = place
    return out
