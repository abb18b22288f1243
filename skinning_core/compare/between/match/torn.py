"""Vertices of which a twin was given other joints, so that the surface tears there.

Where several vertices are at one place, as along a seam of textures, each finds a partner although one of the other
file's follows other joints now: that one is nobody's partner, and what it does was not compared. Its faces tell whose
it is. Other weights may move it at rest, so that it is looked for where it is stored, too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from ....model import Float64, Int, Model
from ....transform import move_points
from .near import pairs_within
from .surface import triangles_of_model
from .vertex_set import VertexSet
from .vertices import EXACT, VertexMap


def with_torn(models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], found: VertexMap) -> VertexMap:
    """The map, and pairs of the other's vertices without a partner whose face the first model has at the same places.

    Only vertices of the first that share their partner with others can have one more. sets: the models' vertices.
    """
    shared = np.bincount(found.second, minlength=len(sets[1]))[found.second] > 1
    doubled, faces = np.unique(found.first[shared]), triangles_of_model(models[1])
    faces = faces[np.isin(faces, found.unmatched_second).any(axis=1)]
    if not len(doubled) or not len(faces):
        return found
    _, place = np.unique(sets[0].positions, axis=0, return_inverse=True)
    there = np.full(len(sets[1]), -1, np.intp)
    there[found.second] = place[found.first]
    alone = np.intersect1d(faces, found.unmatched_second)
    near = _nearest(
        sets[1].stored[alone], sets[0].stored, EXACT * float(np.linalg.norm(np.ptp(sets[0].stored, axis=0)))
    )
    at_rest = move_points(found.placement.matrix, sets[1].positions[alone])
    near = np.where(near >= 0, near, _nearest(at_rest, sets[0].positions, found.radius))
    there[alone] = np.where(near >= 0, place[near], -1)
    faces = faces[(there[faces] >= 0).all(axis=1)]
    ours = triangles_of_model(models[0])
    ours = ours[np.isin(ours, doubled).any(axis=1)]
    known: dict[tuple[int, ...], set[int]] = {}
    for where, corner in _corners(ours, place[ours], doubled):
        known.setdefault(where, set()).add(corner)
    theirs = _corners(faces, there[faces], found.unmatched_second)
    more = {(twin, corner) for where, corner in theirs for twin in known.get(where, ())}
    pairs = sorted({*zip(found.first.tolist(), found.second.tolist(), strict=True), *more})
    first, second = np.array(pairs, np.intp).reshape(-1, 2).T
    unmatched = np.setdiff1d(found.unmatched_second, second)
    return dataclasses.replace(found, first=first, second=second, unmatched_second=unmatched)


def _corners(faces: Int, places: Int, asked: Int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each corner that is asked for, after its face's places, in order, and its own. faces, places: (F, 3)."""
    wanted = set(asked.tolist())
    for face, where in zip(faces.tolist(), places.tolist(), strict=True):
        for corner, own in zip(face, where, strict=True):
            if corner in wanted:
                yield (*sorted(where), own), corner


def _nearest(points: Float64, places: Float64, radius: float) -> Int:
    """(n,) the nearest of the places to each point; -1: none within the radius."""
    asked, near = pairs_within(points, places, radius) if radius > 0.0 else (np.zeros(0, np.intp),) * 2
    order = np.lexsort((np.linalg.norm(points[asked] - places[near], axis=1), asked))
    once = order[np.flatnonzero(np.diff(asked[order], prepend=-1))]
    result = np.full(len(points), -1, np.intp)
    result[asked[once]] = near[once]
    return result
