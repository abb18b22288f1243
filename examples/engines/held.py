"""A corpus for engines that pose a character by clips only: each still file with a clip that holds its own pose.

``python held.py CORPUS HELD``, then let a runner play HELD. What must come out is the same, and so is how it is graded.
"""

from __future__ import annotations

import base64
import json
import shutil
import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np

REST = {"translation": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]}
SECONDS = np.array([0.0, 1.0], "<f4")


def hold(document: dict[str, Any], buffer: int, start: int) -> bytes:
    """Give a document a clip of two equal keys for all that its nodes store; the bytes for a buffer, from ``start`` on.

    A node with a matrix gets none: a matrix cannot have keys.
    """
    blob, views, accessors = bytearray(), document["bufferViews"], document["accessors"]
    samplers, channels = [], []

    def stored(values: np.ndarray, **fields: Any) -> int:
        views.append({"buffer": buffer, "byteOffset": start + len(blob), "byteLength": values.nbytes})
        blob.extend(values.tobytes())
        accessors.append({"bufferView": len(views) - 1, "componentType": 5126, "count": len(values), **fields})
        return len(accessors) - 1

    times = stored(SECONDS, type="SCALAR", min=[0.0], max=[1.0])
    for n, node in enumerate(document["nodes"]):
        for path, rest in REST.items() if "matrix" not in node else ():
            keys = np.array([node.get(path, rest)] * 2, "<f4")
            samplers.append({"input": times, "output": stored(keys, type=f"VEC{len(rest)}")})
            channels.append({"sampler": len(samplers) - 1, "target": {"node": n, "path": path}})
    document["animations"] = [{"name": "held", "samplers": samplers, "channels": channels}]
    return bytes(blob)


def held(data: bytes) -> bytes:
    """A .glb with the clip in its own buffer, a .gltf with one more."""
    if data[:4] != b"glTF":
        document = json.loads(data)
        blob = hold(document, len(document["buffers"]), 0)
        uri = "data:application/octet-stream;base64," + base64.b64encode(blob).decode()
        document["buffers"].append({"byteLength": len(blob), "uri": uri})
        return json.dumps(document).encode()
    end = 20 + struct.unpack_from("<I", data, 12)[0]
    document, binary = json.loads(data[20:end]), data[end + 8 :]
    binary += hold(document, 0, len(binary))
    document["buffers"][0]["byteLength"] = len(binary)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def main() -> None:
    """Copy a corpus; files without a clip get one."""
    source, target = map(Path, sys.argv[1:])
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.check.glb", "*.npz", "*.html"), dirs_exist_ok=True)
    manifest = json.loads((source / "manifest.json").read_text(encoding="utf-8"))
    for case in (case for case in manifest["cases"] if case["clip"] is None):
        case["clip"], path = 0, target / case["file"]
        path.write_bytes(held(path.read_bytes()))
    (target / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


main()
