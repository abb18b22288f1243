"""A finding, and the severities of all codes.

One finding gathers all places of one kind under one pointer, and counts them. `codes` has each code's meaning.
"""

from __future__ import annotations

from dataclasses import dataclass

from .codes import ALL, Severity

#: Every code, with its severity.
CODES: dict[str, Severity] = {name: code.severity for name, code in ALL.items()}


@dataclass(frozen=True)
class Finding:
    """One result of a check."""

    code: str  # one of CODES
    pointer: str  # JSON pointer ("/skins/0"); empty: the whole file
    sentence: str  # with the numbers

    @property
    def severity(self) -> Severity:
        """The code's."""
        return CODES[self.code]


def found(code: str, pointer: str, **values: object) -> Finding:
    """The finding of a code whose words are in ``codes.json``, filled with values."""
    return Finding(code, pointer, ALL[code].words.format(**values))
