"""One affine map for everything: unit, up axis, mirror and placement, fitted and put into words."""

from __future__ import annotations

import numpy as np

from ...model import Float64
from .mistake import Z_UP, Mistake
from .mistake_vertex import placed_by

#: Smaller factors, angles (radians) and shifts (sizes of the character) are none.
_NOTHING = 2e-6

#: Directions with this much less spread than the widest (squared) stay as they are.
_FLAT = 1e-12


def affine_between(ours: Float64, theirs: Float64) -> Float64:
    """(3, 4) the affine map that best carries positions (T, n, 3) to others; flat directions stay."""
    middle = ours.mean(axis=(0, 1))
    a, b = (ours - middle).reshape(-1, 3), (theirs - ours).reshape(-1, 3)
    size, vectors = np.linalg.eigh(a.T @ a)
    kept = size > _FLAT * max(float(size.max(initial=0.0)), 1e-300)
    change = ((vectors[:, kept] / size[kept]) @ vectors[:, kept].T @ (a.T @ b)).T
    offset = b.mean(axis=0)
    return np.concatenate([np.eye(3) + change, (offset - change @ middle)[:, None]], axis=1)


def mistakes_of(matrix: Float64, size: float) -> list[Mistake]:
    """The mistakes that make up an affine map (3, 4), metres: scale, mirror, turn, move, in this order.

    size: of the character. "stretched" is a map that these words cannot tell.
    """
    linear, offset = matrix[:, :3], matrix[:, 3]
    factor = float(np.abs(np.linalg.det(linear)) ** (1.0 / 3.0))
    if not factor or np.abs(linear.T @ linear / factor**2 - np.eye(3)).max() > 1e3 * _NOTHING:
        return [Mistake("stretched", "world", placed_by(matrix))]
    made = []
    if abs(factor - 1.0) > _NOTHING:
        made.append(Mistake("scaled", "world", placed_by(_linear(factor * np.eye(3))), {"factor": factor}))
    made += _turned(linear / factor)
    moved = np.concatenate([np.eye(3), offset[:, None]], axis=1)
    if np.linalg.norm(offset) > _NOTHING * size:
        told = _without(offset, _NOTHING * size)
        made.append(Mistake("moved", "world", placed_by(moved), dict(zip("xyz", told.tolist(), strict=True))))
    return made


def _turned(orthogonal: Float64) -> list[Mistake]:
    """A mirror, a turn or both, of a map (3, 3) that keeps lengths."""
    if np.abs(orthogonal - Z_UP[:, :3]).max() < _NOTHING:
        return [Mistake("z-up", "world", placed_by(Z_UP))]
    made = []
    if np.linalg.det(orthogonal) < 0.0:
        normal = _mirror_normal(orthogonal)
        mirror = np.eye(3) - 2.0 * np.outer(normal, normal)
        made.append(Mistake("mirrored", "world", placed_by(_linear(mirror)), {"axis": axis_name(normal)}))
        orthogonal = orthogonal @ mirror
    angle = float(np.arctan2(np.linalg.norm(_twist(orthogonal)), np.trace(orthogonal) - 1.0))
    if angle > _NOTHING:
        values = {"degrees": float(np.degrees(angle)), "axis": axis_name(_turn_axis(orthogonal))}
        made.append(Mistake("turned", "world", placed_by(_linear(orthogonal)), values))
    return made


def _mirror_normal(orthogonal: Float64) -> Float64:
    """(3,) the normal of a map's mirror plane. If a turn follows, any plane would do: X."""
    if np.abs(orthogonal - orthogonal.T).max() < 1e2 * _NOTHING and np.trace(orthogonal) > 0.0:
        size, vectors = np.linalg.eigh(orthogonal)
        return vectors[:, size.argmin()]
    return np.array([1.0, 0.0, 0.0])


def _twist(rotation: Float64) -> Float64:
    """(3,) twice the sine of the angle, along the axis."""
    return np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])


def _turn_axis(rotation: Float64) -> Float64:
    """(3,) the axis of a rotation (3, 3)."""
    twist = _twist(rotation)
    if np.linalg.norm(twist) > 1e-3:
        return twist / np.linalg.norm(twist)
    size, vectors = np.linalg.eigh(0.5 * (rotation + rotation.T))
    return vectors[:, size.argmax()]


def axis_name(direction: Float64) -> str:
    """X, Y or Z if a unit direction (3,) lies along it, either way; else its three numbers."""
    largest = int(np.abs(direction).argmax())
    if abs(direction[largest]) > 1.0 - 1e-6:
        return "XYZ"[largest]
    return ", ".join(f"{value:.3g}" for value in _without(direction, _NOTHING).tolist())


def _without(vector: Float64, rounding: float) -> Float64:
    """A vector (3,) as it is told: what is no more than rounding is 0."""
    return np.where(np.abs(vector) > rounding, vector, 0.0)


def _linear(matrix: Float64) -> Float64:
    return np.concatenate([matrix, np.zeros((3, 1))], axis=1)
