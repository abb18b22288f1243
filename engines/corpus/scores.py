"""Grades as text, Markdown, JSON, JUnit, a badge and a page: views of ``grade``, which judge nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from math import isfinite
from typing import Literal

from ...report.junit import Case, junit_document
from ...report.readable import Reading
from ...report.style import head_cells, html_table, page_head
from ...text.count import counted
from .cases.case import Norm
from .folder import CORPUS_VERSION
from .grade import CaseGrade, EngineGrade, Mark
from .reading import section_link

#: As the specification has it, or permits.
RIGHT = (Mark.PASSED, Mark.APPROXIMATED)

#: Sizes of the character beyond which a percentage tells nobody anything: 10,000 %.
_IN_SIZES = 100.0


def grade_lines(graded: EngineGrade) -> list[str]:
    """The table of one engine for a terminal: what failed, by how much, and what it looks like."""
    wide = max(len(c.case.id) for c in graded.cases)
    lines = [f"{graded.engine}: {_scores(graded)} (corpus {CORPUS_VERSION})", f"  {_rung(graded)}"]
    wrong = [c for c in graded.cases if c.positions not in RIGHT]
    if graded.approximated:
        lines.append(f"  {_approximated(graded)}")
    lines += [f"  {c.case.id:{wide}}  {amount(c):>9}  {c.case.section:8}  {_why(c)}" for c in wrong]
    turned = [c.case.id for c in graded.cases if c.normals is Mark.FAILED]
    if turned:
        worst = max(graded.cases, key=lambda c: c.degrees or 0.0)
        lines.append(
            f"  normals are wrong in {len(turned)} cases, most in {worst.case.id} ({worst.degrees:.3g} degrees)"
        )
    return lines


def _scores(graded: EngineGrade) -> str:
    """The score of each level, must first; normals are a quality of their own."""
    told = ", ".join(f"{norm.value} {_of(graded, norm)}" for norm in Norm if graded.score("positions", norm)[1])
    return f"{told}; normals {_normals(graded)}"


def _normals(graded: EngineGrade) -> str:
    right, of = graded.score("normals")
    return f"{right} of {of}" if of else "not given"


def _of(graded: EngineGrade, norm: Norm) -> str:
    right, of = graded.score("positions", norm)
    return f"{right} of {of}"


def _approximated(graded: EngineGrade) -> str:
    """What the specification permits, and how far it takes the farthest vertex."""
    largest = max(c.error or 0.0 for c in graded.approximated)
    count = counted(len(graded.approximated), "case")
    return f"rotations are approximated in {count}, as C.4 permits, by at most {_share(largest)}"


def _rung(graded: EngineGrade) -> str:
    broken = graded.broken_rung
    if broken is None:
        return "the whole ladder holds"
    place = f"the ladder breaks at rung {broken.case.rung}, {broken.case.id}"
    if broken.causes:  # a rung needs all below it and more than its own rule: what it looks like tells which one broke
        return f"{place}: {'; '.join(broken.causes)}"
    return f"{place}, whose rule is: {broken.case.rule}"


def amount(c: CaseGrade) -> str:
    """How far off a case is, for a table."""
    return "-" if c.error is None else _share(c.error)


def _share(error: float) -> str:
    """A share of the size as in ``verify``'s tables; far beyond it in sizes."""
    if not isfinite(error):
        return "no number"
    return f"{error:,.0f} sizes" if error >= _IN_SIZES else Reading().share(error)


def _why(c: CaseGrade) -> str:
    """What went wrong, what it looks like, and where the guide says better."""
    if not c.causes:
        return c.sentence
    named = (f"{cause} (guide: {page})" if page else cause for cause, page in zip(c.causes, c.pages, strict=True))
    return f"{c.sentence}: {'; '.join(named)}"


def grade_document(graded: Sequence[EngineGrade]) -> str:
    """The grades as JSON."""
    engines = [
        {
            "engine": grade.engine,
            "positions": list(grade.score("positions")),
            "levels": {norm.value: list(grade.score("positions", norm)) for norm in Norm},
            "approximated": [of_case.case.id for of_case in grade.approximated],
            "normals": list(grade.score("normals")),
            "broken_rung": None if grade.broken_rung is None else grade.broken_rung.case.id,
            "cases": list(map(_case, grade.cases)),
        }
        for grade in graded
    ]
    return json.dumps({"corpus": CORPUS_VERSION, "engines": engines}, indent=1) + "\n"


def _case(grade: CaseGrade) -> dict[str, object]:
    """A case as JSON; an error that is not finite is null."""
    return {
        "id": grade.case.id,
        "rung": grade.case.rung or None,
        "section": grade.case.section,
        "norm": grade.case.norm.value,
        "positions": grade.positions.value,
        "normals": grade.normals.value,
        "error": None if grade.error == float("inf") else grade.error,
        "degrees": grade.degrees,
        "sentence": grade.sentence,
        "causes": list(grade.causes),
        "read": list(grade.pages),
    }


def grade_junit(graded: Sequence[EngineGrade]) -> str:
    """JUnit's XML, a suite of positions and one of normals for each engine."""
    outcomes: dict[Mark, Literal["passed", "failure", "skipped"]]
    outcomes = {Mark.PASSED: "passed", Mark.APPROXIMATED: "passed", Mark.FAILED: "failure", Mark.MISSING: "skipped"}
    cases = []
    for g in graded:
        for kind in ("positions", "normals"):
            for c in g.cases:
                outcome = outcomes[getattr(c, kind)]
                told = _why(c) if kind == "positions" else c.sentence
                cases.append(Case(f"{g.engine} {kind}", c.case.id, outcome, c.case.section, told))
    return junit_document(cases)


def grade_badge(graded: EngineGrade) -> str:
    """An SVG: how many of the rules that the specification demands pass."""
    right, of = graded.score("positions", Norm.MUST)
    text, color = f"{right}/{of}", "#0b7a4b" if right == of else "#b3261e"
    left, width = 92, 92 + 9 * len(text) + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" '
        f'aria-label="glTF skinning {text}"><rect width="{width}" height="20" rx="3" fill="#555"/>'
        f'<rect x="{left}" width="{width - left}" height="20" rx="3" fill="{color}"/>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11">'
        f'<text x="{left / 2}" y="14">glTF skinning</text><text x="{(left + width) / 2}" y="14">{text}</text></g>'
        "</svg>\n"
    )


def score_table(graded: Sequence[EngineGrade]) -> str:
    """The scoreboard as HTML: a column for each engine, a row for each case, its amount and its cause."""
    head = "".join(f'<th class="name">{escape(g.engine)}<br>{escape(_scores(g))}</th>' for g in graded)
    rows = []
    for k, first in enumerate(graded[0].cases):
        cells = "".join(
            f'<td class="name" title="{escape(_why(g.cases[k]))}">{_linked(n, g.cases[k])}</td>'
            for n, g in enumerate(graded)
        )
        rung = f"{first.case.rung}. " if first.case.rung else ""
        title = f'<td class="name" title="{escape(first.case.rule)}">{rung}{escape(first.case.id)}</td>'
        rows.append(f"{title}<td>{_section(first)}</td>{cells}")
    return html_table(head_cells(["case"], ["section"]) + head, rows)


def _anchor(engine: int, c: CaseGrade) -> str:
    """The place on a page that tells what went wrong in this engine's case."""
    return f"engine-{engine}-{c.case.id}"


def _linked(engine: int, c: CaseGrade) -> str:
    """A cell that leads to what it looks like, if anything went wrong."""
    return _cell(c) if c.positions in RIGHT else f'<a href="#{_anchor(engine, c)}">{_cell(c)}</a>'


def _section(c: CaseGrade) -> str:
    return f'<a href="{escape(section_link(c.case.section))}">{escape(c.case.section)}</a>'


def _cell(grade: CaseGrade) -> str:
    styles = {Mark.PASSED: "good", Mark.APPROXIMATED: "soft", Mark.FAILED: "bad", Mark.MISSING: "soft"}
    told = {Mark.PASSED: "right", Mark.MISSING: "not given"}.get(grade.positions, amount(grade))
    if grade.positions is Mark.APPROXIMATED:
        told += ", permitted"
    turned = ""
    if grade.normals is Mark.FAILED and grade.degrees:
        turned = f' <span class="bad">n {grade.degrees:.2g}°</span>'
    return f'<span class="{styles[grade.positions]}">{told}</span>{turned}'


def grade_board(graded: Sequence[EngineGrade]) -> str:
    """The scoreboard and, engine by engine, what every failure looks like, to which the table's cells lead."""
    pieces = [f"{score_table(graded)}\n"]
    for k, grade in enumerate(graded):
        failed = [of_case for of_case in grade.cases if of_case.positions not in RIGHT]
        items = "".join(f'<li id="{_anchor(k, each)}">{_told(each)}</li>' for each in failed)
        head = f"<h3>{escape(grade.engine)}</h3><p>{escape(_scores(grade))}; {escape(_rung(grade))}.</p>"
        pieces.append(f"{head}<ul>{items}</ul>")
    return "".join(pieces)


def _told(grade: CaseGrade) -> str:
    return f"<b>{escape(grade.case.id)}</b> ({_section(grade)}): {escape(_why(grade))}"


def grade_page(graded: Sequence[EngineGrade]) -> str:
    """One file, nothing loaded."""
    return (
        f"{page_head('glTF skinning: grades')}\n"
        f'<h1>glTF skinning: grades</h1><p class="soft">Skinproof corpus {CORPUS_VERSION}. An amount is the distance '
        "of the farthest vertex from where the specification has it, of the character's size; n is the normal turned "
        f"farthest.</p>\n{grade_board(graded)}\n</body></html>\n"
    )


def grade_markdown(graded: Sequence[EngineGrade], day: str, links: str | None, command: str) -> str:
    """The scoreboard as a page of documentation.

    day: when it was made; links: the folder or URL of Skinproof's docs, None: no links; command: makes it again.
    """
    corpus = "corpus" if links is None else f"[corpus]({links}/corpus.md)"
    lines = [
        "# Scoreboard",
        "",
        f"How engines do on Skinproof's {corpus}, version {CORPUS_VERSION}, {day}. Made by one command from their "
        "results:",
        "",
        "```sh",
        command,
        "```",
        "",
        "A case passes if no vertex is farther from where the specification has it than float32 explains. What the "
        "specification demands of every engine stands under *must*; what it allows to be left out, or does not have, "
        "apart from it. Rotations by nlerp are permitted (C.4: *implementations MAY approximate these equations*) and "
        "count as passed; the column says by how much they are off. *Normals*, within one degree of the inverse "
        "transpose, are a quality, of the cases in which an engine gives some: glTF does not say how they are carried.",
        "",
        f"| engine | {' | '.join(norm.value for norm in Norm)} | approximates | normals | first broken rung |",
        f"|---|{'---|' * len(Norm)}---|---|---|",
    ]
    for g in graded:
        rung = g.broken_rung
        told = "none" if rung is None else f"{rung.case.rung}, {rung.case.id}"
        levels = " | ".join(_of(g, norm) for norm in Norm)
        off = _share(max(c.error or 0.0 for c in g.approximated)) if g.approximated else "nothing"
        lines.append(f"| {g.engine} | {levels} | {off} | {_normals(g)} | {told} |")
    for g in graded:
        wrong = [c for c in g.cases if c.positions not in RIGHT]
        if not wrong:
            continue
        lines += ["", f"## {g.engine}", "", "| case | section | off by | what it looks like |", "|---|---|---|---|"]
        for c in wrong:
            why = _why(c).replace("|", "/").replace("\n", " ")
            lines.append(
                f"| {c.case.id}: {c.case.rule} | {c.case.norm.value}, {c.case.section} | {amount(c)} | {why} |"
            )
    return "\n".join([*lines, ""])
