"""Findings as an HTML page: one file, no scripts, nothing loaded from anywhere. Every name is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import numpy as np

from ..compare.comparison import Comparison
from ..compare.statistics import HISTOGRAM_EDGES
from ..compare.verify import Verification
from .chart import COLOURS, Line, error_over_time, histogram_chart
from .style import STYLE
from .table import explanation, heading, notes, number, verdict
from .version import VERSION

#: How many joints are shown per model: those with the largest errors.
MOST_JOINTS = 12

#: The shortest bar of the table of joints stands for this error.
_SHORTEST_BAR = 1e-9


def verify_page(results: Sequence[tuple[str, Verification]], errors: Mapping[str, str]) -> str:
    """The page of ``verify``: ``results`` are paths as given with what was found, ``errors`` sentences by path."""
    colours = engine_colours(v for _, v in results)
    passed = not errors and all(v.passed for _, v in results)
    body = [
        f"<h1>Skinproof {_badge(passed, 'same' if passed else 'not the same, or not judged')}</h1>",
        '<p class="soft">Largest distance of any vertex from the reference (the glTF specification in float64), '
        "relative to the diagonal of the model.</p>",
        _legend(colours),
        _summary(results, errors, list(colours)),
    ]
    body += [_model(f"model{i}", path, v, colours) for i, (path, v) in enumerate(results)]
    body.append(f'<p class="soft">Skinproof {escape(VERSION)}</p>')
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><title>Skinproof report</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}</style></head><body>",
            *body,
            "</body></html>\n",
        ]
    )


def engine_colours(verifications: Iterable[Verification]) -> dict[str, str]:
    """A colour for each engine, in the order of their first appearance."""
    names = dict.fromkeys(c.engine for v in verifications for c in v.comparisons)
    return {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}


def _summary(results: Sequence[tuple[str, Verification]], errors: Mapping[str, str], engines: Sequence[str]) -> str:
    rows = []
    for i, (_, v) in enumerate(results):
        cells = [f'<td class="name"><a href="#model{i}">{escape(v.name)}</a></td>']
        cells += [f"<td>{v.facts.vertices:,}</td>", f"<td>{len({c.clip for c in v.comparisons} - {None})}</td>"]
        cells += [_largest([c for c in v.comparisons if c.engine == engine]) for engine in engines]
        rows.append("".join([*cells, f"<td>{_colour(v.passed, verdict(v))}</td>"]))
    head = _head(["model"], ["vertices", "clips", *engines, "verdict"])
    broken = "".join(f"<li>{_colour(False, sentence)}</li>" for sentence in errors.values())
    return _table(head, rows) + (f"<ul>{broken}</ul>" if broken else "")


def _model(anchor: str, path: str, verification: Verification, colours: Mapping[str, str]) -> str:
    facts = verification.facts
    told = [line for c in verification.comparisons if not c.passed for line in explanation(facts, c)]
    told += [f"{f.engine}, {f.clip_name}: {f.sentence}" for f in verification.failures]
    pieces = [
        f'<h2 id="{anchor}">{escape(verification.name)} {_badge(verification.passed, verdict(verification))}</h2>',
        f'<p class="soft">{escape(heading(facts))} &middot; {escape(path)}</p>',
        _comparisons(verification),
        _list(told, "bad"),
        _charts(verification, colours),
        _joints(verification, colours),
        _list(notes(verification), "soft"),
    ]
    return "\n".join(pieces)


def _comparisons(verification: Verification) -> str:
    rows = []
    for c in verification.comparisons:
        difference, worst = c.difference, c.difference.worst
        joint = "-" if worst is None or worst.node < 0 else verification.facts.node_names[worst.node]
        numbers = (difference.max_relative, difference.rms_relative, difference.percentile_99_relative)
        where = "<td>-</td><td>-</td>" if worst is None else f"<td>{worst.time:.4f} s</td><td>{worst.vertex}</td>"
        rows.append(
            f'<td class="name">{escape(c.clip_name)}</td><td class="name">{escape(c.engine)}</td>'
            f"<td>{len(difference.times)}</td>{''.join(f'<td>{number(n)}</td>' for n in numbers)}"
            f"<td>{number(c.tolerance.limit)}</td>{where}"
            f'<td class="name">{escape(joint)}</td><td>{_colour(c.passed, "same" if c.passed else "different")}</td>'
        )
    head = _head(["clip", "engine"], ["times", "max", "RMS", "99 %", "tolerance", "worst at", "vertex"])
    return _table(head + '<th class="name">joint</th><th>verdict</th>', rows)


def _charts(verification: Verification, colours: Mapping[str, str]) -> str:
    figures = []
    for clip in dict.fromkeys(c.clip for c in verification.comparisons):
        played = [c for c in verification.comparisons if c.clip == clip and len(c.difference.times) > 1]
        if not played:
            continue
        lines = [Line(c.engine, colours[c.engine], c.difference.times, c.difference.relative) for c in played]
        limit = max(c.tolerance.limit for c in played)
        figures.append(_figure(f"Largest error over time: {played[0].clip_name}", error_over_time(lines, limit)))
    counts = []
    for engine, colour in colours.items():
        histograms = [c.difference.histogram for c in verification.comparisons if c.engine == engine]
        if histograms:
            counts.append((engine, colour, np.sum(histograms, axis=0)))
    if counts:
        bars = histogram_chart(HISTOGRAM_EDGES, counts)
        figures.append(_figure("Vertices by error, all clips and times (logarithmic)", bars))
    return f'<div class="grid">{"".join(figures)}</div>'


def _joints(verification: Verification, colours: Mapping[str, str]) -> str:
    """The joints with the largest errors, one row per joint, with a logarithmic bar per engine."""
    errors: dict[int, dict[str, float]] = {}
    vertices: dict[int, int] = {}
    for c in verification.comparisons:
        table = c.difference.joints
        if table is None:
            continue
        largest = table.relative_maximum(c.difference.scale)
        for node, count, error in zip(table.nodes.tolist(), table.vertices.tolist(), largest.tolist(), strict=True):
            vertices[node] = count
            of_node = errors.setdefault(node, {})
            of_node[c.engine] = max(of_node.get(c.engine, 0.0), error)
    if not errors:
        return ""
    top = max(max(of_node.values()) for of_node in errors.values())
    engines = [engine for engine in colours if any(engine in of_node for of_node in errors.values())]
    order = sorted(errors, key=lambda node: (-max(errors[node].values()), node))[:MOST_JOINTS]
    rows = []
    for node in order:
        cells = [f'<td class="name">{escape(verification.facts.node_names[node])}</td><td>{vertices[node]:,}</td>']
        for engine in engines:
            error = errors[node].get(engine, 0.0)
            cells.append(f"<td>{number(error)}</td>{_bar(error, top, colours[engine])}")
        rows.append("".join(cells))
    titles = "".join(f"<th>{escape(engine)}</th><th></th>" for engine in engines)
    more = f" (the {MOST_JOINTS} largest of {len(errors)})" if len(errors) > MOST_JOINTS else ""
    head = _head(["joint"], ["vertices"]) + titles
    return f"<h3>Largest error by joint{more}</h3>" + _table(head, rows)


def _bar(error: float, top: float, colour: str) -> str:
    span = np.log10(max(top, 10.0 * _SHORTEST_BAR) / _SHORTEST_BAR)
    share = np.log10(max(error, _SHORTEST_BAR) / _SHORTEST_BAR) / span
    return f'<td class="bar"><i style="width:{100.0 * share:.0f}%;background:{colour}"></i></td>'


def _largest(comparisons: Sequence[Comparison]) -> str:
    if not comparisons:
        return "<td>-</td>"
    largest = max(c.difference.max_relative for c in comparisons)
    return f"<td>{_colour(all(c.passed for c in comparisons), number(largest))}</td>"


def _legend(colours: Mapping[str, str]) -> str:
    keys = (
        f'<span><b class="key" style="background:{colour}"></b>{escape(engine)}</span>'
        for engine, colour in colours.items()
    )
    return f'<p class="legend">{"".join(keys)}</p>'


def _figure(title: str, svg: str) -> str:
    return f"<figure><h3>{escape(title)}</h3>{svg}</figure>"


def _head(left: Sequence[str], right: Sequence[str]) -> str:
    names = "".join(f'<th class="name">{escape(text)}</th>' for text in left)
    return names + "".join(f"<th>{escape(text)}</th>" for text in right)


def _table(head: str, rows: Sequence[str]) -> str:
    lines = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def _list(lines: Sequence[str], style: str) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ul class="{style}">{items}</ul>' if items else ""


def _badge(good: bool, text: str) -> str:
    return f'<span class="badge {"good" if good else "bad"}">{escape(text)}</span>'


def _colour(good: bool, text: str) -> str:
    return f'<span class="{"good" if good else "bad"}">{escape(text)}</span>'
