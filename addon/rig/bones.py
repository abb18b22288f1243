"""Which nodes become bones, how they are grouped into armatures, and where each bone rests.

Every joint and ancestor of one is a bone. It rests at the inverse of its inverse bind matrix without scale or shear,
which no bone has at rest; `helper_bones` gives back what is lost.

Spaces: *node*: a node's own axes at its place; *bone*: ``node @ after`` (a rotation that makes +Y point along the limb,
as animators expect); *armature*: the armature object's, which is glTF's bind space in Blender's axes, less the
armature's ``origin``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from ...skinning_core.model import Bool, Float64, Int, Model
from ...skinning_core.pose.pose import rest_pose, world_matrices
from ...skinning_core.transform import decompose, identity, rotation_matrix
from .bind_frames import bind_frames, parent_places
from .origin import Origin, box_of_skins, foldable, origin_of
from .space import TO_BLENDER, points_to_blender

#: Blender deletes shorter bones when Edit Mode ends (its own limit is 1e-6).
SHORTEST = 1e-5

#: Relative tolerance of a uniform scale.
_UNIFORM = 1e-7


@dataclass(frozen=True, eq=False)
class BonePlan:
    """The bones of one armature, parents first: B of them, one per node."""

    skins: tuple[int, ...]  # that this armature carries
    nodes: Int  # (B,) node of each bone
    parents: Int  # (B,) parent bone, -1: a root
    rests: Float64  # (B, 3, 4) bone -> armature space, rigid
    lengths: Float64  # (B,)
    after: Float64  # (B, 3, 3) node -> bone axes as planned
    free_axes: Bool  # (B,) whether scales are always uniform, so any rotation will do as ``after``
    between: Float64  # (B, 3, 4) what stands before a node's local matrix: static nodes without a bone, counted from
    # the parent bone's node; for roots from the armature object, in Blender's axes
    origin: Origin  # where the armature object stands, and the mesh objects
    sizes: Float64  # (B,) factors by which bones are posed larger than their nodes; one on the exact rig
    uneven: Float64  # (B,) relative spread of the axes' scales, if no helper can make up for it
    may_help: bool  # whether helpers may stand below joints; else every joint carries its own vertices

    @property
    def bone_of(self) -> dict[int, int]:
        """A node's bone."""
        return {node: bone for bone, node in enumerate(self.nodes.tolist())}

    def before_nodes(self, after: Float64) -> Float64:
        """(B, 3, 4) what stands between a posed parent and a node's local matrix; ``after`` (B, 3, 3)."""
        out, child = self.between.copy(), self.parents >= 0
        above = self.parents[child]
        linear = after[above].swapaxes(1, 2) / self.sizes[above][:, None, None]
        out[child] = np.concatenate([linear @ out[child, :, :3], linear @ out[child, :, 3:]], axis=2)
        return out

    def name(self, model: Model) -> str:
        """The armature's name in the file: the nearest named node above the bones, the skin, or the file."""
        first = self.skins[0]
        skin = model.skins[first].name
        above = int(model.nodes.parents[self.nodes[0]]) if len(self.nodes) and not self.may_help else -1
        while above >= 0 and model.nodes.names[above] == f"node {above}":  # the reader's name for a nameless node
            above = int(model.nodes.parents[above])
        if above >= 0:
            return model.nodes.names[above]
        return model.name if skin == f"skin {first}" else skin

    def shifted_bind(self, inverse_bind: Float64) -> Float64:
        """(J, 3, 4) inverse bind matrices for positions counted from ``bind_origin``."""
        out = inverse_bind.copy()
        out[:, :, 3] += inverse_bind[:, :, :3] @ self.origin.bind_origin
        return out

    def box(self, model: Model, skin: int) -> Float64:
        """(8, 3) corners of a box around a skin's positions, from ``bind_origin``, in Blender's axes."""
        low, high = (side - self.origin.bind_origin for side in box_of_skins(model, (skin,)))
        corners = np.array(list(product(*np.stack([low, high], axis=1))), np.float64)
        return points_to_blender(corners).astype(np.float64, copy=False)


def plan_bones(model: Model) -> list[BonePlan]:
    """One plan per armature: skins with common bones (joints and ancestors) share one."""
    world = world_matrices(rest_pose(model.nodes))
    uniform = uniformly_scaled(model)
    return [_plan(model, skins, nodes, world, uniform) for skins, nodes in armature_groups(model)]


def uniformly_scaled(model: Model) -> Bool:
    """(N,) whether a node's scale is the same along all axes, at rest and in every clip."""
    uniform = _equal_columns(model.nodes.scale[:, None, :])
    linear = model.nodes.matrix[:, :, :3]
    gram = linear.swapaxes(1, 2) @ linear
    size = np.trace(gram, axis1=1, axis2=2)[:, None, None] / 3
    even = (np.abs(gram - size * np.eye(3)) <= _UNIFORM * size).all(axis=(1, 2))
    uniform = np.where(model.nodes.has_matrix, even, uniform)
    for clip in model.clips:
        for track in clip.tracks:
            if track.path == "scale":
                for values in (track.values, track.in_tangents, track.out_tangents):
                    if values is not None:
                        uniform[track.node] &= _equal_columns(np.asarray(values, np.float64)[None])[0]
    return uniform


def _equal_columns(values: Float64) -> Bool:
    """(n,) of (n, K, 3): whether all three columns agree in every row."""
    spread = values.max(axis=2) - values.min(axis=2)
    return np.asarray((spread <= _UNIFORM * np.abs(values).max(axis=2)).all(axis=1))


def armature_groups(model: Model) -> list[tuple[tuple[int, ...], Int]]:
    """(skins, nodes parents-first) of each armature: skins with common nodes share one."""
    groups: list[tuple[list[int], set[int]]] = []
    for skin in sorted({part.skin for part in model.parts if part.skin >= 0}):
        skins, nodes = list[int](), _with_ancestors(model.skins[skin].joints, model.nodes.parents)
        own, apart = set(nodes), []
        for group in groups:
            if group[1] & own:
                skins += group[0]
                nodes |= group[1]
            else:
                apart.append(group)
        groups = [*apart, ([*skins, skin], nodes)]
    order = model.nodes.order
    return [(tuple(skins), order[np.isin(order, list(nodes))]) for skins, nodes in groups]


def _with_ancestors(joints: Int, parents: Int) -> set[int]:
    reached: set[int] = set()
    above = parents.tolist()
    for node in joints.tolist():
        while node >= 0 and node not in reached:
            reached.add(node)
            node = above[node]
    return reached


def _plan(model: Model, skins: tuple[int, ...], nodes: Int, world: Float64, uniform: Bool) -> BonePlan:
    origin = origin_of(model, skins)
    if origin.place.any():
        nodes = nodes[~foldable(model, nodes, skins, world)]
    above, parents = model.nodes.parents[nodes], parent_places(model, nodes)
    rests, after, lengths = along_limbs(bind_frames(model, skins, nodes, world, origin), parents, uniform[nodes])
    return BonePlan(
        skins=skins,
        nodes=nodes,
        parents=parents,
        rests=rests,
        lengths=lengths,
        after=after,
        free_axes=uniform[nodes],
        between=_root_frames(above, parents, world, origin),
        origin=origin,
        sizes=np.ones(len(nodes)),
        uneven=np.zeros(len(nodes)),
        may_help=True,
    )


def _root_frames(above: Int, parents: Int, world: Float64, origin: Origin) -> Float64:
    """(B, 3, 4) matrix before a root's local matrix: of nodes without a bone, seen from the armature object.

    Other bones have the identity.
    """
    out = identity(len(above))
    folded = (parents < 0) & (above >= 0)
    out[folded] = world[above[folded]]
    root = parents < 0
    out[root, :, 3] -= origin.place
    out[root] = np.einsum("ij,njk->nik", TO_BLENDER, out[root]) / origin.size
    return out


def along_limbs(frames: Float64, parents: Int, uniform: Bool) -> tuple[Float64, Float64, Float64]:
    """Rests (B, 3, 4) of bones at frames (B, 3, 4) that point along their limbs, ``after``, and lengths (B,).

    uniform: (B,) whether any rotation may be between a node's axes and its bone's.
    """
    frames = _rigid(frames)
    targets, lengths = _limbs(frames, parents)
    after = np.where(uniform[:, None, None], _rotation_from_y(targets), _nearest_axis_swap(targets))
    rests = np.einsum("ij,njk->nik", TO_BLENDER, frames)
    rests[:, :, :3] = rests[:, :, :3] @ after
    return rests, after, lengths


def _rigid(matrices: Float64) -> Float64:
    """(n, 3, 4) the same places and directions without scale, shear or mirroring."""
    translation, rotation, _ = decompose(matrices)
    return np.concatenate([rotation_matrix(rotation), translation[:, :, None]], axis=2)


def _limbs(frames: Float64, parents: Int) -> tuple[Float64, Float64]:
    """Direction (B, 3) of each limb in node space, and its length (B,).

    A limb runs to the centroid of the children. A leaf goes on in its parent's direction, half as long.
    """
    heads = frames[:, :, 3]
    count = np.bincount(parents[parents >= 0], minlength=len(parents))
    towards = np.zeros_like(heads)
    np.add.at(towards, parents[parents >= 0], heads[parents >= 0])
    towards = towards / np.maximum(count, 1)[:, None] - heads
    came = heads - heads[np.maximum(parents, 0)]
    reach = np.linalg.norm(heads - heads.mean(axis=0), axis=1).max(initial=0.0) if len(heads) else 0.0
    least = max(SHORTEST, 1e-4 * reach)
    lengths = np.linalg.norm(towards, axis=1)
    lost = (count == 0) | (lengths < least)
    towards = np.where(lost[:, None], came / 2, towards)
    lengths = np.linalg.norm(towards, axis=1)
    still = lengths < least
    fallback = max(SHORTEST, 0.1 * reach if reach > 0 else 0.1)
    lengths = np.where(still, fallback, lengths)
    local = np.einsum("nji,nj->ni", frames[:, :, :3], towards)
    return np.where(still[:, None], np.array([0.0, 1.0, 0.0]), local), lengths


def _rotation_from_y(directions: Float64) -> Float64:
    """(n, 3, 3) smallest rotations that take +Y to the (n, 3) directions."""
    d = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    out = np.zeros((len(d), 3, 3))
    x, y, z = d.T
    # The closed form of a rotation about the axis y x d; for a direction straight down a half turn about x.
    down = y < -1 + 1e-6
    k = 1.0 / np.where(down, 1.0, 1.0 + y)
    out[:, 0] = np.stack([1 - x * x * k, x, -x * z * k], axis=1)
    out[:, 1] = np.stack([-x, y, -z], axis=1)
    out[:, 2] = np.stack([-x * z * k, z, 1 - z * z * k], axis=1)
    out[down] = np.diag([1.0, -1.0, -1.0])
    return out


def _axis_swaps() -> Float64:
    """(24, 3, 3) the rotations that only swap and negate axes, least turns first."""
    swaps = []
    for order, signs in product(permutations(range(3)), product((1.0, -1.0), repeat=3)):
        swap = np.zeros((3, 3))
        swap[list(order), range(3)] = signs
        if np.linalg.det(swap) > 0:
            swaps.append(swap)
    return np.array(sorted(swaps, key=lambda m: -np.trace(m)))


#: (24, 3, 3) the same.
AXIS_SWAPS = _axis_swaps()


def _nearest_axis_swap(directions: Float64) -> Float64:
    """(n, 3, 3) axis swaps whose +Y is nearest to each direction; of several, the least turn."""
    return np.asarray(AXIS_SWAPS[np.argmax(directions @ AXIS_SWAPS[:, :, 1].T, axis=1)])
