"""How much of a difference anybody sees: pixels on a screen that the character fills, and four words.

If the diagonal of a character's bounding box fills 1080 lines, a thousandth of it is about one pixel. Less is not seen.
A close-up is ten times as near: there a tenth of a pixel becomes one.
"""

from __future__ import annotations

from enum import Enum
from math import radians

from ..measure.screen import UNSEEN_PIXELS, VISIBLE_PIXELS, Screen

#: Degrees from which a turned normal shows in a close-up's highlight. Nobody sees less.
_NORMAL_CLOSE = 1.0
#: Degrees from which anybody sees that shading differs.
_NORMAL_VISIBLE = 5.0


class Ranked(Enum):
    """Values listed from best to worst."""

    @property
    def rank(self) -> int:
        """Its place in the list, from 0."""
        return list(type(self)).index(self)


class Level(Ranked):
    """How visible a difference is, in words for people."""

    SAME = "the same"
    UNSEEN = "nobody would see it"
    CLOSE = "visible in a close-up"
    VISIBLE = "visible"


def level_of_error(relative: float, screen: Screen) -> Level:
    """The level of an error, relative to the size, that is more than rounding."""
    pixels = screen.pixels(relative)
    if pixels < UNSEEN_PIXELS:
        return Level.UNSEEN
    return Level.CLOSE if pixels < VISIBLE_PIXELS else Level.VISIBLE


def level_of_angle(angle: float) -> Level:
    """The level of a normal turned by an angle, radians."""
    if angle < radians(_NORMAL_CLOSE):
        return Level.UNSEEN
    return Level.CLOSE if angle < radians(_NORMAL_VISIBLE) else Level.VISIBLE
