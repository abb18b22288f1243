"""What a file would have if an exporter had written a scene's pose otherwise, and how far off that would be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

from ....skinning_core.compare.causes.exporter_faults import BLENDER
from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.compare.measure.difference import guarded_scale
from ....skinning_core.compare.measure.tolerance import ORDINARY
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Float64, Int, Model
from ....skinning_core.pose.world_pose import model_in_pose
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.sentence import Sentence
from ...rig.space import AXES
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import Character, objects_of
from ..play.span import key_step, keyed_frames
from ..read.evaluated_shapes import place_now
from .exporter_edits import LEFT, OF_SHEAR, bones_with_nodes, off, sheared

#: The causes of a shear that bones lose in the armature, and below one another.
FLATTENED, _SHEARED_BELOW = "bones-flattened", "bones-sheared"
#: Those for which the exporter's other way with bones is a remedy, if it is forecast to help.
OF_BONES_SHEAR = (OF_SHEAR, FLATTENED, _SHEARED_BELOW)
#: What keys have of these where a file is sampled.
_IN_KEYS = ("bone-constraint", "bone-driver", "bone-inherit-rotation", "bone-location-axes")
#: What else may be in a difference that shear alone explains, as a share: less than a cause has to explain.
_BESIDE = 0.05
#: Relative tolerance of scales.
_EVEN = 1e-4

#: Seconds within which a time is a key's: keys are float32, which has 4e-6 of them after a minute.
_AT_KEY = 1e-5


def keys_too_few(
    character: Character, model: Model, clip: int, wanted: Skinned, held: Callable[[Float64], Skinned]
) -> Iterator[Sentence]:
    """That a file has too few keys, if at a key it is much nearer to the scene than at the time of ``wanted``.

    It has one frame in several, or only the curves' keys. If that time is at a key, since something else is most of
    the difference, a time on the way to the next one counts. held: the scene at times (T,), seconds of the clip.
    """
    if not may_have_too_few(character, model, clip):
        return
    step = key_step(model.clips[clip], character.frame_rate)
    at_key, between = (
        off(skin_model(model, clip, [time], variants=False, normals=False), held(np.array([time])))
        for time in _key_and_between(model, clip, float(wanted.times[0]))
    )
    if between <= ORDINARY * float(wanted.diagonal[0]) or not at_key < LEFT * between:
        return
    name = model.clip_names[clip]
    rate, tracks = character.frame_rate, model.clips[clip].tracks
    frames = {round(time * rate, 1) for track in tracks for time in track.times.tolist()}
    if step and not frames <= {round(frame, 1) for frame in keyed_frames(character, clip)}:
        yield scene_cause("frames-skipped", clip=name, step=step)
    else:
        yield scene_cause("not-sampled", clip=name)


def may_have_too_few(character: Character, model: Model, clip: int) -> bool:
    """Whether a clip by Blender has not a key at each frame."""
    moves = model.clips[clip].end > model.clips[clip].start
    return moves and model.generator.startswith(BLENDER) and key_step(model.clips[clip], character.frame_rate) != 1.0


def _key_and_between(model: Model, clip: int, time: float) -> tuple[float, float]:
    """The nearest time at which all that a clip moves has a key, else its start, and a time beside keys; seconds.

    That time is ``time``, if it is not at the key, else a quarter of the way to the next one: in the middle a curve
    that eases in and out is where a straight line is.
    """
    tracks = [set(track.times.tolist()) for track in model.clips[clip].tracks if len(track.times) > 2]
    common = sorted(set.intersection(*tracks) if tracks else ()) or [model.clips[clip].start]
    key: float = min(common, key=lambda each: abs(each - time))
    if abs(key - time) > _AT_KEY or len(common) == 1:
        return key, time
    following = [each for each in common if each > key]
    return key, key + 0.25 * ((following[0] if following else common[-2]) - key)


def bones_sheared(character: Character, model: Model, wanted: Skinned, seen: Skinned) -> Iterator[Sentence]:
    """That bones lose a shear, as children or flattened; at one time.

    Stretched by a constraint, or scaled along one axis, a bone shears what turns below it: no node has such a matrix to
    its parent. So the scene written as the file has its bones must be the file; or as far off, if the other way would
    be much nearer. If the armature is scaled unevenly and a constraint turns a bone in the world, no way holds it.
    """
    way = _written_as_in(character, model, wanted, seen)
    if way is None:
        return
    scaled, is_the_file = scaled_unevenly(way.armature), way.off_file < LEFT * way.as_it_is
    if scaled is not None and _sheared_by_constraints(character):
        if is_the_file:
            about = {"armature": way.armature.name, "object": scaled.name, "unhelped": scaled != way.armature}
            yield scene_cause("bones-sheared-by-object", **about)
        return
    parents = _bone_parents(character, model) if way.is_flat else _flat_parents(character, model)
    otherwise = _off_in(model, _as_written(character, way.world, parents), seen.morph_weights, seen)
    if is_the_file or (otherwise < LEFT * way.as_it_is and way.off > (1.0 - LEFT) * way.as_it_is):
        yield scene_cause(FLATTENED if way.is_flat else _SHEARED_BELOW, armature=way.armature.name)


def in_its_pose(model: Model, wanted: Skinned, seen: Skinned) -> Skinned:
    """A file in the pose of a scene ``seen``, which need not be one that a file can hold; at one time."""
    assert seen.node_globals is not None
    return skinned_at(model, known_world(seen.node_globals[0], world_of(wanted)), seen.morph_weights)


def loses_shear(character: Character, model: Model) -> bool:
    """Whether some bone loses a shear in the file."""
    return _rig_that_loses_shear(character, _is_flat(character, model)) is not None


def beside_bones_shear(
    character: Character, model: Model, wanted: Skinned, seen: Skinned, causes: Sequence[Sentence]
) -> Sequence[Sentence]:
    """The causes without those that move bones, if a file is the scene as the exporter writes it; at one time.

    Then the motion is in the file, as far as nodes can hold it: without it, less would be sheared.
    """
    if not any(cause.code in _IN_KEYS for cause in causes):
        return causes
    way = _written_as_in(character, model, wanted, seen)
    if way is None or way.off_file >= _BESIDE * way.as_it_is:
        return causes
    return [cause for cause in causes if cause.code not in _IN_KEYS]


@dataclass(frozen=True, eq=False)
class _Way:
    """A scene as an exporter would write bones that lose a shear, with the parents that they have in the file."""

    armature: bpy.types.Object  # of one of these bones
    is_flat: bool
    world: Float64  # (N, 4, 4) matrices of the scene
    as_it_is: float  # metres from the file to the scene
    off: float  # from what would be written to the scene
    off_file: float  # and to the file


def _written_as_in(character: Character, model: Model, wanted: Skinned, seen: Skinned) -> _Way | None:
    """None: no bone loses a shear."""
    assert seen.node_globals is not None
    parents = np.asarray(model.nodes.parents)
    is_flat = _is_flat(character, model)
    armature = _rig_that_loses_shear(character, is_flat)
    if armature is None:
        return None
    file = skinned_at(model, world_of(wanted), seen.morph_weights)
    world = known_world(seen.node_globals[0], world_of(wanted))
    written = skinned_at(model, _as_written(character, world, parents), seen.morph_weights)
    return _Way(armature, is_flat, world, off(file, seen), off(written, seen), off(written, file))


def _sheared_by_constraints(character: Character) -> bool:
    """Whether constraints alone shear bones in their armature.

    If it is scaled unevenly, a constraint that acts in the world shears a bone even under a parent that is a
    similarity; nothing else does.
    """
    found = False
    for bone, _ in bones_with_nodes(objects_of(character)):
        above = Matrix.Identity(4) if bone.parent is None else bone.parent.matrix
        own_shear, shear_above = sheared(np.reshape((bone.matrix, above), (2, 4, 4))[:, :3, :3])
        if shear_above or not own_shear:
            continue
        sizes = np.linalg.norm(np.array(above)[:3, :3], axis=0)
        acting = any(not each.mute and each.influence for each in bone.constraints)
        if not acting or np.ptp(sizes) > _EVEN * sizes.max():
            return False
        found = True
    return found


def scaled_unevenly(rig: bpy.types.Object) -> bpy.types.Object | None:
    """An armature, or the nearest object above it, that has an uneven scale of its own; None: none has."""
    ob: bpy.types.Object | None = rig
    while ob is not None:
        lengths = [abs(each) for each in ob.scale]
        if max(lengths) - min(lengths) > _EVEN * max(lengths):
            return ob
        ob = ob.parent
    return None


def objects_sheared(
    character: Character, model: Model, wanted: Skinned, seen: Skinned
) -> Iterator[tuple[Sentence, Skinned]]:
    """That objects lose a shear, as children or flattened, with the file as the other way would have it; at one time.

    Kept in place under what is scaled unevenly, an object is sheared there: no node can stand so. As for
    ``bones_sheared``, the scene written that way must be as far off as the file.
    """
    own, above = np.asarray(model.nodes.parents), _object_parents(character, model)
    objects = list(above)
    flat, in_scene = own.copy(), own.copy()
    flat[objects], in_scene[objects] = -1, list(above.values())
    is_flat = bool((flat == own).all())
    world, beneath = _with_objects(model, objects, wanted, seen), own[objects]
    above_them = np.where((beneath < 0)[:, None, None], np.eye(4), world[beneath])
    lost = sheared((np.linalg.pinv(above_them) @ world[objects])[:, :3, :3])
    if not lost.any():
        return
    as_it_is = _pose_off(model, wanted, seen)
    here, there = (
        skinned_at(model, _as_written(character, world, parents), seen.morph_weights)
        for parents in (own, in_scene if is_flat else flat)
    )
    if off(there, seen) < LEFT * as_it_is and off(here, seen) > (1.0 - LEFT) * as_it_is:
        names = tuple(model.nodes.names[objects[k]] for k in np.flatnonzero(lost))
        parent = bpy.context.scene.objects[names[0]].parent
        code = "objects-flattened" if is_flat else "objects-sheared"
        yield scene_cause(code, object=names[0], parent="" if parent is None else parent.name, items=names), there


def _object_parents(character: Character, model: Model) -> dict[int, int]:
    """Nodes of objects, but for skinned meshes, and the node of each one's parent in the scene; -1: it has none."""
    bones = {(bone.id_data.name, bone.name): node for bone, node in bones_with_nodes(objects_of(character))}
    skinned = {part.node for part in model.parts if part.skin >= 0}
    nodes = {name: node for node, name in enumerate(model.nodes.names) if node not in {*bones.values(), *skinned}}
    objects = {node: ob for name, node in nodes.items() if (ob := bpy.context.scene.objects.get(name)) is not None}
    above = {}
    for node, ob in objects.items():
        parent = ob.parent
        while parent is not None and parent.name not in nodes:
            parent = parent.parent
        above[node] = -1 if parent is None else nodes[parent.name]
        if ob.parent_type == "BONE" and parent is ob.parent is not None:
            above[node] = bones.get((parent.name, ob.parent_bone), above[node])
    return above


def _with_objects(model: Model, objects: Sequence[int], wanted: Skinned, seen: Skinned) -> Float64:
    """(N, 4, 4) world matrices of the scene ``seen`` at one time, with those of its objects; else of the file."""
    assert seen.node_globals is not None
    world, depsgraph = known_world(seen.node_globals[0], world_of(wanted)), bpy.context.evaluated_depsgraph_get()
    for node in objects:
        world[node] = place_now(bpy.context.scene.objects[model.nodes.names[node]], depsgraph)
    return world


def _rig_that_loses_shear(character: Character, is_flat: bool) -> bpy.types.Object | None:
    """An armature of which some bone is sheared under its parent, or in it if the file has bones flattened.

    An armature that is sheared under an object shears no bone, and is off however bones are written.
    """
    bones = [bone for bone, _ in bones_with_nodes(objects_of(character))]
    above = [Matrix.Identity(4) if is_flat or bone.parent is None else bone.parent.matrix for bone in bones]
    local = [each.inverted_safe() @ bone.matrix for each, bone in zip(above, bones, strict=True)]
    lost = np.flatnonzero(sheared(np.reshape(local, (-1, 4, 4))[:, :3, :3]))
    return bones[lost[0]].id_data if len(lost) else None


def other_way_helps(cause: str, model: Model, seen: Skinned, wanted: Skinned, character: Character) -> bool:
    """Whether a file with bones flattened, or not, would be nearer to a scene, at its farthest, than this file.

    By less than a cause has to explain does not count.
    cause: one of ``OF_BONES_SHEAR``; one of the flattened is helped by bones below one another, the others by flattened
    ones. seen, wanted: the scene and the file at the same times.
    """
    parents = _bone_parents(character, model) if cause == FLATTENED else _flat_parents(character, model)
    as_it_is = left = 0.0
    for t in range(len(seen.times)):
        now, there = (result.at_times(np.array([t])) for result in (seen, wanted))
        assert now.node_globals is not None
        own = known_world(now.node_globals[0], world_of(there))
        files = (
            skinned_at(model, world, now.morph_weights)
            for world in (world_of(there), _as_written(character, own, parents))
        )
        here, otherwise = (off(file, now) / float(guarded_scale(file.diagonal)[0]) for file in files)
        as_it_is, left = max(as_it_is, here), max(left, otherwise)
    return left < (1.0 - _BESIDE) * as_it_is


def _is_flat(character: Character, model: Model) -> bool:
    """Whether no bone is below another in the file."""
    return bool((_flat_parents(character, model) == np.asarray(model.nodes.parents)).all())


def _flat_parents(character: Character, model: Model) -> Int:
    """(N,) each node's parent if no bone is below another."""
    bones = {node for _, node in bones_with_nodes(objects_of(character))}
    parents = np.array(model.nodes.parents)
    for node in bones:
        while parents[node] in bones:
            parents[node] = parents[parents[node]]
    return parents


def _bone_parents(character: Character, model: Model) -> Int:
    """(N,) each node's parent if bones are below one another as in the scene."""
    parents = np.array(model.nodes.parents)
    for bone, node in bones_with_nodes(objects_of(character)):
        if bone.parent is not None and stored.NODE in our(bone.parent):
            parents[node] = int(our(bone.parent)[stored.NODE])
    return parents


def world_of(wanted: Skinned) -> Float64:
    """(N, 4, 4) the world matrices of a file's nodes, at its one time."""
    assert wanted.node_globals is not None
    world: Float64 = wanted.node_globals[0]
    return world


def known_world(world: Float64, otherwise: Float64) -> Float64:
    """(N, 4, 4) world matrices of the scene; ``otherwise`` has those of nodes that it lacks."""
    known: Float64 = np.where(np.isfinite(world).all(axis=(1, 2), keepdims=True), world, otherwise)
    return known


def as_written(character: Character, model: Model, wanted: Skinned, seen: Skinned) -> Float64:
    """(N, 4, 4) world matrices of a file that has its bones below those that it has, if all of the scene were in it."""
    assert seen.node_globals is not None
    world = known_world(seen.node_globals[0], world_of(wanted))
    return _as_written(character, world, np.asarray(model.nodes.parents))


def _as_written(character: Character, there: Float64, parents: Int) -> Float64:
    """(N, 4, 4) world matrices if each node is a translation, rotation and scale under its parent.

    Of a bone the exporter takes apart how it is moved from rest, or, flattened, where it is in the armature: of what is
    sheared, another rotation comes out of one than of the other, and of the bone under its parent.
    """
    written, done = there.copy(), np.zeros(len(parents), bool)
    rests, behind = _rests(character, parents), _behind(character, parents)
    for node in range(len(parents)):
        path = [node]
        while not done[path[-1]] and parents[path[-1]] >= 0:
            path.append(int(parents[path[-1]]))
        for below in path[::-1]:
            above = parents[below]
            if not done[below]:
                local = there[below] if above < 0 else np.linalg.pinv(there[above]) @ there[below]
                rest = rests.get(below, np.eye(4))
                moved = np.linalg.inv(rest) @ local
                if below in behind:
                    moved = np.linalg.pinv(behind[below]) @ moved @ behind[below]
                own = rest @ np.array(Matrix.LocRotScale(*Matrix(moved.tolist()).decompose()))
                written[below] = own if above < 0 else written[above] @ own
            done[below] = True
    return written


def _rests(character: Character, parents: Int) -> dict[int, Float64]:
    """Node -> (4, 4) from where the exporter counts its bone's motion, under the bone above or in the armature.

    From its rest; of a bone that has a parent in the scene alone from the armature.
    """
    bones = {node: bone for bone, node in bones_with_nodes(objects_of(character))}
    found = {}
    for node, bone in bones.items():
        above, rest = bones.get(int(parents[node])), np.array(bone.bone.matrix_local, np.float64)
        if above is not None:
            found[node] = np.linalg.inv(np.array(above.bone.matrix_local)) @ rest
        else:
            found[node] = AXES.T @ (rest if bone.parent is None else np.eye(4))
    return found


def _behind(character: Character, parents: Int) -> dict[int, Float64]:
    """Node -> (4, 4) the place now of a flattened bone's armature that a file lacks.

    The exporter multiplies by it from behind (Remove Armature Object).
    """
    depsgraph = bpy.context.evaluated_depsgraph_get()
    flat = [each for each in bones_with_nodes(objects_of(character)) if parents[each[1]] < 0 and each[0].parent]
    return {node: np.array(bone.id_data.evaluated_get(depsgraph).matrix_world, np.float64) for bone, node in flat}


def _off_in(model: Model, world: Float64, weights: Sequence[Float64], seen: Skinned) -> float:
    """Metres by which a file with nodes at world matrices (N, 4, 4) is off what is ``seen`` at one time."""
    return off(skinned_at(model, world, weights), seen)


def _pose_off(model: Model, wanted: Skinned, seen: Skinned) -> float:
    """Metres by which a file is off what is ``seen`` at one time, its shape keys aside."""
    return _off_in(model, world_of(wanted), seen.morph_weights, seen)


def skinned_at(model: Model, world: Float64, weights: Sequence[Float64]) -> Skinned:
    """A file at one time with nodes at world matrices (N, 4, 4); weights: of shape keys, per node (1, M)."""
    posed = model_in_pose(model, world, [each[0] for each in weights])
    return skin_model(posed, None, [0.0], variants=False, normals=False)
