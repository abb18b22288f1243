"""What Blender makes of a character at a time: evaluated vertices, back in glTF's space and the file's order."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64, Int, Model
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ..rig.float32_limits import floors_of_float32
from ..rig.keys import frames_of_times
from ..rig.space import TO_BLENDER
from ..rig.weights import lost_weights
from .character import Character, CharacterMesh
from .evaluate_pose import PoseReader
from .mesh import PART_ATTRIBUTE, VERTEX_ATTRIBUTE
from .playback import restored, set_frame, set_time, show_clip

__all__ = ["evaluate", "set_time"]


def evaluate(
    context: bpy.types.Context,
    character: Character,
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    progress: Progress = no_progress,
) -> Skinned:
    """Blender's positions of every part at times (T,), seconds, of a clip (None: the rest pose).

    Node matrices and skin palettes are Blender's too, from the evaluated bones and objects, so that a difference can be
    laid at the pose's door or the deformation's. The scene is left as it was. Vertices that are no longer in the scene
    are NaN.

    Raises ``SkinproofError`` where a mesh is hidden from evaluation, or modifiers have changed its vertices.
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    positions = [np.full((len(times), model.primitive(p).vertex_count, 3), np.nan) for p in model.parts]
    scene, view_layer = context.scene, context.view_layer
    with restored(scene, character):
        show_clip(character, clip)
        meshes = [_MeshReader.of(mesh) for mesh in character.meshes]
        pose = PoseReader(model, character, len(times))
        frames = frames_of_times(times, model.clip(clip), character.frame_rate)
        for t, frame in enumerate(frames.tolist()):
            progress(t, len(times))
            set_frame(scene, frame)
            depsgraph = view_layer.depsgraph
            for mesh in meshes:
                mesh.read(depsgraph, positions, t)
            pose.read(depsgraph, t)
    progress(len(times), len(times))
    return Skinned(
        engine="blender",
        times=times,
        parts=model.parts,
        positions=tuple(positions),
        normals=(None,) * len(model.parts),
        node_globals=pose.node_globals,
        skin_palettes=pose.skin_palettes,
        notes=(*floors_of_float32(model, clip, times, character.frame_rate), *lost_weights(model)),
    )


@dataclass(frozen=True, eq=False)
class _MeshReader:
    """One mesh object, and where its vertices go."""

    object: bpy.types.Object
    parts: tuple[int, ...]
    rows: tuple[Int, ...]  # per part: vertices of the Blender mesh
    vertices: tuple[Int, ...]  # per part: their places in the file
    buffer: np.ndarray  # (V, 3) float32

    @classmethod
    def of(cls, mesh: CharacterMesh) -> _MeshReader:
        ob = bpy.data.objects.get(mesh.object)
        if ob is None:
            raise SkinproofError(f"the mesh {mesh.object!r} is no longer in this file", fix="import it again")
        part, vertex = (_integers(ob.data, name) for name in (PART_ATTRIBUTE, VERTEX_ATTRIBUTE))
        rows = tuple(np.flatnonzero(part == k) for k in range(len(mesh.parts)))
        buffer = np.empty((len(ob.data.vertices), 3), np.float32)
        return cls(ob, mesh.parts, rows, tuple(vertex[r] for r in rows), buffer)

    def read(self, depsgraph: bpy.types.Depsgraph, positions: list[Float64], t: int) -> None:
        """Write this object's evaluated positions into row t of its parts' arrays."""
        ob = self.object.evaluated_get(depsgraph)
        if not ob.is_evaluated:
            raise SkinproofError(
                f"{self.object.name!r} is hidden from evaluation", fix="enable it in viewports and view layer"
            )
        data = ob.data
        if len(data.vertices) != len(self.buffer):
            raise SkinproofError(
                f"modifiers of {self.object.name!r} change its vertices: {len(data.vertices)} instead of "
                f"{len(self.buffer)}",
                fix="disable them to compare",
            )
        if not len(self.buffer):  # a mesh without vertices has no attributes either
            return
        data.attributes["position"].data.foreach_get("vector", self.buffer.ravel())
        matrix = TO_BLENDER.T @ np.array(ob.matrix_world, np.float64)[:3]
        world = self.buffer @ matrix[:, :3].T + matrix[:, 3]
        for part, rows, vertices in zip(self.parts, self.rows, self.vertices, strict=True):
            positions[part][t, vertices] = world[rows]


def _integers(mesh: bpy.types.Mesh, name: str) -> Int:
    if not len(mesh.vertices):
        return np.zeros(0, np.int32)
    attribute = mesh.attributes.get(name)
    if attribute is None:
        raise SkinproofError(f"the mesh {mesh.name!r} has lost its attribute {name!r}", fix="import the file again")
    values = np.empty(len(mesh.vertices), np.int32)
    attribute.data.foreach_get("value", values)
    return values
