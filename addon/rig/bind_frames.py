"""Where each bone rests: where its node stood when the mesh was bound, in bind space and near the mesh.

A rest enters every product that poses its bone, so distance costs digits: 100 mesh sizes away, five of float32's seven
are left. A joint with a rigid inverse bind matrix must rest at its inverse. Other rests are free, since a helper makes
up for any (see `helper_bones`): a node that is no joint rests beside the joints it carries, and nothing far from the
mesh.
"""

from __future__ import annotations

import numpy as np

from ...skinning_core.model import Bool, Float64, Int, Model
from ...skinning_core.transform import inverse, multiply
from .origin import Origin, box_of_skins

#: An inverse bind matrix is rigid if its columns are orthonormal within this.
_RIGID = 1e-3

#: Free rests stay within this many mesh sizes of the mesh.
_REACH = 4.0

#: A node within this fraction of the skeleton's size of its bind place keeps its place to the last digit.
_SAME = 1e-5


def bind_frames(model: Model, skins: tuple[int, ...], nodes: Int, world: Float64, origin: Origin) -> Float64:
    """(B, 3, 4) frames of ``nodes`` (B,), parents first, in bind space from its origin; they may scale or shear.

    world (N, 3, 4): rest matrices. A node bound by several skins takes the most rigid of its matrices.
    """
    rest = world[nodes].copy()
    rest[:, :, 3] -= origin.place
    rest /= origin.size
    out, stretch = _of_joints(model, skins, nodes, origin.bind_origin)
    parents = parent_places(model, nodes)
    out = _beside_joints(out, rest, parents, np.isfinite(stretch))
    low, high = _surroundings(model, skins, origin.bind_origin)
    free = stretch > _RIGID
    out[free, :, 3] = np.clip(out[free, :, 3], low, high)
    return out


def _of_joints(model: Model, skins: tuple[int, ...], nodes: Int, bind_origin: Float64) -> tuple[Float64, Float64]:
    """(B, 3, 4) inverses of the inverse bind matrices, and (B,) how far these are from rigid (inf: there is none)."""
    out, best = np.zeros((len(nodes), 3, 4)), np.full(len(nodes), np.inf)
    places = np.zeros(len(model.nodes), np.intp)
    places[nodes] = np.arange(len(nodes))
    for s in skins:
        skin = model.skins[s]
        linear = skin.inverse_bind[:, :, :3]
        gram = np.swapaxes(linear, 1, 2) @ linear
        stretch = np.abs(gram - np.eye(3)).max(axis=(1, 2))
        sizes = np.linalg.svd(linear, compute_uv=False)
        invertible = sizes[:, 2] > 1e-9 * np.maximum(sizes[:, 0], 1e-30)
        usable = np.flatnonzero(invertible & np.isfinite(stretch))
        usable = usable[np.argsort(stretch[usable], kind="stable")][::-1]  # the best of a joint named twice comes last
        better = usable[stretch[usable] < best[places[skin.joints[usable]]]]
        b = places[skin.joints[better]]
        best[b], out[b] = stretch[better], inverse(skin.inverse_bind[better])
        out[b, :, 3] -= bind_origin
    return out, best


def parent_places(model: Model, nodes: Int) -> Int:
    """(B,) place of each node's parent among ``nodes``, or -1."""
    index = np.full(len(model.nodes) + 1, -1, np.intp)
    index[nodes] = np.arange(len(nodes))
    return index[model.nodes.parents[nodes]]


def _beside_joints(bound: Float64, rest: Float64, parents: Int, known: Bool) -> Float64:
    """Frames for unknown nodes: as at rest, carried along by the next joint below, or else above.

    bound, rest: (B, 3, 4) frames of the known nodes, and of all at rest.
    """
    moves = np.zeros_like(rest)  # rest -> bind, by joint
    is_known = known & _invertible(rest)
    moves[is_known] = multiply(bound[is_known], inverse(rest[is_known]))
    for b in range(len(parents) - 1, -1, -1):
        if is_known[b] and parents[b] >= 0 and not is_known[parents[b]]:
            moves[parents[b]], is_known[parents[b]] = moves[b], True
    for b, parent in enumerate(parents.tolist()):
        if not is_known[b] and parent >= 0 and is_known[parent]:
            moves[b], is_known[b] = moves[parent], True
    carried = np.where(is_known[:, None, None], multiply(moves, rest), rest)
    size = np.abs(rest[:, :, 3]).max(initial=0.0)
    tolerance = _SAME * np.array([*np.abs(rest[:, :, :3]).max(axis=(0, 1), initial=0.0), size])
    same = (np.abs(carried - rest) <= tolerance).all(axis=(1, 2))
    carried[same] = rest[same]
    return np.where(known[:, None, None], bound, carried)


def _invertible(matrices: Float64) -> Bool:
    sizes = np.linalg.svd(matrices[:, :, :3], compute_uv=False)
    return np.asarray(sizes[:, 2] > 1e-6 * np.maximum(sizes[:, 0], 1e-30))


def _surroundings(model: Model, skins: tuple[int, ...], bind_origin: Float64) -> tuple[Float64, Float64]:
    """Corners (3,) of a roomy box around the skins' meshes, from ``bind_origin``."""
    low, high = box_of_skins(model, skins)
    reach = _REACH * np.linalg.norm(high - low)
    return low - bind_origin - reach, high - bind_origin + reach
