"""Rules of the GLB container (specification 4.4), and of the JSON text in it."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...text.count import counted
from ..finding import Finding

_MAGIC = b"glTF"
_JSON, _BIN = 0x4E4F534A, 0x004E4942


@dataclass(frozen=True)
class Chunk:
    """One chunk of a GLB: its beginning, its type, the length that it claims, and its bytes as far as they exist."""

    offset: int
    kind: int
    length: int
    data: memoryview


@dataclass(frozen=True)
class Contents:
    """The contents of a container. ``json`` is None if there is no JSON, or if it cannot be parsed."""

    findings: tuple[Finding, ...]
    json: Any
    binary: memoryview | None
    is_glb: bool
    is_cut: bool = False  # the file ends too early, so its buffer cannot be judged


def open_contents(data: memoryview) -> Contents:
    """The contents of a file's bytes, with findings about the container and the JSON text."""
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
        yield Finding(
            "GLB_UNEXPECTED_END_OF_HEADER", "", f"the file ends after {counted(len(data), 'byte')}, the header has 12"
        )
        return
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        yield Finding("GLB_INVALID_VERSION", "", f"the container's version is {version}, not 2")
    elif length <= 12:
        yield Finding("GLB_LENGTH_TOO_SMALL", "", f"the header says that the file has {length} bytes")


def _chunks(data: memoryview, total: int) -> tuple[list[Chunk], list[Finding]]:
    """All chunks that begin within the length in the header, and findings about the end of the file."""
    chunks: list[Chunk] = []
    offset = 12
    while offset < len(data) and (offset < total or total < 12):
        if offset + 8 > len(data):
            return chunks, [Finding("GLB_UNEXPECTED_END_OF_CHUNK_HEADER", "", "the file ends within a chunk's header")]
        length, kind = struct.unpack_from("<II", data, offset)
        content = data[offset + 8 : offset + 8 + length]
        chunks.append(Chunk(offset, kind, length, content))
        if len(content) < length:
            sentence = f"the file ends {counted(length - len(content), 'byte')} before the chunk at byte {offset} does"
            return chunks, [Finding("GLB_UNEXPECTED_END_OF_CHUNK_DATA", "", sentence)]
        offset += 8 + length
    if offset < len(data):
        return chunks, [
            Finding(
                "GLB_EXTRA_DATA", "", f"{counted(len(data) - offset, 'byte follows', 'bytes follow')} the last chunk"
            )
        ]
    if offset != total:
        return chunks, [Finding("GLB_LENGTH_MISMATCH", "", f"the header says {total} bytes, the file has {len(data)}")]
    return chunks, []


def _of_chunks(chunks: list[Chunk], total: int) -> Iterator[Finding]:
    seen: set[int] = set()
    for number, chunk in enumerate(chunks):
        name = f"the chunk at byte {chunk.offset} (0x{chunk.kind:08x})"
        if chunk.length % 4:
            yield Finding(
                "GLB_CHUNK_LENGTH_UNALIGNED",
                "",
                f"{name} has {counted(chunk.length, 'byte')}, which is not a multiple of 4",
            )
        if chunk.offset + 8 + chunk.length > total:
            yield Finding("GLB_CHUNK_TOO_BIG", "", f"{name} ends beyond the length in the header, {total} bytes")
        if number == 0 and chunk.kind != _JSON:
            yield Finding("GLB_UNEXPECTED_FIRST_CHUNK", "", f"{name} comes first, which must be JSON")
        if chunk.kind == _BIN and number > 1 and _BIN not in seen:
            yield Finding("GLB_UNEXPECTED_BIN_CHUNK", "", f"{name} must be the second chunk")
        if chunk.kind == _JSON and not chunk.length:
            yield Finding("GLB_EMPTY_CHUNK", "", f"{name} is empty, but must hold JSON")
        if chunk.kind == _BIN and not chunk.length:
            yield Finding("GLB_EMPTY_BIN_CHUNK", "", f"{name} is empty and could be left out")
        if chunk.kind not in (_JSON, _BIN):
            yield Finding("GLB_UNKNOWN_CHUNK_TYPE", "", f"{name} is of an unknown type and is skipped")
        elif chunk.kind in seen:
            yield Finding("GLB_DUPLICATE_CHUNK", "", f"{name} is the second of its type")
        seen.add(chunk.kind)


def _parsed(text: memoryview) -> tuple[tuple[Finding, ...], Any]:
    try:
        return (), json.loads(str(text, "utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:  # invalid UTF-8 is a ValueError too
        return (Finding("INVALID_JSON", "", f"the JSON cannot be parsed: {error}"),), None


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
