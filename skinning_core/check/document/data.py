"""Rules of numbers in accessors: finite, within the declared bounds; sparse indices ascend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf.grammar.element import layout_of
from ...gltf.grammar.kinds import Json
from ...text.listing import listed
from ..finding import Finding, found
from .storage import bound
from .usable_document import Document
from .values import sparse_indices


def check_data(document: Document) -> Iterator[Finding]:
    """Findings about the values of every accessor that has any."""
    for place, accessor in document.each("accessors"):
        pointer = f"/accessors/{place}"
        if "sparse" in accessor:
            yield from _sparse_indices(document, accessor, f"{pointer}/sparse")
        values = document.values(place)
        if values is None or not values.size:
            continue
        if values.dtype.kind == "f":
            broken = ~np.isfinite(values).all(axis=1)
            if broken.any():
                which = listed(np.flatnonzero(broken).tolist(), quoted=False)
                sentence = f"{broken.sum()} of {len(values)} elements are not finite numbers: {which}"
                yield Finding("ACCESSOR_INVALID_FLOAT", pointer, sentence)
        yield from _bounds(accessor, values, pointer)


def _first(which: NDArray[np.bool_]) -> int:
    return int(np.flatnonzero(which)[0])


def _sparse_indices(document: Document, accessor: Json, pointer: str) -> Iterator[Finding]:
    indices = sparse_indices(document.json, document.buffers, accessor["sparse"])
    if indices is None:
        return
    signed = indices.astype(np.int64)
    back = signed[1:] <= signed[:-1]
    if back.any():
        sentence = f"sparse index {signed[_first(back) + 1]} follows {signed[_first(back)]}: they must increase"
        yield Finding("ACCESSOR_SPARSE_INDICES_NON_INCREASING", pointer, sentence)
    beyond = signed >= accessor.get("count", 1 << 62)
    if beyond.any():
        yield found("ACCESSOR_SPARSE_INDEX_OOB", pointer, index=signed[_first(beyond)], count=accessor["count"])


def _bounds(accessor: Json, values: NDArray[Any], pointer: str) -> Iterator[Finding]:
    """``min`` and ``max`` are each component's least and greatest value, in the stored precision."""
    layout = layout_of(accessor)
    assert layout is not None  # there are values
    for name in ("min", "max"):
        stated = bound(accessor, layout, name)
        if stated is None:
            continue
        with np.errstate(over="ignore"):  # a bound beyond float32 becomes infinite, which no value equals
            declared = np.array(stated, np.float64).astype(values.dtype)
        actual = (np.fmin if name == "min" else np.fmax).reduce(values, axis=0)
        actual = np.where(np.isnan(values[0]), values[0], actual)  # a first NaN stays, as nothing is less or greater
        for component in np.flatnonzero(declared != actual).tolist():
            where = f"{pointer}/{name}/{component}"
            sentence = f"{declared[component]!s} is declared, {actual[component]!s} is the {name}imum"
            yield Finding(f"ACCESSOR_{name.upper()}_MISMATCH", where, sentence)
            column = values[:, component]
            out = int((column < declared[component] if name == "min" else column > declared[component]).sum())
            if out:
                sentence = f"{out} elements lie beyond the declared {name}imum, {declared[component]!s}"
                yield Finding(f"ACCESSOR_ELEMENT_OUT_OF_{name.upper()}_BOUND", where, sentence)
