"""Options of ``verify`` for folders and for many models; what they ask for is in ``batch``, imported where needed."""

from __future__ import annotations

import argparse
import math
import re
from dataclasses import dataclass

from ..batch.files import Shard
from ..batch.row import OF_THE_MACHINE, VERDICTS
from ..files.source import is_folder
from .options import ModelsArguments, ReportArguments, natural, number_type


@dataclass(frozen=True, kw_only=True)
class RowArguments(ReportArguments):
    """Reports of rows, whose models are named below a folder."""

    folder: str | None


@dataclass(frozen=True, kw_only=True)
class BatchArguments(ModelsArguments, RowArguments):
    """Many models, and how worker processes judge them."""

    jobs: int | None
    plan: str | None
    shard: Shard | None
    jsonl: str | None
    resume: bool
    retry: tuple[str, ...]
    collect: bool
    dask: str | None
    timeout: float
    memory: float
    serve: bool


#: Types of options.
_processes = number_type(natural, lambda count: count > 0, "a number of processes")
_amount = number_type(float, lambda value: 0.0 < value < math.inf, "a number above zero")


def add_batch_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``verify`` for folders and for many models."""
    many = parser.add_argument_group("many models (a folder, or any of these options)")
    many.add_argument("--jobs", metavar="N", type=_processes, help="processes at a time (default: one per core)")
    many.add_argument("--plan", metavar="LIST", help="the models that skinproof plan has listed of the folder")
    many.add_argument("--shard", metavar="I/N", type=shard, help="only part I of N of the models, such as 3/16")
    many.add_argument("--jsonl", metavar="OUT", help="write one line per model as it is done")
    many.add_argument("--resume", action="store_true", help="leave out models whose line in OUT is still right")
    many.add_argument(
        "--retry",
        metavar="VERDICTS",
        type=verdicts,
        default=OF_THE_MACHINE,
        help=f"with --resume, judge these once more (default: {','.join(OF_THE_MACHINE)}; or none)",
    )
    many.add_argument(
        "--collect",
        action="store_true",
        help="exit status 0 as soon as every model has its line in OUT; what the lines say is left to summary",
    )
    many.add_argument(
        "--dask", metavar="SCHEDULER", help="share the models out over a Dask cluster, such as tcp://host:8786"
    )
    many.add_argument("--timeout", metavar="S", type=_amount, default=600.0, help="seconds per model (default: 600)")
    many.add_argument(
        "--memory",
        metavar="GB",
        type=_amount,
        default=6.0,
        help="memory per model (default: 6; not watched on Windows)",
    )
    add_reports(many)
    many.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)


def is_batch(args: BatchArguments) -> bool:
    """Whether the models are to be judged by worker processes."""
    asked = (args.jobs, args.shard, args.jsonl, args.resume, args.junit, args.sarif, args.plan, args.collect, args.dask)
    return not args.serve and (any(asked) or any(is_folder(model) for model in args.model))


def shard(text: str) -> Shard:
    """The shard that the text ``I/N`` names (an argparse type)."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part of a batch, such as 1/4, 2/4, 3/4, 4/4")
    return Shard(int(match[1]), int(match[2]))


def verdicts(text: str) -> tuple[str, ...]:
    """Verdicts of rows, separated by commas (an argparse type)."""
    names = () if text == "none" else tuple(name.strip() for name in text.split(","))
    wrong = [name for name in names if name not in VERDICTS]
    if wrong:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} is not a verdict: there are {', '.join(VERDICTS)}")
    return names


def add_reports(parser: argparse._ActionsContainer) -> None:
    """Add the options for reports to build servers and code hosts."""
    parser.add_argument("--junit", metavar="FILE", help="write JUnit's XML, one test case per model")
    parser.add_argument("--sarif", metavar="FILE", help="write SARIF 2.1.0, one result per model that is not the same")
    parser.add_argument("--folder", metavar="DIR", help="where the models lie in the repository, for --sarif")
