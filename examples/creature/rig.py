"""The dragon's skeleton: where the joints are, how they hang together, how they turn.

Space: glTF's, metres, the character stands on y = 0 and looks along +Z, its left hand is at +X. A joint's local Y axis
points along its bone. Quaternions xyzw.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

#: name: (parent, head, tail of the bone, radius at head, radius at tail). Names ending in .L are mirrored to .R.
BONES: dict[str, tuple[str, ArrayLike, ArrayLike, float, float]] = {
    "root": ("", (0, 0, 0), (0, 0.1, 0), 0, 0),
    "hips": ("root", (0, 0.38, -0.01), (0, 0.45, 0), 0.118, 0.115),
    "spine": ("hips", (0, 0.45, 0), (0, 0.53, 0), 0.115, 0.1),
    "chest": ("spine", (0, 0.53, 0), (0, 0.62, -0.005), 0.1, 0.075),
    "neck": ("chest", (0, 0.62, -0.005), (0, 0.70, 0), 0.06, 0.06),
    "head": ("neck", (0, 0.70, 0), (0, 0.90, 0.02), 0.13, 0.13),
    "jaw": ("head", (0, 0.735, 0.04), (0, 0.715, 0.16), 0.05, 0.05),
    "ear_1.L": ("head", (0.13, 0.86, -0.02), (0.22, 0.91, -0.05), 0.04, 0.048),
    "ear_2.L": ("ear_1.L", (0.22, 0.91, -0.05), (0.325, 0.95, -0.095), 0.048, 0.016),
    "tail_1": ("hips", (0, 0.35, -0.08), (0, 0.28, -0.17), 0.085, 0.072),
    "tail_2": ("tail_1", (0, 0.28, -0.17), (0, 0.205, -0.255), 0.072, 0.058),
    "tail_3": ("tail_2", (0, 0.205, -0.255), (0, 0.15, -0.35), 0.058, 0.046),
    "tail_4": ("tail_3", (0, 0.15, -0.35), (0, 0.135, -0.455), 0.046, 0.035),
    "tail_5": ("tail_4", (0, 0.135, -0.455), (0, 0.17, -0.55), 0.035, 0.026),
    "tail_6": ("tail_5", (0, 0.17, -0.55), (0, 0.25, -0.61), 0.026, 0.016),
    "clavicle.L": ("chest", (0.02, 0.60, 0), (0.095, 0.595, -0.005), 0.05, 0.045),
    "upper_arm.L": ("clavicle.L", (0.095, 0.595, -0.005), (0.205, 0.515, -0.01), 0.043, 0.034),
    "forearm.L": ("upper_arm.L", (0.205, 0.515, -0.01), (0.305, 0.435, 0.015), 0.034, 0.029),
    "hand.L": ("forearm.L", (0.305, 0.435, 0.015), (0.35, 0.40, 0.03), 0.03, 0.034),
    "thumb_1.L": ("hand.L", (0.325, 0.415, 0.045), (0.34, 0.395, 0.08), 0.022, 0.02),
    "thumb_2.L": ("thumb_1.L", (0.34, 0.395, 0.08), (0.352, 0.37, 0.10), 0.0195, 0.0163),
    "index_1.L": ("hand.L", (0.362, 0.397, 0.052), (0.392, 0.375, 0.068), 0.0207, 0.0187),
    "index_2.L": ("index_1.L", (0.392, 0.375, 0.068), (0.416, 0.347, 0.078), 0.0183, 0.0163),
    "middle_1.L": ("hand.L", (0.372, 0.388, 0.024), (0.404, 0.361, 0.028), 0.0207, 0.0194),
    "middle_2.L": ("middle_1.L", (0.404, 0.361, 0.028), (0.428, 0.331, 0.03), 0.0189, 0.0163),
    "little_1.L": ("hand.L", (0.358, 0.384, -0.004), (0.383, 0.357, -0.014), 0.0195, 0.0181),
    "little_2.L": ("little_1.L", (0.383, 0.357, -0.014), (0.401, 0.330, -0.02), 0.0177, 0.015),
    "thigh.L": ("hips", (0.075, 0.36, 0), (0.092, 0.22, 0.025), 0.075, 0.054),
    "shin.L": ("thigh.L", (0.092, 0.22, 0.025), (0.097, 0.075, -0.01), 0.052, 0.038),
    "foot.L": ("shin.L", (0.097, 0.075, -0.01), (0.105, 0.04, 0.075), 0.042, 0.040),
    "toes.L": ("foot.L", (0.105, 0.04, 0.075), (0.11, 0.034, 0.125), 0.040, 0.030),
    "scarf_1": ("chest", (0.055, 0.625, 0.085), (0.075, 0.565, 0.125), 0.03, 0.034),
    "scarf_2": ("scarf_1", (0.075, 0.565, 0.125), (0.09, 0.50, 0.145), 0.034, 0.038),
    "scarf_3": ("scarf_2", (0.09, 0.50, 0.145), (0.105, 0.43, 0.15), 0.038, 0.042),
}


@dataclass(frozen=True, eq=False)
class Rig:
    """The skeleton at rest, structure of arrays; B bones, parents before children."""

    names: tuple[str, ...]
    parents: NDArray[np.int64]  # (B,)
    heads: Array  # (B, 3) model space
    tails: Array  # (B, 3)
    radii: Array  # (B, 2)
    orientation: Array  # (B, 4) model space, xyzw

    def local(self) -> tuple[Array, Array]:
        """Translations (B, 3) and rotations (B, 4) of every joint in its parent's space."""
        move, turn = np.zeros((len(self.names), 3)), self.orientation.copy()
        for b, parent in enumerate(self.parents):
            if parent < 0:
                move[b] = self.heads[b]
                continue
            back = conjugate(self.orientation[parent])
            move[b] = rotated(back, self.heads[b] - self.heads[parent])
            turn[b] = product(back, self.orientation[b])
        return move, turn

    def inverse_bind(self) -> Array:
        """(B, 4, 4): model space to joint space at rest."""
        result = np.tile(np.eye(4), (len(self.names), 1, 1))
        for b in range(len(self.names)):
            back = conjugate(self.orientation[b])
            result[b, :3, :3] = np.stack([rotated(back, axis) for axis in np.eye(3)], axis=1)
            result[b, :3, 3] = -rotated(back, self.heads[b])
        return result


def build_rig() -> Rig:
    """Both sides of ``BONES``, joints oriented along their bones."""
    rows: dict[str, tuple[str, Array, Array, float, float]] = {}
    for side, sign in ((".L", 1.0), (".R", -1.0)):
        flip = np.array([sign, 1.0, 1.0])
        for name, (parent, head, tail, start, end) in BONES.items():
            if side == ".R" and not name.endswith(".L"):
                continue
            at, to = np.asarray(head, float) * flip, np.asarray(tail, float) * flip
            rows[name.replace(".L", side)] = (parent.replace(".L", side), at, to, start, end)
    names = tuple(rows)
    heads, tails = (np.array([row[i] for row in rows.values()]) for i in (1, 2))
    return Rig(
        names=names,
        parents=np.array([names.index(row[0]) if row[0] else -1 for row in rows.values()]),
        heads=heads,
        tails=tails,
        radii=np.array([row[3:] for row in rows.values()]),
        orientation=np.array([from_y_axis(tail - head) for head, tail in zip(heads, tails, strict=True)]),
    )


def from_y_axis(direction: Array) -> Array:
    """The shortest rotation (4,) that takes +Y to a direction."""
    x, y, z = direction / np.sqrt((direction * direction).sum())
    turn = np.array([z, 0.0, -x, 1.0 + y])  # (Y cross d, 1 + Y dot d): twice the half-angle form
    return turn / np.sqrt((turn * turn).sum())


def product(a: Array, b: Array) -> Array:
    """Hamilton product (4,) of two quaternions: b first, then a."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return np.array(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ]
    )


def conjugate(q: Array) -> Array:
    """The inverse of a unit quaternion."""
    return q * np.array([-1.0, -1.0, -1.0, 1.0])


def rotated(q: Array, v: Array) -> Array:
    """A vector (3,) turned by a unit quaternion."""
    return product(product(q, np.append(v, 0.0)), conjugate(q))[:3]


def turn_degrees(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Array:
    """Rotation about the model's axes, in degrees: X first, then Z, then Y."""
    half = np.radians([x, y, z]) / 2
    about = [np.append(np.eye(3)[i] * np.sin(half[i]), np.cos(half[i])) for i in range(3)]
    return product(about[1], product(about[2], about[0]))
