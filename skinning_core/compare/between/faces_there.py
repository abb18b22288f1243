"""Which triangles of one file are in another: a file that lacks faces is not the same, though every vertex is there.

A triangle is there if a face of the other file joins its three vertices. Beside faces of another cut (two of its
corners are also theirs) it is taken for covered, and one of which a vertex is missing is judged by its vertices. Tools
drop triangles that their rounding leaves without area: these are not missed.
"""

from __future__ import annotations

import numpy as np

from ...model import Bool, Float64, Int, Model
from ...skeleton.face_loss import MeshFaces, face_loss
from ...skeleton.faces import topology_of
from ...skeleton.identity import twins_of_all
from ...subject import Presence
from .correspondence import Correspondence
from .match.surface import triangles_of_model
from .match.vertices import EXACT


def faces_there(first: Model, second: Model, matched: Correspondence) -> Presence:
    """What of the first model's triangles the second has. All joints of the first count as there."""
    twins, theirs = twins_of_all(first, first.part_starts), triangles_of_model(second)
    partner = np.full(len(matched.second), -1, np.intp)
    partner[matched.vertices.second[::-1]] = matched.vertices.first[::-1]
    corners, starts = theirs.reshape(-1), 3 * np.arange(len(theirs) + 1)
    loss = face_loss(first, first.part_starts, twins, [MeshFaces(corners, starts, partner)])
    lost = 0
    if loss.lost:
        own = _triangles(first, twins)[np.concatenate(loss.lost_mask)]
        row = np.full(len(twins), -1, np.intp)
        there = np.flatnonzero(partner >= 0)
        row[twins[partner[there]]] = there
        of_another_cut = np.zeros(len(twins), np.bool_)
        others = partner[theirs[loss.added_mask]]
        of_another_cut[twins[others[others >= 0]]] = True
        gone = own[(row[own] >= 0).all(axis=1) & (of_another_cut[own].sum(axis=1) < 2)]
        lost = int(_with_area(matched.second.positions[row[gone]], _grid(matched)).sum())
    joints = len(first.moving_joints)
    return Presence(joints, (), loss.faces, faces_lost=lost, faces_added=0, strangers=0)


def _triangles(model: Model, twins: Int) -> Int:
    """(F, 3) of all parts, by the first of each vertex's twins."""
    each = zip(model.parts, model.part_starts[:-1], strict=True)
    found = [topology_of([model.primitive(part)]).triangles + start for part, start in each]
    triangles: Int = twins[np.concatenate(found)]
    return triangles


def _grid(matched: Correspondence) -> float:
    """How far a vertex may lie from where it was, in the unit of the second file."""
    unit = matched.second.diagonal / (matched.first.diagonal or 1.0)
    return max(2.0 * matched.vertices.radius * unit, EXACT * matched.second.diagonal)


def _with_area(corners: Float64, grid: float) -> Bool:
    """(n,) which triangles (n, 3, 3) are wider everywhere than the grid."""
    sides = np.roll(corners, -1, axis=1) - corners
    area = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=-1)
    longest = np.linalg.norm(sides, axis=-1).max(axis=-1)
    wide: Bool = area > grid * longest
    return wide
