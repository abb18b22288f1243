"""In which clips causes are looked for, when all are measured.

A search costs some hundred times of a clip, and clips of one subject mostly share their faults. So the clip that
differs most is searched, and its mistakes are tried on the others, for a thousandth of the cost. A clip that they do
not explain is searched only if its difference is visible.
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

#: Bytes of positions kept for explaining: those of clips that differ most.
_KEPT = 256 << 20


def affordable(cases: Sequence[Unexplained], left: Counter[str]) -> list[Unexplained]:
    """Each subject's worst case and as many more as memory allows, the largest first.

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
    """What became of the comparisons that differ."""

    comparisons: dict[int, Comparison]  # by ``id`` of a comparison: the same with its causes
    searched: dict[str, Comparison]  # per subject the first that was searched, its worst
    left: Counter[str]  # per subject how many were not searched and have no causes

    @property
    def notes(self) -> list[str]:
        """Per subject, a sentence on clips that were not searched."""
        return [
            sentence(_TOLD, name=name, clip=self.searched[name].clip_name, clips=counted(left, "clip"))
            for name, left in self.left.items()
            if name in self.searched
        ]


#: The note on clips that were not searched.
_TOLD = (
    "{name}: why it differs was looked for in {clip}, where it differs most; not in {clips} where less is off, unless "
    "asked about one alone"
)


def explaining_all(cases: Sequence[Unexplained], left: Counter[str]) -> Generator[None, None, Explained]:
    """Explain the ``affordable`` cases, with pauses. left: the others' number, per subject."""
    result = Explained({}, {}, left.copy())
    if not cases:
        return result
    from ..causes.finder import Diagnosis
    from .explanation import explaining  # only if something differs

    known: dict[str, list[Diagnosis]] = {}
    for case in cases:
        name = case.comparison.engine
        found = known.setdefault(name, [])
        level = level_of_error(case.comparison.difference.max_relative, case.request.question.screen)
        search = len(found) < MOST_SEARCHED and (not found or level is Level.VISIBLE)
        comparison, diagnosis = yield from explaining(case, found, search=search)
        result.comparisons[id(case.comparison)] = comparison
        if diagnosis is not None:
            found.append(diagnosis)
            result.searched.setdefault(name, comparison)
        elif not search and comparison.causes == case.comparison.causes:
            result.left[name] += 1
    return result
