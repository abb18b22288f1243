"""Rules of animations: samplers, channels, key times, rotations (specification 3.11)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ...gltf.grammar.element import layout_of
from ...gltf.grammar.faults import as_text, expected
from ...gltf.grammar.kinds import Json
from ...gltf.grammar.schema import ROWS
from ...text.count import counted
from ..finding import Finding, found
from ..rest_transforms import UNIT
from .formats import KEY_TIMES, KEY_VALUES, format_of, misfit
from .storage import bound
from .usable_document import Document

_POINTER = "KHR_animation_pointer"
#: A JSON pointer (RFC 6901), and one into a list of the document.
_SYNTAX = re.compile(r"(?:/(?:[^/~]|~0|~1)*)*")
_ELEMENT = re.compile(
    r"/(nodes|meshes|materials|cameras|textures|images|samplers|skins|scenes)/(0|[1-9]\d{0,9})(?:/.*)?"
)


def check_animations(document: Document) -> Iterator[Finding]:
    """Findings about every animation."""
    for place, animation in document.each("animations"):
        samplers, pointer = animation.get("samplers", []), f"/animations/{place}"
        if not samplers or "channels" not in animation:
            continue
        for s, sampler in enumerate(samplers):
            yield from _sampler(document, sampler, f"{pointer}/samplers/{s}")
        for c, channel in enumerate(animation["channels"]):
            yield from _target(document, channel.get("target", {}), f"{pointer}/channels/{c}/target")
            s, where = channel.get("sampler", -1), f"{pointer}/channels/{c}/sampler"
            if s >= len(samplers):
                sentence = f"there is no sampler {s} in this animation, which has {len(samplers)}"
                yield Finding("UNRESOLVED_REFERENCE", where, sentence)
            elif s >= 0:
                yield from _output(document, channel, samplers[s], where)
        yield from _twice(animation["channels"], pointer)


def _sampler(document: Document, sampler: Json, pointer: str) -> Iterator[Finding]:
    for name in ("input", "output"):
        accessor = document.at("accessors", sampler.get(name))
        if accessor is not None and "byteStride" in (document.view_of(accessor) or {}):
            yield found("ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", f"{pointer}/{name}")
    times = document.at("accessors", sampler.get("input"))
    if times is None:
        return
    pointer += "/input"
    layout = layout_of(times)
    if layout is None or not all(bound(times, layout, end) for end in ("min", "max")):
        yield found("ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS", pointer)
    if sampler.get("interpolation") == "CUBICSPLINE" and times.get("count", 0) < 2:
        yield found("ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", pointer)
    if format_of(times) not in KEY_TIMES:
        yield found("ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT", pointer, format=format_of(times))
    else:
        yield from _times(document, sampler["input"], pointer)


def _times(document: Document, index: int, pointer: str) -> Iterator[Finding]:
    values = document.values(index)
    if values is None:
        return
    times = values.reshape(-1)
    negative = times < 0.0
    if negative.any():
        sentence = f"{negative.sum()} of {counted(len(times), 'key time')} below 0, down to {times.min():.6g} s"
        yield Finding("ACCESSOR_ANIMATION_INPUT_NEGATIVE", pointer, sentence)
    times = times[~negative]
    back = np.flatnonzero(times[1:] <= times[:-1])
    if len(back):
        yield found("ACCESSOR_ANIMATION_INPUT_NON_INCREASING", pointer, next=times[back[0] + 1], time=times[back[0]])


def _target(document: Document, target: Json, pointer: str) -> Iterator[Finding]:
    path = target.get("path")
    if path == "pointer" and not document.uses_extension(_POINTER):
        sentence = "'pointer' belongs to the extension KHR_animation_pointer"
        yield Finding("VALUE_NOT_IN_LIST", f"{pointer}/path", sentence)
    if document.uses_extension(_POINTER) and isinstance(target.get("extensions", {}).get(_POINTER), dict):
        yield from _pointed(document, target, f"{pointer}/extensions/{_POINTER}")
    node = document.at("nodes", target.get("node"))
    if node is None:
        return
    if path == "weights" and not _morph_targets(document, node):
        yield found("ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", pointer)
    if path in ("translation", "rotation", "scale"):
        if "matrix" in node:
            sentence = f"{path} is animated, but the node is given as a matrix (its decomposition is used)"
            yield Finding("ANIMATION_CHANNEL_TARGET_NODE_MATRIX", pointer, sentence)
        if document.at("skins", node.get("skin")) is not None:
            yield found("ANIMATION_CHANNEL_TARGET_NODE_SKIN", f"{pointer}/path", path=path)


def _pointed(document: Document, target: Json, place: str) -> Iterator[Finding]:
    """Findings about a target of KHR_animation_pointer; ``place``: the pointer to the extension's object."""
    pointed = target["extensions"][_POINTER].get("pointer")
    if "node" in target:
        yield found("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", place)
    if "path" in target and target["path"] != "pointer":
        yield found("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH", place, path=target["path"])
    if pointed is None:
        yield Finding("UNDEFINED_PROPERTY", place, "pointer is missing")
    elif not isinstance(pointed, str):
        yield Finding("TYPE_MISMATCH", f"{place}/pointer", expected("text", pointed))
    elif not _SYNTAX.fullmatch(pointed):
        sentence = f"{as_text(pointed)} is no JSON pointer: each step begins with /"
        yield Finding("PATTERN_MISMATCH", f"{place}/pointer", sentence)
    elif (match := _ELEMENT.fullmatch(pointed)) and document.at(match[1], int(match[2])) is None:
        sentence = f"there is no usable {match[2]} in {match[1]}, which has {document.count(match[1])}"
        yield Finding("UNRESOLVED_REFERENCE", f"{place}/pointer", sentence)


def _morph_targets(document: Document, node: Json) -> int:
    """Morph targets of a node's mesh."""
    mesh = document.at("meshes", node.get("mesh"))
    primitives = mesh.get("primitives", []) if mesh is not None else []
    return len(primitives[0].get("targets", ())) if primitives else 0


def _output(document: Document, channel: Json, sampler: Json, pointer: str) -> Iterator[Finding]:
    target = channel.get("target", {})
    accessor, path = document.at("accessors", sampler.get("output")), target.get("path", "")
    if accessor is None or path not in KEY_VALUES:
        return
    interpolation = sampler.get("interpolation", "LINEAR")
    rows = ROWS.get(interpolation, 1)
    if format_of(accessor) not in KEY_VALUES[path]:
        told = misfit(accessor, KEY_VALUES[path])
        yield Finding("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", pointer, told)
    times = document.at("accessors", sampler.get("input"))
    if times is not None and "count" in times and "count" in accessor and interpolation:
        needed = times["count"] * rows
        if path == "weights":
            node = document.at("nodes", target.get("node"))
            needed *= _morph_targets(document, node) if node is not None else 0
        if needed not in (0, accessor["count"]):
            sentence = f"{counted(accessor['count'], 'key value')}, {needed} needed"
            yield Finding("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", pointer, sentence)
    if path == "rotation" and accessor.get("type") == "VEC4":
        yield from _rotations(document, sampler["output"], rows == 3, pointer)


def _rotations(document: Document, index: int, cubic: bool, pointer: str) -> Iterator[Finding]:
    values = document.normalised(index)
    if values is None:
        return
    keys = values[1::3] if cubic else values
    with np.errstate(over="ignore", invalid="ignore"):  # values that are not finite have their own finding
        length = np.sqrt((keys**2).sum(axis=1))
        off = np.abs(length - 1.0) > UNIT
    if off.any():
        sentence = f"{off.sum()} of {counted(len(keys), 'rotation')} not of unit length (samples are normalised)"
        yield Finding("ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", pointer, sentence)


def _twice(channels: list[Json], pointer: str) -> Iterator[Finding]:
    first: dict[tuple[int, str], int] = {}
    for c, channel in enumerate(channels):
        target = channel.get("target", {})
        if "node" not in target or "path" not in target:
            continue
        before = first.setdefault((target["node"], target["path"]), c)
        if before != c:
            yield found("ANIMATION_DUPLICATE_TARGETS", f"{pointer}/channels/{c}/target", before=before)
