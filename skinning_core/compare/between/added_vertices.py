"""Vertices that only the other of two files has: counted, listed, and how far they lie from this one's surface.

They are no vertices of the first file, so no error is theirs; a tool may have added a whole hat, or have cut the same
surface into other triangles, which the distance tells apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...check.inspect import part_name
from ...model import Int, Model
from ...text.listing import listed
from ...text.sentence import Sentence, joined, sentence
from ...transform import move_points
from .match.surface import REACH, nearest_on_surface, triangles_of_model, used_vertices
from .match.vertex_set import VertexSet
from .match.vertices import VertexMap


@dataclass(frozen=True)
class OfPart:
    """Those of one part of the other file."""

    part: int  # place in the other model's parts
    name: str
    ranges: tuple[tuple[int, int], ...]  # first and last vertex of each run of vertices in a row


@dataclass(frozen=True)
class OnlyThere:
    """Vertices of the other file, of those that a face, a line or a point uses, that are none of the first."""

    count: int
    total: int  # vertices of the other file
    on_surface: int  # how many of them lie on the first file's surface, or near it
    farthest: float  # of these, the largest distance at rest, relative to the first file's diagonal
    parts: tuple[OfPart, ...]

    @property
    def sentence(self) -> str:
        """What is there, one sentence; empty if nothing is."""
        if not self.count:
            return ""
        near = sentence("none of them on the surface here")
        if self.on_surface:
            told = "{some} on the surface here, at most {percent:.2g} % of the size from it"
            some = sentence("all") if self.on_surface == self.count else f"{self.on_surface:,}"
            near = sentence(told, some=some, percent=100.0 * self.farthest)
        which = joined([joined([part.name, listed(_runs(part.ranges), quoted=False)], ": ") for part in self.parts])
        told = "only the other file has {count:,} of its {total:,} vertices, {near} ({which})"
        return sentence(told, count=self.count, total=self.total, near=near, which=which)


def only_in_second(models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], matched: VertexMap) -> OnlyThere:
    """What only the second of two matched models has; the sets are of their vertices."""
    (first, second), (ours, theirs) = models, sets
    alone = np.intersect1d(matched.unmatched_second, used_vertices(second))
    places = move_points(matched.placement.matrix, theirs.positions[alone])
    near = nearest_on_surface(alone, places, ours.positions, triangles_of_model(first), REACH * ours.diagonal)
    return OnlyThere(
        count=len(alone),
        total=len(theirs),
        on_surface=len(near.first),
        farthest=float(near.distance.max(initial=0.0)) / (ours.diagonal or 1.0),
        parts=tuple(_parts(second, theirs.starts, alone)),
    )


def _parts(model: Model, starts: Int, vertices: Int) -> list[OfPart]:
    """The vertices (n,), which count over all parts, by part; starts: (P + 1,) of the parts."""
    found = []
    for k, (start, end) in enumerate(pairwise(starts.tolist())):
        own = vertices[(vertices >= start) & (vertices < end)] - start
        runs = np.split(own, np.flatnonzero(np.diff(own) != 1) + 1) if len(own) else []
        if runs:
            ranges = tuple((int(run[0]), int(run[-1])) for run in runs)
            found.append(OfPart(k, part_name(model, model.parts[k]), ranges))
    return found


def _runs(ranges: tuple[tuple[int, int], ...]) -> list[Sentence]:
    """Runs in words: single vertices, and runs from the first to the last."""
    return [
        sentence("{first}" if first == last else "{first} to {last}", first=first, last=last) for first, last in ranges
    ]
