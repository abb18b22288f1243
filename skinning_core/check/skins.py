"""Checks of skins: joints, inverse bind matrices, and whether these agree with the rest pose and each other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Bool, Float64, Model
from ..pose.pose import rest_pose, world_matrices
from ..skin.linear import skin_palette_of
from ..text.count import counted
from .finding import Finding, found
from .inspect import node_name

#: Relative, for a scale of one, a right angle and equal matrices: above the noise of float32 matrices.
SAME = 1e-4


def check_skins(model: Model) -> Iterator[Finding]:
    """Findings about every skin."""
    world = world_matrices(rest_pose(model.nodes))
    for s, skin in enumerate(model.skins):
        yield from _joints(model, s)
        yield from _inverse_bind(model, s)
        moves = skin_palette_of(world, skin)
        apart = ~np.isclose(moves, moves[:1], rtol=0.0, atol=SAME * max(float(np.abs(moves).max()), 1.0))
        if apart.any():
            yield from _order(model, s, world)
            count = int(apart.any(axis=(1, 2)).sum())
            yield found("SKIN_REST_IS_NOT_BIND", f"/skins/{s}", count=count, joints=counted(len(moves), "joint"))
    yield from _disagreements(model)


def _order(model: Model, s: int, world: Float64) -> Iterator[Finding]:
    from .bind_order import right_order  # few files rest in another pose than their bind pose

    order = right_order(model.skins[s], world)
    if order is None:
        return
    owner = np.argsort(order)  # whose the matrix at each place is
    joint = int(np.flatnonzero(owner != np.arange(len(owner)))[0])
    names = [f"{k} ({node_name(model, int(model.skins[s].joints[k]))!r})" for k in (joint, int(owner[joint]))]
    count = counted(int((owner != np.arange(len(owner))).sum()), "joint")
    yield found("SKIN_IBM_PERMUTED", f"/skins/{s}/inverseBindMatrices", joint=names[0], other=names[1], joints=count)


def _joints(model: Model, s: int) -> Iterator[Finding]:
    joints = model.skins[s].joints
    hidden = joints[~model.nodes.in_scene[joints]]
    if len(hidden):
        name = node_name(model, int(hidden[0]))
        sentence = f"{counted(len(hidden), 'joint is', 'joints are')} in no scene, such as {name!r}"
        yield Finding("SKIN_JOINT_IN_NO_SCENE", f"/skins/{s}/joints", sentence)
    repeated = len(joints) - len(set(joints.tolist()))
    if repeated:
        yield found("SKIN_JOINT_REPEATED", f"/skins/{s}/joints", joints=counted(repeated, "joint is", "joints are"))
    used = np.zeros(len(joints), bool)
    for part in model.parts:
        influences = model.influences(part)
        if part.skin == s and influences is not None:
            used[influences.joints[influences.weights != 0.0]] = True
    if not used.all():
        sentence = f"{(~used).sum()} of {counted(len(joints), 'joint')} without weight"
        yield Finding("SKIN_JOINTS_UNUSED", f"/skins/{s}/joints", sentence)


def _inverse_bind(model: Model, s: int) -> Iterator[Finding]:
    linear = model.skins[s].inverse_bind[:, :, :3]
    size = np.linalg.norm(linear, axis=1)
    singular = np.linalg.svd(linear, compute_uv=False)
    flat = singular[:, 2] <= 1e-7 * singular[:, 0]
    units = linear / np.where(size > 0.0, size, 1.0)[:, None, :]
    angles = np.abs(np.swapaxes(units, 1, 2) @ units - np.eye(3))
    angles[:, range(3), range(3)] = 0.0
    sheared = ~flat & (angles > SAME).any(axis=(1, 2))
    mirrored = ~flat & (np.linalg.det(linear) < 0.0)
    scaled = ~flat & (np.abs(size - 1.0) > SAME).any(axis=1)
    for code, which, what in (
        ("SKIN_IBM_SINGULAR", flat, "squashing the mesh: it cannot be inverted"),
        ("SKIN_IBM_SHEARED", sheared, "with shear, which no bone of rotation and scale can hold"),
        ("SKIN_IBM_MIRRORED", mirrored, "mirroring the mesh"),
        ("SKIN_IBM_SCALED", scaled, f"scaling the mesh, by {_range(size, scaled)}"),
    ):
        if which.any():
            sentence = f"{which.sum()} of {counted(len(linear), 'inverse bind matrix')} {what}"
            yield Finding(code, f"/skins/{s}/inverseBindMatrices", sentence)


def _range(size: Float64, which: Bool) -> str:
    chosen = size[which] if which.any() else size
    return f"{chosen.min():.4g} to {chosen.max():.4g}"


def _disagreements(model: Model) -> Iterator[Finding]:
    """Joints that two skins bind by different matrices: an importer with one matrix per joint gets them wrong."""
    first: dict[int, tuple[int, Float64]] = {}
    for s, skin in enumerate(model.skins):
        apart = 0
        for joint, matrix in zip(skin.joints.tolist(), skin.inverse_bind, strict=True):
            _, known = first.setdefault(joint, (s, matrix))
            apart += not np.allclose(known, matrix, rtol=0.0, atol=SAME * max(float(np.abs(known).max()), 1.0))
        if apart:
            sentence = f"{counted(apart, 'joint is', 'joints are')} bound by another matrix than in an earlier skin"
            yield Finding("SKIN_IBM_DISAGREES", f"/skins/{s}/inverseBindMatrices", sentence)
