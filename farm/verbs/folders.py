"""``skinproof verify`` if the farm is there: the main verb, which then also takes folders and many models."""

from __future__ import annotations

import argparse

from ...cli.options import AnyModelsArguments, ReadArguments
from ...cli.question import QuestionArguments, SceneArguments
from ...cli.verb import Verb, add_options, arguments
from ...cli.verify import VERB as MAIN
from ...cli.verify import VerifyArguments, compared_files, named_results, others, verified
from ...error import SkinproofError
from ...subject import Makers
from .batch_options import BatchArguments, RowArguments, is_batch


@arguments
class FolderArguments(VerifyArguments, BatchArguments):
    """Arguments of ``verify``, and those of many models."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``verify``: those of one model, then those of many in a group of their own."""
    add_options(parser, ReadArguments, AnyModelsArguments, QuestionArguments, VerifyArguments, SceneArguments)
    many = parser.add_argument_group("many models (a folder, or any of these options)")
    add_options(many, BatchArguments, RowArguments)


def run(args: FolderArguments, makers: Makers) -> int:
    """Judge many models by worker processes, be such a worker, or do what the main verb does."""
    if not is_batch(args) and not args.serve:
        return MAIN.run(args, makers)
    from .batch import run_batch, serve_requests  # what runs processes

    stored = named_results(args, makers)
    if args.serve:
        chosen = others(args, makers, stored)
        return serve_requests(lambda path: verified(path, args, chosen)[0])
    if args.json or args.html:
        raise SkinproofError(
            "--json and --html are of single models", fix="use --jsonl OUT, then skinproof summary OUT"
        )
    return run_batch(args, compared_files(args, stored))


VERB = Verb(MAIN.name, MAIN.summary, FolderArguments, run, MAIN.blender, is_batch, add_arguments)
