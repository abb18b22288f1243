"""One code that a finding may have, and those of ``codes.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
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


def _areas() -> dict[str, tuple[Code, ...]]:
    areas = json.loads(Path(__file__).with_name("codes.json").read_text(encoding="utf-8"))
    return {area: tuple(Code(name, **row) for name, row in codes.items()) for area, codes in areas.items()}


#: By area of ``codes.json``, its codes in the order of the file.
AREAS = _areas()
