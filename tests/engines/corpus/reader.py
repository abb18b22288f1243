"""A small complete reader and player of glTF 2.0 whose text ``mutants`` change: every change must fail a case.

It stands beside ``tests/plain.py`` and shares nothing with it but the two decoders of streams, which are no part of the
format. Shapes: a palette (J, 4, 4), points and normals (V, 3), world space, metres; keys (K, C). Float64.
"""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from tests.plain import stream_values, unpacked

KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
LARGEST = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942


# containers


def chunks(data: bytes) -> dict[int, bytes]:
    """The chunks of a .glb by their types."""
    found: dict[int, bytes] = {}
    at = 12
    while at < len(data):
        length, kind = struct.unpack_from("<II", data, at)
        found[kind] = data[at + 8 : at + 8 + length]
        at += 8 + length
    return found


class File:
    """A document with the bytes of its buffers; ``read`` remembers accessors."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        parts = chunks(data) if data[:4] == b"glTF" else {JSON_CHUNK: data}
        self.json: dict[str, Any] = json.loads(parts[JSON_CHUNK])
        self.read: dict[int, np.ndarray] = {}
        self.buffers = [self.buffer(b, path, parts) for b in self.json["buffers"]]

    def buffer(self, told: dict[str, Any], path: Path, parts: dict[int, bytes]) -> bytes:
        """The bytes of one buffer."""
        if "uri" not in told:
            return parts[BINARY_CHUNK]
        if told["uri"].startswith("data:"):
            return base64.b64decode(told["uri"].split(",")[1])
        return (path.parent / unquote(told["uri"])).read_bytes()


# accessors


def rows(file: File, place: dict[str, Any], kind: int, count: int, width: int) -> np.ndarray:
    """(count, width) numbers as they lie in a buffer view."""
    view = file.json["bufferViews"][place["bufferView"]]
    packed = view.get("extensions", {}).get("EXT_meshopt_compression")
    number = np.dtype(KINDS[kind])
    start = view.get("byteOffset", 0) + place.get("byteOffset", 0)
    stride = view.get("byteStride", width * number.itemsize)
    data = file.buffers[view["buffer"]]
    if packed:
        stream = file.buffers[packed["buffer"]][packed["byteOffset"] :][: packed["byteLength"]]
        data, start = unpacked(stream, packed["count"], packed["byteStride"]), place.get("byteOffset", 0)
    return np.ndarray((count, width), number, data, start, (stride, number.itemsize)).astype(float)


def accessor(file: File, index: int) -> np.ndarray:
    """(count, width) the elements of an accessor, each read once."""
    if index not in file.read:
        file.read[index] = elements(file, file.json["accessors"][index])
    return file.read[index].copy()


def elements(file: File, told: dict[str, Any]) -> np.ndarray:
    """(count, width) as ``accessor``."""
    kind, count, width = told["componentType"], told["count"], WIDTHS[told["type"]]
    found = np.zeros((count, width))
    if "bufferView" in told:
        found = rows(file, told, kind, count, width)
    if "sparse" in told:
        sparse = told["sparse"]
        where, values = sparse["indices"], sparse["values"]
        replaced = rows(file, where, where["componentType"], sparse["count"], 1)[:, 0].astype(int)
        found[replaced] = rows(file, values, kind, sparse["count"], width)
    if told.get("normalized", False):
        found = np.maximum(found / LARGEST[kind], -1.0)
    return found


def attribute(file: File, primitive: dict[str, Any], name: str) -> np.ndarray:
    """(V, C) an attribute of a primitive, which may be one stream of Draco."""
    packed = primitive.get("extensions", {}).get("KHR_draco_mesh_compression")
    if packed:
        view = file.json["bufferViews"][packed["bufferView"]]
        data = file.buffers[view["buffer"]][view.get("byteOffset", 0) :]
        return stream_values(data)[packed["attributes"][name]]
    return accessor(file, primitive["attributes"][name])


# tracks


def slerp(a: np.ndarray, b: np.ndarray, share: float) -> np.ndarray:
    """(4,) between two rotations, the shorter way."""
    dot = float(a @ b)
    if dot < 0.0:
        b, dot = -b, -dot
    angle = np.arccos(min(dot, 1.0))
    if angle < 1e-9:
        return (1.0 - share) * a + share * b
    return (np.sin((1.0 - share) * angle) * a + np.sin(share * angle) * b) / np.sin(angle)


def sampled(times: np.ndarray, stored: np.ndarray, how: str, path: str, t: float) -> np.ndarray:
    """(C,) a track at t seconds; times (K,), stored (K or 3 K, C)."""
    t = min(max(t, times[0]), times[-1])
    before = int(np.searchsorted(times, t, side="right")) - 1
    after = min(before + 1, len(times) - 1)
    span = times[after] - times[before]
    u = (t - times[before]) / span if span > 0.0 else 0.0
    if how == "CUBICSPLINE":
        keys = stored.reshape(len(times), 3, -1)
        start, leaving = keys[before, 1], keys[before, 2] * span
        end, coming = keys[after, 1], keys[after, 0] * span
        rise = 3.0 * u**2 - 2.0 * u**3
        swing = (u**3 - 2.0 * u**2 + u) * leaving + (u**3 - u**2) * coming
        return (1.0 - rise) * start + rise * end + swing
    keys = stored.reshape(len(times), -1)
    if how == "STEP":
        return keys[before]
    if path == "rotation":
        return slerp(keys[before], keys[after], u)
    return (1.0 - u) * keys[before] + u * keys[after]


def moved(target: dict[str, Any]) -> tuple[int | None, str]:
    """The node and the property that a channel moves."""
    if target["path"] == "pointer":
        words = target["extensions"]["KHR_animation_pointer"]["pointer"].split("/")
        return int(words[2]), words[3]
    return target.get("node"), target["path"]


def posed(file: File, clip: int | None, t: float) -> list[dict[str, Any]]:
    """The nodes as a clip has them."""
    nodes = [dict(node) for node in file.json["nodes"]]
    animation = {"channels": []} if clip is None else file.json["animations"][clip]
    for channel in animation["channels"]:
        node, path = moved(channel["target"])
        sampler = animation["samplers"][channel["sampler"]]
        if node is None:
            continue
        times, stored = accessor(file, sampler["input"])[:, 0], accessor(file, sampler["output"])
        nodes[node][path] = sampled(times, stored, sampler.get("interpolation", "LINEAR"), path, t)
    return nodes


# nodes


def rotation(quaternion: np.ndarray) -> np.ndarray:
    """(3, 3) of a quaternion x, y, z, w."""
    x, y, z, w = quaternion / np.linalg.norm(quaternion)
    return np.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )


def local(node: dict[str, Any]) -> np.ndarray:
    """(4, 4) from a node's space to its parent's."""
    if "matrix" in node:
        return np.array(node["matrix"]).reshape(4, 4).T
    out = np.eye(4)
    turn = rotation(np.array(node.get("rotation", (0.0, 0.0, 0.0, 1.0))))
    size = np.diag(node.get("scale", (1.0, 1.0, 1.0)))
    out[:3, :3] = turn @ size
    out[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return out


def worlds(file: File, nodes: list[dict[str, Any]]) -> dict[int, np.ndarray]:
    """By node of the scene that is shown, (4, 4) from its space to the world."""
    found: dict[int, np.ndarray] = {}
    waiting = [(root, np.eye(4)) for root in file.json["scenes"][file.json.get("scene", 0)]["nodes"]]
    while waiting:
        n, parent = waiting.pop()
        found[n] = parent @ local(nodes[n])
        waiting += [(child, found[n]) for child in nodes[n].get("children", [])]
    return found


# skins and vertices


def palette(file: File, skin: dict[str, Any], world: dict[int, np.ndarray]) -> np.ndarray:
    """(J, 4, 4) from mesh space to the world, by place in the skin's joints."""
    joints = np.array([world[joint] for joint in skin["joints"]])
    if "inverseBindMatrices" not in skin:
        return joints
    bind = accessor(file, skin["inverseBindMatrices"]).reshape(-1, 4, 4).swapaxes(1, 2)
    return joints @ bind[: len(joints)]


def influences(file: File, primitive: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """(V, I) the joints of all sets, and their weights."""
    sets = [s for s in range(8) if f"JOINTS_{s}" in primitive["attributes"]]
    joints = np.hstack([attribute(file, primitive, f"JOINTS_{s}") for s in sets]).astype(int)
    weights = np.hstack([attribute(file, primitive, f"WEIGHTS_{s}") for s in sets])
    total = weights.sum(axis=1, keepdims=True)
    none = total[:, 0] == 0.0
    weights[none, 0], total[none] = 1.0, 1.0
    return joints, weights / total


def morphed(file: File, node: dict[str, Any], mesh: dict[str, Any], primitive: dict[str, Any], name: str) -> np.ndarray:
    """(V, 3) points or normals with all targets."""
    out = attribute(file, primitive, name)
    weights = node.get("weights", mesh.get("weights", []))
    for k, target in enumerate(primitive.get("targets", [])):
        if name in target and k < len(weights):
            out = out + weights[k] * accessor(file, target[name])
    return out


def drawn(file: File, clip: int | None, t: float) -> list[tuple[np.ndarray, np.ndarray]]:
    """Points and normals, each (V, 3), of every primitive, nodes in ascending order."""
    nodes = posed(file, clip, t)
    world = worlds(file, nodes)
    found = []
    for n in sorted(world):
        if "mesh" not in nodes[n]:
            continue
        mesh = file.json["meshes"][nodes[n]["mesh"]]
        for primitive in mesh["primitives"]:
            points = morphed(file, nodes[n], mesh, primitive, "POSITION")
            matrices = np.broadcast_to(world[n], (len(points), 4, 4))
            if "skin" in nodes[n]:
                table = palette(file, file.json["skins"][nodes[n]["skin"]], world)
                joints, weights = influences(file, primitive)
                matrices = sum(weights[:, k, None, None] * table[joints[:, k]] for k in range(joints.shape[1]))
            normals = morphed(file, nodes[n], mesh, primitive, "NORMAL")
            found.append((carried(points, matrices), turned(normals, matrices)))
    return found


def carried(points: np.ndarray, matrices: np.ndarray) -> np.ndarray:
    """(V, 3) points by (V, 4, 4)."""
    return np.einsum("vij,vj->vi", matrices[:, :3, :3], points) + matrices[:, :3, 3]


def turned(normals: np.ndarray, matrices: np.ndarray) -> np.ndarray:
    """(V, 3) normals by the cofactors of (V, 4, 4), the way of the inverse transpose; 0 where nothing is left."""
    a, b, c = (matrices[:, :3, k] for k in range(3))
    cofactors = np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=2)
    mirrored = np.sign(np.linalg.det(matrices[:, :3, :3]))[:, None]
    out = mirrored * np.einsum("vij,vj->vi", cofactors, normals)
    length = np.linalg.norm(out, axis=1, keepdims=True)
    return out / np.where(length > 0.0, length, 1.0)


def skin(path: Path, clip: int | None, times: list[float]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Per primitive (T, V, 3): points and normals."""
    file = File(path)
    every = [drawn(file, clip, t) for t in times]
    points, normals = ([np.stack([at[k][which] for at in every]) for k in range(len(every[0]))] for which in (0, 1))
    return points, normals
