"""``skinproof folder``: ``verify`` for every model of folders, or of a list, by several processes."""

from __future__ import annotations

import argparse

from ...cli.against import files_among, stored_among
from ...cli.judging import JudgingArguments, judged_by
from ...cli.options import ReadArguments
from ...cli.question import QuestionArguments
from ...cli.verb import Verb, add_options, arguments, as_in_verify
from ...cli.verify import AgainstArguments, asked_subjects, blender, names_of
from ...error import SkinproofError
from ...subject import Makers
from .batch_options import BatchArguments, RowArguments


@arguments
class FolderArguments(AgainstArguments, BatchArguments):
    """Arguments of ``folder``: those of many models, and those of ``verify`` for each."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of many models; those of ``verify`` are accepted too."""
    add_options(parser, BatchArguments, RowArguments)
    asked = (ReadArguments, QuestionArguments, AgainstArguments, JudgingArguments)
    as_in_verify(parser, *asked, hidden=("folder",))


def run(args: FolderArguments, makers: Makers) -> int:
    """Judge all models by worker processes, or be such a worker."""
    from .batch import run_batch, serve_requests  # what runs processes

    if args.serve:
        chosen, _ = asked_subjects(args, makers)
        return serve_requests(lambda path: judged_by(path, args, chosen)[0])
    if args.json or args.html:
        raise SkinproofError(
            "--json and --html are of single models", fix="use --jsonl OUT, then skinproof summary OUT"
        )
    names = names_of(args) or []
    return run_batch(args, files_among(names, stored_among(names, makers)))


VERB = Verb(
    "folder",
    "verify every model of a folder by several processes, and go on where it was stopped",
    FolderArguments,
    run,
    blender,
    lambda args: not args.serve,
    add_arguments,
)
