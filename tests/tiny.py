"""The smallest skinned glTF: a dict and its buffer, to be changed by a test and written as .gltf or .glb.

Two joints in a chain, four vertices, one clip that turns the second joint by 90 degrees about Z in one second.
"""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

POSITIONS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [1, 2, 0]], np.float32)
JOINTS = np.array([[0, 1, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]], np.uint8)
WEIGHTS = np.array([[1, 0, 0, 0], [0.75, 0.25, 0, 0], [1, 0, 0, 0], [0.5, 0.5, 0, 0]], np.float32)
INDICES = np.array([0, 1, 3, 0, 3, 2], np.uint16)
INVERSE_BIND = np.array([np.eye(4), np.eye(4)], np.float32)
INVERSE_BIND[1, 3, 1] = -1.0  # stored by columns: the joint stands at y = 1
TIMES = np.array([0, 1], np.float32)
ROTATIONS = np.array([[0, 0, 0, 1], [0, 0, 0.5**0.5, 0.5**0.5]], np.float32)

_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
_COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}


class Tiny:
    """A document under construction: ``data`` is the JSON, ``buffer`` the bytes."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.data: dict[str, Any] = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": [], "buffers": [{}]}
        attributes = {name: self.add(values) for name, values in _attributes().items()}
        primitive = {"attributes": attributes, "indices": self.add(INDICES)}
        self.data |= {
            "meshes": [{"primitives": [primitive]}],
            "nodes": [
                {"name": "root", "children": [1]},
                {"name": "tip", "translation": [0, 1, 0]},
                {"name": "body", "mesh": 0, "skin": 0},
            ],
            "skins": [{"joints": [0, 1], "inverseBindMatrices": self.add(INVERSE_BIND.reshape(2, 16))}],
            "animations": [
                {
                    "name": "bend",
                    "samplers": [{"input": self.add(TIMES), "output": self.add(ROTATIONS)}],
                    "channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}],
                }
            ],
            "scenes": [{"nodes": [0, 2]}],
            "scene": 0,
        }

    @property
    def primitive(self) -> dict[str, Any]:
        return self.data["meshes"][0]["primitives"][0]

    def add(self, values: np.ndarray, **accessor: Any) -> int:
        """Append values as an accessor over a view of its own; its index."""
        self.buffer += b"\0" * (-len(self.buffer) % 4)
        width = values.shape[1] if values.ndim > 1 else 1
        view = {"buffer": 0, "byteOffset": len(self.buffer), "byteLength": values.nbytes}
        self.buffer += values.tobytes()
        self.data["bufferViews"].append(view)
        self.data["accessors"].append(
            {
                "bufferView": len(self.data["bufferViews"]) - 1,
                "componentType": _COMPONENTS[values.dtype.str[1:]],
                "count": len(values),
                "type": _TYPES[width],
                **accessor,
            }
        )
        return len(self.data["accessors"]) - 1

    def write_gltf(self, path: Path) -> Path:
        """Write with the buffer as a data URI."""
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.buffer).decode()
        self.data["buffers"][0] = {"byteLength": len(self.buffer), "uri": uri} | self.data["buffers"][0]
        path.write_text(json.dumps(self.data))
        return path

    def glb(self) -> bytes:
        """The bytes of a .glb."""
        self.data["buffers"][0] = {"byteLength": len(self.buffer)} | self.data["buffers"][0]
        text = json.dumps(self.data).encode()
        text += b" " * (-len(text) % 4)
        binary = bytes(self.buffer) + b"\0" * (-len(self.buffer) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
        return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks

    def write_glb(self, path: Path) -> Path:
        """Write as .glb."""
        path.write_bytes(self.glb())
        return path


def _attributes() -> dict[str, np.ndarray]:
    return {"POSITION": POSITIONS, "JOINTS_0": JOINTS, "WEIGHTS_0": WEIGHTS}
