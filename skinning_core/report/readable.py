"""Numbers that people read: lengths in mm, cm and m (or a scene's units), percent, pixels, four words.

Figures have two digits that count and no exponent; what is too small is "<" the smallest. Tables, pages, panel and
legend take them from here: one thing has one figure everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, isfinite, isnan, log10
from typing import TYPE_CHECKING

from ..compare.judge.level import Level
from ..compare.judge.verdict import Verdict, combined, moves_vertices
from ..compare.measure.screen import Screen
from ..text.sentence import Sentence, joined, sentence

if TYPE_CHECKING:
    from ..compare.judge.comparison import Comparison

#: Percent of the size; less is "<0.0001".
_SMALLEST_PERCENT = 1e-4
#: Less is "<0.01".
_SMALLEST_PIXELS = 1e-2
#: Shorter is "<" a thousandth of a millimetre.
_SMALLEST_METRES = 1e-6


@dataclass(frozen=True)
class Unit:
    """A unit of length: its sign, and its metres."""

    sign: str
    metres: float


METRIC = (Unit("mm", 1e-3), Unit("cm", 1e-2), Unit("m", 1.0))


@dataclass(frozen=True)
class Reading:
    """How a reader wants figures: units of length (the smallest first), a screen, exponents."""

    units: Sequence[Unit] = METRIC
    screen: Screen = field(default_factory=Screen)
    exponents: bool = False

    def length(self, metres: float) -> str:
        """In the largest unit of which there is at least one: 0.44 mm, 4.1 cm, 1.2 m."""
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


def number(value: float) -> str:
    """A relative error with two digits and an exponent: 2.3e-07, or 0."""
    return f"{value:.1e}" if value else "0"


def plain(value: float, smallest: float) -> str:
    """Two digits that count and no exponent: 0.021, 4.1, 1234; below ``smallest``: <0.001.

    What overflows is "infinite", what is no number "unknown".
    """
    if not isfinite(value):
        return "unknown" if isnan(value) else "infinite"
    if value == 0.0:
        return "0"
    if abs(value) < smallest:
        return f"<{_fixed(smallest, 1)}"
    return _fixed(value, 2)


def share_of_all(share: float) -> str:
    """A share of vertices or normals as percent; only all are "all", and only none "none"."""
    if share <= 0.0:
        return "none"
    if share >= 1.0:
        return "all"
    percent = 100.0 * share
    if percent < 0.1:
        return "<0.1 %"
    return ">99.9 %" if percent > 99.9 else f"{percent:.1f} %"


def in_one_sentence(comparisons: Sequence[Comparison], reading: Reading, *, whole: bool = True) -> Sentence:
    """One subject over all its clips: the level first, then how far the worst vertex is off.

    Not ``whole``: something asked for was not judged.
    """
    verdict = combined(comparison.verdict for comparison in comparisons)
    others = [ground.sentence for ground in verdict.grounds if ground.code != "POSITIONS"]
    off = _off(comparisons, reading)
    level = sentence(verdict.level.value)
    if off is None:
        return joined(others)
    if verdict.level is Level.SAME and whole and verdict.same:
        return joined([sentence("{level} but for rounding, {off}", level=level, off=off), *others])
    if verdict.level is Level.SAME and not verdict.differs:
        return joined([sentence("the same as far as judged, {off}", off=off), *others])
    largest = max(comparison.difference.max_relative for comparison in comparisons)
    told = sentence(
        "{off} ({share} of the size, {pixels} pixels on {lines} lines)",
        off=off,
        share=reading.share(largest),
        pixels=reading.pixels(largest),
        lines=reading.screen.lines,
    )
    if verdict.differs and not moves_vertices(verdict):
        return sentence("{level}: {grounds}; positions are {off}", level=level, grounds=joined(others), off=told)
    told = sentence("{level}, {off}", level=level, off=told)
    return joined([told, *others, *([] if verdict.differs else [sentence("your tolerance allows it")])])


def _off(comparisons: Sequence[Comparison], reading: Reading) -> Sentence | None:
    """The largest length of all; None if nothing was compared."""
    lengths = [at.distance for comparison in comparisons if (at := comparison.difference.farthest) is not None]
    if not lengths:
        return None
    length = reading.length(max(lengths))
    if length.startswith("<"):
        return sentence("less than {length} off", length=length[1:])
    return sentence("at most {length} off", length=length)


def between_frames(comparison: Comparison, reading: Reading) -> Sentence:
    """What lies between a scene's frames, which nobody sees there, and what makes it smaller; see ``decides``."""
    return sentence(
        "between frames: {share} of the size (a viewer at 60 Hz shows it): export at {rate:g} fps",
        share=reading.share(comparison.difference.max_relative),
        rate=2.0 * (comparison.frame_rate or 0.0),
    )


def verdict_of(comparison: Comparison) -> Sentence:
    """The verdict of one comparison in few words."""
    words = comparison.verdict.words
    return words if comparison.decides else sentence("between frames: {words}", words=words)


def verdict_words(verdict: Verdict, differing: Sequence[str]) -> Sentence:
    """The verdict on a model in a few words; differing: subjects."""
    if verdict.refused:
        return sentence("not done")
    if differing:
        return sentence(
            "{names} {differ}", names=" and ".join(differing), differ="differ" + "s" * (len(differing) == 1)
        )
    codes = tuple(dict.fromkeys(ground.code for ground in verdict.grounds))
    return (
        sentence("{outcome}: {codes}", outcome=sentence(verdict.outcome.value), codes=codes)
        if codes
        else sentence("same")
    )


def figures(comparison: Comparison, reading: Reading) -> tuple[str, ...]:
    """The figures under ``titles``; with exponents, all relative to the size."""
    difference, farthest = comparison.difference, comparison.difference.farthest
    if reading.exponents:
        angle = "-" if difference.normal_angle is None else f"{difference.normal_angle:.1e} rad"
        errors = (difference.max_relative, difference.rms_relative, difference.percentile_99_relative)
        return (*map(number, errors), angle, number(comparison.tolerance.limit))
    turned = difference.normals_turned
    return (
        reading.length(farthest.distance) if farthest else "-",
        reading.share(difference.max_relative),
        reading.pixels(difference.max_relative),
        reading.share(difference.percentile_99_relative),
        share_of_all(difference.unseen_share),
        *(("-", "-") if turned is None else map(share_of_all, turned)),
    )


def titles(reading: Reading) -> tuple[str, ...]:
    """The heads of the columns of ``figures``."""
    if reading.exponents:
        return "max", "RMS", "99 %", "normals", "tolerance"
    return "largest", "of size", "pixels", "99 % below", "unseen", "normals > 1 deg", "> 5 deg"


def _fixed(value: float, digits: int) -> str:
    rounded = float(f"{value:.{digits - 1}e}")  # 9.99 has as many digits before the point as 10
    return f"{value:.{max(0, digits - 1 - floor(log10(abs(rounded))))}f}"
