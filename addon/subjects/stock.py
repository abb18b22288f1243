"""Blender's own glTF importer, and its result read back in the file's order: the engine "stock".

It makes one object per node with a mesh, with the vertices that the primitives use, primitive by primitive, ascending;
and one muted NLA track per animation and data-block. Properties that no animation moves stay as imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import addon_utils
import bpy
import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64, Int, Model
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ...skinning_core.text.count import counted
from .. import compat
from ..rig.float32_limits import clock_floor
from ..scene.ground.dependency import watched
from ..scene.ground.scene_rate import frames_per_second
from ..scene.identity.character import owners_among
from ..scene.identity.vertex_map import PartVertices, VertexMap
from ..scene.play.playback import Poses, poses_of, put_back, set_frame, set_pose
from ..scene.read.evaluate import positions_by_part
from ..scene.read.evaluate_mesh import MeshReader

_ADDON = "io_scene_gltf2"
_SILENT = 3  # the debug value at which the importer prints nothing


class _NodeMesh(MeshReader):
    """What the importer made of one node with a mesh; it counts even if hidden."""

    def _evaluated(self, depsgraph: bpy.types.Depsgraph) -> bpy.types.Object:
        return self.object.evaluated_get(depsgraph)


@dataclass
class _Witness:
    """A user extension of the importer (a documented interface), which notes what became of nodes and animations."""

    objects: dict[int, bpy.types.Object] = field(default_factory=dict)  # by node
    tracks: list[str] = field(default_factory=list)  # NLA track by animation

    def gather_import_animations(self, animations: Sequence[Any] | None, options: Any, gltf: Any) -> None:
        """Called when all objects are made. Keeps the rest pose shown, not the first animation."""
        options.restore_first_anim = False
        self.tracks += [animation.track_name for animation in animations or ()]
        for vnode in gltf.vnodes.values():
            if vnode.mesh_node_idx is not None and vnode.blender_object is not None:
                self.objects[vnode.mesh_node_idx] = vnode.blender_object


class StockCharacter:
    """A model's file, imported at the first call into an empty scene, to show one clip after the other."""

    def __init__(self, scene: bpy.types.Scene) -> None:
        self._scene = scene
        self._tracks: list[str] | None = None
        self._meshes: list[_NodeMesh] = []
        self._absent: tuple[Int, ...] = ()  # per part (n,) the vertices that the importer dropped
        self._imported: Poses = []
        self._clip: int | None = None
        self._refusal: SkinproofError | None = None

    def __call__(
        self, model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Blender's positions at times (T,). Raises ``SkinproofError`` with the importer's reason if it fails."""
        del normals  # none are read
        times = np.atleast_1d(np.asarray(times, np.float64))
        self._show(model, clip)
        scene = self._scene
        for mesh in self._meshes:
            mesh.start(len(times), None)
        with watched(scene) as changes:
            for t, time in enumerate(times.tolist()):
                progress(t, len(times))
                changes.clear()
                set_frame(scene, time * frames_per_second(scene))
                for mesh in self._meshes:
                    mesh.read(scene.view_layers[0].depsgraph, t, changes if t else None)
        progress(len(times), len(times))
        positions = positions_by_part(self._meshes, _counts(model), len(times))
        notes = clock_floor(model, clip, times, frames_per_second(scene), 0.0)
        unread = (None,) * len(positions)
        return Skinned("stock", times, model.parts, positions, unread, notes=notes, absent=self._absent)

    def _show(self, model: Model, clip: int | None) -> None:
        if self._refusal is not None:
            raise self._refusal
        try:
            tracks = self._tracks if self._tracks is not None else self._import(model)
        except SkinproofError as error:
            self._refusal = error
            raise
        if clip != self._clip:
            self._put_back()
            if clip is not None:
                if clip >= len(tracks):
                    raise SkinproofError("the clip is of another file, which Blender's own importer does not take")
                _assign_clip(tracks[clip], self._scene)
            self._clip = clip

    def _import(self, model: Model) -> list[str]:
        witness = _import(model, self._scene)
        made = VertexMap(tuple(_made_of(model, witness)), 0, {}, {})
        self._meshes = [_NodeMesh(ob, vertices) for ob, vertices in made.by_object.items()]
        self._absent = made.absent(_counts(model))
        self._imported = poses_of(self._scene.objects)
        self._tracks = witness.tracks
        return self._tracks

    def _put_back(self) -> None:
        """Put back what the last clip moved: Blender leaves it there."""
        for ob, pose in self._imported:
            for owner in owners_among([ob]):
                compat.assign_action(owner, None)
            set_pose(ob, pose)
            ob.update_tag()


def _counts(model: Model) -> list[int]:
    """The number of vertices of each part."""
    return [model.primitive(part).vertex_count for part in model.parts]


def _import(model: Model, scene: bpy.types.Scene) -> _Witness:
    if model.path is None or model.path.suffix.lower() not in (".glb", ".gltf"):
        raise SkinproofError("Blender's own importer reads .glb and .gltf files only", where=model.name)
    witness = _Witness()
    _require_unchanged(model)
    with _importer_with(witness), _in_window(scene):
        try:
            bpy.ops.import_scene.gltf(filepath=str(model.path.resolve()))
        except RuntimeError as error:
            raise SkinproofError(
                "Blender's own importer fails: {why}", why=_reason(error), where=model.path.name
            ) from error
    _require_unchanged(model)
    return witness


def _require_unchanged(model: Model) -> None:
    """Refuse files that have changed since the model was read: the importer reads them again."""
    for source in model.sources:
        if not source.is_unchanged():
            what = "{file} has changed since it was read, and Blender's own importer reads it again"
            raise SkinproofError(what, file=source.path.name, fix="reload it, or import it again")


def _reason(error: RuntimeError) -> str:
    """The line with the reason, from an operator's report or a traceback in it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if re.match(r"(\w+\.)*\w*(Error|Exception|Exit|Interrupt)\b", line)]
    return (telling or [line for line in lines if not line.startswith("Location:")] or ["no reason given"])[-1]


@contextmanager
def _importer_with(witness: _Witness) -> Iterator[None]:
    """Blender's importer, an add-on that may be switched off, enabled with our user extension."""
    was_enabled = addon_utils.check(_ADDON)[1]
    if not was_enabled and addon_utils.enable(_ADDON, default_set=True) is None:
        raise SkinproofError("Blender's own glTF importer cannot be enabled", fix="check the add-on glTF 2.0 format")
    # The importer asks every enabled add-on for a class of this name; its own module is sure to be one of them.
    module: Any = sys.modules[_ADDON]
    module.glTF2ImportUserExtension = lambda: witness
    verbosity = bpy.app.debug_value
    bpy.app.debug_value = _SILENT
    try:
        yield
    finally:
        bpy.app.debug_value = verbosity
        del module.glTF2ImportUserExtension
        if not was_enabled:
            addon_utils.disable(_ADDON, default_set=True)


@contextmanager
def _in_window(scene: bpy.types.Scene) -> Iterator[None]:
    """Show ``scene`` in the window within the block: the importer works there, whatever the context says."""
    window = bpy.context.window
    if window is None:
        raise SkinproofError("Blender's own importer needs a window", fix="run it from Blender or from the bpy module")
    before = window.scene
    poses = poses_of(before.objects)
    window.scene = scene
    try:
        yield
    finally:
        window.scene = before  # Blender evaluates its frame anew, which discards values without keys
        put_back(poses)


def _assign_clip(track_name: str, scene: bpy.types.Scene) -> None:
    """Assign the actions of all NLA tracks of that name to their data-blocks."""
    for owner in owners_among(scene.objects):
        animation = owner.animation_data
        track = animation.nla_tracks.get(track_name) if animation is not None else None
        if track is not None and len(track.strips):
            compat.assign_action(owner, track.strips[0].action, compat.slot_of(track.strips[0]))


def _made_of(model: Model, witness: _Witness) -> Iterator[PartVertices]:
    """Each part's vertices in its node's object: those that its indices use, one part after the other.

    Raises ``SkinproofError`` if an object has other vertices.
    """
    parts: dict[int, list[int]] = {}
    for k, part in enumerate(model.parts):
        parts.setdefault(part.node, []).append(k)
    for node, places in parts.items():
        ob, expected = witness.objects.get(node), 0
        for k in places:
            primitive = model.primitive(model.parts[k])
            indices = np.arange(primitive.vertex_count) if primitive.indices is None else primitive.indices
            used = np.unique(indices).astype(np.intp)
            yield PartVertices(k, ob, np.arange(expected, expected + len(used)), used)
            expected += len(used)
        actual = 0 if ob is None else len(ob.data.vertices)
        if ob is None or expected != actual:
            what = "Blender's own importer made {vertices} of node {node}, which uses {expected}"
            made = counted(actual, "vertex")
            raise SkinproofError(what, vertices=made, node=node, expected=expected, where=model.name)
