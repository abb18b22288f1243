"""The sizes and thresholds of the fast engine, in one place.

They decide how fast it is and how much memory it takes, never what it computes: any values give the same positions up
to float32 rounding. All were measured on Zen 4 with 1 MB of second-level cache per core. Whoever builds tiles, skinners
or poses may pass others; tests do, to reach code with a few thousand vertices that usually takes a million.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tuning:
    """The values by which the fast engine is tuned."""

    # How vertices are grouped by their joints (``joint_sets``).
    rare: int = 16  # a set with fewer pieces than this is cut: a cut costs one more gather, a small tile its padding
    summing: float = 4.0  # ns per vertex by which adding up pieces is slower than a plain gather
    merge_limit: int = 1024  # merging looks at every pair of sets; above this many, nothing is common enough
    merged_joints: int = 8  # joints that a merged set has at most

    # How groups become tiles (``tiles``).
    tile_sizes: tuple[int, ...] = (32, 64, 128, 256, 512)  # rows of a tile to choose from
    bucket_call: float = 2000.0  # ns of the NumPy call that a bucket takes
    range_vertices: int = 100_000  # vertices of a range; threads share a single frame by ranges
    # One cache line of unused rows at the end of each plane: planes of whole pages would compete for the same places
    # of the cache when they are gathered (1.08 against 0.98 ns per vertex).
    plane_gap: int = 16

    # How much is worked on at a time (``workspace``, ``normals``, ``pose``).
    block_bytes: int = 3 << 20  # the planes of a block of frames, which are gathered from the cache
    block_frames: int = 32  # more frames than this in one product bring no gain
    # Multiply-adds of one product: above about a million OpenBLAS starts threads of its own, which wait by spinning
    # and slow everything down where cores are busy.
    product_size: int = 800_000
    summed_vertices: int = 8192  # vertices whose pieces are added up at a time, within the second-level cache
    normal_rows: int = 16384  # tile rows whose normals are computed at a time, about within the second-level cache
    pose_bytes: int = 300_000  # local matrices of a block of times, with all intermediate arrays

    # When other threads help, and what is kept (``skinner``, ``prepared_pose``).
    threaded_work: int = 300_000  # vertices times frames; waking a thread and its cold buffers cost about 100 us
    remembered_bytes: int = 32 << 20  # remembered poses per model; the longest unused go first


#: The values that are used where no others are passed.
TUNING = Tuning()
