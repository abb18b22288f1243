"""Mistakes of reading or keeping some of a track's keys only.

Each takes a state and returns another, as in ``mistake_pose``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container

from ...model import Float64, Track
from .mistake_listing import Change, retracked

#: The first key that is kept, and the step to the next one: every second, from the first or the second on.
HALVES = (slice(0, None, 2), slice(1, None, 2))

#: All keys but the first.
NO_FIRST = slice(1, None)

#: All keys but the last.
NO_LAST = slice(0, -1)


def some_keys(keys: slice, *, last: bool = False, of: Container[tuple[int, str]] | None = None) -> Change:
    """Tracks have some of their keys only, and ``last`` their last one too; tracks of one key are as they are.

    of: the nodes and paths whose tracks these are; None: all.
    """

    def change(track: Track, _: Float64) -> Track | None:
        if of is not None and (track.node, track.path) not in of:
            return None
        places = list(range(len(track.times)))[keys]
        if last and places and places[-1] != len(track.times) - 1:
            places.append(len(track.times) - 1)
        if not 0 < len(places) < len(track.times):
            return None
        return dataclasses.replace(
            track,
            times=track.times[places],
            values=track.values[places],
            in_tangents=None if track.in_tangents is None else track.in_tangents[places],
            out_tangents=None if track.out_tangents is None else track.out_tangents[places],
        )

    return retracked(change)
