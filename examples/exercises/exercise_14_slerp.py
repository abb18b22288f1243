"""Exercise 14 of the guide: see ``docs/guide``, page 3."""

from __future__ import annotations

from skinning_core.model import Float64


def slerped(a: Float64, b: Float64, u: float) -> Float64:
    """(4,) unit quaternion at the fraction ``u`` of the way between two keys of a LINEAR rotation track.

    a and b: (4,) xyzw, as stored: rounded, so of a length near one only. They may be equal, or more than a right angle
    apart.
    """
    raise NotImplementedError("yours to write")
