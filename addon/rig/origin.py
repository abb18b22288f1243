"""Characters far from the origin, or much smaller than their mesh: objects put so that float32 keeps its digits.

Float32 numbers are 4 mm apart at 60 km. Such a character is bound and posed around local points: mesh positions are
counted from ``bind_origin``, bones from ``place``, where the armature object stands. Both are zero near the origin.

Blender sums ``M p - p``, which costs two digits if a character is posed at a hundredth of its mesh's size. The armature
object is then scaled down, and bones pose it at about the mesh's own size.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log2

import numpy as np

from ...skinning_core.model import Bool, Float, Float64, Int, Model, remembered
from ...skinning_core.pose.pose import rest_pose, world_matrices
from ...skinning_core.skin.influence import normalised_weights
from ...skinning_core.skin.linear import skin_palette_of, skin_positions

#: Far from the origin, in sizes of the character: float32 costs 1e-6 of its size.
FAR = 8.0

#: Vertices looked at per part, enough to know where it is.
_SAMPLES = 512

#: If posed at less than this fraction of its mesh's size, a character has its armature object scaled.
_MUCH_SMALLER = 1 / 8

#: The least power of two: below it the determinant of the object's matrix leaves float32, and Blender finds no inverse.
_LEAST_POWER = -30


@dataclass(frozen=True, eq=False)
class Origin:
    """The place and scale of an armature's objects: zero and one for ordinary characters."""

    bind_origin: Float64  # (3,) point of bind space that becomes the mesh objects' origin, glTF's axes
    place: Float64  # (3,) the armature object's place, glTF's axes
    size: float  # the armature object's scale, a power of two, so dividing by it is exact


@remembered
def origin_of(model: Model, skins: tuple[int, ...]) -> Origin:
    """The origin for some skins, from their meshes as stored and as posed at rest.

    Both points are float32 numbers, so subtracting them from float32 positions is exact.
    """
    before, after = sampled_points(model, skins, world_matrices(rest_pose(model.nodes)))
    return Origin(_far_centre(before), _far_centre(after), _size(before, after))


def sampled_points(model: Model, skins: tuple[int, ...], world: Float64) -> tuple[Float64, Float64]:
    """Some vertices of what skins deform: (n, 3) as stored, and (n, 3) as joints at ``world`` (N, 3, 4) pose them."""
    stored, posed = [np.zeros((0, 3))], [np.zeros((0, 3))]
    for part in model.parts:
        primitive, influences = model.primitive(part), model.influences(part)
        if part.skin not in skins or influences is None:
            continue
        sample = slice(None, None, max(1, primitive.vertex_count // _SAMPLES))
        positions = primitive.positions[sample].astype(np.float64)
        joints, weights = influences.joints[sample], normalised_weights(influences.weights[sample])
        skin_palette = skin_palette_of(world[None], model.skins[part.skin])
        stored.append(positions)
        posed.append(skin_positions(skin_palette, positions[None], joints, weights)[0])
    return np.concatenate(stored), np.concatenate(posed)


def box_of_skins(model: Model, skins: tuple[int, ...]) -> tuple[Float, Float]:
    """(3,) least and (3,) largest stored coordinates of what skins deform; zeros without any."""
    positions = [model.primitive(part).positions for part in model.parts if part.skin in skins]
    low = np.min([p.min(axis=0) for p in positions if len(p)] or [np.zeros(3)], axis=0)
    return low, np.max([p.max(axis=0) for p in positions if len(p)] or [np.zeros(3)], axis=0)


def _size(stored: Float64, posed: Float64) -> float:
    """A power of two near posed size / stored size if that is small; else 1."""
    before, after = (float(np.linalg.norm(np.ptp(p, axis=0))) if len(p) else 0.0 for p in (stored, posed))
    if not 0.0 < after < _MUCH_SMALLER * before < inf:
        return 1.0
    return 2.0 ** max(round(log2(after / before)), _LEAST_POWER)


def _far_centre(points: Float64) -> Float64:
    if not len(points):
        return np.zeros(3)
    low, high = points.min(axis=0), points.max(axis=0)
    centre, size = (low + high) / 2, np.linalg.norm(high - low)
    far = np.linalg.norm(centre) > FAR * size > 0.0
    return centre.astype(np.float32).astype(np.float64) if far else np.zeros(3)


def foldable(model: Model, nodes: Int, skins: tuple[int, ...], world: Float64) -> Bool:
    """(B,) whether a node is above all joints, never moves, and only turns or shifts: it needs no bone.

    Only for far characters, since such a bone would stand at the origin. nodes: (B,) parents first.
    """
    moving = {track.node for clip in model.clips for track in clip.tracks if track.path != "weights"}
    joints = {int(j) for s in skins for j in model.skins[s].joints}
    out = np.zeros(len(nodes), bool)
    folded: set[int] = set()
    for b, node in enumerate(nodes.tolist()):
        parent = int(model.nodes.parents[node])
        linear = world[node, :, :3]
        rigid = np.abs(linear.T @ linear - np.eye(3)).max() < 1e-7 and np.linalg.det(linear) > 0
        if node not in moving and node not in joints and rigid and (parent < 0 or parent in folded):
            out[b] = True
            folded.add(node)
    return out
