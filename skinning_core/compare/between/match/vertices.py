"""Which vertex of one set is which of another: by place at rest, then normal, texture place and weights.

How far apart one vertex may lie is measured: the lower quartile of nearest-neighbour distances shows how far tools
moved most vertices, whatever they added or deleted. Within a few times that, the cheapest candidate wins. If two cost
the same and follow different joints, the vertex stays unmatched. A vertex may have several partners, since tools weld
and split. If few vertices are each other's nearest, only those at the same place are partners. If all vertices of the
same number could be partners, they are: most tools keep the order.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....model import Bool, Float64, Int
from ....transform import move_points
from .near import pairs_within
from .placement import LEAST_SHARED, Placement, find_placement, fitted_similarity, turn_of
from .vertex_set import VertexSet, shared_weight

#: Places this close, relative to the diagonal, are the same: float32 at a few times a character's size.
EXACT = 1e-6
#: Partners may always lie this far apart, relative to the diagonal: float32's error under scales of 100.
ROUNDED = 1e-5
#: Farthest neighbour looked for, relative to the diagonal.
FARTHEST = 5e-3
#: Rounding's largest error is at most this many times the lower quartile of its errors.
SPREAD = 4.0
SAMPLE = 2000
#: So many matches tell the placement better than boxes or joints.
LEAST_VERTICES = 50
#: Vertices were moved, not made anew, if this share of the smaller set choose each other.
MUTUAL = 0.75
#: Smaller differences of cost are equal.
EQUAL = 1e-3
#: Rounds for vertices left on both sides.
WIDER_ROUNDS = 3
#: Each round's radius is this many times wider, up to FARTHEST.
WIDENING = 4.0
#: Normals of 8 bits are off by 5e-5 (one minus the cosine). If more than this, they were made anew.
REMADE = 1e-3
#: Weights that no tool touched differ by less.
KEPT = 1e-6


@dataclass(frozen=True, eq=False)
class VertexMap:
    """Pairs of vertices, and vertices without a partner on both sides."""

    first: Int  # (n,) vertex of the first set
    second: Int  # (n,) its partner in the second; several pairs may name one vertex
    unmatched_first: Int  # (a,) without a partner
    unmatched_second: Int  # (b,) without a partner
    ambiguous: Int  # (c,) of ``unmatched_first``: candidates follow different joints
    radius: float  # how far apart partners may lie, in the compared places' unit
    placement: Placement  # takes the second set's space to the first's

    @property
    def whole(self) -> bool:
        """Every vertex has a partner."""
        return not len(self.unmatched_first) + len(self.unmatched_second)

    @property
    def share(self) -> float:
        """The share of the smaller set with a partner."""
        pairs = len(np.unique(self.first)), len(np.unique(self.second))
        counts = len(self.unmatched_first) + pairs[0], len(self.unmatched_second) + pairs[1]
        return max((pair / count for pair, count in zip(pairs, counts, strict=True) if count), default=0.0)


@dataclass(frozen=True, eq=False)
class _Sets:
    """Two sets of (A,) and (B,) vertices with the first model's joint numbers."""

    first: VertexSet
    second: VertexSet
    own_joints: Int  # (B, I) the second set's own numbers, for joints without a partner
    known: bool  # most joints of the second set are known in the first model: weights are compared

    def placement(self, guesses: Sequence[Float64]) -> Placement:
        """What lays their ``positions`` over each other."""
        return find_placement(self.first, self.second, by_weights=self.known, guesses=guesses)


def known_vertices(first: VertexSet, second: VertexSet, ours: Int, theirs: Int) -> VertexMap:
    """The map of known pairs (n,) of vertices, wherever they lie."""
    matrix, _ = fitted_similarity(second.positions[theirs], first.positions[ours])
    return _map_of(ours, theirs, (len(first), len(second)), np.zeros(0, np.intp), 0.0, Placement(matrix, 1.0))


def _map_of(
    first: Int, second: Int, counts: tuple[int, int], ambiguous: Int, radius: float, placement: Placement
) -> VertexMap:
    """The map of pairs (n,); counts: vertices of both sets."""
    left = np.setdiff1d(np.arange(counts[0]), first), np.setdiff1d(np.arange(counts[1]), second)
    return VertexMap(first, second, left[0], left[1], ambiguous, radius, placement)


def match_vertices(
    first: VertexSet,
    second: VertexSet,
    first_of_second: Int,
    guesses: Sequence[Float64] = (),
    *,
    elsewhere: Sequence[Float64] = (),
) -> VertexMap:
    """Match the vertices of two models at rest.

    first, second: sets of (A,) and (B,) vertices.
    first_of_second: (N,) each second node's node in the first, -1: none (``match_joints``).
    guesses: similarities (3, 4) that may take the second set's space to the first's.
    elsewhere: places (A, 3) of the first's vertices in the second model, beside those at rest and as stored.
    """
    joints = np.append(first_of_second, -1)[second.joints]
    known = bool((joints >= 0).mean() > 0.5) if joints.size else False
    sets = _Sets(first, dataclasses.replace(second, joints=joints), second.joints, known)
    placement = sets.placement(guesses)
    turned = second.normals @ turn_of(placement.matrix).T
    sets = dataclasses.replace(sets, second=dataclasses.replace(sets.second, normals=turned))
    best, placement = _laid_over(sets, placement)
    if best.whole:
        return best
    # Other weights or another skeleton move vertices at rest; stored places may fit better then.
    as_stored = dataclasses.replace(sets.second, positions=second.stored)
    for places in (first.stored, *elsewhere):
        laid = dataclasses.replace(sets, first=dataclasses.replace(first, positions=places), second=as_stored)
        best = max(best, _laid_over(laid, laid.placement(guesses), placement)[0], key=lambda each: each.share)
        if best.whole:
            break
    return _with_wider_radii(sets, best)


def match_left(first: VertexSet, second: VertexSet, found: VertexMap) -> VertexMap:
    """The map with partners for vertices without one, among all of the other set; both number joints alike."""
    turned = second.normals @ turn_of(found.placement.matrix).T
    sets = _Sets(first, dataclasses.replace(second, normals=turned), second.joints, known=True)
    every = _matched(sets, found.placement, found.placement)
    more = np.isin(every.first, found.unmatched_first) | np.isin(every.second, found.unmatched_second)
    if not more.any():
        return found
    pairs = np.append(found.first, every.first[more]), np.append(found.second, every.second[more])
    order = np.lexsort(pairs[::-1])
    unclear = np.setdiff1d(found.ambiguous, pairs[0])
    radius = max(found.radius, every.radius)
    return _map_of(pairs[0][order], pairs[1][order], (len(first), len(second)), unclear, radius, found.placement)


def _laid_over(sets: _Sets, over: Placement, at_rest: Placement | None = None) -> tuple[VertexMap, Placement]:
    """The map of vertices that ``over`` lays over each other, and the best placement for it.

    ``at_rest``: the rest pose's placement, if ``positions`` are not at rest.
    """
    matched = _matched(sets, over, at_rest or over)
    if over.is_identity or matched.whole:
        return matched, over
    if len(matched.first) >= LEAST_VERTICES:
        matrix, _ = fitted_similarity(sets.second.positions[matched.second], sets.first.positions[matched.first])
        over = dataclasses.replace(over, matrix=matrix)
    return max(matched, _matched(sets, over, at_rest or over), key=lambda each: each.share), over


def _matched(sets: _Sets, over: Placement, placement: Placement) -> VertexMap:
    """Match ``positions`` after the placement ``over``."""
    first = sets.first
    moved = move_points(over.matrix, sets.second.positions)
    exact = EXACT * first.diagonal
    near = _radius(first.positions, moved, first.diagonal)
    if _is_in_order(sets, moved, near):
        every, none = np.arange(len(first)), np.zeros(0, np.intp)
        return VertexMap(every, every, none, none, none, near, placement)
    for radius in dict.fromkeys((near, ROUNDED * first.diagonal)):
        best_a, best_b, unclear = _chosen(sets, moved, radius)
        chosen = np.flatnonzero(best_b >= 0)
        mutual = np.count_nonzero(best_a[best_b[chosen]] == chosen)
        smaller = min(len(np.unique(best_b[chosen])), int(np.count_nonzero(best_a >= 0)))
        if mutual >= MUTUAL * smaller:
            break
    # A partner that prefers another is shared only if both vertices are at one place: welded or split.
    kept_b = _only_twins(best_b, best_a, first.positions, 2.0 * exact)
    kept_a = _only_twins(best_a, kept_b, moved, 2.0 * exact)
    return _map_of(*_joined(kept_a, kept_b, unclear), (len(kept_b), len(kept_a)), unclear, radius, placement)


def _with_wider_radii(sets: _Sets, found: VertexMap) -> VertexMap:
    """The map with partners at rest for vertices left on both sides."""
    moved, radius = move_points(found.placement.matrix, sets.second.positions), found.radius
    for _ in range(WIDER_ROUNDS):
        radius = min(WIDENING * radius, FARTHEST * sets.first.diagonal)
        more = _among_the_rest(sets, moved, found, radius)
        if more is None:
            break
        found = more
    return found


def _among_the_rest(sets: _Sets, moved: Float64, found: VertexMap, radius: float) -> VertexMap | None:
    """The map with partners for vertices left on both sides, within a wider radius; None: there are none.

    A tool that rounds each mesh to its own grid moves vertices of large meshes farther, and small ones gave the first
    radius. In a mesh made anew few vertices choose each other.
    """
    a, b = found.unmatched_first, found.unmatched_second
    if not len(a) or not len(b):
        return None
    left = _Sets(sets.first.only(a), sets.second.only(b), sets.own_joints[b], sets.known)
    best_a, best_b, unclear = _chosen(left, moved[b], radius)
    chosen = np.flatnonzero(best_b >= 0)
    mutual = chosen[best_a[best_b[chosen]] == chosen]
    if len(mutual) < MUTUAL * min(len(a), len(b)):
        return None
    more = np.concatenate([found.first, a[mutual]]), np.concatenate([found.second, b[best_b[mutual]]])
    order = np.lexsort((more[1], more[0]))
    return dataclasses.replace(
        found,
        first=more[0][order],
        second=more[1][order],
        unmatched_first=np.setdiff1d(a, more[0]),
        unmatched_second=np.setdiff1d(b, more[1]),
        ambiguous=np.setdiff1d(np.union1d(found.ambiguous, a[unclear]), more[0]),
        radius=radius,
    )


def _chosen(sets: _Sets, moved: Float64, radius: float) -> tuple[Int, Int, Int]:
    """(B,) and (A,) partners of the second and the first set, -1: none; and the first's unclear ones.

    ``moved``: (B, 3) the second set in the first's space.
    """
    first, second = sets.first, sets.second
    a, b = pairs_within(first.positions, moved, radius) if radius > 0.0 else (np.zeros(0, np.intp),) * 2
    overlap = shared_weight(first.joints[a], first.weights[a], second.joints[b], second.weights[b])
    if sets.known:
        alike = overlap >= LEAST_SHARED
        a, b, overlap = a[alike], b[alike], overlap[alike]
    cost = ((first.positions[a] - moved[b]) ** 2).sum(axis=1) / max(radius, np.finfo(np.float64).tiny) ** 2
    mixed = first.weights[a].max(axis=1, initial=0.0) < 1.0 - KEPT
    cost += _unlike_weights(1.0 - overlap, a, mixed) if sets.known else 0.0
    turned = _normals_apart(first.normals[a], second.normals[b])
    cost += turned if _least(turned, a) <= REMADE else 0.0  # made anew by the tool: they tell nothing
    cost += _texcoords_apart(first, second, a, b)
    # Of equals take the one at the same place in the file: tools keep the order of twins too.
    cost += EQUAL * 1e-3 * (a - first.starts[first.part[a]] != b - second.starts[second.part[b]])
    best_b, unclear = _best(a, b, cost, len(first), sets.own_joints, second.weights)
    best_a, _ = _best(b, a, cost, len(second), first.joints, first.weights)
    return best_a, best_b, unclear


def _is_in_order(sets: _Sets, moved: Float64, radius: float) -> bool:
    """All vertices of the same number could be partners."""
    first, second = sets.first, sets.second
    if len(first) != len(second) or not len(first):
        return False
    if (np.linalg.norm(first.positions - moved, axis=1) > radius).any():
        return False
    shared = shared_weight(first.joints, first.weights, second.joints, second.weights)
    return not sets.known or bool((shared >= LEAST_SHARED).all())


def _radius(first: Float64, second: Float64, diagonal: float) -> float:
    """How far apart one vertex may lie in the two sets, metres."""
    lower = [_lower_quarter(a, b, FARTHEST * diagonal) for a, b in ((first, second), (second, first))]
    if not len(first) or not len(second):
        return 0.0
    near = min(lower)  # if hardly any vertex has a near neighbour, only those at its place can be partners
    return max(ROUNDED, SPREAD * near / diagonal if near < FARTHEST * diagonal else 0.0) * diagonal


def _lower_quarter(points: Float64, others: Float64, farthest: float) -> float:
    """The lower quartile of a sample's distances to the nearest other, at most ``farthest``."""
    if not len(points) or not len(others) or farthest == 0.0:
        return 0.0
    rng = np.random.default_rng(1)
    sample = points[rng.choice(len(points), min(SAMPLE, len(points)), replace=False)]
    for reach in (farthest / 100.0, farthest):  # most files need only the short reach, which is cheap
        nearest = np.full(len(sample), reach)
        a, b = pairs_within(sample, others, reach)
        np.minimum.at(nearest, a, np.linalg.norm(sample[a] - others[b], axis=1))
        quarter = float(np.quantile(nearest, 0.25))
        if quarter < reach:
            break
    return quarter


def _normals_apart(a: Float64, b: Float64) -> Float64:
    """(n,) 0: equal directions, 2: opposite ones; 0 if either has no normal."""
    defined = a.any(axis=1) & b.any(axis=1)
    return np.where(defined, 1.0 - (a * b).sum(axis=1), 0.0)


def _least(values: Float64, vertices: Int) -> float:
    """The upper quartile of each vertex's (n,) least value (n,); 0: none."""
    if not len(values):
        return 0.0
    least = np.full(int(vertices.max()) + 1, np.inf)
    np.minimum.at(least, vertices, values)
    return float(np.quantile(least[np.isfinite(least)], 0.75))


def _unlike_weights(unlike: Float64, vertices: Int, mixed: Bool) -> Float64:
    """(n,) costs of candidates whose weights differ by ``unlike`` (n,), 0 to 1.

    If the tool kept weights, other weights are another vertex. mixed: (n,) vertices with several joints: a single
    weight survives every rounding.
    """
    kept = bool(mixed.any()) and _least(unlike[mixed], vertices[mixed]) <= KEPT
    return unlike * (400.0 if kept else 4.0)


def _texcoords_apart(first: VertexSet, second: VertexSet, a: Int, b: Int) -> Float64:
    """(n,) 0: the same texture place, up to 1; all 0 if the files place textures differently."""
    apart = np.abs(first.texcoords[a] - second.texcoords[b]).max(axis=1, initial=0.0)
    apart = np.where(np.isnan(apart), 0.0, apart)
    if not len(apart) or np.median(apart) > 0.01:
        return np.zeros(len(apart))
    return np.minimum(apart / 0.05, 1.0)


def _best(vertices: Int, partners: Int, cost: Float64, count: int, joints: Int, weights: Float64) -> tuple[Int, Int]:
    """(count,) cheapest partner of each vertex, -1: none; and vertices whose two cheapest follow different joints."""
    order = np.lexsort((partners, cost, vertices))
    vertices, partners, cost = vertices[order], partners[order], cost[order]
    starts = np.flatnonzero(np.diff(vertices, prepend=-1))
    best = np.full(count, -1, np.intp)
    best[vertices[starts]] = partners[starts]
    rivals = starts[starts + 1 < len(vertices)]
    rivals = rivals[(vertices[rivals + 1] == vertices[rivals]) & (cost[rivals + 1] - cost[rivals] < EQUAL)]
    nearest, runner_up = partners[rivals], partners[rivals + 1]
    unlike = shared_weight(joints[nearest], weights[nearest], joints[runner_up], weights[runner_up]) < 0.999
    unclear = vertices[rivals[unlike]]
    best[unclear] = -1
    return best, unclear


def _only_twins(best: Int, best_back: Int, positions: Float64, same: float) -> Int:
    """``best`` without partners that prefer another vertex elsewhere; positions (V, 3)."""
    chosen = np.flatnonzero(best >= 0)
    preferred = best_back[best[chosen]]
    apart = np.linalg.norm(positions[chosen] - positions[preferred], axis=1)
    kept = best.copy()
    kept[chosen[(preferred >= 0) & (preferred != chosen) & (apart > same)]] = -1
    return kept


def _joined(best_a: Int, best_b: Int, unclear: Int) -> tuple[Int, Int]:
    """The pairs of both directions in one list, each once."""
    forth = np.flatnonzero(best_b >= 0)
    back = np.flatnonzero(best_a >= 0)
    back = back[best_b[best_a[back]] != back]
    back = back[~np.isin(best_a[back], unclear)]
    first = np.concatenate([forth, best_a[back]])
    second = np.concatenate([best_b[forth], back])
    order = np.lexsort((second, first))
    return first[order], second[order]
