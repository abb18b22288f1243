"""What the rules examine: the usable part of a document's JSON, and the available bytes of buffers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf.grammar.element import Layout, layout_of
from ...gltf.grammar.kinds import Json
from .values import stored_values


@dataclass(frozen=True)
class Document:
    """A document after `form`, without the faults found there."""

    json: Json
    buffers: tuple[memoryview | None, ...]  # by buffer; None: not available

    def each(self, name: str) -> Iterator[tuple[int, Json]]:
        """The usable objects of a list, each with its place."""
        return ((place, item) for place, item in enumerate(self.json.get(name, ())) if item is not None)

    def at(self, name: str, index: int | None) -> Json | None:
        """The object that an index refers to, if any."""
        items = self.json.get(name, ())
        return items[index] if index is not None and 0 <= index < len(items) else None

    def count(self, name: str) -> int:
        """Objects of a list."""
        return len(self.json.get(name, ()))

    def view_of(self, accessor: Json) -> Json | None:
        """The buffer view of an accessor."""
        return self.at("bufferViews", accessor.get("bufferView"))

    def uses_extension(self, name: str) -> bool:
        """Whether the file declares it."""
        return name in self.json.get("extensionsUsed", ())

    def has_data(self, index: int | None) -> bool:
        """Whether an accessor's values come from a buffer; without one they are zeros."""
        accessor = self.at("accessors", index)
        return accessor is not None and ("bufferView" in accessor or "sparse" in accessor)

    def values(self, index: int | None) -> NDArray[Any] | None:
        """(count, components) values as stored; None if an accessor has none or they cannot be read."""
        if index is None or not self.has_data(index):
            return None
        if index not in self._read:
            self._read[index] = stored_values(self.json, self.buffers, self.json["accessors"][index])
        return self._read[index]

    def normalised(self, index: int | None) -> NDArray[np.float64] | None:
        """(count, components) the same as float64, normalised integers decoded (specification 3.6.2.2); None as in
        ``values``.
        """
        values = self.values(index)
        accessor = self.at("accessors", index)
        if values is None or accessor is None:
            return None
        if values.dtype.kind == "f" or not accessor.get("normalized"):
            with np.errstate(invalid="ignore"):  # a NaN of float32 has its own finding
                return values.astype(np.float64)
        return np.maximum(values / float(np.iinfo(values.dtype).max), -1.0)

    @cached_property
    def _read(self) -> dict[int, NDArray[Any] | None]:
        return {}

    def primitives(self) -> Iterator[tuple[int, int, Json, str]]:
        """All primitives: the mesh's index, the place in the mesh, the primitive and its pointer."""
        for m, mesh in self.each("meshes"):
            for p, primitive in enumerate(mesh.get("primitives", ())):
                yield m, p, primitive, f"/meshes/{m}/primitives/{p}"


#: These keep data in a form of their own: not checked here, as the reader decodes them.
PACKING = ("EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_draco_mesh_compression")


def is_packed(owner: Json) -> bool:
    """Whether a buffer, view or primitive is compressed."""
    return any(name in owner.get("extensions", {}) for name in PACKING)


def whole_layout(accessor: Json) -> Layout | None:
    """The layout of an accessor with component type, type and count; else None."""
    return layout_of(accessor) if "count" in accessor else None
