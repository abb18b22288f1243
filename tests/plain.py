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

import numpy as np

DTYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
FULL = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}


class PlainFile:
    """A document and its one buffer."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        if path.suffix == ".glb":
            length = struct.unpack_from("<I", data, 12)[0]
            self.json: dict[str, Any] = json.loads(data[20 : 20 + length])
            self.buffer = data[28 + length :]
        else:
            self.json = json.loads(data)
            uri = self.json["buffers"][0]["uri"]
            self.buffer = (
                base64.b64decode(uri.split(",")[1]) if uri.startswith("data:") else (path.parent / uri).read_bytes()
            )

    def accessor(self, index: int) -> np.ndarray:
        """(n, width) float64; normalised integers divided."""
        a = self.json["accessors"][index]
        width = WIDTHS[a["type"]]
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

    def _rows(self, view: int, offset: int, component: int, count: int, width: int) -> np.ndarray:
        v, kind = self.json["bufferViews"][view], np.dtype(DTYPES[component])
        stride = v.get("byteStride") or width * kind.itemsize
        start = (v.get("byteOffset") or 0) + offset
        rows = [np.frombuffer(self.buffer, kind, width, start + i * stride) for i in range(count)]
        return np.array(rows, np.float64).reshape(count, width)


def quaternion_matrix(q: np.ndarray) -> np.ndarray:
    """(3, 3) by turning the axes: v + 2 w (u x v) + 2 u x (u x v)."""
    u, w = q[:3], q[3]
    return np.array([v + 2 * w * np.cross(u, v) + 2 * np.cross(u, np.cross(u, v)) for v in np.eye(3)]).T


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
            how = sampler.get("interpolation") or "LINEAR"
            keys, values = file.accessor(sampler["input"])[:, 0], file.accessor(sampler["output"])
            shape = (len(keys), 3, -1) if how == "CUBICSPLINE" else (len(keys), -1)
            changed[target["node"], target["path"]] = sample(keys, values.reshape(shape), how, target["path"], t)
    parents = {child: n for n, node in enumerate(nodes) for child in node.get("children") or []}

    def local(n: int) -> np.ndarray:
        node = nodes[n]
        if node.get("matrix"):
            return np.array(node["matrix"], float).reshape(4, 4).T
        q = np.asarray(changed.get((n, "rotation"), node.get("rotation") or [0, 0, 0, 1]), float)
        size = np.asarray(changed.get((n, "scale"), node.get("scale") or [1, 1, 1]), float)
        out = np.eye(4)
        out[:3, :3] = quaternion_matrix(q / np.linalg.norm(q)) * size
        out[:3, 3] = changed.get((n, "translation"), node.get("translation") or [0, 0, 0])
        return out

    world: list[np.ndarray] = []
    for n in range(len(nodes)):
        matrix, at = local(n), parents.get(n)
        while at is not None:
            matrix, at = local(at) @ matrix, parents.get(at)
        world.append(matrix)
    return world, {n: value for (n, path), value in changed.items() if path == "weights"}


def _positions(
    file: PlainFile, node: int, primitive: dict, world: list[np.ndarray], morph: dict[int, np.ndarray]
) -> np.ndarray:
    """(V, 3) of one primitive of a node."""
    points = _morphed(file, node, primitive, morph, "POSITION")
    matrices = _matrices(file, node, primitive["attributes"], world, len(points))
    return np.array([(m @ [*point, 1.0])[:3] for m, point in zip(matrices, points, strict=True)])


def _normals(
    file: PlainFile, node: int, primitive: dict, world: list[np.ndarray], morph: dict[int, np.ndarray]
) -> np.ndarray:
    """(V, 3) of one primitive of a node, 0 where there is none."""
    vectors = _morphed(file, node, primitive, morph, "NORMAL")
    matrices = _matrices(file, node, primitive["attributes"], world, len(vectors))
    turned = [np.linalg.inv(m[:3, :3]).T @ v for m, v in zip(matrices, vectors, strict=True)]
    return np.array([v / np.linalg.norm(v) if v.any() else v for v in turned])


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
    palette = np.array([world[joint] @ b for joint, b in zip(rig["joints"], bind, strict=True)])
    joints, weights = influences(file, attributes)
    out = []
    for v in range(count):
        total = weights[v].sum()
        share = weights[v] / total if total else np.eye(len(weights[v]))[0]
        out.append(sum(w * palette[j] for j, w in zip(joints[v], share, strict=True) if w))
    return out


def influences(file: PlainFile, attributes: dict) -> tuple[np.ndarray, np.ndarray]:
    """(V, I) the joints of all sets, and (V, I) the weights as stored."""
    sets = [s for s in range(8) if attributes.get(f"JOINTS_{s}") is not None]
    joints = np.hstack([file.accessor(attributes[f"JOINTS_{s}"]) for s in sets]).astype(int)
    return joints, np.hstack([file.accessor(attributes[f"WEIGHTS_{s}"]) for s in sets])
