"""What a comparison of engines over one clip is asked for, and what it answers about each engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..check.inspect import clip_name
from ..engine import Engines
from ..model import Float, Float64, Model
from .attribution import Attribution
from .cause import Cause
from .difference import Difference
from .split import Split
from .tolerance import Tolerance


@dataclass(frozen=True, eq=False)
class Request:
    """One clip of a model, the times to compare at, and the engines to compare with the reference."""

    model: Model
    clip: int | None  # index in Model.clips; None: the rest pose
    times: Float64  # (T,) seconds, at least one
    engines: Engines  # by the name that their comparisons carry
    asked: float | None = None  # the user's own tolerance for all engines; None: the ordinary one
    vertex_errors: int = 0  # at most so many vertex-time errors (4 bytes each) are kept; beyond, those of a few times

    @property
    def steps(self) -> int:
        """The number that ``measuring`` counts up to: each time is skinned by the reference and by every engine."""
        return len(self.times) * (1 + len(self.engines))

    @property
    def clip_name(self) -> str:
        """The clip's name as people read it."""
        return clip_name(self.model, self.clip)

    @property
    def vertices(self) -> int:
        """The number of vertices of all parts."""
        return sum(self.model.primitive(part).vertex_count for part in self.model.parts)


@dataclass(frozen=True, eq=False)
class VertexErrors:
    """Distances of every vertex from the reference at the times that were kept."""

    times: Float64  # (T,) seconds: all compared times
    kept: Mapping[int, tuple[Float, ...]]  # by index into times: per part (V,) float32 metres, NaN: could not be judged

    def nearest(self, time: float) -> int:
        """Index of the kept time that is nearest to ``time`` (seconds)."""
        indices = np.array(sorted(self.kept))
        return int(indices[np.argmin(np.abs(self.times[indices] - time))])


@dataclass(frozen=True)
class Comparison:
    """One engine against the reference over one clip."""

    clip: int | None
    clip_name: str
    engine: str
    difference: Difference
    tolerance: Tolerance
    attribution: Attribution | None  # at the telling times; None: within tolerance, or the engine has no matrices
    cause: Cause | None  # at the telling times; None: within tolerance, or no typical mistake explains it
    notes: tuple[str, ...]  # what the engine wants the user to know
    vertex_errors: VertexErrors | None = None  # None: not asked for
    split: Split | None = None  # at the worst time, for a file that differs; None: no other file, or no difference

    @property
    def passed(self) -> bool:
        """Everything was compared, nothing was lost, and all errors are within the tolerance."""
        complete = self.difference.lost == 0 and self.difference.compared > 0
        return complete and self.difference.max_relative <= self.tolerance.limit


@dataclass(frozen=True)
class Failure:
    """An engine that could not do its work."""

    clip: int | None
    clip_name: str
    engine: str
    sentence: str
