"""Patches: other faces fill the place of a file's lost triangles, and the surface is still there.

A face that was poked, subdivided or cut along its other diagonal joins no triangle of the file, and leaves no hole.
Added faces that hang together are one patch; a lost triangle is replaced if one patch has all its corners. An edge with
a face on one side, as it is not in the file, may be a hole's: a rim.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Bool, Int


@dataclass(frozen=True, eq=False)
class Patches:
    """What replaces what, by rows of all meshes."""

    triangles: Int  # (n, 3) rows at the corners of the file's triangles that have all three
    lost: Bool  # (n,) no face joins it
    replaced: Bool  # (n,) lost, and a patch stands for it
    polygons: Bool  # (P,) replaces some
    rims: Int  # (m, 3) rows of new open edges, and a third of each one's face


def patches(triangles: Int, lost: Bool, corners: Int, starts: Int, label: Int, added: Bool) -> Patches:
    """Find the patches of meshes.

    triangles: (F, 3) labels at the corners of the file's triangles; lost: (F,). corners: (C,) rows of all polygons'
    corners; starts: (P + 1,) their beginnings. label: (R,) of each row, the same at one place of the surface. added:
    (P,).
    """
    count = int(max(label.max(initial=-1), triangles.max(initial=-1))) + 1
    row_of = np.full(count, -1, np.intp)
    row_of[label[::-1]] = np.arange(len(label))[::-1]
    rows = row_of[triangles]
    known = (rows >= 0).all(axis=1)
    polygon = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    patch_of = _patch_of_labels(label[corners], polygon, added, count)
    patch = patch_of[triangles]
    replaced = lost & known & (patch[:, 0] >= 0) & (patch == patch[:, :1]).all(axis=1)
    filling = np.unique(patch[replaced])
    own = np.full(len(starts) - 1, -1, np.intp)
    own[polygon] = patch_of[label[corners]]
    fills = added & np.isin(own, filling)
    rims = _rims(triangles, corners, starts, label)
    return Patches(rows[known], lost[known], replaced[known], fills, rims)


def _patch_of_labels(labels: Int, polygon: Int, added: Bool, count: int) -> Int:
    """(count,) a number for each label at an added polygon's corner, the same within a patch; -1: none."""
    of_added = added[polygon]
    above = np.arange(count)

    def top(at: int) -> int:
        while above[at] != at:
            above[at] = above[above[at]]
            at = int(above[at])
        return at

    first: dict[int, int] = {}
    for at, face in zip(labels[of_added].tolist(), polygon[of_added].tolist(), strict=True):
        above[top(at)] = top(first.setdefault(face, at))
    found = np.full(count, -1, np.intp)
    there = np.unique(labels[of_added])
    found[there] = [top(at) for at in there.tolist()]
    return found


def _rims(triangles: Int, corners: Int, starts: Int, label: Int) -> Int:
    """(m, 3) rows of edges with one face, though not in the file, and another row of that face."""
    sizes = np.diff(starts)
    last = np.repeat(starts[1:] - 1, sizes)
    following = np.where(np.arange(len(corners)) == last, np.repeat(starts[:-1], sizes), np.arange(len(corners)) + 1)
    beyond = np.where(following == last, np.repeat(starts[:-1], sizes), following + 1)
    edges = np.sort(np.stack([label[corners], label[corners[following]]], axis=1), axis=1)
    base = int(max(label.max(initial=-1), triangles.max(initial=-1))) + 1
    of_file = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    known, times = np.unique(of_file[:, 0] * base + of_file[:, 1], return_counts=True)
    _, place, faces = np.unique(edges[:, 0] * base + edges[:, 1], return_index=True, return_counts=True)
    place = place[faces == 1]
    at = edges[place, 0] * base + edges[place, 1]
    place = place[~np.isin(at, known[times == 1])]
    return np.stack([corners[place], corners[following[place]], corners[beyond[place]]], axis=1)
