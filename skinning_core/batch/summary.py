"""The summary of a batch: a table, the causes and the worst models, as text, for build servers and as a page.

It depends on the models, the options and the version only: not on the order in which models were finished, on how often
the work was stopped, or on how long it took.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from ..report.junit import Case
from ..report.sarif import Result
from ..report.style import STYLE
from ..report.table import PEOPLE
from ..report.text import columns, printable
from ..report.version import VERSION
from ..text.count import counted
from .row import DIFFERENT, NOT_JUDGED, PARTLY, SAME, VERDICTS, Row

#: How many rows the table of the worst models has, unless the user asks for another number.
WORST = 10

#: The exit status of each verdict, the best first.
_STATUSES = {SAME: 0, PARTLY: 3, NOT_JUDGED: 3, DIFFERENT: 1}

#: One sentence per verdict other than the good ones.
RULES = {
    "batch.different": "An engine moves vertices elsewhere than the specification does.",
    "batch.same-as-far-as-judged": "Nothing differs, but something that could move a vertex was not judged.",
    "batch.not-judged": "What was asked for is not there, so that nothing could be judged.",
    "batch.not-done": "An engine could not do its work on this model.",
    "batch.unreadable": "The model cannot be read.",
    "batch.crashed": "The process that judged this model ended.",
    "batch.timed-out": "The model was not judged in the time that it may take.",
    "batch.out-of-memory": "The model takes more memory than it may.",
}


def batch_lines(rows: Sequence[Row], *, worst: int = WORST) -> list[str]:
    """The summary as text; ``rows``: one per model, in the order of their paths."""
    counts = Counter(row.verdict for row in rows)
    vertices, times = sum(row.vertices for row in rows), sum(row.times for row in rows)
    lines = [f"{counted(len(rows), 'model')}, {counted(vertices, 'vertex')}, {counted(times, 'pose')} compared"]
    lines += columns(
        [(str(counts[verdict]), verdict) for verdict in VERDICTS if counts[verdict]] or [("0", "")], left=(1,)
    )
    causes = Counter(cause for row in rows for finding in row.findings for cause in finding.causes)
    if causes:
        ordered = sorted(causes.items(), key=lambda item: (-item[1], item[0]))
        lines += ["by cause", *columns([(str(count), cause) for cause, count in ordered], left=(1,))]
    largest = worst_first(rows)[:worst]
    if largest:
        lines += [
            f"the {len(largest)} largest differences, relative to the size",
            *columns(_cells(largest), left=(1, 2, 3, 4)),
        ]
    broken = [row for row in rows if row.verdict not in (SAME, DIFFERENT)]
    if broken:
        lines += ["not judged", *columns([(row.verdict, printable(_sentence(row))) for row in broken], left=(0, 1))]
    return lines


def worst_first(rows: Sequence[Row]) -> list[Row]:
    """The rows in which something was compared, the largest difference first, then by path."""
    compared = [row for row in rows if row.worst is not None]
    return sorted(compared, key=lambda row: (-_largest(row), row.key.path))


def exit_status(rows: Sequence[Row]) -> int:
    """The exit status, as of ``verify``: 0 the same, 1 different, 2 not done, 3 not all judged."""
    worst = max((row.verdict for row in rows), key=VERDICTS.index, default=SAME)
    return _STATUSES.get(worst, 2)


def row_cases(rows: Sequence[Row]) -> list[Case]:
    """One test case per model, for ``report.junit``."""
    return [
        Case("skinproof verify", row.key.path)
        if row.verdict == SAME
        else Case(
            "skinproof verify",
            row.key.path,
            "failure" if row.verdict == DIFFERENT else "error",
            row.verdict,
            _sentence(row),
        )
        for row in rows
    ]


def row_results(rows: Sequence[Row]) -> list[Result]:
    """One result per model that is not the same, for ``report.sarif`` with ``RULES``."""
    return [
        Result(_rule(row), "error" if row.verdict != DIFFERENT else "warning", _sentence(row), row.key.path)
        for row in rows
        if row.verdict != SAME
    ]


def summary_page(rows: Sequence[Row]) -> str:
    """The summary as one HTML page that loads nothing: what ``batch_lines`` says, and one row per model."""
    good = exit_status(rows) == 0
    cells = [("verdict", "model", "engine", "clip", "largest", "cause")]
    cells += [
        (
            row.verdict,
            row.key.path,
            *((w.engine, w.clip, PEOPLE.share(w.relative)) if (w := row.worst) else ("", "", "")),
            _why(row),
        )
        for row in sorted(rows, key=lambda row: (-VERDICTS.index(row.verdict), -_largest(row), row.key.path))
    ]
    head, *body = [[f'<td class="name">{escape(printable(cell))}</td>' for cell in line] for line in cells]
    table = [f"<tr>{''.join(line)}</tr>" for line in body]
    told = "\n".join(escape(line) for line in batch_lines(rows))
    badge = f'<span class="badge {"good" if good else "bad"}">{"same" if good else "not the same"}</span>'
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><title>Skinproof summary</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}</style></head><body>",
            f"<h1>Skinproof {badge}</h1>",
            f"<pre>{told}</pre>",
            f'<div class="scroll"><table><tr>{"".join(head).replace("td", "th")}</tr>',
            *table,
            "</table></div>",
            f'<p class="soft">Skinproof {escape(VERSION)}</p></body></html>\n',
        ]
    )


def _cells(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    return [
        (PEOPLE.share(w.relative), printable(w.engine), printable(w.clip), ", ".join(w.causes), printable(row.key.path))
        for row in rows
        if (w := row.worst) is not None
    ]


def _largest(row: Row) -> float:
    return row.worst.relative if row.worst is not None else 0.0


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
