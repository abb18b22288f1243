"""Vertices that only the other of two files has: how many, which, and how far from this one's surface.

They have no error, as the first file lacks them. The distance tells an added hat from another cut of the same surface.
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
    """Such vertices of one part of the other file."""

    part: int  # index in the other model's parts
    name: str
    ranges: tuple[tuple[int, int], ...]  # first and last vertex of each run


@dataclass(frozen=True)
class OnlyThere:
    """Used vertices of the other file that the first does not have."""

    count: int
    total: int  # vertices of the other file
    on_surface: int  # how many are on the first file's surface, or near it
    farthest: float  # the largest distance of these at rest, relative to the first file's diagonal
    parts: tuple[OfPart, ...]

    @property
    def sentence(self) -> str:
        """One sentence; empty if there are none."""
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
    """What only the second of two matched models has; sets: their vertices."""
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
    """Vertices (n,), counted over all parts, by part; starts: (P + 1,) of the parts."""
    found = []
    for k, (start, end) in enumerate(pairwise(starts.tolist())):
        own = vertices[(vertices >= start) & (vertices < end)] - start
        runs = np.split(own, np.flatnonzero(np.diff(own) != 1) + 1) if len(own) else []
        if runs:
            ranges = tuple((int(run[0]), int(run[-1])) for run in runs)
            found.append(OfPart(k, part_name(model, model.parts[k]), ranges))
    return found


def _runs(ranges: tuple[tuple[int, int], ...]) -> list[Sentence]:
    """Runs in words: single vertices, or first to last."""
    return [
        sentence("{first}" if first == last else "{first} to {last}", first=first, last=last) for first, last in ranges
    ]
