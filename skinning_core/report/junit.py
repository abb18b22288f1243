"""Results as JUnit's XML, which every build server shows: one test case per model.

The layout is the Jenkins plug-in's schema, which GitLab, GitHub's actions, Azure and Jenkins read. Without times and
host, the same results give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Case:
    """``failure``: judged and found wanting; ``error``: could not be judged."""

    suite: str
    name: str
    outcome: Literal["passed", "failure", "error", "skipped"] = "passed"
    kind: str = ""  # of failure or error, one word or code
    message: str = ""


def junit_document(cases: Sequence[Case]) -> str:
    """The document of these cases in order; suites in the order of their first case."""
    suites: dict[str, list[Case]] = {}
    for case in cases:
        suites.setdefault(case.suite, []).append(case)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {_counts(cases)}>"]
    for name, own_cases in suites.items():
        lines.append(f"  <testsuite name={_quoted(name)} {_counts(own_cases)}>")
        lines += [_case(case) for case in own_cases]
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>\n"])


def _counts(cases: Sequence[Case]) -> str:
    outcomes = [case.outcome for case in cases]
    counts = {"tests": len(cases), "failures": outcomes.count("failure"), "errors": outcomes.count("error")}
    counts["skipped"] = outcomes.count("skipped")
    return " ".join(f'{name}="{count}"' for name, count in counts.items())


def _case(case: Case) -> str:
    start = f"    <testcase classname={_quoted(case.suite)} name={_quoted(case.name)}"
    if case.outcome == "passed":
        return start + "/>"
    told = f" type={_quoted(case.kind)}" if case.kind else ""
    detail = f"<{case.outcome} message={_quoted(case.message)}{told}>{_escaped(case.message)}</{case.outcome}>"
    return f"{start}>{detail}</testcase>"


def _quoted(text: str) -> str:
    from xml.sax.saxutils import quoteattr  # brings in the modules for HTTP and mail: only for who writes XML

    return quoteattr(_legal(text))


def _escaped(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(_legal(text))


def _legal(text: str) -> str:
    """Without what XML 1.0 forbids even when escaped: control characters and halves of surrogate pairs."""
    return "".join(
        c if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff" and c < "\ufffe") else "?" for c in text
    )
