"""How far an engine may be from the reference before it counts as a difference, and where each figure comes from.

Errors are relative to the diagonal of the reference. The figures are those of float32, in which every engine but the
reference works; Blender's armature, evaluated on the exact rig, stays within 1.3e-6 on all real and hard models
except if float32 itself is the floor. Those cases are found from the model's own numbers and named, each with its own
figure.
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

#: The error that float32 skin palettes and positions cause on an ordinary character: the fast path and the shader were
#: measured at or below 1e-6, Blender's armature on the exact rig at or below 1.3e-6. One limit holds for all engines.
ORDINARY = 3e-6

#: What scales that lie apart along a chain may add, times their ratio: ORDINARY at WIDE_SPAN. Measured in Blender at
#: 100 : 1: 1.1e-6 on the exact rig, 1.12e-5 on the rig for animation, which may be off by 1.2e-5.
PER_SPAN = ORDINARY / WIDE_SPAN

#: What they may add at most, whatever their ratio.
SPAN_LIMIT = 3e-5

#: What each node of a long chain may add: ORDINARY at LONG_CHAIN. Measured in Blender: 3.45e-6 with 300 nodes, which
#: may be off by 9e-6.
PER_NODE = ORDINARY / LONG_CHAIN


@dataclass(frozen=True)
class Tolerance:
    """A limit for relative errors and, where it is not the ordinary one, the reason in words."""

    limit: float
    reason: str = ""
    asked: bool = False  # it is the user's own


def tolerance(model: Model, rounding: float, *, asked: float | None = None, exact: bool = False) -> Tolerance:
    """The limit for any engine on this model; ``asked``, the user's own, takes precedence.

    ``rounding``: the model's ``rounding_floor`` over all compared times. ``exact``: both sides are float64, so that
    nothing in float32 is an excuse.
    """
    if asked is not None or exact:
        return Tolerance(ORDINARY if asked is None else asked, asked=asked is not None)
    # Only scales at rest count here: as measured, those of clips and inverse bind matrices cost no more than ORDINARY.
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
    """(T,) metres: the largest coordinate met on the way to a vertex, of positions and of origins of nodes.

    ``counting``: (N,) the nodes whose origins are met on that way.
    """
    low, high = reference.bounds
    largest: Float64 = np.where(high >= low, np.maximum(np.abs(low), np.abs(high)), 0.0).max(axis=1)
    if reference.node_globals is not None:
        origins = np.abs(reference.node_globals[..., :3, 3][:, counting])
        largest = np.fmax(largest, np.fmax.reduce(origins, axis=(1, 2), initial=0.0))
    return largest


def rounding_floor(largest: Float64, diagonal: Float64, roundings: float = AFFINE) -> float:
    """Float32's roundings of coordinates as large as ``largest`` (T,), relative to diagonals (T,), both in metres."""
    rounding: Float64 = roundings * 2.0**-24 * largest / guarded_scale(diagonal)
    return float(rounding.max(initial=0.0))
