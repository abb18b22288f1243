"""An exported FBX or USD as Blender's own importer brings it in, beside its scene.

We have no reader of such files, so the fault may be the exporter's or the importer's: they are judged as a pair of
objects. FBX holds a take for each action, USD what plays. What the file lacks is told apart: objects, actions, shape
keys. All happens in a copy of the scene, which is not put back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil, floor
from pathlib import Path

import bpy
import numpy as np

from ...skinning_core.compare.judge.question import Judged, Origin, Question
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Float64, Int, Model, Unjudged
from ...skinning_core.skeleton.faces import triangles_of
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ...skinning_core.subject import Lack
from ...skinning_core.text.listing import listed
from ...skinning_core.text.sentence import Sentence, sentence
from .. import compat
from ..scene.ground.arrays import values_of
from ..scene.identity.character import movers_among, owners_among
from ..scene.play.playback import heard_tracks, played_action, poses_of, put_back
from ..scene.read.lacking import lack_of_keys, lack_of_object, seen_with
from ..scene.read.own_actions import actions_among, slot_in_use, slot_of_free
from .open_scene import stdout_silenced
from .pair import PairSubject

#: An action, an object that it moves, and the slot.
_Own = tuple[bpy.types.Action, bpy.types.Object, str]


@dataclass(frozen=True, eq=False)
class Take:
    """One animation of the scene, and what the file has of it."""

    name: str
    owner: bpy.types.Object | None  # whose action it is; None: what plays
    action: bpy.types.Action | None
    slot: str
    frames: tuple[int, int]  # the first and the last
    there: Mapping[str, tuple[bpy.types.Action, str]]  # by name of an imported data-block


@dataclass(frozen=True, eq=False)
class Counterparts:
    """What an importer has added, by the names that things have in the file."""

    objects: Mapping[str, bpy.types.Object]
    actions: Mapping[str, bpy.types.Action]
    animated: Mapping[str, bpy.types.ID]  # what has an action now

    @property
    def is_cached(self) -> bool:
        """Whether something moves by a cache, without actions."""
        kinds = {m.type for ob in self.objects.values() for m in ob.modifiers}
        kinds |= {c.type for ob in self.objects.values() for c in ob.constraints}
        return bool(kinds & {"MESH_SEQUENCE_CACHE", "TRANSFORM_CACHE"})


class ImportedSubject(PairSubject):
    """Imported meshes beside the scene's own, take by take."""

    def __init__(
        self,
        context: bpy.types.Context,
        pairs: Sequence[tuple[bpy.types.Object, bpy.types.Object]],
        takes: Sequence[Take],
        lacks: Sequence[Lack],
        question: Question,
    ) -> None:
        """pairs: meshes of the scene, each with the imported one. Raises ``SkinproofError`` as ``PairSubject``."""
        self._takes, self._lacks = tuple(takes), tuple(lacks)
        self._owners = [*owners_among(_with_movers(second for _, second in pairs))]
        self._poses = poses_of({*context.scene.objects})
        moved = dict.fromkeys(take.owner for take in self._takes if take.owner is not None)
        self._before = {owner: compat.assigned_action(owner) for owner in moved}
        self._parts: dict[int | None, list[tuple[Float64, Float64, Float64]]] = {}
        with _at_rest(context, [ob for pair in pairs for ob in pair]):
            super().__init__(context, [first for first, _ in pairs], [second for _, second in pairs], question)
        self.model = replace(self.model, clips=tuple(Clip(take.name, ()) for take in self._takes))

    def frames(self, clip: int | None) -> Float64:
        """(T,) seconds of a take's frames; without one, the current frame."""
        if clip is None and self._takes:
            clip = 0
        if clip is None:
            return np.array([self._context.scene.frame_current_final / self.frame_rate])
        self._show(clip)
        first, last = self._takes[clip].frames
        return np.arange(first, last + 1) / self.frame_rate

    def lacking(self) -> tuple[Lack, ...]:
        """What of the scene is not in the file; vertices without a partner are those that modifiers make."""
        gone = len(self._pairs.vertices.unmatched_first)
        if not gone:
            return self._lacks
        told = "{count:,} vertices of the scene are not in the file: turn on Apply Modifiers"
        return (*self._lacks, Lack("SCENE_FACES", sentence(told, count=gone), gone))

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """What only the file has; and faces, if they differ from the scene's."""
        found = super().unjudged
        if self._pairs.by_order or self._has_same_faces():
            return found
        told = sentence("the faces of the file are not those of the scene: their vertices alone were judged")
        return (*found, Unjudged("FACES_ADDED", "", told))

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """As ``PairSubject.at``, of a take, which both then show."""
        self._motions = self._parts.setdefault(clip, [])
        self._show(clip)
        return super().at(clip, times, normals=normals, progress=progress)

    def changes(self, clip: int | None, time: float) -> tuple[Sentence, ...]:
        """How the file's motion comes of the scene's, if known."""
        self._motions = self._parts.setdefault(clip, [])
        return super().changes(clip, time)

    def _has_same_faces(self) -> bool:
        """Whether triangles join the same places in both; vertices in one place are one."""
        (first, places), (second, others) = map(_triangles, (self.model, self._other))
        if len(self._pairs.first) != len(places):
            return False
        _, place = np.unique(np.round(places, 5), axis=0, return_inverse=True)
        partner = np.full(len(others), -1, np.intp)
        partner[self._pairs.second] = place.ravel()[self._pairs.first]
        corners = place.ravel()[first], partner[second]
        ours, theirs = (np.unique(np.sort(faces, axis=1), axis=0) for faces in corners)
        return np.array_equal(ours, theirs)

    def _show(self, clip: int | None) -> None:
        """Let both show a take; unkeyed values are the scene's, as the exporter has them."""
        if clip is None:
            return
        take = self._takes[clip]
        put_back(self._poses)
        for owner, (action, slot) in self._before.items():  # all else shows what it has
            compat.assign_action(owner, action, slot)
        if take.owner is not None:
            compat.assign_action(take.owner, take.action, take.slot)
            take.owner.animation_data.use_nla = False
        beside = [each for each in self._takes if each.owner is not None and self._before[each.owner][0] == each.action]
        there = {key: played for each in (*beside, take) for key, played in each.there.items()}
        for owner in self._owners:
            compat.assign_action(owner, *there.get(_key(owner), (None, "")))


def open_imported(
    context: bpy.types.Context, names: Sequence[str], file: Path, question: Question
) -> tuple[ImportedSubject, Question]:
    """Import an exported file into the open scene, a copy, and put a question to both.

    names: of the objects meant; (): all. Raises ``SkinproofError`` if none of them is in the file.
    """
    scene = context.scene
    chosen = _chosen(scene, names)
    rigs = [ob for ob in chosen if ob.type == "ARMATURE"]
    seen = [ob for ob in seen_with(scene, {*rigs}) if ob.type == "MESH"] if rigs else []
    seen += [ob for ob in chosen if ob.type == "MESH" and ob not in seen and ob.visible_get()]
    owners = [*owners_among(_with_movers([*rigs, *seen]))]
    own = _own_actions(scene, owners)
    there = _imported(context, file)
    pairs = _partners(seen, there)
    if not pairs:
        raise SkinproofError("no mesh of the scene is in the exported file")
    takes, lacks = _takes(scene, owners, own, there)
    gone = sorted((ob for ob in seen if ob not in pairs), key=lambda ob: -len(ob.data.vertices))
    keys = (lack_of_keys(first, _key_count(second)) for first, second in pairs.items())
    lacks = [*(lack_of_object(scene, ob) for ob in gone), *lacks, *(lack for lack in keys if lack is not None)]
    if any(_is_skinned(ob) for ob in pairs) and not any(ob.type == "ARMATURE" for ob in there.objects.values()):
        lacks.append(Lack("SCENE_OBJECT", sentence("no armature is in the file: turn on Armatures"), 1))
    clips: tuple[int | None, ...] = tuple(range(len(takes))) or (None,)
    asked = replace(question, judged=Judged.PLAYS, source=Origin.SCENE, clips=clips, strict=True, normals=False)
    return ImportedSubject(context, list(pairs.items()), takes, lacks, asked), asked


@contextmanager
def _at_rest(context: bpy.types.Context, meshes: Sequence[bpy.types.Object]) -> Iterator[None]:
    """In the block meshes have no pose and no shape keys, so it is clear which vertex is which."""
    rigs = {m.object.data for ob in meshes for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None}
    poses = [(rig, rig.pose_position) for rig in rigs]
    keys = [(ob, ob.show_only_shape_key, ob.active_shape_key_index) for ob in meshes if ob.data.shape_keys is not None]
    for rig, _ in poses:
        rig.pose_position = "REST"
    for ob, *_ in keys:
        ob.show_only_shape_key, ob.active_shape_key_index = True, 0
    context.view_layer.update()
    try:
        yield
    finally:
        for rig, pose in poses:
            rig.pose_position = pose
        for ob, only, index in keys:
            ob.show_only_shape_key, ob.active_shape_key_index = only, index
        context.view_layer.update()


def _chosen(scene: bpy.types.Scene, names: Sequence[str]) -> list[bpy.types.Object]:
    """These objects, or all armatures."""
    if not names:
        return [ob for ob in scene.objects if ob.type == "ARMATURE"]
    found = [scene.objects.get(name) for name in names]
    for name, ob in zip(names, found, strict=True):
        if ob is None:
            raise SkinproofError("there is no object {name!r} in the scene", name=name)
    rigs = [m.object for ob in found if ob is not None for m in ob.modifiers if m.type == "ARMATURE"]
    return [ob for ob in dict.fromkeys([*found, *rigs]) if ob is not None]


def _is_skinned(ob: bpy.types.Object) -> bool:
    return any(m.type == "ARMATURE" and m.object is not None and m.show_viewport for m in ob.modifiers)


def _with_movers(objects: Iterable[bpy.types.Object]) -> list[bpy.types.Object]:
    """Objects, the armatures that deform them, and what is above them or followed by their bones."""
    own = list(objects)
    own += [m.object for ob in own for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None]
    own = list(dict.fromkeys(own))
    return [*own, *movers_among(own)]


def _imported(context: bpy.types.Context, file: Path) -> Counterparts:
    """What the importer adds. The scene's things are renamed meanwhile, so that it can use the file's names."""
    kinds = [getattr(bpy.data, kind) for kind in ("objects", "meshes", "armatures", "actions")]
    own = {block: block.name for blocks in kinds for block in blocks}
    local = [block for block in own if block.library is None]
    scene = context.scene
    times = scene.frame_start, scene.frame_end, scene.frame_current, scene.render.fps, scene.render.fps_base
    for number, block in enumerate(local):
        block.name = f"{number}~"
    with stdout_silenced():
        _IMPORTERS[file.suffix](str(file))
    added = [{block.name: block for block in blocks if block not in own} for blocks in kinds]
    objects, actions = added[0], added[-1]
    owners = [owner for owner in owners_among(objects.values()) if owner.animation_data is not None]
    animated = {owner.name: owner for owner in owners if owner.animation_data.action is not None}
    for number, block in enumerate(block for blocks in added for block in blocks.values()):
        block.name = f"{number}~there"
    for block in local:
        block.name = own[block]
    scene.frame_start, scene.frame_end, scene.frame_current, scene.render.fps, scene.render.fps_base = times
    return Counterparts(objects, actions, animated)


def _import_fbx(path: str) -> None:
    """By the importer of 4.5 and newer, else the older one; the file's zero is frame 0."""
    importer = bpy.ops.wm.fbx_import if "fbx_import" in dir(bpy.ops.wm) else bpy.ops.import_scene.fbx
    importer(filepath=path, anim_offset=0.0)


def _import_usd(path: str) -> None:
    bpy.ops.wm.usd_import(filepath=path, set_frame_range=False)


_IMPORTERS = {".fbx": _import_fbx, ".usdc": _import_usd}


def _partners(seen: Sequence[bpy.types.Object], there: Counterparts) -> dict[bpy.types.Object, bpy.types.Object]:
    """The imported mesh of each of the scene's: of its name or its mesh's, else the next with as many vertices."""
    left = [(_plain(name), ob) for name, ob in there.objects.items() if ob.type == "MESH"]
    found = dict[bpy.types.Object, bpy.types.Object]()

    def pair(is_partner: Callable[[str, bpy.types.Object, bpy.types.Object], bool]) -> None:
        for ob in seen:
            free = (own for name, own in left if own not in found.values() and is_partner(name, own, ob))
            if ob not in found and (partner := next(free, None)) is not None:
                found[ob] = partner

    pair(lambda name, _, ob: name == _plain(ob.name))
    pair(lambda name, _, ob: name == _plain(ob.data.name))
    pair(lambda _, own, ob: len(own.data.vertices) == len(ob.data.vertices))
    return {ob: found[ob] for ob in seen if ob in found}


def _plain(name: str) -> str:
    """A name as USD writes it."""
    return re.sub(r"\W", "_", name)


def _takes(
    scene: bpy.types.Scene,
    owners: Sequence[bpy.types.ID],
    own: Sequence[_Own],
    there: Counterparts,
) -> tuple[list[Take], list[Lack]]:
    """The scene's animations in the file, and those of its ``own`` that it lacks."""
    takes, lacks = list[Take](), list[Lack]()
    if own and not (there.actions or there.is_cached):
        told = "the file has no animation, and this scene has {actions}: turn on Animation"
        names = sorted({action.name for action, *_ in own})
        lacks = [Lack("SCENE_ANIMATION", sentence(told, actions=listed(names)), len(own))]
    for action, owner, slot in own:
        parts = _played_in(there, f"{owner.name}|{action.name}")
        if parts:
            first, last = (float(frame) for frame in action.frame_range)
            there_actions = {each for each, _ in parts.values()}
            begin = min(float(each.frame_range[0]) for each in there_actions)
            for each in there_actions:
                _shift(each, float(first) - begin)
            takes.append(Take(action.name, owner, action, slot, (ceil(first), floor(last)), parts))
    known = {take.action for take in takes} or {*_playing(owners)}
    if not takes and (there.actions or there.is_cached):
        parts = {_key(owner): compat.assigned_action(owner) for owner in there.animated.values()}
        takes = [Take(scene.name, None, None, "", (scene.frame_start, scene.frame_end), parts)]
    lacking = {action.name for action, *_ in own if action not in known}
    told = "the action {action!r} is not in the file: turn on All Actions, or export a file for it"
    lacks += [Lack("SCENE_ACTION", sentence(told, action=name), 1) for name in sorted(lacking)]
    return takes, lacks


def _own_actions(scene: bpy.types.Scene, owners: Sequence[bpy.types.ID]) -> list[_Own]:
    """The actions of the character's objects, once for each that it moves; those of shape keys play with all."""
    objects = [owner for owner in owners if isinstance(owner, bpy.types.Object)]
    found = []
    for action in dict.fromkeys(actions_among(scene, owners)):
        used = [(action, ob, slot) for ob in objects if (slot := slot_in_use(ob, action)) is not None]
        free = ((action, ob, slot) for ob in objects if (slot := slot_of_free(ob, action)) is not None)
        found += used or [*islice(free, 1)]
    return found


def _playing(owners: Sequence[bpy.types.ID]) -> Iterator[bpy.types.Action]:
    """The actions that play in the scene."""
    for owner in owners:
        animation = owner.animation_data
        if animation is None:
            continue
        action = played_action(owner)[0]
        if action is not None:
            yield action
        strips = (strip for track in heard_tracks(animation) for strip in track.strips if not strip.mute)
        yield from (strip.action for strip in strips if strip.action is not None and animation.use_nla)


def _played_in(there: Counterparts, take: str) -> dict[str, tuple[bpy.types.Action, str]]:
    """Each imported data-block's action of a take, with its slot.

    The newer importer makes one action per take, with a slot for each; the older one an action for each, whose name
    begins with what it moves. A layer's name may follow.
    """
    found = {}
    for name, owner in there.animated.items():
        slot = compat.slot_of(owner.animation_data)
        for title, action in there.actions.items():
            ends = title, title.rsplit("|", 1)[0]
            if {take, f"{name}|{take}"} & {*ends} and (not slot or slot in action.slots):
                found[_key(owner)] = action, slot
    return found


def _key(owner: bpy.types.ID) -> str:
    return f"{owner.id_type} {owner.name}"


def _shift(action: bpy.types.Action, frames: float) -> None:
    """Move an action's keys: a take begins at the file's zero, whatever the frame of its action."""
    if not frames:
        return
    for curve in compat.all_curves(action):
        for name in ("co", "handle_left", "handle_right"):
            values = values_of(curve.keyframe_points, name, 2)
            values[:, 0] += frames
            curve.keyframe_points.foreach_set(name, values.ravel())
        curve.update()


def _key_count(ob: bpy.types.Object) -> int:
    keys = ob.data.shape_keys
    return 0 if keys is None else len(keys.key_blocks) - 1


def _triangles(model: Model) -> tuple[Int, Float64]:
    """(F, 3) triangles of all parts, vertices numbered through, and (V, 3) their places, metres."""
    primitives = [model.primitive(part) for part in model.parts]
    faces = [triangles_of(own) + start for own, start in zip(primitives, model.part_starts[:-1], strict=True)]
    return np.concatenate(faces), np.concatenate([own.positions for own in primitives])
