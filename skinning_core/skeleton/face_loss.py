"""Triangles of a file without a face in an edited mesh, and faces that are none of the file's.

A triangle is there if some face has a corner at each of its three places, whichever twin (see ``numbering``) stands
there. So merged vertices, triangles joined to quads and dissolved edges lose nothing. A deleted vertex takes its faces
along, even if a twin is left. A quad cut along its other diagonal loses two triangles and adds two faces, since the
surface then bends elsewhere: ``patches`` tells which replace each other.

Triangles without area (two corners at twins) and repeated ones do not count, nor do such faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Bool, Int, Model
from .faces import topology_of


@dataclass(frozen=True, eq=False)
class MeshFaces:
    """The P polygons of one mesh of a scene, with V vertices, as Blender stores them."""

    corners: Int  # (C,) the vertex of every corner, polygon after polygon
    starts: Int  # (P + 1,) the first corner of each polygon; last C
    vertex: Int  # (V,) the file's vertex, counted over all parts; -1: none


@dataclass(frozen=True, eq=False)
class FaceLoss:
    """What became of a file's triangles."""

    faces: int  # triangles of the file
    lost: int  # those that no face joins
    added: int  # faces that join the corners of no triangle of the file
    lost_mask: tuple[Bool, ...]  # per part (F,): lost ones of ``topology_of([primitive]).triangles``
    added_mask: Bool  # (P,) added ones of the polygons of all meshes


def face_loss(model: Model, starts: Int, twins: Int, meshes: Sequence[MeshFaces]) -> FaceLoss:
    """Compare the faces of meshes with the triangles of all parts.

    starts: (parts + 1,) beginnings of the parts' vertices; twins: (N,) see ``identity.twins_of_all``.
    """
    of_part = triangles_of_parts(model, starts, twins)
    triangles = np.sort(np.concatenate([np.zeros((0, 3), np.intp), *of_part]), axis=1)
    counted = (triangles[:, 0] != triangles[:, 1]) & (triangles[:, 1] != triangles[:, 2])
    labels, polygon, strange = _corners(meshes, twins)
    there, used = _joined(triangles[counted], labels, polygon, len(strange))
    lost = np.zeros(len(triangles), np.bool_)
    lost[counted] = ~there
    flat = np.bincount(polygon, minlength=len(strange)) < 3
    added = ~used & ~(flat & ~strange)
    cuts = np.cumsum([len(each) for each in of_part])[:-1]
    return FaceLoss(int(counted.sum()), int(lost.sum()), int(added.sum()), tuple(np.split(lost, cuts)), added)


def triangles_of_parts(model: Model, starts: Int, twins: Int) -> list[Int]:
    """Per part (F, 3) its triangles as ``face_loss`` counts them, by first twins."""
    return [
        twins[topology_of([model.primitive(part)]).triangles + start]
        for part, start in zip(model.parts, starts[:-1], strict=True)
    ]


def _corners(meshes: Sequence[MeshFaces], twins: Int) -> tuple[Int, Int, Bool]:
    """Twins (n,) at the corners of polygons (n,), each once, by polygon; (P,) which have a corner elsewhere."""
    nobody = np.append(twins, -1)
    label = np.concatenate([np.zeros(0, np.intp), *(nobody[mesh.vertex[mesh.corners]] for mesh in meshes)])
    sizes = np.concatenate([np.zeros(0, np.intp), *(np.diff(mesh.starts) for mesh in meshes)])
    polygon = np.repeat(np.arange(len(sizes)), sizes)
    strange = np.zeros(len(sizes), np.bool_)
    strange[polygon[label < 0]] = True
    pairs = np.sort(polygon[label >= 0] * len(nobody) + label[label >= 0])
    pairs = pairs[np.append(True, pairs[1:] != pairs[:-1])[: len(pairs)]]
    return pairs % len(nobody), pairs // len(nobody), strange


def _joined(triangles: Int, labels: Int, polygon: Int, count: int) -> tuple[Bool, Bool]:
    """(F,) which sorted triangles (F, 3) some polygon joins, and (count,) which polygons join one."""
    sizes = np.bincount(polygon, minlength=count)
    there, used = np.zeros(len(triangles), np.bool_), np.zeros(count, np.bool_)
    three = sizes[polygon] == 3
    _join_equal(triangles, labels[three].reshape(-1, 3), np.flatnonzero(sizes == 3), there, used)
    many = sizes[polygon] > 3
    if many.any():
        _join_within(triangles, labels[many], polygon[many], there, used)
    return there, used


def _join_equal(triangles: Int, faces: Int, polygon: Int, there: Bool, used: Bool) -> None:
    """Mark triangles (F, 3) and polygons with the same three corners (n, 3)."""
    both = np.concatenate([triangles, faces])
    # Two numbers at a time: the key of any three fits into 63 bits.
    base = int(both.max(initial=0)) + 1
    _, edge = np.unique(both[:, 0] * base + both[:, 1], return_inverse=True)
    _, key = np.unique(edge.reshape(-1) * base + both[:, 2], return_inverse=True)
    mine, theirs = key.reshape(-1)[: len(triangles)], key.reshape(-1)[len(triangles) :]
    known = np.zeros((2, len(both)), np.bool_)
    known[0, mine] = known[1, theirs] = True
    there |= known[1, mine]
    used[polygon[known[0, theirs]]] = True


def _join_within(triangles: Int, labels: Int, polygon: Int, there: Bool, used: Bool) -> None:
    """Mark triangles (F, 3) and polygons with a corner (labels (n,), polygon (n,)) at each of the three."""
    base = int(max(triangles.max(initial=0), labels.max())) + 1
    has = np.bincount(labels, minlength=base)
    candidates = np.flatnonzero(has[triangles].all(axis=1))
    by_label = np.argsort(labels, kind="stable")
    begins = np.cumsum(np.append(0, has))
    rows = triangles[candidates]
    # A triangle's rarest corner has the fewest polygons: a hub of a thousand faces costs nothing.
    rows = np.take_along_axis(rows, np.argsort(has[rows], axis=1), axis=1)
    each = has[rows[:, 0]]
    row = np.repeat(np.arange(len(rows)), each)
    offset = np.arange(len(row)) - np.repeat(np.cumsum(each) - each, each)
    at = polygon[by_label[begins[rows[row, 0]] + offset]]
    keys = polygon * base + labels
    for corner in (1, 2):
        sought = at * base + rows[row, corner]
        hit = keys[np.minimum(np.searchsorted(keys, sought), len(keys) - 1)] == sought
        row, at = row[hit], at[hit]
    there[candidates[row]] = True
    used[at] = True
