"""What compression and quantisation save: bytes as stored, and as plain glTF has them, both by the document alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..model import Packing
from .draco import EXTENSION as DRACO
from .grammar.element import LAYOUTS, layout_of
from .grammar.kinds import member
from .meshopt import packed_by

_QUANTIZATION = "KHR_mesh_quantization"
#: Float32 only in plain glTF.
_FLOATS = ("POSITION", "NORMAL", "TANGENT")
_FLOAT = 5126


def read_packing(json: Mapping[str, Any]) -> tuple[Packing, ...]:
    """One entry per way to pack data, with sums over the file, from checked JSON."""
    used = json.get("extensionsUsed", ())
    sums: dict[str, list[int]] = {}
    for name, stored, plain in (*_meshopt(json), *_draco(json), *(_quantised(json) if _QUANTIZATION in used else ())):
        total = sums.setdefault(name, [0, 0])
        total[0] += stored
        total[1] += plain
    return tuple(Packing(name, stored, plain) for name, (stored, plain) in sums.items())


def _meshopt(json: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    for view in json.get("bufferViews", ()):
        name = packed_by(view) if "extensions" in view else None
        stored = None if name is None else member(view, "extensions", name, "byteLength")
        if name is not None and type(stored) is int:
            yield name, stored, view["byteLength"]


def _draco(json: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    views, accessors = json.get("bufferViews", []), json.get("accessors", [])
    seen: set[int] = set()
    for primitive in _primitives(json):
        view = member(primitive, "extensions", DRACO, "bufferView")
        if type(view) is not int or not 0 <= view < len(views) or view in seen:
            continue
        seen.add(view)
        names = member(primitive, "extensions", DRACO, "attributes")
        places = [primitive["attributes"].get(name) for name in names] if isinstance(names, dict) else []
        plain = sum(_size(accessors, place) for place in (*places, primitive.get("indices")))
        yield DRACO, views[view]["byteLength"], plain


def _quantised(json: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    accessors = json.get("accessors", [])
    seen: set[int] = set()
    for primitive in _primitives(json):
        for attributes in (primitive["attributes"], *primitive.get("targets", ())):
            for name, place in attributes.items():
                if name not in _FLOATS or place in seen or not _size(accessors, place):
                    continue
                seen.add(place)
                accessor = accessors[place]
                if accessor["componentType"] != _FLOAT:
                    layout = LAYOUTS[_FLOAT, accessor["type"]]
                    yield _QUANTIZATION, _size(accessors, place), accessor["count"] * layout.element


def _primitives(json: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for mesh in json.get("meshes", ()):
        yield from mesh["primitives"]


def _size(accessors: list[Mapping[str, Any]], place: int | None) -> int:
    """Bytes of an accessor's elements, without padding; 0 if there is none."""
    if place is None or place >= len(accessors):
        return 0
    layout = layout_of(accessors[place])
    return 0 if layout is None else accessors[place]["count"] * layout.element
