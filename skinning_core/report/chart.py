"""Charts as inline SVG: error over time, and vertices by error. Logarithmic, as errors are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from ..model import Float64, Int
from ..text.count import counted

#: Told apart with the common kinds of colour blindness (Okabe and Ito, 2008).
COLOURS = ("#0072b2", "#e69f00", "#cc79a7", "#009e73", "#d55e00", "#56b4e9")

#: In units of the picture; a page scales it to its room.
WIDTH = 620
#: In the same units.
HEIGHT = 230
#: Room for the figures of the axis that goes up.
LEFT = 74
#: Room at the right.
RIGHT = 12
#: Room above.
TOP = 12
#: Room for the figures and the name of the axis that goes across.
BOTTOM = 34

#: A letter's width, at most, on a narrow page, on which letters are larger.
LETTER = 10.5

#: Smaller errors are drawn at the bottom edge.
SMALLEST = 1e-9


@dataclass(frozen=True)
class Line:
    """One engine's errors, relative to the diagonal, at ascending times."""

    name: str
    colour: str
    times: Float64  # (T,) seconds
    errors: Float64  # (T,)


@dataclass(frozen=True)
class _Axes:
    """From values to the picture: x linear from ``start`` to ``end``, y in decades from ``low`` to ``high``."""

    start: float
    end: float
    low: int
    high: int

    def x(self, value: float) -> float:
        span = self.end - self.start
        return LEFT + (WIDTH - LEFT - RIGHT) * ((value - self.start) / span if span > 0.0 else 0.5)

    def y(self, value: float) -> float:
        decade = math.log10(max(value, SMALLEST))
        share = min(max((decade - self.low) / (self.high - self.low), 0.0), 1.0)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def error_over_time(lines: Sequence[Line], tolerance: float, across: str = "seconds") -> str:
    """An SVG line chart of several engines' errors, the tolerance dashed; across: what x stands for."""
    axes = _axes_of(lines, tolerance)
    body = [*_frame(axes, across), _tolerance(axes, tolerance)]
    for line in lines:
        body += _drawn(line, axes)
    return _svg("Largest error at each time", body)


def _axes_of(lines: Sequence[Line], tolerance: float) -> _Axes:
    """Wide enough for all lines; at least from 1e-9 to 1e-6."""
    errors = np.concatenate([line.errors for line in lines] + [np.array([tolerance])])
    smallest = math.log10(max(float(errors.min()), SMALLEST))
    largest = math.log10(max(float(errors.max()), SMALLEST))
    return _Axes(
        start=min(float(line.times[0]) for line in lines),
        end=max(float(line.times[-1]) for line in lines),
        low=max(math.floor(smallest), -9),
        high=max(math.ceil(largest + 1e-9), -6),
    )


def _drawn(line: Line, axes: _Axes) -> list[str]:
    """The line, and a dot at its worst time."""
    points = [(axes.x(time), axes.y(error)) for time, error in zip(line.times, line.errors, strict=True)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    worst = int(np.argmax(line.errors))
    x, y = points[worst]
    text = escape(f"{line.name}: {percent(line.errors[worst])} at {line.times[worst]:.4f} s")
    return [
        f'<polyline points="{path}" fill="none" stroke="{line.colour}" stroke-width="1.6"/>',
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{line.colour}"><title>{text}</title></circle>',
    ]


def histogram_chart(edges: Float64, counts: Sequence[tuple[str, str, Int]]) -> str:
    """An SVG of vertices by error; ``counts``: (name, colour, (B,) counts) of each engine."""
    used = np.flatnonzero(np.sum([of_engine for _, _, of_engine in counts], axis=0))
    first, last = (int(used[0]), int(used[-1])) if len(used) else (0, 0)
    bins = range(max(first - 1, 0), min(last + 2, len(edges) + 1))
    largest = max(int(of_engine.max()) for _, _, of_engine in counts)
    step = (WIDTH - LEFT - RIGHT) / len(bins)
    floor = HEIGHT - BOTTOM
    body = [_text(LEFT - 6, TOP + 8, f"{largest:,}", "end"), _text(LEFT - 6, floor, "0", "end")]
    body += _marks(edges, bins, step)
    for place, b in enumerate(bins):
        body += _bars(counts, b, largest, LEFT + place * step, step, _bin_name(edges, b))
    body.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{floor}" y2="{floor}"/>')
    body.append(_text((LEFT + WIDTH) / 2, HEIGHT - 3, "error relative to the size", "middle"))
    return _svg("Vertices by error", body)


def _marks(edges: Float64, bins: range, step: float) -> list[str]:
    """Ticks at whole decades (edges are half ones), the last with its figure, and others as their room allows."""
    floor = HEIGHT - BOTTOM
    marked = [b for b in bins if b > 0 and b % 2 == 1]
    widest = LETTER * max((len(percent(edges[b - 1])) for b in marked), default=1)
    apart = max(1, math.ceil(widest / (2.0 * step)))
    with_figure = marked[::-1][::apart]
    marks = []
    for b in marked:
        x = LEFT + (b - bins[0]) * step
        marks.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{floor}" y2="{floor + 4}"/>')
        if b in with_figure:
            marks.append(_text(x, floor + 16, percent(edges[b - 1]), "middle"))
    return marks


def _bars(
    counts: Sequence[tuple[str, str, Int]], b: int, largest: int, left: float, step: float, bin_name: str
) -> list[str]:
    """A bar for each engine in bin ``b``, side by side in a column ``step`` wide; heights are logarithmic."""
    width = step * 0.86 / len(counts)
    bars = []
    for k, (name, colour, of_engine) in enumerate(counts):
        count = int(of_engine[b])
        height = (HEIGHT - TOP - BOTTOM) * math.log1p(count) / math.log1p(max(largest, 1))
        title = escape(f"{name}: {counted(count, 'vertex')} {bin_name}")
        bars.append(
            f'<rect x="{left + step * 0.07 + k * width:.1f}" y="{HEIGHT - BOTTOM - height:.1f}" '
            f'width="{width:.1f}" height="{height:.1f}" fill="{colour}"><title>{title}</title></rect>'
        )
    return bars


def _bin_name(edges: Float64, b: int) -> str:
    if b == 0:
        return f"below {percent(edges[0])}"
    return f"from {percent(edges[-1])}" if b == len(edges) else f"from {percent(edges[b - 1])} to {percent(edges[b])}"


def percent(share: float) -> str:
    """A share as percent with one or two digits and no exponent."""
    text = f"{100.0 * float(f'{share:.1e}'):.12f}".rstrip("0").rstrip(".")
    return f"{text} %"


def _frame(axes: _Axes, across: str) -> list[str]:
    out = []
    step = max(1, (axes.high - axes.low) // 5)
    for decade in range(axes.low, axes.high + 1, step):
        y = axes.y(10.0**decade)
        out.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        out.append(_text(LEFT - 6, y + 4, percent(10.0**decade), "end"))
    for i in range(5):
        value = axes.start + (axes.end - axes.start) * i / 4
        out.append(_text(axes.x(value), HEIGHT - BOTTOM + 16, f"{value:.2f}", "middle"))
    out.append(_text((LEFT + WIDTH) / 2, HEIGHT - 3, across, "middle"))
    return out


def _tolerance(axes: _Axes, tolerance: float) -> str:
    y = axes.y(tolerance)
    title = escape(f"tolerance {percent(tolerance)}")
    return (
        f'<line class="tolerance" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}">'
        f"<title>{title}</title></line>"
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(label: str, body: Sequence[str]) -> str:
    start = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
    return "\n".join([start, *body, "</svg>"])
