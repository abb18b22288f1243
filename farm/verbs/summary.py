"""``skinproof summary``: the summary of the rows that ``folder --jsonl`` wrote."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ...cli.options import outputs
from ...cli.verb import Verb, add_options, arguments, option, positional, repeated
from ...files.output import write_text
from ...report.junit import junit_document
from ...report.sarif import sarif_document
from ...report.text import printable
from ...subject import Makers
from ..baseline import Baseline
from ..plan import Expected
from ..summary import RULES, batch_lines, exit_status, row_cases, row_results, summary_page
from ..totals import WORST, Ledgers, Totals, ledger_gaps
from .batch_options import RowArguments


@arguments
class SummaryArguments(RowArguments):
    """Arguments of ``summary``."""

    rows: list[str] = positional("files that folder --jsonl wrote, one per shard", metavar="OUT", nargs="+")
    expect: str | None = option("the list of skinproof plan: each of its models must have a row", metavar="LIST")
    diff: list[str] = repeated("rows of an earlier run, to show what has changed since", metavar="OLD")
    baseline: list[str] = repeated(
        "like --diff, and the exit status leaves out what was wrong in OLD already (may be repeated)",
        metavar="OLD",
    )
    worst: int = option(f"show the N worst (default: {WORST})", metavar="N", type=int, default=WORST)
    html: str | None = option("write a page with a row for every model", metavar="FILE")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The reports come last."""
    add_options(parser, SummaryArguments, RowArguments)


def run(args: SummaryArguments, _makers: Makers) -> int:
    """Print the summary and write the reports; the exit status is that of the models."""
    read = [*args.rows, *args.diff, *args.baseline, *filter(None, [args.expect])]
    html, _, _ = outputs([args.html, args.junit, args.sarif], read)
    there = [path for path in args.rows if Path(path).exists()] or args.rows
    ledgers = Ledgers([Path(path) for path in there], say)
    expected = Expected(Path(args.expect)) if args.expect else None
    old = [Path(path) for path in (*args.diff, *args.baseline)]
    before = Baseline(old, say) if old else None
    tally = Totals(worst=args.worst)
    for row in ledgers:
        if expected is not None:
            expected.take(row)
        known = before is not None and before.take(row)
        tally.add(row, known=known and bool(args.baseline))
    tally.gaps += [f"{path} is not there" for path in args.rows if path not in there]
    tally.gaps += [*ledger_gaps(ledgers), *(expected.gaps if expected is not None else [])]
    print("\n".join([*batch_lines(tally), *(before.lines() if before is not None else [])]))
    if html is not None:
        write_text(html, summary_page(tally))
    write_reports(tally, args)
    return exit_status(tally)


def say(sentence: str) -> None:
    """Print a note about a file that is read, on stderr."""
    print("skinproof: " + printable(sentence), file=sys.stderr)


def write_reports(tally: Totals, args: RowArguments, folder: str = "") -> None:
    """Write the files of --junit and --sarif if asked for; ``outputs`` has checked their paths."""
    if args.junit is not None:
        write_text(Path(args.junit), junit_document(row_cases(tally)))
    if args.sarif is not None:
        document = sarif_document(row_results(tally, folder or args.folder or ""), RULES)
        write_text(Path(args.sarif), json.dumps(document, indent=1) + "\n")


VERB = Verb("summary", "sum up the results of many models", SummaryArguments, run, add_arguments=add_arguments)
