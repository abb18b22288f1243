"""How far a single setting moves a mesh: Blender's formula as set, and with that one switched.

The scene is not changed. Settings that move bones are not of the formula, and have no size here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import SCENE_KINDS
from ....skinning_core.compare.measure.tolerance import ORDINARY
from ....skinning_core.model import Model
from ....skinning_core.skin.blender.armature import DeformedMesh, DeformingArmature, Float32, deform_linear
from ....skinning_core.skin.blender.preserve_volume import deform_preserve_volume
from ....skinning_core.text.sentence import Sentence
from ..ground import stored_names as stored
from ..ground.modifiers import is_edited, only_skinned, positions_of
from ..ground.noted import our
from ..identity.vertex_map import PartVertices
from ..read.deform_inputs import armature_modifier, read_armature, read_mesh, with_shape_keys
from .mesh_edits import TINY, armature_of, weights_of_file


@dataclass(frozen=True, eq=False)
class _Inputs:
    """The formula's inputs of one mesh: each switchable setting is a field."""

    mesh: DeformedMesh
    armature: DeformingArmature
    preserves_volume: bool

    @property
    def positions(self) -> Float32:
        """(V, 3) object space."""
        formula = deform_preserve_volume if self.preserves_volume else deform_linear
        return formula(self.mesh, self.armature)


class _Mesh:
    """A skinned mesh object at the frame of a depsgraph."""

    def __init__(
        self, depsgraph: bpy.types.Depsgraph, ob: bpy.types.Object, model: Model, present: Sequence[PartVertices]
    ) -> None:
        self.object, self._depsgraph, self._model, self._present = ob, depsgraph, model, present
        world = np.array(ob.evaluated_get(depsgraph).matrix_world, np.float64)
        self._metres = float(np.cbrt(abs(np.linalg.det(world[:3, :3]))))

    @cached_property
    def _inputs(self) -> _Inputs | None:
        modifier, armature = armature_modifier(self.object), armature_of(self.object)
        if armature is None or is_edited(self.object) or self._has_made_vertices:
            return None
        mesh = with_shape_keys(self._depsgraph, self.object, read_mesh(self.object))
        preserves = modifier is not None and modifier.use_deform_preserve_volume
        return _Inputs(mesh, read_armature(self._depsgraph, self.object, armature), preserves)

    @property
    def _has_made_vertices(self) -> bool:
        """Whether the file has vertices that modifiers make: the formula deforms the stored ones."""
        made = self.object.evaluated_get(self._depsgraph).data.vertices
        return stored.BEHIND in our(self.object) and len(made) != len(self.object.data.vertices)

    @cached_property
    def _seen(self) -> Float32:
        with only_skinned(self.object.evaluated_get(self._depsgraph), self._depsgraph) as mesh:
            return positions_of(mesh)

    def moved_by(self, cause: Sentence) -> float | None:
        """Metres that the setting moves the farthest vertex, 0 for rounding; None if the formula lacks it."""
        inputs = self._inputs
        switched = None if inputs is None else self._switched(cause, inputs)
        if switched is None or inputs is None or switched.positions.shape != self._seen.shape:
            return None
        # What the formula has is switched within it: beside what is seen, all that it lacks would count too.
        as_it_is = self._seen if switched is inputs else inputs.positions
        farthest = float(np.linalg.norm(np.subtract(switched.positions, as_it_is, dtype=np.float64), axis=1).max())
        size = float(np.linalg.norm(np.ptp(self._seen, axis=0)))
        return farthest * self._metres if farthest > ORDINARY * size else 0.0

    def _switched(self, cause: Sentence, inputs: _Inputs) -> _Inputs | None:
        if cause.code == "modifier-preserve-volume":
            return replace(inputs, preserves_volume=False)
        if cause.code == "modifier-masked":
            return replace(inputs, mesh=replace(inputs.mesh, mask=None))
        if cause.code in ("weights-other", "weights-fewer", "weights-tiny", "weights-behind"):
            return replace(inputs, mesh=self._with_weights_of_file(inputs.mesh, tiny=cause.code == "weights-tiny"))
        if cause.code == "bone-deform":
            names = cause.values["items"]
            assert isinstance(names, tuple)
            switched = [group.index for group in self.object.vertex_groups if group.name in names]
            deforms = inputs.armature.deforms.copy()
            deforms[switched] = ~deforms[switched]
            return replace(inputs, armature=replace(inputs.armature, deforms=deforms))
        return inputs if cause.code in _NOT_OF_THE_FORMULA else None

    def _with_weights_of_file(self, mesh: DeformedMesh, *, tiny: bool) -> DeformedMesh:
        """The mesh with the file's weights at the file's vertices.

        tiny: only at those with weights below TINY; else at all others.
        """
        armature = armature_of(self.object)
        assert armature is not None
        count = len(self.object.vertex_groups)
        table = np.zeros((len(mesh.positions), count + 1), np.float32)
        rows, columns = np.nonzero(mesh.groups >= 0)
        table[rows, mesh.groups[rows, columns]] = mesh.weights[rows, columns]
        largest = table.max(axis=1)
        chosen = ((largest > 0.0) & (largest < TINY)) == tiny
        for piece in self._present:
            of_file = weights_of_file(self.object, armature, self._model, piece)
            if of_file is not None:
                here = chosen[piece.rows]
                table[piece.rows[here]] = of_file[here]
        groups = np.argsort(-table[:, :count], axis=1, kind="stable")[:, : int((table > 0.0).sum(axis=1).max())]
        return replace(mesh, groups=groups, weights=np.take_along_axis(table, groups, axis=1))


#: Settings unknown to the formula: it computes as if they were switched.
_NOT_OF_THE_FORMULA = {
    *("modifier-missing", "modifier-without-object", "modifier-off", "modifier-without-groups"),
    *("modifier-envelopes", "bone-bendy", "bone-envelope-multiplied"),
}


def with_sizes(
    depsgraph: bpy.types.Depsgraph,
    model: Model,
    present: dict[bpy.types.Object, list[PartVertices]],
    causes: Iterable[Sentence],
    *,
    exported: bool,
) -> tuple[Sentence, ...]:
    """Causes with how far each moves a vertex at the depsgraph's frame, as ``moves`` (metres), if known.

    Those that move none are left out, unless another edit hides them: a bone without its vertex group blends with no
    other, and Preserve Volume does nothing. exported: the file was written from the scene, so nothing was edited.
    """
    worn = {ob: vertices for ob, vertices in present.items() if ob.vertex_groups and len(ob.data.vertices)}
    meshes = [_Mesh(depsgraph, ob, model, vertices) for ob, vertices in worn.items()]
    sized, still = [], set()
    for cause in causes:
        if cause.code == "rest-scaled" and not _is_any_bone_moved(depsgraph, str(cause.values["at"])):
            continue
        at = [mesh for mesh in meshes if cause.values.get("at") in (mesh.object.name, _armature_name(mesh.object))]
        moves = [moved for mesh in at if (moved := mesh.moved_by(cause)) is not None]
        farthest = max(moves, default=0.0)
        sized.append(cause.with_code(cause.code, moves=farthest) if farthest else cause)
        if moves and not farthest:
            still.add(cause)
    together = not exported and any(SCENE_KINDS[cause.code].stage != "pose" for cause in sized if cause not in still)
    return tuple(cause for cause in sized if together or cause not in still)


def _is_any_bone_moved(depsgraph: bpy.types.Depsgraph, name: str) -> bool:
    """Whether a bone of an armature object has a location: an applied scale moves nothing else."""
    armature = bpy.data.objects[name].evaluated_get(depsgraph)
    reach = max((bone.bone.matrix_local.translation.length for bone in armature.pose.bones), default=0.0)
    return any(bone.location.length > ORDINARY * reach for bone in armature.pose.bones)


def _armature_name(ob: bpy.types.Object) -> str:
    armature = armature_of(ob)
    return "" if armature is None else str(armature.name)
