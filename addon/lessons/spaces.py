"""Columns of the words that show spaces: the mesh before, between and under the matrices of its joints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64
from ...skinning_core.pose.pose import local_matrices, world_matrices
from ...skinning_core.text.count import counted
from ...skinning_core.transform import identity, multiply
from ..gpu.data import column, tint
from ..gpu.data.column import Column, Scale
from ..gpu.data.palette import PartPalette
from . import stages
from .motif import Motif, find_joint

#: The longest way from a joint to the root that is drawn step by step.
_LONGEST_CHAIN = 24

#: sRGB colour of the bones of a chain.
CHAIN = (0.16, 0.18, 0.20, 1.0)


def _space(
    subject: Motif,
    label: str,
    stage: Callable[..., PartPalette | None],
    *,
    only: int | None = None,
    grounded: bool = False,
) -> Column:
    whole = partial(stage, subject.model)
    return replace(
        column.staged(subject.model, subject.pose, label, whole, subject.paint, only=only), grounded=grounded
    )


def mesh_space(subject: Motif, _: str) -> Column:
    """The stored mesh."""
    return _space(subject, "mesh space: as stored", stages.in_mesh_space, grounded=True)


def joint_space(subject: Motif, joint: str, *, alone: bool = False) -> Column:
    """The mesh as a joint sees it; ``alone``: only the faces that follow it."""
    node = find_joint(subject.model, joint)
    stage = partial(stages.in_joint_space, node=node)
    return _space(subject, f"joint space of {subject.joint_name(node)}", stage, only=node if alone else None)


def limb(subject: Motif, joint: str) -> Column:
    """What follows a joint, as that joint sees it, looked at from near, since it is small."""
    return replace(joint_space(subject, joint, alone=True), own_view=True)


def own_spaces(subject: Motif, _: str) -> Column:
    """Every vertex as its own joints see it."""
    return _space(subject, "every vertex under its own inverse bind", stages.in_own_joint_spaces)


def carried(subject: Motif, joint: str) -> Column:
    """The whole mesh carried by one joint, painted by its weights: one of the results that blending averages."""
    model, node = subject.model, find_joint(subject.model, joint)
    world = world_matrices(subject.pose)[0, node]
    label, legend = f"all carried by {subject.joint_name(node)}", Scale("weight 0", "1", tint.by_weight)
    stage = partial(stages.carried_by_one, model, node=node, matrix=world)
    drawn = column.staged(model, subject.pose, label, stage, tint.of_joint(node))
    return replace(drawn, legend=legend, grounded=False)


def steps(subject: Motif, joint: str) -> tuple[Column, ...]:
    """A limb in its joint's space, then carried by one local matrix after the other into the world.

    It shows the joints passed so far and the one whose space is reached, in place, by name.
    """
    model, node = subject.model, find_joint(subject.model, joint)
    local = local_matrices(subject.pose)[0]
    way = stages.steps_to_world(model.nodes.parents, local, node)
    if len(way) > _LONGEST_CHAIN:
        steps_lead = counted(len(way), "step leads", "steps lead")
        what = f"{steps_lead} from {subject.joint_name(node)} to the root"
        raise SkinproofError(what, fix="name a joint nearer the root")
    joints = [at for at, _ in way]
    names = [subject.joint_name(at) for at in joints]
    columns = [replace(limb(subject, str(node)), marks=((subject.joint_name(node), np.zeros(3)),), own_view=True)]
    for k, (_, matrix) in enumerate(way):
        stage = partial(stages.carried_by_one, model, node=node, matrix=matrix)
        drawn = column.staged(model, subject.pose, f"times {names[k]}", stage, subject.paint, only=node)
        places = _places(local, joints[: k + 1])
        bones = np.stack([places[1:], places[:-1]], axis=1)
        marks = tuple(zip(names[: k + 2], places, strict=False))  # the joint whose space is reached as well
        grounded = k + 1 == len(way)
        columns.append(replace(drawn, lines=((bones, CHAIN),), marks=marks, grounded=grounded, own_view=True))
    return tuple(columns)


def _places(local: Float64, chain: list[int]) -> Float64:
    """(n + 1, 3) places of a chain's joints, the last first, in the space above the first of them.

    The last row is that space's origin, the first joint's parent. local: (N, 3, 4). chain: n joints, from the limb's
    end up; the parent of ``chain[-1]`` gives the space.
    """
    places, so_far = [np.zeros(3)], identity()
    for node in reversed(chain):
        so_far = multiply(so_far, local[node])
        places.append(so_far[:, 3])
    return np.array(places[::-1])
