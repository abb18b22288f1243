"""Checks what a buffer view says of its stream, and decodes it to bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...error import SkinproofError, require

#: The later name brings version 1 of the vertex coding and the filter COLOR.
EXTENSIONS = ("KHR_meshopt_compression", "EXT_meshopt_compression")
_NEEDED = ("buffer", "byteLength", "byteStride", "count", "mode")


def packed_by(view: dict[str, Any]) -> str | None:
    """The extension that compresses a buffer view, if any."""
    extensions = view.get("extensions")
    if not isinstance(extensions, dict):
        return None
    return next((name for name in EXTENSIONS if name in extensions), None)


def _require_form(extension: Any) -> None:
    require(isinstance(extension, dict), "an object expected")
    for name in _NEEDED:
        require(name in extension, f"{name} is missing")
    for name in ("buffer", "byteOffset", "byteLength", "byteStride", "count"):
        value = extension.get(name, 0)
        require(type(value) is int and 0 <= value < 2**53, f"{name} must be an integer of at least 0")


def check_view(extension: Any, length: int) -> None:
    """Raise ``SkinproofError`` unless the extension's object is valid for a view of ``length`` bytes."""
    from .filters import FILTERS  # most files have nothing compressed

    _require_form(extension)
    mode, kind = extension["mode"], extension.get("filter", "NONE")
    count, stride = extension["count"], extension["byteStride"]
    if mode == "ATTRIBUTES":
        fits = stride % 4 == 0 and 4 <= stride <= 256
    elif mode in ("TRIANGLES", "INDICES"):
        fits = stride in (2, 4) and (mode == "INDICES" or count % 3 == 0) and kind == "NONE"
    else:
        raise SkinproofError(f"the mode {str(mode)[:40]!r} is unknown")
    if kind != "NONE":
        require(kind in FILTERS, f"the filter {str(kind)[:40]!r} is unknown")
        strides = FILTERS[kind][1]
        fits = fits and (strides is None or stride in strides)
    told = f"{count} elements of {stride} bytes"
    require(fits, f"{told} do not go with the mode {mode} and the filter {kind}")
    require(count * stride == length, f"{told} are not the {length} bytes of the view")


def decode_view(stream: memoryview, extension: dict[str, Any]) -> memoryview:
    """The bytes of a buffer view, decoded; ``extension`` has passed `check_view`.

    Raises ``SkinproofError`` for a stream that is broken or too short for the claimed size.
    """
    from .filters import FILTERS
    from .indices import decode_indices, decode_triangles
    from .vertices import decode_vertices

    count, stride, mode = extension["count"], extension["byteStride"], extension["mode"]
    if mode != "ATTRIBUTES":
        indices = (decode_triangles if mode == "TRIANGLES" else decode_indices)(stream, count)
        return indices.astype(f"<u{stride}").data.cast("B")
    data = decode_vertices(stream, count, stride)
    kind = extension.get("filter", "NONE")
    if kind != "NONE" and count:
        with np.errstate(all="ignore"):  # a broken element may become NaN, which is reported later
            data = FILTERS[kind][0](data)
    return data.reshape(-1).data
