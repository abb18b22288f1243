"""The example character with a tenth of its vertices: the same nodes, skin, clips, parts and targets.

Most tests that import and compare it ask nothing of its other 14,453 vertices, for which they waited half of the time.
"""

from __future__ import annotations

import atexit
import json
import shutil
import struct
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

_TYPES = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


_EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "character.glb"


@cache
def thin_example() -> Path:
    """The file, of the example's name, with one of sixty triangles: 1,522 vertices."""
    folder = Path(tempfile.mkdtemp(prefix="skinproof-thin-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return thinned(_EXAMPLE, folder / _EXAMPLE.name, 60)


def thinned(source: Path, target: Path, keep: int) -> Path:
    """``target``, a .glb of one buffer and packed accessors with one of ``keep`` triangles of each primitive."""
    data = source.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, binary = json.loads(data[20 : 20 + length]), data[28 + length :]
    for mesh in document["meshes"]:
        for primitive in mesh["primitives"]:
            triangles = _values(document, binary, primitive["indices"]).reshape(-1, 3)[::keep]
            kept, renumbered = np.unique(triangles, return_inverse=True)
            primitive["indices"], binary = _added(document, binary, primitive["indices"], renumbered.reshape(-1, 1))
            for attributes in (primitive["attributes"], *primitive.get("targets", [])):
                for name, accessor in attributes.items():
                    values = _values(document, binary, accessor)[kept]
                    attributes[name], binary = _added(document, binary, accessor, values)
    document["buffers"] = [{"byteLength": len(binary)}]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    target.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    return target


def _values(document: dict[str, Any], binary: bytes, index: int) -> np.ndarray:
    """(n, width) the values of an accessor: those of its view, or the sparse ones, if there are any, among zeros."""
    accessor = document["accessors"][index]
    kind, width = accessor["componentType"], _WIDTHS[accessor["type"]]
    if "bufferView" in accessor:
        return _packed(document, binary, accessor, kind, accessor["count"], width)
    found = np.zeros((accessor["count"], width), _TYPES[kind])
    if sparse := accessor.get("sparse"):
        places = _packed(document, binary, sparse["indices"], sparse["indices"]["componentType"], sparse["count"], 1)
        found[places[:, 0]] = _packed(document, binary, sparse["values"], kind, sparse["count"], width)
    return found


def _packed(
    document: dict[str, Any], binary: bytes, place: dict[str, Any], kind: int, count: int, width: int
) -> np.ndarray:
    begin = document["bufferViews"][place["bufferView"]].get("byteOffset", 0) + place.get("byteOffset", 0)
    return np.frombuffer(binary, _TYPES[kind], count * width, begin).reshape(-1, width)


def _added(document: dict[str, Any], binary: bytes, like: int, values: np.ndarray) -> tuple[int, bytes]:
    """The number of a new accessor that is like another but for its values (n, width), and the buffer with these."""
    accessor = {key: value for key, value in document["accessors"][like].items() if key not in ("byteOffset", "sparse")}
    values = np.ascontiguousarray(values, _TYPES[accessor["componentType"]])
    accessor |= {"bufferView": len(document["bufferViews"]), "count": len(values)}
    if "min" in accessor:
        accessor |= {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
    document["bufferViews"].append({"buffer": 0, "byteOffset": len(binary), "byteLength": values.nbytes})
    document["accessors"].append(accessor)
    return len(document["accessors"]) - 1, binary + values.tobytes() + b"\0" * (-values.nbytes % 4)
