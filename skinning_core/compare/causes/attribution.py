"""A difference split in two: the pose's part and the deformation's.

If an engine gives its skin palettes (``Skinned.skin_palettes``; ``node_globals`` for unskinned parts), the reference
formula runs with them. What then differs from the reference is the pose: bone matrices. What is left to the engine's
result is the deformation. As vectors the two add up, so at the worst vertex each has a share along the difference. If
they work against each other, there are no shares.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...fast.exact_parts import part_positions
from ...model import Float, Float64, Model, Part
from ...skin.posed_model import PosedModel, posed_model
from ...skinned import Skinned
from ...text.sentence import Sentence, sentence
from ...transform import as_4x4
from ..measure.difference import distances, guarded_scale
from .chain import first_differing_node

#: Matrices that agree to this share of their largest entry are the same pose. BLAS rounds differently for other numbers
#: of
#: times: 3e-16 for a joint, 1e-14 down a chain of 300. Float32 begins at 6e-8.
_SAME = 1e-12

#: One part is the reason if it is this many times as large as the other.
_CLEARLY = 10.0


#: Rounding may take a share this far outside 0 to 1.
_SLACK = 0.01

#: The other part's share, if no larger, is not mentioned.
_NO_SHARE = 0.005


@dataclass(frozen=True, eq=False)
class LargestDistance:
    """How far one of the two parts moves its farthest vertex."""

    maximum: Float64  # (T,) metres; unusable positions do not count
    scale: Float64  # (T,) metres that lengths are divided by

    @property
    def max_relative(self) -> float:
        """The largest of all times, in sizes of the character."""
        return float(np.max(self.maximum / self.scale, initial=0.0))


@dataclass(frozen=True, eq=False)
class Attribution:
    """The two parts of a difference, relative to the same sizes."""

    pose: LargestDistance  # the reference formula with the engine's palette, against the reference
    deformation: LargestDistance  # the engine, against that
    first_node: int = -1  # the first wrong node down the chain; -1: the pose is right
    time: float = 0.0  # seconds, of the worst vertex
    along: float | None = None  # the pose's part along the worst vertex's difference; None: nothing differs
    recovered: bool = False  # the matrices were recovered from positions, not given
    left: float | None = None  # of the size: what no matrices explain, if there are no shares
    unknown: tuple[int, ...] = ()  # nodes of joints whose matrices no vertices pin down

    @property
    def reason(self) -> str:
        """The source of the larger errors: "pose", "deformation", "both", or "none"."""
        pose, deformation = self.pose.max_relative, self.deformation.max_relative
        if max(pose, deformation) == 0.0:
            return "none"
        if pose > _CLEARLY * deformation:
            return "pose"
        return "deformation" if deformation > _CLEARLY * pose else "both"

    @property
    def interacts(self) -> bool:
        """The two parts work against each other at the worst vertex, so neither has a share."""
        return self.along is not None and not -_SLACK <= self.along <= 1.0 + _SLACK

    @property
    def pose_share(self) -> float | None:
        """The pose's share at the worst vertex and its time, 0 to 1; None: no shares."""
        return None if self.along is None or self.interacts else min(max(self.along, 0.0), 1.0)

    @property
    def deformation_share(self) -> float | None:
        """The rest: the deformation's share."""
        return None if self.pose_share is None else 1.0 - self.pose_share

    @property
    def sentence(self) -> Sentence | str:
        """Where the difference comes from, and at which time; empty: nothing differs."""
        if self.left is not None:
            told = "{left:.2g} % of the size is no pose of these joints: other weights, other blending, or modifiers"
            return sentence(told, left=100.0 * self.left)
        if self.along is None:
            return ""
        pose = self.pose_share
        if pose is None:
            told = "at {time:.4g} s pose and deformation work against each other: neither has a share of the difference"
            return sentence(told, time=self.time)
        if pose <= _NO_SHARE:
            return sentence("bones are right, the skin is off (at {time:.4g} s)", time=self.time)
        if pose >= 1.0 - _NO_SHARE:
            return sentence("the skin is right, bones are off (at {time:.4g} s)", time=self.time)
        told = "{pose:.0f} % of it comes from the bones, {deformation:.0f} % from the skin (at {time:.4g} s)"
        return sentence(told, time=self.time, pose=100.0 * pose, deformation=100.0 * (1.0 - pose))


def attribute(model: Model, clip: int | None, reference: Skinned, other: Skinned) -> Attribution | None:
    """Split the difference between ``reference`` and ``other``; None: ``other`` gives no matrices.

    Both are of the same model, clip and times. Without a finite skin palette, node matrices move vertices. Parts
    without those too, or with the reference's matrices, keep its positions: all their difference is deformation.
    """
    if not other.skin_palettes and other.node_globals is None:
        return None
    posed = posed_model(model, model.clip(clip), reference.times)
    skin_palettes = [_skin_palette(model, skin, other) for skin in range(len(model.skins))]
    world = None if other.node_globals is None else other.node_globals[..., :3, :]
    positions = [
        _part_positions(posed, part, skin_palettes, world, ours)
        for part, ours in zip(reference.parts, reference.positions, strict=True)
    ]
    name = f"reference with the skin palette of {other.engine}"
    between = Skinned(name, reference.times, reference.parts, tuple(positions), (None,) * len(positions))
    pose, deformation = largest_distance(reference, between), largest_distance(between, other, reference)
    time, along = share_along(reference, between, other)
    return Attribution(pose, deformation, first_differing_node(model, reference, other), time, along)


def largest_distance(one: Skinned, other: Skinned, sized: Skinned | None = None) -> LargestDistance:
    """How far the vertices of two results are apart at most, in sizes of ``sized``, by default ``one``."""
    apart = distances(one, other)
    kinds = [np.fmax.reduce(kind, axis=1, initial=0.0) for kind in (apart.moving, apart.still)]
    return LargestDistance(np.maximum(*kinds), guarded_scale((one if sized is None else sized).diagonal))


def share_along(reference: Skinned, between: Skinned, other: Skinned) -> tuple[float, float | None]:
    """The time of the worst vertex, and the pose's share of its difference; shapes as in ``Skinned``."""
    per_part = distances(reference, other).per_part
    largest = np.array([np.fmax.reduce(distance, axis=1, initial=0.0) for distance in per_part])
    t = int(np.argmax(largest.max(axis=0) / guarded_scale(reference.diagonal)))
    k = int(np.argmax(largest[:, t]))
    if not largest[k, t]:
        return float(reference.times[0]), None
    at = t, int(np.nanargmax(per_part[k][t]))
    start, posed, end = (np.asarray(side.positions[k][at], np.float64) for side in (reference, between, other))
    whole = end - start
    return float(reference.times[t]), float((posed - start) @ whole / (whole @ whole))


def _skin_palette(model: Model, skin: int, other: Skinned) -> Float64:
    """(T, J, 3, 4) matrices by which a skin's joints move vertices; NaN: not given."""
    joints, inverse_bind = model.skins[skin].joints, model.skins[skin].inverse_bind
    given = other.skin_palettes[skin][1] if skin < len(other.skin_palettes) else None
    if other.node_globals is not None and (given is None or not np.isfinite(given).all()):
        return (other.node_globals[:, joints] @ as_4x4(inverse_bind))[..., :3, :]
    return np.full((len(other.times), len(joints), 3, 4), np.nan) if given is None else given[..., :3, :]


def _part_positions(
    posed: PosedModel, part: Part, skin_palettes: Sequence[Float64], world: Float64 | None, ours: Float
) -> Float:
    """Positions (T, V, 3) of a part with another engine's matrices; ``ours`` if these are none, or the same."""
    if posed.model.is_skinned(part):
        if not _another(skin_palettes[part.skin], posed.skin_palettes[part.skin]):
            return ours
        return part_positions(dataclasses.replace(posed, skin_palettes=tuple(skin_palettes)), part)
    if world is None or not _another(world[:, part.node], posed.world[:, part.node]):
        return ours
    return part_positions(dataclasses.replace(posed, world=world), part)


def _another(theirs: Float64, ours: Float64) -> bool:
    """Finite matrices (T, ..., 3, 4) differ from the reference's by more than float64's rounding."""
    if not np.isfinite(theirs).all():
        return False
    return bool(np.abs(theirs - ours).max(initial=0.0) > _SAME * np.abs(ours).max(initial=0.0))
