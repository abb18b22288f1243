"""Attaching a file to a character that another importer, add-on or hand has made: who is who is found once.

The core matches joints and vertices (`skinning_core.compare.between.match`). Then objects store the same as after our
own import, so everything works on an attached character as on an imported one, and survives the same.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

from ....skinning_core.compare.between.correspondence import Correspondence
from ....skinning_core.compare.between.match.frames import Frames
from ....skinning_core.compare.between.match.rigid import match_rigid_mesh
from ....skinning_core.compare.between.match.surface import used_vertices
from ....skinning_core.error import SkinproofError
from ....skinning_core.files.bone_map import BoneMap
from ....skinning_core.model import Int, Model
from ....skinning_core.pose.pose import rest_pose, world_matrices
from ....skinning_core.skeleton.identity import twins_of_all
from ....skinning_core.skeleton.numbering import first_numbers, numbering_of
from ....skinning_core.text.count import counted
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import sentence
from ....skinning_core.transform import as_4x4
from ...rig.space import AXES
from ..build.import_notes import note_bones
from ..ground import stored_names as stored
from ..ground.noted import our
from ..ground.scene_rate import frames_per_second
from ..identity.character import Character, characters, movers_among, owners_among
from ..identity.clip_times import ClipTimes
from ..identity.record import new_record, write_record
from ..identity.round_trips import forget_round_trips
from ..identity.vertex_ids import write_ids_behind, write_ids_on_object, write_surface, write_vertex_ids
from .action_match import find_actions, only_clip, plays_the_only_clip
from .counterpart import Counterpart, counterpart
from .mesh_forms import chosen_forms
from .notes import detach, is_attached, set_aside
from .place import carried_by_node, placed_as_in_file
from .scene_model import SceneModel, local_places, scene_models

#: What is noted of a mesh made anew.
_OF_SURFACES = (stored.SURFACE, stored.SURFACE_WEIGHTS, stored.SURFACE_AWAY)

#: Location, rotation (wxyz) and scale of an unposed bone.
_AT_REST = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]


@dataclass(frozen=True, eq=False)
class Attached:
    """A character with its attached file, and what one side lacks of the other."""

    character: Character
    vertices: int  # of the scene, found in the file
    unmatched: int  # vertices of the scene not found in it
    on_surface: int  # vertices of the file that lie on the surface of a mesh made anew
    missing: int  # used vertices of the file that are not in the scene
    joints_missing: tuple[str, ...]  # joints of the file without a bone

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was found and what was not, one sentence per fact."""
        told = [
            counted(self.vertices, "vertex of the scene found in the file", "vertices of the scene found in the file")
        ]
        if self.on_surface:
            told = [sentence("{count:,} of the file found on the surface of a mesh made anew", count=self.on_surface)]
        elif self.unmatched:
            told.append(sentence("{count:,} of the scene are not in it and not judged", count=self.unmatched))
        if self.missing:
            told.append(sentence("{count:,} of the file are not in the scene", count=self.missing))
        if self.joints_missing:
            told.append(sentence("joints without a bone: {joints}", joints=listed(self.joints_missing)))
        return tuple(told)


def attach(
    context: bpy.types.Context,
    objects: Sequence[bpy.types.Object],
    model: Model,
    *,
    export: bool | None = False,
    bones: BoneMap | None = None,
    times: ClipTimes | None = None,
) -> Attached:
    """Make armatures and meshes the character of a model. An attached character is attached anew.

    export: the file was written from this scene, so the character's place counts; None: if it seems so. bones: which
    bone some joints are; the others are found. times: what the exporter was told, if that is known. What an import
    noted is kept, and ``detach`` puts it back. Raises ``SkinproofError`` if an object is linked, or nothing matches.
    """
    for ob in objects:
        if ob.library is not None:  # a library override is local, though its data are linked
            raise SkinproofError("{object!r} is linked from another file", object=ob.name, fix="attach the file there")
    forget_round_trips()
    armatures = [ob for ob in objects if ob.type == "ARMATURE"]
    forms, source = chosen_forms(model, [ob for ob in objects if ob.type == "MESH"])
    found = counterpart(model, scene_models(armatures, forms), source, bones or {})
    matched = found.matched
    own = source is not None and "Blender" in model.generator
    of_vertex = _vertices_in_file(model, found.scene, matched)
    unmatched = int((of_vertex < 0).sum())
    try:
        written_here = export or (export is None and own)
        character = _noted(context, objects, model, found, of_vertex, written_here=written_here, times=times)
    except BaseException:
        detach(objects)
        raise
    present = [*_twins_present(model, of_vertex), *matched.surface.first]
    return Attached(
        character=character,
        vertices=len(of_vertex) - unmatched,
        unmatched=unmatched,
        on_surface=len(matched.surface.first),
        missing=len(np.setdiff1d(used_vertices(model), present)),
        joints_missing=tuple(model.nodes.names[node] for node in _missing(model, matched.joints.missing_first)),
    )


def _missing(model: Model, nodes: Iterable[int]) -> Iterator[int]:
    """The joints without a bone that move something. Parts of the file that stand elsewhere do not count."""
    moving = set(model.moving_joints.tolist())
    return (int(node) for node in nodes if not model.left_out or int(node) in moving)


def _noted(
    context: bpy.types.Context,
    objects: Sequence[bpy.types.Object],
    model: Model,
    found: Counterpart,
    of_vertex: Int,
    *,
    written_here: bool,
    times: ClipTimes | None,
) -> Character:
    """Note all findings on the objects, and return the character that they now are."""
    scene, matched, rate = found.scene, found.matched, frames_per_second(context.scene)
    for ob in objects:
        if stored.RECORD in our(ob) and not is_attached([ob]):
            set_aside(ob)
    _write_vertices(model, scene, matched, of_vertex)
    _write_joints(scene, matched, found.frames)
    for armature in (ob for ob in objects if ob.type == "ARMATURE"):
        note_bones(armature)
    known = [our(ob)[stored.ID] for ob in objects if stored.ID in our(ob)]
    new = known[0] if known else uuid.uuid4().hex
    clips, played = _found_clips(objects, model, rate, new, written_here=written_here, times=times)
    for role, ob in enumerate(objects):
        our(ob)[stored.ID], our(ob)[stored.ROLE] = new, role
    record = {"attached": True, "strangers": int((of_vertex < 0).sum()), "played": played, "written_here": written_here}
    record |= {} if times is None else {"times": times.stored}
    write_record(objects, new_record(model, rate, clips or played) | record)
    character = next(each for each in characters(context.scene) if each.id == new)
    for key in (stored.NODE, stored.REST) if scene.root.type == "ARMATURE" else ():
        our(scene.root).pop(key)
    placed = placed_as_in_file(context, model, character, found)
    if scene.root.type == "ARMATURE":
        placed = carried_by_node(model, character, scene.root, placed)
        location, rotation, scale = placed.decompose()
        our(scene.root)[stored.PLACED] = [*location, *rotation, *scale]
    (_write_own_rest if written_here else _write_rest)(model, scene, placed)
    return character


def _found_clips(
    objects: Sequence[bpy.types.Object],
    model: Model,
    rate: float,
    new: str,
    *,
    written_here: bool,
    times: ClipTimes | None,
) -> tuple[list[int], list[int]]:
    """The clips with actions on objects of the character ``new`` or what moves them; then those that are what plays."""
    movers = [ob for ob in movers_among(objects) if stored.ID not in our(ob)]
    moved = [*owners_among(objects), *movers]
    clips = find_actions(moved, model, rate, written_here=written_here, times=times)
    for mover in movers:
        our(mover)[stored.MOVES] = new
    only = None if clips or not plays_the_only_clip(moved, model) else only_clip(model)
    return clips, [] if only is None else [only]


def _vertices_in_file(model: Model, scene: SceneModel, matched: Correspondence) -> Int:
    """(B,) for each vertex of the scene a vertex of the file, or -1."""
    of_vertex = _one_to_one(model, matched)
    starts = matched.second.starts
    for k, ob in enumerate(scene.meshes):
        own = slice(starts[k], starts[k + 1])
        if not scene.skinned[k] and (of_vertex[own] < 0).any():
            node, found = match_rigid_mesh(model, matched.first, local_places(ob), ob.name)
            of_vertex[own] = found if node >= 0 else of_vertex[own]
    return of_vertex


def _write_vertices(model: Model, scene: SceneModel, matched: Correspondence, of_vertex: Int) -> None:
    """Note on each mesh its vertices' numbers in the file, and their parts and skin."""
    number = _numbers(model, matched)
    starts, numbering = matched.second.starts, numbering_of(model)
    users = Counter(ob.data for ob in scene.meshes)
    for k, ob in enumerate(scene.meshes):
        vertices = of_vertex[starts[k] : starts[k + 1]]
        known = vertices >= 0
        parts = np.unique(matched.first.part[vertices[known]]).tolist()
        numbers = np.where(known, number[vertices], -1)
        for name in (stored.BEHIND, stored.NUMBERS, stored.FACES, *_OF_SURFACES):
            our(ob).pop(name)
        corner = matched.surface.corners[:, 0]
        own = (corner >= starts[k]) & (corner < starts[k + 1])
        if own.any():
            parts = np.unique(matched.first.part[matched.surface.first[own]]).tolist()
            away = float(matched.surface.distance[own].max()) / matched.first.diagonal
            write_surface(ob, matched.surface.some(own, starts[k]), away)
        elif scene.applied[k]:
            write_ids_behind(ob, numbers)
        elif ob.data.library is not None or ob.data.override_library is not None or users[ob.data] > 1:
            write_ids_on_object(ob, numbers)
        else:
            write_vertex_ids(ob.data, numbering, numbers)
        our(ob)[stored.PARTS] = list(map(float, parts))
        skins = [model.parts[p].skin for p in parts]
        our(ob)[stored.SKIN] = max(skins, default=-1)
        if parts and max(skins) < 0:
            our(ob)[stored.NODE] = model.parts[parts[0]].node
        weights = model.nodes.morph_weights[model.parts[parts[0]].node] if parts else ()
        keys = ob.data.shape_keys
        if len(weights) and keys is not None and len(keys.key_blocks) == 1 + len(weights):
            our(ob)[stored.WEIGHTS] = list(weights)


def _twins_present(model: Model, of_vertex: Int) -> Int:
    """(n,) vertices of the file that are in the scene themselves or by a twin."""
    label = twins_of_all(model)
    return np.flatnonzero(np.isin(label, label[of_vertex[of_vertex >= 0]]))


def _one_to_one(model: Model, matched: Correspondence) -> Int:
    """(B,) a vertex of the file for each of the scene, or -1; twins of the file are given out in order.

    Twins share place and joints. Only their order tells them apart, and importers keep it.
    """
    first, second = matched.vertices.first, matched.vertices.second
    of_vertex = np.full(len(matched.second), -1, np.intp)
    of_vertex[second[::-1]] = first[::-1]
    known = np.flatnonzero(of_vertex >= 0)
    label = twins_of_all(model)
    members = np.argsort(label, kind="stable")
    begins = np.searchsorted(label[members], np.arange(len(label)), "left")
    counts = np.bincount(label, minlength=len(label))
    wanted = label[of_vertex[known]]
    order = np.argsort(wanted, kind="stable")
    runs = np.flatnonzero(np.diff(wanted[order], prepend=-1))
    lengths = np.diff(np.append(runs, len(order)))
    place = np.arange(len(order)) - np.repeat(runs, lengths)
    chosen = wanted[order]
    of_vertex[known[order]] = members[begins[chosen] + np.minimum(place, counts[chosen] - 1)]
    return of_vertex


def _numbers(model: Model, matched: Correspondence) -> Int:
    """(V,) each vertex's number in the file, over all parts."""
    begins, first = first_numbers(model), matched.first
    of_part = np.array([begins[part.mesh, part.primitive] for part in model.parts], np.intp)
    within = np.arange(len(first)) - first.starts[first.part]
    return np.asarray(of_part[first.part] + within, np.intp)


def _write_joints(scene: SceneModel, matched: Correspondence, frames: Frames) -> None:
    """Note on each bone its node, and the matrix from the node's space to the bone's."""
    rests = world_matrices(rest_pose(scene.model.nodes))
    for k, (armature, name) in enumerate(scene.bones):
        node = int(matched.joints.first_of_second[k])
        bone = armature.pose.bones[name]
        for key in (stored.NODE, stored.BACK, stored.REST):
            our(bone).pop(key)
        if node >= 0:
            back = np.linalg.inv(as_4x4(rests[k])) @ as_4x4(frames.nodes[node])
            our(bone)[stored.NODE] = node
            our(bone)[stored.BACK] = back[:3].ravel().tolist()


def _write_own_rest(_model: Model, scene: SceneModel, _placed: Matrix) -> None:
    """Note each bone's rest as an exporter has it: as imported, or unposed."""
    for armature, name in scene.bones:
        bone = armature.pose.bones[name]
        our(bone)[stored.REST] = list(our(bone).get(stored.FORMER + stored.REST, _AT_REST))


def _write_rest(model: Model, scene: SceneModel, placed: Matrix) -> None:
    """Note on each node's bone its pose when the character rests as in its file.

    placed: the root's place in Blender's world, with the character as in its file.
    """
    nodes = [as_4x4(matrix) for matrix in world_matrices(rest_pose(model.nodes))]
    posed: dict[tuple[str, str], Matrix] = {}
    for armature, name in scene.bones:
        bone = armature.pose.bones[name]
        above = None if bone.parent is None else posed[armature.name, bone.parent.name]
        if stored.NODE not in our(bone):
            rest = bone.bone.matrix_local
            from_parent = rest if above is None else bone.parent.bone.matrix_local.inverted() @ rest
            posed[armature.name, name] = from_parent if above is None else above @ from_parent
            continue
        back = as_4x4(np.reshape(our(bone)[stored.BACK].to_list(), (3, 4)))
        into = armature.matrix_world.inverted() @ scene.root.matrix_world @ placed.inverted()
        node = nodes[our(bone)[stored.NODE]]
        posed[armature.name, name] = into @ Matrix((AXES @ node @ np.linalg.inv(back)).tolist())
        our(bone)[stored.REST] = _basis(bone, posed[armature.name, name], above)


def _basis(bone: bpy.types.PoseBone, posed: Matrix, above: Matrix | None) -> list[float]:
    """Location, rotation (wxyz) and scale of a bone at ``posed`` with its parent at ``above``."""
    parent = {} if above is None else {"parent_matrix": above, "parent_matrix_local": bone.parent.bone.matrix_local}
    basis = bone.bone.convert_local_to_pose(posed, bone.bone.matrix_local, **parent, invert=True)
    location, rotation, scale = basis.decompose()
    return [*location, *rotation, *scale]
