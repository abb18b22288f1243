"""The list of typical mistakes of skinning code, which ``cause.find_cause`` compares with an engine's result.

A mistake made on purpose takes the reference's steps (``PosedModel``) and returns per-part positions (T, V, 3), or None
where the model cannot show it, as one that has no morph targets to forget or no second set of influences to drop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...model import Float64
from ...skin.posed_model import PosedModel
from . import mistake_importer as importer
from . import mistake_pose as pose
from . import mistake_vertex as vertex


@dataclass(frozen=True)
class Mistake:
    """One hypothesis: a stable name for machines, a sentence for people, and what it does."""

    name: str
    sentence: str
    positions: Callable[[PosedModel], tuple[Float64, ...] | None]


MISTAKES: tuple[Mistake, ...] = (
    Mistake("rest-pose", "the clip is not applied: this is the rest pose", pose.clip_ignored),
    Mistake("unnormalised-quaternions", "quaternions are not normalised before use", pose.unnormalised),
    Mistake("quaternion-order", "quaternions stored as x, y, z, w are read as w, x, y, z", pose.quaternion_order),
    Mistake("nlerp", "rotations are interpolated by component, not by slerp", pose.normalised_lerp),
    Mistake("step-as-linear", "STEP tracks are interpolated", pose.step_as_linear),
    Mistake("linear-as-step", "tracks are not interpolated: the key before holds", pose.linear_as_step),
    Mistake("tangents-dropped", "CUBICSPLINE tangents are ignored", pose.tangents_dropped),
    Mistake("tangents-unscaled", "CUBICSPLINE tangents are not multiplied by the key interval", pose.tangents_unscaled),
    Mistake("hierarchy-reversed", "world matrices are local times parent (order reversed)", pose.hierarchy_reversed),
    Mistake("palette-reversed", "inverse bind times world: the product is in reversed order", vertex.palette_reversed),
    Mistake("inverse-bind-ignored", "inverse bind matrices are not applied", vertex.inverse_bind_ignored),
    Mistake("bind-not-inverted", "bind matrices stand where their inverses belong", vertex.bind_not_inverted),
    Mistake("palette-transposed", "skin matrices are transposed (rows taken for columns)", vertex.palette_transposed),
    Mistake("joints-as-nodes", "JOINTS_n are taken for nodes, not for places in skin.joints", vertex.joints_as_nodes),
    Mistake(
        "bind-scale-dropped", "the mesh is moved into a guessed bind pose without scale", importer.bind_scale_dropped
    ),
    Mistake("mesh-node-applied", "the skinned mesh's node transform is applied on top", vertex.mesh_node_applied),
    Mistake("mesh-node-divided", "the skinned mesh's node transform is divided out", vertex.mesh_node_divided),
    Mistake("raw-weights", "weights are not divided by their sum", vertex.raw_weights),
    Mistake("first-four", "only the first four influences are used", vertex.first_four),
    Mistake("strongest-four", "only the four strongest influences are used", vertex.strongest_four),
    Mistake("strongest-one", "only the strongest influence is used (rigid skinning)", vertex.strongest_one),
    Mistake("repeated-joint", "of a joint named twice in a vertex only the later weight counts", vertex.repeated_joint),
    Mistake("unweighted-at-rest", "vertices without weights stay where the mesh has them", vertex.unweighted_at_rest),
    Mistake("morphs-ignored", "morph targets are not applied", vertex.morphs_ignored),
    Mistake("not-skinned", "positions are those of the mesh: nothing is skinned", vertex.not_skinned),
    Mistake(
        "bind-scale-dropped-nlerp",
        "the mesh is moved into a guessed bind pose without scale, and rotations are interpolated by component",
        importer.bind_scale_dropped_and_lerp,
    ),
    Mistake(
        "dual-quaternions",
        "motions are blended as dual quaternions (Preserve Volume)",
        vertex.dual_quaternions,
    ),
    Mistake("preserve-volume", "Blender's Preserve Volume is on", vertex.preserve_volume),
    Mistake("z-up", "the result is in a space where +Z is up", vertex.z_up),
)
