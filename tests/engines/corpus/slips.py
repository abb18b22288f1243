"""Mistakes as changes of a text: ``slips.txt`` changes ``reader``, ``planted.txt`` changes ``tests/plain.py``.

A line with ``#`` says what those below it are about. Each is a sentence, then the lines that are taken out (``-``) and
what takes their place (``+``); both may begin and end within a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Slip:
    """One mistake."""

    about: str
    told: str  # one sentence
    old: str
    new: str

    def made_to(self, text: str) -> str:
        """A text with the mistake; the place must be there once."""
        assert text.count(self.old) == 1, (self.told, text.count(self.old))
        return text.replace(self.old, self.new)


def slips(name: str) -> tuple[Slip, ...]:
    """All of a file beside this one."""
    found, about = [], ""
    for block in Path(__file__).with_name(name).read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.split("\n")
        if lines[0].startswith("# "):
            about = lines.pop(0)[2:]
        if lines:
            old, new = ("\n".join(line[2:] for line in lines[1:] if line[0] == sign) for sign in "-+")
            found.append(Slip(about, lines[0], old, new))
    return tuple(found)
