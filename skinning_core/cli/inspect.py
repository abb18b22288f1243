"""``skinproof inspect``: what is in a file, without posing anything."""

from __future__ import annotations

import argparse

from ..check.inspect import inspect
from ..engine import Engines
from ..report.document import inspect_document, write_json
from ..report.facts import facts_lines
from .options import add_model, load_asked, outputs
from .several import each_model
from .verb import BAD, SAME, Verb


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``inspect``."""
    add_model(parser, several=True)
    parser.add_argument("--json", metavar="FILE", help="write the same for machines")


def run(args: argparse.Namespace, engines: Engines) -> int:
    """Print the facts of every model; one that cannot be read does not stop the others."""
    del engines  # nothing is skinned
    (target,) = outputs([args.json], args.model, args.anim)
    results, errors = each_model(args, lambda path: inspect(load_asked(path, args)))
    for _, facts in results:
        print("\n".join(facts_lines(facts)))
    if target is not None:
        write_json(target, inspect_document(results, errors))
    return BAD if errors else SAME


VERB = Verb("inspect", "say what is in a file: parts, skins, influences, clips", add_arguments, run)
