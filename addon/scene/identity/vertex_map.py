"""Which vertex of which Blender mesh is which vertex of the file, part by part; and where a vertex is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import bpy
import numpy as np
from bpy.types import Context, Object
from mathutils import Vector

from ....skinning_core.compare.between.match.surface import SurfaceMap
from ....skinning_core.model import Bool, Float, Float64, Int, Model
from ....skinning_core.skeleton.identity import Identity, StoredIds, identify
from ....skinning_core.skeleton.numbering import numbering_of
from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import Sentence, sentence
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.modifiers import own_mesh, positions_of
from ..ground.noted import our
from .character import Character, mesh_objects
from .face_keys import face_keys
from .vertex_ids import read_surface, read_vertex_ids


@dataclass(frozen=True, eq=False)
class PartVertices:
    """Vertices of one part in one mesh: ``rows[i]`` of the mesh is ``vertices[i]`` of the file."""

    part: int  # place in Model.parts
    object: Object
    rows: Int  # (n,) merged vertices share a row
    vertices: Int  # (n,) ascending
    corners: Int | None = None  # (n, 3) of a mesh made anew, rows around the nearest point of its surface
    weights: Float64 | None = None  # (n, 3) of these rows


@dataclass(frozen=True, eq=False)
class VertexMap:
    """A character's known vertices, and how many are unknown."""

    present: tuple[PartVertices, ...]
    merged: int  # vertices of the file that a twin stands for
    strangers: dict[str, int]  # per mesh object that has any: vertices not of the file, or there already
    copies: dict[Object, Int]  # per mesh object (V,) the vertex over all parts that a row copies exactly, or -1

    @property
    def by_object(self) -> dict[Object, list[PartVertices]]:
        """The same vertices by mesh object."""
        sorted_out: dict[Object, list[PartVertices]] = {}
        for vertices in self.present:
            sorted_out.setdefault(vertices.object, []).append(vertices)
        return sorted_out

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user."""
        one = "extra vertex of {mesh!r} in the scene was left out"
        many = "extra vertices of {mesh!r} in the scene were left out"
        told = [counted(count, one, many, mesh=name) for name, count in self.strangers.items()]
        anew = {piece.object: None for piece in self.present if piece.corners is not None}
        told += [_told_of_surface(ob) for ob in anew]
        if self.merged:
            one = "vertex is gone; in its place another with the same weights is left and was compared"
            many = "vertices are gone; in their places others with the same weights are left and were compared"
            told.append(counted(self.merged, one, many))
        return tuple(told)

    def absent(self, counts: Sequence[int]) -> tuple[Int, ...]:
        """Per part (n,) the vertices of the file that are not in the scene; counts: vertices per part."""
        there = [np.zeros(count, np.bool_) for count in counts]
        for piece in self.present:
            there[piece.part][piece.vertices] = True
        return tuple(np.flatnonzero(~of_part) for of_part in there)

    def row_of(self, part: int, vertex: int) -> tuple[str, int]:
        """The mesh object and its row for a vertex of the file; ("", -1) if there is none."""
        for piece in self.present:
            if piece.part == part:
                for row in piece.rows[piece.vertices == vertex].tolist():
                    return piece.object.name, row
        return "", -1


def vertex_map(model: Model, character: Character) -> VertexMap:
    """All vertices of a character that are still in the scene.

    Raises ``SkinproofError`` if a mesh has lost its attributes.
    """
    objects = mesh_objects(character)
    meshes = []
    numbering = numbering_of(model)
    for mesh, ob in zip(character.meshes, objects, strict=True):
        numbers, places = read_vertex_ids(ob, model, numbering)
        meshes.append(StoredIds(mesh.parts, numbers, places))
    found = _shared_out(objects, identify(model, meshes))
    present: list[PartVertices] = []
    strangers: dict[str, int] = {}
    by_mesh = _by_mesh(found, len(objects))
    copies = dict(zip(objects, exact_copies(objects, found), strict=True))
    for ob, here in zip(objects, by_mesh, strict=True):
        for part, vertices in _by_part(here, found.starts):
            present.append(PartVertices(part, ob, found.row[found.starts[part] + vertices], vertices))
        used = copies[ob] >= 0
        used[found.row[here]] = True
        surface = read_surface(ob)
        if surface is not None:
            present += _on_surface(ob, surface, found.starts)
        elif count := int((~used).sum()):
            strangers[ob.name] = count
    merged = 0 if character.written_here else found.merged  # there the exporter has split them
    return VertexMap(tuple(present), merged, strangers, copies)


def _by_mesh(found: Identity, count: int) -> Sequence[Int]:
    """Per mesh (n,) its vertices of the file, over all parts, ascending."""
    order = np.argsort(found.mesh, kind="stable")
    return np.split(order, np.searchsorted(found.mesh[order], np.arange(count + 1)))[1:-1]


def _by_part(vertices: Int, starts: Int) -> Iterator[tuple[int, Int]]:
    """Ascending vertices (n,) over all parts, as those (m,) of each part that has any."""
    part = np.searchsorted(starts, vertices, side="right") - 1
    for own in np.split(np.arange(len(vertices)), np.flatnonzero(np.diff(part)) + 1):
        if len(own):
            yield int(part[own[0]]), vertices[own] - starts[part[own[0]]]


def _told_of_surface(ob: Object) -> Sentence:
    told = "compared with the nearest points on {mesh!r}, a new mesh (at rest up to {percent:.2g} % of the size off)"
    return sentence(told, mesh=ob.name, percent=100.0 * our(ob)[stored.SURFACE_AWAY])


def _on_surface(ob: Object, surface: SurfaceMap, starts: Int) -> Iterator[PartVertices]:
    """The vertices of each part that points on a mesh's surface stand for."""
    nearest = surface.corners[np.arange(len(surface.first)), surface.weights.argmax(axis=1)]
    for part, (start, end) in enumerate(pairwise(starts.tolist())):
        own = (surface.first >= start) & (surface.first < end)
        if own.any():
            vertices = surface.first[own] - start
            yield PartVertices(part, ob, nearest[own], vertices, surface.corners[own], surface.weights[own])


def rows_not_in_file(found: VertexMap, character: Character) -> dict[Object, Bool]:
    """Per mesh object that has any: which of its vertices (V,) are not of the file."""
    known = found.by_object
    unknown = {}
    for ob in mesh_objects(character):
        if stored.SURFACE in our(ob):
            continue
        rows = found.copies[ob] < 0
        for vertices in known.get(ob, ()):
            rows[vertices.rows] = False
        if rows.any():
            unknown[ob] = rows
    return unknown


def vertex_position(context: Context, name: str, row: int) -> Vector | None:
    """World position of a vertex of the mesh object ``name`` now; None if it is gone."""
    mesh_object = bpy.data.objects.get(name)
    if mesh_object is None:
        return None
    evaluated = mesh_object.evaluated_get(context.evaluated_depsgraph_get())
    if not 0 <= row < len(evaluated.data.vertices):
        return None
    return evaluated.matrix_world @ evaluated.data.vertices[row].co


def _shared_out(objects: Sequence[Object], found: Identity) -> Identity:
    """Let an object of only exact copies have every second of them, so that its place is known.

    A mesh cut through all its vertices becomes such objects, and the first had all. Unlike a mesh and its copy, they
    share no face.
    """
    without = np.setdiff1d(np.arange(len(objects)), found.mesh).tolist()
    if not without:
        return found
    shared = found
    faces = [face_keys(ob.data, numbers) for ob, numbers in zip(objects, found.numbered, strict=True)]
    for m in without:
        rows = np.flatnonzero(found.numbered[m] >= 0)
        rows = rows[_like_their_originals(objects, m, rows, shared, found.numbered[m][rows])]
        holders = shared.mesh[found.numbered[m][rows]]
        if not len(faces[m]) or any(np.isin(faces[m], faces[holder]).any() for holder in np.unique(holders)):
            continue
        if len(rows):  # from the one with most of them, which keeps at least half
            rows = rows[holders == np.bincount(holders).argmax()][1::2]
        mesh, row = shared.mesh.copy(), shared.row.copy()
        mesh[found.numbered[m][rows]], row[found.numbered[m][rows]] = m, rows
        shared = replace(shared, mesh=mesh, row=row)
    return shared


def exact_copies(objects: Sequence[Object], found: Identity) -> list[Int]:
    """Per mesh object (V,): the vertex of the file, over all parts, that a vertex copies exactly, or -1.

    An object without vertices of the file has none: it can stand anywhere.
    """
    exact = []
    for m, own in enumerate(_by_mesh(found, len(objects))):
        vertex = found.numbered[m].copy()
        vertex[found.row[own]] = -1
        if len(own):
            rows = np.flatnonzero(vertex >= 0)
            vertex[rows[~_like_their_originals(objects, m, rows, found, vertex[rows])]] = -1
        else:
            vertex[:] = -1
        exact.append(vertex)
    return exact


def _like_their_originals(objects: Sequence[Object], m: int, rows: Int, found: Identity, vertices: Int) -> Bool:
    """(n,) whether rows of a mesh are like those for vertices (n,) of the file."""
    like = np.zeros(len(rows), np.bool_)
    for other in np.unique(found.mesh[vertices]).tolist():
        here = found.mesh[vertices] == other
        like[here] = _equal(objects[m], rows[here], objects[other], found.row[vertices[here]])
    return like


def _equal(ob: Object, rows: Int, other: Object, others: Int) -> Bool:
    """(n,) whether vertices of two objects have equal places, shape keys and weights."""
    shapes, weights = _made_of(ob, rows)
    other_shapes, other_weights = _made_of(other, others)
    if shapes.keys() != other_shapes.keys():
        return np.zeros(len(rows), np.bool_)
    equal = np.array([a == b for a, b in zip(weights, other_weights, strict=True)], np.bool_)
    for name, places in shapes.items():
        equal &= (places == other_shapes[name]).all(axis=1)
    return equal


def _made_of(ob: Object, rows: Int) -> tuple[dict[str, Float], list[dict[str, float]]]:
    """Places (n, 3) per shape key, "" for the mesh itself; and every row's weights by bone."""
    names = [group.name for group in ob.vertex_groups]
    with own_mesh(ob) as mesh:
        shapes = {"": positions_of(mesh)}
        weights = [{names[g.group]: g.weight for g in mesh.vertices[row].groups if g.weight} for row in rows.tolist()]
    for block in ob.data.shape_keys.key_blocks if ob.data.shape_keys is not None else ():
        shapes[f"key {block.name}"] = values_of(block.data, "co", 3)
    return {name: places[rows] for name, places in shapes.items()}, weights
