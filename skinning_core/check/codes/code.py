"""One code that a finding may have, and tables of them as text."""

from __future__ import annotations

import re
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


def read_codes(table: str) -> tuple[Code, ...]:
    """The codes of a table: of each, a line with name and severity, then, indented, ``what it means -> what to do``."""
    codes = []
    for entry in re.split(r"\n(?=\w)", table.strip()):
        head, _, text = entry.partition("\n")
        name, severity = head.split()
        meaning, _, advice = " ".join(text.split()).partition(" -> ")
        codes.append(Code(name, cast(Severity, severity), meaning, advice))
    return tuple(codes)
