"""A character's two rigs: exact, or for animation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ...skinning_core.model import Clip, Float64, Model
from ...skinning_core.pose.pose import rest_pose, world_matrices
from .animation_rig import keyed_throughout, plan_animation, standing_factors
from .bind_factor import bind_factors, in_bind_space
from .bones import SHORTEST, BonePlan, plan_bones
from .origin import sampled_points

#: Least length of a visible bone, as a share of the size of what bones deform.
_SHORTEST_PART = 0.005
#: Largest length of a bone that hides nothing, as a share of the same size.
_LONGEST_PART = 0.25

RigKind = Literal["EXACT", "ANIMATION"]


@dataclass(frozen=True, eq=False)
class RigPlans:
    """All that is decided about a character's armatures before Blender acts."""

    kind: RigKind
    factors: Float64  # (S, 3, 4) per skin: the file's positions -> the mesh's, both in glTF's axes
    model: Model  # with the factors in its meshes and inverse bind matrices
    plans: list[BonePlan]  # one per armature

    def whole_clip(self, clip: Clip) -> Clip:
        """The clip as actions hold it: for animation they pose every bone."""
        return clip if self.kind == "EXACT" else keyed_throughout(self.model, clip, self.plans)


def plan_rig(model: Model, kind: RigKind) -> RigPlans:
    """Plan the armatures of a model."""
    factors = bind_factors(model) if kind == "EXACT" else standing_factors(model)
    built = in_bind_space(model, factors)
    return RigPlans(kind, factors, built, plan_bones(built) if kind == "EXACT" else plan_animation(built))


def legible(planned: RigPlans) -> RigPlans:
    """The same plans with bones long enough to see and no longer than what they deform.

    This holds at rest and as nodes pose them: files born as FBX scale bones by 100 in between.
    """
    world = world_matrices(rest_pose(planned.model.nodes))
    plans = []
    for plan in planned.plans:
        boxes = np.concatenate([plan.box(planned.model, s) for s in plan.skins])
        posed = sampled_points(planned.model, plan.skins, world)[1]
        scales = np.cbrt(np.abs(np.linalg.det(world[plan.nodes, :, :3]))) * np.abs(plan.sizes)
        lengths = _seen(plan.lengths, np.ones(len(plan.nodes)), boxes)
        lengths = np.minimum(lengths, _seen(lengths, scales, posed))
        plans.append(replace(plan, lengths=np.maximum(lengths, SHORTEST)))
    return replace(planned, plans=plans)


def _seen(lengths: Float64, scales: Float64, points: Float64) -> Float64:
    """(B,) lengths of bones in proportion to (n, 3) points, when scaled by ``scales`` (B,)."""
    size = float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 0.0
    least, most = (share * size / np.where(scales > 0.0, scales, 1.0) for share in (_SHORTEST_PART, _LONGEST_PART))
    return np.clip(lengths, least, most) if size > 0.0 else lengths
