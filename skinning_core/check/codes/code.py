"""One code that a finding may have, those of ``codes.json``, and those of what is not read and of limits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ...files.limits import DEFAULT, MEANINGS, code_of, option_name
from ...model import FORBIDDEN, UNJUDGED

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
    words: str = ""  # of a finding, with places for its values; empty: they stand with the rules that give it


def _areas() -> dict[str, tuple[Code, ...]]:
    areas = json.loads(Path(__file__).with_name("codes.json").read_text(encoding="utf-8"))
    return {area: tuple(Code(name, **row) for name, row in codes.items()) for area, codes in areas.items()}


#: By area of ``codes.json``, its codes in the order of the file.
AREAS = _areas()

#: Data that could move a vertex and are not judged: `verify` says "not judged", unless --accept allows them.
UNREAD: tuple[Code, ...] = tuple(
    Code(
        name,
        "error" if name in FORBIDDEN else "warning",
        f"Something that could move a vertex is not judged: {meaning}.",
        f"Export without it, or leave it out of the verdict: verify --accept {name}.",
    )
    for name, meaning in UNJUDGED.items()
)

#: A file that asks for more than the reader allows: one code per limit.
LIMITS: tuple[Code, ...] = tuple(
    Code(
        code_of(name),
        "error",
        f"The file asks for more than {getattr(DEFAULT, name)} {meaning}.",
        f"If you want that, allow it: --limit {option_name(name)}=N.",
    )
    for name, meaning in MEANINGS.items()
)
