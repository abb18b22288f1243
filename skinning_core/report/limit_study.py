"""What ``limits`` found: a table with a bar for each cost, JSON, and HTML with a chart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from ..compare.judge.level import level_of_error
from ..compare.limits.cost import LimitCost, LimitStudy
from ..compare.measure.tolerance import ORDINARY
from ..text.count import counted
from .chart import COLOURS, Line, error_over_time
from .document import members, models_document
from .style import head_cells, html_table, page_head
from .table import PEOPLE
from .text import printable, section, shown
from .version import VERSION

#: Version of the document's form.
LIMITS_SCHEMA = "skinproof-limits-1"

#: Signs of a bar per decade above ``ORDINARY``, up to the whole size.
_PER_DECADE = 3


def limits_lines(study: LimitStudy) -> list[str]:
    """A table of limits with the dearest place of each, what was looked at, and what was not judged."""
    unjudged = [f"not judged: {printable(told)}" for told in study.unjudged]
    if not study.costs:
        clips = "no clips that can be read" if study.model.broken_clips else "no clips"
        return [f"{printable(study.model.name)}: no limit moves a vertex (no skins and {clips})", *unjudged]
    heads = ("limit", "largest", "of size", "pixels", "RMS", "level", "where", "")
    title = f"{printable(study.model.name)}: {_looked_at(study)}"
    return [*section(title, heads, map(_row, study.costs), left=(0, 5, 6, 7)), *unjudged]


def _row(cost: LimitCost) -> tuple[str, ...]:
    figures = (PEOPLE.length(cost.metres), PEOPLE.share(cost.largest), PEOPLE.pixels(cost.largest))
    lost = f"{counted(cost.lost, 'position')} beyond half floats; " if cost.lost else ""
    return (cost.limit.sentence, *figures, PEOPLE.share(cost.rms), _level(cost), lost + _where(cost), _bar(cost))


def _level(cost: LimitCost) -> str:
    return "the same" if cost.largest <= ORDINARY else level_of_error(cost.largest, PEOPLE.screen).value


def _where(cost: LimitCost) -> str:
    if not cost.part:
        return "-"
    return f"vertex {cost.vertex} of {shown(cost.part)}, {shown(cost.clip)} at {cost.time:.3f} s"


def _bar(cost: LimitCost) -> str:
    if cost.largest <= ORDINARY:
        return ""
    return "#" * max(round(_PER_DECADE * math.log10(cost.largest / ORDINARY)), 1)


def _looked_at(study: LimitStudy) -> str:
    most = counted(study.influences, "influence")
    return f"up to {most} per vertex; {counted(study.times, 'time')} of {counted(len(study.clips), 'clip')}"


def limits_document(results: Sequence[tuple[str, LimitStudy]], errors: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The document of ``limits``: errors relative to the size (``_m``: metres), an entry per limit and model."""
    models = [
        {
            "path": path,
            "influences": study.influences,
            "clips": list(study.clips),
            "times": study.times,
            "unjudged": list(study.unjudged),
            "limits": [_cost_document(cost) for cost in study.costs],
        }
        for path, study in results
    ]
    return models_document(LIMITS_SCHEMA, models, errors)


def _cost_document(cost: LimitCost) -> dict[str, Any]:
    return {
        **members(cost.limit, "code", "kind", "value", "sentence"),
        "max": cost.largest,
        "max_m": cost.metres,
        "rms": cost.rms,
        "pixels": PEOPLE.screen.pixels(cost.largest),
        "level": _level(cost),
        "lost": cost.lost,
        "worst": members(cost, "part", "vertex", "clip", "time") if cost.part else None,
    }


def limits_page(results: Sequence[tuple[str, LimitStudy]]) -> str:
    """One HTML file: for each model a chart of influences and one of rates, and the table."""
    body = ["<h1>What limits cost</h1>"]
    for path, study in results:
        body += [
            f"<h2>{escape(study.model.name)}</h2>",
            f'<p class="soft">{escape(_looked_at(study))}: {escape(path)}</p>',
        ]
        body += [f"<figure><h3>{title}</h3>{chart}</figure>" for title, chart in _charts(study)]
        head = head_cells(["limit"], ["largest", "of size", "pixels", "RMS", "level", "where"])
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in _row(cost)[:-1]) for cost in study.costs)
        body.append(html_table(head, rows))
        body += [f"<p>Not judged: {escape(told)}</p>" for told in study.unjudged]
    start = page_head("Limits", " figure { max-width: 700px; } td:first-child { text-align: left; }")
    return "\n".join([start, *body, f'<p class="soft">Skinproof {escape(VERSION)}</p>', "</body></html>\n"])


def _charts(study: LimitStudy) -> list[tuple[str, str]]:
    """Titles and SVG: errors by the number of influences, and by keys per second."""
    charts = []
    for axis, start in (("influences per vertex", "infl"), ("keys per second", "keys")):
        lines = _lines_of(study, start)
        if lines:
            title = f'Largest error by {axis} <span class="legend">{_keys(lines)}</span>'
            charts.append((title, error_over_time(lines, ORDINARY, axis)))
    return charts


def _lines_of(study: LimitStudy, start: str) -> list[Line]:
    """A line for each kind of limit whose name begins with ``start``."""
    kinds = [kind for kind in dict.fromkeys(cost.limit.kind for cost in study.costs) if kind.startswith(start)]
    lines = []
    for colour, kind in zip(COLOURS, kinds, strict=False):
        costs = [cost for cost in study.costs if cost.limit.kind == kind]
        limits = np.array([float(cost.limit.value) for cost in costs])
        largest = np.array([cost.largest for cost in costs])
        lines.append(Line(kind.partition(", ")[2] or kind, colour, limits, largest))
    return lines


def _keys(lines: Sequence[Line]) -> str:
    """The chart's legend."""
    return " ".join(
        f'<span><i class="key" style="background:{line.colour}"></i>{escape(line.name)}</span>' for line in lines
    )
