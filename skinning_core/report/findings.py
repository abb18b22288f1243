"""Findings of ``check`` as lines for a terminal, SARIF results and JUnit cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from ..check.codes import ALL
from ..check.finding import Finding
from ..text.count import counted
from .text import columns, printable

if TYPE_CHECKING:  # imported when a report is asked for
    from .junit import Case
    from .sarif import Result, SarifLevel

#: Shown findings of one code; a broken file may have thousands.
MOST = 5

#: The text of SARIF's rules.
RULES = {name: code.meaning for name, code in ALL.items()}

_LEVELS: dict[str, SarifLevel] = {"error": "error", "warning": "warning", "information": "note"}


def findings_lines(path: str, findings: Sequence[Finding]) -> list[str]:
    """A line with counts, then a table with the first few findings of each code."""
    rows: list[tuple[str, ...]] = []
    counts, shown = Counter(f.code for f in findings), Counter[str]()
    for f in findings:
        shown[f.code] += 1
        if shown[f.code] <= MOST:
            rows.append((f.severity, f.code, printable(f.pointer), printable(f.sentence)))
        elif shown[f.code] == MOST + 1:
            rows.append((f.severity, f.code, "...", f"and {counts[f.code] - MOST} more; --json has them all"))
    heading = f"{printable(path)}: {severities_counted(findings)}"
    return [heading, *columns(rows, left=range(4))] if rows else [heading]


def severities_counted(findings: Sequence[Finding]) -> str:
    """Errors, warnings and remarks in words."""
    kinds: list[str] = [f.severity for f in findings]
    words = (("error", "error"), ("warning", "warning"), ("information", "remark"))
    told = [counted(kinds.count(kind), word) for kind, word in words]
    return ", ".join(told) if findings else "nothing found"


def sarif_results(results: Sequence[tuple[str, Sequence[Finding]]], errors: Sequence[tuple[str, str]]) -> list[Result]:
    """A result per finding, and per file that could not be looked at (``errors``: path and sentence)."""
    from .sarif import Result

    told = [
        Result(f.code, _LEVELS[f.severity], f.sentence, PurePath(path).as_posix(), f.pointer)
        for path, findings in results
        for f in findings
    ]
    return told + [Result("UNREADABLE", "error", said, PurePath(path).as_posix()) for path, said in errors]


def junit_cases(results: Sequence[tuple[str, Sequence[Finding]]], errors: Sequence[tuple[str, str]]) -> list[Case]:
    """A test case per file, which fails if a finding is an error."""
    from .junit import Case

    cases = []
    for path, findings in results:
        severe = [f for f in findings if f.severity == "error"]
        message = "\n".join(f"{f.code} {f.pointer}: {f.sentence}" for f in severe)
        failed = Case("skinproof check", path, "failure", severe[0].code, message) if severe else None
        cases.append(failed or Case("skinproof check", path))
    return cases + [Case("skinproof check", path, "error", "UNREADABLE", said) for path, said in errors]
