"""Skinning of glTF 2.0 from the guide's text alone: ``docs/guide/ladder.md`` says on which page each step stands.

``python -m examples.port MODEL.glb [CLIP SECONDS]`` prints where the vertices of every drawn primitive are.
"""

from __future__ import annotations

import json
import sys
from itertools import repeat
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen

import numpy as np

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KIND = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}


def opened(path: Path) -> dict[str, Any]:
    """The JSON of a file; its buffers are the bytes themselves."""
    data, here = path.read_bytes(), path.resolve().as_uri()
    end = 20 + int.from_bytes(data[12:16], "little") if data[:4] == b"glTF" else 0
    file, second = json.loads(data[20:end] if end else data), data[end + 8 :]
    file["buffers"] = [urlopen(urljoin(here, b["uri"])).read() if "uri" in b else second for b in file["buffers"]]
    return file


def rows(file: dict[str, Any], place: dict[str, Any], kind: str, shape: tuple[int, int]) -> np.ndarray:
    """(n, width) numbers of a kind, as they lie in a buffer view."""
    view, size = file["bufferViews"][place["bufferView"]], np.dtype(kind).itemsize
    start, step = view.get("byteOffset", 0) + place.get("byteOffset", 0), view.get("byteStride", shape[1] * size)
    return np.ndarray(shape, kind, file["buffers"][view["buffer"]], start, (step, size)).astype(float)


def accessor(file: dict[str, Any], index: int) -> np.ndarray:
    """(n, width) the elements of an accessor."""
    a = file["accessors"][index]
    kind, shape = KIND[a["componentType"]], (a["count"], WIDTH[a["type"]])
    out = rows(file, a, kind, shape) if "bufferView" in a else np.zeros(shape)
    if "sparse" in a:
        count, which, values = a["sparse"]["count"], a["sparse"]["indices"], a["sparse"]["values"]
        replaced = rows(file, which, KIND[which["componentType"]], (count, 1)).astype(int)
        out[replaced[:, 0]] = rows(file, values, kind, (count, shape[1]))
    return np.maximum(out / np.iinfo(kind).max, -1) if a.get("normalized") else out


def slerp(a: np.ndarray, b: np.ndarray, u: float) -> np.ndarray:
    """(4,) between two keys as they are stored."""
    b = -b if a @ b < 0 else b
    angle = np.arccos(min(a @ b, 1))
    p, q = (1 - u, u) if angle < 1e-9 else np.sin([(1 - u) * angle, u * angle]) / np.sin(angle)
    return p * a + q * b


def sample(file: dict[str, Any], sampler: dict[str, Any], path: str, t: float) -> np.ndarray:
    """(C,) the value of a track at a time."""
    keys, how = accessor(file, sampler["input"])[:, 0], sampler.get("interpolation", "LINEAR")
    stored = accessor(file, sampler["output"]).reshape(len(keys), 3 if how == "CUBICSPLINE" else 1, -1)
    value, after = stored[:, stored.shape[1] // 2], np.searchsorted(keys, t, side="right")
    k, n = max(after - 1, 0), min(after, len(keys) - 1)  # the same key before the first and after the last
    d, u = keys[n] - keys[k], 0 if how == "STEP" or k == n else (t - keys[k]) / (keys[n] - keys[k])
    if how == "CUBICSPLINE":
        slopes = (u**3 - 2 * u**2 + u) * d * stored[k, 2] + (u**3 - u**2) * d * stored[n, 0]
        return (2 * u**3 - 3 * u**2 + 1) * value[k] + (3 * u**2 - 2 * u**3) * value[n] + slopes
    return slerp(value[k], value[n], u) if path == "rotation" else (1 - u) * value[k] + u * value[n]


def local_matrix(node: dict[str, Any]) -> np.ndarray:
    """(4, 4) a node's transform relative to its parent."""
    q = np.array(node.get("rotation", [0, 0, 0, 1])) / np.linalg.norm(node.get("rotation", 1))
    cross = np.cross(q[:3], np.eye(3)).T  # times v: u × v
    turned = (np.eye(3) + 2 * q[3] * cross + 2 * cross @ cross) * node.get("scale", [1, 1, 1])
    parts = np.vstack([np.c_[turned, node.get("translation", [0, 0, 0])], [0, 0, 0, 1]])
    return np.reshape(node["matrix"], (4, 4)).T if "matrix" in node else parts


def pose(file: dict[str, Any], clip: int | None, t: float) -> dict[int, np.ndarray]:
    """By node, (4, 4) its world matrix; the file's nodes get what the clip says."""
    nodes, animation = [*file["nodes"], {}], {"channels": []} if clip is None else file["animations"][clip]
    for channel in animation["channels"]:
        target, sampler = channel["target"], animation["samplers"][channel["sampler"]]
        pointer = target.get("extensions", {}).get("KHR_animation_pointer", {}).get("pointer", "")
        node, path = pointer.split("/")[2:4] if pointer else (target.get("node", -1), target["path"])
        nodes[int(node)][path] = sample(file, sampler, path, t)  # what has no node moves the empty one at the end
    below = {child for node in nodes for child in node.get("children", [])}
    way, world = [(n, np.eye(4)) for n in range(len(nodes)) if n not in below], {}
    for n, above in way:
        world[n] = above @ local_matrix(nodes[n])
        way += [(child, world[n]) for child in nodes[n].get("children", [])]
    return world


def vertex_matrices(file: dict[str, Any], rig: dict[str, Any], world: dict[int, np.ndarray], of: dict) -> np.ndarray:
    """(V, 4, 4) the mean of the joints' matrices by weight; of: the attributes of a primitive."""
    joints = np.hstack([accessor(file, of[name]) for name in sorted(of) if name.startswith("JOINTS_")]).astype(int)
    weights = np.hstack([accessor(file, of[name]) for name in sorted(of) if name.startswith("WEIGHTS_")])
    weights[weights.sum(axis=1) == 0, 0] = 1
    binds = accessor(file, rig["inverseBindMatrices"]) if "inverseBindMatrices" in rig else repeat(np.eye(4))
    palette = np.array([world[joint] @ bind.reshape(4, 4).T for joint, bind in zip(rig["joints"], binds)])
    return sum(palette[j] * w[:, None, None] for j, w in zip(joints.T, weights.T / weights.sum(axis=1)))


def skin(path: Path, clip: int | None, t: float) -> list[np.ndarray]:
    """(V, 3) for every drawn primitive, by node, then by primitive: where its vertices are in the world."""
    file, placed = opened(path), []
    world = pose(file, clip, t)
    for n, node in enumerate(file["nodes"]):
        mesh = file["meshes"][node["mesh"]] if "mesh" in node else {"primitives": []}
        for primitive in mesh["primitives"]:
            of, targets = primitive["attributes"], [target.get("POSITION") for target in primitive.get("targets", [])]
            shares = zip(node.get("weights", mesh.get("weights", [])), targets)
            points = accessor(file, of["POSITION"]) + sum(w * accessor(file, d) for w, d in shares if d is not None)
            matrices = vertex_matrices(file, file["skins"][node["skin"]], world, of) if "skin" in node else world[n]
            placed.append((matrices @ np.c_[points, np.ones(len(points))][..., None])[:, :3, 0])
    return placed


if __name__ == "__main__":
    for places in skin(Path(sys.argv[1]), *([int(sys.argv[2]), float(sys.argv[3])] if sys.argv[3:] else [None, 0.0])):
        print(np.array2string(places, precision=6, suppress_small=True))
