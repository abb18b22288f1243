"""Characters that stand far from the origin: where to put the objects so that float32 numbers stay small.

Blender computes in float32, whose numbers are 4 mm apart at 60 km. A character there is bound and posed around local
points instead: mesh positions are counted from ``bind_origin``, bones from ``place``, and the armature object stands at
``place``. Both are zero for everything near the origin, so that ordinary characters keep the file's coordinates.
"""

from __future__ import annotations

import numpy as np

from ...skinning_core.model import Bool, Float64, Int, Model
from ...skinning_core.skin.influence import normalised
from ...skinning_core.skin.linear import skin_positions
from ...skinning_core.skin.palette import skin_palette

#: Distance from the origin, in sizes of the character, from which on it counts as far: float32 then costs 1e-6 of size.
FAR = 8.0

#: Vertices looked at per part: enough to know where it is.
_SAMPLES = 512


def bind_origin_and_place(model: Model, skins: tuple[int, ...], world: Float64) -> tuple[Float64, Float64]:
    """(3,) centre of the skins' meshes as stored, and (3,) as posed at rest; each zero where that is near the origin.

    Both are float32 numbers, so that subtracting them from float32 positions is exact. glTF's axes.
    """
    stored, posed = [np.zeros((0, 3))], [np.zeros((0, 3))]
    for part in model.parts:
        primitive = model.primitive(part)
        if part.skin not in skins or primitive.joints is None or primitive.weights is None:
            continue
        some = slice(None, None, max(1, primitive.vertex_count // _SAMPLES))
        positions = primitive.positions[some].astype(np.float64)
        palette = skin_palette(world[None], model.skins[part.skin])
        stored.append(positions)
        posed.append(
            skin_positions(palette, positions[None], primitive.joints[some], normalised(primitive.weights[some]))[0]
        )
    return _far_centre(np.concatenate(stored)), _far_centre(np.concatenate(posed))


def _far_centre(points: Float64) -> Float64:
    if not len(points):
        return np.zeros(3)
    low, high = points.min(axis=0), points.max(axis=0)
    centre, size = (low + high) / 2, np.linalg.norm(high - low)
    far = np.linalg.norm(centre) > FAR * size > 0.0
    return centre.astype(np.float32).astype(np.float64) if far else np.zeros(3)


def foldable(model: Model, nodes: Int, skins: tuple[int, ...], world: Float64) -> Bool:
    """(B,) nodes above all joints that never move and only turn or shift what is below: no bone need stand for them.

    Only used for far characters, where such a bone would stand at the origin, with the long way still ahead.
    nodes: (B,) parents first.
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
