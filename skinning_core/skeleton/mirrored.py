"""Parts whose triangles are turned round by mirroring joints or nodes, and may show their back.

The specification makes the determinant of a mesh's node tell the front (3.7.4), bids engines ignore that node for a
skinned mesh (3.7.3.3), and says nothing of mirroring joints. three.js 0.187 and PlayCanvas 2.23 go by the mesh's node
all the same, Babylon.js 9.34 by the parent of the skeleton's root; none looks at joints. Nothing here judges it: a
comparison is of places and normals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from ..model import Bool, Clip, Model, Skin, Track
from ..pose.clip import key_times, sample_clip
from ..pose.pose import rest_pose, world_matrices
from ..text.sentence import Sentence, sentence
from .faces import triangles_of

#: Of what is told of such parts.
FACES_TURNED = "FACES_TURNED"

#: Poses looked at together.
_AT_ONCE = 256


class Turning(Enum):
    """How a part is turned round."""

    BY_NODE = "by the node that it hangs on"
    BY_MESH_NODE = "its node mirrors, its joints do not"
    WITH_MESH_NODE = "by all its joints, and its node mirrors too"
    WHOLE = "by all its joints, and its node does not mirror"
    SOME = "some of its triangles, by some of its joints"
    FOR_A_TIME = "by keys"


@dataclass(frozen=True)
class TurnedPart:
    """A turned part, and the most turned triangles of any pose."""

    part: int
    kind: Turning
    turned: int
    triangles: int


def told_of_turned(model: Model, clips: Sequence[Clip]) -> list[Sentence]:
    """A sentence for each way in which parts are turned round, at rest or by keys of a clip."""
    found = list(turned_parts(model, clips))
    alike = {kind: [each for each in found if each.kind is kind] for kind in Turning}
    return [_told(kind, each, len(model.parts)).with_code(FACES_TURNED) for kind, each in alike.items() if each]


def _told(kind: Turning, alike: Sequence[TurnedPart], parts: int) -> Sentence:
    """On parts that are turned alike; parts: of the whole model."""
    of = {"count": len(alike), "parts": parts}
    match kind:
        case Turning.BY_NODE:
            return sentence(
                "{count} of {parts} parts hang on nodes that mirror, so their front is wound clockwise: which side "
                "of their faces is drawn is not judged",
                **of,
            )
        case Turning.BY_MESH_NODE:
            return sentence(
                "the nodes of {count} of {parts} parts mirror, their joints do not: engines that go by the node "
                "(three.js, PlayCanvas) draw the back; which side of their faces is drawn is not judged",
                **of,
            )
        case Turning.WITH_MESH_NODE:
            return sentence(
                "{count} of {parts} parts are mirrored by all their joints, and their nodes mirror too: engines that"
                " go by the node (three.js, PlayCanvas) draw the front; which side of their faces is drawn is not "
                "judged",
                **of,
            )
        case Turning.WHOLE:
            return sentence(
                "{count} of {parts} parts are mirrored by all their joints, and their nodes do not mirror: engines "
                "that go by the node (three.js, PlayCanvas) draw the back; which side of their faces is drawn is not"
                " judged",
                **of,
            )
        case Turning.SOME:
            return sentence(
                "{turned:,} of {triangles:,} triangles of {count} of {parts} parts are turned round by joints that "
                "mirror, the others are not, and engines do not tell them apart: some show their back; which side of "
                "their faces is drawn is not judged",
                **of,
                turned=sum(each.turned for each in alike),
                triangles=sum(each.triangles for each in alike),
            )
        case Turning.FOR_A_TIME:
            return sentence(
                "{count} of {parts} parts are turned round by keys of a clip, and are not at rest, or the other way "
                "about: an engine that looks once draws the back; which side of their faces is drawn is not judged",
                **of,
            )


def turned_parts(model: Model, clips: Sequence[Clip]) -> Iterator[TurnedPart]:
    """Parts that are turned round at rest, or by a key of a clip."""
    with np.errstate(all="ignore"):  # a file may hold any number; what is not finite mirrors nothing
        poses = _poses(model, clips)
        if not poses.any() and not any(_bound_mirrored(skin).any() for skin in model.skins):
            return
        for index in range(len(model.parts)):
            triangles = len(triangles_of(model.primitive(model.parts[index])))
            if triangles:  # lines and points have no sides
                counts, by_node = _of_part(model, index, poses)
                kind = _kind(counts, by_node, triangles, skinned=model.is_skinned(model.parts[index]))
                if kind is not None:
                    yield TurnedPart(index, kind, max(counts), triangles)


def _poses(model: Model, clips: Sequence[Clip]) -> Bool:
    """(P, N) nodes that mirror: at rest, then at keys of a scale that changes its sign."""
    rest = np.linalg.det(world_matrices(rest_pose(model.nodes))[..., :3]) < 0.0
    others = []
    for clip in clips:
        turning = tuple(t for t in clip.tracks if t.path == "scale" and _changes_sign(model, t))
        times = key_times(replace(clip, tracks=turning)) if turning else np.zeros(0)
        for first in range(0, len(times), _AT_ONCE):  # what turns or moves a node does not mirror it
            pose = sample_clip(model.nodes, replace(clip, tracks=turning), times[first : first + _AT_ONCE])
            others += list(np.unique(np.linalg.det(world_matrices(pose)[..., :3]) < 0.0, axis=0))
    return np.array([rest, *others])


def _changes_sign(model: Model, track: Track) -> bool:
    at_rest = np.prod(model.nodes.scale[track.node]) < 0.0
    return bool(((np.prod(track.values, axis=-1) < 0.0) != at_rest).any())


def _of_part(model: Model, index: int, poses: Bool) -> tuple[list[int], list[bool]]:
    """Turned triangles of a part in each pose, (P, N) nodes that mirror; and whether its node mirrors."""
    part = model.parts[index]
    faces = triangles_of(model.primitive(part))
    by_node = poses[:, part.node].tolist()
    influences = model.influences(part) if model.is_skinned(part) else None
    if influences is None:
        return [len(faces) * turned for turned in by_node], by_node
    skin = model.skins[part.skin]
    bound, weights = _bound_mirrored(skin), np.asarray(influences.weights, np.float64)
    counts = []
    for pose in poses:
        mirrors = pose[np.asarray(skin.joints)] != bound
        if not mirrors.any():
            counts.append(0)
            continue
        of_vertex = (weights * mirrors[influences.joints]).sum(axis=1) > 0.5 * weights.sum(axis=1)
        counts.append(int((of_vertex[faces].sum(axis=1) >= 2).sum()))  # two of three corners say where it goes
    return counts, by_node


def _bound_mirrored(skin: Skin) -> Bool:
    return np.asarray(np.linalg.det(np.asarray(skin.inverse_bind)[..., :3]) < 0.0)


def _kind(counts: Collection[int], by_node: Collection[bool], triangles: int, *, skinned: bool) -> Turning | None:
    if any(0 < count < triangles for count in counts):
        return Turning.SOME
    if len(set(counts)) > 1:
        return Turning.FOR_A_TIME
    if not skinned:
        return Turning.BY_NODE if any(counts) else None
    if not any(counts):
        return Turning.BY_MESH_NODE if any(by_node) else None
    return Turning.WITH_MESH_NODE if all(by_node) else Turning.WHOLE
