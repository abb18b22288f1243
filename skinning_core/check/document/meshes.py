"""Rules of meshes and primitives: attributes, indices, morph targets (specification 3.7.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf.grammar.faults import step
from ...gltf.grammar.kinds import Json
from ...text.count import counted
from ..finding import Finding
from .formats import INDICES, attribute_formats, format_of, formats_told
from .storage import bound
from .usable_document import Document
from .values import layout_of

_MODES = ("points", "lines", "a line loop", "a line strip", "triangles", "a triangle strip", "a triangle fan")
_TRIANGLES = 4
_SINGLE = ("POSITION", "NORMAL", "TANGENT")
_NUMBERED = re.compile(r"(TEXCOORD|COLOR|JOINTS|WEIGHTS)_(0|[1-9][0-9]*)", re.ASCII)
_MORPHED = re.compile(r"POSITION|NORMAL|TANGENT|TEXCOORD_[0-9]+|COLOR_[0-9]+", re.ASCII)

#: How far the length of a unit vector may be from one (the validator's bound, half a step of a signed byte and more).
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


def influence_sets(primitive: Json) -> int:
    """How many sets of joints and weights a primitive has; 0 where the joints and weights do not match."""
    counts = []
    for name in ("JOINTS", "WEIGHTS"):
        numbers = _numbers(primitive.get("attributes", {})).get(name, [])
        counts.append(len(numbers) if sorted(numbers) == list(range(len(numbers))) else 0)
    return counts[0] if counts[0] == counts[1] else 0


def _numbers(attributes: dict[str, int]) -> dict[str, list[int]]:
    """The set numbers of each attribute that comes in numbered sets."""
    sets: dict[str, list[int]] = {}
    for name in attributes:
        if match := _NUMBERED.fullmatch(name):
            sets.setdefault(match[1], []).append(int(match[2]))
    return sets


def _names(attributes: dict[str, int], pointer: str) -> Iterator[Finding]:
    for name in attributes:
        if name not in _SINGLE and not name.startswith("_") and not _NUMBERED.fullmatch(name):
            yield Finding(
                "MESH_PRIMITIVE_INVALID_ATTRIBUTE",
                step(pointer, name),
                "the specification does not define this attribute",
            )
    if "POSITION" not in attributes:
        yield Finding("MESH_PRIMITIVE_NO_POSITION", pointer, "there is no POSITION, so nothing is drawn")
    if "TANGENT" in attributes and "NORMAL" not in attributes:
        yield Finding("MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", f"{pointer}/TANGENT", "tangents need normals")
    whole = {"JOINTS": 0, "WEIGHTS": 0}
    for name, numbers in _numbers(attributes).items():
        if max(numbers) + 1 != len(numbers):
            sentence = f"the numbers of {name}_n must be 0, 1, 2, ... without a gap"
            yield Finding("MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", pointer, sentence)
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
            sentence = f"{format_of(accessor)} instead of {formats_told(allowed)}"
            yield Finding("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", where, sentence)
        elif allowed is None and accessor.get("componentType") == 5125:
            sentence = "attributes cannot be 32-bit integers"
            yield Finding("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", where, sentence)
        elif name in ("NORMAL", "TANGENT"):
            yield from _directions(document.normalised(index), where, signed=name == "TANGENT")
        elif name == "COLOR_0" and accessor.get("componentType") == 5126:
            yield from _clamped(document.values(index), where)
        yield from _layout(document, accessor, name, where)
        count = accessor.get("count", -1)
        first = count if first < 0 else first
        if count != first:
            sentence = f"{max(count, 0)} elements, the first attribute has {first}"
            yield Finding("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", where, sentence)


def _layout(document: Document, accessor: Json, name: str, pointer: str) -> Iterator[Finding]:
    """Findings about missing bounds of positions, and about data that are not aligned to 4 bytes."""
    layout = layout_of(accessor)
    if name == "POSITION" and (layout is None or not all(bound(accessor, layout, end) for end in ("min", "max"))):
        sentence = "min and max are missing, which programs take for the size"
        yield Finding("MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", pointer, sentence)
    view = document.view_of(accessor)
    dense = layout is not None and layout.element % 4 and view is not None and "byteStride" not in view
    if ("bufferView" in accessor and accessor.get("byteOffset", 0) % 4) or dense:
        yield Finding("MESH_PRIMITIVE_ACCESSOR_UNALIGNED", pointer, "every element must begin at a multiple of 4 bytes")


def _directions(values: NDArray[np.float64] | None, pointer: str, *, signed: bool) -> Iterator[Finding]:
    if values is None:
        return
    with np.errstate(over="ignore", invalid="ignore"):  # values that are not finite have their own finding
        length = np.sqrt((values[:, :3] ** 2).sum(axis=1))
        off = np.abs(length - 1.0) > UNIT
    if off.any():
        sentence = f"{off.sum()} of {len(values)} are not of unit length, the first of them {length[off][0]:.4g}"
        yield Finding("ACCESSOR_VECTOR3_NON_UNIT", pointer, sentence)
    if signed and (np.abs(values[:, 3]) != 1.0).any():
        yield Finding("ACCESSOR_INVALID_SIGN", pointer, "the fourth number of a tangent must be 1 or -1")


def _clamped(values: NDArray[Any] | None, pointer: str) -> Iterator[Finding]:
    if values is not None and ((values < 0.0) | (values > 1.0)).any():
        yield Finding("ACCESSOR_NON_CLAMPED", pointer, "colours must lie between 0 and 1")


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
        yield Finding("MESH_PRIMITIVE_INCOMPATIBLE_MODE", pointer, f"{corners} corners do not make {_MODES[mode]}")
    if accessor is None:
        return
    where = f"{pointer}/indices"
    if "byteStride" in (document.view_of(accessor) or {}):
        yield Finding("MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", where, "indices cannot have a stride")
    if format_of(accessor) not in INDICES:
        sentence = f"{format_of(accessor)} instead of {formats_told(INDICES)}"
        yield Finding("MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", where, sentence)
        return
    values = document.values(primitive["indices"])
    if values is not None:
        yield from _index_values(values.reshape(-1), vertices, mode, where)


def _index_values(values: NDArray[Any], vertices: int | None, mode: int, pointer: str) -> Iterator[Finding]:
    beyond = values >= (vertices or 0)
    if beyond.any():
        sentence = f"{beyond.sum()} of {counted(len(values), 'index')} beyond the {counted(vertices or 0, 'vertex')}"
        sentence += f", up to {values.max()}"
        yield Finding("ACCESSOR_INDEX_OOB", pointer, sentence)
    restart = np.iinfo(values.dtype).max
    if (values == restart).any():
        sentence = f"{restart} begins a new strip in many programs and must not be used"
        yield Finding("ACCESSOR_INDEX_PRIMITIVE_RESTART", pointer, sentence)
    if mode == _TRIANGLES:
        a, b, c = values[: len(values) // 3 * 3].reshape(-1, 3).T
        flat = int(((a == b) | (b == c) | (c == a)).sum())
        if flat:
            sentence = f"a vertex used twice by {flat} of {counted(len(a), 'triangle')}"
            yield Finding("ACCESSOR_INDEX_TRIANGLE_DEGENERATE", pointer, sentence)


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
            sentence = f"the primitive has no {name} that could be morphed"
            yield Finding("MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", where, sentence)
        elif morphed.get("count") != accessor.get("count"):
            sentence = f"{accessor.get('count')} elements morph {morphed.get('count')}"
            yield Finding("MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", where, sentence)
        allowed = attribute_formats(document, name, morphed=True)
        if allowed is not None and format_of(accessor) not in allowed:
            sentence = f"{format_of(accessor)} instead of {formats_told(allowed)}"
            yield Finding("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", where, sentence)
        yield from _layout(document, accessor, name, where)


def joint_limits(document: Document) -> dict[int, int]:
    """The number of joints of the smallest skin that a node uses with each mesh; meshes without a skin are left out."""
    limits: dict[int, int] = {}
    for _, node in document.each("nodes"):
        skin = document.at("skins", node.get("skin"))
        if skin is not None and "mesh" in node and skin.get("joints"):
            joints = len(skin["joints"])
            limits[node["mesh"]] = min(limits.get(node["mesh"], joints), joints)
    return limits
