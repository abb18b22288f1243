"""Writing glTF 2.0 from arrays: a thin layer over pygltflib's types that keeps the buffer and the accessors in step."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pygltflib as g
from numpy.typing import NDArray

COMPONENTS = {
    "float32": g.FLOAT,
    "uint8": g.UNSIGNED_BYTE,
    "uint16": g.UNSIGNED_SHORT,
    "uint32": g.UNSIGNED_INT,
    "int8": g.BYTE,
    "int16": g.SHORT,
}
TYPES = {(): g.SCALAR, (2,): g.VEC2, (3,): g.VEC3, (4,): g.VEC4, (4, 4): g.MAT4}


class GltfWriter:
    """Collects a document; ``gltf`` is pygltflib's own and may be edited freely before ``save``."""

    def __init__(self, generator: str) -> None:
        self.gltf = g.GLTF2(asset=g.Asset(version="2.0", generator=generator), scene=0, scenes=[g.Scene(nodes=[])])
        self._blob = bytearray()

    def view(self, data: bytes, *, target: int | None = None, stride: int | None = None) -> int:
        """Append bytes on a boundary of four; the index of their new buffer view."""
        self._blob.extend(b"\0" * (-len(self._blob) % 4))
        start = len(self._blob)
        self._blob.extend(data)
        self.gltf.bufferViews.append(
            g.BufferView(buffer=0, byteOffset=start, byteLength=len(data), byteStride=stride, target=target)
        )
        return len(self.gltf.bufferViews) - 1

    def accessor(
        self, values: NDArray, *, target: int | None = None, normalized: bool = False, bounds: bool = False
    ) -> int:
        """Append an array (n,) or (n, 2|3|4) or (n, 4, 4), in the array's own component type.

        Matrices are given as ``M[row, col]``. Rows of attributes are padded to four bytes, as the specification asks.
        """
        kind, component = TYPES[values.shape[1:]], COMPONENTS[values.dtype.name]
        raw = np.ascontiguousarray(np.swapaxes(values, 1, 2) if kind == g.MAT4 else values)
        rows = raw.reshape(len(values), -1)
        size, stride = rows.shape[1] * raw.itemsize, None
        if target == g.ARRAY_BUFFER and size % 4:
            stride = size + -size % 4
            rows = np.pad(rows.view(np.uint8).reshape(len(values), size), ((0, 0), (0, stride - size)))
        view = self.view(rows.tobytes(), target=target, stride=stride)
        accessor = g.Accessor(bufferView=view, byteOffset=0, componentType=component, count=len(values), type=kind)
        accessor.normalized = True if normalized else None
        if bounds:
            accessor.min = [_number(v) for v in np.atleast_1d(values.min(axis=0))]
            accessor.max = [_number(v) for v in np.atleast_1d(values.max(axis=0))]
        self.gltf.accessors.append(accessor)
        return len(self.gltf.accessors) - 1

    def sparse(self, values: NDArray, *, base: int | None = None, bounds: bool = False) -> int:
        """Append float32 (n, C) values that are zero (or equal to accessor ``base``'s view) except where not.

        Without ``base``, only rows that are not zero are stored; with it, the rows given as not NaN.
        """
        rows = np.flatnonzero(~np.isnan(values).any(axis=1) if base is not None else values.any(axis=1))
        accessor = g.Accessor(componentType=g.FLOAT, count=len(values), type=TYPES[values.shape[1:]])
        accessor.bufferView = None if base is None else self.gltf.accessors[base].bufferView
        accessor.byteOffset = None if base is None else 0
        if len(rows):
            index = rows.astype(np.uint16 if len(values) < 65536 else np.uint32)
            accessor.sparse = g.Sparse(
                count=len(rows),
                indices=g.AccessorSparseIndices(
                    bufferView=self.view(index.tobytes()), byteOffset=0, componentType=COMPONENTS[index.dtype.name]
                ),
                values=g.AccessorSparseValues(bufferView=self.view(values[rows].tobytes()), byteOffset=0),
            )
        if bounds:
            accessor.min = [_number(v) for v in values.min(axis=0)]
            accessor.max = [_number(v) for v in values.max(axis=0)]
        self.gltf.accessors.append(accessor)
        return len(self.gltf.accessors) - 1

    def node(self, *, parent: int | None = None, **fields: object) -> int:
        """Append a node under a parent (or as a root of the scene)."""
        self.gltf.nodes.append(g.Node(**fields))
        index = len(self.gltf.nodes) - 1
        siblings = self.gltf.scenes[0].nodes if parent is None else self.gltf.nodes[parent].children
        siblings.append(index)
        return index

    def channel(
        self, animation: g.Animation, node: int, path: str, times: NDArray, values: NDArray, how: str = "LINEAR"
    ) -> None:
        """Append a track. CUBICSPLINE values are (K, 3, C): in-tangent, value, out-tangent of every key."""
        keys = np.asarray(times, np.float32)
        flat = np.asarray(values, np.float32)
        flat = flat.reshape(-1) if path == "weights" else flat.reshape(-1, flat.shape[-1])
        animation.samplers.append(
            g.AnimationSampler(input=self.accessor(keys, bounds=True), output=self.accessor(flat), interpolation=how)
        )
        target = g.AnimationChannelTarget(node=node, path=path)
        animation.channels.append(g.AnimationChannel(sampler=len(animation.samplers) - 1, target=target))

    def save(self, path: Path) -> Path:
        """Write ``.glb`` (one file) or ``.gltf`` with a ``.bin`` beside it, by the path's suffix."""
        self._close_buffer()
        if path.suffix == ".glb":
            self.gltf.set_binary_blob(bytes(self._blob))
            path.write_bytes(b"".join(self.gltf.save_to_bytes()))
            return path
        binary = path.with_suffix(".bin")
        binary.write_bytes(bytes(self._blob))
        self.gltf.buffers[0].uri = binary.name
        return self._save_json(path)

    def save_embedded(self, path: Path) -> Path:
        """Write one ``.gltf`` with the buffer inside it as a data URI."""
        self._close_buffer()
        encoded = base64.b64encode(bytes(self._blob)).decode("ascii")
        self.gltf.buffers[0].uri = f"data:application/octet-stream;base64,{encoded}"
        return self._save_json(path)

    def _close_buffer(self) -> None:
        self._blob.extend(b"\0" * (-len(self._blob) % 4))
        self.gltf.buffers = [g.Buffer(byteLength=len(self._blob))]

    def _save_json(self, path: Path) -> Path:
        path.write_text(json.dumps(json.loads(self.gltf.gltf_to_json()), indent=1), encoding="utf-8")
        return path


def _number(value: np.generic) -> float | int:
    """A component of min or max, as JSON's own number."""
    return float(value) if isinstance(value, np.floating) else int(value)
