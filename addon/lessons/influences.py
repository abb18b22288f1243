"""Columns of the words that show influences: which joints, how much, and what becomes of other weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64, Influences, Model, Part
from ...skinning_core.skin.influence import lost_weight, normalised_weights, with_influences, with_strongest
from ...skinning_core.skin.posed_model import posed_model
from ..gpu.data import column, tint
from ..gpu.data.column import Column, Scale
from .motif import Motif, find_joint
from .results import at_most, of_size


def weights(subject: Motif, joint: str) -> Column:
    """The weights of one joint."""
    node = find_joint(subject.model, joint)

    def paint(model: Model, part: Part) -> np.ndarray:
        return tint.by_weight(tint.weight_of(model, part, node))

    painted = column.posed(subject.model, subject.pose, f"weights of {subject.joint_name(node)}", paint)
    return replace(painted, legend=Scale("weight 0", "1", tint.by_weight))


def isolated(subject: Motif, joint: str) -> Column:
    """The faces that one joint moves."""
    node = find_joint(subject.model, joint)
    label = f"moved by {subject.joint_name(node)}"
    piece = column.posed(subject.model, subject.pose, label, subject.paint, only=node)
    return replace(piece, grounded=False)  # it hangs in the air without the rest


def of_joints(subject: Motif, _: str) -> Column:
    """One colour per joint, mixed by weights."""
    return column.posed(subject.model, subject.pose, "one colour per joint", tint.by_joint)


def beyond(subject: Motif, text: str) -> Column:
    """The weight that vertices lose if an engine keeps their N strongest influences, and how far that moves them."""
    count = _count(text)
    model = subject.model
    lost = [_lost(model, part, count) for part in model.parts]
    top = max((float(share.max(initial=0.0)) for share in lost), default=0.0)
    kept = posed_model(with_strongest(model, count), subject.played, [subject.time]).positions()
    moved = of_size(subject.skinned_by("reference"), tuple(p[0] for p in kept))
    label = f"beyond the strongest {count}: {at_most(moved)} of its size apart"
    colors = [tint.by_weight(share / (top or 1.0)) for share in lost]
    painted = column.posed(
        model, subject.pose, label, lambda model, part: colors[next(k for k, p in enumerate(model.parts) if p is part)]
    )
    return replace(painted, legend=Scale("weight lost: 0", f"{100 * top:.2g} %", tint.by_weight))


def _count(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0):
        raise SkinproofError(f"beyond:{text} names no number of influences", fix="such as beyond:4")
    return int(text)


def _lost(model: Model, part: Part, count: int) -> Float64:
    influences = model.influences(part)
    if influences is None:
        return np.zeros(model.primitive(part).vertex_count)
    return lost_weight(influences.joints, influences.weights, count)


def weight_sum(subject: Motif, text: str) -> Column:
    """What weights that add up to another number than one do, if they are used as they are."""
    try:
        total = float(text)
    except ValueError:
        total = 0.0
    if not 0.0 < total <= 10.0:
        raise SkinproofError(f"weightsum:{text} is no sum of weights", fix="such as weightsum:0.9")

    def scaled(stored: Influences) -> Influences:
        return Influences(stored.joints, normalised_weights(stored.weights) * total)

    posed = posed_model(with_influences(subject.model, scaled), subject.played, [subject.time])
    places = tuple(p[0] for p in posed.positions(raw_weights=True))
    return column.of_positions(subject.model, places, f"weights that add up to {total:g}", subject.colors)
