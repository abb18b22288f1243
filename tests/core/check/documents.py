"""A small valid document, and hundreds of defective ones made from it."""

from __future__ import annotations

import copy
import json
import pickle
import random
import struct
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.tiny import POSITIONS, Tiny

Change = Callable[[Tiny], Any]


def valid() -> Tiny:
    """A skinned model with all that the rules look at, and nothing that is wrong."""
    made = Tiny()
    with_bounds(made, made.primitive["attributes"]["POSITION"], POSITIONS)
    joints = np.array([[0, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]], np.uint8)
    made.primitive["attributes"]["JOINTS_0"] = made.add(joints)
    weights = np.array([[1, 0, 0, 0], [0.75, 0.25, 0, 0], [1, 0, 0, 0], [0.5, 0.5, 0, 0]], np.float32)
    made.primitive["attributes"]["WEIGHTS_0"] = made.add(weights)
    made.primitive["attributes"]["NORMAL"] = made.add(np.tile(np.float32([0, 0, 1]), (4, 1)))
    moved = np.float32([[0, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0]])
    made.primitive["targets"] = [{"POSITION": added(made, moved)}, {"POSITION": sparse(made)}]
    made.data["meshes"][0]["weights"] = [0.0, 0.5]
    made.data["nodes"] += [
        {"name": "prop", "mesh": 1, "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]},
        {"name": "group", "children": [3], "scale": [1, 2, 3], "rotation": [0, 0, 0, 1]},
    ]
    plain = {"attributes": {"POSITION": made.primitive["attributes"]["POSITION"]}, "mode": 5}
    made.data["meshes"].append({"name": "prop", "primitives": [plain]})
    made.data["scenes"][0]["nodes"].append(4)
    made.data["skins"][0]["skeleton"] = 0
    times = made.data["animations"][0]["samplers"][0]["input"]
    with_bounds(made, times, np.float32([[0], [1]]))
    made.data["animations"].append(second_clip(made, times))
    made.data["extensionsUsed"] = ["EXT_structural_metadata"]
    made.data["nodes"][0]["extensions"] = {"EXT_structural_metadata": {}}
    return made


def second_clip(made: Tiny, times: int) -> dict[str, Any]:
    """Splines, morph weights and bytes."""
    splines, weights = np.zeros((6, 3), np.float32), np.zeros(4, np.float32)
    turned = np.int8([[0, 0, 0, 127], [0, 0, 127, 0]])
    return {
        "samplers": [
            {"input": times, "output": made.add(splines), "interpolation": "CUBICSPLINE"},
            {"input": times, "output": made.add(weights), "interpolation": "STEP"},
            {"input": times, "output": made.add(turned, normalized=True)},
        ],
        "channels": [
            {"sampler": 0, "target": {"node": 1, "path": "translation"}},
            {"sampler": 1, "target": {"node": 2, "path": "weights"}},
            {"sampler": 2, "target": {"node": 4, "path": "rotation"}},
        ],
    }


def with_bounds(made: Tiny, accessor: int, values: np.ndarray) -> None:
    """Write min and max."""
    made.data["accessors"][accessor] |= {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}


def added(made: Tiny, values: np.ndarray, **accessor: Any) -> int:
    """Add values with min and max; the accessor's index."""
    index = made.add(values, **accessor)
    with_bounds(made, index, values)
    return index


def sparse(made: Tiny) -> int:
    """An accessor of four vectors, two of them given, the others zero."""
    places, values = made.add(np.uint16([1, 3])), made.add(np.float32([[1, 0, 0], [0, 1, 0]]))
    views = [made.data["accessors"][index]["bufferView"] for index in (places, values)]
    del made.data["accessors"][-2:]
    made.data["accessors"].append(
        {
            "componentType": 5126,
            "count": 4,
            "type": "VEC3",
            "min": [0, 0, 0],
            "max": [1, 1, 0],
            "sparse": {
                "count": 2,
                "indices": {"bufferView": views[0], "componentType": 5123},
                "values": {"bufferView": views[1]},
            },
        }
    )
    return len(made.data["accessors"]) - 1


def copied(made: Tiny) -> Tiny:
    """A document that may be changed without changing this one."""
    same: Tiny = pickle.loads(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))  # a tenth of deepcopy's time
    return same


#: What a value is replaced with, whatever it was.
ODD: tuple[Any, ...] = (None, -1, 1.5, 1_000_000, "odd", True, [], {}, [0, 0], [{}], {"POSITION": 0})


def forms(base: Tiny) -> Iterator[tuple[str, Tiny]]:
    """Every property of a document left out, and replaced with values of every type."""
    stored = pickle.dumps(base, pickle.HIGHEST_PROTOCOL)
    for path in paths(base.data):
        name = "/".join(map(str, path))
        if path[0] == "buffers" and len(path) < 3:
            continue  # without which there is nothing to write
        made = pickle.loads(stored)
        owner = leading_to(made.data, path)
        if isinstance(owner, dict):
            del owner[path[-1]]
            yield f"{name} left out", made
        for odd in ODD:
            made = pickle.loads(stored)
            leading_to(made.data, path)[path[-1]] = copy.deepcopy(odd)
            yield f"{name} = {json.dumps(odd)}", made


def paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every value of a document stands; of plain arrays only the first."""
    items = list(value.items() if isinstance(value, dict) else enumerate(value))
    if isinstance(value, list) and items and not isinstance(items[0][1], dict):
        items = items[:1]
    for key, item in items:
        yield (*before, key)
        if isinstance(item, (dict, list)):
            yield from paths(item, (*before, key))


def leading_to(data: Any, path: tuple[Any, ...]) -> Any:
    """What holds the value at ``path``."""
    for key in path[:-1]:
        data = data[key]
    return data


def accessors(base: Tiny) -> Iterator[tuple[str, Tiny]]:
    """Every accessor with other formats, counts and places."""
    changes: list[dict[str, Any]] = [{"componentType": kind} for kind in (5120, 5121, 5122, 5123, 5124, 5125, 5126)]
    changes += [{"type": kind} for kind in ("SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4", "VEC5")]
    changes += [{"normalized": True}, {"byteOffset": 1}, {"byteOffset": 2}, {"byteOffset": 4}, {"byteOffset": 10_000}]
    for index in range(len(base.data["accessors"])):
        count = base.data["accessors"][index]["count"]
        for change in [*changes, {"count": count + 1}, {"count": max(count - 1, 1)}, {"min": [0]}, {"max": [0, 0, 9]}]:
            made = copied(base)
            made.data["accessors"][index] |= change
            yield f"accessors/{index} with {change}", made
    for index in range(len(base.data["bufferViews"])):
        length = base.data["bufferViews"][index]["byteLength"]
        for change in (
            *({"byteStride": stride} for stride in (2, 4, 5, 6, 16, 20, 252, 256)),
            *({"target": target} for target in (34962, 34963, 1)),
            {"byteLength": length - 1},
            {"byteLength": length + 4},
            {"byteOffset": 1},
            {"byteOffset": 2},
            {"byteOffset": 100_000},
            {"buffer": 1},
        ):
            made = copied(base)
            made.data["bufferViews"][index] |= change
            yield f"bufferViews/{index} with {change}", made


def contents(base: Tiny) -> Iterator[tuple[str, Tiny]]:
    """The first, the second and the last number of every buffer view replaced."""
    for index, view in enumerate(base.data["bufferViews"]):
        begin, length = view.get("byteOffset", 0), view["byteLength"]
        for place in sorted({0, min(4, length - 4), length - 4}):
            if place < 0:
                continue
            for number in (float("nan"), float("inf"), -1.0, 0.0, 1.001, 1e30):
                made = copied(base)
                struct.pack_into("<f", made.buffer, begin + place, number)
                yield f"bufferViews/{index}, byte {place}: {number}", made
            made = copied(base)
            made.buffer[begin + place : begin + place + 4] = b"\xff" * 4
            yield f"bufferViews/{index}, byte {place}: all bits", made


def containers(base: Tiny) -> Iterator[tuple[str, bytes]]:
    """GLB files that are cut, or whose header and chunks lie."""
    whole = base.glb()
    for length in (0, 3, 4, 8, 11, 12, 16, 20, 21, 100, len(whole) - 4, len(whole) - 1):
        yield f"cut to {length} bytes", whole[:length]
    yield "4 bytes more", whole + b"\0" * 4
    yield "20 bytes more", whole + b"\0" * 20
    for place, name in ((0, "magic"), (4, "version"), (8, "length"), (12, "size of JSON"), (16, "kind of JSON")):
        for value in (0, 1, 3, 7, 12, 1 << 31, struct.unpack_from("<I", whole, place)[0] + 4, 0x004E4942):
            changed = bytearray(whole)
            struct.pack_into("<I", changed, place, value)
            yield f"{name} = {value}", bytes(changed)
    size = struct.unpack_from("<I", whole, 12)[0]
    text, binary = whole[20 : 20 + size], whole[28 + size :]
    json_, bin_, other = (0x4E4F534A, text), (0x004E4942, binary), (0x12345678, b"\0" * 8)
    for name, chunks in {
        "two JSON chunks": [json_, json_, bin_],
        "two binary chunks": [json_, bin_, bin_],
        "binary chunk first": [bin_, json_],
        "binary chunk third": [json_, other, bin_],
        "unknown chunk last": [json_, bin_, other],
        "no binary chunk": [json_],
        "empty binary chunk": [json_, (0x004E4942, b"")],
        "empty JSON chunk": [(0x4E4F534A, b""), bin_],
        "longer binary chunk": [json_, (0x004E4942, binary + b"\0" * 8)],
        "odd binary chunk": [json_, (0x004E4942, binary[:-1])],
        "no chunk": [],
    }.items():
        body = b"".join(struct.pack("<II", len(data), kind) + data for kind, data in chunks)
        yield name, struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body
    for name, broken in {"not JSON": b"{]  ", "array": b"[]  ", "number": b"1   ", "not UTF-8": b'{"\xff": 1}'}.items():
        yield name, broken


def sampled(cases: list[Any], count: int, seed: int) -> list[Any]:
    """At most ``count`` of them, always the same."""
    return cases if len(cases) <= count else random.Random(seed).sample(cases, count)
