"""The two rigs that a character can have: exact, or for animation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ...skinning_core.model import Clip, Float64, Model
from .animation_rig import keyed_throughout, plan_animation, standing_factors
from .bind_factor import bind_factors, in_bind_space
from .bones import SHORTEST, BonePlan, plan_bones

#: Lengths of bones to be seen, as shares of the size of what they deform.
_SHORTEST_PART, _LONGEST_PART = 0.005, 0.25

RigKind = Literal["EXACT", "ANIMATION"]


@dataclass(frozen=True, eq=False)
class RigPlans:
    """All that is decided about a character's armatures before Blender is asked for anything."""

    kind: RigKind
    factors: Float64  # (S, 3, 4) per skin: the file's positions -> those of the mesh, both in glTF's axes
    model: Model  # with the factors in its meshes and inverse bind matrices
    plans: list[BonePlan]  # one per armature

    def whole_clip(self, clip: Clip) -> Clip:
        """The clip as its actions hold it: for animation, they say how every bone stands."""
        return clip if self.kind == "EXACT" else keyed_throughout(self.model, clip, self.plans)


def plan_rig(model: Model, kind: RigKind) -> RigPlans:
    """Plan the armatures of a model."""
    factors = bind_factors(model) if kind == "EXACT" else standing_factors(model)
    built = in_bind_space(model, factors)
    return RigPlans(kind, factors, built, plan_bones(built) if kind == "EXACT" else plan_animation(built))


def legible(planned: RigPlans) -> RigPlans:
    """The same plans with bones of lengths that can be seen and do not reach across the scene."""
    plans = []
    for plan in planned.plans:
        boxes = np.concatenate([plan.box(planned.model, s) for s in plan.skins])
        size = float(np.linalg.norm(np.ptp(boxes, axis=0)))
        lengths = np.clip(plan.lengths, _SHORTEST_PART * size, _LONGEST_PART * size) if size > 0.0 else plan.lengths
        plans.append(replace(plan, lengths=np.maximum(lengths, SHORTEST)))
    return replace(planned, plans=plans)
