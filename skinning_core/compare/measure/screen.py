"""The screen on which a difference is looked at. `judge.level` says what follows from it."""

from __future__ import annotations

from ...text.immutable import immutable

#: An error below the first is seen by nobody, from the second on by anybody, between them in a close-up.
UNSEEN_PIXELS, VISIBLE_PIXELS = 0.1, 1.0


@immutable
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
