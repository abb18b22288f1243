"""A large GLB to load: one skinned body, two thousand accessors, two hundred animations; about 35 MB."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

from skinning_core.model import Float, Int

from .meshes import TestMesh, body, skeleton_parents

_COMPONENT = {"float32": 5126, "uint8": 5121, "uint16": 5123, "uint32": 5125}


class GlbWriter:
    """Collects accessors and writes one GLB."""

    def __init__(self) -> None:
        self.document: dict[str, list] = {"bufferViews": [], "accessors": []}
        self._chunks: list[bytes] = []
        self._size = 0

    def accessor(self, values: Float | Int, kind: str, *, bounds: bool = False) -> int:
        """Store (n, ...) values in a buffer view of their own; returns the accessor's index.

        ``bounds``: with least and largest value, as positions and key times must have them; exporters leave the
        others out.
        """
        data = values.tobytes()
        view: dict[str, int] = {"buffer": 0, "byteOffset": self._size, "byteLength": len(data)}
        self.document["bufferViews"].append(view)
        padding = -len(data) % 4
        self._chunks += [data, b"\0" * padding]
        self._size += len(data) + padding
        accessor: dict[str, object] = {
            "bufferView": len(self.document["bufferViews"]) - 1,
            "componentType": _COMPONENT[values.dtype.name],
            "count": len(values),
            "type": kind,
        }
        if bounds:
            for name, value in (("min", values.min(axis=0)), ("max", values.max(axis=0))):
                accessor[name] = np.atleast_1d(value).astype(float).tolist()
        self.document["accessors"].append(accessor)
        return len(self.document["accessors"]) - 1

    def save(self, path: Path, document: dict) -> Path:
        """Write ``document`` with what was collected."""
        whole = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": self._size}], **self.document, **document}
        text = json.dumps(whole).encode()
        text += b" " * (-len(text) % 4)
        header = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + self._size)
        with path.open("wb") as file:
            file.write(header + struct.pack("<I4s", len(text), b"JSON") + text)
            file.write(struct.pack("<I4s", self._size, b"BIN\0"))
            file.writelines(self._chunks)
        return path


def write_character(
    path: Path, mesh: TestMesh, *, clips: int, keys: int = 30, tracks_share_times: bool = True, parts: int = 1
) -> Path:
    """Write a skinned mesh with ``clips`` animations that turn every joint; ``keys`` keys per track.

    parts: so many meshes of about as many vertices each, on nodes of their own, that follow one skin.
    """
    rng = np.random.default_rng(11)
    writer = GlbWriter()
    meshes = [{"primitives": [_primitive(writer, of_part)]} for of_part in _cut(mesh, parts)]
    parents = skeleton_parents(mesh.joint_count)
    nodes: list[dict] = [{"name": f"joint {j}", "translation": [0.0, 0.1, 0.0]} for j in range(mesh.joint_count)]
    for j, node in enumerate(nodes):
        children = np.flatnonzero(parents == j).tolist()
        node.update({"children": children} if children else {})
    nodes += [{"name": "body" if parts == 1 else f"part {k}", "mesh": k, "skin": 0} for k in range(parts)]
    inverse_bind = np.tile(np.eye(4, dtype=np.float32).reshape(16), (mesh.joint_count, 1))
    skin = {"joints": list(range(mesh.joint_count)), "inverseBindMatrices": writer.accessor(inverse_bind, "MAT4")}
    times = (np.arange(keys) / 30).astype(np.float32)
    shared = writer.accessor(times, "SCALAR", bounds=True) if tracks_share_times else -1
    animations = [_animation(writer, rng, mesh.joint_count, times, shared, clip) for clip in range(clips)]
    roots = [*np.flatnonzero(parents < 0).tolist(), *range(mesh.joint_count, mesh.joint_count + parts)]
    document = {
        "scene": 0,
        "scenes": [{"nodes": roots}],
        "nodes": nodes,
        "meshes": meshes,
        "skins": [skin],
        "animations": animations,
    }
    return writer.save(path, document)


def write_large(path: Path) -> Path:
    """500,000 vertices, 9 joints, 200 clips of 9 tracks: about 35 MB."""
    return write_character(path, body(500_000, 9), clips=200, keys=30)


def _cut(mesh: TestMesh, parts: int) -> list[TestMesh]:
    """The mesh in parts of vertices that follow each other."""
    columns = (np.array_split(values, parts) for values in (mesh.positions, mesh.normals, mesh.joints, mesh.weights))
    return [TestMesh(mesh.name, *of_part, mesh.joint_count) for of_part in zip(*columns, strict=True)]


def _primitive(writer: GlbWriter, mesh: TestMesh) -> dict:
    joints = np.zeros((len(mesh.joints), 4), np.uint8 if mesh.joint_count <= 256 else np.uint16)
    weights = np.zeros((len(mesh.joints), 4), np.float32)
    joints[:, : mesh.joints.shape[1]] = mesh.joints
    weights[:, : mesh.joints.shape[1]] = mesh.weights
    attributes = {
        "POSITION": writer.accessor(mesh.positions, "VEC3", bounds=True),
        "NORMAL": writer.accessor(mesh.normals, "VEC3"),
        "JOINTS_0": writer.accessor(joints, "VEC4"),
        "WEIGHTS_0": writer.accessor(weights, "VEC4"),
    }
    return {"attributes": attributes, "indices": writer.accessor(_triangles(mesh), "SCALAR"), "mode": 4}


def _triangles(mesh: TestMesh) -> Int:
    """(n,) corners: two triangles between each vertex, its neighbour on the ring, and the ring after it."""
    count = len(mesh.positions)
    ring = max(int(np.sqrt(count / mesh.joint_count)), 1)
    here = np.arange(count - ring - 1, dtype=np.uint32)
    return np.stack([here, here + 1, here + ring, here + 1, here + ring + 1, here + ring], axis=1).ravel()


def _animation(writer: GlbWriter, rng: np.random.Generator, joints: int, times: Float, shared: int, clip: int) -> dict:
    samplers, channels = [], []
    for joint in range(joints):
        angle = 0.5 * np.sin(times * rng.uniform(2, 9) + rng.uniform(0, 6))
        turned = np.zeros((len(times), 4), np.float32)
        turned[:, joint % 3], turned[:, 3] = np.sin(angle / 2), np.cos(angle / 2)
        given = shared if shared >= 0 else writer.accessor(times, "SCALAR", bounds=True)
        samplers.append({"input": given, "output": writer.accessor(turned, "VEC4"), "interpolation": "LINEAR"})
        channels.append({"sampler": joint, "target": {"node": joint, "path": "rotation"}})
    return {"name": f"clip {clip}", "samplers": samplers, "channels": channels}
