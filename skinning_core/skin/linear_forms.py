"""Four forms of linear skinning, to be compared by eye: they differ in what is pulled out of the sum, and when.

Each takes a ``PosedSkin`` and returns (V, 3) world positions, float64. For a vertex p with influences i: G_j carries
the space of joint j to the world, B_j is its inverse bind matrix, the weights w_i sum to one.

============  ================================  ===============================  ======================
form          the vertex goes to                work per vertex and influence    see docs/systems.md
============  ================================  ===============================  ======================
rigid         G_j (B_j p), j the strongest      one matrix per vertex            C1
points        sum of w_i (G_i (B_i p))          two points moved                 C2
palette       (sum of w_i (G_i B_i)) p          one product of two matrices      C3
skin palette  (sum of w_i S_i) p, S_j = G_j B_j one matrix added up              C4
============  ================================  ===============================  ======================

Moving a point is linear in the matrix, so the last three are equal up to rounding. In their example a joint turns by a
right angle about z, another stays at rest, and the vertex at (2, 0, 0) follows both alike.

>>> quarter = np.array([[0.0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]])
>>> elbow = PosedSkin(
...     joint_world=np.stack([np.eye(3, 4), quarter]),
...     inverse_bind=np.stack([np.eye(3, 4), np.eye(3, 4)]),
...     positions=np.array([[2.0, 0, 0]]),
...     joints=np.array([[0, 1]]),
...     weights=np.array([[0.5, 0.5]]),
... )
>>> [form(elbow).tolist() for form in (skin_by_points, skin_by_palette, skin_by_skin_palette)]
[[[1.0, 1.0, 0.0]], [[1.0, 1.0, 0.0]], [[1.0, 1.0, 0.0]]]

The vertex came nearer to the joint, from 2 to the square root of 2: linear skinning is known for this loss of volume,
which dual quaternions avoid.
"""

from __future__ import annotations

import numpy as np

from ..model import Float64
from ..transform import move_points, multiply
from .influence import added_up
from .linear import blended_matrices
from .posed_skin import PosedSkin


def skin_rigid(posed: PosedSkin) -> Float64:
    """Each vertex follows its strongest joint alone (the first of equals), as the parts of a puppet do. A joint named
    twice adds up first.

    Rigid skinning creases where smooth skinning bends. With weights (1, 0, 0, ...) the two are the same.

    >>> arm = np.stack([np.eye(3, 4), np.eye(3, 4)])
    >>> arm[1, :, 3] = 0, 5, 0
    >>> two = np.array([[0, 1]] * 2), np.array([[0.7, 0.3], [0.2, 0.8]])
    >>> skin_rigid(PosedSkin(arm, np.stack([np.eye(3, 4)] * 2), np.zeros((2, 3)), *two)).tolist()
    [[0.0, 0.0, 0.0], [0.0, 5.0, 0.0]]
    """
    strongest = added_up(posed.joints, posed.weights).argmax(axis=1)
    joint = np.take_along_axis(posed.joints, strongest[:, None], axis=1)[:, 0]
    matrix = multiply(posed.joint_world, posed.inverse_bind)[joint]
    return move_points(matrix, posed.positions)


def skin_by_points(posed: PosedSkin) -> Float64:
    """Points form, (V, 3) world positions: move each vertex once per influence, then blend the points.

    This is closest to the idea: where would each joint carry this vertex, and what is the weighted mean? It multiplies
    no matrices and takes any transform that can move a point.
    """
    out = np.zeros_like(posed.positions)
    for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
        in_joint_space = move_points(posed.inverse_bind[joints], posed.positions)
        out += weights[:, None] * move_points(posed.joint_world[joints], in_joint_space)
    return out


def skin_by_palette(posed: PosedSkin) -> Float64:
    """Palette form, (V, 3) world positions: blend the matrices, then move each vertex once.

    G B is formed for every influence of every vertex, as in a shader that gets two arrays of matrices.
    """
    blended = np.zeros((len(posed.positions), 3, 4))
    for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
        blended += weights[:, None, None] * multiply(posed.joint_world[joints], posed.inverse_bind[joints])
    return move_points(blended, posed.positions)


def skin_by_skin_palette(posed: PosedSkin) -> Float64:
    """Skin palette form, (V, 3) world positions: form the products once per joint, before any vertex moves.

    That is J products, not V times I. Engines do this, on the CPU and in shaders, and so does ``linear``.
    """
    skin_palette = multiply(posed.joint_world, posed.inverse_bind)
    blended = blended_matrices(skin_palette, posed.joints, posed.weights)
    return move_points(blended, posed.positions)
