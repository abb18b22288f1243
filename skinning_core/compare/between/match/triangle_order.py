"""Which vertex of a file is which of the mesh that it was written from: by the order of triangles.

An exporter splits vertices at normals or texture seams and writes one primitive per material, but keeps the order of
triangles and corners; without materials it writes one primitive in all. If each primitive has as many triangles as the
mesh has of its material, and each vertex of the file comes from one vertex alone, the corners pair them, wherever they
are now. Only to tell two such meshes apart, most places must lie as one similarity puts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ....model import LINE_STRIP, Bool, Float64, Int, Model
from ....skeleton.faces import triangles_of
from .near import pairs_within
from .placement import fitted_similarity

#: Most vertices of a written mesh lie this close, relative to the diagonal.
_MOST = 1e-3
#: Less than this, relative to the diagonal, is rounding.
_ROUNDING = 1e-5


@dataclass(frozen=True, eq=False)
class MeshTriangles:
    """A mesh that a file may have been written from."""

    owner: int  # forms of one object share it; at most one of them is chosen, the first of equals
    name: str  # of the object
    corners: Int  # (F, 3) vertices, in the mesh's order of triangles
    materials: Int  # (F,) material slots
    places: Float64  # (V, 3) in the file's space up to a similarity


@dataclass(frozen=True, eq=False)
class WrittenFrom:
    """Which part of a file was written from which mesh."""

    mesh: Int  # (P,) index of the mesh per part of the model; -1: unknown
    vertex: tuple[Int, ...]  # per part (V,) the vertex of that mesh; -1: none
    loose: Bool  # (P,) a part of lines or points: the order of triangles tells nothing of it

    @property
    def whole(self) -> bool:
        """Every part with triangles was found."""
        return bool(((self.mesh >= 0) | self.loose).all() and (self.mesh >= 0).any())

    @property
    def meshes(self) -> tuple[int, ...]:
        """The meshes that something was written from."""
        return tuple(sorted({m for m in self.mesh.tolist() if m >= 0}))


def written_from(model: Model, meshes: Sequence[MeshTriangles]) -> WrittenFrom:
    """Find the mesh that each node's parts were written from."""
    mesh = np.full(len(model.parts), -1, np.intp)
    vertex: list[Int] = [np.full(model.primitive(part).vertex_count, -1, np.intp) for part in model.parts]
    loose = np.array([model.primitive(part).mode <= LINE_STRIP for part in model.parts], bool)
    nodes: dict[int, list[int]] = {}
    for k in np.flatnonzero(~loose).tolist():
        nodes.setdefault(model.parts[k].node, []).append(k)
    # Of two forms that fit alike the one with fewer vertices: welded seams that the file has split for their normals.
    fewest = [len(each.places) for each in meshes]
    pairs = [pair for node, parts in nodes.items() for pair in _pairs(model, node, parts, meshes)]
    found = sorted(pairs, key=lambda pair: (*pair[:2], fewest[pair[3]], *pair[2:]))
    taken_nodes: set[int] = set()
    taken_owners: set[int] = set()
    for _, _, node, m in found:
        if node in taken_nodes or meshes[m].owner in taken_owners:
            continue
        taken_nodes.add(node)
        taken_owners.add(meshes[m].owner)
        of_triangles = dict(zip(nodes[node], _partners(model, nodes[node], meshes[m]), strict=True))
        beside = [k for k in np.flatnonzero(loose).tolist() if model.parts[k].node == node]
        of_loose = _loose_partners(model, of_triangles, beside, meshes[m]) if beside else {}
        for k, partners in (of_triangles | of_loose).items():
            mesh[k], vertex[k] = m, partners
    return WrittenFrom(mesh, tuple(vertex), loose)


def _pairs(
    model: Model, node: int, parts: Sequence[int], meshes: Sequence[MeshTriangles]
) -> Iterator[tuple[bool, float, int, int]]:
    """Meshes that a node's parts could be from: (of another name, how far off, node, mesh), best first."""
    for m, each in enumerate(meshes):
        partners = _partners(model, parts, each)
        if not partners:
            continue
        known = np.concatenate(partners)
        stored = np.concatenate([model.primitive(model.parts[k]).positions for k in parts]).astype(np.float64)
        stored, there = stored[known >= 0], each.places[known[known >= 0]]
        size = float(np.linalg.norm(np.ptp(stored, axis=0))) if len(stored) else 0.0
        if not size > 0.0 or not np.isfinite(stored).all():
            continue
        moved, _ = fitted_similarity(there, stored)
        off = np.linalg.norm(there @ moved[:, :3].T + moved[:, 3] - stored, axis=1) / size
        if np.median(off) <= _MOST:
            yield each.name != model.nodes.names[node], max(float(off.max()), _ROUNDING), node, m


def _loose_partners(
    model: Model, of_triangles: Mapping[int, Int], loose: Sequence[int], mesh: MeshTriangles
) -> dict[int, Int]:
    """Per part of lines or points (V,) the vertex of a mesh, in no triangle, at its place; -1: none.

    of_triangles: the same for parts of triangles, to place the mesh.
    """
    known = np.concatenate(list(of_triangles.values()))
    stored = np.concatenate([model.primitive(model.parts[k]).positions for k in of_triangles]).astype(np.float64)
    moved, _ = fitted_similarity(mesh.places[known[known >= 0]], stored[known >= 0])
    free = np.setdiff1d(np.arange(len(mesh.places)), mesh.corners)
    there = mesh.places[free] @ moved[:, :3].T + moved[:, 3]
    found: dict[int, Int] = {}
    for k in loose:
        wanted = model.primitive(model.parts[k]).positions.astype(np.float64)
        partners = np.full(len(wanted), -1, np.intp)
        ours, theirs = pairs_within(wanted, there, _MOST * float(np.linalg.norm(np.ptp(stored, axis=0))))
        apart = np.linalg.norm(wanted[ours] - there[theirs], axis=1)
        farthest_first = np.argsort(-apart, kind="stable")
        partners[ours[farthest_first]] = free[theirs[farthest_first]]
        found[k] = partners
    return found


def _partners(model: Model, parts: Sequence[int], mesh: MeshTriangles) -> list[Int]:
    """Per part (V,) the mesh's vertex that each came from, -1: in no triangle; empty: not this mesh."""
    slots = np.unique(mesh.materials)
    written = [mesh.corners] if len(parts) == 1 else [mesh.corners[mesh.materials == slot] for slot in slots.tolist()]
    if len(written) != len(parts):
        return []
    found: list[Int] = []
    for k, theirs in zip(parts, written, strict=True):
        ours = triangles_of(model.primitive(model.parts[k]))
        if len(ours) != len(theirs) or not len(ours):
            return []
        partners = np.full(model.primitive(model.parts[k]).vertex_count, -1, np.intp)
        partners[ours.ravel()] = theirs.ravel()
        if (partners[ours] != theirs).any():
            return []
        found.append(partners)
    return found
