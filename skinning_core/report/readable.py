"""Numbers that people read: lengths in mm, cm and m (or whatever a scene is measured in), percent, pixels, four words.

Every figure has two digits that count and no exponent; what is too small to be written so is "<" the smallest.
Tables, pages, panel and legend all take their figures from here, so that one thing has one figure everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, log10

from ..compare.judge.comparison import Comparison
from ..compare.judge.level import Level, level_of
from ..compare.measure.screen import Screen
from ..text.count import counted

#: The smallest shares of the size, pixels and metres that are written out.
_SMALLEST_PERCENT, _SMALLEST_PIXELS, _SMALLEST_METRES = 1e-4, 1e-2, 1e-6


@dataclass(frozen=True)
class Unit:
    """A unit of length: its sign, and its metres."""

    sign: str
    metres: float


METRIC = (Unit("mm", 1e-3), Unit("cm", 1e-2), Unit("m", 1.0))


@dataclass(frozen=True)
class Reading:
    """How a reader wants figures: in which units of length (the smallest first), on which screen, with exponents."""

    units: Sequence[Unit] = METRIC
    screen: Screen = field(default_factory=Screen)
    exponents: bool = False

    def length(self, metres: float) -> str:
        """A length in the largest unit of which there is at least one: 0.44 mm, 4.1 cm, 1.2 m."""
        unit = next((u for u in reversed(self.units) if abs(metres) >= u.metres), self.units[0])
        if self.exponents:
            return f"{metres / unit.metres:.2e} {unit.sign}"
        return f"{plain(metres / unit.metres, _SMALLEST_METRES / unit.metres)} {unit.sign}"

    def share(self, fraction: float) -> str:
        """A part of the size as percent: 0.021 %."""
        return number(fraction) if self.exponents else f"{plain(100.0 * fraction, _SMALLEST_PERCENT)} %"

    def pixels(self, fraction: float) -> str:
        """A part of the size as pixels of the screen."""
        pixels = self.screen.pixels(fraction)
        return number(pixels) if self.exponents else plain(pixels, _SMALLEST_PIXELS)

    def level(self, comparison: Comparison) -> Level:
        """How much of a comparison's largest error anybody would see."""
        return level_of(comparison, self.screen)


def number(value: float) -> str:
    """A relative error with two digits, for those who want exponents: 2.3e-07, or 0."""
    return f"{value:.1e}" if value else "0"


def plain(value: float, smallest: float) -> str:
    """A number with two digits that count and no exponent: 0.021, 4.1, 1234; below ``smallest``: <0.001."""
    if value == 0.0:
        return "0"
    if abs(value) < smallest:
        return f"<{_fixed(smallest, 1)}"
    return _fixed(value, 2)


def part_of_all(share: float) -> str:
    """A part of all vertices or normals as percent; only all of them are "all", and only none are "none"."""
    if share <= 0.0:
        return "none"
    if share >= 1.0:
        return "all"
    percent = 100.0 * share
    if percent < 0.1:
        return "<0.1 %"
    return ">99.9 %" if percent > 99.9 else f"{percent:.1f} %"


def in_one_sentence(comparisons: Sequence[Comparison], reading: Reading) -> str:
    """What is to be said of one engine over all its clips: the level first, then how far the worst vertex is off."""
    worst = max(comparisons, key=lambda c: (reading.level(c).rank, c.difference.max_relative))
    difference, level = worst.difference, reading.level(worst)
    if difference.lost:
        return f"{counted(difference.lost, 'vertex')} lost"
    if difference.worst is None:
        return "nothing could be compared"
    length = reading.length(difference.worst.distance)
    off = f"less than {length[1:]} off" if length.startswith("<") else f"at most {length} off"
    if level is Level.SAME:
        return f"{level.value} but for rounding, {off}"
    screen = f"{reading.pixels(difference.max_relative)} pixels on {reading.screen.lines} lines"
    allowed = "; your tolerance allows it" if worst.passed else ""
    return f"{level.value}, {off} ({reading.share(difference.max_relative)} of the size, {screen}){allowed}"


def verdict_of(comparison: Comparison, reading: Reading) -> str:
    """The verdict of one comparison in few words, for a table."""
    level = reading.level(comparison)
    if level is Level.SAME:
        return level.value
    return f"allowed: {level.value}" if comparison.passed else f"differs: {level.value}"


def figures(comparison: Comparison, reading: Reading) -> tuple[str, ...]:
    """The figures of one comparison, under their ``titles``; with exponents, all of them are relative to the size."""
    difference, worst = comparison.difference, comparison.difference.worst
    if reading.exponents:
        angle = "-" if difference.normal_angle is None else f"{difference.normal_angle:.1e} rad"
        errors = (difference.max_relative, difference.rms_relative, difference.percentile_99_relative)
        return (*map(number, errors), angle, number(comparison.tolerance.limit))
    turned = difference.normals_turned
    return (
        reading.length(worst.distance) if worst else "-",
        reading.share(difference.max_relative),
        reading.pixels(difference.max_relative),
        reading.share(difference.percentile_99_relative),
        part_of_all(difference.unseen_share),
        *(("-", "-") if turned is None else map(part_of_all, turned)),
    )


def titles(reading: Reading) -> tuple[str, ...]:
    """The heads of the columns of ``figures``."""
    if reading.exponents:
        return "max", "RMS", "99 %", "normals", "tolerance"
    return "largest", "of size", "pixels", "99 % below", "unseen", "normals > 1 deg", "> 5 deg"


def _fixed(value: float, digits: int) -> str:
    rounded = float(f"{value:.{digits - 1}e}")  # 9.99 has as many digits before the point as 10
    return f"{value:.{max(0, digits - 1 - floor(log10(abs(rounded))))}f}"
