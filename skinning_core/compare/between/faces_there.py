"""Which triangles of one file another has: a file that lacks faces is not the same, even with every vertex there.

A triangle is there if a face of the other file joins its three vertices. Beside faces of another cut (with two of its
corners) it counts as covered. One that lacks a vertex is judged by its vertices. Triangles without area after rounding,
which tools drop, are not missed. A face of the other file alone counts as added if its middle is not on this surface.
"""

from __future__ import annotations

import numpy as np

from ...model import Bool, Int, Model
from ...skeleton.face_loss import MeshFaces, face_loss, triangles_of_parts
from ...skeleton.identity import twins_of_all
from ...skeleton.mirrored import turned_parts
from ...subject import Presence
from .correspondence import Correspondence
from .match.near import first_at_place
from .match.surface import REACH, nearest_on_surface, triangles_of_model
from .match.vertices import EXACT


def faces_there(first: Model, second: Model, matched: Correspondence) -> Presence:
    """What the second has of the first model's triangles. All joints of the first count as there."""
    twins, theirs = _places(first, matched), triangles_of_model(second)
    partner = np.full(len(matched.second), -1, np.intp)
    partner[matched.vertices.second[::-1]] = matched.vertices.first[::-1]
    corners, starts = theirs.reshape(-1), 3 * np.arange(len(theirs) + 1)
    loss = face_loss(first, first.part_starts, twins, [MeshFaces(corners, starts, partner)])
    known = partner[theirs]
    added = known[loss.added_mask]
    lost = 0
    if loss.lost:
        whole = np.concatenate(triangles_of_parts(first, first.part_starts, twins))
        gone = _not_cut_anew(whole[np.concatenate(loss.lost_mask)], twins, partner, added)
        lost = int(_with_area(gone, matched).sum())
    turned = _turned(twins[triangles_of_model(first)], twins[known[(known >= 0).all(axis=1)]])
    turned = turned[_with_area(turned, matched)]
    mirrored = any(any(turned_parts(each, [])) for each in (first, second)) if len(turned) else False
    return Presence(
        len(first.moving_joints),
        (),
        loss.faces,
        lost,
        faces_added=_beside_surface(first, added, matched),
        strangers=0,
        faces_turned=0 if mirrored else len(turned),  # a mirrored part: which side is the front is not known
    )


def _not_cut_anew(lost: Int, twins: Int, partner: Int, added: Int) -> Int:
    """Lost faces (n, 3) whose corners are all there, less those whose area another cut of it covers.

    added: (m, 3) faces there that the first has not, as vertices of the first, -1: none.
    """
    there, of_another_cut = (np.zeros(len(twins), np.bool_) for _ in range(2))
    there[twins[partner[partner >= 0]]] = True
    of_another_cut[twins[added[added >= 0]]] = True
    gone: Int = lost[there[lost].all(axis=1) & (of_another_cut[lost].sum(axis=1) < 2)]
    return gone


def _beside_surface(first: Model, faces: Int, matched: Correspondence) -> int:
    """How many faces (F, 3) of vertices of the first model, -1: none, have their middle beside its surface.

    A file that was simplified has faces of its own everywhere: their vertices tell how far they are off.
    """
    faces = faces[(faces >= 0).all(axis=1)]
    faces = faces[_with_area(faces, matched)]
    if not len(faces) or len(matched.surface.first):
        return 0
    middles = matched.first.positions[faces].mean(axis=1)
    reach = max(2.0 * matched.vertices.radius, EXACT * matched.first.diagonal)
    near = nearest_on_surface(
        np.arange(len(faces)),
        middles,
        matched.first.positions,
        triangles_of_model(first),
        REACH * matched.first.diagonal,
    )
    return len(faces) - int((near.distance <= reach).sum())


def _places(first: Model, matched: Correspondence) -> Int:
    """(V,) per vertex of the first model the first one at its place: partners do not tell these apart.

    If too many are at one place to compare all pairs, the first that also follows the same joints.
    """
    try:
        return first_at_place(matched.first.positions, EXACT * (matched.first.diagonal or 1.0))
    except ValueError:
        return twins_of_all(first)


def _with_area(triangles: Int, matched: Correspondence) -> Bool:
    """(n,) triangles (n, 3) of the first model that are wider than partners may lie apart."""
    corners = matched.first.positions[triangles]
    sides = np.roll(corners, -1, axis=1) - corners
    area = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=-1)
    grid = max(2.0 * matched.vertices.radius, EXACT * matched.first.diagonal)
    wide: Bool = area > grid * np.linalg.norm(sides, axis=-1).max(axis=-1, initial=0.0)
    return wide


def _turned(ours: Int, theirs: Int) -> Int:
    """(n, 3) our triangles (F, 3), each once, that are there (G, 3) only wound the other way."""
    numbers = _numbered(np.concatenate([ours, theirs, ours[:, ::-1]]))
    own, there, back = np.split(numbers, np.cumsum([len(ours), len(theirs)]))
    turned = np.flatnonzero(np.isin(back, there) & ~np.isin(own, there) & ~np.isin(back, own))
    _, once = np.unique(own[turned], return_index=True)
    return ours[turned[once]]


def _numbered(triangles: Int) -> Int:
    """(F,) a number per triangle (F, 3), the same for the same vertices in the same direction."""
    least = triangles.argmin(axis=1)
    a, b, c = (np.take_along_axis(triangles, (least[:, None] + k) % 3, axis=1)[:, 0] for k in range(3))
    base = int(triangles.max(initial=0)) + 1  # two numbers at a time fit into 63 bits
    _, edge = np.unique(a * base + b, return_inverse=True)
    _, number = np.unique(edge.reshape(-1) * base + c, return_inverse=True)
    return np.asarray(number, np.intp).reshape(-1)
