"""Which vertex of an object's own mesh an evaluated vertex is: itself or a copy.

Modifiers carry attributes along: a mirror copies them, a subdivision keeps them at old vertices. A vertex that still
has its number and its place is that vertex.
"""

from __future__ import annotations

import bpy
import numpy as np

from ....skinning_core.model import Int
from ..ground.arrays import attribute_values
from ..ground.modifiers import positions_of

#: Temporary attribute of a mesh's vertices: 1 + their row.
_ROW = "skinproof_row"
#: Temporary attribute: their position. It tells a row that a modifier mixed or copied.
_ROW_PLACE = "skinproof_row_place"


def own_rows(ob: bpy.types.Object) -> Int:
    """(E,) for each vertex of an evaluated mesh object, its vertex in its own mesh; -1: a new one.

    Mirrored vertices have the row of what they mirror. Use it on a copied scene: two attributes are written and
    removed.
    """
    mesh = ob.data
    places = positions_of(mesh)
    mesh.attributes.new(_ROW, "INT", "POINT").data.foreach_set("value", np.arange(1, len(places) + 1, dtype=np.int32))
    mesh.attributes.new(_ROW_PLACE, "FLOAT_VECTOR", "POINT").data.foreach_set("vector", places.ravel())
    mesh.update()
    try:
        made = ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
        numbers, carried = attribute_values(made, _ROW), attribute_values(made, _ROW_PLACE, "FLOAT_VECTOR")
        rows = np.full(len(made.vertices), -1, np.intp)
    finally:
        for name in (_ROW, _ROW_PLACE):
            mesh.attributes.remove(mesh.attributes[name])
        mesh.update()
    if numbers is None or carried is None or not len(places):  # geometry nodes can make a mesh of their own
        return rows
    known = np.flatnonzero((numbers >= 1) & (numbers <= len(places)))
    own = numbers[known].astype(np.intp) - 1
    near = np.abs(carried[known] - places[own]).max(axis=1) <= 1e-6 * max(float(np.abs(places).max()), 1e-12)
    rows[known[near]] = own[near]
    return rows
