"""One subject's pieces added up, and what follows from the sum.

Causes are looked for at *telling times*: the worst time of each eighth of the clip. At one time alone a coincidence
looks like a cause. They are chosen from the whole clip, so pieces may be cut anywhere.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...model import Float, Int
from ...skeleton.faces import triangles_of
from ...skinned import SetAside, Skinned, worse_faces
from ...subject import Subject
from ..measure.difference import Difference, compare_results, distances, guarded_scale, join
from ..measure.float32_floor import nodes_that_count
from ..measure.tolerance import largest_coordinate, rounding_floor, tolerance
from .comparison import Comparison, Request, Unexplained, VertexErrors, WorstFrame
from .verdict import allowed_level, decided, grounds_of, moves_vertices

if TYPE_CHECKING:  # imported only if something differs
    from ..causes.cause import Cause

#: Sections of the clip, each with one telling time.
_SECTIONS = 8
#: The same for a large model: fewer, because both results are kept at each telling time.
_LARGE_SECTIONS = 4
#: Vertices from which a model is large.
_LARGE_MODEL = 300_000


@dataclass(frozen=True, eq=False)
class _Telling:
    """The worst time of a section so far, with both results."""

    index: int  # of the clip's times
    maximum: float  # metres, the largest error
    reference: Skinned
    other: Skinned
    senseless: int  # vertices with a finite position too far away to be meant
    farthest: float  # metres: the largest coordinate of those


class Accumulator:
    """Adds up the pieces of one subject."""

    def __init__(self, request: Request, name: str) -> None:
        self._request, self._name = request, name
        sections = _SECTIONS if request.vertices <= _LARGE_MODEL else _LARGE_SECTIONS
        self._section = np.repeat(np.arange(sections), [len(run) for run in np.array_split(request.times, sections)])
        self._pieces: list[Difference] = []
        self._coordinates = np.zeros(len(request.times))  # (T,) metres; 0: not measured yet
        self._diagonal = np.zeros(len(request.times))  # (T,) metres
        self._indices: list[Int] = []  # of each piece's times
        self._counting = nodes_that_count(request.model)
        self._notes: dict[str, None] = {}
        self._set_aside: dict[str, SetAside] = {}
        self._telling: dict[int, _Telling] = {}
        self._errors: dict[int, tuple[Float, ...]] = {}
        self._brought = False  # compared with its own counterpart, which the model's steps do not explain
        self._keeps_every_error = request.vertices * len(request.times) <= request.vertex_errors

    def add(self, indices: Int, reference: Skinned, other: Skinned) -> None:
        """Add both results of the times ``indices`` (n,) of ``Request.times``."""
        request = self._request
        self._brought |= request.subjects[self._name].counterpart(other) is not None
        piece = compare_results(reference, other, model=request.model, screen=request.question.screen)
        piece = dataclasses.replace(piece, engine=self._name)
        self._pieces.append(piece)
        self._indices.append(indices)
        self._coordinates[indices] = np.maximum(largest_coordinate(reference, self._counting), other.farthest)
        self._diagonal[indices] = piece.diagonal
        self._notes.update(dict.fromkeys(other.notes))
        for aside in other.set_aside:
            known = self._set_aside.get(aside.name, SetAside(aside.name, np.zeros(len(self._diagonal)), 0))
            known.moves[indices] = aside.moves
            added = max(aside.added, known.added, key=abs)
            faces = worse_faces(aside.faces, known.faces)
            self._set_aside[aside.name] = SetAside(aside.name, known.moves, added, faces, aside.keyed)
        self._keep_telling(indices, piece, reference, other)
        if self._keeps_every_error:
            self._errors.update(zip(indices.tolist(), _errors(reference, other), strict=True))

    @property
    def worst(self) -> tuple[float, int]:
        """The largest error so far, relative to the size, and the index of its time; -1 and -1 before any."""
        scale = guarded_scale(self._diagonal)
        telling = self._telling.values()
        return max(((at.maximum / float(scale[at.index]), at.index) for at in telling), default=(-1.0, -1))

    def concluded(self) -> tuple[Comparison, Unexplained | None]:
        """The whole clip's comparison. If positions differ, also what is needed to explain it."""
        request, difference = self._request, join(self._pieces, np.concatenate(self._indices))
        subject, set_aside = request.subjects[self._name], tuple(self._set_aside.values())
        rounding = rounding_floor(self._coordinates, difference.diagonal, subject.roundings)
        limit = tolerance(request.model, rounding, asked=request.question.tolerance, exact=subject.exact)
        presence = subject.presence()
        only_there = subject.only_there(request.clip)
        grounds = grounds_of(difference, limit, request.question, presence, set_aside, subject.lacking(), only_there)
        verdict = decided(grounds, request.question.accept, allowed=allowed_level(difference, limit, request.question))
        size = difference.scale
        left_out = [] if request.question.modifiers else [aside.sentence(size) for aside in set_aside]
        comparison = Comparison(
            clip=request.clip,
            clip_name=request.clip_name,
            engine=self._name,
            difference=difference,
            tolerance=limit,
            verdict=verdict,
            notes=(*self._notes, *left_out),
            decides=request.decides,
            frame_rate=subject.frame_rate,
            set_aside=set_aside,
            presence=presence,
            only_there=only_there,
            vertex_errors=self._vertex_errors(),
        )
        if not verdict.differs:
            return comparison, None
        comparison = dataclasses.replace(comparison, causes=self._senseless(difference))
        if not difference.compared:
            return comparison, None
        comparison = self._described(comparison, subject)
        if comparison.split is not None or not moves_vertices(verdict) or self._brought:
            return comparison, None
        telling = sorted(self._telling.values(), key=lambda at: at.index)
        return comparison, Unexplained(comparison, request, tuple((at.reference, at.other) for at in telling))

    def _senseless(self, difference: Difference) -> tuple[Cause, ...]:
        """The cause "positions far outside the character", if any are; Blender misreads no buffer that it wrote."""
        from .explanation import is_blenders_own  # only if something differs

        telling = [at for at in self._telling.values() if at.senseless]
        if not telling or is_blenders_own(self._request.model, self._request.question):
            return ()
        from ..causes.senseless import senseless_cause

        times = tuple(float(self._request.times[at.index]) for at in sorted(telling, key=lambda at: at.index))
        farthest = max(at.farthest for at in telling)
        size = float(difference.scale.max(initial=0.0))
        return (senseless_cause(max(at.senseless for at in telling), self._request.vertices, farthest, size, times),)

    def _described(self, comparison: Comparison, subject: Subject) -> Comparison:
        """The comparison with the subject's own reasons and its picture."""
        request, worst = self._request, comparison.difference.worst
        assert worst is not None
        return dataclasses.replace(
            comparison,
            frame=self._worst_frame(comparison.difference) if request.picture else None,
            changes=subject.changes(request.clip, worst.time),
            split=subject.split(request.clip, worst.time) if moves_vertices(comparison.verdict) else None,
        )

    def _keep_telling(self, indices: Int, piece: Difference, reference: Skinned, other: Skinned) -> None:
        """Keep the piece's worst time of each section, if it is worse so far."""
        scale = guarded_scale(self._diagonal)
        relative = piece.maximum / scale[indices]
        section = self._section[indices]
        compared = sum((part.distance.compared for part in piece.parts), np.zeros(len(indices), np.intp))
        for number in np.unique(section).tolist():
            rows = np.flatnonzero(section == number)
            row = rows[np.argmax(relative[rows])]
            index, before = int(indices[row]), self._telling.get(number)
            # Of equals the first in time counts, whatever the order of the pieces.
            if before is None or (relative[row], -index) > (before.maximum / scale[before.index], -before.index):
                every = bool(compared[row] == self._request.vertices)
                both = _both_at(reference, other, row, every=every)
                self._telling[number] = _Telling(index, float(piece.maximum[row]), *both)

    def _worst_frame(self, difference: Difference) -> WorstFrame:
        """The worst telling time, to be drawn."""
        at = max(self._telling.values(), key=lambda telling: telling.maximum / difference.scale[telling.index])
        model = self._request.model
        return WorstFrame(
            float(self._request.times[at.index]),
            tuple(of_part[0].astype(np.float32) for of_part in at.other.positions),
            _errors(at.reference, at.other)[0],
            tuple(triangles_of(model.primitive(part)) for part in model.parts),
        )

    def _vertex_errors(self) -> VertexErrors | None:
        """The errors at every time, or at the telling times if all are too many."""
        if not self._request.vertex_errors:
            return None
        kept = dict(sorted(self._errors.items()))
        if not self._keeps_every_error:
            telling = sorted(self._telling.values(), key=lambda at: at.index)
            kept = {at.index: _errors(at.reference, at.other)[0] for at in telling}
        return VertexErrors(self._request.times, kept)


def _positions_at(result: Skinned, row: int) -> Skinned:
    """One time of a result, with positions and matrices only: causes need no more."""
    bare = result.beside(normals=(None,) * len(result.parts), raw=(), unnormalised=())
    return bare.at_times(np.array([row]))


def _both_at(reference: Skinned, other: Skinned, row: int, *, every: bool) -> tuple[Skinned, Skinned, int, float]:
    """One time of both results. Unusable positions of the other become NaN.

    Also how many of those are finite, and their largest coordinate, metres. every: all vertices are usable.
    """
    ours, theirs = _positions_at(reference, row), _positions_at(other, row)
    if every:
        return ours, theirs, 0, 0.0
    usable = distances(ours, theirs).per_part
    positions = tuple(
        np.where(np.isnan(d)[..., None], np.nan, p) for d, p in zip(usable, theirs.positions, strict=True)
    )
    there = [np.isfinite(p).all(axis=-1) & np.isnan(d) for d, p in zip(usable, theirs.positions, strict=True)]
    away = [float(np.abs(p[t]).max(initial=0.0)) for t, p in zip(there, theirs.positions, strict=True)]
    count = sum(int(each.sum()) for each in there)
    return ours, dataclasses.replace(theirs, positions=positions), count, max(away, default=0.0)


@np.errstate(over="ignore")
def _errors(reference: Skinned, other: Skinned) -> list[tuple[Float, ...]]:
    """Per time, per part (V,) float32 distances, metres; NaN: one side is not finite."""
    per_part = [d.astype(np.float32) for d in distances(reference, other).per_part]
    return [tuple(part[t] for part in per_part) for t in range(len(reference.times))]
