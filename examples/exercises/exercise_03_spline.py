"""Exercise 3 of the guide: see ``docs/guide``, page 3."""

from __future__ import annotations

from skinning_core.model import Float64


def cubic_value(times: Float64, values: Float64, in_tangents: Float64, out_tangents: Float64, t: float) -> float:
    """The value at ``t`` seconds of a CUBICSPLINE track of numbers.

    times, values, in_tangents and out_tangents: (K,) arrays. Tangents are per second. Before the first key and after
    the last one the track holds its end value.
    """
    raise NotImplementedError("yours to write")
