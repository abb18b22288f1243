"""``skinproof grade``: one's own engine's results for the corpus, by the ordinary judge.

Positions and normals are two scores: most engines carry normals as directions, which is wrong if anything scales.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from ...compare.between.result_file import Stored, read_results
from ...compare.causes.guide_page import page_of
from ...compare.judge.comparison import Comparison
from ...compare.judge.question import Question, Times
from ...compare.judge.verification import Verification, verify
from ...error import SkinproofError
from ...load import load_model
from .cases.case import CorpusCase, Norm
from .cases.every import CASES
from .folder import MadeCase, made_cases

#: Endings of results, in this order; a folder holds frames as .obj or .ply.
ENDINGS = (".json", ".npz", ".csv", "")


#: No fault: glTF 2.0, C.4, "Implementations MAY approximate these equations to reach application-specific accuracy
#: and/or performance targets".
_PERMITTED = "nlerp"


class Mark(Enum):
    """How a case went, in one of the two scores."""

    PASSED = "passed"
    APPROXIMATED = "approximated"  # rotations by nlerp between keys, which section C.4 permits
    FAILED = "failed"
    MISSING = "not given"


@dataclass(frozen=True)
class CaseGrade:
    """One case of one engine."""

    case: CorpusCase
    needs: tuple[str, ...]
    positions: Mark
    normals: Mark
    error: float | None = None  # the farthest vertex, of the size; None: nothing could be compared
    degrees: float | None = None  # of the normal that is turned farthest
    sentence: str = ""  # what went wrong
    causes: tuple[str, ...] = ()  # what it looks like, one sentence each
    pages: tuple[str | None, ...] = ()  # of the guide, one for each


@dataclass(frozen=True)
class EngineGrade:
    """All cases of one engine, in the order of the corpus."""

    engine: str
    cases: tuple[CaseGrade, ...]

    def score(self, kind: str, norm: Norm | None = None) -> tuple[int, int]:
        """How many cases passed, of how many; kind: positions or normals. norm: this level only.

        A permitted approximation has passed. Nobody owes normals: only cases that have some count.
        """
        marks = [getattr(case, kind) for case in self.cases if norm is None or case.case.norm is norm]
        if kind == "normals":
            marks = [mark for mark in marks if mark is not Mark.MISSING]
        return marks.count(Mark.PASSED) + marks.count(Mark.APPROXIMATED), len(marks)

    @property
    def approximated(self) -> tuple[CaseGrade, ...]:
        """Cases with rotations approximated as the specification permits."""
        return tuple(case for case in self.cases if case.positions is Mark.APPROXIMATED)

    @property
    def broken_rung(self) -> CaseGrade | None:
        """The first rung that an engine owes and has wrong positions in, if any."""
        owed = [c for c in self.cases if c.case.rung and c.case.norm in (Norm.MUST, Norm.SHOULD)]
        rungs = sorted(owed, key=lambda c: c.case.rung)
        return next((c for c in rungs if c.positions not in (Mark.PASSED, Mark.APPROXIMATED)), None)

    def status(self, *, normals: bool) -> int:
        """The exit status: 0 all passed, 1 some are wrong, 3 none is wrong but some are missing."""
        marks = {c.positions for c in self.cases} | ({c.normals for c in self.cases} if normals else set())
        return 1 if Mark.FAILED in marks else 3 if Mark.MISSING in marks else 0


def grade(folder: Path) -> EngineGrade:
    """Judge the results in a folder, ``ID.json``, ``ID.npz``, ``ID.csv`` or ``ID/`` for each case.

    Raises ``SkinproofError`` if the folder is not there or holds no result of any case.
    """
    if not folder.is_dir():
        raise SkinproofError("there is no such folder", where=str(folder), fix="name the folder that a runner wrote")
    if all(_result_path(folder, case.id) is None for case in CASES):
        fix = f"name files by the case: {CASES[0].id}.json, .npz or .csv"
        raise SkinproofError("this folder holds no result of any case", where=str(folder), fix=fix)
    grades, engine = [], folder.name
    with tempfile.TemporaryDirectory() as made:
        for case in made_cases(proofs=False):
            path = _result_path(folder, case.case.id)
            if path is not None and path.suffix == ".json":
                engine = _said(path).get("engine", engine)
            grades.append(case_grade(case, path, Path(made)))
    return EngineGrade(str(engine), tuple(grades))


def _result_path(folder: Path, name: str) -> Path | None:
    return next((path for ending in ENDINGS if (path := folder / f"{name}{ending}").exists()), None)


def _said(path: Path) -> dict[str, Any]:
    """What a JSON result says beside its numbers; nothing if unreadable, which its reader tells."""
    try:
        document = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def case_grade(made: MadeCase, path: Path | None, folder: Path) -> CaseGrade:
    """The grade of one case; path: its results, if any; folder: for its file."""
    case, needs = made.case, tuple(made.entry["needs"])
    if path is None:
        return CaseGrade(case, needs, Mark.MISSING, Mark.MISSING, sentence="there is no result")
    refusal = _said(path).get("error") if path.suffix == ".json" else None
    if refusal is not None:
        return CaseGrade(case, needs, Mark.FAILED, Mark.MISSING, sentence=f"the engine gave up: {refusal}")
    for name, data in made.files.items():
        (folder / name).write_bytes(data)
    model = load_model(folder / made.entry["file"])
    question = Question(clips=(made.entry["clip"],), times=Times.at(made.entry["times"]))
    try:
        found = verify(model, {"results": Stored(model, read_results(path))}, question)
    except SkinproofError as error:
        told = str(error).replace(f"{path.parent}{os.sep}", "")
        return CaseGrade(case, needs, Mark.FAILED, Mark.MISSING, sentence=told)
    if found.failures:
        told = str(found.failures[0].sentence).replace(f"{path.parent}{os.sep}", "")
        return CaseGrade(case, needs, Mark.FAILED, Mark.MISSING, sentence=told)
    return _judged(case, needs, found)


def _judged(case: CorpusCase, needs: tuple[str, ...], found: Verification) -> CaseGrade:
    comparison = found.comparisons[0]
    grounds = list(found.verdict.grounds)
    wrong = [str(g.sentence) for g in _about(grounds, normals=False) if not g.acceptable]
    turned = [str(g.sentence) for g in _about(grounds, normals=True) if g.differs]
    angle = comparison.difference.normal_angle
    normals = Mark.MISSING if angle is None else Mark.FAILED if turned else Mark.PASSED
    causes = comparison.causes if wrong else ()
    return CaseGrade(
        case,
        needs,
        _mark(found, comparison, wrong),
        normals,
        float(np.nan_to_num(comparison.difference.max_relative, nan=np.inf)),
        None if angle is None else float(np.degrees(angle)),
        "; ".join(wrong or turned),
        tuple(str(cause.in_full) for cause in causes),
        tuple(page_of(cause.code) for cause in causes),
    )


def _mark(found: Verification, comparison: Comparison, wrong: Sequence[str]) -> Mark:
    """Of positions; a difference made by what the norm permits alone is an approximation."""
    if not wrong:
        return Mark.PASSED
    differing = {ground.code for ground in found.verdict.grounds if ground.differs}
    codes = {cause.code for cause in comparison.causes}
    permitted = differing <= {"POSITIONS", "NORMALS"} and codes == {_PERMITTED}
    return Mark.APPROXIMATED if permitted else Mark.FAILED


def _about(grounds: list[Any], *, normals: bool) -> Iterator[Any]:
    """The grounds of a verdict about normals, or the others."""
    return (g for g in grounds if g.code.startswith("NORMALS") is normals)
