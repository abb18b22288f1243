"""Sentences broken into lines for a side bar, in scripts with and without spaces between words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

#: A line may end before and after these: Chinese, Japanese and Korean, with their punctuation.
_WIDE = "\u2e80-\uffef"
#: Punctuation that may not end a line.
_OPENING = "（「『《“"
#: Punctuation that may not begin a line.
_CLOSING = "，。、；：！？）」』》”"
#: Blanks; such a character, or any other word, with the punctuation around it.
_PIECES = re.compile(
    rf"\s+|[{_OPENING}]*(?:[^\s{_WIDE}{_OPENING}{_CLOSING}]+|[{_WIDE}])[{_CLOSING}]*|[{_OPENING}{_CLOSING}]+"
)


def wrapped(text: str, width: float, width_of: Callable[[str], float]) -> list[str]:
    """The lines of a sentence, none wider than ``width``, in the unit of ``width_of``."""
    lines = [""]
    for piece in _pieces(text, width, width_of):
        if lines[-1] and width_of(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def _pieces(text: str, width: float, width_of: Callable[[str], float]) -> Iterator[str]:
    """Pieces that stay on one line; a word longer than a line is cut."""
    for piece in _PIECES.findall(text):
        start = 0
        for end in range(2, len(piece) + 1) if width_of(piece) > width else ():
            if width_of(piece[start:end]) > width:
                yield piece[start : end - 1]
                start = end - 1
        yield piece[start:]
