"""What the live verdict says of one moment: figures and positions, which the panel and the views show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.compare.judge.frame_difference import FrameDifference
from ...skinning_core.compare.judge.verdict import Verdict
from ...skinning_core.model import Float, Float64, Model


@dataclass(frozen=True, eq=False)
class LiveFrame:
    """What the live verdict last said; with a ``why`` it is not judged, and nothing but that is told."""

    character: str  # its id
    why: str = ""  # not judged at the moment, and what to do; empty: judged
    model: Model | None = None
    difference: FrameDifference | None = None
    verdict: Verdict | None = None
    positions: tuple[Float, ...] = ()  # per part (V, 3), where the import put the character, glTF's axes
    place: Float64 | None = None  # (4, 4) Blender's world: from there to where it stands
    joint: str = ""  # that the worst vertex follows most
    seconds: float = 0.0  # what a look costs, on average
    ended: float = 0.0  # when it was over, by the clock of ``perf_counter``

    @property
    def point(self) -> Float64 | None:
        """(3,) where the worst vertex stands where the import put the character, glTF's axes; None: there is none."""
        if self.difference is None or self.difference.worst is None:
            return None
        part, vertex = self.difference.worst
        return np.asarray(self.positions[part][vertex].astype(np.float64))
