"""Known faults of exporters in a file exported from the scene, told if undoing them helps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import bpy
import numpy as np

from ....skinning_core.compare.causes.exporter_faults import BLENDER, FPS_BASE, LAST_FRACTION
from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.compare.measure.difference import distances, guarded_scale
from ....skinning_core.compare.measure.tolerance import ORDINARY
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Bool, Float, Float64, Model
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence
from ...rig.space import TO_BLENDER
from ..ground import stored_names as stored
from ..ground.modifiers import positions_of
from ..ground.noted import our
from ..ground.scene_rate import frames_per_second, mistaken_rate
from ..identity.character import Character, objects_of
from ..identity.vertex_map import PartVertices
from ..play.span import key_step, last_frame, slide_of
from .rig_edits import armature_modifiers, named_modifier

#: What an undone fault may leave of the difference.
LEFT = 0.5
#: The cause of a shear between two bones, of which an exporter writes rotation and scale.
OF_SHEAR = "bone-inherit-scale"
#: Error of float32 seconds an hour into a clip, in frames.
_OF_A_FRAME = 0.01
#: Largest cosine between axes at right angles: chains of float32 matrices come to 1e-5.
_SHEARED = 1e-4

#: Relative to a mesh's size: float32 stores the same places, or other ones.
_STORED = 1e-5

#: Of a node: translation, rotation and scale.
_CHANNELS = 3


def exporter_faults(
    scene: bpy.types.Scene, model: Model, clip: int, time: float, look: Callable[[Float64], Skinned]
) -> Iterator[Sentence]:
    """The fault of the frame rate's base, if it explains most of a clip's difference at ``time``, seconds.

    look: the character as the scene plays it at times (T,), seconds of the clip by the scene's frame rate.
    """
    base = float(scene.render.fps_base)
    if base == 1.0 or not model.generator.startswith(FPS_BASE.generator):
        return
    wanted = skin_model(model, clip, [time], variants=False, normals=False)
    if _explains(wanted, look, time, time * base * base):
        yield scene_cause(FPS_BASE.code, base=base, clip=model.clip_names[clip], times=base * base)


def written_at_another_rate(
    character: Character, model: Model, clip: int, time: float, look: Callable[[Float64], Skinned]
) -> Iterator[Sentence]:
    """That a clip was sampled at another frame rate, if it is most of its difference at ``time``, seconds.

    Its keys stayed at their frames as the scene's rate was changed. look: as for ``exporter_faults``.
    """
    new, step = character.frame_rate, key_step(model.clips[clip], character.frame_rate)
    if step in (0.0, 1.0) or not model.generator.startswith(BLENDER):
        return
    wanted = skin_model(model, clip, [time], variants=False, normals=False)
    if _explains(wanted, look, time, time / step):
        yield scene_cause("clock-rate", clip=model.clip_names[clip], old=new / step, new=new, times=1.0 / step)


def lost_fraction(
    character: Character, model: Model, clip: int, time: float, look: Callable[[Float64], Skinned]
) -> Iterator[Sentence]:
    """That a clip ends at its action's last whole frame, if ``time`` is beyond and the end is right.

    time: seconds. look: as for ``exporter_faults``.
    """
    end, rate = model.clips[clip].end, character.frame_rate
    if time <= end or not model.generator.startswith(LAST_FRACTION.generator):
        return
    slide = slide_of(character, model, clip)
    frame, key = round(end * rate + slide), last_frame(character, clip)
    if not frame < key < frame + 1:
        return
    wanted = skin_model(model, clip, [end], variants=False, normals=False)
    if _explains(wanted, look, time, end):
        name = model.clip_names[clip]
        yield scene_cause(LAST_FRACTION.code, clip=name, frame=frame, key=key)


def _explains(wanted: Skinned, look: Callable[[Float64], Skinned], time: float, undone: float) -> bool:
    """Whether the scene at ``undone`` is much nearer to what is wanted than at ``time``, seconds."""
    as_it_is, left = (off(wanted, look(np.array([each]))) for each in (time, undone))
    return left < LEFT * as_it_is


def axes_of_blender(
    model: Model, present: Mapping[bpy.types.Object, Sequence[PartVertices]], wanted: Skinned, seen: Skinned
) -> Iterator[Sentence]:
    """That a file's axes are Blender's, not glTF's, if turning them brings it much nearer to the scene.

    Or if its meshes are stored so, however far off another pose is. present: parts by object.
    """
    stored_off = [each for ob, pieces in present.items() if (each := _stored_off(model, ob, pieces)) is not None]
    if any(upright < LEFT * turned for upright, turned in stored_off):
        return
    nearer = off(turned_up(wanted), seen) < LEFT * off(wanted, seen) and _joints_are_nearer(wanted, seen)
    if nearer or any(turned < _STORED < LEFT * upright for upright, turned in stored_off):
        yield scene_cause("axes-of-blender")


def beside_axes(whole: Iterable[Sentence], causes: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """The causes without vertices that are elsewhere only because a file's axes are Blender's: ``whole`` tells."""
    turned = any(cause.code == "axes-of-blender" for cause in whole)
    return tuple(cause for cause in causes if not (turned and cause.code == "vertex-moved"))


def _stored_off(model: Model, ob: bpy.types.Object, pieces: Sequence[PartVertices]) -> tuple[float, float] | None:
    """How far a mesh's stored places are off the file's in glTF's axes, and in Blender's, relative to their size.

    None: its vertices are not known, or all at one place.
    """
    places, world = positions_of(ob.data).astype(np.float64), np.array(ob.matrix_world, np.float64)[:3, :3]
    rows = np.concatenate([piece.rows for piece in pieces])
    if not len(rows) or rows.max() >= len(places):
        return None
    stored_there = [model.primitive(model.parts[piece.part]).positions[piece.vertices] for piece in pieces]
    there, here = (each - each.mean(axis=0) for each in (np.concatenate(stored_there), places[rows]))
    size = float(np.linalg.norm(there))
    upright, turned = (
        min(float(np.linalg.norm(here @ (axes @ linear).T - there)) for linear in (np.eye(3), world))
        for axes in (TO_BLENDER.T, np.eye(3))
    )
    return (upright / size, turned / size) if size else None


def _joints_are_nearer(wanted: Skinned, seen: Skinned) -> bool:
    """Whether turning a file's axes brings its nodes as much nearer to the scene's as its vertices.

    A mesh alone may be nearer by chance.
    """
    assert wanted.node_globals is not None
    assert seen.node_globals is not None
    ours, theirs = wanted.node_globals[0, :, :3, 3], seen.node_globals[0, :, :3, 3]
    known = np.isfinite(theirs).all(axis=1)
    left, as_it_is = (np.linalg.norm(each - theirs, axis=1)[known].sum() for each in (ours @ TO_BLENDER, ours))
    return bool(left <= LEFT * as_it_is)


def turned_up(wanted: Skinned) -> Skinned:
    """The positions of a file with Blender's axes turned to glTF's."""
    return replace(wanted, positions=tuple(positions @ TO_BLENDER for positions in wanted.positions))


def skins_left_out(model: Model, present: Mapping[bpy.types.Object, Sequence[PartVertices]]) -> Iterator[Sentence]:
    """Meshes that an armature moves here but no joint of the file does; present: parts by object."""
    for ob, pieces in present.items():
        rigs = {m.object for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None}
        by_parent = ob.parent_type == "ARMATURE" and ob.parent is not None and not rigs
        bones = {bone.name for rig in ({ob.parent} if by_parent else rigs) for bone in rig.data.bones}
        follows = any(group.name in bones for group in ob.vertex_groups)
        if any(model.parts[piece.part].skin >= 0 for piece in pieces):
            continue
        if follows and not by_parent and (names := _without_groups(ob)):
            yield scene_cause("skin-by-modifier", modifiers=listed(names), mesh=ob.name, at=ob.name, items=names)
            continue
        if follows and ob.parent_type == "BONE":
            yield scene_cause("skin-on-bone", mesh=ob.name, bone=ob.parent_bone, at=ob.name)
            continue
        if follows:
            yield scene_cause("skin-by-parent" if by_parent else "skin-not-exported", mesh=ob.name, at=ob.name)
            continue
        for modifier in armature_modifiers(ob):
            if modifier.object is not None and modifier.use_bone_envelopes:
                told = named_modifier(modifier, ob)
                yield scene_cause("modifier-envelopes", modifier=told, at=ob.name, items=(modifier.name,))
                break


def skins_of_parents(
    model: Model, present: Mapping[bpy.types.Object, Sequence[PartVertices]], far: Sequence[float]
) -> Iterator[Sentence]:
    """Meshes off the file that follow an armature here, and in the file the one that is their parent.

    The exporter takes the parent, whatever the modifier says. far: by part the farthest vertex's distance, relative to
    the size.
    """
    for ob, pieces in present.items():
        rigs = [m.object for m in armature_modifiers(ob) if m.object is not None]
        parent = ob.parent
        skins = {model.parts[piece.part].skin for piece in pieces if far[piece.part] > ORDINARY} - {-1}
        if not rigs or parent is None or parent.type != "ARMATURE" or parent in rigs:
            continue
        joints = {int(joint) for skin in skins for joint in model.skins[skin].joints}
        above = {model.nodes.names[node] for joint in joints for node in model.nodes.path_to(joint)}
        if parent.name in above and not any(rig.name in above for rig in rigs):
            yield scene_cause("skin-of-parent", mesh=ob.name, armature=rigs[0].name, parent=parent.name, at=ob.name)


def _without_groups(ob: bpy.types.Object) -> tuple[str, ...]:
    """The modifiers of a mesh object of which the vertices that they make now have no groups; () if some have."""
    made = ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.vertices
    if any(len(vertex.groups) for vertex in made) or not any(len(vertex.groups) for vertex in ob.data.vertices):
        return ()
    return tuple(modifier.name for modifier in ob.modifiers if modifier.show_viewport and modifier.type != "ARMATURE")


def is_sampled(scene: bpy.types.Scene, model: Model, clip: int | None) -> bool:
    """Whether all that a clip moves has a key at every frame, as an exporter samples.

    What moves nothing has two keys. Bones with constraints are always sampled.
    """
    if clip is None:
        return not model.clips
    rates = {frames_per_second(scene), mistaken_rate(scene)}
    steps = [np.diff(track.times) for track in model.clips[clip].tracks if len(track.times) > 2]  # seconds

    def is_a_frame(step: Float64, rate: float) -> bool:
        return bool((np.abs(step * rate - 1.0) < _OF_A_FRAME).all())

    return bool(steps) and any(all(is_a_frame(step, rate) for step in steps) for rate in rates)


def is_unwritten(model: Model, clip: int | None, bones: Iterable[str]) -> bool:
    """Whether a clip lacks channels of nodes of these names: an exporter that is told to leaves out what stands."""
    tracks = () if clip is None else model.clips[clip].tracks
    known = Counter(model.nodes.names[track.node] for track in tracks if track.path != "weights")
    return any(known[bone] < _CHANNELS for bone in bones)


def explained_by_shear(
    model: Model,
    seen: Skinned,
    character: Character,
    causes: Iterable[Sentence],
    without: Callable[[Sequence[Sentence]], Skinned | None],
) -> tuple[Sentence, ...]:
    """The causes without those of ``OF_SHEAR`` that shear no bone of the scene ``seen`` at one time.

    without: the scene at that time without causes; None if that cannot be seen. A bone that a constraint stretches
    stays sheared.
    """
    sheared = sheared_nodes(model, seen)
    bones = {(bone.id_data.name, bone.name): node for bone, node in bones_with_nodes(objects_of(character))}

    def shears(cause: Sentence) -> bool:
        names = cause.values["items"]
        assert isinstance(names, tuple)
        of_cause = sheared & {bones.get((str(cause.values["at"]), name), -1) for name in names}
        if not of_cause:
            return False
        undone = without([cause])
        return undone is None or bool(of_cause - sheared_nodes(model, undone))

    return tuple(cause for cause in causes if cause.code != OF_SHEAR or shears(cause))


def bones_with_nodes(objects: Iterable[bpy.types.Object]) -> Iterator[tuple[bpy.types.PoseBone, int]]:
    """Bones of objects with a node in the file, and the node."""
    for ob in objects:
        for bone in ob.pose.bones if ob.pose is not None else ():
            if stored.NODE in our(bone):
                yield bone, int(our(bone)[stored.NODE])


def sheared_nodes(model: Model, seen: Skinned) -> set[int]:
    """Nodes that no rotation and scale can place under their parent, so that a file is off there.

    seen: the scene at one time.
    """
    assert seen.node_globals is not None
    parents = np.asarray(model.nodes.parents)
    nodes = np.flatnonzero(parents >= 0)
    world = seen.node_globals[0, :, :3, :3]
    own, above = world[nodes], world[parents[nodes]]
    known: Bool = np.asarray(np.isfinite(own).all(axis=(1, 2)) & np.isfinite(above).all(axis=(1, 2)))
    known &= np.abs(np.linalg.det(np.where(known[:, None, None], above, np.eye(3)))) > 0.0
    local = np.linalg.solve(above[known], own[known])
    return set(nodes[known][sheared(local)].tolist())


def sheared(local: Float) -> Bool:
    """(n,) whether matrices (n, 3, 3) have axes that are not at right angles."""
    lengths = np.linalg.norm(local, axis=1, keepdims=True)
    axes = local / np.maximum(lengths, np.finfo(np.float64).tiny)
    cosines = np.einsum("nij,nik->njk", axes, axes)  # of each two axes; 1 with itself
    largest: Float64 = np.abs(cosines - np.eye(3)).max(axis=(1, 2), initial=0.0)
    return largest > _SHEARED


def off(wanted: Skinned, seen: Skinned) -> float:
    """The farthest vertex's distance, metres, at the one time of each."""
    return max((float(np.nanmax(part, initial=0.0)) for part in distances(wanted, seen).per_part), default=0.0)


def is_nearer_where_moved(as_it_is: Skinned, undone: Skinned, seen: Skinned) -> bool:
    """Whether a file's vertices that undoing a fault moves are then much nearer to the scene; at the one time of each.

    What is wrong elsewhere does not count.
    """
    least, now, then = ORDINARY * float(guarded_scale(as_it_is.diagonal)[0]), 0.0, 0.0
    for here, there, wanted in zip(as_it_is.positions, undone.positions, seen.positions, strict=True):
        moved = np.linalg.norm(there[0] - here[0], axis=1) > least
        now = max(now, farthest((here[0] - wanted[0])[moved]))
        then = max(then, farthest((there[0] - wanted[0])[moved]))
    return then < LEFT * now


def farthest(apart: Float) -> float:
    """The longest of vectors (n, 3), metres; NaN does not count."""
    return float(np.nanmax(np.linalg.norm(apart, axis=-1), initial=0.0))
