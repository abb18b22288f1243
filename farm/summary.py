"""The summary of a batch: a table, the causes and the worst models, as text, for build servers and as a page.

It depends only on models, options and version: not on the work's order, interruptions or duration.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path

from ..report.junit import Case
from ..report.sarif import Result
from ..report.style import page_head
from ..report.table import PEOPLE
from ..report.text import columns, printable
from ..report.version import VERSION
from ..text.count import counted
from .row import DIFFERENT, NOT_JUDGED, NOTHING, PARTLY, SAME, VERDICTS, Row
from .totals import Totals

#: Most characters of the page's table of models: a browser opens them at once.
_TABLE = 1_500_000

#: Most models named in the text as not judged.
_NAMED = 200

#: The exit status of a verdict, the best first.
_STATUSES = {SAME: 0, NOTHING: 0, PARTLY: 3, NOT_JUDGED: 3, DIFFERENT: 1}
#: The exit status of all other verdicts.
_FAILED = 2

#: The exit status if rows are missing.
NOT_FINISHED = 4

#: One sentence per verdict that is not good.
RULES: dict[str, str] = json.loads(Path(__file__).with_name("rules.json").read_text(encoding="utf-8"))


def batch_lines(tally: Totals) -> list[str]:
    """The summary as text."""
    counts = tally.verdicts
    told = f"{counted(tally.models, 'model')}, {counted(tally.vertices, 'vertex')}, {counted(tally.times, 'pose')}"
    rows = [(str(counts[verdict]), verdict) for verdict in VERDICTS if counts[verdict]]
    lines = [f"{told} compared", *columns(rows or [("0", "")], left=(1,))]
    if tally.known:
        lines.append(f"{tally.known} of them known from the earlier run")
    if tally.causes:
        ordered = sorted(tally.causes.items(), key=lambda item: (-item[1], item[0]))
        lines += ["by cause", *columns([(str(count), cause) for cause, count in ordered], left=(1,))]
    largest = tally.worst
    if largest:
        several = f"the {len(largest)} largest differences" if len(largest) > 1 else "the largest difference"
        lines.append(f"{several}, relative to the size")
        lines += columns(_cells(largest), left=(1, 2, 3, 4))
    lines += _broken_lines(tally)
    return [*lines, *(f"NOT COMPLETE: {printable(gap)}" for gap in tally.gaps)]


def _broken_lines(tally: Totals) -> list[str]:
    """The first models that could not be judged, and how many more there are."""
    broken = [row for row in tally.listed if row.verdict not in (SAME, NOTHING, DIFFERENT)]
    named = sorted(broken, key=lambda row: row.key.path)[:_NAMED]
    if not named:
        return []
    lines = ["not judged", *columns([(row.verdict, printable(_sentence(row))) for row in named], left=(0, 1))]
    judged = sum(tally.verdicts[verdict] for verdict in (SAME, NOTHING, DIFFERENT))
    more = tally.models - judged - len(named)
    if more > 0 and not tally.known:
        lines.append(f"and {more} more")
    return lines


def exit_status(tally: Totals) -> int:
    """The exit status, as of ``verify``: 0 the same, 1 different, 2 not done, 3 not all judged, 4 not finished."""
    return NOT_FINISHED if tally.gaps else _STATUSES.get(tally.verdict, _FAILED)


def row_cases(tally: Totals) -> list[Case]:
    """One test case per listed model, and one per reason why models are missing, for ``report.junit``."""
    suite = "skinproof verify"
    cases = [
        Case(suite, row.key.path)
        if row.verdict in (SAME, NOTHING)
        else Case(suite, row.key.path, "failure" if row.verdict == DIFFERENT else "error", row.verdict, _sentence(row))
        for row in sorted(tally.listed, key=lambda row: row.key.path)
    ]
    return cases + [Case("skinproof summary", "complete", "error", "not finished", gap) for gap in tally.gaps]


def row_results(tally: Totals, folder: str = "") -> list[Result]:
    """One result per listed model that is not the same, for ``report.sarif`` with ``RULES``.

    folder: where the models are, as a code host names it.
    """
    before = f"{folder.rstrip('/')}/" if folder else ""
    return [
        Result(_rule(row), "error" if row.verdict != DIFFERENT else "warning", _sentence(row), before + row.key.path)
        for row in sorted(tally.listed, key=lambda row: row.key.path)
        if row.verdict not in (SAME, NOTHING)
    ]


def summary_page(tally: Totals) -> str:
    """The summary as one HTML page that loads nothing: ``batch_lines``, and a row per model, worst first.

    It stays below 2 MB: of very many models those that matter least are not in the table.
    """
    good = exit_status(tally) == 0
    cells = [("verdict", "model", "engine", "clip", "largest", "cause")]
    cells += [
        (
            row.verdict,
            row.key.path,
            *((w.engine, w.clip, PEOPLE.share(w.relative)) if (w := row.worst) else ("", "", "")),
            _why(row),
        )
        for row in tally.listed
    ]
    head, *body = ["".join(f'<td class="name">{escape(printable(cell))}</td>' for cell in line) for line in cells]
    table, room = [], _TABLE
    for line in body:
        room -= len(line) + 10
        if room < 0:
            break
        table.append(f"<tr>{line}</tr>")
    left_out = tally.models - len(table)
    more = [f'<p class="soft">{left_out:,} models are not in the table.</p>'] if left_out else []
    told = "\n".join(escape(line) for line in batch_lines(tally))
    word = "not complete" if tally.gaps else "same" if good else "not the same"
    return "\n".join(
        [
            page_head("Skinproof summary"),
            f'<h1>Skinproof <span class="badge {"good" if good else "bad"}">{word}</span></h1>',
            f"<pre>{told[: _TABLE // 5]}</pre>",
            f'<div class="scroll"><table><tr>{head.replace("td", "th")}</tr>',
            *table,
            "</table></div>",
            *more,
            f'<p class="soft">Skinproof {escape(VERSION)}</p></body></html>\n',
        ]
    )


def _cells(rows: Iterable[Row]) -> list[tuple[str, ...]]:
    return [
        (PEOPLE.share(w.relative), printable(w.engine), printable(w.clip), ", ".join(w.causes), printable(row.key.path))
        for row in rows
        if (w := row.worst) is not None
    ]


def _rule(row: Row) -> str:
    return "batch." + row.verdict.replace(" ", "-")


def _why(row: Row) -> str:
    return row.sentence or ", ".join(sorted({cause for finding in row.findings for cause in finding.causes}))


def _sentence(row: Row) -> str:
    """The sentence about a model that is not the same."""
    if row.sentence:
        own_name = row.key.path.rpartition("/")[2] + ": "
        return f"{row.key.path}: {row.sentence.removeprefix(row.key.path + ': ').removeprefix(own_name)}"
    off = [f for f in row.findings if not f.passed]
    told = [
        f"{f.engine} is off by {PEOPLE.share(f.relative)} of the size in {f.clip}"
        + "".join(f"; {each}" for each in f.beside)
        for f in off
    ]
    return "; ".join(told) + (f" ({_why(row)})" if _why(row) else "")
