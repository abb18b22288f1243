"""Rules of meshes and primitives: attributes, indices, morph targets (specification 3.7.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf.grammar.element import layout_of
from ...gltf.grammar.faults import step
from ...gltf.grammar.kinds import Json
from ...text.count import counted
from ..finding import Finding, found
from .formats import INDICES, attribute_formats, format_of, misfit
from .storage import bound
from .usable_document import Document

_MODES = ("points", "lines", "a line loop", "a line strip", "triangles", "a triangle strip", "a triangle fan")
_TRIANGLES = 4
_SINGLE = ("POSITION", "NORMAL", "TANGENT")
_NUMBERED = re.compile(r"(TEXCOORD|COLOR|JOINTS|WEIGHTS)_(0|[1-9][0-9]*)", re.ASCII)
_MORPHED = re.compile(r"POSITION|NORMAL|TANGENT|TEXCOORD_[0-9]+|COLOR_[0-9]+", re.ASCII)

#: A unit vector's length may be so far from one (the validator's bound: half a step of a signed byte and more).
UNIT = 0.00674


def check_meshes(document: Document) -> Iterator[Finding]:
    """Findings about every mesh."""
    for m, mesh in document.each("meshes"):
        primitives = mesh.get("primitives", [])
        counts = [len(primitive["targets"]) if "targets" in primitive else None for primitive in primitives]
        for p, count in enumerate(counts):
            if count != counts[0]:
                sentence = (
                    f"{counted(count or 0, 'morph target')}, the first primitive of the mesh has {counts[0] or 0}"
                )
                yield Finding("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", f"/meshes/{m}/primitives/{p}/targets", sentence)
        if primitives and "weights" in mesh and len(mesh["weights"]) != (counts[0] or 0):
            sentence = f"{counted(len(mesh['weights']), 'weight')} for {counted(counts[0] or 0, 'morph target')}"
            yield Finding("MESH_INVALID_WEIGHTS_COUNT", f"/meshes/{m}/weights", sentence)
    for _, _, primitive, pointer in document.primitives():
        if "attributes" in primitive:
            yield from _names(primitive["attributes"], f"{pointer}/attributes")
            yield from _attributes(document, primitive["attributes"], f"{pointer}/attributes")
        yield from _indices(document, primitive, pointer)
        for t, target in enumerate(primitive.get("targets", ())):
            yield from _target(document, primitive.get("attributes", {}), target, f"{pointer}/targets/{t}")
    yield from _packed_bounds(document)


def _packed_bounds(document: Document) -> Iterator[Finding]:
    """One finding about bounds of positions that are no places in the mesh: of integers to be unpacked."""
    skinned = {node["mesh"] for _, node in document.each("nodes") if {"mesh", "skin"} <= node.keys()}
    largest: dict[int, float] = {}  # by accessor
    for m, _, primitive, _ in document.primitives():
        index = primitive.get("attributes", {}).get("POSITION")
        accessor = document.at("accessors", index)
        layout = None if accessor is None else layout_of(accessor)
        if accessor is None or layout is None or layout.dtype.kind == "f" or index in largest:
            continue
        if accessor.get("normalized") or m in skinned:
            low, high = (bound(accessor, layout, end) or [0.0] for end in ("min", "max"))
            largest[index] = max(abs(value) for value in (*low, *high))
    if any(largest.values()):
        pointer = f"/accessors/{next(iter(largest))}"
        count = counted(len(largest), "accessor")
        yield found("ACCESSOR_BOUNDS_PACKED", pointer, count=count, largest=max(largest.values()))


def influence_sets(primitive: Json) -> int:
    """Sets of joints and weights of a primitive; 0 if they do not match."""
    counts = []
    for name in ("JOINTS", "WEIGHTS"):
        numbers = _numbers(primitive.get("attributes", {})).get(name, [])
        counts.append(len(numbers) if sorted(numbers) == list(range(len(numbers))) else 0)
    return counts[0] if counts[0] == counts[1] else 0


def _numbers(attributes: dict[str, int]) -> dict[str, list[int]]:
    """Set numbers of each numbered attribute."""
    sets: dict[str, list[int]] = {}
    for name in attributes:
        if match := _NUMBERED.fullmatch(name):
            sets.setdefault(match[1], []).append(int(match[2]))
    return sets


def _names(attributes: dict[str, int], pointer: str) -> Iterator[Finding]:
    for name in attributes:
        if name not in _SINGLE and not name.startswith("_") and not _NUMBERED.fullmatch(name):
            sentence = "the specification does not define this attribute"
            yield Finding("MESH_PRIMITIVE_INVALID_ATTRIBUTE", step(pointer, name), sentence)
    if "POSITION" not in attributes:
        yield found("MESH_PRIMITIVE_NO_POSITION", pointer)
    if "TANGENT" in attributes and "NORMAL" not in attributes:
        yield found("MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", f"{pointer}/TANGENT")
    whole = {"JOINTS": 0, "WEIGHTS": 0}
    for name, numbers in _numbers(attributes).items():
        if max(numbers) + 1 != len(numbers):
            yield found("MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", pointer, name=name)
        else:
            whole[name] = len(numbers)
    if whole["JOINTS"] != whole["WEIGHTS"]:
        sentence = f"{counted(whole['JOINTS'], 'set of joints', 'sets of joints')}, {whole['WEIGHTS']} of weights"
        yield Finding("MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", pointer, sentence)


def _attributes(document: Document, attributes: dict[str, int], pointer: str) -> Iterator[Finding]:
    first = -1
    for name, index in attributes.items():
        accessor = document.at("accessors", index)
        if accessor is None:
            continue
        where = step(pointer, name)
        allowed = attribute_formats(document, name)
        if allowed is not None and format_of(accessor) not in allowed:
            yield Finding("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", where, misfit(accessor, allowed))
        elif allowed is None and accessor.get("componentType") == 5125:
            yield found("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", where)
        elif name in ("NORMAL", "TANGENT"):
            yield from _directions(document.normalised(index), where, signed=name == "TANGENT")
        elif name == "COLOR_0" and accessor.get("componentType") == 5126:
            yield from _clamped(document.values(index), where)
        yield from _layout(document, accessor, name, where)
        count = accessor.get("count", -1)
        first = count if first < 0 else first
        if count != first:
            yield found("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", where, elements=max(count, 0), first=first)


def _layout(document: Document, accessor: Json, name: str, pointer: str) -> Iterator[Finding]:
    """Findings about missing bounds of positions, and data not aligned to 4 bytes."""
    layout = layout_of(accessor)
    if name == "POSITION" and (layout is None or not all(bound(accessor, layout, end) for end in ("min", "max"))):
        yield found("MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", pointer)
    view = document.view_of(accessor)
    without_stride = view is not None and "byteStride" not in view
    odd_step = without_stride and layout is not None and layout.element % 4
    odd_begin = "bufferView" in accessor and accessor.get("byteOffset", 0) % 4
    if odd_begin or odd_step:
        yield found("MESH_PRIMITIVE_ACCESSOR_UNALIGNED", pointer)


def _directions(values: NDArray[np.float64] | None, pointer: str, *, signed: bool) -> Iterator[Finding]:
    if values is None:
        return
    with np.errstate(over="ignore", invalid="ignore"):  # values that are not finite have their own finding
        length = np.sqrt((values[:, :3] ** 2).sum(axis=1))
        off = np.abs(length - 1.0) > UNIT
    if off.any():
        yield found("ACCESSOR_VECTOR3_NON_UNIT", pointer, count=off.sum(), vectors=len(values), length=length[off][0])
    if signed and (np.abs(values[:, 3]) != 1.0).any():
        yield found("ACCESSOR_INVALID_SIGN", pointer)


def _clamped(values: NDArray[Any] | None, pointer: str) -> Iterator[Finding]:
    if values is not None and ((values < 0.0) | (values > 1.0)).any():
        yield found("ACCESSOR_NON_CLAMPED", pointer)


def _indices(document: Document, primitive: Json, pointer: str) -> Iterator[Finding]:
    accessors = [document.at("accessors", index) for index in primitive.get("attributes", {}).values()]
    vertices = next((accessor["count"] for accessor in accessors if accessor and "count" in accessor), None)
    accessor = document.at("accessors", primitive.get("indices"))
    corners = vertices if accessor is None else accessor.get("count")
    mode = primitive.get("mode", _TRIANGLES)
    if corners is not None and (
        (mode == 1 and corners % 2)
        or (mode in (2, 3) and corners < 2)
        or (mode == _TRIANGLES and corners % 3)
        or (mode > _TRIANGLES and corners < 3)
    ):
        yield found("MESH_PRIMITIVE_INCOMPATIBLE_MODE", pointer, corners=corners, mode=_MODES[mode])
    if accessor is None:
        return
    where = f"{pointer}/indices"
    if "byteStride" in (document.view_of(accessor) or {}):
        yield found("MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", where)
    if format_of(accessor) not in INDICES:
        yield Finding("MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", where, misfit(accessor, INDICES))
        return
    values = document.values(primitive["indices"])
    if values is not None:
        yield from _index_values(values.reshape(-1), vertices, mode, where)


def _index_values(values: NDArray[Any], vertices: int | None, mode: int, pointer: str) -> Iterator[Finding]:
    beyond = values >= (vertices or 0)
    if beyond.any():
        indices, there = counted(len(values), "index"), counted(vertices or 0, "vertex")
        yield found(
            "ACCESSOR_INDEX_OOB", pointer, count=beyond.sum(), indices=indices, vertices=there, most=values.max()
        )
    restart = np.iinfo(values.dtype).max
    if (values == restart).any():
        yield found("ACCESSOR_INDEX_PRIMITIVE_RESTART", pointer, restart=restart)
    if mode == _TRIANGLES:
        a, b, c = values[: len(values) // 3 * 3].reshape(-1, 3).T
        flat = int(((a == b) | (b == c) | (c == a)).sum())
        if flat:
            yield found("ACCESSOR_INDEX_TRIANGLE_DEGENERATE", pointer, flat=flat, triangles=counted(len(a), "triangle"))


def _target(document: Document, base: dict[str, int], target: dict[str, int], pointer: str) -> Iterator[Finding]:
    for name, index in target.items():
        where = step(pointer, name)
        if not _MORPHED.fullmatch(name) and not name.startswith("_"):
            yield Finding("MESH_PRIMITIVE_INVALID_ATTRIBUTE", where, "this attribute cannot be morphed")
        accessor = document.at("accessors", index)
        if accessor is None:
            continue
        morphed = document.at("accessors", base.get(name))
        if morphed is None:
            yield found("MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", where, name=name)
        elif morphed.get("count") != accessor.get("count"):
            sentence = f"{accessor.get('count')} elements morph {morphed.get('count')}"
            yield Finding("MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", where, sentence)
        allowed = attribute_formats(document, name, morphed=True)
        if allowed is not None and format_of(accessor) not in allowed:
            yield Finding("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", where, misfit(accessor, allowed))
        yield from _layout(document, accessor, name, where)


def joint_limits(document: Document) -> dict[int, int]:
    """By mesh, the joints of the smallest skin used with it; meshes without one are left out."""
    limits: dict[int, int] = {}
    for _, node in document.each("nodes"):
        skin = document.at("skins", node.get("skin"))
        if skin is not None and "mesh" in node and skin.get("joints"):
            joints = len(skin["joints"])
            limits[node["mesh"]] = min(limits.get(node["mesh"], joints), joints)
    return limits
