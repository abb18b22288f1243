"""What the live verdict says of one moment, for panel and views."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.compare.judge.frame_difference import FrameDifference
from ...skinning_core.compare.judge.verdict import Verdict
from ...skinning_core.model import Float, Float64, Model


@dataclass(frozen=True, eq=False)
class LiveFrame:
    """What the live verdict last said; with a ``why`` it is not judged, and nothing else is told."""

    character: str  # its id
    why: str = ""  # why not judged, and what to do; empty: judged
    model: Model | None = None
    difference: FrameDifference | None = None
    verdict: Verdict | None = None
    positions: tuple[Float, ...] = ()  # per part (V, 3), at the import's place, glTF's axes
    place: Float64 | None = None  # (4, 4) Blender's world: from there to where it stands
    joint: str = ""  # the worst vertex follows it most
    seconds: float = 0.0  # a look's cost, on average
    ended: float = 0.0  # its end by ``perf_counter``

    @property
    def point(self) -> Float64 | None:
        """(3,) the worst vertex at the import's place, glTF's axes; None if there is none."""
        if self.difference is None or self.difference.worst is None:
            return None
        part, vertex = self.difference.worst
        return np.asarray(self.positions[part][vertex].astype(np.float64))
