"""Sentences under the verdict: kept in English with a result, as in reports, and shown in the user's language.

What a sentence names at its {places}, a typical mistake for one, is translated too where it has an entry; what the core
says of this very file stays in English.
"""

from __future__ import annotations

import re

from ..translations import say

CAUSE, ALSO = "Cause: {cause}", "Also: {cause}"
MORE_CAUSES = "And {count} more causes, which the report has"
SPLIT = "{pose} of its size comes from the pose, {deformation} from the deformation"
FIRST_JOINT = "The first joint down the chain that differs is {joint}"
TOLERANCE = "Tolerance: {reason}"
NOT_JUDGED = "Not judged: {reason}"

NOTES = (CAUSE, ALSO, MORE_CAUSES, SPLIT, FIRST_JOINT, TOLERANCE, NOT_JUDGED)

_PATTERNS = {note: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(note))) for note in NOTES}


def said(note: str) -> str:
    """A sentence under the verdict in the user's language."""
    for template, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(note):
            values = {name: _looked_up(value) for name, value in match.groupdict().items()}
            return say(template, **values)
    return _looked_up(note)


def _looked_up(words: str) -> str:
    return words if "{" in words else say(words)  # names of the user's own may have braces
