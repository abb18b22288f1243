"""The rows of models judged by a Dask cluster, with its workers, retries and dashboard.

Each thread of a worker keeps a process of its own, so time, memory and crashes cost one row. All machines need the same
installation and the same folder at the same place.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from itertools import islice

from ..error import SkinproofError
from .pool import Job, Slot, WorkerLimits
from .row import CRASHED, Row

#: Models that wait at each thread while it judges another.
_AHEAD = 3

#: How often a model goes to another worker after its own is gone.
_RETRIES = 3

_local = threading.local()


def judged_by_dask(
    jobs: Sequence[Job], command: Sequence[str], *, scheduler: str, limits: WorkerLimits
) -> Iterator[Row]:
    """The rows of models as a cluster finishes them. scheduler: its address, such as tcp://host:8786.

    Raises ``SkinproofError`` if Dask is not installed, or the scheduler does not answer.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise SkinproofError("Dask is not installed", fix="pip install 'skinproof[dask]'") from error
    try:
        client = Client(scheduler)
    except (OSError, ValueError) as error:
        raise SkinproofError(f"this Dask scheduler does not answer: {error}", where=scheduler) from error
    waiting = iter(jobs)
    given: dict[str, Job] = {}

    def next_ones(count: int) -> list[object]:
        """Submit up to ``count`` more jobs; returns their futures."""
        futures = []
        for job in islice(waiting, count):
            future = client.submit(judge_here, job, tuple(command), limits, pure=False, retries=_RETRIES)
            given[future.key] = job
            futures.append(future)
        return futures

    with client:
        threads = sum(client.nthreads().values()) or 1
        running = as_completed(next_ones(_AHEAD * threads))
        for future in running:
            job = given.pop(future.key)
            if future.status == "finished":
                yield future.result()
            else:
                yield Row(job.key, CRASHED, f"the cluster gave it up: {type(future.exception()).__name__}")
            running.update(next_ones(1))


def judge_here(job: Job, command: Sequence[str], limits: WorkerLimits) -> Row:
    """The row of a model, judged by this thread's process; what a worker of the cluster runs."""
    slot = getattr(_local, "slot", None)
    if slot is None or _local.command != command:
        slot, _local.command = Slot(command, _threads(), limits), command
        _local.slot = slot
    row: Row = slot.judge(job)
    return row


def _threads() -> int:
    """How many processes share this machine's cores, as far as this worker knows."""
    from distributed import get_worker

    return int(get_worker().state.nthreads)
