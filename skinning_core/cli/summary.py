"""``skinproof summary``: the summary of the rows that ``verify --jsonl`` wrote."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..batch.ledger import latest, read_rows
from ..batch.row import Row
from ..batch.summary import RULES, WORST, batch_lines, exit_status, row_cases, row_results, summary_page
from ..files.output import write_text
from ..report.junit import junit_document
from ..report.sarif import sarif_document
from ..subject import Makers
from .batch_options import ReportArguments, add_reports
from .options import outputs
from .verb import Verb


@dataclass(frozen=True, kw_only=True)
class SummaryArguments(ReportArguments):
    """Arguments of ``summary``."""

    rows: list[str]
    worst: int
    html: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``summary``."""
    parser.add_argument("rows", metavar="OUT", nargs="+", help="files that verify --jsonl wrote, one per shard")
    parser.add_argument("--worst", metavar="N", type=int, default=WORST, help=f"show the N worst (default: {WORST})")
    parser.add_argument("--html", metavar="FILE", help="write a page with a row for every model")
    add_reports(parser)


def run(args: SummaryArguments, makers: Makers) -> int:
    """Print the summary and write the reports; the exit status is that of the models."""
    del makers  # nothing is skinned
    html, _, _ = outputs([args.html, args.junit, args.sarif], args.rows)
    rows = latest(row for path in args.rows for row in read_rows(Path(path)))
    print("\n".join(batch_lines(rows, worst=args.worst)))
    if html is not None:
        write_text(html, summary_page(rows))
    write_reports(rows, args)
    return exit_status(rows)


def write_reports(rows: Sequence[Row], args: ReportArguments) -> None:
    """Write the files of --junit and --sarif where they are asked for; ``outputs`` has checked their paths."""
    if args.junit is not None:
        write_text(Path(args.junit), junit_document(row_cases(rows)))
    if args.sarif is not None:
        write_text(Path(args.sarif), json.dumps(sarif_document(row_results(rows), RULES), indent=1) + "\n")


VERB = Verb("summary", "what the results of many models come to", SummaryArguments, add_arguments, run)
