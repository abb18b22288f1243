"""What is left to explain when all clips are measured, and in which of them causes are looked for.

A search costs as much as some hundred evaluated times, and what is wrong in a subject is mostly wrong in all its clips.
So causes are looked for in the clip that differs most. What was found is made in the others too, which costs a
thousandth. A clip that it does not explain is searched itself if anybody would see its difference, and few are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from ...text.count import counted
from ...text.sentence import sentence
from .comparison import Comparison, Unexplained
from .level import Level, level_of_error

#: Clips of one subject that are searched, at most.
MOST_SEARCHED = 3

#: Bytes of positions that are kept of all clips until they are explained; of more, those that differ most.
_KEPT = 256 << 20


def affordable(cases: Sequence[Unexplained], left: Counter[str]) -> list[Unexplained]:
    """Those that differ most of each subject, and as many more as memory allows, the largest first.

    The others are counted in ``left``, per subject.
    """
    ordered = sorted(cases, key=lambda case: case.size, reverse=True)
    first = {case.comparison.engine: case for case in reversed(ordered)}
    kept, taken = [], 0
    for case in ordered:
        taken += case.bytes
        if taken <= _KEPT or case is first[case.comparison.engine]:
            kept.append(case)
        else:
            left[case.comparison.engine] += 1
    return kept


@dataclass(frozen=True, eq=False)
class Explained:
    """What became of all comparisons that differ."""

    comparisons: dict[int, Comparison]  # by the ``id`` of a comparison: the same with its causes
    searched: dict[str, Comparison]  # per subject the first that was searched, which differs most
    left: Counter[str]  # per subject how many have no causes because they were not searched

    @property
    def notes(self) -> list[str]:
        """Per subject one sentence on clips that were not searched."""
        return [
            sentence(_TOLD, name=name, clip=self.searched[name].clip_name, clips=counted(left, "clip"))
            for name, left in self.left.items()
            if name in self.searched
        ]


#: What is told where clips are left without a search.
_TOLD = (
    "{name}: why it differs was looked for in {clip}, where it differs most; not in {clips} where less is off, unless "
    "asked about one alone"
)


def explaining_all(cases: Sequence[Unexplained], left: Counter[str]) -> Generator[None, None, Explained]:
    """Explain what is ``affordable``, with rests now and then. left: per subject the clips that were not."""
    result = Explained({}, {}, left.copy())
    if not cases:
        return result
    from ..causes.finder import Diagnosis
    from .explanation import explaining  # only if something differs

    known: dict[str, list[Diagnosis]] = {}
    for case in cases:
        name = case.comparison.engine
        found = known.setdefault(name, [])
        search = len(found) < MOST_SEARCHED and (not found or _visible(case))
        comparison, diagnosis = yield from explaining(case, found, search=search)
        result.comparisons[id(case.comparison)] = comparison
        if diagnosis is not None and search:
            found.append(diagnosis)
            result.searched.setdefault(name, comparison)
        elif diagnosis is None and not search:
            result.left[name] += 1
    return result


def _visible(case: Unexplained) -> bool:
    """Whether anybody would see the difference."""
    relative = case.comparison.difference.max_relative
    return level_of_error(relative, case.request.question.screen) is Level.VISIBLE
