"""The two ways to multiply the tiles of a bucket, which of them is used, and threads.

For each tile both compute ``table (3F, K * D) @ coefficients (K * D, T)`` into (3F, T):

* ``matmul_kernel`` hands every tile to BLAS. NumPy from PyPI has OpenBLAS, which reaches C++ speed here.
* ``einsum_kernel`` needs no BLAS. NumPy of Blender's own builds has none, and its matmul is then four times slower. One
  call per output row keeps the summed index beside the contiguous one; all three rows at once are two to five times
  slower.

NumPy's build decides. With eight frames at a time the first takes 0.25 to 0.5 of the second's time with a BLAS, 1.6 to
3.3 of it without; with one frame the two are alike (0.9 to 1.3). So one machine always gives the same digits.

Threads share large meshes and batches of frames. Handing a job over costs about 20 microseconds, so the calling thread
does its own share. NumPy releases the interpreter's lock inside matmul, einsum, take and arithmetic.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ...model import Float

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

#: Of one element type: table (3F, C, K * D), coefficients (C, K * D, T), and out (3F, C, T), which is written.
Kernel = Callable[[Float, Float, Float], None]

#: Memory bandwidth is shared: more threads were never faster for skinning.
MOST_THREADS = 8


def matmul_kernel(table: Float, coefficients: Float, out: Float) -> None:
    """One BLAS call per tile; shapes as ``Kernel``."""
    np.matmul(table.transpose(1, 0, 2), coefficients, out=out.transpose(1, 0, 2))


def einsum_kernel(table: Float, coefficients: Float, out: Float) -> None:
    """One einsum per output row; shapes as ``Kernel``."""
    for row in range(len(table)):
        np.einsum("ck,ckt->ct", table[row], coefficients, out=out[row])


@cache
def usual_kernel() -> Kernel:
    """The kernel for this NumPy: BLAS if it has one."""
    return matmul_kernel if _has_blas() else einsum_kernel


def _has_blas() -> bool:
    """What NumPy says of its build."""
    try:
        built: Any = np.show_config(mode="dicts")
    except TypeError:  # before NumPy 1.25 it has another form
        return bool(np.__config__.get_info("blas_opt"))  # type: ignore[attr-defined]
    return bool(built["Build Dependencies"]["blas"].get("found"))


def thread_count() -> int:
    """The cores that this process may use, from 1 to ``MOST_THREADS``."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)


def shares_of(total: int, count: int) -> list[slice]:
    """So many slices that cover ``total`` in order, of lengths as alike as can be."""
    return [slice(total * k // count, total * (k + 1) // count) for k in range(count)]


def run_together(jobs: Sequence[Callable[[], None]]) -> None:
    """Run all jobs at once; returns when all are done and raises what a job raises."""
    others = [_pool().submit(job) for job in jobs[1:]]
    for job in jobs[:1]:
        job()
    for other in others:
        other.result()


@cache
def _pool() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # takes 8 ms, with logging, and small models need no threads

    return ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="skinproof")
