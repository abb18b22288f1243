"""Exercise 12 of the guide: see ``docs/guide``, page 12."""

from __future__ import annotations


def md5_orientation(x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """(x, y, z, w) the unit quaternion of which an MD5 file stores three numbers. Its w is never positive."""
    raise NotImplementedError("yours to write")
