"""What of a file is what in a scene's objects: joints and bones, vertices; and where the two stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....skinning_core.compare.between.correspondence import Correspondence, correspondence
from ....skinning_core.compare.between.match.frames import Frames, joint_frames
from ....skinning_core.compare.between.match.near import pairs_within
from ....skinning_core.compare.between.match.remade import remade
from ....skinning_core.compare.between.match.surface import no_surface
from ....skinning_core.compare.between.match.triangle_order import WrittenFrom
from ....skinning_core.compare.between.match.vertex_set import in_guessed_bind, vertex_set
from ....skinning_core.compare.between.match.vertices import EXACT, VertexMap
from ....skinning_core.error import SkinproofError
from ....skinning_core.files.bone_map import BoneMap
from ....skinning_core.model import Model
from ....skinning_core.transform import move_points
from .joint_bones import nodes_of_map
from .scene_model import SceneModel


@dataclass(frozen=True, eq=False)
class Counterpart:
    """A scene in the space in which most of a file is found, and what is what."""

    scene: SceneModel
    matched: Correspondence
    frames: Frames


def counterpart(model: Model, scenes: Sequence[SceneModel], source: WrittenFrom | None, bones: BoneMap) -> Counterpart:
    """The scene, among those in several spaces, in which most vertices are found.

    A mesh made anew has none, but points of its surface for all. Raises ``SkinproofError`` if nothing is found.
    """
    found: list[tuple[int, int, float, Counterpart]] = []
    for scene in scenes:
        matched = _matched(model, scene, source, bones)
        frames = joint_frames(model, matched.first, matched.second, matched.vertices)
        again = remade((model, scene.model), (matched.first, matched.second), matched.joints, matched.vertices)
        if again is not None:
            matched, frames = replace(matched, vertices=_none_of(matched), surface=again.surface), again.frames
        else:
            matched = replace(matched, surface=no_surface())
        counts = len(np.unique(matched.vertices.second)), len(matched.surface.first)
        found.append((*counts, -frames.residual, Counterpart(scene, matched, frames)))
    vertices, points, _, best = max(found, key=lambda each: each[:3])
    if not vertices + points:
        raise _nothing_found(model, best)
    return best


def _nothing_found(model: Model, found: Counterpart) -> SkinproofError:
    """Why no vertex was found: the objects have none, other joints, or another shape."""
    joints = sum(len(skin.joints) for skin in model.skins)
    there = joints - len(found.matched.joints.missing_first)
    count: dict[str, object] = {}
    if not len(found.matched.second):
        what, fix = "the objects have no vertices", "choose a character with a mesh"
    elif joints and found.scene.bones and not there:
        count = {"count": joints}
        what = "none of the file's {count} joints is a bone of this rig, and its mesh is another"
        fix = "choose the character that was made from this file, or give a bone map"
    elif there:
        count = {"there": there, "count": joints}
        what = "{there} of the file's {count} joints are bones of this rig, but its mesh lies elsewhere"
        fix = "choose the mesh that was made from this file"
    else:
        what = "no vertex of the file lies where one of the selected objects does, at rest"
        fix = "select the character that was made from this file"
    return SkinproofError(what, where=model.name, fix=fix, **count)


def _none_of(matched: Correspondence) -> VertexMap:
    none = np.zeros(0, np.intp)
    every = np.arange(len(matched.first)), np.arange(len(matched.second))
    return replace(matched.vertices, first=none, second=none, unmatched_first=every[0], unmatched_second=every[1])


def _matched(model: Model, scene: SceneModel, source: WrittenFrom | None, bones: BoneMap) -> Correspondence:
    """What of the file is what in the scene, even if Blender's own importer has moved the mesh into another pose.

    source: which vertex is which, if the order of triangles has told it.
    """
    by_hand = nodes_of_map(model, scene, bones)
    if source is not None:
        starts = scene.model.part_starts
        first = np.flatnonzero(np.concatenate(source.vertex) >= 0)
        second = np.concatenate([starts[m] + v for m, v in zip(source.mesh, source.vertex, strict=True)])[first]
        return correspondence(*_told_apart(model, scene), known=(first, second), by_hand=by_hand)
    guessed = in_guessed_bind(model, vertex_set(model))
    elsewhere = [] if guessed is None else [guessed[0]]
    matched = correspondence(*_told_apart(model, scene), elsewhere=elsewhere, by_hand=by_hand)
    return replace(matched, vertices=_with_those_left(matched))


def _told_apart(model: Model, scene: SceneModel) -> tuple[Model, Model]:
    """Both models, with their armature's name before joints of one name, as the exporter has it above them."""
    joints = {int(node) for skin in model.skins for node in skin.joints}
    names = model.nodes.names
    several = {name for name, count in Counter(names[node] for node in joints).items() if count > 1}
    new_names = list(names)
    carriers = set()
    for node in joints if several else ():
        above = _first_above(model, node, joints)
        if above >= 0 and names[node] in several:
            carriers.add(names[above])
            new_names[node] = f"{names[above]}/{names[node]}"
    if not carriers or carriers & {name for _, name in scene.bones}:
        return model, scene.model
    bones = [f"{armature.name}/{name}" if name in several else name for armature, name in scene.bones]
    theirs = replace(scene.model.nodes, names=(*bones, *scene.model.nodes.names[len(bones) :]))
    return replace(model, nodes=replace(model.nodes, names=tuple(new_names))), replace(scene.model, nodes=theirs)


def _first_above(model: Model, node: int, joints: set[int]) -> int:
    """The first node above that is no joint; -1: none."""
    while node in joints:
        node = int(model.nodes.parents[node])
    return node


def _with_those_left(matched: Correspondence) -> VertexMap:
    """The pairs, and what is left on both sides at the very same place, whatever it follows.

    Vertices that no bone moves follow the exporter's "neutral_bone" in the file. Vertices painted since the export
    follow other joints.
    """
    found, first, second = matched.vertices, matched.first, matched.second
    left, right = found.unmatched_first, found.unmatched_second
    if not len(left) or not len(right):
        return found
    here = move_points(found.placement.matrix, second.positions[right])
    a, b = pairs_within(first.positions[left], here, max(EXACT * first.diagonal, found.radius))
    turned = (first.normals[left[a]] * second.normals[right[b]]).sum(axis=1)
    order = np.lexsort((-turned, b))
    a, b = left[a[order]], right[b[order]]
    _, nearest = np.unique(b, return_index=True)
    a, b = a[nearest], b[nearest]
    return replace(
        found,
        first=np.append(found.first, a),
        second=np.append(found.second, b),
        unmatched_first=np.setdiff1d(left, a),
        unmatched_second=np.setdiff1d(right, b),
    )
