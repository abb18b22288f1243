"""Step 3, the document: JSON text becomes pygltflib's dataclasses, with every value's type checked on the way.

pygltflib's types hold the document; its own loading is not used, for it takes 20 to 300 times as long as ``json`` and
opens any path that a file names. One table per class says which keys are read and what each must be; unknown keys are
left aside. Errors carry a JSON pointer (RFC 6901).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygltflib

from ..error import SkinproofError

#: A check: value -> the value as the document holds it. It raises ``SkinproofError`` with ``where`` relative to the
#: value; every level above puts its own step before it, so that pointers are built only where something is wrong.
Check = Callable[[Any], Any]

#: Extensions that a file may require and that leave deformation as the core specification defines it.
_HARMLESS = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "EXT_lights_", "MSFT_texture_dds")
_SUPPORTED = {"KHR_mesh_quantization", "KHR_xmp_json_ld", "KHR_node_visibility", "KHR_animation_pointer"}


#: Integers from here on are not exact in JSON's double precision.
_LARGEST = 2**53


@dataclass
class Node(pygltflib.Node):
    """pygltflib's node with the one property that it lacks."""

    weights: list[float] | None = None


def parse(text: bytes, where: str) -> pygltflib.GLTF2:
    """The document of JSON text. Raises ``SkinproofError`` for anything that is not a glTF 2 document."""
    try:
        data = json.loads(text.rstrip(b"\x00").decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SkinproofError(
            f"the JSON is not UTF-8 (byte {error.start}): is this a glTF file?", where=where
        ) from error
    except RecursionError as error:
        raise SkinproofError("the JSON is nested too deeply", where=where) from error
    except ValueError as error:  # JSONDecodeError, and integers of thousands of digits
        raise SkinproofError(f"not valid JSON: {error}", where=where) from error
    if not isinstance(data, dict):
        raise SkinproofError("not a glTF file: the JSON's root is not an object", where=where)
    document = pygltflib.GLTF2()
    vars(document).update(_filled({}, _ROOT, data))
    if "asset" not in data:
        raise SkinproofError("not a glTF file: asset is missing", where=where)
    _check_versions(document)
    return document


def _check_versions(document: pygltflib.GLTF2) -> None:
    version = document.asset.minVersion or document.asset.version
    if version.split(".")[0] != "2" or (document.asset.minVersion and version != "2.0"):
        raise SkinproofError(f"glTF version {version!r} is not supported", where="/asset", fix="convert it to glTF 2.0")
    for k, name in enumerate(document.extensionsRequired):
        if name not in _SUPPORTED and not name.startswith(_HARMLESS):
            raise SkinproofError(
                f"the file requires the extension {name!r}, which is not supported",
                where=f"/extensionsRequired/{k}",
                fix="export it without that extension",
            )


def _wrong(value: Any, wanted: str) -> SkinproofError:
    shown = ascii(value)
    return SkinproofError(f"{wanted} expected, got {shown[:60]}")


def _seen_from_above(error: SkinproofError, step: str | int) -> None:
    error.where = f"/{step}{error.where}"


def _index(value: Any) -> int:
    """A count or an index: an integer of at least 0 (``true`` is no integer, 2.0 is one: JSON knows no difference)."""
    if type(value) is int and 0 <= value < _LARGEST:
        return value
    if type(value) is float and value.is_integer() and 0 <= value < _LARGEST:
        return int(value)
    raise _wrong(value, "an integer of at least 0")


def _number(value: Any) -> float:
    if type(value) in (int, float) and math.isfinite(value):
        return value
    raise _wrong(value, "a finite number")


def _boolean(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise _wrong(value, "true or false")


def _string(value: Any) -> str:
    if type(value) is str:  # lone surrogates cannot be printed or stored in UTF-8: replaced
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    raise _wrong(value, "a string")


def _anything(value: Any) -> Any:
    return value


def _list_of(check: Check, length: int | None = None) -> Check:
    def checked(value: Any) -> list[Any]:
        if type(value) is not list:
            raise _wrong(value, "an array")
        if length is not None and len(value) != length:
            raise SkinproofError(f"{length} values expected, got {len(value)}")
        found: list[Any] = []
        try:
            for item in value:
                found.append(check(item))  # noqa: PERF401 - its length tells where an error is
        except SkinproofError as error:
            _seen_from_above(error, len(found))
            raise
        return found

    return checked


def _object(kind: type, table: dict[str, Check], required: tuple[str, ...] = ()) -> Check:
    # The defaults of a class are made once: the document is never written to, and a big file has 10,000 objects.
    defaults = vars(kind())

    def checked(value: Any) -> Any:
        if type(value) is not dict:
            raise _wrong(value, "an object")
        for name in required:
            if name not in value:
                raise SkinproofError(f"{name} is missing")
        result: Any = object.__new__(kind)
        result.__dict__ = _filled(defaults, table, value)
        return result

    return checked


def _filled(defaults: dict[str, Any], table: dict[str, Check], data: dict[str, Any]) -> dict[str, Any]:
    """The defaults with the checked values of ``data`` over them."""
    fields = defaults.copy()
    key = ""
    try:
        for key, value in data.items():
            check = table.get(key)
            # Most values of a big file are indices and plain strings: a call for each would take a third of the time.
            if check is _index and type(value) is int and 0 <= value < _LARGEST:
                fields[key] = value
            elif check is not None:
                fields[key] = value if check is _string and type(value) is str and value.isascii() else check(value)
    except SkinproofError as error:
        _seen_from_above(error, key)
        raise
    return fields


def _attributes(value: Any) -> pygltflib.Attributes:
    if type(value) is not dict:
        raise _wrong(value, "an object")
    attributes = pygltflib.Attributes()
    vars(attributes).update(_filled({}, dict.fromkeys(value, _index), value))
    return attributes


_PROPERTY: dict[str, Check] = {"name": _string, "extensions": _anything, "extras": _anything}
_NUMBERS = _list_of(_number)
_INDICES = _list_of(_index)

_SPARSE = _object(
    pygltflib.Sparse,
    {
        "count": _index,
        "indices": _object(
            pygltflib.AccessorSparseIndices,
            {"bufferView": _index, "byteOffset": _index, "componentType": _index},
            ("bufferView", "componentType"),
        ),
        "values": _object(
            pygltflib.AccessorSparseValues, {"bufferView": _index, "byteOffset": _index}, ("bufferView",)
        ),
    },
    ("count", "indices", "values"),
)
_ACCESSOR = _object(
    pygltflib.Accessor,
    {
        "bufferView": _index,
        "byteOffset": _index,
        "componentType": _index,
        "normalized": _boolean,
        "count": _index,
        "type": _string,
        "sparse": _SPARSE,
        "max": _anything,
        "min": _anything,
        **_PROPERTY,
    },
    ("componentType", "count", "type"),
)
_BUFFER_VIEW = _object(
    pygltflib.BufferView,
    {"buffer": _index, "byteOffset": _index, "byteLength": _index, "byteStride": _index, **_PROPERTY},
    ("buffer", "byteLength"),
)
_PRIMITIVE = _object(
    pygltflib.Primitive,
    {
        "attributes": _attributes,
        "indices": _index,
        "mode": _index,
        "material": _index,
        "targets": _list_of(_attributes),
        **_PROPERTY,
    },
    ("attributes",),
)
_NODE = _object(
    Node,
    {
        "mesh": _index,
        "skin": _index,
        "rotation": _list_of(_number, 4),
        "translation": _list_of(_number, 3),
        "scale": _list_of(_number, 3),
        "matrix": _list_of(_number, 16),
        "children": _INDICES,
        "weights": _NUMBERS,
        **_PROPERTY,
    },
)
_ANIMATION = _object(
    pygltflib.Animation,
    {
        "channels": _list_of(
            _object(
                pygltflib.AnimationChannel,
                {
                    "sampler": _index,
                    "target": _object(
                        pygltflib.AnimationChannelTarget, {"node": _index, "path": _string, **_PROPERTY}, ("path",)
                    ),
                },
                ("sampler", "target"),
            )
        ),
        "samplers": _list_of(
            _object(
                pygltflib.AnimationSampler,
                {"input": _index, "output": _index, "interpolation": _string},
                ("input", "output"),
            )
        ),
        **_PROPERTY,
    },
    ("channels", "samplers"),
)
_MATERIAL = _object(
    pygltflib.Material,
    {
        "pbrMetallicRoughness": _object(pygltflib.PbrMetallicRoughness, {"baseColorFactor": _list_of(_number, 4)}),
        "doubleSided": _boolean,
        **_PROPERTY,
    },
)
_ROOT: dict[str, Check] = {
    "asset": _object(
        pygltflib.Asset,
        {"version": _string, "minVersion": _string, "generator": _string, "copyright": _string},
        ("version",),
    ),
    "accessors": _list_of(_ACCESSOR),
    "bufferViews": _list_of(_BUFFER_VIEW),
    "buffers": _list_of(
        _object(pygltflib.Buffer, {"uri": _string, "byteLength": _index, **_PROPERTY}, ("byteLength",))
    ),
    "nodes": _list_of(_NODE),
    "meshes": _list_of(
        _object(pygltflib.Mesh, {"primitives": _list_of(_PRIMITIVE), "weights": _NUMBERS, **_PROPERTY}, ("primitives",))
    ),
    "skins": _list_of(
        _object(
            pygltflib.Skin,
            {"inverseBindMatrices": _index, "skeleton": _index, "joints": _INDICES, **_PROPERTY},
            ("joints",),
        )
    ),
    "animations": _list_of(_ANIMATION),
    "materials": _list_of(_MATERIAL),
    "scenes": _list_of(_object(pygltflib.Scene, {"nodes": _INDICES, **_PROPERTY})),
    "scene": _index,
    "extensionsUsed": _list_of(_string),
    "extensionsRequired": _list_of(_string),
}
