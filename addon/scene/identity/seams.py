"""Vertices that are there twice at a seam: separating, splitting and ripping leave one on either side.

A copy that is exactly like the vertex it was made of (place, shape keys, weights) goes where that one goes, so the
surface stays closed. Any other copy is a vertex of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from bpy.types import Object

from ....skinning_core.model import Bool, Float, Int
from ....skinning_core.skeleton.identity import Identity
from ..ground.modifiers import own_mesh, read_positions


def exact_copies(objects: Sequence[Object], found: Identity) -> list[Int]:
    """Per mesh object (V,): of which vertex of the file, over all parts, a vertex is an exact copy; -1: of none.

    An object of nothing but copies has none: it can stand anywhere.
    """
    exact = []
    for m in range(len(objects)):
        vertex = found.numbered[m].copy()
        own = found.mesh == m
        vertex[found.row[own]] = -1
        if own.any():
            rows = np.flatnonzero(vertex >= 0)
            vertex[rows[~_like_their_originals(objects, m, rows, found, vertex[rows])]] = -1
        else:
            vertex[:] = -1
        exact.append(vertex)
    return exact


def _like_their_originals(objects: Sequence[Object], m: int, rows: Int, found: Identity, vertices: Int) -> Bool:
    """(n,) whether rows of a mesh are like those that stand for vertices (n,) of the file."""
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
    """Per shape key, and "" for the mesh itself, the places (n, 3); and the weights of every row by bone."""
    names = [group.name for group in ob.vertex_groups]
    with own_mesh(ob) as mesh:
        shapes = {"": np.empty((len(mesh.vertices), 3), np.float32)}
        read_positions(mesh, shapes[""])
        weights = [{names[g.group]: g.weight for g in mesh.vertices[row].groups if g.weight} for row in rows.tolist()]
    for block in ob.data.shape_keys.key_blocks if ob.data.shape_keys is not None else ():
        shapes[f"key {block.name}"] = np.empty((len(block.data), 3), np.float32)
        block.data.foreach_get("co", shapes[f"key {block.name}"].ravel())
    return {name: places[rows] for name, places in shapes.items()}, weights
