"""Broken files: every one gets a ``SkinproofError`` that names the place; no other exception ever escapes."""

from __future__ import annotations

import json
import os
import re
import struct
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skinning_core import SkinproofError, load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.pose.clip import find_clip
from tests.core.sizes import as_if_large, as_if_small
from tests.links import make_link
from tests.night import cases
from tests.tiny import Tiny

Break = Callable[[Tiny], object]


def _set(*path: str | int, value: object) -> Break:
    def change(tiny: Tiny) -> None:
        target: object = tiny.data
        for key in path[:-1]:
            target = target[key]  # type: ignore[index]
        target[path[-1]] = value  # type: ignore[index]

    return change


def _accessor(role: str) -> Callable[[Tiny], dict]:
    return lambda tiny: tiny.data["accessors"][tiny.primitive["attributes"][role]]


def _nan_position(tiny: Tiny) -> None:
    struct.pack_into("<f", tiny.buffer, 4, float("nan"))


def _cubic_without_tangents(tiny: Tiny) -> None:
    tiny.data["animations"][0]["samplers"][0]["interpolation"] = "CUBICSPLINE"


def _bind(tiny: Tiny, joint: int, weight: float) -> None:
    """Bind the first vertex by its fourth influence, which is unused."""
    for role, place, value in (("JOINTS_0", 3, struct.pack("<B", joint)), ("WEIGHTS_0", 12, struct.pack("<f", weight))):
        begin = tiny.data["bufferViews"][_accessor(role)(tiny)["bufferView"]]["byteOffset"] + place
        tiny.buffer[begin : begin + len(value)] = value


def _skin_twice(tiny: Tiny, first: list[int], second: list[int]) -> None:
    """The same mesh on two nodes, each with a skin of its own."""
    tiny.data["skins"] = [{"joints": first}, {"joints": second}]
    tiny.data["nodes"].append({"mesh": 0, "skin": 1})


BROKEN: dict[str, tuple[Break, str, str]] = {
    "no asset": (lambda t: t.data.pop("asset"), "", "asset is missing"),
    "version 1, objects by name": (
        lambda t: t.data.update(asset={}, nodes={"a": {}}, meshes={}),
        "/asset",
        "glTF 1.0",
    ),
    "version 1": (_set("asset", "version", value="1.0"), "/asset", "not supported"),
    "needs 2.1": (_set("asset", "minVersion", value="2.1"), "/asset", "not supported"),
    "nodes is text": (_set("nodes", value="x"), "/nodes", "an array expected"),
    "negative index": (_set("nodes", 2, "mesh", value=-1), "/nodes/2/mesh", "integer of at least 0"),
    "true as index": (_set("nodes", 2, "mesh", value=True), "/nodes/2/mesh", "integer of at least 0"),
    "mesh out of range": (_set("nodes", 2, "mesh", value=1), "/nodes/2/mesh", "out of range"),
    "skin out of range": (_set("nodes", 2, "skin", value=7), "/nodes/2/skin", "out of range"),
    "own child": (_set("nodes", 1, "children", value=[1]), "/nodes/1/children/0", "two parents"),
    "cycle": (_set("nodes", 1, "children", value=[0]), "/nodes/", "cycle"),
    "two parents": (_set("nodes", 2, "children", value=[1]), "/nodes/2/children/0", "two parents"),
    "short rotation": (_set("nodes", 1, "rotation", value=[0, 0, 1]), "/nodes/1/rotation", "4 values expected"),
    "infinite scale": (_set("nodes", 1, "scale", value=[1, 1e999, 1]), "/nodes/1/scale/1", "finite"),
    "joint node out of range": (_set("skins", 0, "joints", value=[0, 9]), "/skins/0/joints/1", "out of range"),
    "no joints": (_set("skins", 0, "joints", value=[]), "/skins/0", "no joints"),
    "more joints than matrices": (_set("skins", 0, "joints", value=[0, 1, 2]), "/skins/0/inverse", "2 inverse bind"),
    "vertex on a missing joint": (_set("skins", 0, "joints", value=[0]), "JOINTS_0", "bound to joint 1"),
    "negative weight on a missing joint": (lambda t: _bind(t, joint=9, weight=-0.5), "JOINTS_0", "bound to joint 9"),
    "a smaller skin after a larger": (lambda t: _skin_twice(t, [0, 1], [0]), "JOINTS_0", "the skin has 1 joint"),
    "a smaller skin before a larger": (lambda t: _skin_twice(t, [0], [0, 1]), "JOINTS_0", "the skin has 1 joint"),
    "weights missing": (lambda t: t.primitive["attributes"].pop("WEIGHTS_0"), "attributes", "pairs"),
    "counts differ": (lambda t: _accessor("WEIGHTS_0")(t).update(count=3), "WEIGHTS_0", "POSITION has 4"),
    "float joints": (lambda t: _accessor("JOINTS_0")(t).update(componentType=5126, count=1), "JOINTS_0", "unsigned"),
    "component type": (lambda t: _accessor("POSITION")(t).update(componentType=5124), "/accessors/", "5124"),
    "accessor type": (lambda t: _accessor("POSITION")(t).update(type="MAT5"), "/accessors/", "MAT5"),
    "count too high": (lambda t: _accessor("POSITION")(t).update(count=2**40), "/accessors/", "do not fit"),
    "negative count": (lambda t: _accessor("POSITION")(t).update(count=-3), "/accessors/0/count", "at least 0"),
    "zeros without end": (
        lambda t: (_accessor("POSITION")(t).update(count=2**40), _accessor("POSITION")(t).pop("bufferView")),
        "/accessors/0",
        "too many",
    ),
    "view past buffer": (_set("bufferViews", 0, "byteLength", value=10**6), "/bufferViews/0", "ends at byte"),
    "stride below element": (_set("bufferViews", 0, "byteStride", value=4), "/accessors/0", "do not fit"),
    "vertex index": (lambda t: _set("accessors", t.primitive["indices"], "count", value=7)(t), "/accessors/", "fit"),
    "NaN position": (_nan_position, "/accessors/0", "vertex 0"),
    "key times fall": (
        lambda t: struct.pack_into(
            "<2f", t.buffer, t.data["bufferViews"][t.data["animations"][0]["samplers"][0]["input"]]["byteOffset"], 1, 0
        ),
        "/animations/0/samplers/0/input",
        "must increase",
    ),
    "tangents missing": (_cubic_without_tangents, "/animations/0/samplers/0/output", "8 output values"),
    "interpolation": (
        _set("animations", 0, "samplers", 0, "interpolation", value="SMOOTH"),
        "/animations/0/samplers/0/interpolation",
        "SMOOTH",
    ),
    "missing buffer": (_set("buffers", 0, "uri", value="away.bin"), "/buffers/0", "missing"),
    "path up": (_set("buffers", 0, "uri", value="../away.bin"), "/buffers/0", "not a path inside"),
    "escaped path up": (_set("buffers", 0, "uri", value="%2e%2e/away.bin"), "/buffers/0", "not a path inside"),
    "rooted path": (_set("buffers", 0, "uri", value="/etc/passwd"), "/buffers/0", "not a path inside"),
    "other scheme": (_set("buffers", 0, "uri", value="file:///etc/passwd"), "/buffers/0", "not a path inside"),
    "backslash": (_set("buffers", 0, "uri", value="..\\away.bin"), "/buffers/0", "not a path inside"),
    "control sign": (_set("buffers", 0, "uri", value="a\0b.bin"), "/buffers/0", "not a path inside"),
    "empty uri": (_set("buffers", 0, "uri", value=""), "/buffers/0", "not a path inside"),
    "a folder as buffer": (_set("buffers", 0, "uri", value="."), "/buffers/0", "no file"),
    "base64": (_set("buffers", 0, "uri", value="data:;base64,@@@@"), "/buffers/0", "base64"),
    "empty parameter": (_set("buffers", 0, "uri", value="data:;;base64,AAAA"), "/buffers/0", "empty parameter"),
    "data URI too short": (_set("buffers", 0, "uri", value="data:;base64,AAAA"), "/buffers/0", "truncated buffer"),
}


@pytest.mark.parametrize("size", [as_if_small, nullcontext, as_if_large], ids=["small", "as it is", "large"])
@pytest.mark.parametrize("name", BROKEN)
def test_broken_documents(name: str, size: Callable[[], AbstractContextManager], tmp_path: Path) -> None:
    change, where, what = BROKEN[name]
    tiny = Tiny()
    change(tiny)
    path = tiny.write_gltf(tmp_path / "broken.gltf")
    if where.startswith("/animations"):  # then the rest of the file is read, and the clip is refused by name
        with size():
            model = load_model(path)
        with pytest.raises(SkinproofError, match=re.escape(what)) as caught:
            find_clip(model, "0")
        assert where in str(caught.value)
        return
    with size(), pytest.raises(SkinproofError) as caught:
        load_model(path)
    assert caught.value.where.startswith("broken.gltf")
    assert where in caught.value.where
    assert what in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_clip_whose_buffer_is_not_there_is_one_clip_however_many_there_are(tmp_path: Path) -> None:
    tiny = Tiny()
    place = tiny.data["animations"][0]["samplers"][0]["output"]
    tiny.data["bufferViews"][tiny.data["accessors"][place]["bufferView"]]["buffer"] = 1
    path = tiny.write_gltf(tmp_path / "broken.gltf")
    for size in (as_if_small, as_if_large):
        with size():
            assert list(load_model(path).broken_clips) == [0]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"nonsense",
        b"\xff\xfe{}",
        b'{"asset":',
        b"[" * 100_000,
        b'{"asset": {"version": %s}}' % (b"9" * 5000),
    ],
    ids=["empty", "array", "nonsense", "not utf-8", "cut", "deep", "long integer"],
)
def test_broken_json(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.gltf"
    path.write_bytes(text)
    with pytest.raises(SkinproofError, match=r"^broken\.gltf"):
        load_model(path)


@pytest.mark.parametrize("size", [0, 3, 4, 8, 11, 12, 16, 19, 20, 40, 400, -1])
def test_truncated_glb(size: int, tmp_path: Path) -> None:
    path = tmp_path / "broken.glb"
    path.write_bytes(Tiny().glb()[:size])
    with pytest.raises(SkinproofError, match=r"^broken\.glb"):
        load_model(path)


def test_unknown_glb_chunks_and_trailing_bytes_are_skipped(tmp_path: Path) -> None:
    data = Tiny().glb()
    extra = struct.pack("<II", 4, 0x12345678) + b"abcd"
    path = tmp_path / "odd.glb"
    path.write_bytes(data[:8] + struct.pack("<I", len(data) + len(extra)) + data[12:] + extra + b"trailing")
    assert len(load_model(path).parts) == 1


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no symbolic links here")
def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    inside = tmp_path / "asset"
    inside.mkdir()
    (tmp_path / "away.bin").write_bytes(bytes(10_000))
    make_link(inside / "link.bin", tmp_path / "away.bin")
    tiny = Tiny()
    tiny.data["buffers"][0]["uri"] = "link.bin"
    with pytest.raises(SkinproofError, match="leads out"):
        load_model(tiny.write_gltf(inside / "model.gltf"))


def test_a_chain_of_100000_nodes_is_read_without_recursion(tmp_path: Path) -> None:
    tiny = Tiny()
    first = len(tiny.data["nodes"])
    tiny.data["nodes"] += [{"children": [first + k + 1]} for k in range(100_000)] + [{}]
    model = load_model(tiny.write_gltf(tmp_path / "deep.gltf"))
    assert len(model.nodes) == 100_004


def _outcome(path: Path) -> str | np.ndarray:
    """The error of reading and skinning a file, or the positions."""
    try:
        model = load_model(path)
        with np.errstate(all="ignore"):
            parts = skin_model(model, 0 if model.clips else None, np.array([0.5])).positions
            return np.concatenate([np.zeros((1, 0, 3)), *parts], axis=1)
    except SkinproofError as error:
        assert "\n" not in str(error)
        return str(error)


def _same_if_large(path: Path) -> None:
    """However many objects a file has, the same comes of it."""
    with as_if_small():
        small = _outcome(path)
    with as_if_large():
        large = _outcome(path)
    np.testing.assert_array_equal(large, small)


@settings(max_examples=cases(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_files_raise_nothing_else(data: st.DataObject, tmp_path: Path) -> None:
    """Bytes of a GLB changed at random: the file is read and skinned, or refused with our error."""
    original = Tiny().glb()
    changes = data.draw(st.lists(st.tuples(st.integers(0, len(original) - 1), st.integers(0, 255)), max_size=8))
    mutated = bytearray(original)
    for place, value in changes:
        mutated[place] = value
    path = tmp_path / "mutated.glb"
    path.write_bytes(bytes(mutated))
    _same_if_large(path)


@settings(max_examples=cases(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_json_raises_nothing_else(data: st.DataObject, tmp_path: Path) -> None:
    """One value anywhere in the JSON replaced by another of any type."""
    tiny = Tiny()
    tiny.write_gltf(tmp_path / "mutated.gltf")
    mutated = json.loads((tmp_path / "mutated.gltf").read_text())
    container, key = data.draw(st.sampled_from(list(_places(mutated))))
    anything = [st.none(), st.booleans(), st.integers(-3, 2**60), st.floats(), st.text(max_size=3)]
    container[key] = data.draw(st.one_of(*anything, st.just([]), st.just({})))
    path = tmp_path / "mutated.gltf"
    path.write_text(json.dumps(mutated))
    _same_if_large(path)


def _places(value: object):  # type: ignore[no-untyped-def]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)
