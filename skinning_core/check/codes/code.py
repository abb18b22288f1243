"""One code that a finding may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
