"""The bone that carries each joint's vertices: the joint's own if that is exact, else a helper below it.

Blender moves vertices by ``posed @ rest^-1``. Posed is W @ after (see `channels`), so a joint's own bone makes the
skin's W @ inverse_bind exactly if ``inverse_bind @ rest == after``: if the inverse bind matrix is rigid. If it scales,
shears, mirrors or squashes, and for every further skin that binds the joint elsewhere, a constant *helper* bone below
the joint makes up the difference: W after @ (after^-1 inverse_bind rest) @ rest^-1.

That difference is any affine matrix, but a bone's own transform is translation, rotation and scale. A sheared matrix is
split by its singular values, A = (T U S) V, over a chain of two helpers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Bool, Float64, Model
from ...skinning_core.transform import apply_to_points, decompose, inverse, multiply, quaternion_from_matrix
from .bones import BonePlan
from .space import FROM_BLENDER

#: A joint's own bone will do if no corner of the mesh's box is off by more, relative to the box's diagonal.
CLOSE_ENOUGH = 1e-6

#: Columns orthogonal within this are free of shear.
_ORTHOGONAL = 3e-7


@dataclass(frozen=True, eq=False)
class Binding:
    """How one skin binds one bone; there is one binding per joint of each skin."""

    skin: int
    joint: int  # place in the skin
    bone: int
    matrix: Float64  # (3, 4) bind space, in Blender's axes, -> node space


@dataclass(frozen=True, eq=False)
class Helper:
    """A constant helper bone, turned as ``bone`` at rest, and at its place unless that is far from the mesh."""

    bone: int  # the joint's own bone
    matrix: Float64  # (3, 4) as in `Binding`
    sheared: bool  # needs a chain of two bones
    away: Float64  # (3,) from the rest of the joint's bone to the helper's


def bindings_of(model: Model, plan: BonePlan) -> list[Binding]:
    """One binding per joint of every skin of the armature, skin by skin, for bones of their own size."""
    out, bone_of = [], plan.bone_of
    for s in plan.skins:
        matrices = multiply(plan.shifted_bind(model.skins[s].inverse_bind), FROM_BLENDER)
        bones = [bone_of[node] for node in model.skins[s].joints.tolist()]
        out += [Binding(s, j, b, matrices[j] / plan.sizes[b]) for j, b in enumerate(bones)]
    return out


def corrections(
    rests: Float64, wanted: Float64, free_axes: Bool, bindings: list[Binding], reach: float = 1e-2
) -> Float64:
    """(B, 3, 3) ``after`` of each bone for the rests (B, 3, 4) that Blender really made.

    If any rotation will do and the joint is bound rigidly, it is the rotation of inverse_bind @ rest, which makes up
    for Blender's rounding; else ``wanted`` (B, 3, 3). reach: the largest change.
    """
    out = wanted.copy()
    if not bindings:
        return out
    bones = np.array([binding.bone for binding in bindings])
    linear = np.array([binding.matrix for binding in bindings])[:, :, :3] @ rests[bones, :, :3]
    near = np.abs(linear - wanted[bones]).max(axis=(1, 2)) < reach
    chosen = near & free_axes[bones]
    u, _, vt = np.linalg.svd(linear[chosen])
    out[bones[chosen]] = u @ vt
    return out


def carriers(
    rests: Float64, after: Float64, bindings: list[Binding], boxes: dict[int, Float64]
) -> tuple[list[Helper], list[int]]:
    """The helpers needed, and for each binding the carrying bone: b for bone b, B + h for helper h.

    boxes: per skin the corners (8, 3) of its meshes' positions, in bind space and Blender's axes.
    """
    helpers: list[Helper] = []
    carried: list[int] = []
    for binding, rigid in zip(bindings, _are_rigid(rests, after, bindings, boxes), strict=True):
        if rigid:
            carried.append(binding.bone)
            continue
        same = [h for h, o in enumerate(helpers) if o.bone == binding.bone and np.array_equal(o.matrix, binding.matrix)]
        if not same:
            same = [len(helpers)]
            # A second skin's mesh may be a thousandth of the first's: every digit of distance is lost.
            rest, box = rests[binding.bone], boxes[binding.skin]
            reach = np.linalg.norm(np.ptp(box, axis=0))  # one size of the mesh
            away = np.clip(rest[:, 3], box.min(axis=0) - reach, box.max(axis=0) + reach) - rest[:, 3]
            helpers.append(Helper(binding.bone, binding.matrix, has_shear(binding.matrix[:, :3] @ rest[:, :3]), away))
        carried.append(len(rests) + same[0])
    return helpers, carried


def _are_rigid(rests: Float64, after: Float64, bindings: list[Binding], boxes: dict[int, Float64]) -> list[bool]:
    """For each binding, whether the bone itself moves the box's corners as the skin demands."""
    if not bindings:
        return []
    bones = [binding.bone for binding in bindings]
    targets = np.array([binding.matrix for binding in bindings])
    corners = np.array([boxes[binding.skin] for binding in bindings])
    off = np.linalg.norm(apply_to_points(_rigid_inverse(rests[bones], after[bones]) - targets, corners), axis=2)
    extent = np.linalg.norm(corners.max(axis=1) - corners.min(axis=1), axis=1)
    size = np.linalg.norm(targets[:, :, :3], 2, axis=(1, 2)) * extent
    return list(map(bool, off.max(axis=1) <= CLOSE_ENOUGH * size))


def _rigid_inverse(rest: Float64, after: Float64) -> Float64:
    """after @ rest^-1, (..., 3, 4)."""
    linear = after @ rest[..., :3].swapaxes(-1, -2)
    return np.concatenate([linear, -(linear @ rest[..., 3:])], axis=-1)


def has_shear(linear: Float64) -> bool:
    """Whether the columns of (3, 3) are not orthogonal, so that it is no rotation times scale."""
    gram = linear.T @ linear
    largest = np.abs(np.diag(gram)).max(initial=0.0)
    return bool(np.abs(gram - np.diag(np.diag(gram))).max() > _ORTHOGONAL * max(largest, 1e-300))


def split_affine(matrix: Float64) -> tuple[tuple[Float64, Float64, Float64], Float64]:
    """(3, 4) as (translation, rotation xyzw, scale), then a rotation (3, 3): matrix == compose(...) @ rotation."""
    u, sizes, vt = np.linalg.svd(matrix[:, :3])
    sizes = sizes.copy()
    if np.linalg.det(u) < 0:
        u[:, 2], sizes[2] = -u[:, 2], -sizes[2]
    if np.linalg.det(vt) < 0:
        vt[2], sizes[2] = -vt[2], -sizes[2]
    return (matrix[:, 3].copy(), quaternion_from_matrix(u), sizes), vt


def constant_parts(matrix: Float64) -> tuple[Float64, Float64, Float64]:
    """Location (3,), rotation wxyz (4,) and scale (3,) of a matrix (3, 4) without shear."""
    translation, rotation, scale = decompose(matrix)
    return translation, np.roll(rotation, 1), scale


def helper_basis(helper: Helper, after: Float64, offset: Float64, rest: Float64) -> Float64:
    """(3, 4) own transform of a helper: offset^-1 after^-1 inverse_bind rest, as read back from Blender.

    after: (3, 3) of the joint's bone; offset: (3, 4) helper -> parent; rest: (3, 4) of the carrying bone.
    """
    turned = multiply(np.concatenate([after.T, np.zeros((3, 1))], axis=1), multiply(helper.matrix, rest))
    return multiply(inverse(offset), turned)
