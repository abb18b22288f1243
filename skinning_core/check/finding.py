"""A finding, and the severities of all codes there are.

One finding gathers all places of one kind under one pointer, and says how many there are. What the codes mean, and what
to do about each, stands in `codes`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .codes import ALL, Severity

#: Every code, with its severity.
CODES: dict[str, Severity] = {name: code.severity for name, code in ALL.items()}


@dataclass(frozen=True)
class Finding:
    """One thing found."""

    code: str  # one of CODES
    pointer: str  # JSON pointer into a glTF document ("/skins/0"); empty: the file as a whole
    sentence: str  # with the numbers

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return CODES[self.code]
