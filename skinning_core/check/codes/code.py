"""A finding's code: from ``codes.json``, for what is not read, or for limits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ...files.limits import DEFAULT, MEANINGS, code_of, option_name
from ...model import FORBIDDEN, UNJUDGED

#: error: the file breaks the specification; warning: engines will disagree, or numbers are lost; information: worth
#: knowing if results differ.
Severity = Literal["error", "warning", "information"]


@dataclass(frozen=True)
class Code:
    """A code's meaning, and what to do, both as sentences."""

    name: str
    severity: Severity
    meaning: str
    advice: str
    words: str = ""  # of a finding, with places for values; empty: they stand in the rules


def _areas() -> dict[str, tuple[Code, ...]]:
    areas = json.loads(Path(__file__).with_name("codes.json").read_text(encoding="utf-8"))
    return {area: tuple(Code(name, **row) for name, row in codes.items()) for area, codes in areas.items()}


#: The codes of each area of ``codes.json``, in order.
AREAS = _areas()

#: Data that could move a vertex and are not judged: `verify` says "not judged", unless --accept allows them.
UNREAD: tuple[Code, ...] = tuple(
    Code(
        name,
        "error" if name in FORBIDDEN else "warning",
        f"Not judged, though it could move a vertex: {meaning}.",
        f"Export without it, or leave it out of the verdict: verify --accept {name}.",
    )
    for name, meaning in UNJUDGED.items()
)

#: One code per limit, for a file that asks for more.
LIMITS: tuple[Code, ...] = tuple(
    Code(
        code_of(name),
        "error",
        f"The file asks for more than {getattr(DEFAULT, name):,} {meaning}.",
        f"If you want that, allow it: --limit {option_name(name)}=N.",
    )
    for name, meaning in MEANINGS.items()
)
