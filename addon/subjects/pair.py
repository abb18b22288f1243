"""Two things of one scene, frame by frame, as Blender shows them.

Either may be a cache (Alembic, USD, MDD, PC2), a simulation, a sequence of files, or another importer's character. The
first is the measure, the second is judged. Nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import pairwise

import bpy
import numpy as np
from bpy.types import Context, Object

from ...skinning_core.compare.between.shapes import ShapePairs, pair_shapes, shape_model
from ...skinning_core.compare.causes.two_motions import motion_changes
from ...skinning_core.compare.judge.level import level_of_error
from ...skinning_core.compare.judge.question import Judged, Question, Times, When
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64, Unjudged
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ...skinning_core.subject import Subject
from ...skinning_core.text.count import counted
from ...skinning_core.text.sentence import Sentence, sentence
from ...skinning_core.transform import move_points
from ..scene.attach.mesh_forms import armatures_of
from ..scene.attach.scene_model import character_objects
from ..scene.ground.scene_rate import frames_per_second
from ..scene.play.playback import frame_restored, set_frame
from ..scene.read.evaluated_shapes import place_now, positions_now, shapes_now

#: Pairs of vertices whose motion is kept, to tell how one comes of the other.
_SAMPLE = 300


def chosen_pair(context: Context) -> tuple[Object, Object] | None:
    """The other selected object and the active one; None unless two are selected that can be compared.

    A mesh and the armature that moves it are one thing.
    """
    chosen = [ob for ob in context.selected_objects if ob.type in ("MESH", "ARMATURE")]
    armatures = [ob for ob in chosen if ob.type == "ARMATURE"]
    if len(armatures) == 2:
        chosen = armatures  # their meshes may be selected too
    active = context.view_layer.objects.active
    if len(chosen) != 2 or active not in chosen:
        return None
    other = next(ob for ob in chosen if ob != active)
    return None if other in armatures_of(active) or active in armatures_of(other) else (other, active)


class PairSubject(Subject):
    """The second of two things, beside the first."""

    gives_normals = False

    def __init__(self, context: Context, first: Sequence[Object], second: Sequence[Object], question: Question) -> None:
        """Both are paired at the question's first frame. Raises ``SkinproofError`` if no vertex has a partner.

        first, second: mesh objects.
        """
        self._context, self._strict, self._screen = context, bool(question.strict), question.screen
        self._objects = first, second
        self._times = self.frames(None) if question.times.seconds is None else question.times.seconds
        self._open = False
        start = float(self._times[0]) * self.frame_rate
        with frame_restored(context.scene):
            set_frame(context.scene, start)
            depsgraph = context.evaluated_depsgraph_get()
            moment = sentence("as it plays")
            names = [_label(objects) for objects in self._objects]
            stands = [place_now(objects[0], depsgraph) for objects in self._objects]
            self.model, self._other = (
                shape_model(name, shapes_now(objects, depsgraph), str(moment))
                for name, objects in zip(names, self._objects, strict=True)
            )
        self.name = names[1] if names[1] != names[0] else f"{names[1]} (2)"
        self._counts = [
            [p.vertex_count for mesh in m.meshes for p in mesh.primitives] for m in (self.model, self._other)
        ]
        self._pairs: ShapePairs = pair_shapes(self.model, self._other, [(stands[0] @ np.linalg.inv(stands[1]))[:3]])
        count = len(self._pairs.first)
        self._sampled = np.sort(np.random.default_rng(0).choice(count, min(count, _SAMPLE), replace=False))
        self._motions: list[tuple[Float64, Float64, Float64]] = []
        self._beside: Skinned | None = None

    @property
    def frame_rate(self) -> float:
        """Frames per second of the scene."""
        return frames_per_second(self._context.scene)

    def frames(self, clip: int | None) -> Float64:
        """(T,) seconds of the frames that the scene plays."""
        del clip
        scene = self._context.scene
        return np.arange(scene.frame_start, scene.frame_end + 1, scene.frame_step) / self.frame_rate

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """Vertices that only the second has."""
        added = len(self._pairs.vertices.unmatched_second)
        if not added:
            return ()
        vertices = counted(added, "vertex", "vertices")
        told = sentence("{vertices} of {name!r} only: not judged", vertices=vertices, name=self.name)
        return (Unjudged("VERTICES_ADDED", "", told),)

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """The second's positions at the scene's frames of times (T,), seconds, at the first's vertices.

        NaN without a partner. Raises ``SkinproofError`` if one of the two has other vertices there.
        """
        del clip, normals
        scene = self._context.scene
        first, second = (np.empty((len(times), sum(counts), 3)) for counts in self._counts)
        with nullcontext() if self._open else frame_restored(scene):
            for t, time in enumerate(times):
                progress(t, len(times))
                set_frame(scene, float(time) * self.frame_rate)
                depsgraph = self._context.view_layer.depsgraph
                for rows, objects, counts in zip((first, second), self._objects, self._counts, strict=True):
                    np.concatenate(list(positions_now(objects, counts, depsgraph)), out=rows[t])
        progress(len(times), len(times))
        return self._compared(times, first, second)

    def _compared(self, times: Float64, first: Float64, second: Float64) -> Skinned:
        pairs = self._pairs
        if not self._strict and not pairs.vertices.placement.is_identity:
            second = move_points(pairs.vertices.placement.matrix, second)
        placed = second
        if not pairs.by_order:
            placed = np.full(first.shape, np.nan)
            placed[:, pairs.first] = second[:, pairs.second]
        chosen = pairs.first[self._sampled]
        self._motions.append((times, first[:, chosen], placed[:, chosen]))
        parts, alone = self.model.parts, pairs.vertices.unmatched_first
        ranges = list(pairwise(self.model.part_starts))
        no_normals = (None,) * len(parts)
        self._beside = Skinned(self.model.name, times, parts, tuple(first[:, a:b] for a, b in ranges), no_normals)
        return Skinned(
            self.name,
            times,
            parts,
            tuple(placed[:, a:b] for a, b in ranges),
            no_normals,
            notes=pairs.notes(placed=not self._strict),
            absent=tuple(alone[(alone >= a) & (alone < b)] - a for a, b in ranges),
        )

    def counterpart(self, skinned: Skinned) -> Skinned | None:
        """The first's positions at the times of the last result."""
        return self._beside if skinned.engine == self.name else None

    def changes(self, clip: int | None, time: float) -> tuple[Sentence, ...]:
        """How the second motion comes of the first, if known."""
        del clip, time
        times, first, second = (np.concatenate(each) for each in zip(*self._motions, strict=True))
        _, order = np.unique(times, return_index=True)
        return motion_changes(first[order], second[order], lambda share: level_of_error(share, self._screen).value)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """In the block the scene's frame is not put back after each call."""
        with frame_restored(self._context.scene):
            self._open = True
            try:
                yield
            finally:
                self._open = False


def pair_of(context: Context, names: Sequence[str], question: Question) -> tuple[PairSubject, Question]:
    """The subject of two objects of the context's scene, and the question as put to them.

    An armature stands for its meshes. Raises ``SkinproofError`` if there are no two, or frames are not what is asked.
    """
    scene = context.scene
    times = question.times
    if times.when not in (None, When.FRAMES, When.GIVEN, When.COUNT):
        raise SkinproofError("two objects of a scene have frames, no keys", fix="leave out --times, or give seconds")
    if times.when is When.COUNT:
        rate = frames_per_second(scene)
        times = Times.at(np.linspace(scene.frame_start, scene.frame_end, times.count) / rate)
    asked = replace(question, judged=Judged.PLAYS, clips=(None,), times=times)
    first, second = (_meshes(scene, name) for name in names)
    if set(first) & set(second):
        raise SkinproofError("{name!r} would be compared with itself", name=first[0].name, fix="name two")
    return PairSubject(context, first, second, asked), asked


def _meshes(scene: bpy.types.Scene, name: str) -> list[Object]:
    ob = scene.objects.get(name)
    if ob is None:
        raise SkinproofError("there is no object {name!r} in the scene", name=name)
    if ob.type == "ARMATURE":
        return [each for each in character_objects([ob], scene) if each.type == "MESH"]
    if ob.type != "MESH":
        raise SkinproofError("{name!r} is no mesh", name=name, fix="convert it, or name another object")
    return [ob]


def _label(objects: Sequence[Object]) -> str:
    return str(objects[0].name) if len(objects) == 1 else f"{objects[0].name} + {len(objects) - 1}"
