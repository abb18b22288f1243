"""glTF skinning read from the specification once more, one vertex rule after the other, for tests to compare with.

Nothing here comes from the code under test: the JSON is read by ``json``, accessors by ``struct``-like dtypes, the
hierarchy by recursion, tracks key by key. Slow, float64, and short enough to be checked by eye. Files: .glb, and .gltf
with one buffer beside it or as a data URI.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

DTYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
FULL = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}


class PlainFile:
    """A document and its buffers."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        own = b""
        if path.suffix == ".glb":
            length = struct.unpack_from("<I", data, 12)[0]
            own, data = data[28 + length :], data[20 : 20 + length]
        self.json: dict[str, Any] = json.loads(data)
        self._read: dict[int, np.ndarray] = {}
        self.buffers = [self._buffer(b["uri"], path) if "uri" in b else own for b in self.json.get("buffers") or []]

    def _buffer(self, uri: str, path: Path) -> bytes:
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",")[1])
        return (path.parent / unquote(uri)).read_bytes()

    def _view(self, index: int) -> tuple[bytes, int, int | None]:
        """The bytes that a view is of, where it begins in them, and its stride."""
        view = self.json["bufferViews"][index]
        packed = (view.get("extensions") or {}).get("EXT_meshopt_compression")
        if packed:
            begin = packed.get("byteOffset", 0)
            stream = self.buffers[packed["buffer"]][begin : begin + packed["byteLength"]]
            return unpacked(stream, packed["count"], packed["byteStride"]), 0, packed["byteStride"]
        return self.buffers[view["buffer"]], view.get("byteOffset") or 0, view.get("byteStride")

    def accessor(self, index: int) -> np.ndarray:
        """(n, width) float64; normalised integers divided. Read once, since every pose asks for the keys."""
        if index not in self._read:
            self._read[index] = self._values(index)
        return self._read[index]

    def _values(self, index: int) -> np.ndarray:
        a = self.json["accessors"][index]
        width = WIDTHS[a["type"]]
        streamed = self._streamed(index)
        if streamed is not None:
            return streamed
        out = np.zeros((a["count"], width))
        if a.get("bufferView") is not None:
            out = self._rows(a["bufferView"], a.get("byteOffset") or 0, a["componentType"], a["count"], width)
        if a.get("sparse"):
            s = a["sparse"]
            where, values = s["indices"], s["values"]
            rows = self._rows(where["bufferView"], where.get("byteOffset", 0), where["componentType"], s["count"], 1)
            out[rows[:, 0].astype(int)] = self._rows(
                values["bufferView"], values.get("byteOffset", 0), a["componentType"], s["count"], width
            )
        return np.maximum(out / FULL[a["componentType"]], -1) if a.get("normalized") else out

    def _streamed(self, index: int) -> np.ndarray | None:
        """(n, width) an attribute of a primitive that is one stream of Draco; None if the accessor is not in any."""
        for mesh in self.json["meshes"]:
            for primitive in mesh["primitives"]:
                packed = (primitive.get("extensions") or {}).get("KHR_draco_mesh_compression")
                name = next((n for n, a in primitive["attributes"].items() if a == index), None)
                if packed and name in packed["attributes"]:
                    data, begin, _ = self._view(packed["bufferView"])
                    return stream_values(data[begin:])[packed["attributes"][name]]
        return None

    def _rows(self, view: int, offset: int, component: int, count: int, width: int) -> np.ndarray:
        (data, begin, stride), kind = self._view(view), np.dtype(DTYPES[component])
        stride = stride or width * kind.itemsize
        start = begin + offset
        rows = [np.frombuffer(data, kind, width, start + i * stride) for i in range(count)]
        return np.array(rows, np.float64).reshape(count, width)


def unpacked(stream: bytes, count: int, size: int) -> bytes:
    """Vertices of EXT_meshopt_compression, version 0, whose differences are all stored whole or are all zero."""
    assert stream[0] == 0xA0
    before, at, out = bytearray(stream[-size:]), 1, bytearray(count * size)
    block = min(8192 // size & ~15, 256)
    for first in range(0, count, block):
        length = min(block, count - first)
        groups = -(-length // 16)
        for column in range(size):
            head = stream[at : at + -(-groups // 4)]
            at += len(head)
            for group in range(groups):
                mode = head[group // 4] >> 2 * (group % 4) & 3
                assert mode in (0, 3)
                for k in range(16):
                    row = first + 16 * group + k
                    z = stream[at + k] if mode == 3 else 0
                    if row < first + length:
                        before[column] = before[column] + ((z >> 1) ^ -(z & 1)) & 255
                        out[row * size + column] = before[column]
                at += 16 if mode == 3 else 0
    return bytes(out)


def stream_values(stream: bytes) -> dict[int, np.ndarray]:
    """By unique id, (V, C) float64: a stream of Draco 2.2 whose faces and values are all stored whole."""
    assert stream[:12] == b"DRACO\2\2\1\0\0\0" + stream[11:12]
    numbers, at = [], 11
    while len(numbers) < 2:  # faces, points
        size = next(k for k in range(5) if stream[at + k] < 128) + 1
        numbers.append(sum((byte & 127) << 7 * k for k, byte in enumerate(stream[at : at + size])))
        at += size
    faces, points = numbers
    assert stream[at] == 1
    at += 1 + 3 * faces * (1 if points < 256 else 2)
    count, heads = stream[at + 1], [stream[at + 2 + 5 * k : at + 7 + 5 * k] for k in range(stream[at + 1])]
    at += 2 + 5 * count
    assert stream[at : at + count] == bytes(count)
    at, out = at + count, {}
    for _, kind, width, _, number in heads:
        values = np.frombuffer(stream, {2: "u1", 4: "<u2", 9: "<f4"}[kind], points * width, at)
        out[number], at = values.reshape(points, width).astype(float), at + values.nbytes
    return out


def quaternion_matrix(q: np.ndarray) -> np.ndarray:
    """(3, 3) that turns v to v + 2 w (u x v) + 2 u x (u x v); ``cross``: u x."""
    x, y, z, w = q
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def unit(q: np.ndarray) -> np.ndarray:
    """The quaternion at length one."""
    return q / np.linalg.norm(q)


def slerp(a: np.ndarray, b: np.ndarray, s: float) -> np.ndarray:
    """Appendix C.4 of the specification."""
    d = float(a @ b)
    angle = math.acos(min(abs(d), 1.0))
    if angle < 1e-9:
        return a + s * (b - a)
    return (math.sin((1 - s) * angle) * a + math.copysign(1, d) * math.sin(s * angle) * b) / math.sin(angle)


def sample(times: np.ndarray, values: np.ndarray, how: str, path: str, t: float) -> np.ndarray:
    """One value of one track (specification, appendix C). ``values``: (K, C), or (K, 3, C) for CUBICSPLINE."""
    value = values[:, 1] if how == "CUBICSPLINE" else values
    if t <= times[0] or len(times) == 1:
        return value[0]
    if t >= times[-1]:
        return value[-1]
    k = max(i for i in range(len(times)) if times[i] <= t)
    step = times[k + 1] - times[k]
    s = (t - times[k]) / step
    if how == "STEP":
        return value[k]
    if how == "LINEAR":
        return slerp(value[k], value[k + 1], s) if path == "rotation" else (1 - s) * value[k] + s * value[k + 1]
    leave, arrive = step * values[k, 2], step * values[k + 1, 0]
    return (
        (2 * s**3 - 3 * s**2 + 1) * value[k]
        + (s**3 - 2 * s**2 + s) * leave
        + (-2 * s**3 + 3 * s**2) * value[k + 1]
        + (s**3 - s**2) * arrive
    )


def skin(path: Path, clip: int | None, times: list[float]) -> list[np.ndarray]:
    """Per drawn primitive, in ascending order of nodes: (T, V, 3) positions in world space."""
    return _over_time(path, clip, times, _positions)


def normals(path: Path, clip: int | None, times: list[float]) -> list[np.ndarray]:
    """Per drawn primitive that has any: (T, V, 3) normals in world space, of length one, by the inverse transpose."""
    return _over_time(path, clip, times, _normals)


def matrices(path: Path, clip: int | None, time: float) -> list[np.ndarray]:
    """World matrices (4, 4) of all nodes."""
    return _pose(PlainFile(path), clip, time)[0]


def _over_time(path: Path, clip: int | None, times: list[float], kind: Callable[..., np.ndarray]) -> list[np.ndarray]:
    file = PlainFile(path)
    poses = [_pose(file, clip, t) for t in times]
    drawn = [
        (n, primitive)
        for n, node in enumerate(file.json["nodes"])
        if node.get("mesh") is not None
        for primitive in file.json["meshes"][node["mesh"]]["primitives"]
        if kind is _positions or primitive["attributes"].get("NORMAL") is not None
    ]
    return [np.stack([kind(file, node, primitive, *pose) for pose in poses]) for node, primitive in drawn]


def _pose(file: PlainFile, clip: int | None, t: float) -> tuple[list[np.ndarray], dict[int, np.ndarray]]:
    """World matrices (4, 4) of all nodes, and the morph weights of those that an animation gives some."""
    nodes = file.json["nodes"]
    changed: dict[tuple[int, str], np.ndarray] = {}
    if clip is not None:
        animation = file.json["animations"][clip]
        for channel in animation["channels"]:
            target, sampler = channel["target"], animation["samplers"][channel["sampler"]]
            node, path = channel_target(target)
            if node is None:
                continue
            how = sampler.get("interpolation") or "LINEAR"
            keys, values = file.accessor(sampler["input"])[:, 0], file.accessor(sampler["output"])
            shape = (len(keys), 3, -1) if how == "CUBICSPLINE" else (len(keys), -1)
            changed[node, path] = sample(keys, values.reshape(shape), how, path, t)
    parents = {child: n for n, node in enumerate(nodes) for child in node.get("children") or []}

    def local(n: int) -> np.ndarray:
        node = nodes[n]
        if node.get("matrix"):
            return np.array(node["matrix"], float).reshape(4, 4).T
        q = np.asarray(changed.get((n, "rotation"), node.get("rotation") or [0, 0, 0, 1]), float)
        size = np.asarray(changed.get((n, "scale"), node.get("scale") or [1, 1, 1]), float)
        out = np.eye(4)
        out[:3, :3] = quaternion_matrix(unit(q)) * size
        out[:3, 3] = changed.get((n, "translation"), node.get("translation") or [0, 0, 0])
        return out

    world: dict[int, np.ndarray] = {}
    for n in range(len(nodes)):
        chain, at = [], n
        while at is not None and at not in world:
            chain.append(at)
            at = parents.get(at)
        for k in reversed(chain):
            above = parents.get(k)
            world[k] = local(k) if above is None else world[above] @ local(k)
    world = [world[n] for n in range(len(nodes))]
    return world, {n: value for (n, path), value in changed.items() if path == "weights"}


def channel_target(target: dict) -> tuple[int | None, str]:
    """The node and the path that a channel moves, by name or by pointer."""
    pointed = (target.get("extensions") or {}).get("KHR_animation_pointer")
    if pointed:
        _, _, node, path = pointed["pointer"].split("/")
        return int(node), path
    return target.get("node"), target["path"]


def _positions(
    file: PlainFile, node: int, primitive: dict, world: list[np.ndarray], morph: dict[int, np.ndarray]
) -> np.ndarray:
    """(V, 3) of one primitive of a node."""
    points = _morphed(file, node, primitive, morph, "POSITION")
    matrices = _matrices(file, node, primitive["attributes"], world, len(points))
    return np.einsum("vij,vj->vi", np.array(matrices), np.c_[points, np.ones(len(points))])[:, :3]


def _normals(
    file: PlainFile, node: int, primitive: dict, world: list[np.ndarray], morph: dict[int, np.ndarray]
) -> np.ndarray:
    """(V, 3) of one primitive of a node, 0 where there is none."""
    vectors = _morphed(file, node, primitive, morph, "NORMAL")
    matrices = _matrices(file, node, primitive["attributes"], world, len(vectors))
    linear = np.array(matrices)[:, :3, :3]
    flat = np.abs(np.linalg.det(linear)) <= 1e-12 * np.linalg.norm(linear, axis=(1, 2)) ** 3
    turned = np.linalg.inv(np.where(flat[:, None, None], np.eye(3), linear)).swapaxes(1, 2) @ vectors[..., None]
    length = np.linalg.norm(turned, axis=1, keepdims=True)
    return np.where(flat[:, None], np.nan, (turned / np.where(length > 0, length, 1.0))[..., 0])


def _morphed(file: PlainFile, node: int, primitive: dict, morph: dict[int, np.ndarray], name: str) -> np.ndarray:
    """(V, 3) POSITION or NORMAL of a primitive, with the targets added that have it."""
    out = file.accessor(primitive["attributes"][name])
    targets = primitive.get("targets") or []
    mesh = file.json["meshes"][file.json["nodes"][node]["mesh"]]
    stored = file.json["nodes"][node].get("weights") or mesh.get("weights") or [0.0] * len(targets)
    for weight, target in zip(morph.get(node, stored), targets, strict=True):
        if target.get(name) is not None:
            out = out + weight * file.accessor(target[name])
    return out


def _matrices(file: PlainFile, node: int, attributes: dict, world: list[np.ndarray], count: int) -> list[np.ndarray]:
    """(4, 4) for each of the vertices: that of the node, or of its joints by weight."""
    skin_index = file.json["nodes"][node].get("skin")
    if skin_index is None:
        return [world[node]] * count
    rig = file.json["skins"][skin_index]
    bind = [np.eye(4)] * len(rig["joints"])
    if rig.get("inverseBindMatrices") is not None:
        bind = [m.reshape(4, 4).T for m in file.accessor(rig["inverseBindMatrices"])]
    palette = np.array([world[joint] @ b for joint, b in zip(rig["joints"], bind)])
    joints, weights = influences(file, attributes)
    total = weights.sum(axis=1, keepdims=True)
    first = np.zeros(len(weights[0]))
    first[0] = 1.0
    share = np.where(total == 0.0, first, weights / np.where(total == 0.0, 1.0, total))
    return list(sum(share[:, k, None, None] * palette[joints[:, k]] for k in range(share.shape[1])))


def influences(file: PlainFile, attributes: dict) -> tuple[np.ndarray, np.ndarray]:
    """(V, I) the joints of all sets, and (V, I) the weights as stored."""
    sets = [s for s in range(8) if attributes.get(f"JOINTS_{s}") is not None]
    joints = np.hstack([file.accessor(attributes[f"JOINTS_{s}"]) for s in sets]).astype(int)
    return joints, np.hstack([file.accessor(attributes[f"WEIGHTS_{s}"]) for s in sets])
