"""A finding, and the severities of all codes.

One finding gathers all places of one kind under one pointer, and says how many there are. The meaning of each code, and
what to do about it, stands in `codes`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .codes import ALL, Severity

#: Every code, with its severity.
CODES: dict[str, Severity] = {name: code.severity for name, code in ALL.items()}


@dataclass(frozen=True)
class Finding:
    """One result of a check: its code, its place in the file, and a sentence."""

    code: str  # one of CODES
    pointer: str  # JSON pointer into a glTF document ("/skins/0"); empty: the file as a whole
    sentence: str  # with the numbers

    @property
    def severity(self) -> Severity:
        """The severity of the finding's code."""
        return CODES[self.code]


def found(code: str, pointer: str, **values: object) -> Finding:
    """The finding of a code whose words are in ``codes.json``, with these values at their places."""
    return Finding(code, pointer, ALL[code].words.format(**values))
