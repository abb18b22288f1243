"""The factor that all inverse bind matrices of a skin share, moved into the mesh.

Tools that quantise positions (gltfpack by default) store integers from 0 to 16383, and hide the way back to metres in
the inverse bind matrices: each is ``rigid @ factor``. Such bones rest thousands of metres away and need helpers that
shrink, whose products keep four of float32's seven digits. The same skin is ``rigid`` on a mesh of ``factor @
positions``, computed in float64: in metres, with bones that rest where they stand.

Spaces: *stored*: positions as in the file; *bind*: ``factor @ stored``, in which the rig is built.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from ...skinning_core.model import Float, Float64, Model, Part, Primitive, Skin
from ...skinning_core.pose.pose import rest_pose, world_matrices
from ...skinning_core.transform import apply_to_points, identity, inverse, multiply
from .origin import FAR, sampled_points

#: A factor nearer to one stays in the matrices: the rig is exact with it, and mesh data stay the file's.
_WORTH_IT = 1e-3

#: Joints share one factor if the squares of their linear parts agree within this.
_SHARED = 1e-4

#: A factor whose axes scale alike within this is one number.
_UNIFORM = 1e-5

#: If joints do not quite share one factor, the middle one is taken, unless a joint's scale is further off.
_NEAR = 8.0


#: The size of a mesh, relative to the posed character, if joints share no factor. Blender sums ``M p - p``, so p should
#: be small beside what is seen. Measured with toon_cat packed by gltfpack (scales of 100): 5.1e-5 of the size at 10,
#: 6.5e-6 at 1, 1.4e-6 at 0.3, 3.9e-7 at 0.1, 3e-7 from 0.03 to 0.001.
_SMALL = 2.0**-6


def bind_factors(model: Model) -> Float64:
    """(S, 3, 4) matrices from stored to bind space, one per skin; the identity for skins in metres."""
    world = world_matrices(rest_pose(model.nodes))
    out = identity(len(model.skins))
    for s, skin in enumerate(model.skins):
        linear = _linear_factor(skin.inverse_bind[:, :, :3], partial(_posed_size, model, s, world))
        if linear is not None:
            out[s, :, :3] = linear
            out[s, :, 3] = _shift(model, s, linear, world)
    return out


def _posed_size(model: Model, skin: int, world: Float64) -> float:
    """Size of what a skin deforms, posed by joints at ``world`` (N, 3, 4), divided by its stored size."""
    stored, posed = sampled_points(model, (skin,), world)
    before, after = (float(np.linalg.norm(np.ptp(p, axis=0))) if len(p) else 0.0 for p in (stored, posed))
    return after / before if 0.0 < before < np.inf and 0.0 < after < np.inf else 1.0


def _linear_factor(linear: Float64, posed_size: Callable[[], float]) -> Float64 | None:
    """(3, 3) factor that a skin's linear parts (J, 3, 3) share up to rotations; None if near one.

    If they share none, as with a node of 0.01 below one of 100, the mesh becomes a fraction of the posed character.
    Bones keep their ratio.
    """
    squares = linear.swapaxes(1, 2) @ linear
    sizes = np.abs(np.linalg.det(linear)) ** (1 / 3)
    usable = np.isfinite(squares).all(axis=(1, 2)) & (sizes > 1e-30)
    if not usable.any():
        return None
    middle = np.median(squares[usable], axis=0)
    if np.abs(squares[usable] - middle).max() <= _SHARED * np.abs(middle).max():
        values, vectors = np.linalg.eigh(middle)
        roots = np.sqrt(np.maximum(values, 0.0))
        if roots[0] >= (1 - _UNIFORM) * roots[2] > 0.0:
            roots[:] = roots.mean()
        factor: Float64 = vectors * roots @ vectors.T if np.ptp(roots) else roots[0] * np.eye(3)
        return factor if roots[0] > 0.0 and np.abs(factor - np.eye(3)).max() > _WORTH_IT else None
    size = float(np.median(sizes[usable]))
    if np.abs(np.log(sizes[usable] / size)).max() > np.log(_NEAR):
        size = _SMALL * posed_size()
    return None if 1 / _NEAR < size < _NEAR else size * np.eye(3)


def _shift(model: Model, skin: int, linear: Float64, world: Float64) -> Float64:
    """(3,) place of stored zero in bind space: the mesh is bound about where it rests, where people look for it.

    Zero if that would be far away.
    """
    joints, inverse_bind = model.skins[skin].joints, model.skins[skin].inverse_bind
    bound = multiply(world[joints[0]], inverse_bind[0])
    turn = bound[:, :3] @ np.linalg.inv(linear)
    if np.linalg.cond(turn) > 1e3:
        return np.zeros(3)
    shift = np.asarray(np.linalg.solve(turn, bound[:, 3]), np.float64)
    positions = [model.primitive(part).positions for part in model.parts if part.skin == skin]
    stored = np.concatenate([np.zeros((0, 3)), *positions])
    size = float(np.linalg.norm(np.ptp(stored @ linear.T, axis=0))) if len(stored) else 0.0
    return shift if np.linalg.norm(shift) < FAR * size else np.zeros(3)


def in_bind_space(model: Model, factors: Float64) -> Model:
    """The same character with each skin's factor (S, 3, 4) in its meshes; exact but for rounding.

    A mesh worn with several factors becomes several meshes. Returns ``model`` itself if all factors are one.
    """
    changed = (factors != identity(1)[0]).any(axis=(1, 2))
    if not changed.any():
        return model
    skins = tuple(
        replace(skin, inverse_bind=multiply(skin.inverse_bind, inverse(factor))) if differs else skin
        for skin, factor, differs in zip(model.skins, factors, changed, strict=True)
    )
    return _worn(model, skins, {s: factors[s] for s in np.flatnonzero(changed).tolist()})


def _worn(model: Model, skins: tuple[Skin, ...], factors: dict[int, Float64]) -> Model:
    """The model with new skins, and own meshes for the parts that wear those in ``factors``."""
    meshes = list(model.meshes)
    copies: dict[tuple[int, int], int] = {}
    parts: list[Part] = []
    for part in model.parts:
        key = part.mesh, part.skin
        if part.skin in factors:
            if key not in copies:
                copies[key] = len(meshes)
                mesh, factor = model.meshes[part.mesh], factors[part.skin]
                meshes.append(replace(mesh, primitives=tuple(_scaled(each, factor) for each in mesh.primitives)))
            part = replace(part, mesh=copies[key])
        parts.append(part)
    return replace(model, skins=skins, meshes=tuple(meshes), parts=tuple(parts))


def _scaled(primitive: Primitive, factor: Float64) -> Primitive:
    linear = factor[:, :3]
    cofactors = np.linalg.inv(linear).T
    normals, morphs = primitive.normals, primitive.morph_normals
    uniform = np.allclose(linear, linear[0, 0] * np.eye(3), rtol=0, atol=0)
    if not uniform and normals is not None:
        normals = _unit(normals @ cofactors.T)
    moved = primitive.morph_positions
    return replace(
        primitive,
        positions=apply_to_points(factor, primitive.positions.astype(np.float64)),
        morph_positions=None if moved is None else moved.astype(np.float64) @ linear.T,
        normals=normals,
        morph_normals=morphs if uniform or morphs is None else morphs @ cofactors.T,
    )


def _unit(vectors: Float) -> Float:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(length > 0, length, 1.0)
