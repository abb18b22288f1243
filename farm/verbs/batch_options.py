"""Options of ``folder``, of many models; what they ask for is in ``batch``, imported if needed."""

from __future__ import annotations

import argparse
import math
import re

from ...cli.options import ModelsArguments, natural, number_type
from ...cli.verb import Arguments, arguments, comma_list, flag, option, positional
from ..files import Shard
from ..row import OF_THE_MACHINE, VERDICTS

#: Types of options.
_processes = number_type(natural, lambda count: count > 0, "a number of processes")
_amount = number_type(float, lambda value: 0.0 < value < math.inf, "a number above zero")


def shard(text: str) -> Shard:
    """The shard named by ``I/N`` (an argparse type)."""
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


@arguments
class RowArguments(Arguments):
    """Reports of rows to build servers and code hosts; the models are named below a folder."""

    junit: str | None = option("write JUnit's XML, one test case per model", metavar="FILE")
    sarif: str | None = option("write SARIF 2.1.0, one result per model that is not the same", metavar="FILE")
    folder: str | None = option("where the models lie in the repository, for --sarif", metavar="DIR")


@arguments
class BatchArguments(ModelsArguments, RowArguments):
    """Many models, and how worker processes judge them."""

    model: list[str] = positional("folders, searched with all subfolders, or files", metavar="FOLDER", nargs="+")

    jobs: int | None = option("processes at a time (default: one per core)", metavar="N", type=_processes)
    plan: str | None = option("only the models of this list, which skinproof plan wrote", metavar="LIST")
    shard: Shard | None = option("only part I of N of the models, such as 3/16", metavar="I/N", type=shard)
    jsonl: str | None = option("write one line per model as it is done", metavar="OUT")
    resume: bool = flag("skip models whose line in OUT is still right")
    retry: tuple[str, ...] = comma_list(
        f"with --resume, judge these once more (default: {','.join(OF_THE_MACHINE)}; or none)",
        metavar="VERDICTS",
        type=verdicts,
        default=OF_THE_MACHINE,
    )
    collect: bool = flag("exit with 0 once every model has its line in OUT, whatever it says (summary judges)")
    dask: str | None = option("share the models out over a Dask cluster, such as tcp://host:8786", metavar="SCHEDULER")
    timeout: float = option("seconds per model (default: 600)", metavar="S", type=_amount, default=600.0)
    memory: float = option(
        "memory per model (default: 6; not watched on Windows)", metavar="GB", type=_amount, default=6.0
    )
    serve: bool = flag(argparse.SUPPRESS)
