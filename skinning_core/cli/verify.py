"""``skinproof verify``: judge engines, Blender among them, by the specification."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from ..subject import Maker, Makers
from .against import files_among, makers_of, stored_among
from .judging import JudgingArguments, answered, judged_by
from .options import ModelsArguments, ReadArguments, blender_for
from .question import QuestionArguments
from .verb import Blender, Verb, add_options, arguments, comma_list

#: Compared with the reference by default, if available.
USUAL = ("fast", "blender")


@arguments
class AgainstArguments(JudgingArguments):
    """What models are compared with."""

    against: str | None = comma_list(
        f"engines to compare with the reference (default: {','.join(USUAL)}); profile:NAME: what that engine is "
        "known to do; engine:NAME: that engine itself, if it is installed (docs/engines.md); files: see skinproof "
        "compare",
        metavar="A,B",
    )


@arguments
class VerifyArguments(AgainstArguments, ModelsArguments):
    """Arguments of ``verify``."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options in the order of the help."""
    add_options(parser, ReadArguments, ModelsArguments, QuestionArguments, AgainstArguments, JudgingArguments)


def run(args: VerifyArguments, makers: Makers) -> int:
    """Verify every model, past broken ones; returns the worst exit status."""
    chosen, read = asked_subjects(args, makers)
    return answered(args, args.model, lambda path: judged_by(path, args, chosen), [*args.model, *read])


def names_of(args: AgainstArguments) -> list[str] | None:
    """After --against; None: not given."""
    return None if args.against is None else [name for name in args.against.split(",") if name]


def asked_subjects(args: AgainstArguments, makers: Makers) -> tuple[Mapping[str, Maker], list[str]]:
    """What --against names, or the usual subjects, and the files among it."""
    names = names_of(args)
    if names is None:
        chosen = {name: makers[name] for name in USUAL if name in makers}
        if "blender" not in chosen:
            print("skinproof: Blender is not at hand, so it is not compared (see --against)", file=sys.stderr)
        return chosen, []
    stored = stored_among(names, makers)
    return makers_of(names, args, makers, stored), files_among(names, stored)


def blender(args: AgainstArguments) -> Blender:
    """Blender is needed if only its engines are named, welcome if none is."""
    names = names_of(args)
    return Blender.WELCOME if names is None else blender_for(names)


VERB = Verb(
    "verify",
    "compare every engine, Blender among them, with the reference",
    VerifyArguments,
    run,
    blender,
    add_arguments=add_arguments,
)
