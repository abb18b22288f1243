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
    everything = np.concatenate([line.errors for line in lines] + [np.array([tolerance])])
    axes = _Axes(
        start=min(float(line.times[0]) for line in lines),
        end=max(float(line.times[-1]) for line in lines),
        low=max(math.floor(math.log10(max(float(everything.min()), SMALLEST))), -9),
        high=max(math.ceil(math.log10(max(float(everything.max()), SMALLEST)) + 1e-9), -6),
    )
    body = [*_frame(axes, across), _tolerance(axes, tolerance)]
    for line in lines:
        points = [(axes.x(t), axes.y(e)) for t, e in zip(line.times, line.errors, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        body.append(f'<polyline points="{path}" fill="none" stroke="{line.colour}" stroke-width="1.6"/>')
        worst = int(np.argmax(line.errors))
        x, y = points[worst]
        text = escape(f"{line.name}: {percent(line.errors[worst])} at {line.times[worst]:.4f} s")
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{line.colour}"><title>{text}</title></circle>')
    return _svg("Largest error at each time", body)


def histogram_chart(edges: Float64, counts: Sequence[tuple[str, str, Int]]) -> str:
    """An SVG of vertices by error; ``counts``: (name, colour, (B,) counts) of each engine."""
    used = np.flatnonzero(np.sum([c for _, _, c in counts], axis=0))
    first, last = (int(used[0]), int(used[-1])) if len(used) else (0, 0)
    bins = range(max(first - 1, 0), min(last + 2, len(edges) + 1))
    largest = max(int(c.max()) for _, _, c in counts)
    step = (WIDTH - LEFT - RIGHT) / len(bins)
    bar = step * 0.86 / len(counts)
    tall = HEIGHT - TOP - BOTTOM
    body = [_text(LEFT - 6, TOP + 8, f"{largest:,}", "end"), _text(LEFT - 6, HEIGHT - BOTTOM, "0", "end")]
    marked = [b for b in bins if b > 0 and b % 2 == 1]  # edges are half decades: label the whole ones
    widest = LETTER * max((len(percent(edges[b - 1])) for b in marked), default=1)
    apart = max(1, math.ceil(widest / (2.0 * step)))
    for place, b in enumerate(bins):
        left = LEFT + place * step
        if b in marked:
            if marked[::-1].index(b) % apart == 0:
                body.append(_text(left, HEIGHT - BOTTOM + 16, percent(edges[b - 1]), "middle"))
            body.append(f'<line x1="{left:.1f}" x2="{left:.1f}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM + 4}"/>')
        for i, (name, colour, count) in enumerate(counts):
            n = int(count[b])
            high = tall * math.log1p(n) / math.log1p(max(largest, 1))
            title = escape(f"{name}: {counted(n, 'vertex')} {_bin_name(edges, b)}")
            body.append(
                f'<rect x="{left + step * 0.07 + i * bar:.1f}" y="{HEIGHT - BOTTOM - high:.1f}" width="{bar:.1f}" '
                f'height="{high:.1f}" fill="{colour}"><title>{title}</title></rect>'
            )
    body.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM}"/>')
    body.append(_text((LEFT + WIDTH) / 2, HEIGHT - 3, "error relative to the size", "middle"))
    return _svg("Vertices by error", body)


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
