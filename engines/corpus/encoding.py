"""A figure becomes glTF 2.0: JSON and bytes, the same in every run and on every machine.

The figure chooses how attributes are stored: floats, normalised integers, sparse, strided, quantised
(KHR_mesh_quantization), packed (EXT_meshopt_compression), streamed (KHR_draco_mesh_compression), in a .glb, beside a
.gltf, or inside it.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf.container import glb_bytes
from ...model import Float, Float64, Int
from .draco_stream import whole_stream
from .figure import Figure, Keys, Rig, Surface
from .meshopt import packed_vertices

_COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
_TYPES = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
_FULL = {"i1": 127, "u1": 255, "i2": 32767, "u2": 65535}
#: A buffer view's target if it holds vertices' attributes, or indices.
_VERTICES = 34962
_INDICES = 34963

#: Stored figures are multiples of this, metres: processors and libraries round the last digits of float64 in their own
#: ways, and files should not show it. It is the spacing of float32 at one metre.
GRID = 2.0**-23

#: Of quantised positions: 16 bits over two metres to each side.
QUANTISED = 2.0


def settled(values: Float) -> NDArray[np.float32]:
    """The values, of any shape, on a grid, as float32; never minus zero."""
    return (np.round(np.asarray(values, np.float64) / GRID) * GRID + 0.0).astype("<f4")


def encoded(figure: Figure, name: str) -> dict[str, bytes]:
    """The files of a figure by the endings of their names, which begin with ``name``; the first is to be opened."""
    writer = _Writer(figure)
    document, blob = writer.document(), bytes(writer.blob)
    if figure.container in ("glb", "chunks"):
        document["buffers"] = [{"byteLength": len(blob)}, *writer.fallback]
        data = glb_bytes(_json(document), blob)
        return {".glb": data if figure.container == "glb" else _with_one_more_chunk(data)}
    if figure.container == "data":
        uri = "data:application/octet-stream;base64," + base64.b64encode(blob).decode()
        document["buffers"] = [{"byteLength": len(blob), "uri": uri}]
        return {".gltf": _json(document)}
    pieces = {" data é.bin": blob}
    if figure.container == "buffers":
        pieces = _one_buffer_each(document["bufferViews"], blob)
    quoted = [name + ending.replace(" ", "%20").replace("é", "%C3%A9") for ending in pieces]
    document["buffers"] = [{"byteLength": len(b), "uri": u} for u, b in zip(quoted, pieces.values(), strict=True)]
    return {".gltf": _json(document), **pieces}


def _with_one_more_chunk(data: bytes) -> bytes:
    """A .glb with a third chunk of an unknown type."""
    chunk = struct.pack("<I4s", 64, b"MORE") + b"\xc3" * 64
    return data[:8] + struct.pack("<I", len(data) + len(chunk)) + data[12:] + chunk


def _one_buffer_each(views: Sequence[dict[str, Any]], blob: bytes) -> dict[str, bytes]:
    """Files of one buffer view each, whose beginnings change."""
    pieces = {}
    for k, view in enumerate(views):
        pieces[f".{k}.bin"] = blob[view.pop("byteOffset") :][: view["byteLength"]]
        view["buffer"] = k
    return pieces


def _json(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()


class _Writer:
    """A document under construction: buffer views and accessors over one buffer."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self.blob = bytearray()
        self.fallback: list[dict[str, Any]] = []  # what packed views would be unpacked to
        self._views: list[dict[str, Any]] = []
        self._accessors: list[dict[str, Any]] = []
        self._pools: dict[str, tuple[int, bytearray]] = {}  # a view of several accessors, and its bytes

    def document(self) -> dict[str, Any]:
        """The JSON but its buffers."""
        figure, other = self._figure, self._figure.other_scene
        extensions = {*figure.extensions, "KHR_materials_unlit"} if figure.materials else {*figure.extensions}
        written: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "Skinproof corpus", "copyright": "CC0 1.0"},
            "scene": 1 if other else 0,
            "scenes": [{"nodes": list(roots)} for roots in (other, figure.scene_roots, other) if roots],
            "nodes": [{key: _rounded(value) for key, value in node.items()} for node in figure.nodes],
            "meshes": [{"primitives": list(map(self._primitive, mesh))} for mesh in figure.meshes],
            "skins": list(map(self._skin, figure.rigs)),
            "animations": [self._clip(k, clip) for k, clip in enumerate(figure.clips)],
            "materials": list(figure.materials),
            "accessors": self._accessors,
            "bufferViews": self._views,
            "extensionsUsed": sorted(extensions),
            "extensionsRequired": [name for name in figure.extensions if name != "KHR_animation_pointer"],
        }
        for mesh, weights in figure.mesh_weights.items():
            written["meshes"][mesh]["weights"] = list(weights)
        self._append_pools()
        if figure.stored.get("defaults"):
            _without_defaults(written)
        return {key: value for key, value in written.items() if value or key == "scene"}

    def _append_pools(self) -> None:
        """What several accessors share a view of, behind all else."""
        for number, data in self._pools.values():
            self.blob.extend(b"\0" * (-len(self.blob) % 4))
            self._views[number] |= {"byteOffset": len(self.blob), "byteLength": len(data)}
            self.blob.extend(data)

    def _primitive(self, surface: Surface) -> dict[str, Any]:
        columns: dict[str, NDArray[Any]] = {"POSITION": surface.points, "NORMAL": surface.normals}
        for s in range(surface.joints.shape[1] // 4):
            four = slice(4 * s, 4 * s + 4)
            columns |= {f"JOINTS_{s}": surface.joints[:, four], f"WEIGHTS_{s}": surface.weights[:, four]}
        stored = self._figure.stored if surface.joints.shape[1] else {}
        if stored.get("vertices") == "draco":
            written = self._by_draco(columns, surface.triangles)
        else:
            written = {"attributes": self._attributes(columns, stored)}
        if surface.mode != 4:
            written["mode"] = surface.mode
        if surface.indexed and "indices" not in written:
            order = surface.triangles.ravel() if surface.order is None else surface.order
            written["indices"] = self.accessor(order.astype("<u2"), target=_INDICES)
        if surface.targets:
            names = ("POSITION", "NORMAL")
            written["targets"] = [
                {n: self.accessor(v, target=_VERTICES, bounds=n == names[0]) for n, v in zip(names, t) if v is not None}
                for t in surface.targets
            ]
        if surface.material is not None:
            written["material"] = surface.material
        return written

    def _attributes(self, columns: Mapping[str, NDArray[Any]], stored: Mapping[str, str]) -> dict[str, int]:
        """The accessor of each attribute, stored as the figure says."""
        how = {name: stored.get(name.split("_")[0], "").split(":") for name in columns}
        numbers = {name: _numbers(name, values, how[name][0]) for name, values in columns.items()}
        if stored.get("vertices") == "strided":
            return self._interleaved(numbers)
        found = {}
        for name, (values, normalized) in numbers.items():
            bounds = name == "POSITION"
            if how[name][0] == "sparse":
                found[name] = self._sparse(values, how[name][-1], bounds=bounds)
            elif stored.get("vertices") == "packed":
                found[name] = self._packed(values, bounds=bounds)
            else:
                found[name] = self.accessor(values, target=_VERTICES, normalized=normalized, bounds=bounds)
        return found

    def accessor(
        self,
        values: NDArray[Any],
        *,
        target: int | None = None,
        normalized: bool = False,
        bounds: bool = False,
        pool: str = "none",
    ) -> int:
        """Append values (n,) or (n, C), rows of vertices padded to four bytes, over a view of their own.

        pool: what the view may be shared with, if the figure says so.
        """
        rows = (settled(values) if values.dtype.kind == "f" else values).reshape(len(values), -1)
        size = rows.shape[1] * rows.itemsize
        stride = size + -size % 4 if target == _VERTICES and size % 4 else None
        data = rows.tobytes()
        if stride is not None:
            data = np.pad(rows.view(np.uint8).reshape(len(rows), size), ((0, 0), (0, stride - size))).tobytes()
        if target is None:
            return self._append(rows, bounds=bounds, normalized=normalized, **self._place(pool, data))
        view = self._view(data, target=target, stride=stride)
        return self._append(rows, bounds=bounds, normalized=normalized, bufferView=view)

    def _place(self, pool: str, data: bytes) -> dict[str, Any]:
        """A view of the bytes' own, or a place behind others in the pool's view."""
        if pool not in self._figure.stored.get("pool", ""):
            return {"bufferView": self._view(data)}
        if pool not in self._pools:
            self._views.append({"buffer": 0})
            self._pools[pool] = len(self._views) - 1, bytearray(b"\xc3" * 8)
        number, before = self._pools[pool]
        before.extend(b"\xc3" * (-len(before) % 4))
        place = {"bufferView": number, "byteOffset": len(before)}
        before.extend(data)
        return place

    def _append(self, rows: NDArray[Any], *, bounds: bool = False, normalized: bool = False, **fields: Any) -> int:
        kind, width = _COMPONENTS[rows.dtype.str[1:]], _TYPES[rows.shape[1]]
        entry = {**fields, **({"normalized": True} if normalized else {})}
        entry |= {"componentType": kind, "count": len(rows), "type": width}
        if bounds:
            entry |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        self._accessors.append(entry)
        return len(self._accessors) - 1

    def _view(self, data: bytes, *, target: int | None = None, stride: int | None = None) -> int:
        self.blob.extend(b"\0" * (-len(self.blob) % 4))
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(data)}
        self._views.append(view | {k: v for k, v in (("byteStride", stride), ("target", target)) if v is not None})
        self.blob.extend(data)
        return len(self._views) - 1

    def _sparse(self, values: NDArray[Any], kind: str, *, bounds: bool) -> int:
        """Every third row over a base that is wrong there; only positions have a base.

        kind: the type of the indices, u1, u2 or u4, with byteOffset written; any other text: u2, without a byteOffset
        of 0, its default.
        """
        rows = np.arange(1, len(values), 3) if bounds else np.flatnonzero(values.any(axis=1))
        base = values.copy()
        index = rows.astype("<" + (kind if kind in _COMPONENTS else "u2"))
        start = {"byteOffset": 0} if kind in _COMPONENTS else {}
        place = self._place("sparse", index.tobytes())
        sparse = {
            "count": len(rows),
            "indices": {**start, **place, "componentType": _COMPONENTS[index.dtype.str[1:]]},
            "values": {**start, **self._place("sparse", values[rows].tobytes())},
        }
        if bounds:
            base[rows] = 0.0 if kind in _COMPONENTS or self._figure.stored.get("pool") else -1.0
        under: dict[str, Any] = {"bufferView": self._view(base.tobytes(), target=_VERTICES)} if bounds else {}
        return self._append(values, bounds=bounds, sparse=sparse, **under)

    def _interleaved(self, columns: Mapping[str, tuple[NDArray[Any], bool]]) -> dict[str, int]:
        """All attributes in one view, vertex after vertex, with bytes between that belong to none."""
        raw = [np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1) for values, _ in columns.values()]
        between = np.full((len(raw[0]), 4), 0xC3, np.uint8)
        offsets = np.cumsum([4, *(block.shape[1] + 4 for block in raw)])[:-1].tolist()
        data = np.hstack([piece for block in raw for piece in (between, block)])
        view = self._view(data.tobytes(), target=_VERTICES, stride=data.shape[1])
        return {
            name: self._append(values, bounds=name == "POSITION", normalized=whole, bufferView=view, byteOffset=at)
            for (name, (values, whole)), at in zip(columns.items(), offsets, strict=True)
        }

    def _packed(self, rows: NDArray[Any], *, bounds: bool) -> int:
        """Over a view that EXT_meshopt_compression unpacks; its own buffer is only named."""
        data = packed_vertices(rows)
        self.blob.extend(b"\0" * (-len(self.blob) % 4))
        size = rows.shape[1] * rows.itemsize
        extension = {"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(data), "byteStride": size}
        extension |= {"mode": "ATTRIBUTES", "count": len(rows)}
        self.blob.extend(data)
        self.fallback = self.fallback or [
            {"byteLength": 0, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}
        ]
        at = self.fallback[0]["byteLength"]
        self.fallback[0]["byteLength"] += rows.nbytes
        view = {"buffer": 1, "byteOffset": at, "byteLength": rows.nbytes, "byteStride": size, "target": _VERTICES}
        self._views.append({**view, "extensions": {"EXT_meshopt_compression": extension}})
        return self._append(rows, bounds=bounds, bufferView=len(self._views) - 1)

    def _by_draco(self, columns: Mapping[str, NDArray[Any]], triangles: Int) -> dict[str, Any]:
        """A primitive in one stream: its accessors have no view."""
        rows = {name: _numbers(name, values, None)[0] for name, values in columns.items()}
        found = {name: self._append(values, bounds=name == "POSITION") for name, values in rows.items()}
        indices = self._append(triangles.reshape(-1, 1).astype("<u2"))
        ids = {name: id_ for id_, name in enumerate(rows)}
        extension = {"bufferView": self._view(whole_stream(triangles, rows)), "attributes": ids}
        return {"attributes": found, "indices": indices, "extensions": {"KHR_draco_mesh_compression": extension}}

    def _skin(self, rig: Rig) -> dict[str, Any]:
        written: dict[str, Any] = {"joints": list(rig.joints)}
        if rig.inverse_bind is not None:
            columns = rig.inverse_bind.swapaxes(1, 2).reshape(-1, 16)
            written["inverseBindMatrices"] = self.accessor(columns, pool="bind")
        if rig.skeleton is not None:
            written["skeleton"] = rig.skeleton
        return written

    def _clip(self, number: int, clip: Iterable[Keys]) -> dict[str, Any]:
        samplers, channels, times = [], [], {}
        for keys in clip:
            stamps = np.asarray(keys.times, "<f4")
            if stamps.tobytes() not in times:
                times[stamps.tobytes()] = self.accessor(stamps, bounds=True, pool="keys")
            values = np.asarray(keys.values, np.float64)
            rows = values.reshape(-1, 1 if keys.path == "weights" else values.shape[-1])
            whole = keys.component != "f4"
            stored = np.round(rows * _FULL[keys.component]) if whole else rows
            output = self.accessor(stored.astype("<" + keys.component), normalized=whole, pool="keys")
            samplers.append({"input": times[stamps.tobytes()], "interpolation": keys.interpolation, "output": output})
            channels.append({"sampler": len(samplers) - 1, "target": _target(keys)})
        if self._figure.stored.get("samplers") == "shared":
            _share_samplers(channels, samplers, [np.asarray(keys.values).tobytes() for keys in clip])
        return {"name": f"clip {number}", "channels": channels, "samplers": samplers}


def _share_samplers(channels: list[dict[str, Any]], samplers: list[dict[str, Any]], values: Sequence[bytes]) -> None:
    """Put the samplers in the other order, each of equal ``values`` once for all its channels."""
    kept = [k for k, rows in enumerate(values) if values.index(rows) == k][::-1]
    for channel in channels:
        channel["sampler"] = kept.index(values.index(values[channel["sampler"]]))
    samplers[:] = [samplers[k] for k in kept]


def _without_defaults(document: dict[str, Any]) -> None:
    """Take out of a document what its absence would say."""
    for view in document["bufferViews"]:
        if view["byteOffset"] == 0:
            del view["byteOffset"]
    for clip in document["animations"]:
        for sampler in clip["samplers"]:
            if sampler["interpolation"] == "LINEAR":
                del sampler["interpolation"]


def _numbers(name: str, values: NDArray[Any], how: str | None) -> tuple[NDArray[Any], bool]:
    """(V, C) an attribute's values in their stored type, and whether that is normalised."""
    kind = how or ""
    if kind == "quantised":
        full = _FULL["i2"] if name == "POSITION" else _FULL["i1"]
        scale = 1.0 / QUANTISED if name == "POSITION" else 1.0
        return np.round(values * scale * full).astype("<i2" if name == "POSITION" else "i1"), True
    if kind not in _COMPONENTS:
        kind = "u1" if name.startswith("JOINTS") else "f4"
    if kind == "f4":
        return settled(values), False
    if name.startswith("JOINTS"):
        return values.astype("<" + kind), False
    return _whole_sum(values, _FULL[kind]).astype("<" + kind), True


def _rounded(value: Any) -> Any:
    """A field of a node; numbers with fewer digits than processors disagree in."""
    if isinstance(value, list):
        return [round(v, 9) + 0.0 if isinstance(v, float) else v for v in value]
    return value


def _target(keys: Keys) -> dict[str, Any]:
    """What a channel moves."""
    if keys.pointer:
        pointer = {"pointer": f"/nodes/{keys.node}/{keys.path}"}
        return {"path": "pointer", "extensions": {"KHR_animation_pointer": pointer}}
    return {"path": keys.path} if keys.node < 0 else {"node": keys.node, "path": keys.path}


def _whole_sum(weights: Float64, full: int) -> Int:
    """(V, I) weights as integers whose sum is the weights' times ``full``; rounding is made up by the first.

    weights: (V, I). The specification asks that a vertex's integers sum to 255 or 65535.
    """
    whole = np.round(weights * full).astype(np.int64)
    total = np.round(weights.sum(axis=1) * full).astype(np.int64)
    whole[:, 0] += total - whole.sum(axis=1)
    return whole
