"""Vertices that were moved, of which the faces around tell whose they are.

A vertex that was moved farther than rounding has no partner by place. The nearest surface is nearer than its own
partner, so its faces are asked: an edge, in its direction, has one face. Known vertices name those beside them, and
these the next. A vertex stays known only if all of its faces agree. If a surface was simplified or made anew, some do
not. If a whole mesh was moved, its node and the numbers in its faces name its vertices.
"""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import numpy as np

from ....model import Bool, Int, Model
from ....skeleton.faces import triangles_of
from .joint_pairs import JointMap
from .near import first_at_place
from .surface import triangles_of_model
from .vertex_set import VertexSet
from .vertices import EXACT, VertexMap

#: At most this share of vertices has others' places: where more faces are others, the surface was made anew.
_FEW_EXCHANGED = 0.25
#: Large odd numbers that make one number of three.
_MIXED = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)
#: The number of a place without a partner.
_UNKNOWN = -1


def with_moved(
    models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], joints: JointMap, found: VertexMap
) -> VertexMap:
    """The map with partners for vertices left on both sides, by their faces. sets: the models' vertices."""
    found = _with_exchanged(models, sets, joints, found)
    for more in (_whole_parts, _beside_known):
        if len(found.unmatched_first) and len(found.unmatched_second) and len(found.first):
            found = _with(found, more(models, sets, joints, found))
    return found


def _with_exchanged(
    models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], joints: JointMap, found: VertexMap
) -> VertexMap:
    """The map with vertices that stand where others stood before, as their faces tell.

    Two that exchanged places each find a partner by place, and follow its joints, but no face around them is there.
    Around them no partner counts, until faces have named them all and agree.
    """
    if len(sets[0]) != len(sets[1]) or not len(found.first):
        return found
    apart = _corners_apart(models, sets, found)
    if not len(apart) or len(apart) > _FEW_EXCHANGED * len(sets[0]):
        return found
    around = np.isin(found.first, apart)
    kept, lost = (np.stack([found.first, found.second], axis=1)[each] for each in (~around, around))
    without = dataclasses.replace(
        found,
        first=kept[:, 0],
        second=kept[:, 1],
        unmatched_first=np.union1d(found.unmatched_first, lost[:, 0]),
        unmatched_second=np.union1d(found.unmatched_second, lost[:, 1]),
    )
    named = _with(without, _beside_known(models, sets, joints, without)) if len(kept) else found
    return named if np.isin(lost[:, 0], named.first).all() else found


def _corners_apart(models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], found: VertexMap) -> Int:
    """(n,) vertices of the first model of whose faces the other has not all, or more, by the places of corners."""
    ours, theirs = (triangles_of_model(model) for model in models)
    if np.array_equal(found.first, found.second) and np.array_equal(ours, theirs):
        return np.zeros(0, np.intp)
    bits = np.ascontiguousarray(sets[0].positions + 0.0, np.float64).view(np.uint64)  # -0 is 0
    _, place = np.unique((bits * _MIXED).sum(axis=1, dtype=np.uint64), return_inverse=True)
    there = np.full(len(sets[1]), _UNKNOWN, np.intp)
    there[found.second] = place[found.first]
    known = (there[theirs] >= 0).all(axis=1)
    faces = [np.sort(each, axis=1).astype(np.uint64) for each in (place[ours], there[theirs[known]])]
    keys = [(each * _MIXED).sum(axis=1, dtype=np.uint64) for each in faces]
    alone = np.setxor1d(*keys)
    if not len(alone):
        return np.zeros(0, np.intp)
    corners = np.concatenate([each[np.isin(key, alone)].ravel() for each, key in zip(faces, keys, strict=True)])
    return np.flatnonzero(np.isin(place, corners.astype(np.intp)))


def _with(found: VertexMap, more: Int) -> VertexMap:
    """The map with more pairs (n, 2)."""
    if not len(more):
        return found
    pairs = np.concatenate([np.stack([found.first, found.second], axis=1), more])
    pairs = pairs[np.lexsort(pairs.T[::-1])]
    return dataclasses.replace(
        found,
        first=pairs[:, 0],
        second=pairs[:, 1],
        unmatched_first=np.setdiff1d(found.unmatched_first, pairs[:, 0]),
        unmatched_second=np.setdiff1d(found.unmatched_second, pairs[:, 1]),
        ambiguous=np.setdiff1d(found.ambiguous, pairs[:, 0]),
    )


def _whole_parts(
    models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], joints: JointMap, found: VertexMap
) -> Int:
    """(n, 2) vertices of parts of which none has a partner, by number, if node and triangles are the same."""
    faces, their_faces = ([triangles_of(model.primitive(part)) for part in model.parts] for model in models)
    theirs = _without_partners(sets[1], found.second)
    pairs = [np.zeros((0, 2), np.intp)]
    for k in _without_partners(sets[0], found.first):
        same = [m for m in theirs if _same_part(models, joints, (k, m), (faces[k], their_faces[m]))]
        if len(same) == 1:
            own = np.arange(models[0].primitive(models[0].parts[k]).vertex_count)
            pairs.append(np.stack([own + sets[0].starts[k], own + sets[1].starts[same[0]]], axis=1))
    return np.concatenate(pairs)


def _without_partners(vertices: VertexSet, with_partner: Int) -> list[int]:
    """Parts that have vertices, all without a partner."""
    has_partner = np.zeros(len(vertices), bool)
    has_partner[with_partner] = True
    ranges = enumerate(pairwise(vertices.starts.tolist()))
    return [k for k, (begin, end) in ranges if end > begin and not has_partner[begin:end].any()]


def _same_part(models: tuple[Model, Model], joints: JointMap, parts: tuple[int, int], faces: tuple[Int, Int]) -> bool:
    """Two parts of one node have the same triangles over as many vertices; faces without common ones tell nothing."""
    first, second = (model.parts[k] for model, k in zip(models, parts, strict=True))
    counts = [model.primitive(part).vertex_count for model, part in zip(models, (first, second), strict=True)]
    return (
        joints.first_of_second[second.node] == first.node
        and counts[0] == counts[1] < faces[0].size
        and np.array_equal(*faces)
    )


def _beside_known(
    models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], joints: JointMap, found: VertexMap
) -> Int:
    """(n, 2) vertices that known ones name, face by face."""
    del joints
    try:
        place, other = (first_at_place(each.positions, EXACT * (each.diagonal or 1.0)) for each in sets)
    except ValueError:  # too many at one place
        return np.zeros((0, 2), np.intp)
    there = np.full(len(other), _UNKNOWN, np.intp)
    there[other[found.second]] = place[found.first]
    ours, theirs = (_corners(triangles_of_model(model)) for model in models)
    left = np.zeros(len(place), bool)
    left[place[found.unmatched_first]] = True
    left[place[found.first]] = False
    fresh = _spread(place[ours], other[theirs], there, left)
    here, there = place[ours], there[other[theirs]]
    named = _agreeing(here, there, fresh)
    of_named = named[here[:, 0]], np.append(named, False)[there[:, 0]]
    keys = _numbered(np.concatenate([here[of_named[0]], there[of_named[1]]]))
    first, second = ours[of_named[0], 0], theirs[of_named[1], 0]
    pairs: Int = np.unique(_joined(keys[: len(first)], keys[len(first) :], first, second), axis=0)
    return pairs


def _corners(triangles: Int) -> Int:
    """(3 F, 3) each corner of triangles (F, 3) once in front, followed by the others in the face's direction."""
    return np.concatenate([np.roll(triangles, -k, axis=1) for k in range(3)])


def _spread(ours: Int, theirs: Int, there: Int, left: Bool) -> Bool:
    """(A,) places that ``there``, changed in place, names now. Each round goes one face farther.

    ours, theirs: (C, 3) and (D, 3) places at the corners of faces, each model's own. there: (B,) the first's place for
    each of the second's; left: (A,) the first's that need one.
    """
    fresh, sought = np.zeros(len(left), bool), ours[left[ours[:, 0]]]
    while len(sought):
        known = ~left | fresh
        edges = sought[known[sought[:, 1:]].all(axis=1)]
        open_ = theirs[(there[theirs[:, 0]] < 0) & (there[theirs[:, 1:]] >= 0).all(axis=1)]
        keys = _numbered(np.concatenate([edges[:, 1:], there[open_[:, 1:]]]))
        pairs = np.unique(_joined(keys[: len(edges)], keys[len(edges) :], edges[:, 0], open_[:, 0]), axis=0)
        pairs = pairs[np.bincount(pairs[:, 1], minlength=len(there))[pairs[:, 1]] == 1]  # all of its edges agree
        if not len(pairs):
            break
        there[pairs[:, 1]] = pairs[:, 0]
        fresh[pairs[:, 0]] = True
    return fresh


def _agreeing(ours: Int, theirs: Int, fresh: Bool) -> Bool:
    """(P,) those of ``fresh`` (P,) around which both files have the same faces, of places that are known.

    ours, theirs: (C, 3) and (D, 3) places at the corners of faces.
    """
    named = fresh.copy()
    ours, theirs = ours[named[ours[:, 0]]], theirs[np.append(named, False)[theirs[:, 0]]]
    keys = _numbered(np.concatenate([ours, theirs]))
    one_sided = np.setxor1d(keys[: len(ours)], keys[len(ours) :])
    rows, at = np.concatenate([ours, theirs]), np.isin(keys, one_sided)
    while at.any():
        named[rows[at, 0]] = False
        lost = np.append(fresh & ~named, False)  # the last: a vertex without a place
        at = named[rows[:, 0]] & lost[rows[:, 1:]].any(axis=1)
    return named


def _numbered(rows: Int) -> Int:
    """(n,) a number for each row (n, k) of numbers from -1 up, the same for equal rows."""
    keys = rows[:, 0] + 1
    for column in rows.T[1:]:
        _, keys = np.unique(keys, return_inverse=True)
        keys = keys.reshape(-1) * (int(column.max(initial=0)) + 2) + column + 1
    return np.asarray(np.unique(keys, return_inverse=True)[1], np.intp).reshape(-1)


def _joined(ours: Int, theirs: Int, first: Int, second: Int) -> Int:
    """(p, 2) of first (n,) and second (m,), each pair with equal keys, ours (n,) and theirs (m,)."""
    order = np.argsort(theirs, kind="stable")
    begins, ends = (np.searchsorted(theirs[order], ours, side=side) for side in ("left", "right"))
    count = ends - begins
    row = np.repeat(np.arange(len(ours)), count)
    at = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count) + begins[row]
    return np.stack([first[row], second[order[at]]], axis=1).astype(np.intp)
