"""Cost against size as an SVG, both axes logarithmic: one line a method."""

from __future__ import annotations

import math
from collections.abc import Callable
from xml.sax.saxutils import escape

from .row import Row

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 860, 520, 70, 40, 210, 60
#: Colours that stay apart for colour-blind readers (Okabe and Ito), and on dark and on light paper.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#888888", "#b22222")


#: (vertices, ns) -> (x, y) on the picture.
Place = Callable[[float, float], tuple[float, float]]


def chart(rows: list[Row], caption: str) -> str:
    """SVG text of ns per vertex against vertices, for the body mesh with four influences and its peers."""
    series: dict[str, list[tuple[int, float]]] = {}
    for row in rows:
        if row.section == "skin" and row.subject == "body of 41 joints" and row.influences == 4:
            series.setdefault(row.method, []).append((row.size, row.value))
        elif row.section == "three.js" and row.method == "three.js" and row.subject.startswith("body"):
            series.setdefault("three.js", []).append((row.size, row.value))
        elif row.section == "Armature modifier" and row.method == "Armature modifier":
            series.setdefault(f"Armature modifier ({row.subject.split(', ')[1]})", []).append((row.size, row.value))
    points = [point for line in series.values() for point in line]
    if not points:
        return ""
    x0, x1 = math.log10(min(p[0] for p in points)), math.log10(max(p[0] for p in points))
    y0 = math.floor(math.log10(min(p[1] for p in points)))
    y1 = math.ceil(math.log10(max(p[1] for p in points)))

    def place(size: float, cost: float) -> tuple[float, float]:
        across = (math.log10(size) - x0) / max(x1 - x0, 1e-9)
        up = (math.log10(cost) - y0) / max(y1 - y0, 1)
        return _LEFT + across * (_WIDTH - _LEFT - _RIGHT), _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)

    parts = [*_axes(sorted({p[0] for p in points}), range(y0, y1 + 1), place), *_lines(series, place)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
            'font-size="13">',
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
            f'<text x="{_LEFT}" y="22" font-size="15">Skinning one frame, ns per vertex (4 influences, float32)</text>',
            *parts,
            f'<text x="{_LEFT}" y="{_HEIGHT - 8}" font-size="11" fill="#555">{escape(caption)}</text>',
            "</svg>",
            "",
        ]
    )


def _axes(sizes: list[int], powers: range, place: Place) -> list[str]:
    parts = []
    for power in powers:
        y = place(sizes[0], 10.0**power)[1]
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for size in sizes:
        x = place(size, 10.0 ** powers[0])[0]
        parts.append(f'<path d="M{x:.1f} {_TOP}V{_HEIGHT - _BOTTOM}" stroke="#eee"/>')
        parts.append(f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{size:,}</text>')
    parts.append(f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 26}" text-anchor="middle">vertices</text>')
    return parts


def _lines(series: dict[str, list[tuple[int, float]]], place: Place) -> list[str]:
    """Lines, and their names at the right end, moved apart where they would overlap."""
    parts = []
    ends = sorted(series, key=lambda name: place(*max(series[name]))[1])
    label_y = float(_TOP)
    for name in ends:
        again, which = divmod(list(series).index(name), len(_COLOURS))
        colour, dashes = _COLOURS[which], ' stroke-dasharray="7 4"' * again
        points = [place(*point) for point in sorted(series[name])]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts += [_mark(x, y, colour, hollow=bool(again)) for x, y in points]
        label_y = max(label_y + 17, points[-1][1] + 4)
        parts.append(f'<text x="{_WIDTH - _RIGHT + 12}" y="{label_y:.1f}" fill="{colour}">{escape(name)}</text>')
    return parts


def _mark(x: float, y: float, colour: str, *, hollow: bool) -> str:
    """A dot; a hollow square for the names that share a colour with another."""
    if hollow:
        place = f'x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"'
        return f'<rect {place} fill="#fff" stroke="{colour}" stroke-width="2"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
