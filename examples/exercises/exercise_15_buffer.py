"""Exercise 15 of the guide: see ``docs/guide``, page 1."""

from __future__ import annotations

from skinning_core.model import Float


def vectors_of(data: bytes, byte_offset: int, byte_stride: int | None, count: int) -> Float:
    """(count, 3) float32 vectors of a buffer view, as an accessor of positions reads them.

    Each is three little-endian floats of four bytes. The first begins at ``byte_offset``, the next ``byte_stride``
    bytes after it; None: they lie one after the other.
    """
    raise NotImplementedError("yours to write")
