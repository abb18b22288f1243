"""One code that a finding may have, and tables of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

#: error: the file breaks the specification; warning: engines will disagree about it, or numbers are lost; information:
#: the finding is worth knowing when results differ.
Severity = Literal["error", "warning", "information"]


@dataclass(frozen=True)
class Code:
    """What a code means, and what to do about it; both are sentences."""

    name: str
    severity: Severity
    meaning: str
    advice: str


def codes_of(table: str) -> tuple[Code, ...]:
    """The codes of a table that has three lines for each: severity and name, the meaning, the advice."""
    lines = [line.strip() for line in table.strip().splitlines()]
    heads = (head.split() for head in lines[::3])
    rows = zip(heads, lines[1::3], lines[2::3], strict=True)
    return tuple(Code(name, cast(Severity, severity), meaning, advice) for (severity, name), meaning, advice in rows)
