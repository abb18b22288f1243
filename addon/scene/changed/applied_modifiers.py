"""Meshes that modifiers alone move: a file with modifiers applied has them as at the frame of the export."""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.model import Model
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence
from ....skinning_core.transform import apply_to_points
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import Character
from ..identity.vertex_map import vertex_map
from ..read.evaluate_mesh import place_of
from .exporter_edits import LEFT, farthest


def moved_by_modifiers(character: Character, model: Model, wanted: Skinned, seen: Skinned) -> Iterator[Sentence]:
    """Meshes without bones that modifiers move over time, if the file's own shape in their place is much nearer to it.

    wanted, seen: the file and the scene, at the one time that the scene shows.
    """
    depsgraph = bpy.context.evaluated_depsgraph_get()
    for ob, pieces in vertex_map(model, character).by_object.items():
        shown = [modifier for modifier in ob.modifiers if modifier.show_viewport]
        if stored.BEHIND not in our(ob) or any(modifier.type == "ARMATURE" for modifier in shown):
            continue
        place = place_of(np.array(ob.evaluated_get(depsgraph).matrix_world, np.float64))
        as_it_is = left = 0.0
        for piece in pieces:
            still = apply_to_points(place, model.primitive(model.parts[piece.part]).positions[piece.vertices])
            there, here = (of.positions[piece.part][0][piece.vertices] for of in (wanted, seen))
            as_it_is = max(as_it_is, farthest(here - there))
            left = max(left, farthest(still - there))
        if left < LEFT * as_it_is:
            names = tuple(modifier.name for modifier in shown)
            yield scene_cause("modifier-moves", modifiers=listed(names), mesh=ob.name, at=ob.name, items=names)
