"""How far an engine may be off before it counts as a difference, and why.

Errors are relative to the reference's diagonal. All engines but the reference work in float32. Blender's armature on
the exact rig stays within 1.3e-6 on all real and hard models, unless float32 is the floor: the model's numbers tell,
and each reason has its own figure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...model import Bool, Float64, Model
from ...pose.pose import rest_pose, world_matrices
from ...skinned import Skinned
from ...subject import AFFINE
from ...text.sentence import joined, sentence
from .difference import guarded_scale
from .float32_floor import LONG_CHAIN, WIDE_SPAN, chain_reason, chain_span, longest_chain, span_reason

#: Error of float32 skin palettes and positions on an ordinary character, for all engines. Measured: fast path and
#: shader at most 1e-6, Blender's armature on the exact rig at most 1.3e-6.
ORDINARY = 3e-6

#: What scales apart along a chain may add, times their ratio: ORDINARY at WIDE_SPAN. Measured in Blender at 100 : 1:
#: 1.1e-6 on the exact rig, 1.12e-5 on the rig for animation. 1.2e-5 is allowed there.
PER_SPAN = ORDINARY / WIDE_SPAN

#: The most that they may add, whatever their ratio.
SPAN_LIMIT = 3e-5

#: What each node of a long chain may add: ORDINARY at LONG_CHAIN. Measured in Blender: 3.45e-6 with 300 nodes; 9e-6 is
#: allowed there.
PER_NODE = ORDINARY / LONG_CHAIN


@dataclass(frozen=True)
class Tolerance:
    """A limit for relative errors; if it is not the ordinary one, the reason in words."""

    limit: float
    reason: str = ""
    asked: bool = False  # the user's own


def tolerance(model: Model, rounding: float, *, asked: float | None = None, exact: bool = False) -> Tolerance:
    """The limit for any engine on this model; ``asked``, the user's own, comes first.

    ``rounding``: ``rounding_floor`` over all compared times. ``exact``: both sides are float64, so float32 is no
    excuse.
    """
    if asked is not None or exact:
        return Tolerance(ORDINARY if asked is None else asked, asked=asked is not None)
    # Scales at rest only: those of clips and inverse bind matrices were measured to cost no more than ORDINARY.
    span = chain_span(model, world_matrices(rest_pose(model.nodes)))
    far_apart, long_chain = span_reason(span), chain_reason(model)
    coordinates = "coordinates so large that float32 rounds off up to {rounding:.1e} of the size"
    floors = [
        (min(PER_SPAN * span, SPAN_LIMIT), far_apart),
        (PER_NODE * longest_chain(model), long_chain),
        (rounding, sentence(coordinates, rounding=rounding) if rounding > ORDINARY else None),
    ]
    found = [(floor, reason) for floor, reason in floors if reason is not None]
    if not found:
        return Tolerance(ORDINARY)
    reasons = joined([reason for _, reason in found])
    return Tolerance(max(floor for floor, _ in found), sentence("float32 is the floor: {reasons}", reasons=reasons))


def largest_coordinate(reference: Skinned, counting: Bool) -> Float64:
    """(T,) metres: the largest coordinate on the way to a vertex, of positions and of nodes' origins.

    ``counting``: (N,) the nodes on that way.
    """
    low, high = reference.bounds
    largest: Float64 = np.where(high >= low, np.maximum(np.abs(low), np.abs(high)), 0.0).max(axis=1)
    if reference.node_globals is not None:
        origins = np.abs(reference.node_globals[..., :3, 3][:, counting])
        largest = np.fmax(largest, np.fmax.reduce(origins, axis=(1, 2), initial=0.0))
    return largest


def rounding_floor(largest: Float64, diagonal: Float64, roundings: float = AFFINE) -> float:
    """Float32's roundings of coordinates as large as ``largest`` (T,), relative to diagonals (T,); metres."""
    rounding: Float64 = roundings * 2.0**-24 * largest / guarded_scale(diagonal)
    return float(rounding.max(initial=0.0))
