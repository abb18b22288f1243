"""Rules of the GLB container (specification 4.4), and of the JSON text in it."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...text.count import counted
from ..finding import Finding, found

_MAGIC = b"glTF"
#: "JSON" in four bytes.
_JSON = 0x4E4F534A
#: "BIN" and a zero.
_BIN = 0x004E4942

_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class Chunk:
    """One chunk of a GLB: its beginning, type, claimed length, and the bytes that exist."""

    offset: int
    kind: int
    length: int
    data: memoryview


@dataclass(frozen=True)
class Contents:
    """A container's contents; ``json`` is None if missing or not to be parsed."""

    findings: tuple[Finding, ...]
    json: Any
    binary: memoryview | None
    is_glb: bool
    is_cut: bool = False  # the file ends too early: its buffer cannot be judged


def open_contents(data: memoryview) -> Contents:
    """The contents of a file, with findings about the container and the JSON text."""
    if not data or not _MAGIC.startswith(bytes(data[:4])):
        findings, parsed = _parsed(data)
        return Contents(findings, parsed, None, False)
    header = tuple(_header(data))
    if any(finding.code != "GLB_LENGTH_TOO_SMALL" for finding in header):
        return Contents(header, None, None, True)
    total = struct.unpack_from("<I", data, 8)[0]
    chunks, ending = _chunks(data, total)
    kinds: dict[int, Chunk] = {}
    for chunk in chunks:
        kinds.setdefault(chunk.kind, chunk)
    problems = (*header, *_of_chunks(chunks, total), *ending)
    text = kinds.get(_JSON)
    cut = any(finding.severity == "error" for finding in ending)
    if text is None or (cut and text is chunks[-1]):
        return Contents(problems, None, None, True)
    findings, parsed = _parsed(text.data)
    binary = kinds[_BIN].data if _BIN in kinds and not cut else None
    return Contents((*problems, *findings), parsed, binary, True, cut)


def _header(data: memoryview) -> Iterator[Finding]:
    if len(data) < 12:
        yield found("GLB_UNEXPECTED_END_OF_HEADER", "", bytes=counted(len(data), "byte"))
        return
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        yield found("GLB_INVALID_VERSION", "", version=version)
    elif length <= 12:
        yield found("GLB_LENGTH_TOO_SMALL", "", length=length)


def _chunks(data: memoryview, total: int) -> tuple[list[Chunk], list[Finding]]:
    """All chunks that begin within the header's length, and findings about the file's end."""
    chunks: list[Chunk] = []
    offset = 12
    while offset < len(data) and (offset < total or total < 12):
        if offset + 8 > len(data):
            return chunks, [found("GLB_UNEXPECTED_END_OF_CHUNK_HEADER", "")]
        length, kind = struct.unpack_from("<II", data, offset)
        content = data[offset + 8 : offset + 8 + length]
        chunks.append(Chunk(offset, kind, length, content))
        if len(content) < length:
            missing = counted(length - len(content), "byte")
            return chunks, [found("GLB_UNEXPECTED_END_OF_CHUNK_DATA", "", missing=missing, offset=offset)]
        offset += 8 + length
    if offset < len(data):
        return chunks, [found("GLB_EXTRA_DATA", "", bytes=counted(len(data) - offset, "byte follows", "bytes follow"))]
    if offset != total:
        return chunks, [found("GLB_LENGTH_MISMATCH", "", total=total, bytes=len(data))]
    return chunks, []


def _of_chunks(chunks: list[Chunk], total: int) -> Iterator[Finding]:
    seen: set[int] = set()
    for number, chunk in enumerate(chunks):
        name = f"the chunk at byte {chunk.offset} (0x{chunk.kind:08x})"
        known = chunk.kind in (_JSON, _BIN)
        for code, holds in (
            ("GLB_CHUNK_LENGTH_UNALIGNED", chunk.length % 4),
            ("GLB_CHUNK_TOO_BIG", chunk.offset + 8 + chunk.length > total),
            ("GLB_UNEXPECTED_FIRST_CHUNK", number == 0 and chunk.kind != _JSON),
            ("GLB_UNEXPECTED_BIN_CHUNK", chunk.kind == _BIN and number > 1 and _BIN not in seen),
            ("GLB_EMPTY_CHUNK", chunk.kind == _JSON and not chunk.length),
            ("GLB_EMPTY_BIN_CHUNK", chunk.kind == _BIN and not chunk.length),
            ("GLB_UNKNOWN_CHUNK_TYPE", not known),
            ("GLB_DUPLICATE_CHUNK", known and chunk.kind in seen),
        ):
            if holds:
                yield found(code, "", name=name, bytes=counted(chunk.length, "byte"), total=total)
        seen.add(chunk.kind)


def _parsed(text: memoryview) -> tuple[tuple[Finding, ...], Any]:
    """What is wrong with the JSON, and what it says, if anything."""
    try:
        words = str(text, "utf-8")
    except UnicodeDecodeError as error:
        return (Finding("INVALID_JSON", "", f"the JSON is not UTF-8 (byte {error.start})"),), None
    marked = words.startswith(_BYTE_ORDER_MARK)
    told = "the JSON begins with a byte order mark (BOM), which glTF forbids: save it as UTF-8 without one"
    findings = (Finding("INVALID_JSON", "", told),) if marked else ()
    try:
        return findings, json.loads(words.removeprefix(_BYTE_ORDER_MARK), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        return (*findings, Finding("INVALID_JSON", "", f"the JSON cannot be parsed: {error}")), None


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
