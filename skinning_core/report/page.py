"""Findings as an HTML page: one file, nothing loaded. Every name is escaped.

Scripts serve only figures that move; the rest is there without them, and on paper.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape

import numpy as np

from ..compare.judge.comparison import Comparison
from ..compare.judge.verification import Verification
from ..compare.measure.statistics import HISTOGRAM_EDGES
from ..error import SkinproofError
from ..subject import facts_of
from .alike import told_together
from .chart import COLOURS, Line, error_over_time, histogram_chart
from .facts import heading
from .moving_figure import MovingFigure, figure_elements, figure_room, figure_script, moving_head
from .png import png_bytes
from .portrait import HEIGHT, WIDTH, Portrait, portrait
from .provenance import Made, without_machine
from .readable import Reading, figures, titles, verdict_of
from .style import head_cells, html_table, page_head
from .table import PEOPLE, covered, engine_sentences, explanation, not_judged, notes, verdict
from .text import filled
from .version import VERSION

#: Joints per model: those with the largest errors.
MOST_JOINTS = 12

#: For a moving figure, until the rest of the page tells how much room it leaves.
_MARK = "<!-- figure {} -->"

#: Subjects that are the same, on the first lines.
MOST_SAME = 6

#: What subjects are to a reader.
_AS = {"blender": "in Blender", "blender:animation": "in Blender, on the rig for animation"}

#: The error of the shortest bar of the table of joints.
_SHORTEST_BAR = 1e-9


def verify_page(
    results: Sequence[tuple[str, Verification]],
    errors: Mapping[str, str],
    reading: Reading = PEOPLE,
    made: Made | None = None,
    figures: Mapping[str, MovingFigure] | None = None,
) -> str:
    """The page of ``verify``: ``results`` by path as given, ``errors`` sentences by path.

    ``made``: for its last lines; without it the same findings give the same page. ``figures``: by path, the worst over
    time.
    """
    colours = engine_colours(v for _, v in results)
    passed = not errors and all(v.verdict.same for _, v in results)
    body = [
        f"<h1>Skinproof {_colour(passed, _overall(results, errors), 'badge ')}</h1>",
        _list([line for _, v in results for line in same_first(v, reading)[0]][:MOST_SAME], "good verdicts"),
        '<p class="soft">Largest distance of any vertex from the reference (the glTF specification in float64), '
        "relative to the diagonal of the model.</p>",
        _legend(colours),
        _summary(results, errors, list(colours), reading),
    ]
    moving = figures or {}
    for i, (path, v) in enumerate(results):
        figure = _MARK.format(i) if path in moving else ""
        body.append(_model(f"model{i}", path, v, colours, reading, figure, alone=len(results) == 1))
    title = "Skinproof report"
    head = moving_head(title) if moving else page_head(title)
    page = "\n".join([head, *body, _origin(made)])
    places = {_MARK.format(i): moving[path] for i, (path, _) in enumerate(results) if path in moving}
    return f"{_moving(page, places) if places else page}\n</body></html>\n"


def _moving(page: str, figures: Mapping[str, MovingFigure]) -> str:
    """Figures in place of their marks, and their script; one without room is a sentence."""
    room, some = figure_room(len(page.encode()), len(figures)), False
    for mark, figure in figures.items():
        try:
            elements = figure_elements(figure, room)
            some = True
        except SkinproofError:
            name = escape(figure.model.name)
            elements = (
                f'<p class="soft">{name} does not move here: the page would be larger than 3 MB. Ask for it alone.</p>'
            )
        page = page.replace(mark, elements)
    return f"{page}\n{figure_script()}" if some else page


def _overall(results: Sequence[tuple[str, Verification]], errors: Mapping[str, str]) -> str:
    """The verdict on everything: one model's, or how many are not the same."""
    if len(results) == 1 and not errors:
        return verdict(results[0][1])
    total = len(results) + len(errors)
    apart = len(errors) + sum(not v.verdict.same for _, v in results)
    return f"{apart} of {total} models not the same, or not judged" if apart else "same"


def _origin(made: Made | None) -> str:
    if made is None:
        return f'<p class="soft">Skinproof {escape(VERSION)}</p>'
    again = f"; to make it again: <code>{escape(made.command)}</code>" if made.command else "."
    return f'<p class="soft">{escape(", ".join(made.versions))}. Made {escape(made.when)}{again}</p>'


def engine_colours(verifications: Iterable[Verification]) -> dict[str, str]:
    """A colour for each engine, by first appearance."""
    names = dict.fromkeys(c.engine for v in verifications for c in v.comparisons)
    return {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}


def _summary(
    results: Sequence[tuple[str, Verification]], errors: Mapping[str, str], engines: Sequence[str], reading: Reading
) -> str:
    rows = []
    for i, (_, v) in enumerate(results):
        cells = [f'<td class="name"><a href="#model{i}">{escape(v.name)}</a></td>']
        cells += [f"<td>{v.facts.vertices:,}</td>", f"<td>{len({c.clip for c in v.comparisons} - {None})}</td>"]
        cells += [
            _largest([c for c in v.comparisons if c.engine == engine and c.decides], reading) for engine in engines
        ]
        rows.append("".join([*cells, f"<td>{_colour(v.verdict.same, verdict(v))}</td>"]))
    head = head_cells(["model"], ["vertices", "clips", *engines, "verdict"])
    broken = "".join(f"<li>{_colour(False, sentence)}</li>" for sentence in errors.values())
    return html_table(head, rows) + (f"<ul>{broken}</ul>" if broken else "")


def _model(
    anchor: str,
    path: str,
    verification: Verification,
    colours: Mapping[str, str],
    reading: Reading,
    moving: str,
    *,
    alone: bool,
) -> str:
    """If a model is ``alone``, what is the same stands at the head of the page."""
    facts, (same, others) = verification.facts, same_first(verification, reading)
    badge = _colour(verification.verdict.same, verdict(verification), "badge ")
    judged = covered(verification).removeprefix(f"{verification.name}: ")
    everything: list[str] = []
    for alike in told_together(verification.comparisons, every=True):
        everything += explanation(facts, alike, reading)
    failed = [f"{f.engine}, {f.clip_name}: {f.sentence}" for f in verification.failures]
    pieces = [
        f'<h2 id="{anchor}">{escape(verification.name)} {badge}</h2>',
        f"<p>{escape(judged)}</p>",
        f'<p class="soft">{escape(heading(facts))} &middot; {escape(without_machine(path))}</p>',
        _list([] if alone else same, "good verdicts"),
        _list(notes(verification, reading), "soft"),
        _list(others, "verdicts"),
        _list([*wrongs(verification, reading, others), *failed], "bad"),
        _list(not_judged(verification), "bad"),
        _portraits(verification, reading),
        moving,
        _comparisons(verification, reading),
        _folded("Everything known about each difference", _list(everything, "bad")),
        _charts(verification, colours),
        _joints(verification, colours, reading),
    ]
    return "\n".join(pieces)


def same_first(verification: Verification, reading: Reading) -> tuple[list[str], list[str]]:
    """A sentence for each subject: those that are the same, with the model's name, and the others."""
    same = {c.engine for c in verification.comparisons if c.decides and c.verdict.same}
    same -= {c.engine for c in verification.comparisons if c.decides and not c.verdict.same}
    told: tuple[list[str], list[str]] = [], []
    for engine, words in engine_sentences(verification, reading).items():
        if engine in same:
            told[0].append(f"{verification.name} {_AS.get(engine, f'by {engine}')}: {words}")
        else:
            told[1].append(f"{engine}: {words}")
    return told


def wrongs(verification: Verification, reading: Reading, told: Sequence[str] = ()) -> list[str]:
    """A sentence for each engine and cause: how many clips, how far, where, and why.

    ``told``: lines beside it, which are not repeated.
    """
    groups: dict[tuple[str, tuple[str, ...]], list[Comparison]] = {}
    for comparison in verification.comparisons:
        if comparison.decides and comparison.verdict.differs:
            key = comparison.engine, _all_reasons(comparison)
            groups.setdefault(key, []).append(comparison)
    sentences = []
    for (engine, reasons), differing in groups.items():
        played = sum(c.engine == engine and c.decides for c in verification.comparisons)
        count = f"{len(differing)} of {played} clips" if played > 1 else differing[0].clip_name
        place = _farthest(verification, differing, reading, name_clip=played > 1)
        why = [reason for reason in reasons if not any(reason in line for line in told)]
        fallback = "see above" if reasons else "no typical mistake explains it"
        sentences.append(f"{engine}: {count}{place}: {'; '.join(why) or fallback}")
    return sentences


def _all_reasons(comparison: Comparison) -> tuple[str, ...]:
    """What differs beside positions, changes in the scene, and causes."""
    beside = [str(g.sentence) for g in comparison.verdict.grounds if g.differs and g.code != "POSITIONS"]
    causes = [cause.in_full for cause in comparison.causes]
    return (*beside, *comparison.changes, *causes)


def _farthest(verification: Verification, differing: Sequence[Comparison], reading: Reading, *, name_clip: bool) -> str:
    """How far a vertex is off at most, and where, after a comma; "" if none is known."""
    places = [(c.clip_name, c.difference.farthest) for c in differing if c.difference.farthest is not None]
    if not places:
        return ""
    clip, worst = max(places, key=lambda place: place[1].distance)
    where = [clip] if name_clip else []
    if worst.node >= 0:
        where.append(f"joint {verification.facts.label(worst.node)}")
    told = f" ({', '.join(where)})" if where else ""
    return f", up to {reading.length(worst.distance)}{told}"


def _portraits(verification: Verification, reading: Reading) -> str:
    """Each engine that differs, at its worst: the whole character, and a close-up of the vertex."""
    figures = []
    for engine in dict.fromkeys(c.engine for c in verification.comparisons):
        drawn = [c for c in verification.comparisons if c.engine == engine and c.decides and c.frame is not None]
        if drawn:
            figures.append(_portrait(max(drawn, key=lambda c: c.difference.max_relative), reading))
    return f'<div class="grid">{"".join(figures)}</div>' if figures else ""


def _portrait(comparison: Comparison, reading: Reading) -> str:
    frame = comparison.frame
    assert frame is not None  # the caller has checked it
    top = max(float(np.nanmax(errors, initial=0.0)) for errors in frame.errors)
    title = f"{comparison.engine}, {comparison.clip_name} at {frame.time:.4f} s: dark is {reading.length(top)} off"
    views = "".join(_view(portrait(frame, close=close)) for close in (False, True))
    return _figure(title, f'<div class="views">{views}</div>')


def _view(view: Portrait) -> str:
    """A picture with a ring around the worst vertex. It has a white rim: the farthest vertices are dark."""
    data = base64.b64encode(png_bytes(view.image)).decode("ascii")
    x, y = view.worst
    ring = "ring hidden" if view.hidden else "ring"
    behind = f'<text x="{x + 13:.1f}" y="{y + 4:.1f}">behind</text>' if view.hidden else ""
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="The character where it is worst">'
        f'<image href="data:image/png;base64,{data}" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<circle class="rim" cx="{x:.1f}" cy="{y:.1f}" r="9"/>'
        f'<circle class="{ring}" cx="{x:.1f}" cy="{y:.1f}" r="9"/>{behind}</svg>'
    )


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{content}</details>" if content else ""


def _comparisons(verification: Verification, reading: Reading) -> str:
    rows, every = [], [figures(c, reading) for c in verification.comparisons]
    some = filled(every)
    for c, shown in zip(verification.comparisons, every, strict=True):
        difference, worst, good = c.difference, c.difference.worst, c.verdict.same or not c.decides
        joint = "-" if worst is None or worst.node < 0 else verification.facts.label(worst.node)
        where = "<td>-</td><td>-</td>" if worst is None else f"<td>{worst.time:.4f} s</td><td>{worst.vertex}</td>"
        rows.append(
            f'<td class="name">{escape(c.clip_name)}</td><td class="name">{escape(c.engine)}</td>'
            f'<td class="verdict">{_colour(good, verdict_of(c))}</td>'
            f"<td>{len(difference.times)}</td>{''.join(f'<td>{escape(shown[i])}</td>' for i in some)}"
            f"{where}"
            f'<td class="name">{escape(joint)}</td>'
        )
    heads = [titles(reading)[i] for i in some]
    head = head_cells(["clip", "engine", "verdict"], ["times", *heads, "worst at", "vertex"])
    return html_table(head + '<th class="name">joint</th>', rows)


def _charts(verification: Verification, colours: Mapping[str, str]) -> str:
    figures = [
        _over_time(verification, clip, colours) for clip in dict.fromkeys(c.clip for c in verification.comparisons)
    ]
    counts = []
    for engine, colour in colours.items():
        histograms = [c.difference.histogram for c in verification.comparisons if c.engine == engine]
        if histograms:
            counts.append((engine, colour, np.sum(histograms, axis=0)))
    if counts:
        bars = histogram_chart(HISTOGRAM_EDGES, counts)
        figures.append(_figure("Vertices by error, all clips and times (logarithmic)", bars))
    return f'<div class="grid">{"".join(figures)}</div>'


def _over_time(verification: Verification, clip: int | None, colours: Mapping[str, str]) -> str:
    """A clip's chart, "" if it has one time."""
    played = [c for c in verification.comparisons if c.clip == clip and len(c.difference.times) > 1]
    if not played:
        return ""
    lines = [Line(c.engine, colours[c.engine], c.difference.times, c.difference.relative) for c in played]
    limit = max(c.tolerance.limit for c in played)
    return _figure(f"Largest error over time: {played[0].clip_name}", error_over_time(lines, limit))


def _joints(verification: Verification, colours: Mapping[str, str], reading: Reading) -> str:
    """A row per joint with the largest errors, with a logarithmic bar per engine."""
    errors, vertices = _joint_errors(verification)
    if not errors:
        return ""
    largest = {node: max(of_node.values()) for node, of_node in errors.items()}
    top = max(largest.values())
    engines = [engine for engine in colours if any(engine in of_node for of_node in errors.values())]
    order = sorted(errors, key=lambda node: (-largest[node], node))[:MOST_JOINTS]
    rows = []
    for node in order:
        cells = [f'<td class="name">{escape(verification.facts.label(node))}</td><td>{vertices[node]:,}</td>']
        for engine in engines:
            error = errors[node].get(engine, 0.0)
            cells.append(f"<td>{escape(reading.share(error))}</td>{_bar(error, top, colours[engine])}")
        rows.append("".join(cells))
    titles = "".join(f"<th>{escape(engine)}</th><th></th>" for engine in engines)
    more = f" (the {MOST_JOINTS} largest of {len(errors)})" if len(errors) > MOST_JOINTS else ""
    head = head_cells(["joint"], ["vertices"]) + titles
    return f"<h3>Largest error by joint{more}; bars are logarithmic</h3>" + html_table(head, rows)


def _joint_errors(verification: Verification) -> tuple[dict[int, dict[str, float]], dict[int, int]]:
    """By joint node: each engine's largest error, and how many vertices the joint moves."""
    errors: dict[int, dict[str, float]] = {}
    vertices: dict[int, int] = {}
    for comparison in verification.comparisons:
        table = comparison.difference.joints
        if table is None:
            continue
        largest = table.relative_maximum(comparison.difference.scale)
        for node, count, error in zip(table.nodes.tolist(), table.vertices.tolist(), largest.tolist(), strict=True):
            vertices[node] = count
            of_node = errors.setdefault(node, {})
            of_node[comparison.engine] = max(of_node.get(comparison.engine, 0.0), error)
    return errors, vertices


def _bar(error: float, top: float, colour: str) -> str:
    span = np.log10(max(top, 10.0 * _SHORTEST_BAR) / _SHORTEST_BAR)
    share = np.log10(max(error, _SHORTEST_BAR) / _SHORTEST_BAR) / span
    return f'<td class="bar"><i style="width:{100.0 * share:.0f}%;background:{colour}"></i></td>'


def _largest(comparisons: Sequence[Comparison], reading: Reading) -> str:
    if not comparisons:
        return "<td>-</td>"
    largest = max(c.difference.max_relative for c in comparisons)
    return f"<td>{_colour(all(c.verdict.same for c in comparisons), reading.share(largest))}</td>"


def _legend(colours: Mapping[str, str]) -> str:
    keys = (
        f'<span><b class="key" style="background:{colour}"></b>{escape(_engine(engine))}</span>'
        for engine, colour in colours.items()
    )
    return f'<p class="legend">{"".join(keys)}</p>'


def _engine(name: str) -> str:
    """An engine's name and, if it is ours, what it is."""
    facts = facts_of(name)
    return name if facts is None else f"{name} ({facts.sentence})"


def _figure(title: str, svg: str) -> str:
    return f"<figure><h3>{escape(title)}</h3>{svg}</figure>"


def _list(lines: Sequence[str], style: str) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ul class="{style}">{items}</ul>' if items else ""


def _colour(good: bool, text: str, kind: str = "") -> str:
    return f'<span class="{kind}{"good" if good else "bad"}">{escape(text)}</span>'
