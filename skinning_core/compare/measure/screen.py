"""The screen on which a difference is seen. `judge.level` says what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

#: Nobody sees an error of fewer pixels: in a close-up, ten times as near, it is still less than one.
UNSEEN_PIXELS = 0.1
#: Anybody sees an error of so many pixels. A smaller one is seen in a close-up at most.
VISIBLE_PIXELS = 1.0


@dataclass(frozen=True)
class Screen:
    """Lines of a screen. The diagonal of the character's bounding box takes the part ``fill``."""

    lines: int = 1080
    fill: float = 1.0

    def pixels(self, relative: float) -> float:
        """The pixels by which an error, relative to the size, moves a vertex."""
        return relative * self.lines * self.fill

    @property
    def unseen(self) -> float:
        """The error, relative to the size, below which nobody sees it."""
        return UNSEEN_PIXELS / (self.lines * self.fill)
