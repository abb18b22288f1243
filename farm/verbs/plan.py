"""``skinproof plan``: the list of a folder's models, for cutting shards and holding rows against."""

from __future__ import annotations

import sys

from ...cli.options import outputs
from ...cli.verb import Arguments, Verb, arguments, option, positional
from ...files.output import write_file
from ...subject import Makers
from ..plan import plan_lines


@arguments
class PlanArguments(Arguments):
    """Arguments of ``plan``."""

    folder: str = positional("searched with all subfolders", metavar="FOLDER")
    out: str | None = option("write the list there, whole or not at all (default: print it)", metavar="LIST")


def run(args: PlanArguments, _makers: Makers) -> int:
    """Print or write the list; what cannot be listed is an entry, and becomes a row that says so."""
    (out,) = outputs([args.out], [])
    if out is None:
        for line in plan_lines(args.folder):
            print(line)
        return 0
    write_file(out, lambda file: file.writelines(f"{line}\n".encode("ascii") for line in plan_lines(args.folder)))
    print(f"skinproof: the list is in {out}", file=sys.stderr)
    return 0


VERB = Verb("plan", "the list of a folder's models: path, size, digest, cost", PlanArguments, run)
