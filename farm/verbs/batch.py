"""``folder``: how the command line runs the processes that judge many models."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from ...cli.options import outputs
from ...compare.judge.question import Times
from ...compare.judge.verification import Verification
from ...error import SkinproofError, Unfinished
from ...files.source import is_folder
from ...report.table import PEOPLE
from ...report.text import printable
from ...report.version import VERSION
from ..files import ModelFile, Shard, digest, find_models, unchanged
from ..ledger import Ledger, Run
from ..plan import planned_models
from ..pool import Job, WorkerLimits, judged
from ..row import SAME, UNREADABLE, Key, Row
from ..summary import batch_lines, exit_status
from ..totals import Totals
from ..worker import serve
from .batch_options import BatchArguments
from .summary import say, write_reports

#: Options that change no row: how the work is done, and what is made of the rows.
_OF_THE_WORK = (
    *("model", "jobs", "plan", "shard", "jsonl", "resume", "retry", "collect", "dask", "timeout", "memory", "serve"),
    *("debug", "verb", "words", "host", "blender"),
)
_OF_REPORTS = ("json", "html", "junit", "sarif", "folder")


def serve_requests(judge: Callable[[str], Verification]) -> int:
    """Run as a worker: answer on stdout the requests from stdin."""
    serve(judge, sys.stdin, sys.stdout)
    return 0


def run_batch(args: BatchArguments, compared: Sequence[str]) -> int:
    """Judge all models that are not judged yet, print a line for each, then the summary.

    compared: the files that every model is compared with.
    Raises ``Unfinished`` if not every model has its row in the end.
    """
    if args.collect and not args.jsonl:
        raise SkinproofError("--collect only writes rows", fix="say where by --jsonl OUT")
    models = _models(args)
    read = [*(model.path for model in models), *compared, *filter(None, [args.plan])]
    outputs([args.jsonl, args.junit, args.sarif], read, args.anim)
    options = _options(args, digest("", [*args.anim, *compared]) if args.anim or compared else "")
    ledger = Ledger(Path(args.jsonl), resume=args.resume, note=say) if args.jsonl else None
    with closing(ledger) if ledger is not None else nullcontext():
        try:
            tally = _judged(models, options, args, ledger)
        except Unfinished:
            raise
        except SkinproofError as error:
            raise Unfinished(str(error)) from error
    print("\n".join(batch_lines(tally)))
    write_reports(tally, args, args.model[0] if len(args.model) == 1 else "")
    return 0 if args.collect else exit_status(tally)


def _models(args: BatchArguments) -> list[ModelFile]:
    shard = args.shard or Shard()
    if args.plan is None:
        return find_models(args.model, shard)
    if len(args.model) != 1:
        raise SkinproofError("a plan is of one folder", where=args.plan)
    if not is_folder(args.model[0]):
        raise SkinproofError("there is no such folder, or nobody may look at it", where=args.model[0])
    return planned_models(Path(args.plan), args.model[0], shard)


def _judged(models: Sequence[ModelFile], options: str, args: BatchArguments, ledger: Ledger | None) -> Totals:
    """The totals of all models; those without a valid row are judged."""
    before = ledger.before.rows if ledger is not None else {}
    jobs, done = [], []
    for model in models:
        job = _job(model, options, before, args.retry)
        row = _still_right(job, model)
        if row is not None:
            done.append(row)
        else:
            jobs.append(job)
    faults = {model.name: model.fault for model in models if model.fault}
    run = Run(args.shard or Shard(), len(models), _names_digest(models))
    if done:
        print(f"{len(done)} of {len(models)} models are judged already")
    whole = ledger is not None and not jobs and ledger.before.ended == run
    if ledger is not None and not whole:
        ledger.begin(run, {model.name for model in models})
    tally = Totals(done)
    for row in _shown(_rows(jobs, faults, done, args), jobs):
        if ledger is not None:
            ledger.add(row)
        tally.add(row)
    if tally.models != len(models):
        raise Unfinished(f"{len(models) - tally.models} of {len(models)} models have no row")
    if ledger is not None and not whole:
        ledger.finish(run)
    return tally


def _job(model: ModelFile, options: str, before: dict[str, Row], retry: Collection[str]) -> Job:
    row = before.get(model.name)
    if row is not None and (row.key.options, row.key.version) != (options, VERSION):
        row = None
    again = row is not None and row.verdict in retry
    return Job(Key(model.name, "", options, VERSION), model.path, model.size, row, again)


def _still_right(job: Job, model: ModelFile) -> Row | None:
    """The row of an earlier run, if the files' sizes and times show no change."""
    row = job.before
    if row is None or job.again:
        return None
    same = row.sentence == model.fault if model.fault else unchanged(model.path, row.files)
    return row if same else None


def _names_digest(models: Sequence[ModelFile]) -> str:
    names = "\n".join(model.name for model in models)
    return hashlib.sha256(names.encode("utf-8", "surrogateescape")).hexdigest()


def _rows(jobs: Sequence[Job], faults: dict[str, str], known: Sequence[Row], args: BatchArguments) -> Iterator[Row]:
    """The rows of all jobs as they are finished, the largest models first."""
    files = [job for job in jobs if job.key.path not in faults]
    for job in jobs:
        if job.key.path in faults:
            yield Row(job.key, UNREADABLE, faults[job.key.path])
    files.sort(key=lambda job: (-job.size, job.key.path))
    limits = WorkerLimits(seconds=args.timeout, most_bytes=int(args.memory * (1 << 30)))
    command = [*args.host.program, *args.words, "--serve"]
    if args.dask is not None:
        from ..cluster import judged_by_dask

        yield from judged_by_dask(files, command, scheduler=args.dask, limits=limits)
    else:
        yield from judged(files, command, processes=args.jobs or _cores(), limits=limits, known=known)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _options(args: BatchArguments, beside: str) -> str:
    """Everything on the command line that can change an answer, as the same text for the same options.

    beside: the digest of further files that an answer depends on.
    """
    names = {field.name for field in dataclasses.fields(args)} - {*_OF_THE_WORK, *_OF_REPORTS}
    said = {name: getattr(args, name) for name in names}
    told = {name: value.words if isinstance(value, Times) else value for name, value in said.items()}
    return " ".join(f"{name}={value}" for name, value in sorted({**told, "beside": beside}.items()) if value)


def _shown(rows: Iterator[Row], jobs: Sequence[Job]) -> Iterator[Row]:
    """The same rows, each printed as it comes; on a terminal with the rate and the time left."""
    sizes = {job.key.path: job.size for job in jobs}
    began, total, done = time.monotonic(), sum(sizes.values()), 0
    for count, row in enumerate(rows, start=1):
        done += sizes[row.key.path]
        seconds = max(time.monotonic() - began, 1e-3)
        left = seconds * (total - done) / max(done, 1)
        worst = (
            PEOPLE.share(row.worst.relative) if row.worst is not None else row.verdict if row.verdict == SAME else ""
        )
        told = f"{count}/{len(jobs)}  {row.verdict}  {worst}  {printable(row.key.path)}"
        yield row
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{told}\n{count / seconds * 60:.0f} models per minute, {_duration(left)} left")
            sys.stderr.flush()
        else:
            print(" ".join(told.split()), flush=True)
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")


def _duration(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours} h {rest // 60} min" if hours else f"{rest // 60} min {rest % 60} s" if rest >= 60 else f"{rest} s"
