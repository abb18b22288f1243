"""Threads for NumPy work: the calling thread does its share itself.

Handing a job to another thread costs about 20 microseconds, so this is for large meshes and batches of frames only.
NumPy releases the interpreter's lock inside matmul, einsum, take and the arithmetic of arrays.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

#: Vertex-frames below which one thread is faster (a thread's start and its cold buffers cost about 100 microseconds).
WORTH_THREADS = 300_000
#: Memory bandwidth is shared: more threads than this were never faster for skinning.
MOST_THREADS = 8


def thread_count() -> int:
    """Cores this process may use, 1 to ``MOST_THREADS``."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)


def run_together(jobs: Sequence[Callable[[], None]]) -> None:
    """Run all jobs at once and return when all are done; raises what a job raised."""
    others = [_pool().submit(job) for job in jobs[1:]]
    for job in jobs[:1]:
        job()
    for other in others:
        other.result()


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="skinproof")
