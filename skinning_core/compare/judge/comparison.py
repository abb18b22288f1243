"""What is measured of subjects over one clip, and what follows for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...check.inspect import clip_name
from ...model import Bool, Float, Float64, Int, Model
from ...pose.stillness import still_parts
from ...skinned import SetAside, Skinned
from ...subject import Presence, Subject
from ..measure.difference import Difference
from ..measure.times import normal_times, unevenness
from ..measure.tolerance import Tolerance
from .question import Question
from .verdict import Verdict

if TYPE_CHECKING:  # imported only if something differs
    from ..between.added_vertices import OnlyThere
    from ..between.steps import Split
    from ..causes.attribution import Attribution
    from ..causes.cause import Cause

#: The cause "the rig cannot hold its file".
_RIG_LIMIT = "rig-limit"


@dataclass(frozen=True, eq=False)
class Request:
    """One clip of a model, its times, and the subjects to compare."""

    model: Model
    clip: int | None  # index in Model.clips; None: rest
    times: Float64  # (T,) seconds, at least one
    subjects: Mapping[str, Subject]  # by name
    question: Question = field(default_factory=Question)
    decides: bool = True  # False: times between a scene's frames, on which no verdict depends
    vertex_errors: int = 0  # vertex-time errors (4 bytes each) to keep at most; beyond that, only those of a few times
    picture: bool = False  # keep the worst time of what differs, to draw it

    @property
    def steps(self) -> int:
        """What ``measuring`` counts to: each time is skinned by the reference and every subject."""
        return len(self.times) * (1 + len(self.subjects))

    @property
    def clip_name(self) -> str:
        """The clip's name for people."""
        return clip_name(self.model, self.clip)

    @cached_property
    def with_normals(self) -> Bool:
        """(T,) the times at which normals are compared, if there are any."""
        if not self.question.normals:
            return np.zeros(len(self.times), bool)
        if self.question.every_normal or any(subject.every_normal for subject in self.subjects.values()):
            return np.ones(len(self.times), bool)
        clip, asked = self.model.clip(self.clip), self.question.clips
        clips = max(len(self.model.clips if asked is None else asked), 1)
        return normal_times(clip, self.times, self.moving_vertices, clips, unevenness(self.model, clip, self.times))

    @cached_property
    def vertices(self) -> int:
        """The number of vertices in all parts."""
        return int(self.model.part_starts[-1])

    @property
    def moving_vertices(self) -> int:
        """The number of vertices in parts that the clip moves."""
        still = still_parts(self.model, self.clip)
        moving = (part for part, stays in zip(self.model.parts, still, strict=True) if not stays)
        return sum(self.model.primitive(part).vertex_count for part in moving)


@dataclass(frozen=True, eq=False)
class VertexErrors:
    """Distances of every vertex from the reference, at some times."""

    times: Float64  # (T,) seconds: all compared times
    kept: Mapping[int, tuple[Float, ...]]  # by index into times: per part (V,) float32 metres; NaN: not judged

    def nearest(self, time: float) -> int:
        """Index of the kept time nearest to ``time``, seconds."""
        indices = np.array(sorted(self.kept))
        return int(indices[np.argmin(np.abs(self.times[indices] - time))])


@dataclass(frozen=True, eq=False)
class WorstFrame:
    """An engine's result at its worst time, one entry per part."""

    time: float  # seconds
    positions: tuple[Float, ...]  # (V, 3) world space, +Y up, metres; NaN: lost
    errors: tuple[Float, ...]  # (V,) distances from the reference, metres; NaN: lost
    triangles: tuple[Int, ...]  # (F, 3) vertices of the part


@dataclass(frozen=True)
class Comparison:
    """One subject against the specification over one clip."""

    clip: int | None
    clip_name: str
    engine: str  # the subject's name
    difference: Difference
    tolerance: Tolerance
    verdict: Verdict
    notes: tuple[str, ...]  # what the subject tells the user
    decides: bool = True  # see Request
    frame_rate: float | None = None  # frames per second of the subject's scene; None: no scene
    set_aside: tuple[SetAside, ...] = ()  # what acts beside the skin, each at its farthest
    presence: Presence | None = None  # None: a computed subject, which has all of the model
    attribution: Attribution | None = None  # at the telling times; None: the same, or no matrices
    causes: tuple[Cause, ...] = ()  # the largest first; (): the same, or unexplained
    changes: tuple[str, ...] = ()  # causes that the subject tells (``Subject.changes``)
    split: Split | None = None  # at the worst time, of another file that differs
    only_there: OnlyThere | None = None  # vertices that only another file has
    vertex_errors: VertexErrors | None = None  # None: not asked for
    frame: WorstFrame | None = None  # None: not asked for, or the same

    @property
    def largest(self) -> tuple[float, float]:
        """The largest error, relative and in metres: of the skin, or of a modifier that counts."""
        farthest, size = self.difference.farthest, self.difference.scale
        counting = {ground.about for ground in self.verdict.grounds if ground.code == "MODIFIER"}
        aside = [(each.share(size), each.farthest) for each in self.set_aside if each.name in counting]
        skin = self.difference.max_relative, 0.0 if farthest is None else farthest.distance
        return max([skin, *(each for each in aside if not np.isnan(each[0]))])

    @property
    def normal_angle(self) -> float | None:
        """The largest angle of a normal, radians; for a scene, at rest. None: none were compared."""
        at_rest = () if self.presence is None else self.presence.normals
        return max((each.angle for each in at_rest), default=self.difference.normal_angle)

    @property
    def normals_turned(self) -> tuple[float, ...] | None:
        """The shares of normals turned by more than each of ``TURNS``; for a scene, at rest."""
        at_rest = None if self.presence is None else self.presence.normals_turned
        return self.difference.normals_turned if at_rest is None else at_rest

    @property
    def why(self) -> tuple[str, ...]:
        """Why it differs, one sentence each, the most telling first; empty: not known.

        What the rig cannot hold of the file explains more than any edit.
        """
        limits = tuple(change for change in self.changes if getattr(change, "code", "") == _RIG_LIMIT)
        changes = tuple(change for change in self.changes if change not in limits)
        return (*limits, *changes, *(cause.in_full for cause in self.causes))


@dataclass(frozen=True, eq=False)
class Unexplained:
    """A comparison without causes yet, and both results at its telling times."""

    comparison: Comparison
    request: Request
    telling: tuple[tuple[Skinned, Skinned], ...]

    @property
    def size(self) -> tuple[int, float]:
        """Orders clips by how much they differ."""
        return self.comparison.difference.lost, self.comparison.difference.max_relative

    @property
    def bytes(self) -> int:
        """Memory of the positions."""
        return sum(p.nbytes for pair in self.telling for side in pair for p in side.positions)


@dataclass(frozen=True)
class Failure:
    """A subject that could not do its work."""

    clip: int | None
    clip_name: str
    engine: str
    sentence: str
