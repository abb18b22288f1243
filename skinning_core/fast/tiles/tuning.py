"""The element type, sizes and thresholds of the tile engine: ``SINGLE`` and ``DOUBLE`` are two of them.

They decide speed and memory, never results. All were measured on Zen 4 with 1 MB of second-level cache per core. Tests
pass others, to reach with a few thousand vertices what usually takes a million.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .kernels import Kernel


@dataclass(frozen=True)
class Tuning:
    """Element type, sizes and thresholds."""

    dtype: type[np.float32 | np.float64] = np.float32  # of coefficients, matrices and results
    kernel: Kernel | None = None  # None: the one for this NumPy
    threads: int | None = None  # None: one per core if the work is large enough

    # How vertices are grouped (``joint_sets``).
    rare: int = 16  # a set with fewer pieces is cut: a cut costs one more gather, a small tile its padding
    summing: float = 4.0  # ns per vertex by which adding up pieces is slower than a plain gather
    merge_limit: int = 1024  # merging looks at every pair of sets; above this, nothing is common enough
    merged_joints: int = 8  # of a merged set, at most

    # How groups become tiles (``tiles``).
    tile_sizes: tuple[int, ...] = (32, 64, 128, 256, 512)  # rows to choose from
    tile_call: float = 45.0  # ns of each tile, however small
    bucket_call: float = 2000.0  # ns of a bucket's NumPy call
    range_vertices: int = 100_000  # vertices of a range; threads share a single frame by ranges
    # Several threads lay out ranges from this size. For the reference's ranges of 8,000 two take as long as one.
    shared_range: int = 50_000
    # One unused cache line ends each plane: whole pages would compete for the same places of the cache when gathered
    # (1.08 against 0.98 ns per vertex).
    plane_gap: int = 16

    # How much is worked on at a time (``workspace``, ``normals``, ``pose``).
    block_bytes: int = 3 << 20  # planes of a block of frames, which are gathered from the cache
    block_frames: int = 32  # more frames in one product bring no gain
    # Multiply-adds of one product: above about a million OpenBLAS starts threads, which wait by spinning and slow busy
    # cores down.
    product_size: int = 800_000
    summed_vertices: int = 8192  # vertices whose pieces are added up at a time, within the second-level cache
    normal_rows: int = 16384  # tile rows whose normals are computed at a time, about within the second-level cache
    shared_blend: float = 1.5  # vertices per distinct blend from which its cofactors are computed once
    pose_bytes: int = 300_000  # local matrices of a block of times, with all intermediate arrays

    # When other threads help, and what is kept (``skinner``, ``prepared_pose``).
    threaded_work: int = 300_000  # vertices times frames; waking a thread and its cold buffers cost about 100 us
    remembered_bytes: int = 32 << 20  # of poses per model; the longest unused go first


#: Vertices times frames from which threads share all of a comparison: it has seconds to do.
LARGE = 4_000_000

#: The fast engine, which skins one frame or many and keeps its tiles: float32.
SINGLE = Tuning()
#: The reference, at many times: float64. Results of a range stay in the cache until they stand in the file's order.
#: Merging sets takes longer than it saves at a few hundred times; small tiles keep the padding low. Threads help with
#: large models only: elsewhere a job has a process per core.
DOUBLE = Tuning(
    dtype=np.float64,
    threaded_work=LARGE,
    rare=8,
    summing=16.0,
    merge_limit=0,
    tile_sizes=(8, 16, 32, 64, 128, 256),
    tile_call=1.0,
    bucket_call=100.0,
    range_vertices=8192,
    block_frames=48,
)
