"""What a cell of a picture says about its content, as data: words, colour scales, lines. The drawing adds nothing.

Pixels are counted from the lower left corner of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...skinning_core.model import Float64
from ..gpu.data.bones import AXIS_COLORS, ground_lines
from ..gpu.data.column import Column, Scale
from .layout import NAME_ROOM, View, letter_of, scale_letter_of

Color = tuple[float, float, float, float]

GROUND: Color = (0.80, 0.82, 0.84, 1.0)
LINE = 2.4  # width of lines, in pixels of a picture 720 pixels high
#: A letter's largest width, in heights, averaged over a line of words.
LETTER = 0.6


@dataclass(frozen=True)
class Words:
    """A line of text."""

    text: str
    x: float
    y: float
    size: float  # height of the letters
    align: float = 0.0  # the place of x in the line: 0 at its beginning, 0.5 in its middle, 1 at its end
    rimmed: bool = False  # on a figure, so with a rim of the background's colour

    @property
    def span(self) -> tuple[float, float]:
        """Its left and right end at most."""
        width = LETTER * self.size * len(self.text)
        return self.x - self.align * width, self.x + (1.0 - self.align) * width


@dataclass(frozen=True)
class Swatch:
    """A bar of colours, from left to right."""

    x: float
    y: float
    width: float
    height: float
    colors: tuple[Color, ...]


@dataclass(frozen=True)
class Caption:
    """All that a cell says."""

    words: tuple[Words, ...]
    swatches: tuple[Swatch, ...]


@dataclass(frozen=True, eq=False)
class Lines:
    """Segments of one colour."""

    segments: Float64  # (n, 2, 3) in the column's space
    color: Color
    width: float  # pixels of a picture 720 pixels high


def ground_of(view: View) -> Lines | None:
    """The ground under a cell's content; None for a space without one."""
    if view.ground is None:
        return None
    low = view.low.copy()
    low[1] = view.ground - 1e-3 * float(np.linalg.norm(view.high - view.low))  # below the feet, or it flickers
    return Lines(ground_lines(low, view.high), GROUND, 1.0)


def lines_of(column: Column, view: View) -> tuple[Lines, ...]:
    """Axes x, y, z, then the column's own lines. The first skeletons are the widest, so none hides another."""
    axes = [Lines(axis, color, LINE) for axis, color in zip(view.axes, AXIS_COLORS, strict=False)]
    thinner = len(column.names) - 1
    own = [Lines(segments, color, LINE + 2.0 * max(thinner - k, 0)) for k, (segments, color) in enumerate(column.lines)]
    return (*axes, *own)


def caption_of(column: Column, view: View, size: tuple[int, int]) -> Caption:
    """The label under a column, the legends in the upper left corner of its cell, and names of places."""
    left, low, width, height = view.cell.pixels(size)
    aspect = size[0] / size[1]
    letter = letter_of(view.cell, aspect) * size[1]
    label = Words(column.label, left + width / 2.0, low + 0.8 * letter, _fitting(column.label, width, letter), 0.5)
    words, swatches = [label], []
    y = low + height - 1.5 * letter
    for name, color in column.names:
        swatches.append(Swatch(left + letter, y, 1.6 * letter, 0.7 * letter, (color,)))
        beside = 3.2 * letter
        words.append(Words(name, left + beside, y, _fitting(name, width - beside, letter)))
        y -= NAME_ROOM * letter
    if column.legend is not None:
        bar, ends = _scale(column.legend, left + letter, y, scale_letter_of(view.cell, aspect) * size[1])
        swatches.append(bar)
        words += ends
    for name, place in column.marks:
        across, up = view.camera.on_picture(place, width, height).tolist()
        x, y = left + across + 0.5 * letter, low + up + 0.2 * letter
        words.append(_free(Words(name, x, y, 0.8 * letter, rimmed=True), words))
    return Caption(tuple(words), tuple(swatches))


def _fitting(text: str, room: float, letter: float) -> float:
    """The size of letters, at most ``letter``, with which a text fits into a room, pixels."""
    return min(letter, room / LETTER / max(len(text), 1) * 0.98)


def _free(wish: Words, others: Sequence[Words]) -> Words:
    """The words at their height, or as little lower as needed to cover no others."""
    (begin, end), y = wish.span, wish.y
    beside = [other for other in others if other.span[0] < end and begin < other.span[1]]
    while blocking := [other.y for other in beside if abs(other.y - y) < wish.size]:
        y = min(blocking) - 1.01 * wish.size
    return replace(wish, y=y)


def _scale(scale: Scale, x: float, y: float, letter: float) -> tuple[Swatch, list[Words]]:
    """The bar of a scale, wide enough for the words under its ends."""
    width = max(13.0, LETTER * (len(scale.low) + len(scale.high) + 2)) * letter
    colors = scale.colors(np.linspace(0.0, 1.0, 33))[:, :3].tolist()
    bar = Swatch(x, y, width, 0.8 * letter, tuple((red, green, blue, 1.0) for red, green, blue in colors))
    under = y - 1.3 * letter
    return bar, [Words(scale.low, x, under, letter), Words(scale.high, x + width, under, letter, 1.0)]
