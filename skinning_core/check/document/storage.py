"""Rules of buffers, buffer views and accessors: claims must agree with data (specification 3.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...error import SkinproofError
from ...gltf.grammar.element import DTYPES, Layout, layout_of
from ...gltf.grammar.faults import Faults, as_text, expected
from ...gltf.grammar.kinds import Json, List, Number, whole
from ...gltf.resolver import Resolver
from ...text.count import counted
from ..finding import Finding, found
from .container import Contents
from .usable_document import Document, is_packed, whole_layout

_MEDIA_TYPES = ("application/octet-stream", "application/gltf-buffer")
#: Of a buffer view that holds indices.
_ELEMENT_ARRAY_BUFFER = 34963


def load_buffers(
    json: Json, contents: Contents, resolver: Resolver
) -> tuple[list[Finding], tuple[memoryview | None, ...]]:
    """All buffers' bytes (None if not available), and findings about buffers."""
    problems: list[Finding] = []
    loaded = []
    for place, buffer in enumerate(json.get("buffers", ())):
        data = None
        if buffer is not None:
            pointer = f"/buffers/{place}"
            if "uri" in buffer:
                findings, data = _resolved(buffer["uri"], f"{pointer}/uri", resolver, contents.is_glb)
            else:
                findings, data = _chunk(buffer, contents, place, pointer)
            if not is_packed(buffer):  # a packed buffer is a fallback for readers without a decoder
                problems += findings
            needed = buffer.get("byteLength", 0)
            if data is not None and len(data) < needed:
                sentence = f"the buffer says {counted(needed, 'byte')}, there are {len(data)}"
                problems.append(Finding("BUFFER_BYTE_LENGTH_MISMATCH", f"{pointer}/byteLength", sentence))
                data = None
        loaded.append(data)
    return problems, tuple(loaded)


def _chunk(buffer: Json, contents: Contents, place: int, pointer: str) -> tuple[list[Finding], memoryview | None]:
    """The binary chunk as a buffer without a uri, and findings."""
    data, needed = contents.binary if place == 0 else None, buffer.get("byteLength")
    if data is None:
        # Buffers other than the first may have no data: extensions declare only a length.
        missing = found("BUFFER_MISSING_GLB_DATA", pointer)
        return ([missing] if contents.is_glb and not contents.is_cut and place == 0 else []), None
    if needed is not None and len(data) > needed + (-needed % 4):
        return [found("BUFFER_GLB_CHUNK_TOO_BIG", pointer, bytes=counted(len(data) - needed, "byte"))], data
    return [], data


def _resolved(uri: str, pointer: str, resolver: Resolver, is_glb: bool) -> tuple[list[Finding], memoryview | None]:
    """The bytes behind a uri, and findings."""
    problems: list[Finding] = []
    if is_glb:
        codes = ("URI_GLB", "DATA_URI_GLB") if uri.startswith("data:") else ("URI_GLB",)
        problems += [found(code, pointer) for code in codes]
    media = re.match(r"data:([^;,]*)", uri)
    if media and media[1] not in _MEDIA_TYPES:
        return [*problems, found("BUFFER_DATA_URI_MIME_TYPE_INVALID", pointer, media=as_text(media[1]))], None
    try:
        return problems, resolver.resolve(uri, pointer)
    except SkinproofError as error:
        code = "INVALID_URI" if media else "IO_ERROR"
        return [*(f for f in problems if f.code != "DATA_URI_GLB"), Finding(code, pointer, error.what)], None


def check_views(document: Document) -> Iterator[Finding]:
    """Every buffer view lies in its buffer and has a possible stride."""
    for place, view in document.each("bufferViews"):
        pointer = f"/bufferViews/{place}"
        buffer = document.at("buffers", view.get("buffer"))
        begin, length = view.get("byteOffset", 0), view.get("byteLength")
        end = None if buffer is None else buffer.get("byteLength")
        if end is not None and length is not None and begin >= 0 and begin + length > end:
            name = "byteOffset" if begin >= end else "byteLength"
            yield found("BUFFER_VIEW_TOO_LONG", f"{pointer}/{name}", last=begin + length, end=end)
        stride = view.get("byteStride")
        if stride is None:
            continue
        pointer += "/byteStride"
        if length is not None and stride > length:
            yield found("BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", pointer, stride=stride, length=length)
        if stride % 4:
            yield found("VALUE_MULTIPLE_OF", pointer, stride=stride)
        if view.get("target") == _ELEMENT_ARRAY_BUFFER:
            yield Finding("BUFFER_VIEW_INVALID_BYTE_STRIDE", pointer, "indices cannot have a stride")


def check_accessors(document: Document) -> Iterator[Finding]:
    """Every accessor fits its view and has valid properties."""
    for place, accessor in document.each("accessors"):
        pointer = f"/accessors/{place}"
        layout = layout_of(accessor)
        if "byteOffset" in accessor and "bufferView" not in accessor:
            yield Finding("UNSATISFIED_DEPENDENCY", f"{pointer}/byteOffset", "bufferView must be given too")
        if accessor.get("normalized") and accessor.get("componentType") in (5125, 5126):
            yield found("ACCESSOR_NORMALIZED_INVALID", f"{pointer}/normalized")
        if accessor.get("type", "").startswith("MAT") and accessor.get("byteOffset", 0) % 4:
            yield found("ACCESSOR_MATRIX_ALIGNMENT", f"{pointer}/byteOffset", byte=accessor["byteOffset"])
        if layout is not None:
            for name in ("min", "max"):
                yield from _bounds_form(accessor, layout, name, pointer)
        layout = whole_layout(accessor)
        if layout is not None:
            yield from _placement(document, accessor, layout, pointer)
            if "sparse" in accessor:
                yield from _sparse(document, accessor, layout, f"{pointer}/sparse")


def _bounds_form(accessor: Json, layout: Layout, name: str, pointer: str) -> Iterator[Finding]:
    """min or max is an array of as many numbers as an element has."""
    if name in accessor:
        faults = Faults()
        _bound(accessor[name], layout, f"{pointer}/{name}", faults)
        yield from (Finding(*fault) for fault in faults.found)


def bound(accessor: Json, layout: Layout, name: str) -> list[float] | None:
    """``min`` or ``max`` of an accessor, if it has the right form."""
    return _bound(accessor[name], layout, "", Faults()) if name in accessor else None


def _bound(value: Any, layout: Layout, pointer: str, faults: Faults) -> list[float] | None:
    if layout.dtype.kind == "f" or type(value) is not list:
        numbers: list[float] | None = List(Number(), layout.components).clean(value, pointer, faults)
        return numbers
    if len(value) != layout.components:
        sentence = f"{layout.components} values expected, got {len(value)}"
        faults.add("ARRAY_LENGTH_NOT_IN_LIST", pointer, sentence)
        return None
    limits = np.iinfo(layout.dtype)
    for item in value:
        number = whole(item)
        if number is None:
            faults.add("ARRAY_TYPE_MISMATCH", pointer, expected("an integer", item))
        elif not limits.min <= number <= limits.max:
            faults.add("INVALID_GL_VALUE", pointer, f"{number} is not a value of the component type")
    return None if faults.found else value


def _placement(document: Document, accessor: Json, layout: Layout, pointer: str) -> Iterator[Finding]:
    view = document.view_of(accessor)
    if view is None:
        return
    stride = view.get("byteStride")
    if stride is not None and stride < layout.element:
        yield found("ACCESSOR_SMALL_BYTESTRIDE", pointer, element=layout.element, stride=stride)
    length = (stride or layout.step) * (accessor["count"] - 1) + layout.element
    yield from _fits(view, accessor, layout.dtype.itemsize, length, pointer)


def _fits(view: Json, owner: Json, size: int, length: int, pointer: str) -> Iterator[Finding]:
    """``length`` bytes from the owner's offset lie in the view and are aligned to ``size`` bytes."""
    offset, begin = owner.get("byteOffset", 0), view.get("byteOffset", 0)
    if offset < 0 or begin < 0:  # broken
        return
    if offset % size:
        yield found("ACCESSOR_OFFSET_ALIGNMENT", f"{pointer}/byteOffset", offset=offset, size=size)
    if (begin + offset) % size:
        yield found("ACCESSOR_TOTAL_OFFSET_ALIGNMENT", f"{pointer}/byteOffset", byte=begin + offset, size=size)
    if offset + length > view.get("byteLength", 0):
        yield found("ACCESSOR_TOO_LONG", pointer, length=length, offset=offset, bytes=view.get("byteLength", 0))


def _sparse(document: Document, accessor: Json, layout: Layout, pointer: str) -> Iterator[Finding]:
    sparse = accessor["sparse"]
    if not {"count", "indices", "values"} <= sparse.keys():
        return
    count = sparse["count"]
    if count > accessor["count"]:
        sentence = f"{counted(count, 'sparse value')} over {counted(accessor['count'], 'element')}"
        yield Finding("ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", f"{pointer}/count", sentence)
    index_type = DTYPES.get(sparse["indices"].get("componentType", 0))
    sizes = {"indices": 0 if index_type is None else index_type.itemsize, "values": layout.dtype.itemsize}
    for name, components in (("indices", 1), ("values", layout.components)):
        view = document.view_of(sparse[name])
        if view is None:
            continue
        if "byteStride" in view:
            sentence = "the view of sparse values has a stride"
            yield Finding("BUFFER_VIEW_INVALID_BYTE_STRIDE", f"{pointer}/{name}/bufferView", sentence)
        if sizes[name]:
            length = sizes[name] * components * count
            yield from _fits(view, sparse[name], sizes[name], length, f"{pointer}/{name}")
