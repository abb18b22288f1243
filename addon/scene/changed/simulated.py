"""Objects that no keys move, but a simulation or the vertices that they hang on.

Only an exporter that samples the whole scene has that in a clip.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.model import Float64, Model
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.sentence import Sentence
from ....skinning_core.transform import apply_to_points
from ...rig.space import AXES
from ..identity.character import Character
from ..identity.vertex_map import PartVertices, vertex_map
from ..read.evaluated_shapes import place_now
from .exporter_edits import LEFT, farthest
from .written_pose import world_of


def moved_by_physics(character: Character, model: Model, wanted: Skinned, seen: Skinned) -> Iterator[Sentence]:
    """Simulated objects that would be much nearer to the file where they stand without simulation.

    wanted, seen: the file and the scene, at the one time that the scene shows.
    """
    moved = _PutBack(wanted, seen)
    for ob, pieces in vertex_map(model, character).by_object.items():
        mover = _simulated(ob)
        if mover is None:
            continue
        back = _without_simulation(mover)
        for piece in pieces:
            moved.add(mover, piece, back)
    for mover in moved.nearer():
        yield scene_cause("object-simulated", object=mover.name, at=mover.name)


def moved_by_vertices(
    character: Character, model: Model, clip: int, wanted: Skinned, seen: Skinned
) -> Iterator[Sentence]:
    """Objects on vertices of a mesh that a clip of the file leaves where they are, if that is all that is off.

    wanted, seen: the file and the scene, at the one time that the scene shows.
    """
    keyed = {track.node for track in model.clips[clip].tracks}
    moved = _PutBack(wanted, seen)
    for ob, pieces in vertex_map(model, character).by_object.items():
        hung = _on_vertices(ob)
        if hung is None:
            continue
        place = place_now(ob, bpy.context.evaluated_depsgraph_get())
        for piece in pieces:
            part = model.parts[piece.part]
            if part.skin < 0 and keyed.isdisjoint(model.nodes.path_to(part.node)):
                moved.add(hung, piece, (world_of(wanted)[part.node] @ np.linalg.pinv(place))[:3])
    for hung in moved.nearer():
        yield scene_cause("object-on-vertices", object=hung.name, mesh=hung.parent.name, at=hung.name)


class _PutBack:
    """How far what moves objects takes their vertices off the file, and how far they are off without it."""

    def __init__(self, wanted: Skinned, seen: Skinned) -> None:
        self._wanted, self._seen = wanted, seen
        self._off: dict[bpy.types.Object, list[tuple[float, float]]] = {}  # metres, now and put back

    def add(self, mover: bpy.types.Object, piece: PartVertices, back: Float64) -> None:
        """back: (3, 4) from where a part's vertices are to where they were without the mover, in glTF's axes."""
        there, here = (of.positions[piece.part][0][piece.vertices] for of in (self._wanted, self._seen))
        without = apply_to_points(back, here)
        self._off.setdefault(mover, []).append((farthest(here - there), farthest(without - there)))

    def nearer(self) -> Iterator[bpy.types.Object]:
        """The movers without which all that they move is much nearer to the file."""
        for mover, several in self._off.items():
            as_it_is, left = map(max, zip(*several, strict=True))
            if left < LEFT * as_it_is:
                yield mover


def _on_vertices(ob: bpy.types.Object | None) -> bpy.types.Object | None:
    """The nearest object, itself or above, that hangs on vertices of a mesh; None: none."""
    while ob is not None and (ob.parent is None or ob.parent_type not in ("VERTEX", "VERTEX_3")):
        ob = ob.parent
    return ob


def _simulated(ob: bpy.types.Object | None) -> bpy.types.Object | None:
    """The nearest object, itself or above, that the simulation moves; None: none."""
    world = bpy.context.scene.rigidbody_world
    while ob is not None and world is not None and world.enabled:
        body = ob.rigid_body
        if body is not None and body.type == "ACTIVE" and not body.kinematic:
            return ob
        ob = ob.parent
    return None


def _without_simulation(ob: bpy.types.Object) -> Float64:
    """(3, 4) what takes an object from where it is to where its own transform has it, in glTF's axes."""
    evaluated = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
    place = np.array(evaluated.matrix_basis, np.float64)
    if ob.parent is not None:
        above = np.array(evaluated.parent.matrix_world, np.float64)
        place = above @ np.array(evaluated.matrix_parent_inverse, np.float64) @ place
    back: Float64 = AXES.T @ place @ np.linalg.pinv(np.array(evaluated.matrix_world, np.float64)) @ AXES
    return back[:3]
