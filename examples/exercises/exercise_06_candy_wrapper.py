"""Exercise 6 of the guide: see ``docs/guide``, page 6."""

from __future__ import annotations


def twisted_radius(angle: float) -> float:
    """The radius left of a tube of radius 1 where two joints pull equally and one is twisted by ``angle`` radians.

    Linear blend skinning takes the mean of the two places. At half a turn nothing is left: the candy wrapper.
    """
    raise NotImplementedError("yours to write")
