"""Mistakes made from the skin palette on: multiplying matrices, reading influences, leaving steps out.

Each takes the reference's steps and returns the positions that code with this mistake gives, or None if the model
cannot show it. ``mistake.py`` has the list.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from ...model import Float64, Influences
from ...skin.forms.form_engine import posed_part
from ...skin.forms.table import FORMS
from ...skin.influence import with_influences
from ...skin.linear import skin_palette_of
from ...skin.posed_model import PosedModel
from ...transform import as_4x4, inverse, multiply

Positions = tuple[Float64, ...]


def palette_reversed(posed: PosedModel) -> Positions:
    """The skin palette is computed as inverse bind times world instead of world times inverse bind."""
    return posed.with_skin_palettes(lambda skin, world: multiply(skin.inverse_bind, world[:, skin.joints])).positions()


def inverse_bind_ignored(posed: PosedModel) -> Positions:
    """World matrices are used alone, without the inverse bind matrices."""
    return posed.with_skin_palettes(lambda skin, world: world[:, skin.joints]).positions()


def bind_not_inverted(posed: PosedModel) -> Positions | None:
    """The inverse bind matrices are inverted once more."""
    if any(_singular(skin.inverse_bind) for skin in posed.model.skins):
        return None
    return posed.with_skin_palettes(
        lambda skin, world: multiply(world[:, skin.joints], inverse(skin.inverse_bind))
    ).positions()


def palette_transposed(posed: PosedModel) -> Positions:
    """Rows are read as columns: rotations turn the other way, and the translation lands in the row that is not read."""
    return posed.with_skin_palettes(
        lambda skin, world: np.swapaxes(as_4x4(skin_palette_of(world, skin)), -1, -2)[..., :3, :]
    ).positions()


def joints_as_nodes(posed: PosedModel) -> Positions | None:
    """JOINTS_n are read as node numbers instead of places in ``skin.joints``."""
    if any(len(skin.joints) > len(posed.model.nodes) for skin in posed.model.skins):
        return None
    return posed.with_skin_palettes(
        lambda skin, world: multiply(world[:, : len(skin.joints)], skin.inverse_bind)
    ).positions()


def mesh_node_applied(posed: PosedModel) -> Positions:
    """The transform of the skinned mesh's own node is applied on top, which the specification rules out."""
    return _moved_by_mesh_node(posed, lambda world: world)


def mesh_node_divided(posed: PosedModel) -> Positions | None:
    """The inverse of the mesh node's transform is applied, as if the node still had to place the result."""
    worn = [part.node for part in posed.model.parts if posed.model.is_skinned(part)]
    return None if _singular(posed.world[:, worn]) else _moved_by_mesh_node(posed, inverse)


def raw_weights(posed: PosedModel) -> Positions:
    """Weights are used as stored, without being divided by their sum."""
    return posed.positions(raw_weights=True)


def first_four(posed: PosedModel) -> Positions | None:
    """Only JOINTS_0 and WEIGHTS_0 are used, weights divided by their sum."""

    def first(stored: Influences) -> Influences | None:
        return Influences(stored.joints[:, :4], stored.weights[:, :4]) if stored.joints.shape[1] > 4 else None

    return _with_influences(posed, first)


def strongest_four(posed: PosedModel) -> Positions | None:
    """Only the four largest weights are used, divided by their sum."""
    return _with_influences(posed, lambda stored: _strongest(stored, 4) if stored.joints.shape[1] > 4 else None)


def strongest_one(posed: PosedModel) -> Positions | None:
    """Only the joint of the largest weight is used: rigid skinning."""
    return _with_influences(posed, lambda stored: _strongest(stored, 1))


def repeated_joint(posed: PosedModel) -> Positions | None:
    """Where one vertex names a joint twice, only the later weight is used."""

    def replaced(stored: Influences) -> Influences | None:
        joints, weights = stored.joints, stored.weights
        kept = weights.copy()
        for i in range(weights.shape[1] - 1):
            again = (joints[:, i + 1 :] == joints[:, i : i + 1]) & (weights[:, i + 1 :] != 0.0)
            kept[again.any(axis=1), i] = 0.0
        return None if np.array_equal(kept, weights) else Influences(joints, kept)

    return _with_influences(posed, replaced)


def unweighted_at_rest(posed: PosedModel) -> Positions | None:
    """Vertices whose weights sum to zero are left where the mesh has them."""
    out, any_unweighted = [], False
    for part, positions in zip(posed.model.parts, posed.positions(), strict=True):
        influences = posed.model.influences(part)
        if influences is not None:
            zero = influences.weights.astype(np.float64).sum(axis=1) == 0.0
            any_unweighted = any_unweighted or bool(zero.any())
            positions[:, zero] = posed.morphed_positions(part)[:, zero]
        out.append(positions)
    return tuple(out) if any_unweighted else None


def morphs_ignored(posed: PosedModel) -> Positions | None:
    """Morph targets are not applied."""
    if not any(weights.any() for weights in posed.pose.morph_weights):
        return None
    silent = tuple(np.zeros_like(weights) for weights in posed.pose.morph_weights)
    return dataclasses.replace(posed, pose=dataclasses.replace(posed.pose, morph_weights=silent)).positions()


def dual_quaternions(posed: PosedModel) -> Positions | None:
    """Rigid motions are blended as dual quaternions instead of matrices."""
    return _by_form(posed, "dual-quaternion")


def preserve_volume(posed: PosedModel) -> Positions | None:
    """Blender's Preserve Volume is switched on."""
    return _by_form(posed, "preserve-volume")


def not_skinned(posed: PosedModel) -> Positions:
    """Positions are left as the mesh has them."""
    count = len(posed.times)
    return tuple(
        np.broadcast_to(base, (count, *base.shape[1:])) for base in map(posed.morphed_positions, posed.model.parts)
    )


def z_up(posed: PosedModel) -> Positions:
    """Positions are left in a space where +Z is up: (x, y, z) became (x, -z, y)."""
    return tuple(positions[..., [0, 2, 1]] * np.array([1.0, -1.0, 1.0]) for positions in posed.positions())


def _by_form(posed: PosedModel, form: str) -> Positions | None:
    """Positions with skinned parts by another form; None if nothing is skinned, or the form refuses the skin."""
    if not any(map(posed.model.is_skinned, posed.model.parts)):
        return None
    try:
        return tuple(
            np.stack([FORMS[form](posed_part(posed, part, t)) for t in range(len(posed.times))])
            if posed.model.is_skinned(part)
            else posed.part_positions(part)
            for part in posed.model.parts
        )
    except np.linalg.LinAlgError:  # an inverse bind matrix is singular: its joint has no place in the bind pose
        return None


def _strongest(stored: Influences, count: int) -> Influences:
    kept = np.argsort(-stored.weights, axis=1, kind="stable")[:, :count]
    return Influences(np.take_along_axis(stored.joints, kept, axis=1), np.take_along_axis(stored.weights, kept, axis=1))


def _with_influences(posed: PosedModel, change: Callable[[Influences], Influences | None]) -> Positions | None:
    """Positions with the influences of every primitive changed; None if ``change`` changes none of them."""
    model = with_influences(posed.model, change)
    return None if model is posed.model else dataclasses.replace(posed, model=model).positions()


def _moved_by_mesh_node(posed: PosedModel, matrix: Callable[[Float64], Float64]) -> Positions:
    out = []
    for part, positions in zip(posed.model.parts, posed.positions(), strict=True):
        if not posed.model.is_skinned(part):
            out.append(positions)
            continue
        m = matrix(posed.world[:, part.node])
        out.append(positions @ m[..., :3].swapaxes(-1, -2) + m[:, None, :, 3])
    return tuple(out)


def _singular(matrix: Float64) -> bool:
    return bool((np.linalg.det(matrix[..., :3]) == 0.0).any())
