"""Filters: the last step of decoding a stream of vertices turns its elements into values of the same size.

OCTAHEDRAL: four integers: x and y of a unit vector folded into a square, the number for 1, and one that is kept.
QUATERNION: the three smaller components of a unit quaternion; the fourth integer holds the number for 1 and which one
was left out. EXPONENTIAL: float32 as 8 bits of exponent and 24 of mantissa. COLOR: luma, two differences and alpha,
whose highest bit says how many bits are used.

The specification leaves the last bit free. Sums and roundings (halves to the even integer) are float32 as in the
decoder of browsers, so every bit equals an engine's. Source: KHR_meshopt_compression, appendix B.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Float32 = NDArray[np.float32]


def decode_octahedral(data: Bytes) -> Bytes:
    """(n, 4) or (n, 8) bytes: unit vectors as signed normalised integers; the fourth component stays."""
    packed = data.view("<i1" if data.shape[1] == 4 else "<i2")
    x, y, unit = packed[:, :3].T.astype(np.float32)
    z = unit - (np.abs(x) + np.abs(y))
    fold = np.minimum(z, np.float32(0))
    x -= np.copysign(fold, x)
    y -= np.copysign(fold, y)
    scale = np.float32(np.iinfo(packed.dtype).max) / np.sqrt(x * x + (y * y + z * z))
    out = packed.copy()
    for k, component in enumerate((x, y, z)):
        out[:, k] = _rounded(component * scale)
    return out.view(np.uint8)


def decode_quaternion(data: Bytes) -> Bytes:
    """(n, 8) bytes: unit quaternions as signed normalised 16-bit integers."""
    packed = data.view("<i2")
    x, y, z = packed[:, :3].T.astype(np.float32)
    unit = (packed[:, 3] | 3).astype(np.float32)
    rest = unit * unit + unit * unit - (x * x + (y * y + z * z))
    w = np.sqrt(np.maximum(rest, np.float32(0)))
    scale = np.float32(32767) / np.sqrt(np.float32(2)) / unit
    out = np.empty_like(packed)
    rows, left_out = np.arange(len(packed)), packed[:, 3] & 3
    for k, component in enumerate((w, x, y, z)):
        out[rows, (left_out + k) & 3] = _rounded(component * scale)
    return out.view(np.uint8)


def decode_exponential(data: Bytes) -> Bytes:
    """(n, 4 k) bytes: k float32 values per element."""
    packed = data.view("<i4")
    power = ((packed >> 24) + 127).astype("<u4") << np.uint32(23)
    mantissa = (packed << 8) >> 8
    return (power.view("<f4") * mantissa.astype(np.float32)).view(np.uint8)


def decode_color(data: Bytes) -> Bytes:
    """(n, 4) or (n, 8) bytes: RGBA as unsigned normalised integers."""
    kind, signed = ("<u1", "<i1") if data.shape[1] == 4 else ("<u2", "<i2")
    y, alpha = data.view(kind)[:, [0, 3]].T.astype(np.int32)
    orange, green = data.view(signed)[:, 1:3].T.astype(np.int32)
    used = alpha
    for shift in (1, 2, 4, 8):  # all bits up to the highest one of alpha
        used = used | used >> shift
    alpha = alpha << 1 & used | alpha & 1
    scale = np.float32(np.iinfo(kind).max) / used.astype(np.float32)
    colors = (y + orange - green, y + green, y - orange - green, alpha)
    return np.stack([_rounded(c.astype(np.float32) * scale).astype(kind) for c in colors], axis=1).view(np.uint8)


def _rounded(values: Float32) -> NDArray[np.int32]:
    """The nearest integers, halves to the even one; 0 for NaN, which only a broken element gives."""
    return np.nan_to_num(np.rint(values), nan=0.0, posinf=0.0, neginf=0.0).clip(-(2.0**30), 2.0**30).astype(np.int32)


#: By name, the filter and the strides it can have (None: any multiple of 4).
FILTERS: dict[str, tuple[Callable[[Bytes], Bytes], tuple[int, ...] | None]] = {
    "OCTAHEDRAL": (decode_octahedral, (4, 8)),
    "QUATERNION": (decode_quaternion, (8,)),
    "EXPONENTIAL": (decode_exponential, None),
    "COLOR": (decode_color, (4, 8)),
}
