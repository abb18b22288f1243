"""Vertices that only the other of two files has: how many, which, and how far from this one's surface.

They have no error, as the first file lacks them. One on this surface, that follows its joints, belongs to another cut
of it; what is elsewhere, as an added hat, was not judged.
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
from .correspondence import Correspondence
from .match.moving import by_moving_nodes
from .match.placement import LEAST_SHARED
from .match.surface import (
    REACH,
    SurfaceMap,
    nearest_on_surface,
    no_surface,
    shared_at,
    triangles_of_model,
    used_vertices,
)


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
    on_surface: int  # how many are on the first file's surface, or near it, and follow its joints there
    farthest: float  # the largest distance of these at any compared time, relative to the first file's diagonal
    parts: tuple[OfPart, ...]

    def beyond(self, limit: float) -> int:
        """How many are not on the first file's surface; if some of the others are farther than ``limit``, all.

        limit: relative to the size.
        """
        return self.count if self.farthest > limit else self.count - self.on_surface

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


def of_another_cut(models: tuple[Model, Model], matched: Correspondence) -> SurfaceMap:
    """Points of the first model's surface for vertices that only the second has, where these follow its joints."""
    (first, second), (ours, theirs) = models, (matched.first, matched.second)
    alone = _alone(second, matched)
    if not len(alone):
        return no_surface()
    places = move_points(matched.vertices.placement.matrix, theirs.positions[alone])
    near = nearest_on_surface(alone, places, ours.positions, triangles_of_model(first), REACH * ours.diagonal)
    here, there = by_moving_nodes(first, second, (ours, theirs), matched.joints)
    return near.some(shared_at(near, there, here) >= LEAST_SHARED, 0)


def only_in_second(second: Model, matched: Correspondence, near: SurfaceMap) -> OnlyThere:
    """What only the second of two matched models has; near: see ``of_another_cut``."""
    alone = _alone(second, matched)
    return OnlyThere(
        count=len(alone),
        total=len(matched.second),
        on_surface=len(near.first),
        farthest=float(near.distance.max(initial=0.0)) / (matched.first.diagonal or 1.0),
        parts=tuple(_parts(second, matched.second.starts, alone)),
    )


def _alone(second: Model, matched: Correspondence) -> Int:
    """(n,) used vertices of the second model without a partner."""
    return np.intersect1d(matched.vertices.unmatched_second, used_vertices(second))


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
