"""Bones that bend: other matrices along a bone move what follows its joint.

Blender's bendy bones do so. A bone of n segments has n + 1 matrices, and a vertex takes the two of the segment beside
it (BKE_pchan_bbone_deform_segment_index). That is a blend of matrices again, which ``palette`` recovers if a bone's
ends are known: its joint and the middle of its children, the last of a chain half as far again, as Skinproof's import
lays them. Bones that it makes shorter fit a little worse.

Matrices along a bone can do much. So this is looked for last, in places that few joints move, and each must be
explained many times as well as by one matrix a joint. What no bones make gains ten times at most (measured).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ...compare.causes.engine_state import EngineState
from ...compare.causes.explainer import Evidence, Explainer, Findings
from ...compare.causes.mistake import Mistake
from ...compare.causes.naming import named_of_all
from ...compare.causes.palette import moved_by_few, recovered_palette
from ...compare.causes.sample import in_sizes
from ...compare.measure.difference import guarded_scale
from ...compare.measure.tolerance import ORDINARY
from ...model import Bool, Float, Float64, Influences, Int, Model, Part
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from ...transform import inverse

#: Segments that are tried, the most usual first.
_SEGMENTS = (8, 4, 3, 2, 5, 6, 10, 12, 16)

#: They must leave so many times less than one matrix for each joint.
_BETTER = 50.0

#: Joints looked at together, at most.
_JOINTS = 6

#: Their vertices looked at, about, at most.
_VERTICES = 1200

#: Places looked at in a part, at most.
_PLACES = 12

#: Share of the differing vertices that must have been looked at.
_SEEN = 0.5

#: A bone's longest reach, in sizes of the mesh, as Skinproof's import draws it.
_LONGEST = 0.25

#: It cannot be made on purpose: its matrices are known for some vertices only.
BENT_BONES = Mistake("bones-bend", "blending", lambda _course: None)


@dataclass(frozen=True, eq=False)
class _Place:
    """Some vertices of a part that few joints move."""

    base: Float64  # (T or 1, n, 3) mesh space
    influences: Influences
    along: Float64  # (n, I) along the bone of each joint, from 0 to 1
    palette: Float64  # (T, J, 3, 4)
    wanted: Float64  # (T, n, 3) metres
    scale: Float64  # (T,) metres

    def residual(self, segments: int) -> float:
        """What any matrices leave, in sizes of the character; infinite if too few vertices tell."""
        at = self.along * segments
        below = np.minimum(np.floor(at), segments - 1).astype(np.intp)
        upper = at - below
        slots = self.influences.joints * (segments + 1) + below
        joints = np.concatenate([slots, slots + 1], axis=1)
        weights = self.influences.weights
        weights = np.concatenate([weights * (1.0 - upper), weights * upper], axis=1)
        expected = np.repeat(self.palette, segments + 1, axis=1)
        found = recovered_palette(self.base, Influences(joints, weights), self.wanted, expected)
        return found.farthest(self.scale) if found.tells else np.inf

    def stiff(self) -> float:
        """What one matrix for each joint leaves, in sizes of the character."""
        return recovered_palette(self.base, self.influences, self.wanted, self.palette).farthest(self.scale)


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """Bones that bend, if nothing else explains any of the result."""
    if evidence.search.done or evidence.linear or evidence.found is not None:
        return None
    yield
    left = residual_of_bent_bones(evidence.posed, evidence.reference, evidence.other)
    if left is None:
        return None
    cause = named_of_all(evidence.posed, evidence.reference, evidence.other, BENT_BONES, left)
    return Findings((cause,), (), final=True)


def residual_of_bent_bones(posed: PosedModel, reference: Skinned, other: Skinned) -> float | None:
    """What bending bones leave of the largest distance, in sizes of the character; None: they do not explain it."""
    state, scale, residuals = EngineState(posed), guarded_scale(reference.diagonal), list[float]()
    differing, seen, missed = 0, 0, 0
    segments: tuple[int, ...] = _SEGMENTS
    errors = (error.max(axis=0) for error in in_sizes(reference.positions, other.positions, scale))
    for part, theirs, error in zip(posed.model.parts, other.positions, errors, strict=True):
        left: Bool = error > ORDINARY  # those that the other lost are no numbers
        differing += int(left.sum())
        for _ in range(_PLACES if posed.model.is_skinned(part) else 0):
            if not left.any():
                break
            worst = np.argsort(-np.where(left, error, -1.0), kind="stable")[: min(_VERTICES, int(left.sum()))]
            inside = np.isfinite(error) & moved_by_few(state.skinning(part), worst, _JOINTS)
            place = _place(state, part, np.flatnonzero(inside), theirs, scale)
            allowed, found = place.stiff() / _BETTER, [place.residual(count) for count in segments]
            if min(found) <= allowed:
                segments = (segments[int(np.argmin(found))],)
                residuals.append(min(found))
            elif not residuals and min(found) < np.inf:
                return None
            else:
                missed += int((left & inside).sum())
            seen += int((left & inside).sum())
            left = left & ~inside
    if not residuals or seen < _SEEN * differing or missed > EXPLAINER.unexplained * seen:
        return None
    return max(residuals)


def _place(state: EngineState, part: Part, rows: Int, theirs: Float, scale: Float64) -> _Place:
    """Rows (n,) of a part as a place: not too many, and each point of the mesh once."""
    positions, influences = state.model.primitive(part).positions, state.skinning(part)
    rows = rows[np.unique(positions[rows], axis=0, return_index=True)[1]]
    rows = rows[:: 1 + len(rows) // _VERTICES]
    base, joints = state.base(part)[:, rows], influences.joints[rows].astype(np.intp)
    heads, limbs = _bones(state.model, part)
    along = np.einsum("nic,nic->ni", base[0][:, None] - heads[joints], limbs[joints])
    return _Place(
        base,
        Influences(joints, influences.weights[rows]),
        np.clip(along, 0.0, 1.0),
        state.posed.skin_palettes[part.skin],
        np.asarray(theirs[:, rows], np.float64),
        scale,
    )


def _bones(model: Model, part: Part) -> tuple[Float64, Float64]:
    """(J, 3) joints at bind, and (J, 3) vectors along their bones whose product with a bone's own is one."""
    skin = model.skins[part.skin]
    heads = inverse(skin.inverse_bind)[:, :, 3]
    place = {node: k for k, node in enumerate(skin.joints.tolist())}
    above = np.array([place.get(int(model.nodes.parents[node]), k) for node, k in place.items()], np.intp)
    child = np.flatnonzero(above != np.arange(len(above)))
    count = np.bincount(above[child], minlength=len(above))[:, None]
    total = np.zeros_like(heads)
    np.add.at(total, above[child], heads[child])
    limbs = np.where(count > 0, total / np.maximum(count, 1) - heads, 0.5 * (heads - heads[above]))
    length = np.maximum(np.linalg.norm(limbs, axis=1, keepdims=True), 1e-30)
    whole = np.concatenate([model.primitive(each).positions for each in model.parts if each.skin == part.skin])
    size = float(np.linalg.norm(np.ptp(whole, axis=0)))
    return heads, limbs / length / np.clip(length, 1e-30, _LONGEST * size)


#: Of the vertices looked at one in ten may lie where bones are shorter than assumed.
EXPLAINER = Explainer("bent bones", 70, 0.1, _explain)
