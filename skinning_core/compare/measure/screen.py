"""The screen on which a difference is looked at. `judge.level` says what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

#: An error of fewer pixels is seen by nobody: in a close-up, ten times as near, it is still less than one.
UNSEEN_PIXELS = 0.1
#: An error of at least this many pixels is seen by anybody. A smaller one is seen in a close-up at most.
VISIBLE_PIXELS = 1.0


@dataclass(frozen=True)
class Screen:
    """So many lines, of which the character's size (the diagonal of its bounding box) takes the part ``fill``."""

    lines: int = 1080
    fill: float = 1.0

    def pixels(self, relative: float) -> float:
        """The pixels that an error, relative to the size, moves a vertex by."""
        return relative * self.lines * self.fill

    @property
    def unseen(self) -> float:
        """The error, relative to the size, below which nobody would see it."""
        return UNSEEN_PIXELS / (self.lines * self.fill)
