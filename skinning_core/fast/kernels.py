"""The two ways to compute a bucket of tiles, and the choice between them.

Both compute, for each tile, ``table (3F, K * D) @ coefficients (K * D, T)`` into (3F, T):

* ``matmul_kernel`` hands every tile to BLAS. NumPy from PyPI brings OpenBLAS, which reaches C++ speed here.
* ``einsum_kernel`` needs no BLAS: NumPy as Blender's own builds compile it has none, and its matmul is then four
  times slower. One call per output row keeps the summed index beside the contiguous one; asking einsum for all three
  rows at once is two to five times slower.

Which one is faster cannot be asked of NumPy reliably, so it is measured once, in about a millisecond.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

import numpy as np

from ..model import Float

#: kernel(table (3F, C, K * D), coefficients (C, K * D, T), out (3F, C, T)): float32, ``out`` is written.
Kernel = Callable[[Float, Float, Float], None]

#: Above about a million multiply-adds OpenBLAS starts threads of its own, which wait by spinning and slow everything
#: down where cores are busy. Blocks of frames are kept below it.
OPENBLAS_SMALL = 800_000


def matmul_kernel(table: Float, coefficients: Float, out: Float) -> None:
    """One BLAS call per tile, made by a single NumPy call."""
    np.matmul(table.transpose(1, 0, 2), coefficients, out=out.transpose(1, 0, 2))


def einsum_kernel(table: Float, coefficients: Float, out: Float) -> None:
    """One einsum per output row."""
    for row in range(len(table)):
        np.einsum("ck,ckt->ct", table[row], coefficients, out=out[row])


@cache
def fastest_kernel() -> Kernel:
    """The kernel that is faster with this NumPy on this machine; measured at the first call, then remembered."""
    kernels: tuple[Kernel, ...] = (matmul_kernel, einsum_kernel)
    table = np.ones((3, 64, 12), np.float32)
    coefficients = np.ones((64, 12, 128), np.float32)
    out = np.empty((3, 64, 128), np.float32)
    return min(kernels, key=lambda kernel: min(_seconds(kernel, table, coefficients, out) for _ in range(5)))


def _seconds(kernel: Kernel, table: Float, coefficients: Float, out: Float) -> float:
    start = time.perf_counter()
    kernel(table, coefficients, out)
    return time.perf_counter() - start
