"""``verify`` of many models by several processes: its options, and how the command line runs the processes."""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..batch.files import ModelFile, Shard, digest, find_models
from ..batch.ledger import Ledger, latest
from ..batch.pool import WorkerLimits, judged
from ..batch.row import SAME, Key, Row
from ..batch.summary import batch_lines, exit_status
from ..batch.worker import serve
from ..compare.judge.question import Times
from ..compare.judge.verification import Verification
from ..report.table import PEOPLE
from ..report.text import printable
from ..report.version import VERSION
from .batch_options import BatchArguments
from .options import outputs
from .summary import write_reports

#: Options that change nothing in a row, only how the work is done and what is made of the rows.
_OF_THE_WORK = (
    "model",
    "jobs",
    "shard",
    "jsonl",
    "resume",
    "timeout",
    "memory",
    "serve",
    "debug",
    "verb",
    "words",
    "host",
)
_OF_REPORTS = ("json", "html", "junit", "sarif")


def serve_requests(judge: Callable[[str], Verification]) -> int:
    """Run as a worker: answer on stdout the requests that come on stdin."""
    serve(judge, sys.stdin, sys.stdout)
    return 0


def run_batch(args: BatchArguments, compared: Sequence[str]) -> int:
    """Judge all models that are not judged yet, print a line for each, then the summary.

    compared: the files that every model is compared with.
    """
    models = find_models(args.model, args.shard or Shard())
    outputs([args.jsonl, args.junit, args.sarif], [*(model.path for model in models), *compared], args.anim)
    ledger = Ledger(Path(args.jsonl), resume=args.resume) if args.jsonl else None
    known = ledger.done if ledger is not None else {}
    options = _options(args)
    keys = {Key(m.path, digest(m.path, [*args.anim, *compared]), options, VERSION): m for m in models}
    rows = [known[key] for key in keys if key in known]
    todo = sorted((key for key in keys if key not in known), key=lambda key: (-keys[key].size, key.path))
    if rows:
        print(f"{len(rows)} of {len(keys)} models are judged already")
    try:
        for row in _shown(_rows(todo, args), {key.path: keys[key] for key in todo}):
            if ledger is not None:
                ledger.add(row)
            rows.append(row)
    finally:
        if ledger is not None:
            ledger.close()
    rows = latest(rows)
    print("\n".join(batch_lines(rows)))
    write_reports(rows, args)
    return exit_status(rows)


def _rows(todo: Sequence[Key], args: BatchArguments) -> Iterator[Row]:
    limits = WorkerLimits(seconds=args.timeout, most_bytes=int(args.memory * (1 << 30)))
    command = [*args.host.program, *args.words, "--serve"]
    return judged(todo, command, jobs=args.jobs or _cores(), limits=limits)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _options(args: BatchArguments) -> str:
    """Everything on the command line that can change an answer, as a text that is the same for the same options."""
    said = {name: value for name, value in _values(args).items() if name not in (*_OF_THE_WORK, *_OF_REPORTS)}
    told = {name: value.words if isinstance(value, Times) else value for name, value in said.items()}
    return " ".join(f"{name}={value}" for name, value in sorted(told.items()) if value)


def _values(args: BatchArguments) -> dict[str, object]:
    return {field.name: getattr(args, field.name) for field in dataclasses.fields(args)}


def _shown(rows: Iterator[Row], models: dict[str, ModelFile]) -> Iterator[Row]:
    """The same rows, each printed as a line when it comes; on a terminal with the rate and the time left."""
    began, total, done = time.monotonic(), sum(m.size for m in models.values()), 0
    for count, row in enumerate(rows, start=1):
        done += models[row.key.path].size
        seconds = max(time.monotonic() - began, 1e-3)
        left = seconds * (total - done) / max(done, 1)
        worst = (
            PEOPLE.share(row.worst.relative) if row.worst is not None else row.verdict if row.verdict == SAME else ""
        )
        told = f"{count}/{len(models)}  {row.verdict}  {worst}  {printable(row.key.path)}"
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{told}\n{count / seconds * 60:.0f} models per minute, {_duration(left)} left")
            sys.stderr.flush()
        else:
            print(" ".join(told.split()), flush=True)
        yield row
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")


def _duration(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours} h {rest // 60} min" if hours else f"{rest // 60} min {rest % 60} s" if rest >= 60 else f"{rest} s"
