"""Arrays that begin where a cache line begins."""

from __future__ import annotations

import math

import numpy as np

from ..model import Float

#: Bytes of a cache line, and of the widest vector register. A register's load that crosses a line costs two.
LINE = 64


def aligned_zeros(*shape: int) -> Float:
    """Float32 zeros whose first element lies at a multiple of 64 bytes; NumPy itself promises 16."""
    size = 4 * math.prod(shape)
    memory = np.zeros(size + LINE, np.uint8)
    begin = -memory.ctypes.data % LINE
    return memory[begin : begin + size].view(np.float32).reshape(shape)
