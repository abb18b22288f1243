"""Blender as a subject: "blender" imports on our exact rig, "stock" by Blender's importer; nothing stays.

Either imports a character once for as long as it is open, and goes through its clips on that import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial

import bpy
import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64, Model
from ...skinning_core.skinned import Progress, Skinned, joined_in_time, no_progress
from ...skinning_core.subject import ARMATURE, SkinFunction, Subject
from ..rig.clock import runs_near_zero
from ..rig.keys import LAST_FRAME
from ..rig.kinds import RigKind
from ..scene.build.clip_by_clip import ClipByClip
from ..scene.ground.rollback import removed_at_end
from ..scene.read.evaluate import Evaluation
from ..scene.read.evaluate_mesh import FormulaReader, MeshReader
from .stock import StockCharacter

_FRAME_RATE = 960


class Imported(Subject):
    """A model imported into a scene of its own, which is removed at the end; no normals are read."""

    gives_normals = False
    roundings = ARMATURE

    def __init__(self, model: Model, name: str, character: Callable[[bpy.types.Scene], SkinFunction]) -> None:
        self.model, self.name, self._character = model, name, character
        self._ready: SkinFunction | None = None

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Positions at times (T,), seconds; on an import for this call alone unless ``opened``."""
        with nullcontext() if self._ready is not None else self.opened():
            assert self._ready is not None
            return self._ready(self.model, clip, times, normals=normals, progress=progress)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """In the block the model is imported once, at the first call; its scene goes at the end."""
        with removed_at_end():
            self._ready = self._character(bpy.data.scenes.new("Skinproof"))
            try:
                yield
            finally:
                self._ready = None


class _ByBlendersImporter(Imported):
    """The same by Blender's own importer, which loses the tangents of cubic keys."""

    def changes(self, clip: int | None, time: float) -> tuple[str, ...]:
        """Says so if a clip is its file's at the keys only."""
        if clip is None:
            return ()
        from ...skinning_core.compare.causes.played_keys import lost_tangents  # only if something differs

        return tuple(lost_tangents(self.model, clip, time, lambda times: self.at(clip, times)))


class _OurRig:
    """A model on one of our rigs, as Blender's Armature modifier moves it."""

    def __init__(self, scene: bpy.types.Scene, rig: RigKind, reader: type[MeshReader] = MeshReader) -> None:
        self._scene, self._rig, self._reader = scene, rig, reader
        self._character: ClipByClip | None = None
        self._evaluation: Evaluation | None = None
        self._refusal: SkinproofError | None = None

    def __call__(
        self, model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Positions at times (T,).

        The scene gets many frames per second, since Blender takes a time within 1e-4 frames of a key for the key's. A
        long clip with fast joints is played in runs near frame 0.
        """
        del normals  # Blender computes them in any case
        end = 0.0 if clip is None else model.clips[clip].end
        self._scene.render.fps = int(np.clip(LAST_FRAME / max(end, 1e-3), 1, _FRAME_RATE))
        with _in_context(self._scene):
            character, evaluation = self._imported(model)
            times = np.atleast_1d(np.asarray(times, np.float64))
            rate = self._scene.render.fps
            results = []
            for zero, played in runs_near_zero(model, clip, times):
                character.show(clip, rate, zero)
                seen = _part_of(progress, played.start, len(times))
                results.append(evaluation.at(bpy.context, clip, times[played], rate, zero=zero, progress=seen))
        if len(results) == 1:
            return results[0]
        notes = tuple(dict.fromkeys(note for result in results for note in result.notes))
        return replace(joined_in_time(results), notes=notes)

    def _imported(self, model: Model) -> tuple[ClipByClip, Evaluation]:
        if self._refusal is not None:
            raise self._refusal
        if self._character is None or self._evaluation is None:
            try:
                self._character = ClipByClip(bpy.context, model, self._rig)
                self._evaluation = Evaluation(model, self._character.character, reader=self._reader)
            except SkinproofError as error:
                self._refusal = error
                raise
        return self._character, self._evaluation


def _part_of(progress: Progress, begun: int, total: int) -> Progress:
    """The progress of one run as part of ``total`` times, with ``begun`` done before it."""
    return lambda done, _: progress(begun + done, total)


@contextmanager
def _in_context(scene: bpy.types.Scene) -> Iterator[None]:
    """Make ``scene`` the context's scene within the block."""
    layer = scene.view_layers[0]
    with bpy.context.temp_override(
        scene=scene, view_layer=layer, collection=scene.collection, layer_collection=layer.layer_collection
    ):
        yield


#: Blender's Armature modifier on the exact rig and on the rig for animation, our repetition of its formula on the exact
#: rig, and Blender's own importer (io_scene_gltf2), which drops vertices that no index uses.
_CHARACTERS: dict[str, Callable[[bpy.types.Scene], SkinFunction]] = {
    "blender": partial(_OurRig, rig="EXACT"),
    "blender:animation": partial(_OurRig, rig="ANIMATION"),
    "blender-formula": partial(_OurRig, rig="EXACT", reader=FormulaReader),
    "stock": StockCharacter,
}


def make(name: str, model: Model) -> Imported:
    """The subject of that name: "blender", "blender:animation", "blender-formula" or "stock"."""
    kind = _ByBlendersImporter if name == "stock" else Imported
    return kind(model, name, _CHARACTERS[name])
