"""Skinning of glTF 2.0 from the guide's text alone: ``docs/guide/ladder.md`` says on which page each step stands.

``python -m examples.port MODEL.glb [CLIP SECONDS]`` prints where the vertices of every drawn primitive are.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen

import numpy as np

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KIND = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}


def opened(path: Path) -> dict[str, Any]:
    """The JSON of a file; its buffers are the bytes themselves."""
    data, binary, here = path.read_bytes(), b"", path.resolve().as_uri()
    if data[:4] == b"glTF":
        end = 20 + int.from_bytes(data[12:16], "little")
        data, binary = data[20:end], data[end + 8 :]
    file = json.loads(data)
    file["buffers"] = [urlopen(urljoin(here, b["uri"])).read() if "uri" in b else binary for b in file["buffers"]]
    return file


def accessor(file: dict[str, Any], index: int) -> np.ndarray:
    """(n, width) the elements of an accessor."""

    def rows(place: dict[str, Any], kind: str, count: int, width: int) -> np.ndarray:
        view, size = file["bufferViews"][place["bufferView"]], np.dtype(kind).itemsize
        start = view.get("byteOffset", 0) + place.get("byteOffset", 0)
        strides = view.get("byteStride", width * size), size
        return np.ndarray((count, width), kind, file["buffers"][view["buffer"]], start, strides).astype(float)

    a = file["accessors"][index]
    kind, width = KIND[a["componentType"]], WIDTH[a["type"]]
    out = rows(a, kind, a["count"], width) if "bufferView" in a else np.zeros((a["count"], width))
    if "sparse" in a:
        places, values, count = a["sparse"]["indices"], a["sparse"]["values"], a["sparse"]["count"]
        out[rows(places, KIND[places["componentType"]], count, 1)[:, 0].astype(int)] = rows(values, kind, count, width)
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
    value, k = stored[:, stored.shape[1] // 2], np.searchsorted(keys, t, side="right") - 1
    if how == "STEP" or k < 0 or k == len(keys) - 1:
        return value[max(k, 0)]
    d, u = keys[k + 1] - keys[k], (t - keys[k]) / (keys[k + 1] - keys[k])
    if how == "CUBICSPLINE":
        slopes = (u**3 - 2 * u**2 + u) * d * stored[k, 2] + (u**3 - u**2) * d * stored[k + 1, 0]
        return (2 * u**3 - 3 * u**2 + 1) * value[k] + (3 * u**2 - 2 * u**3) * value[k + 1] + slopes
    return slerp(value[k], value[k + 1], u) if path == "rotation" else (1 - u) * value[k] + u * value[k + 1]


def local_matrix(node: dict[str, Any]) -> np.ndarray:
    """(4, 4) a node's transform relative to its parent."""
    q = np.array(node.get("rotation", [0, 0, 0, 1])) / np.linalg.norm(node.get("rotation", 1))
    cross = np.cross(q[:3], np.eye(3)).T  # times v: u × v
    turned = (np.eye(3) + 2 * q[3] * cross + 2 * cross @ cross) * node.get("scale", [1, 1, 1])
    parts = np.vstack([np.c_[turned, node.get("translation", [0, 0, 0])], [0, 0, 0, 1]])
    return np.reshape(node["matrix"], (4, 4)).T if "matrix" in node else parts


def pose(file: dict[str, Any], clip: int | None, t: float) -> dict[int, np.ndarray]:
    """By node, (4, 4) its world matrix; the file's nodes get what the clip says."""
    nodes, animation = file["nodes"], {"channels": []} if clip is None else file["animations"][clip]
    for channel in animation["channels"]:
        target, sampler = channel["target"], animation["samplers"][channel["sampler"]]
        pointer = target.get("extensions", {}).get("KHR_animation_pointer", {}).get("pointer", "//-1/").split("/")
        node, path = int(target.get("node", pointer[2])), pointer[3] or target["path"]
        if node >= 0:
            nodes[node][path] = sample(file, sampler, path, t)
    below = {child for node in nodes for child in node.get("children", [])}
    way, world = [(n, np.eye(4)) for n in range(len(nodes)) if n not in below], {}
    for n, above in way:
        world[n] = above @ local_matrix(nodes[n])
        way += [(child, world[n]) for child in nodes[n].get("children", [])]
    return world


def vertex_matrices(file: dict[str, Any], rig: dict[str, Any], world: dict[int, np.ndarray], of: dict) -> np.ndarray:
    """(V, 4, 4) the mean of the joints' matrices by weight; of: the attributes of a primitive."""
    binds = np.tile(np.eye(4).ravel(), (len(rig["joints"]), 1))
    binds = accessor(file, rig["inverseBindMatrices"]) if "inverseBindMatrices" in rig else binds
    palette = np.array([world[j] @ bind.reshape(4, 4).T for j, bind in zip(rig["joints"], binds)])
    names = [f"{s}" for s in range(len(of)) if f"JOINTS_{s}" in of]
    joints = np.hstack([accessor(file, of["JOINTS_" + s]) for s in names]).astype(int)
    weights = np.hstack([accessor(file, of["WEIGHTS_" + s]) for s in names])
    weights[weights.sum(axis=1) == 0, 0] = 1
    return sum(palette[j] * w[:, None, None] for j, w in zip(joints.T, weights.T / weights.sum(axis=1)))


def skin(path: Path, clip: int | None, t: float) -> list[np.ndarray]:
    """(V, 3) for every drawn primitive, by node, then by primitive: where its vertices are in the world."""
    file, placed = opened(path), []
    world = pose(file, clip, t)
    for n, node in enumerate(file["nodes"]):
        mesh = file["meshes"][node["mesh"]] if "mesh" in node else {"primitives": []}
        for primitive in mesh["primitives"]:
            points, targets = accessor(file, primitive["attributes"]["POSITION"]), primitive.get("targets", [])
            for weight, target in zip(node.get("weights", mesh.get("weights", [0] * len(targets))), targets):
                points += weight * (accessor(file, target["POSITION"]) if "POSITION" in target else 0)
            rig = file["skins"][node["skin"]] if "skin" in node else None
            matrices = world[n] if rig is None else vertex_matrices(file, rig, world, primitive["attributes"])
            placed.append((matrices @ np.c_[points, np.ones(len(points))][..., None])[:, :3, 0])
    return placed


def main() -> None:
    """Print the places of a model that the command line names."""
    for places in skin(Path(sys.argv[1]), *([int(sys.argv[2]), float(sys.argv[3])] if sys.argv[3:] else [None, 0.0])):
        print(np.array2string(places, precision=6, suppress_small=True))


if __name__ == "__main__":
    main()
