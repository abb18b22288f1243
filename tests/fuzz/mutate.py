"""A sound file and a number become a spoilt file: JSON values, accessor fields, numbers in buffers, bytes, MD5 text."""

from __future__ import annotations

import copy
import json
import random
import re
import struct
from collections.abc import Callable
from typing import Any

GLB, JSON_CHUNK, BIN_CHUNK = 0x46546C67, 0x4E4F534A, 0x004E4942

#: Values that some reader somewhere does not expect.
HOSTILE: tuple[Any, ...] = (
    None, True, False, "", "x", "../x.bin", "data:,", [], {}, [None], [[]], -1, 0, 1, 2, 3, 4, 255, 65535, 65536,
    2**31 - 1, 2**31, 2**32, 2**53, 2**63, 2**64, -(2**31), 0.5, -0.5, 1e-300, 1e39, 1e300, -1e300,
    float("nan"), float("inf"), 5120, 5121, 5122, 5123, 5125, 5126, "SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT4",
    "STEP", "CUBICSPLINE", "translation", "rotation", "scale", "weights", "POSITION", "\u202e", "\ud800", "a" * 300,
)  # fmt: skip
#: Fields of accessors, views and samplers, and what is put there rather than just anything.
FIELDS: dict[str, tuple[Any, ...]] = {
    "componentType": (5120, 5121, 5122, 5123, 5125, 5126, 5124, 0),
    "type": ("SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4", "VEC5"),
    "count": (0, 1, 2, 3, 7, 1000, 10**6, 10**9, 2**31, 2**62),
    "byteOffset": (1, 2, 3, 4, 12, 10**6, 2**40),
    "byteLength": (0, 1, 3, 4, 10**9, 2**40),
    "byteStride": (0, 1, 2, 4, 12, 16, 252, 253, 10**6),
    "normalized": (True, False),
    "interpolation": ("STEP", "LINEAR", "CUBICSPLINE", "OTHER"),
    "path": ("translation", "rotation", "scale", "weights", "pointer"),
}
#: Float32 values that break arithmetic.
FLOATS = (
    float("nan"),
    float("inf"),
    float("-inf"),
    0.0,
    -0.0,
    1e-45,
    -1e-45,
    1e-38,
    1e-20,
    1e20,
    3e38,
    -3e38,
    1.0,
    -1.0,
)

#: Those of them that a reader has to take.
FINITE = FLOATS[3:]
#: Words for an MD5 text.
WORDS = (
    "", "-1", "0", "1", "7", "1e9", "99999999999999999999", "nan", "inf", "-1e300", "1e-300", "(", ")", "{", "}", '"',
    "//", "/*", "*/", "mesh", "joints", "numverts", "\x00", "½",
)  # fmt: skip

Change = Callable[[random.Random, "Document"], None]


class Document:
    """A glTF file taken apart: its JSON, and the bytes of its binary chunk."""

    def __init__(self, data: bytes) -> None:
        if data[:4] == b"glTF":
            (length,) = struct.unpack_from("<I", data, 12)
            self.json: Any = json.loads(data[20 : 20 + length])
            self.binary = bytearray(data[28 + length :])
        else:
            self.json, self.binary = json.loads(data), bytearray()

    def pack(self) -> bytes:
        """The bytes of a .glb."""
        text = json.dumps(self.json).encode("utf-8", "surrogatepass")
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), JSON_CHUNK) + text
        if self.binary:
            chunks += struct.pack("<II", len(self.binary), BIN_CHUNK) + bytes(self.binary)
        return struct.pack("<III", GLB, 2, 12 + len(chunks)) + chunks


def spoilt(seed: bytes, number: int) -> bytes:
    """The file of this number made from a sound .glb, or from the text of an MD5 file."""
    rng = random.Random(number)
    if seed[:4] != b"glTF":
        return _text(rng, seed)
    if rng.random() < 0.1:
        return any_bytes(rng, seed)
    document = Document(seed)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        rng.choices((_value, _field, _number, _remove, _double, _swap, _extend), (5, 4, 5, 2, 1, 2, 1))[0](
            rng, document
        )
    return document.pack()


def _places(value: Any, trail: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    places = [trail] if trail else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        places += _places(child, (*trail, key))
    return places


def _parent(document: Document, place: tuple[Any, ...]) -> Any:
    target = document.json
    for key in place[:-1]:
        target = target[key]
    return target


def _value(rng: random.Random, document: Document) -> None:
    place = rng.choice(_places(document.json) or [("asset",)])
    value = rng.choice(HOSTILE)
    old = _parent(document, place)[place[-1]] if place[-1:] != ("asset",) else None
    if isinstance(old, int) and not isinstance(old, bool) and rng.random() < 0.5:
        value = old + rng.choice((-2, -1, 1, 2, 10))  # off by one is the most natural mistake
    _parent(document, place)[place[-1]] = copy.deepcopy(value)


def _field(rng: random.Random, document: Document) -> None:
    places = [p for p in _places(document.json) if p[-1] in FIELDS]
    if places:
        place = rng.choice(places)
        _parent(document, place)[place[-1]] = rng.choice(FIELDS[place[-1]])


def _number(rng: random.Random, document: Document) -> None:
    if len(document.binary) < 8:
        return
    for _ in range(rng.choice((1, 1, 1, 4))):
        at = rng.randrange(0, len(document.binary) - 3)
        if rng.random() < 0.7:  # rarely what no reader takes, so that most go on
            value = rng.choice(FLOATS if rng.random() < 0.1 else FINITE)
            struct.pack_into("<f", document.binary, at & ~3, value)
        else:
            document.binary[at] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))


def _property(rng: random.Random, document: Document) -> None:
    """A number in the JSON that is no index: part of a translation, a rotation, a matrix, a bound, a weight."""
    places = [p for p in _places(document.json) if isinstance(_parent(document, p), list)]
    places = [p for p in places if p[-2] in {"translation", "rotation", "scale", "matrix", "weights", "min", "max"}]
    if places:
        place = rng.choice(places)
        _parent(document, place)[place[-1]] = rng.choice(FINITE)


def _remove(rng: random.Random, document: Document) -> None:
    places = _places(document.json)
    if places:
        place = rng.choice(places)
        del _parent(document, place)[place[-1]]


def _double(rng: random.Random, document: Document) -> None:
    lists = [p for p in _places(document.json) if isinstance(_parent(document, p)[p[-1]], list)]
    if lists:
        place = rng.choice(lists)
        found = _parent(document, place)[place[-1]]
        if found:
            found.insert(rng.randrange(len(found) + 1), copy.deepcopy(rng.choice(found)))


def _swap(rng: random.Random, document: Document) -> None:
    places = _places(document.json)
    if len(places) > 1:
        a, b = rng.sample(places, 2)
        if a[: len(b)] != b and b[: len(a)] != a:
            one, other = _parent(document, a), _parent(document, b)
            one[a[-1]], other[b[-1]] = other[b[-1]], one[a[-1]]


def _extend(rng: random.Random, document: Document) -> None:
    """An extension or a property that the file did not have."""
    if not isinstance(document.json, dict):
        return
    key = rng.choice(("extensionsRequired", "extensionsUsed", "extensions", "extras", "scene", "scenes"))
    document.json[key] = rng.choice((["KHR_mesh_quantization"], ["X"], {"X": {}}, 7, [{"nodes": [0]}], [0], "y"))


_KINDS: tuple[Change, ...] = (_value, _field, _number, _remove, _double, _swap, _extend)
_WEIGHTS = (5, 4, 5, 2, 1, 2, 1)
_NUMBERS: tuple[Change, ...] = (_number, _property)


def any_bytes(rng: random.Random, data: bytes) -> bytes:
    spoiled = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 30))):
        at = rng.randrange(len(spoiled))
        kind = rng.random()
        if kind < 0.6:
            spoiled[at] ^= 1 << rng.randrange(8)
        elif kind < 0.75:
            del spoiled[at:]
        elif kind < 0.9:
            spoiled[at:at] = rng.randbytes(rng.randrange(1, 9))
        else:
            del spoiled[at : at + rng.randrange(1, 9)]
        if not spoiled:
            break
    return bytes(spoiled)


def _text(rng: random.Random, data: bytes) -> bytes:
    """MD5: words exchanged for hostile ones, lines dropped or doubled, bytes flipped."""
    lines = data.decode("utf-8", "replace").split("\n")
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(lines))
        kind = rng.random()
        if kind < 0.6:
            words = re.split(r"(\s+)", lines[at])
            words[rng.randrange(len(words))] = rng.choice(WORDS)
            lines[at] = "".join(words)
        elif kind < 0.75:
            del lines[at]
        elif kind < 0.9:
            lines.insert(rng.randrange(len(lines) + 1), lines[at])
        else:
            del lines[at:]
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogatepass")
