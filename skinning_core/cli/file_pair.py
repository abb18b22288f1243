"""``skinproof compare``: a file beside another, or beside an engine's stored results."""

from __future__ import annotations

import argparse

from ..error import SkinproofError
from ..subject import Makers
from .against import files_among, makers_of, stored_among
from .judging import JudgingArguments, answered, judged_by
from .options import ReadArguments, blender_for
from .question import QuestionArguments
from .verb import Blender, Verb, add_options, arguments, positional


@arguments
class CompareArguments(JudgingArguments):
    """Arguments of ``compare``."""

    files: list[str] = positional(
        "the file that is right, then what should be the same: another .glb, .gltf, .vrm or .md5mesh file; or what an "
        "engine gave for one clip: FILE.npz, .json, .csv, or a folder of .obj or .ply files (docs/formats.md)",
        metavar="FILE",
        nargs="+",
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options in the order of the help."""
    add_options(parser, ReadArguments, CompareArguments, QuestionArguments, JudgingArguments)


def run(args: CompareArguments, makers: Makers) -> int:
    """Compare, print and write the answer; returns the exit status."""
    right, *others = args.files
    if not others:
        raise SkinproofError("nothing to compare it with is named", where=right, fix="skinproof compare A B")
    stored = stored_among(others, makers)
    chosen = makers_of(others, args, makers, stored)
    read = [right, *files_among(others, stored)]
    return answered(args, [right], lambda path: judged_by(path, args, chosen), read)


def blender(args: CompareArguments) -> Blender:
    """Files need no Blender; a named engine may."""
    return blender_for(args.files[1:])


VERB = Verb(
    "compare", "one file beside another that should be the same", CompareArguments, run, blender,
    add_arguments=add_arguments,
)  # fmt: skip
