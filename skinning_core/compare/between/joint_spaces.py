"""Places of two files' vertices in the spaces of their joints.

The other file's stand in the space of the first file's joint that moves alike, if one does.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from ...model import Bool, Float64, Int, Model
from ...skeleton.bind_pose import all_invertible
from ...transform import inverse, move_points, multiply


@dataclass(frozen=True, eq=False)
class InOurJoints:
    """The first file's a influences: from mesh space to the joint's."""

    vertex: Int  # (a,) of the n
    bind: Float64  # (a, 3, 4) of its joint
    partner_bind: Float64  # (a, 3, 4) of the joint's partner there, NaN: none
    has_partner: Bool  # (a,)
    unit: float

    def places(self, ours: Float64, theirs: Float64) -> tuple[Float64, Float64]:
        """(a, 3) the first file's vertices (n, 3), and the other's."""
        own = where_usable(move_points(self.bind, ours[self.vertex]), True, 0.0)
        of_other = self.unit * move_points(self.partner_bind, theirs[self.vertex])
        return own, where_usable(of_other, self.has_partner, own)


@dataclass(frozen=True, eq=False)
class InTheirJoints:
    """The other file's b influences: from mesh space to the space of the first file's joint that carries each."""

    vertex: Int  # (b,) of the n
    corner: Int  # (b,) of the vertex's K
    bind: Float64  # (b, 3, 4) of its joint
    link: Float64  # (b, 3, 4) from there to its carrier's space
    carrier_bind: Float64  # (b, 3, 4) of its carrier in the first file
    known: Bool  # (b,) it has one

    def places(self, ours: Float64, corners: Float64) -> tuple[Float64, Float64]:
        """(b, 3) the first file's vertices (n, 3), and the other's (n, K, 3)."""
        in_joint = where_usable(move_points(self.bind, corners[self.vertex, self.corner]), True, 0.0)
        away = move_points(self.link, in_joint)
        return where_usable(move_points(self.carrier_bind, ours[self.vertex]), self.known, away), away


def inverse_binds(model: Model, world: Float64 | None = None) -> Float64:
    """(P, N, 3, 4) inverse bind matrix of each node in the skin of each part; NaN: no joint.

    With ``world`` (N, 3, 4) of the nodes, a rigid part has one for each node above its own too.
    """
    table = np.full((len(model.parts), len(model.nodes), 3, 4), np.nan)
    usable = None if world is None else all_invertible(world)
    for k, drawn in enumerate(model.parts):
        if model.is_skinned(drawn):
            skin = model.skins[drawn.skin]
            table[k, skin.joints] = skin.inverse_bind
            continue
        if world is not None and usable is not None:
            above = list(takewhile(usable.__getitem__, model.nodes.path_to(drawn.node)[-2::-1]))
            table[k, above] = multiply(inverse(world[above]), world[drawn.node])
        table[k, drawn.node] = np.eye(3, 4)
    return table


def where_usable(places: Float64, used: Bool | bool, otherwise: Float64 | float) -> Float64:
    """(m, 3) places where they are used (m,) and finite, else ``otherwise``."""
    finite = np.isfinite(places)
    return np.where((used & finite[:, 0] & finite[:, 1] & finite[:, 2])[:, None], places, otherwise)
