"""An engine's own matrices from its vertices alone: positions are linear in the 3 x 4 matrices of the joints.

With p' = sum of w_i A_i p, least squares over a part's vertices gives every A_i at every time, in any pose. What is
left no pose explains: other weights, other blending, modifiers. The unknown is the smallest change from the expected
matrices. What vertices do not pin down stays as expected, and such joints are unknown.

Each joint's columns are made orthogonal about the middle of its vertices, so the normal equations lose no more digits
than float32 positions have.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...model import Bool, Float64, Influences, Int
from ...transform import move_points

#: A joint's vertices are flat in directions this much thinner than the longest (squared).
_FLAT = 1e-9

#: Eigenvalues below this share of the largest are directions that a part's vertices do not pin down.
_FREE = 1e-10

#: A joint is known if its matrix is off by at most the square root of so many roundings of positions.
_PINNED = 1e7

#: Rows a part needs per unknown before what is left means something.
_SPARE = 1.25


@dataclass(frozen=True, eq=False)
class Recovered:
    """The matrices of one part, (T, J, 3, 4), mesh space -> world."""

    palette: Float64  # (T, J, 3, 4); as expected if a joint is unknown
    known: Bool  # (J,) pinned down by the part's vertices
    residual: Float64  # (T, n, 3) metres: positions less what these matrices give
    tells: bool  # vertices are enough for the residual to mean something

    def farthest(self, scale: Float64) -> float:
        """The largest residual in sizes of the character, scale (T,)."""
        return float((np.linalg.norm(self.residual, axis=-1) / scale[:, None]).max(initial=0.0))


#: Fits by their inputs, see ``_fit``.
Fits = dict[bytes, "_Fit"]


@np.errstate(all="ignore")
def recovered_palette(
    base: Float64, influences: Influences, wanted: Float64, expected: Float64, fits: Fits | None = None
) -> Recovered:
    """The matrices (T, J, 3, 4) that carry a part's vertices to ``wanted`` as nearly as any.

    base: (T or 1, n, 3) mesh space, morph targets applied. influences: (n, I), used as they are. wanted: (T, n, 3)
    metres, finite. expected: (T, J, 3, 4), kept for what is not pinned down. fits: keeps the slow part for the same
    vertices wanted elsewhere.
    """
    if len(base) == 1:
        return _solved(_fit(base[0], influences, {} if fits is None else fits), base[0], wanted, expected)
    fitted = (_fit(positions, influences, {}) for positions in base)
    each = [_solved(fit, base[t], wanted[t : t + 1], expected[t : t + 1]) for t, fit in enumerate(fitted)]
    return Recovered(
        np.concatenate([of.palette for of in each]),
        np.all([of.known for of in each], axis=0),
        np.concatenate([of.residual for of in each]),
        all(of.tells for of in each),
    )


def _solved(fit: _Fit, base: Float64, wanted: Float64, expected: Float64) -> Recovered:
    columns, inverse = fit.columns, fit.inverse
    # The unknown is the change from the expected matrices.
    target = np.moveaxis(wanted - _moved(expected, base, columns), 0, 1).reshape(len(base), -1)  # (n, 3 T)
    basis = columns.basis.reshape(len(base), -1)
    change = inverse @ (basis.T @ target)
    change += inverse @ (basis.T @ (target - basis @ change))  # once more, for the digits lost by squaring
    residual = (target - basis @ change).reshape(len(base), len(wanted), 3)
    local = columns.whitening @ change.reshape(len(columns.joints), 4, 3 * len(wanted))  # (U, 4, 3 T)
    matrices = _in_mesh_space(local, columns).reshape(len(columns.joints), 4, len(wanted), 3)
    palette, known = expected.copy(), np.zeros(expected.shape[1], np.bool_)
    palette[:, columns.joints] += matrices.transpose(2, 0, 3, 1)
    known[columns.joints] = fit.known
    return Recovered(palette, known, np.moveaxis(residual, 1, 0), len(base) > _SPARE * fit.unknowns)


@dataclass(frozen=True, eq=False)
class _Fit:
    """What solving for some vertices' matrices needs, wherever they are wanted."""

    columns: _Columns
    inverse: Float64  # (4 U, 4 U) of the normal equations
    unknowns: int  # that the vertices pin down
    known: Bool  # (U,) joints that they pin down


def _fit(base: Float64, influences: Influences, kept: Fits) -> _Fit:
    """The fit of vertices (n, 3) and their influences. The last one is kept: 300 joints take 40 MB."""
    key = b"".join(np.ascontiguousarray(values).tobytes() for values in (base, influences.joints, influences.weights))
    if key not in kept:
        columns = _columns(base, influences)
        basis = columns.basis.reshape(len(base), -1)
        size, vectors = np.linalg.eigh(basis.T @ basis)
        pinned = size > _FREE * max(float(size.max(initial=0.0)), 1e-300)
        inverse = (vectors[:, pinned] / size[pinned]) @ vectors[:, pinned].T
        doubt = np.diag(inverse).reshape(-1, 4).max(axis=1, initial=0.0)
        free = (vectors[:, ~pinned] ** 2).sum(axis=1).reshape(-1, 4)
        loose = (free * columns.full[:, None]).max(axis=1, initial=0.0)
        kept.clear()
        kept[key] = _Fit(columns, inverse, int(pinned.sum()), columns.full & (doubt < _PINNED) & (loose < 1e-6))
    return kept[key]


@dataclass(frozen=True, eq=False)
class _Columns:
    """The unknowns of a part: four orthogonal columns for each joint that it uses."""

    joints: Int  # (U,) of the palette
    weights: Float64  # (n, U)
    basis: Float64  # (n, U, 4)
    whitening: Float64  # (U, 4, 4) from coefficients of the basis to local coordinates
    centre: Float64  # (U, 3) mesh space
    radius: Float64  # (U,) metres
    full: Bool  # (U,) vertices spread in all directions


def _columns(base: Float64, influences: Influences) -> _Columns:
    used: Int = np.unique(influences.joints[influences.weights != 0.0]).astype(np.intp)
    slot = np.full(int(influences.joints.max(initial=0)) + 1, 0, np.intp)
    slot[used] = np.arange(len(used))
    live = influences.weights != 0.0
    rows = np.broadcast_to(np.arange(len(base))[:, None], live.shape)
    place = rows[live] * len(used) + slot[influences.joints[live]]
    summed = np.bincount(place, influences.weights[live], len(base) * len(used))
    weights = np.asarray(summed, np.float64).reshape(len(base), len(used))
    square = weights**2
    total = np.maximum(square.sum(axis=0), 1e-300)[:, None]
    centre = (square.T @ base) / total
    spread = (square.T @ (base**2)) / total - centre**2
    radius = np.sqrt(np.maximum(spread.sum(axis=1), 1e-24))
    # A vertex has coordinates only for the few joints that it follows.
    joint, vertex = np.nonzero(weights.T)
    local = np.concatenate([(base[vertex] - centre[joint]) / radius[joint, None], np.ones((len(joint), 1))], axis=1)
    local *= weights[vertex, joint, None]
    moments = np.zeros((len(used), 4, 4))
    starts = np.flatnonzero(np.diff(joint, prepend=-1))
    moments[joint[starts]] = np.add.reduceat(local[:, :, None] * local[:, None, :], starts) if len(starts) else 0.0
    size, vectors = np.linalg.eigh(moments)
    kept = size > _FLAT * np.maximum(size.max(axis=1, keepdims=True), 1e-300)
    whitening = np.where(kept[:, None], vectors / np.sqrt(np.where(kept, size, 1.0))[:, None], 0.0)
    basis = np.zeros((*weights.shape, 4))
    basis[vertex, joint] = (local[:, None] @ whitening[joint])[:, 0]
    return _Columns(used, weights, basis, whitening, centre, radius, kept.all(axis=1))


def _moved(palette: Float64, base: Float64, columns: _Columns) -> Float64:
    """(T, n, 3) vertices under matrices (T, J, 3, 4)."""
    blended = columns.weights @ palette[:, columns.joints].reshape(len(palette), -1, 12)
    return move_points(blended.reshape(*blended.shape[:2], 3, 4), base)


def moved_by_few(influences: Influences, vertices: Int, most: int) -> Bool:
    """(n,) vertices that follow only joints of the first of these vertices (m,), at most ``most`` joints."""
    live, taken = influences.weights != 0.0, set[int]()
    for vertex in vertices.tolist():
        own = set(influences.joints[vertex][live[vertex]].tolist())
        if taken and len(taken | own) > most:
            break
        taken |= own
    inside: Bool = (np.isin(influences.joints, sorted(taken)) | ~live).all(axis=1)
    return inside


def _in_mesh_space(local: Float64, columns: _Columns) -> Float64:
    """(U, 4, m) coefficients of x, y, z and 1 in mesh space, from local ones (U, 4, m)."""
    linear = local[:, :3] / columns.radius[:, None, None]
    offset = local[:, 3] - np.einsum("uc,ucm->um", columns.centre, linear)
    return np.concatenate([linear, offset[:, None]], axis=1)
