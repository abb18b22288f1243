"""A character's evaluated vertices at a time, in glTF's space and the file's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import bpy
import numpy as np

from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Float, Float64, Int, Model
from ....skinning_core.pose.world_pose import model_in_pose
from ....skinning_core.skinned import Progress, Skinned, no_progress, over_time
from ....skinning_core.text.sentence import Sentence, sentence
from ...rig.bind_factor import bind_factors, in_bind_space
from ...rig.float32_limits import floors_of_float32, stored_far
from ...rig.keys import frames_of_times
from ...rig.space import points_to_blender
from ...rig.weights import lost_weights
from ..ground.dependency import watched
from ..ground.scene_rate import frames_per_second
from ..identity.bone_notes import applied_to
from ..identity.character import Character, objects_of
from ..identity.record import read_record
from ..identity.vertex_map import PartVertices, vertex_map
from ..play.placement import IN_PLACE, Placement, placement_of, root_of
from ..play.playback import restored, set_frame, show_clip, silence_nla
from .evaluate_mesh import MeshReader, hidden_among
from .evaluate_pose import PoseReader
from .evaluate_weights import WeightReader

#: Relative tolerance of frame rates.
_PACE = 1e-4
#: Meshes went along if most vertices are nearer to the file's skin on these bones than this share of the way.
_NEARER = 0.1


def evaluate(
    context: bpy.types.Context,
    character: Character,
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    strict: bool = True,
    slide: float = 0.0,
    progress: Progress = no_progress,
) -> Skinned:
    """Blender's positions of every part at times (T,), seconds, of a clip (None: the rest pose).

    The clip's own actions are assigned meanwhile; the scene is left as it was. slide: the scene's frame at the clip's
    zero. strict: the character's placement counts; else it is taken off. The rest as in ``Evaluation.at``.
    """
    with restored(context.scene, character):
        silence_nla(character, clip)
        show_clip(character, clip)
        depsgraph = context.evaluated_depsgraph_get()
        placement = placement_now(depsgraph, character, model, clip, strict=strict)
        evaluation = Evaluation(model, character, placement)
        zero = -slide / character.frame_rate
        skinned = evaluation.at(context, clip, times, character.frame_rate, zero=zero, clamped=False, progress=progress)
    return replace(skinned, notes=(*notes_on_scene(context.scene, character), *skinned.notes))


class Evaluation:
    """A character whose evaluated vertices are read, clip after clip."""

    def __init__(
        self, model: Model, character: Character, placement: Placement = IN_PLACE, reader: type[MeshReader] = MeshReader
    ) -> None:
        """Raises ``SkinproofError`` if a mesh, or its attribute of vertices' numbers, is gone."""
        counts = [model.primitive(part).vertex_count for part in model.parts]
        self._model, self._counts = model, counts
        self._built = in_bind_space(model, bind_factors(model))
        known = vertex_map(model, character)
        pieces = known.by_object
        self.hidden = hidden_among(pieces, bpy.context.view_layer.depsgraph)  # nothing is evaluated anew
        self._hidden = _vertices_of(self.hidden, pieces, counts)
        self._meshes = [reader(ob, present) for ob, present in pieces.items() if ob not in self.hidden]
        self._pose = PoseReader(model, character)
        self._weights = WeightReader(model, known.by_object)
        self._readers: tuple[MeshReader | PoseReader | WeightReader, ...] = (*self._meshes, self._pose, self._weights)
        # In sizes of the model. An imported rig stands around a point of its own, an exported one where it was made.
        self._stored_far = stored_far(model) if read_record(objects_of(character)).get("attached") else 0.0
        self._off = placement.off
        self._absent = known.absent(counts)
        self._notes = (*lost_weights(model), *placement.notes, *known.notes)

    def at(
        self,
        context: bpy.types.Context,
        clip: int | None,
        times: Float64,
        frame_rate: float,
        *,
        zero: float = 0.0,
        clamped: bool = True,
        progress: Progress = no_progress,
    ) -> Skinned:
        """Positions of every part at times (T,), seconds, of the clip that the scene shows at ``frame_rate``.

        zero: the time, in seconds, at frame 0. clamped: times beyond the clip's keys are those of its ends, not the
        scene's frames there. Node matrices and skin palettes are Blender's too, to attribute a difference to pose or
        deformation. Vertices gone from the scene are NaN. A part that Blender left alone is stored once and seen T
        times. Raises ``SkinproofError`` if a mesh is hidden from evaluation.
        """
        times = np.atleast_1d(np.asarray(times, np.float64))
        frames = frames_of_times(times, self._model.clip(clip), frame_rate, clamped=clamped) - zero * frame_rate
        self._run(context, frames.tolist(), progress)
        return self._skinned(times, floors_of_float32(self._built, clip, times, frame_rate, zero))

    def at_frames(
        self, context: bpy.types.Context, times: Float64, frame_rate: float, *, progress: Progress = no_progress
    ) -> Skinned:
        """``at`` for the scene's frames at times (T,), seconds, whatever clip plays."""
        self._run(context, (times * frame_rate).tolist(), progress)
        return self._skinned(times, ())

    def as_it_is(self, depsgraph: bpy.types.Depsgraph, time: float) -> Skinned:
        """Positions as ``depsgraph`` has evaluated them, labelled with one time, in seconds. Raises as ``at``."""
        self._start(1)
        depsgraph.update()  # a mesh in Edit Mode has just been written
        skinned = self._read_now(depsgraph, time)
        depsgraph.update()  # a mesh whose modifiers were told apart has asked for it
        return skinned

    def glanced(self, depsgraph: bpy.types.Depsgraph, placement: Placement) -> Skinned:
        """``as_it_is`` at time 0 with a placement taken off, for characters without other modifiers.

        Handlers may call it: nothing is evaluated.
        """
        self._off = placement.off
        self._start(1)
        return self._read_now(depsgraph, 0.0)

    def _read_now(self, depsgraph: bpy.types.Depsgraph, time: float) -> Skinned:
        for reader in self._readers:
            reader.read(depsgraph, 0, None)
        return self._skinned(np.array([time]), ())

    def _skinned(self, times: Float64, notes: Sequence[str]) -> Skinned:
        skinned = Skinned(
            engine="blender",
            times=times,
            parts=self._model.parts,
            positions=positions_by_part(self._meshes, self._counts, len(times)),
            normals=(None,) * len(self._model.parts),
            node_globals=self._pose.node_globals,
            skin_palettes=self._pose.skin_palettes,
            morph_weights=self._weights.weights,
            notes=(*notes, *self._notes),
            set_aside=tuple(aside for mesh in self._meshes for aside in mesh.set_aside),
            absent=self._absent,
            hidden=self._hidden,
            farthest=max((mesh.farthest for mesh in self._meshes), default=0.0),
        )
        if self._stored_far <= 1.0 or not len(times):
            return skinned
        return replace(skinned, farthest=max(skinned.farthest, self._stored_far * float(skinned.diagonal.min())))

    def _start(self, count: int) -> None:
        for reader in self._readers:
            reader.start(count, self._off)

    def _run(self, context: bpy.types.Context, frames: Sequence[float], progress: Progress) -> None:
        self._start(len(frames))
        meshes = {mesh.number: mesh for mesh in self._meshes}
        with watched(context.scene) as changes:
            for t, frame in enumerate(frames):
                progress(t, len(frames))
                changes.clear()
                set_frame(context.scene, frame)
                depsgraph = context.view_layer.depsgraph
                for number in changes.of(meshes) if t else meshes:
                    meshes[number].read(depsgraph, t, changes if t else None)
                self._pose.read(depsgraph, t, changes if t else None)
                self._weights.read(depsgraph, t, None)
        progress(len(frames), len(frames))


def placement_now(
    depsgraph: bpy.types.Depsgraph, character: Character, model: Model, clip: int | None, *, strict: bool
) -> Placement:
    """A character's placement, with what was applied to all bones if its meshes went along.

    Apply (Ctrl A), another origin, or turning both leave another rest and the same shape.
    """
    applied = applied_to_all(depsgraph, character, model)
    return placement_of(depsgraph, character, model, clip, strict=strict, applied=applied)


def applied_to_all(depsgraph: bpy.types.Depsgraph, character: Character, model: Model) -> Float64 | None:
    """(4, 4) in armature space what was applied to bones since the import, if the meshes went along; else None."""
    root = root_of(character)
    applied = applied_to(root) if root is not None and root.type == "ARMATURE" else None
    if root is None or applied is None:
        return None
    seen = Evaluation(model, character).glanced(depsgraph, IN_PLACE)
    assert seen.node_globals is not None
    stands = np.array(seen.node_globals[0])
    stands[:, :3, :3] *= np.cbrt(np.linalg.det(applied[:3, :3]))  # bones do not show an applied scale
    posed = model_in_pose(model, stands, [weights[0] for weights in seen.morph_weights])
    wanted = skin_model(posed, None, [0.0], variants=False, normals=False)
    skinned = [k for k, part in enumerate(model.parts) if part.skin >= 0]
    there, here = (np.concatenate([np.zeros((0, 3)), *(of.positions[k][0] for k in skinned)]) for of in (wanted, seen))
    world = np.array(root.evaluated_get(depsgraph).matrix_world, np.float64)
    moved = world @ applied @ np.linalg.inv(world) - np.eye(4)
    points = points_to_blender(here)
    known = np.isfinite(points).all(axis=1) & np.isfinite(there).all(axis=1)
    if not known.any():
        return None
    way = np.linalg.norm(points[known] @ moved[:3, :3].T + moved[:3, 3], axis=1)
    off = np.linalg.norm((there - here)[known], axis=1)
    return applied if np.median(off) < _NEARER * np.median(way) else None


def _vertices_of(
    objects: Sequence[bpy.types.Object],
    pieces: Mapping[bpy.types.Object, Sequence[PartVertices]],
    counts: Sequence[int],
) -> tuple[Int, ...]:
    """Per part (n,) the vertices in these objects; () without objects."""
    if not objects:
        return ()
    there = [np.zeros(count, np.bool_) for count in counts]
    for piece in (piece for ob in objects for piece in pieces[ob]):
        there[piece.part][piece.vertices] = True
    return tuple(map(np.flatnonzero, there))


def notes_on_scene(scene: bpy.types.Scene, character: Character) -> list[Sentence]:
    """Sentences on what is in Edit Mode, so not shown posed, and on another frame rate."""
    objects = objects_of(character)
    rate, own = frames_per_second(scene), character.frame_rate
    edited = [ob for ob in objects if ob.type in ("ARMATURE", "MESH") and ob.data.is_editmode]
    told = "{armature!r} is in Edit Mode: its rest position is judged"
    notes = [sentence(told, armature=ob.name) for ob in edited if ob.type == "ARMATURE"]
    told = "{mesh!r} is in Edit Mode: the mesh is judged as edited so far, moved by the pose"
    notes += [sentence(told, mesh=ob.name) for ob in edited if ob.type == "MESH"]
    if abs(rate / own - 1.0) > _PACE:
        told = (
            "The scene has {rate:.5g} frames per second, the keys were placed for {own:.5g}: it plays at "
            "{part:.3g} % of the file's speed"
        )
        notes.append(sentence(told, rate=rate, own=own, part=100.0 * rate / own))
    return notes


def positions_by_part(meshes: Sequence[MeshReader], counts: Sequence[int], times: int) -> tuple[Float, ...]:
    """Per part (T, V, 3) positions in glTF's world since ``MeshReader.start``; counts: vertices per part."""
    read: list[list[tuple[Int, Float]]] = [[] for _ in counts]
    for mesh in meshes:
        for vertices, positions in mesh.positions():
            read[vertices.part].append((vertices.vertices, positions))
    return tuple(_of_part(size, times, found) for size, found in zip(counts, read, strict=True))


def _of_part(size: int, count: int, found: Sequence[tuple[Int, Float]]) -> Float:
    """(T, V, 3) positions of a part from those of some vertices (n,), (T, n, 3); NaN for others.

    A part that stayed as at the first time is stored once and seen T times.
    """
    if len(found) == 1 and len(found[0][0]) == size:
        return found[0][1]
    rows = count if any(positions.strides[0] for _, positions in found) else 1
    whole = np.full((rows, size, 3), np.nan)
    for vertices, positions in found:
        whole[:, vertices] = positions[:rows]
    return over_time(whole, count)
