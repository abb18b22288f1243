"""Exercise 9 of the guide: see ``docs/guide``, page 9."""

from __future__ import annotations


def instance_time(clock: float, instance: int, offset: float, start: float, end: float) -> float:
    """The time in a looping clip that one character of a crowd is at.

    clock: seconds since the crowd began; may be negative. Each instance is ``offset`` seconds ahead of the one before.
    start and end: of the clip, seconds; the result lies in start <= t < end.
    """
    raise NotImplementedError("yours to write")
