"""The quick checks of many objects at once promise what the exact ones, one by one, would find: held against both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skinning_core import SkinproofError, load_model
from skinning_core.gltf.grammar import kinds
from skinning_core.gltf.grammar.schema import ROOT
from skinning_core.model import Clips
from tests.core.sizes import as_if_large, as_if_small
from tests.night import cases
from tests.tiny import Tiny

#: What JSON can hold, and is hardly ever meant.
ODD = st.sampled_from(
    [None, True, False, -1, 0, 2.0, 2.5, -0.0, 2**53, 2**53 - 1, 10**400, float("nan"), float("inf"), "", "é", "\ud800"]
)
ODD_OBJECTS = st.sampled_from([[], {}, [[]], [{}], {"": {}}, "[]"])
LEAVES: dict[type, st.SearchStrategy[Any]] = {
    kinds.Anything: st.just({"anything": [None]}),
    kinds.Index: st.integers(0, 2**53 - 1),
    kinds.Integer: st.integers(0, 9),
    kinds.Number: st.floats(allow_nan=False, allow_infinity=False) | st.integers(-9, 9),
    kinds.Boolean: st.booleans(),
    kinds.String: st.text("abc é", max_size=3),
}


def _values(kind: kinds.Anything) -> st.SearchStrategy[Any]:
    """Values of a kind, now and then with something odd in any place of them."""
    return st.integers(0, 60).flatmap(lambda chance: ODD | ODD_OBJECTS if chance == 0 else _proper(kind))


def _proper(kind: kinds.Anything) -> st.SearchStrategy[Any]:
    if type(kind) in LEAVES:
        return LEAVES[type(kind)]
    if isinstance(kind, kinds.MapOf):
        return st.dictionaries(st.sampled_from(["POSITION", "NORMAL", "_OWN"]), _values(kind._kind), max_size=2)
    if isinstance(kind, kinds.List):
        length = {} if kind._length is None else {"min_size": kind._length, "max_size": kind._length}
        return st.lists(_values(kind._kind), **{"max_size": 5, **length})
    assert isinstance(kind, kinds.Object)
    keys = {key: _values(inner) for key, inner in kind._table.items()}
    needed = {key: keys.pop(key) for key in kind._required}
    return st.fixed_dictionaries(needed, optional=keys)


def _kinds(kind: kinds.Anything) -> Iterator[kinds.Anything]:
    yield kind
    inner = [kind._kind] if isinstance(kind, kinds.List) else list(getattr(kind, "_table", {}).values())
    for below in inner:
        yield from _kinds(below)


KINDS = list({id(kind): kind for kind in _kinds(ROOT)}.values())


@settings(max_examples=cases(250), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_fits_at_once_fits_one_by_one_and_is_left_as_it_is(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(KINDS))
    values = data.draw(st.lists(_values(kind), max_size=4))
    if kind.all_fit(values):
        with as_if_small():  # only the exact check
            for value in values:
                assert json.dumps(kind.check(value)) == json.dumps(value)


@settings(max_examples=cases(250), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_value_is_read_the_same_however_many_there_are(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([kind for kind in KINDS if isinstance(kind, kinds.Object)]))
    values = data.draw(st.lists(_values(kind), max_size=4))
    with as_if_small():
        exact = _checked(kinds.List(kind), values)
    with as_if_large():
        quick = _checked(kinds.List(kind), values)
    assert quick == exact


def _checked(kind: kinds.Anything, value: Any) -> str:
    try:
        return json.dumps(kind.check(value))
    except SkinproofError as error:
        return str(error)


def _library() -> Tiny:
    """Three clips of two tracks each, with key times of their own and shared ones."""
    tiny = Tiny()
    times = tiny.data["animations"][0]["samplers"][0]["input"]
    for k in range(2):
        own = tiny.add(np.array([0.0, 0.5 + k], np.float32))
        moved, turned = tiny.add(np.ones((2, 3), np.float32)), tiny.add(np.eye(4, dtype=np.float32)[:2])
        tiny.data["animations"].append(
            {
                "samplers": [
                    {"input": times, "output": moved, "interpolation": "STEP"},
                    {"input": own, "output": turned},
                ],
                "channels": [
                    {"sampler": 0, "target": {"node": 0, "path": ["translation", "scale"][k]}},
                    {"sampler": 1, "target": {"node": k, "path": "rotation"}},
                ],
            }
        )
    return tiny


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)


@settings(max_examples=cases(400), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_clips_that_wait_can_be_read_and_have_nothing_to_note(data: st.DataObject, tmp_path: Path) -> None:
    """Whatever is changed in a library: if its clips wait, then reading them succeeds, as if they had not waited."""
    tiny = _library()
    relevant = [tiny.data[key] for key in ("animations", "accessors", "bufferViews", "nodes")]
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from([place for top in relevant for place in _places(top)]))
        names = ["translation", "rotation", "scale", "weights", "pointer", "STEP", "CUBICSPLINE", "VEC3", "VEC4"]
        container[key] = data.draw(st.integers(0, 20) | st.sampled_from([*names, 5126, 5123, 24, 32, 48, [], True]))
        if isinstance(container, dict):
            container |= data.draw(st.sampled_from([{}, {"byteOffset": 4}, {"byteStride": 16}, {"count": 2}]))
    for _ in range(data.draw(st.integers(0, 2))):
        place = data.draw(st.integers(0, len(tiny.buffer) // 4 - 1)) * 4
        value = data.draw(st.sampled_from([np.nan, np.inf, -np.inf, -1.0, 0.0, 3e38]))
        tiny.buffer[place : place + 4] = np.float32(value).tobytes()
    path = tiny.write_glb(tmp_path / "library.glb")
    try:
        with as_if_large():
            waiting = load_model(path)
    except SkinproofError:
        return
    if not isinstance(waiting.clips, Clips):
        return
    with as_if_small():
        read = load_model(path)
    assert waiting.notes == read.notes
    assert waiting.clip_names == read.clip_names
    np.testing.assert_array_equal(waiting.nodes.has_matrix, read.nodes.has_matrix)
    for late, early in zip(waiting.clips, read.clips, strict=True):
        for a, b in zip(late.tracks, early.tracks, strict=True):
            assert (a.node, a.path, a.interpolation) == (b.node, b.path, b.interpolation)
            np.testing.assert_array_equal(a.times, b.times)
            np.testing.assert_array_equal(a.values, b.values)
            assert np.isfinite(a.values).all()
            assert (np.diff(a.times) > 0).all()
