"""Meshes that modifiers alone move: a file with modifiers applied has them as at the frame of the export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Float, Model
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence
from ....skinning_core.transform import apply_to_points
from ..ground import stored_names as stored
from ..ground.modifiers import positions_of, without_skin
from ..ground.noted import our
from ..identity.character import Character
from ..identity.vertex_map import PartVertices, vertex_map
from ..read.evaluate_mesh import place_of
from .exporter_edits import LEFT, farthest

#: What a fit may leave, as a share of the size.
_FITTED = 1e-4


def rests_made(objects: Iterable[bpy.types.Object]) -> dict[bpy.types.Object, Float]:
    """(V, 3) by skinned mesh of which a file has modifiers applied: its vertices as they make them now, at rest."""
    depsgraph, made = bpy.context.evaluated_depsgraph_get(), {}
    for ob in objects:
        shown = {modifier.type for modifier in ob.modifiers if modifier.show_viewport}
        plain = ob.data.shape_keys is None  # else keys may move it
        if plain and stored.BEHIND in our(ob) and "ARMATURE" in shown and len(shown) > 1:
            with without_skin(ob.evaluated_get(depsgraph), depsgraph) as mesh:
                made[ob] = positions_of(mesh)
            depsgraph.update()
    return made


def rests_moved_by_modifiers(
    character: Character,
    model: Model,
    clip: int,
    wanted: Skinned,
    seen: Skinned,
    then: Mapping[bpy.types.Object, Float],
) -> Iterator[Sentence]:
    """Skinned meshes that would be much nearer to the scene with the rest that modifiers make now, at one time.

    then: ``rests_made`` at the frame of the export. wanted, seen: the file and the scene.
    """
    now = rests_made(then)
    for ob, pieces in vertex_map(model, character).by_object.items():
        if ob not in now or now[ob].shape != then[ob].shape or np.array_equal(now[ob], then[ob]):
            continue
        moved = [_with_rest(model, piece, then[ob], now[ob]) for piece in pieces]
        as_it_is = left = 0.0
        for piece, changed in zip(pieces, moved, strict=True):
            if changed is None:
                continue
            there = skin_model(changed, clip, wanted.times, variants=False, normals=False)
            old, new, here = (of.positions[piece.part][0][piece.vertices] for of in (wanted, there, seen))
            as_it_is, left = max(as_it_is, farthest(here - old)), max(left, farthest(here - new))
        if left < LEFT * as_it_is:
            names = tuple(m.name for m in ob.modifiers if m.show_viewport and m.type != "ARMATURE")
            yield scene_cause("modifier-moves", modifiers=listed(names), mesh=ob.name, at=ob.name, items=names)


def _with_rest(model: Model, piece: PartVertices, then: Float, now: Float) -> Model | None:
    """The model with positions of a piece moved as from ``then`` to ``now``; None if not written from ``then``."""
    part = model.parts[piece.part]
    stored_places = model.primitive(part).positions.astype(np.float64)
    rows = np.column_stack([then[piece.rows].astype(np.float64), np.ones(len(piece.rows))])
    own = stored_places[piece.vertices]
    into = np.linalg.lstsq(rows, own, rcond=None)[0]  # an exporter writes them in the world, in its axes
    if farthest(rows @ into - own) > _FITTED * float(np.linalg.norm(np.ptp(own, axis=0))):
        return None
    stored_places[piece.vertices] += (now - then)[piece.rows].astype(np.float64) @ into[:3]
    meshes = list(model.meshes)
    primitives = list(meshes[part.mesh].primitives)
    primitives[part.primitive] = replace(primitives[part.primitive], positions=stored_places.astype(np.float32))
    meshes[part.mesh] = replace(meshes[part.mesh], primitives=tuple(primitives))
    return replace(model, meshes=tuple(meshes))


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
