"""How much of a difference anybody would see: pixels on a screen that the character fills, and four words for it.

A character whose size (the diagonal of its bounding box) takes all lines of a screen shows an error of a thousandth of
its size as about one pixel of 1080. Less than a pixel is not seen. A close-up is taken to be ten times as near, such as
a face that fills the screen: what is less than a tenth of a pixel at first is less than a pixel there.
"""

from __future__ import annotations

from enum import Enum
from math import radians

from ..measure.screen import UNSEEN_PIXELS, VISIBLE_PIXELS, Screen

#: Degrees from which on a turned normal is seen in a highlight of a close-up; by nobody, if it is turned by less.
_NORMAL_CLOSE = 1.0
#: Degrees from which on anybody sees that shading differs.
_NORMAL_VISIBLE = 5.0


class Ranked(Enum):
    """What is listed from the best to the worst."""

    @property
    def rank(self) -> int:
        """Its place in the list, from 0."""
        return list(type(self)).index(self)


class Level(Ranked):
    """How much of a difference is seen, in words for people, the least first."""

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
    """The level of a normal that is turned by an angle, radians."""
    if angle < radians(_NORMAL_CLOSE):
        return Level.UNSEEN
    return Level.CLOSE if angle < radians(_NORMAL_VISIBLE) else Level.VISIBLE
