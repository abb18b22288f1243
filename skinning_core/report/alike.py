"""Clips in which one thing was found share a row of a table, and its cause is told once. JSON has every clip."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..text.count import counted
from .text import shown

if TYPE_CHECKING:
    from ..compare.causes.cause import Cause
    from ..compare.judge.comparison import Comparison

#: Clips of one subject with a row each: so many are read at a glance.
FEW = 4


@dataclass(frozen=True)
class Alike:
    """Comparisons of one subject in which the same was found."""

    members: tuple[Comparison, ...]  # in the order of the clips, at least one
    clips: int  # of the subject in all, without the rest pose

    @property
    def worst(self) -> Comparison:
        """The member that stands for all."""
        return max(self.members, key=_badness)

    @property
    def name(self) -> str:
        """Run, "rest and all 14 clips", or "Run, Jump and 3 more clips" (the worst first)."""
        if len(self.members) == 1:
            return shown(self.worst.clip_name)
        clips = [member for member in self.members if member.clip is not None]
        with_rest = len(clips) < len(self.members)
        if len(clips) == self.clips:
            every = counted(self.clips, "clip") if self.clips == 1 else f"all {self.clips:,} clips"
            return f"rest and {every}" if with_rest else every
        names = [shown(member.clip_name) for member in sorted(self.members, key=_badness, reverse=True)]
        if len(names) == 2:
            return f"{names[0]}, {names[1]}"
        return f"{names[0]}, {names[1]} and {counted(len(names) - 2, 'more clip')}"

    @property
    def times(self) -> int:
        """Times of all together."""
        return sum(len(member.difference.times) for member in self.members)

    @property
    def causes(self) -> tuple[tuple[Cause, Alike], ...]:
        """Each cause once, as large as it gets, with its comparisons; the worst's come first."""
        largest: dict[str, Cause] = {}
        where: dict[str, list[Comparison]] = {}
        others = [member for member in self.members if member is not self.worst]
        for member in (self.worst, *others):
            for cause in member.causes:
                where.setdefault(cause.code, []).append(member)
                before = largest.get(cause.code)
                if before is None or cause.size > before.size:
                    largest[cause.code] = cause
        return tuple((cause, self._of(where[code])) for code, cause in largest.items())

    def _of(self, some: Iterable[Comparison]) -> Alike:
        chosen = {id(member) for member in some}
        return Alike(tuple(member for member in self.members if id(member) in chosen), self.clips)


def rows(comparisons: Sequence[Comparison], *, every: bool) -> list[Alike]:
    """The rows of a table; without ``every``, what is alike shares one if a subject has more than a few."""
    if every or all(len(own) <= FEW for own in _by(comparisons, lambda each: each.engine)):
        return _apart(comparisons)
    return _alike(comparisons, lambda each: (*_found(each), str(each.verdict.words)))


def told_together(comparisons: Sequence[Comparison], *, every: bool) -> list[Alike]:
    """What is explained in one go; ``every``: each clip by itself."""
    return _apart(comparisons) if every else _alike(comparisons, _found)


def _found(comparison: Comparison) -> tuple[Hashable, ...]:
    """What was found, without figures and without what is small beside the rest."""
    verdict = comparison.verdict
    scene = tuple(getattr(change, "code", str(change)) for change in comparison.changes)
    causes = tuple(cause.code for cause in comparison.causes[:1])
    region = any(cause.region for cause in comparison.causes)
    steps = () if comparison.split is None else comparison.split.steps
    largest = max(steps, key=lambda step: step.share).name if steps else ""
    grounds = frozenset((ground.code, ground.about) for ground in verdict.grounds)
    return comparison.engine, comparison.decides, verdict.outcome, grounds, scene, causes, region, largest


def _apart(comparisons: Sequence[Comparison]) -> list[Alike]:
    return [Alike((each,), _clips(comparisons, each)) for each in comparisons]


def _alike(comparisons: Sequence[Comparison], key: Callable[[Comparison], Hashable]) -> list[Alike]:
    return [Alike(tuple(own), _clips(comparisons, own[0])) for own in _by(comparisons, key)]


def _by(comparisons: Sequence[Comparison], key: Callable[[Comparison], Hashable]) -> list[list[Comparison]]:
    """Comparisons by key, in their order."""
    groups: dict[Hashable, list[Comparison]] = {}
    for comparison in comparisons:
        groups.setdefault(key(comparison), []).append(comparison)
    return list(groups.values())


def _clips(comparisons: Sequence[Comparison], one: Comparison) -> int:
    """Clips in which a subject was compared."""
    own = {each.clip for each in comparisons if each.engine == one.engine and each.decides == one.decides}
    return len(own - {None})


def _badness(comparison: Comparison) -> tuple[int, int, float]:
    return comparison.verdict.level.rank, comparison.difference.lost, comparison.difference.max_relative
