"""How far an engine is from the reference: per part and time, by joint, and the worst vertex of all.

Distances are in glTF's world space, metres, per time and never averaged over times. Relative figures are divided by
``Difference.scale``, the diagonal of the reference's bounding box at that time. A vertex that only the reference has
finite counts in ``lost`` and in no average. One that no face, line or point uses is ``unused``, if the model is known.

Letters: T times, K parts, V vertices of a part, J joints (nodes) that lead at least one vertex, B histogram bins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ...check.inspect import whole_meshes
from ...fast.tiles.kernels import run_together, shares_of, thread_count
from ...fast.tiles.tuning import LARGE
from ...model import Float64, Int, Model, Part
from ...skinned import Skinned, once
from .flat_normals import flat_pairs
from .joint_difference import JointDifference, gathered_by_joint, in_order, join_joints, leaders
from .lost_vertices import absent_of, lost_of
from .pairs import Angles, no_angles, pair_angles, pair_distances
from .screen import Screen
from .statistics import Distances, Statistics, histogram, statistics_of_parts, whole_percentile_99

#: Below this share of the clip's largest diagonal a pose has collapsed: its errors are divided by the largest.
COLLAPSED = 1e-6

#: A vertex so many sizes away has no usable position. A buffer read wrongly gives 1e29; wrong units give 1e3, a
#: centimetre read as a kilometre 1e5.
SENSELESS = 1e6

#: From so many vertices in every part, times are measured one by one: calls then cost nothing.
_ALONE = 100_000


@dataclass(frozen=True, eq=False)
class PartDifference:
    """How far one part is from the reference at every time."""

    part: Part
    vertices: int
    distance: Statistics
    lost: Int  # (T,) vertices usable in the reference only
    absent: int  # lost ones that the subject does not have
    normals: Angles | None  # None: one side has none; NaN at times that are not judged
    unused: int = 0  # vertices used by nothing, not compared at some time
    hidden: int = 0  # vertices that could not be looked at

    @property
    def normal_angle(self) -> Float64 | None:
        """(T,) largest angle between normals, radians; NaN: not compared. None: one side has no normals."""
        return None if self.normals is None else self.normals.largest


@dataclass(frozen=True)
class Worst:
    """The worst vertex of all times and parts."""

    distance: float  # metres
    relative: float  # distance / Difference.scale at that time
    time_index: int
    time: float  # seconds
    part_index: int
    vertex: int  # of the primitive
    node: int  # of the largest weight (an unskinned part's own); -1: not known


@dataclass(frozen=True, eq=False)
class Difference:
    """What ``compare_results`` measured. The first axis of arrays is time."""

    engine: str
    baseline: str  # compared with this engine: "reference"
    times: Float64  # (T,) seconds
    diagonal: Float64  # (T,) metres, of the baseline
    parts: tuple[PartDifference, ...]
    maximum: Float64  # (T,) of all parts, metres
    rms: Float64  # (T,) of all compared vertices, metres
    percentile_99: Float64  # (T,) of all compared vertices, metres
    histogram: Int  # (B,) compared vertices by relative error, of all times; see statistics.HISTOGRAM_EDGES
    joints: JointDifference | None  # None: compared without a model
    seen: Int  # (T,) compared vertices with an error that somebody might see, see Screen.unseen
    meshes_gone: tuple[str, ...] = ()  # meshes that the subject lacks whole, by name

    @property
    def scale(self) -> Float64:
        """(T,) metres: divisors of errors, guarded if the model collapses."""
        return guarded_scale(self.diagonal)

    @property
    def relative(self) -> Float64:
        """(T,) each time's largest error, relative to ``scale``."""
        return self.maximum / self.scale

    @property
    def lost(self) -> int:
        """Vertices lost, at the time of most."""
        return self._at_most(p.lost for p in self.parts)

    @property
    def absent(self) -> int:
        """Vertices that the subject does not have."""
        return sum(p.absent for p in self.parts)

    @property
    def unusable(self) -> int:
        """Vertices there without a usable position, at the time of most."""
        return self._at_most(np.maximum(p.lost - p.absent, 0) for p in self.parts)

    @property
    def normals_gone(self) -> int:
        """Normals that are no numbers or that only the reference has, at the time of most."""
        return self._at_most(p.normals.gone for p in self.parts if p.normals is not None)

    @property
    def normals_flat(self) -> int:
        """Normals left out because their direction is rounding, at the time of most."""
        return self._at_most(p.normals.flat for p in self.parts if p.normals is not None)

    def _at_most(self, of_parts: Iterable[Int]) -> int:
        return int(max(sum(of_parts, np.zeros(len(self.times), np.int64)), default=0))

    @property
    def hidden(self) -> int:
        """Vertices that are there and could not be looked at."""
        return sum(p.hidden for p in self.parts)

    @property
    def unused(self) -> int:
        """Vertices not compared, which no face, line or point uses."""
        return sum(p.unused for p in self.parts)

    @property
    def compared(self) -> int:
        """Positions compared, over all parts and times."""
        return int(sum(p.distance.compared.sum() for p in self.parts))

    @property
    def max_relative(self) -> float:
        """The largest error, relative to the diagonal of its time."""
        return float(np.max(self.relative, initial=0.0))

    @property
    def rms_relative(self) -> float:
        """Root mean square of the relative error over all times."""
        return float(np.sqrt(np.mean((self.rms / self.scale) ** 2))) if len(self.times) else 0.0

    @property
    def percentile_99_relative(self) -> float:
        """The largest 99th percentile of the relative error, of all times."""
        return float(np.max(self.percentile_99 / self.scale, initial=0.0))

    @property
    def normal_angle(self) -> float | None:
        """Largest angle between normals, radians; None: no normals."""
        judged = [p.normals for p in self.parts if p.normals is not None and p.normals.compared.any()]
        return float(max(np.fmax.reduce(normals.largest, initial=0.0) for normals in judged)) if judged else None

    @property
    def unseen_share(self) -> float:
        """The share of compared vertices, over all times, with an error that nobody would see."""
        return 1.0 - float(self.seen.sum()) / max(self.compared, 1)

    @property
    def normals_turned(self) -> tuple[float, ...] | None:
        """The shares of normals turned by more than each of TURNS; None: no normals."""
        angles = [p.normals for p in self.parts if p.normals is not None]
        compared = sum(int(a.compared.sum()) for a in angles)
        if not compared:
            return None
        return tuple((sum(a.turned.sum(axis=0) for a in angles) / compared).tolist())

    @property
    def normal_times(self) -> int | None:
        """At how many times normals were compared; None: no normals."""
        judged = [p.normals.judged for p in self.parts if p.normals is not None]
        return int(np.any(judged, axis=0).sum()) if judged else None

    @property
    def worst(self) -> Worst | None:
        """The vertex of ``max_relative``; None: nothing was compared."""
        return self._worst_at(int(np.argmax(self.relative))) if self.compared else None

    @property
    def farthest(self) -> Worst | None:
        """The vertex of the largest distance in metres: another one if the character changes its size."""
        return self._worst_at(int(np.argmax(self.maximum))) if self.compared else None

    def _worst_at(self, t: int) -> Worst:
        k = int(np.argmax([p.distance.maximum[t] if p.distance.compared[t] else -1.0 for p in self.parts]))
        part = self.parts[k]
        vertex = int(part.distance.worst_vertex[t])
        node = self.joints.leading[k][vertex] if self.joints is not None else -1
        distance = float(part.distance.maximum[t])
        return Worst(distance, distance / float(self.scale[t]), t, float(self.times[t]), k, vertex, int(node))


def compare_results(
    reference: Skinned, other: Skinned, *, model: Model | None = None, screen: Screen | None = None
) -> Difference:
    """Measure ``other`` against ``reference``, which have the same parts, vertices and times.

    ``model``: fills ``Difference.joints`` and ``Worst.node``. ``screen``: on which errors are seen.
    Raises ``ValueError`` if parts, vertices (V, 3) or times differ.
    """
    why = unlike(reference, other)
    if why:
        raise ValueError(f"{other.engine}: {why}")
    diagonal = reference.diagonal
    shares = _shares(reference, diagonal)
    found: dict[int, Difference] = {}

    def measure(some: range) -> None:
        for k in some:
            ours, theirs = (r if len(shares) == 1 else r.at_times(shares[k]) for r in (reference, other))
            found[k] = _measured(ours, theirs, diagonal[shares[k]], model, screen or Screen())

    if model is not None:
        leaders(model, reference.parts)  # before the threads: found once
    threads = min(thread_count(), len(shares))
    run_together([partial(measure, range(worker, len(shares), threads)) for worker in range(threads)])
    return join([found[k] for k in range(len(shares))], np.arange(len(diagonal)))


def _shares(reference: Skinned, diagonal: Float64) -> list[slice]:
    """The times that are measured together: all, if vertices are few or a time has no size of its own.

    Threads share many vertices. Large moving parts are measured time by time: their distances, 8 MB for a million, stay
    in the cache. diagonal: (T,) metres.
    """
    size, times = sum(p.shape[1] for p in reference.positions), len(diagonal)
    shared = size * times >= LARGE and (diagonal > COLLAPSED * diagonal.max(initial=0.0)).all()
    alone = all(len(once(p)) == times and p.shape[1] >= _ALONE for p in reference.positions)
    count = 1 if not shared else times if alone else min(thread_count(), times)
    return shares_of(times, count)


def _measured(reference: Skinned, other: Skinned, diagonal: Float64, model: Model | None, screen: Screen) -> Difference:
    """The difference at the times of both; diagonal: (T,) of the reference, metres."""
    none = np.zeros(len(reference.times))
    apart = distances(reference, other, guarded_scale(diagonal))
    parts = []
    for k, (distance, figures) in enumerate(zip(apart.per_part, statistics_of_parts(apart), strict=True)):
        angles = _angles(reference, other, k, model)
        primitive = None if model is None else model.primitive(reference.parts[k])
        hidden = other.hidden[k] if k < len(other.hidden) else np.zeros(0, np.intp)
        lost, unused = lost_of(reference.positions[k], distance, figures.compared, primitive, hidden)
        counts = absent_of(other, k, primitive), angles, unused, len(hidden)
        parts.append(PartDifference(reference.parts[k], distance.shape[1], figures, lost, *counts))
    maximum = np.max([none, *(part.distance.maximum for part in parts)], axis=0)
    compared = sum((part.distance.compared for part in parts), none.astype(np.intp))
    joints = None if model is None else gathered_by_joint(apart, leaders(model, reference.parts))
    return Difference(
        engine=other.engine,
        baseline=reference.engine,
        times=reference.times,
        diagonal=diagonal,
        parts=tuple(parts),
        maximum=maximum,
        rms=_whole_rms(parts, compared),
        percentile_99=parts[0].distance.percentile_99 if len(parts) == 1 else whole_percentile_99(apart, compared),
        histogram=histogram(apart, guarded_scale(diagonal), int(compared.sum())),
        joints=joints,
        seen=_seen(apart, maximum, screen.unseen * guarded_scale(diagonal)),
        meshes_gone=() if model is None else whole_meshes(model, _gone(parts)),
    )


def _gone(parts: Sequence[PartDifference]) -> list[int]:
    """The parts that the subject lacks whole."""
    return [k for k, part in enumerate(parts) if part.absent and part.absent + part.unused == part.vertices]


def _seen(apart: Distances, maximum: Float64, limit: Float64) -> Int:
    """(T,) how many distances reach ``limit`` (T,), metres; maximum: (T,) the largest of them."""
    if not (maximum >= limit).any():
        return np.zeros(len(limit), np.intp)
    ordered = np.sort(apart.still[~np.isnan(apart.still)])  # one row for all times
    return np.asarray((apart.moving >= limit[:, None]).sum(axis=1) + len(ordered) - np.searchsorted(ordered, limit))


def _whole_rms(parts: Sequence[PartDifference], compared: Int) -> Float64:
    """(T,) root mean square over the vertices of all parts that were ``compared`` (T,)."""
    squares = sum((p.distance.rms**2 * p.distance.compared for p in parts), np.zeros(len(compared)))
    return np.sqrt(squares / np.maximum(compared, 1))


def join(pieces: Sequence[Difference], indices: Int) -> Difference:
    """Join differences at different times, such as pieces of a clip.

    ``indices`` (T,): the place in the whole of each time of the pieces, one after the other. A piece without normals
    counts as not compared if others have some.
    """
    first = pieces[0]
    if len(pieces) == 1:
        return first
    order = np.argsort(indices)
    per_joint = [d.joints for d in pieces if d.joints is not None]
    return replace(
        first,
        parts=tuple(_join_part([d.parts[k] for d in pieces], order) for k in range(len(first.parts))),
        histogram=np.sum([d.histogram for d in pieces], axis=0),
        joints=join_joints(per_joint, order) if per_joint else None,
        **in_order(pieces, order, "times", "diagonal", "maximum", "rms", "percentile_99", "seen"),
    )


def distances(reference: Skinned, other: Skinned, scale: Float64 | None = None) -> Distances:
    """Distances of all vertices of two results, metres; NaN: one side has no usable position.

    scale: (T,) metres, see ``guarded_scale``.
    """
    scale = guarded_scale(reference.diagonal) if scale is None else scale
    times = len(scale)
    pairs = [(once(a), once(b)) for a, b in zip(reference.positions, other.positions, strict=True)]
    found = Distances.empty(times, [a.shape[1] for a, _ in pairs], [max(len(a), len(b)) == times for a, b in pairs])
    for (a, b), rows, moves in zip(pairs, found.rows, found.moves, strict=True):
        if moves:
            pair_distances(a, b, rows)
    if still := [pairs[k] for k in found.parts(moving=False)]:  # together: a call costs as much as a thousand vertices
        ours, theirs = (
            side[0] if len(side) == 1 else np.concatenate(side, axis=1) for side in zip(*still, strict=True)
        )
        pair_distances(ours, theirs, found.still)
    for rows in (found.moving, found.still):
        _drop_senseless(rows, scale)
    return found


def guarded_scale(diagonal: Float64) -> Float64:
    """(T,) divisors of errors: the diagonal, or the largest of all if it is nearly zero; never zero."""
    largest = float(np.max(diagonal, initial=0.0))
    if not largest > 0.0:
        return np.ones_like(diagonal)
    return np.where(diagonal > COLLAPSED * largest, diagonal, largest)


def _drop_senseless(rows: Float64, scale: Float64) -> None:
    """Make NaN of distances (T or 1, n) beyond SENSELESS sizes (T,)."""
    with np.errstate(invalid="ignore"):
        if np.fmax.reduce(rows, axis=None, initial=0.0) > SENSELESS * scale.min(initial=np.inf):
            rows[rows > SENSELESS * (scale[:, None] if len(rows) == len(scale) else scale.max())] = np.nan


def _join_part(pieces: Sequence[PartDifference], order: Int) -> PartDifference:
    figures, angles = [p.distance for p in pieces], None
    if any(p.normals is not None for p in pieces):
        each = [p.normals or no_angles(len(p.lost)) for p in pieces]
        angles = Angles(**in_order(each, order, *vars(each[0])))
    return replace(
        pieces[0],
        distance=Statistics(**in_order(figures, order, *vars(figures[0]))),
        absent=max(p.absent for p in pieces),
        normals=angles,
        unused=max(p.unused for p in pieces),
        **in_order(pieces, order, "lost"),
    )


def _angles(reference: Skinned, other: Skinned, k: int, model: Model | None) -> Angles | None:
    """Angles between the normals of part k; None: one side has none, and none were expected."""
    ours, theirs = reference.normals[k], other.normals[k]
    if ours is None or (theirs is None and not other.expects_normals):
        return None
    count, a = len(ours), once(ours)
    b = np.broadcast_to(0.0, a.shape) if theirs is None else once(theirs)
    if k < len(other.absent) and len(other.absent[k]):  # counted already
        a = a.copy()
        a[:, other.absent[k]] = 0.0
    angles = pair_angles(a, b)
    if model is not None and (angles.turned.any() or angles.gone.any()):
        times, vertices = flat_pairs(model, reference, k, a, b)
        if len(times):
            a = np.array(np.broadcast_to(a, (max(len(a), len(b)), *a.shape[1:])))
            a[times, vertices] = 0.0
            angles = replace(pair_angles(a, b), flat=np.bincount(times, minlength=len(a)))
    repeats = count // max(len(angles.largest), 1)  # more than one if both stand still
    return Angles(*(values.repeat(repeats, axis=0) for values in vars(angles).values()))


def unlike(reference: Skinned, other: Skinned) -> str:
    """Why a result cannot be compared with a reference, one sentence about it; empty if it can."""
    if not np.array_equal(reference.times, other.times):
        return "its result is of other times than were asked for"
    if len(reference.positions) != len(other.positions):
        return f"its result has {len(other.positions)} parts, the model {len(reference.positions)}"
    if reference.parts != other.parts:
        return "its parts are others than the model's"
    for k, (wanted, given) in enumerate(zip(reference.positions, other.positions, strict=True)):
        if np.shape(given) != wanted.shape:
            return f"its positions of part {k} have the shape {np.shape(given)}, not {wanted.shape}"
    return ""
