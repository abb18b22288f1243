"""The properties of a glTF document and the kind of each, as far as nodes, skins, meshes and animations need them."""

from __future__ import annotations

import re
from typing import Any

from ..finding import Finding
from .kinds import (
    Count,
    Indices,
    Json,
    JsonBoolean,
    JsonIndex,
    JsonIndexMap,
    JsonObject,
    JsonString,
    Kind,
    Numbers,
    Objects,
    Report,
    Strings,
    Targets,
    as_text,
    step,
)

COMPONENT_TYPES = (5120, 5121, 5122, 5123, 5125, 5126)
PATHS = ("translation", "rotation", "scale", "weights", "pointer")  # the last belongs to KHR_animation_pointer
TYPES = ("SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4")

_ANYTHING, _INDEX, _COUNT = Kind(), JsonIndex(), Count()
_NO_OFFSET = {"byteOffset": -1}  # for a broken offset, which must not be taken for 0
_SPARSE = JsonObject(
    {
        "count": Count(1),
        "indices": JsonObject(
            {"bufferView": _INDEX, "byteOffset": _COUNT, "componentType": Count(among=(5121, 5123, 5125))},
            ("bufferView", "componentType"),
            named=False,
            broken=_NO_OFFSET,
        ),
        "values": JsonObject(
            {"bufferView": _INDEX, "byteOffset": _COUNT}, ("bufferView",), named=False, broken=_NO_OFFSET
        ),
    },
    ("count", "indices", "values"),
    named=False,
)
_ACCESSOR = JsonObject(
    {
        "bufferView": _INDEX,
        "byteOffset": _COUNT,
        "componentType": Count(among=COMPONENT_TYPES),
        "normalized": JsonBoolean(),
        "count": Count(1),
        "type": JsonString(TYPES),
        "max": _ANYTHING,
        "min": _ANYTHING,
        "sparse": _SPARSE,
    },
    ("componentType", "count", "type"),
    broken=_NO_OFFSET,
)
_BUFFER_VIEW = JsonObject(
    {
        "buffer": _INDEX,
        "byteOffset": _COUNT,
        "byteLength": Count(1),
        "byteStride": Count(4, 252),
        "target": Count(among=(34962, 34963)),
    },
    ("buffer", "byteLength"),
    broken=_NO_OFFSET,
)
_PRIMITIVE = JsonObject(
    {
        "attributes": JsonIndexMap(),
        "indices": _INDEX,
        "material": _INDEX,
        "mode": Count(0, 6),
        "targets": Targets(),
    },
    ("attributes",),
    named=False,
    broken={"mode": -1},
)
_NODE = JsonObject(
    {
        "camera": _INDEX,
        "children": Indices(),
        "skin": _INDEX,
        "matrix": Numbers(16),
        "mesh": _INDEX,
        "rotation": Numbers(4, -1.0, 1.0),
        "scale": Numbers(3),
        "translation": Numbers(3),
        "weights": Numbers(),
    }
)
_CHANNEL = JsonObject(
    {
        "sampler": _INDEX,
        "target": JsonObject({"node": _INDEX, "path": JsonString(PATHS)}, ("path",), named=False),
    },
    ("sampler", "target"),
    named=False,
)
_SAMPLER = JsonObject(
    {"input": _INDEX, "interpolation": JsonString(("LINEAR", "STEP", "CUBICSPLINE")), "output": _INDEX},
    ("input", "output"),
    named=False,
    broken={"interpolation": ""},
)
_ASSET = JsonObject(
    {"version": JsonString(), "minVersion": JsonString(), "generator": JsonString(), "copyright": JsonString()},
    ("version",),
    named=False,
)
_LISTS: dict[str, Kind] = {
    "accessors": _ACCESSOR,
    "animations": JsonObject({"channels": Objects(_CHANNEL), "samplers": Objects(_SAMPLER)}, ("channels", "samplers")),
    "buffers": JsonObject({"uri": JsonString(), "byteLength": Count(1)}, ("byteLength",)),
    "bufferViews": _BUFFER_VIEW,
    "meshes": JsonObject({"primitives": Objects(_PRIMITIVE), "weights": Numbers()}, ("primitives",)),
    "nodes": _NODE,
    "scenes": JsonObject({"nodes": Indices()}),
    "skins": JsonObject({"inverseBindMatrices": _INDEX, "skeleton": _INDEX, "joints": Indices()}, ("joints",)),
}
#: Lists that are counted but not examined: they cannot move a vertex.
_COUNTED = ("cameras", "images", "materials", "samplers", "textures")
_ROOT: dict[str, Kind] = {
    "asset": _ASSET,
    "extensionsUsed": Strings(),
    "extensionsRequired": Strings(),
    "scene": _INDEX,
    **{name: Objects(kind, placed=True) for name, kind in _LISTS.items()},
    **{name: Objects(_ANYTHING, placed=True) for name in _COUNTED},
}


def check_schema(data: Any) -> tuple[list[Finding], Json | None]:
    """Findings about everything that breaks the form of a document, and the document without the broken parts.

    The document is None where the JSON is not glTF 2 at all.
    """
    report = Report()
    cleaned = JsonObject(_ROOT, ("asset",), named=False).clean(data, "", report)
    if cleaned is None or not _is_version_2(cleaned.get("asset", {}), report):
        return report.findings, None
    used = cleaned.get("extensionsUsed", [])
    if "extensionsRequired" in data and "extensionsUsed" not in data:
        report.add("UNSATISFIED_DEPENDENCY", "/extensionsRequired", "extensionsUsed must be given too")
    for place, name in enumerate(cleaned.get("extensionsRequired", [])):
        if name not in used:
            pointer = step("/extensionsRequired", place)
            report.add(
                "UNUSED_EXTENSION_REQUIRED", pointer, f"{as_text(name)} is required, but is not in extensionsUsed"
            )
    for pointer, name in report.extensions:
        if name not in used:
            report.add("UNDECLARED_EXTENSION", pointer, f"{as_text(name)} is not declared in extensionsUsed")
    return report.findings, cleaned


def _is_version_2(asset: Json, report: Report) -> bool:
    version, least = asset.get("version"), asset.get("minVersion")
    for name, text in (("version", version), ("minVersion", least)):
        if text is not None and not re.fullmatch(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)", text, re.ASCII):
            report.add("PATTERN_MISMATCH", f"/asset/{name}", f"{as_text(text)} is not of the form 2.0")
            return False
    if version is None:
        return False
    major, minor = map(int, version.split("."))
    if least is not None and tuple(map(int, least.split("."))) > (major, minor):
        sentence = f"minVersion {least} is greater than version {version}"
        report.add("ASSET_MIN_VERSION_GREATER_THAN_VERSION", "/asset/minVersion", sentence)
    if major != 2:
        report.add("UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version", f"glTF {version} is not glTF 2")
        return False
    if minor > 0:
        report.add("UNKNOWN_ASSET_MINOR_VERSION", "/asset/version", f"glTF {version} is newer than 2.0")
    return True
