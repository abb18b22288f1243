"""Smoothing behind the skin: vertices move towards the mean of their neighbours along edges, some times over.

n steps of a factor f take positions P to (1 + f L)^n P; L P is the mean of the neighbours less the vertex. So the
result is a sum of powers of L on the specification's positions, with amounts by n and f alone. Blender's modifier
Smooth goes to the mean of the edges' middles, half way (MOD_smooth.cc).

Vertices split along a seam are smoothed apart or as one; both are tried. Whole characters are needed, since vertices of
a sample have lost their neighbours.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from ...model import Bool, Float64, Int, Model
from ...skeleton.faces import topology_of
from ...skeleton.identity import twins_of_all
from ...skinned import Skinned
from ..measure.difference import guarded_scale
from ..measure.tolerance import ORDINARY
from .engine_state import EngineState
from .explainer import UNEXPLAINED, Evidence, Explainer, Findings
from .mistake import Mistake
from .mistake_vertex import Change
from .naming import named_of_shape

#: Steps of smoothing, at most.
_MOST_STEPS = 30

#: Factors to begin with. The best is refined, up to twice as far out.
_FACTORS = np.linspace(-0.5, 1.0, 76)

#: Vertices, evenly chosen, that tell the number of steps.
_FITTED_VERTICES = 3000

#: Rounds to refine the factor.
_FACTOR_ROUNDS = 6

#: Residuals within this factor are as good.
_ALIKE = 2.0

#: The share of the difference that a smoothing may leave in its fitted vertices.
_OF_DIFFERENCE = 0.01


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of a whole character: vertices of all parts, one after the other."""

    ends: Int  # (2, E)
    same: Int  # (V,) the vertex that each goes with
    count: Float64  # (V,) neighbours of each

    def inward(self, places: Float64) -> Float64:
        """(3, V) from each vertex at ``places`` (3, V) to the mean of its neighbours; zero without any."""
        a, b = self.ends
        total = [np.bincount(a, p[b], len(p)) + np.bincount(b, p[a], len(p)) for p in places]
        alone = self.count == 0.0
        inward: Float64 = np.where(alone, 0.0, np.stack(total) / np.where(alone, 1.0, self.count) - places)
        return inward[:, self.same]


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """The smoothing, if the pose alone does not explain everything."""
    if evidence.search.done or evidence.linear:
        return None
    most = max(evidence.floor, _OF_DIFFERENCE * evidence.before)
    shape = yield from smoothing(evidence.posed.model, evidence.reference, evidence.other, most)
    if shape is None:
        return None
    causes = named_of_shape(evidence.posed, evidence.reference, evidence.other, shape, EXPLAINER.unexplained)
    return Findings(causes, (shape,), final=True) if causes else None


def smoothing(model: Model, reference: Skinned, other: Skinned, most: float) -> Generator[None, None, Mistake | None]:
    """The smoothing that turns ``reference`` into ``other``, results of ``model``; with pauses.

    most: what it may leave (root mean square, in sizes of the character) at the time of the largest difference, in
    meshes that differ.
    """
    scale = guarded_scale(reference.diagonal)
    apart = [np.subtract(q, p, dtype=np.float64) for p, q in zip(reference.positions, other.positions, strict=True)]
    error = [np.linalg.norm(each, axis=-1) / scale[:, None] for each in apart]
    moved = _of_differing_meshes(model, error)
    largest = [each.max(axis=1, initial=0.0, where=np.isfinite(each)) for each in error]
    t = int(np.max(largest, axis=0).argmax())
    wanted = np.concatenate([each[t] for each in apart]).T / scale[t]
    places = np.concatenate([each[t] for each in reference.positions]).T.astype(np.float64) / scale[t]
    rows = np.flatnonzero(moved & np.isfinite(wanted).all(axis=0))
    if not len(rows):
        return None
    rows = rows[:: 1 + len(rows) // _FITTED_VERTICES]
    for edges in _ways(model):
        power, powers = places, []
        for _ in range(_MOST_STEPS):
            yield
            power = edges.inward(power)
            powers.append(power[:, rows].ravel())
        steps, factor, rest = _fitted(np.stack(powers, axis=1), wanted[:, rows].ravel())
        if rest <= most:
            told = {"steps": steps, "factor": 2.0 * factor}
            return Mistake("smoothed", "shape", _change(edges, moved, steps, factor), told)
    return None


def _of_differing_meshes(model: Model, error: Sequence[Float64]) -> Bool:
    """(V,) vertices of meshes of which any is off; error: by part (T, V), in sizes."""
    nodes = {part.node for part, each in zip(model.parts, error, strict=True) if (each > ORDINARY).any()}
    return np.repeat([part.node in nodes for part in model.parts], [each.shape[1] for each in error])


def _ways(model: Model) -> list[Edges]:
    """Each vertex for itself; then, if there are any, twins along seams as one."""
    topology = topology_of([model.primitive(part) for part in model.parts])
    corners = topology.triangles.astype(np.int64)
    pairs = np.concatenate([topology.edges.astype(np.int64), *(corners[:, [k, k - 1]] for k in range(3))])
    count = int(topology.starts[-1])
    apart, as_one = np.arange(count), twins_of_all(model)
    return [_edges(pairs, same) for same in ([apart] if np.array_equal(apart, as_one) else [apart, as_one])]


def _edges(pairs: Int, same: Int) -> Edges:
    """Edges of pairs (E, 2) of vertices; ``same`` (V,): the vertex that each goes with."""
    size = len(same)
    ordered = np.sort(same[pairs], axis=1)
    once = np.unique(ordered[:, 0] * size + ordered[:, 1])
    ends = np.stack([once // max(size, 1), once % max(size, 1)])
    ends = ends[:, ends[0] != ends[1]]
    return Edges(ends, same, np.bincount(ends.ravel(), minlength=size).astype(np.float64))


def _fitted(powers: Float64, wanted: Float64) -> tuple[int, float, float]:
    """Steps and factor with which powers (n, K) of L are nearest to ``wanted`` (n,), and the rest (rms of vectors).

    Of equals but for rounding, as when no vertex has far neighbours, the fewest steps.
    """
    q, r = np.linalg.qr(powers)
    inside = q.T @ wanted
    outside = float(((wanted - q @ inside) ** 2).sum())
    found = list[tuple[float, int, float]]()
    for steps in range(1, powers.shape[1] + 1):
        power = np.arange(1, steps + 1)
        often = np.array([float(comb(steps, k)) for k in power])
        left = inside[:, None] - r[:, :steps] @ (often[:, None] * _FACTORS ** power[:, None])
        factor = float(_FACTORS[(left**2).sum(axis=0).argmin()])
        for _ in range(_FACTOR_ROUNDS):
            slope = r[:, :steps] @ (often * power * factor ** (power - 1))
            remains = inside - r[:, :steps] @ (often * factor**power)
            step = float(slope @ remains / max(float(slope @ slope), 1e-300))
            factor = float(np.clip(factor + step, 2 * _FACTORS[0], 2 * _FACTORS[-1]))  # others left float64's range
        remains = inside - r[:, :steps] @ (often * factor**power)
        found.append((float(np.sqrt((float(remains @ remains) + outside) / (len(wanted) / 3.0))), steps, factor))
    rest, steps, factor = next(each for each in found if each[0] <= _ALIKE * min(found)[0])
    return steps, factor, rest


def _change(edges: Edges, moved: Bool, steps: int, factor: float) -> Change:
    """Smoothing the vertices ``moved`` (V,) of whole characters; None for a sample."""

    def shaped(positions: Sequence[Float64]) -> tuple[Float64, ...]:
        """Per part (T, V, 3) positions in the world, metres, smoothed over the edges of all parts together."""
        whole = np.concatenate(positions, axis=1)
        for at in whole:
            places = at.T.copy()
            for _ in range(steps):
                places += factor * edges.inward(places)
            at[moved] = places.T[moved]
        return tuple(np.split(whole, np.cumsum([p.shape[1] for p in positions])[:-1], axis=1))

    def change(state: EngineState) -> EngineState | None:
        whole = sum(state.model.primitive(part).vertex_count for part in state.model.parts) == len(moved)
        return dataclasses.replace(state, shaped=shaped) if whole else None

    return change


EXPLAINER = Explainer("smoothing", 30, UNEXPLAINED, _explain)
