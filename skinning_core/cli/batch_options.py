"""Options of ``verify`` for folders and for many models; what they ask for is in ``batch``, imported where needed."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from pathlib import Path

from ..batch.files import Shard
from .options import ModelsArguments
from .verb import Arguments


@dataclass(frozen=True, kw_only=True)
class ReportArguments(Arguments):
    """Reports to build servers and code hosts."""

    junit: str | None
    sarif: str | None


@dataclass(frozen=True, kw_only=True)
class BatchArguments(ModelsArguments, ReportArguments):
    """Many models, and how worker processes judge them."""

    jobs: int | None
    shard: Shard | None
    jsonl: str | None
    resume: bool
    timeout: float
    memory: float
    serve: bool


def add_batch_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``verify`` for folders and for many models."""
    many = parser.add_argument_group("many models (a folder, or any of these options)")
    many.add_argument("--jobs", metavar="N", type=_positive, help="processes at a time (default: one per core)")
    many.add_argument("--shard", metavar="I/N", type=shard, help="only part I of N of the models, such as 3/16")
    many.add_argument("--jsonl", metavar="OUT", help="write one line per model as it is done")
    many.add_argument("--resume", action="store_true", help="leave out models whose line in OUT is still right")
    many.add_argument("--timeout", metavar="S", type=float, default=600.0, help="seconds per model (default: 600)")
    many.add_argument(
        "--memory",
        metavar="GB",
        type=float,
        default=6.0,
        help="memory per model (default: 6; not watched on Windows)",
    )
    add_reports(many)
    many.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)


def is_batch(args: BatchArguments) -> bool:
    """Whether the models are to be judged by worker processes."""
    asked = args.jobs or args.shard or args.jsonl or args.resume or args.junit or args.sarif
    return not args.serve and bool(asked or any(Path(model).is_dir() for model in args.model))


def shard(text: str) -> Shard:
    """The shard that the text ``I/N`` names (an argparse type)."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part of a batch, such as 1/4, 2/4, 3/4, 4/4")
    return Shard(int(match[1]), int(match[2]))


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes")
    return int(text)


def add_reports(parser: argparse._ActionsContainer) -> None:
    """Add the options for reports to build servers and code hosts."""
    parser.add_argument("--junit", metavar="FILE", help="write JUnit's XML, one test case per model")
    parser.add_argument("--sarif", metavar="FILE", help="write SARIF 2.1.0, one result per model that is not the same")
