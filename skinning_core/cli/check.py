"""``skinproof check``: findings about files, with stable codes. Exit status 1 where one is an error."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..check.check import check_model, unreadable
from ..check.finding import Finding
from ..engine import Engines
from ..error import SkinproofError
from ..report.document import check_document, write_json
from ..report.table import columns, printable
from .options import add_model, load_asked, outputs
from .verb import DIFFERENT, SAME, Verb


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``check``."""
    add_model(parser, several=True)
    parser.add_argument("--json", metavar="FILE", help="write the findings for machines")


def run(args: argparse.Namespace, engines: Engines) -> int:
    """Check every model; a file that cannot be read is a finding too."""
    del engines  # nothing is skinned
    (target,) = outputs([args.json], args.model, args.anim)
    results = [(path, _findings(path, args)) for path in args.model]
    for path, findings in results:
        print(f"{printable(path)}: {_count(findings)}")
        if findings:
            rows = [(f.severity, f.code, printable(f.pointer), printable(f.sentence)) for f in findings]
            print("\n".join(columns(rows, left=range(4))))
    if target is not None:
        write_json(target, check_document(results))
    return DIFFERENT if any(f.severity == "error" for _, findings in results for f in findings) else SAME


def _findings(path: str, args: argparse.Namespace) -> tuple[Finding, ...]:
    try:
        return check_model(load_asked(path, args))
    except SkinproofError as error:
        if not Path(path).is_file():
            raise
        return (unreadable(error),)


def _count(findings: tuple[Finding, ...]) -> str:
    kinds = [f.severity for f in findings]
    counts = [(kinds.count("error"), "error"), (kinds.count("warning"), "warning")]
    told = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in counts] + [f"{kinds.count('information')} to know"]
    return ", ".join(told) if findings else "nothing found"


VERB = Verb("check", "findings about a file, with stable codes", add_arguments, run)
