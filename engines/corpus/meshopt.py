"""Vertices packed by EXT_meshopt_compression in its plainest form: every byte's difference is stored whole.

Source: KHR_meshopt_compression, appendix A, "Mode 0: attributes". ``gltf.meshopt.vertices`` decodes it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Mode and version.
_HEAD = b"\xa0"
#: A block's limits, before coding.
_BLOCK_BYTES = 8192
_BLOCK_VERTICES = 256
#: Bytes.
_GROUP = 16
_WHOLE = 0b11111111  # four groups of a byte each, all "stored as they are"


def packed_vertices(rows: NDArray[Any]) -> bytes:
    """The packed bytes of rows (n, C), whose size is a multiple of four bytes."""
    data = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)
    size = data.shape[1]
    block = min((_BLOCK_BYTES // size) & ~(_GROUP - 1), _BLOCK_VERTICES)
    before = data[0]
    out = [_HEAD]
    for first in range(0, len(data), block):
        part = data[first : first + block]
        moved = part - np.vstack([before, part[:-1]])  # modulo 256, as bytes are
        signs = ((moved << 1) ^ np.where(moved & 0x80, 0xFF, 0)).astype(np.uint8)
        groups = -(-len(part) // _GROUP)
        whole = np.pad(signs, ((0, groups * _GROUP - len(part)), (0, 0)))
        for column in range(size):
            out += [bytes([_WHOLE]) * -(-groups // 4), whole[:, column].tobytes()]
        before = part[-1]
    tail = data[0].tobytes()
    out.append(tail.rjust(max(32, size), b"\0"))
    return b"".join(out)
