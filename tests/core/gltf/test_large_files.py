"""Files of many objects: checked all at once, their clips read when asked for; the same comes of it as one by one."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchmarks.glb import write_character
from benchmarks.meshes import body
from skinning_core import load_model
from skinning_core.pose.clip import find_clip
from tests.core.sizes import as_if_large, as_if_small
from tests.models import MODELS


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_the_same_whatever_its_size(name: str, tmp_path: Path) -> None:
    path = MODELS[name](tmp_path)
    with as_if_small():
        small = load_model(path)
    with as_if_large():
        large = load_model(path)
    assert small.notes == large.notes
    assert small.nodes.names == large.nodes.names
    np.testing.assert_array_equal(small.nodes.has_matrix, large.nodes.has_matrix)
    assert len(small.clips) == len(large.clips)
    for one, other in zip(small.clips, large.clips, strict=True):
        assert (one.name, len(one.tracks)) == (other.name, len(other.tracks))
        for a, b in zip(one.tracks, other.tracks, strict=True):
            for field in dataclasses.fields(a):
                np.testing.assert_array_equal(getattr(a, field.name), getattr(b, field.name))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """20 clips of 9 tracks."""
    return write_character(tmp_path / "library.glb", body(100, 9), clips=20)


def _clips_read(work: Callable[[], object]) -> int:
    """How many animations are read from the file while ``work`` is done."""
    read: list[str] = []
    sys.setprofile(lambda frame, event, _: read.append(event) if frame.f_code.co_name == "read_all" else None)
    try:
        work()
    finally:
        sys.setprofile(None)
    return read.count("call")


def test_clips_of_a_library_are_read_when_asked_for(library: Path) -> None:
    assert _clips_read(lambda: load_model(library)) == 0
    model = load_model(library)
    assert _clips_read(lambda: model.clip_names) == 0
    assert _clips_read(lambda: find_clip(model, model.clip_names[3])) == 0
    assert _clips_read(lambda: [model.clips[7], model.clips[7], model.clips[-13]]) == 1
    assert _clips_read(lambda: list(model.clips)) == 19
    assert len(model.clips[7].tracks) == 9
    assert model.clips[3].end == pytest.approx(29 / 30)


def test_a_clip_of_a_library_is_a_frozen_clip_like_any_other(library: Path) -> None:
    clips = load_model(library).clips
    assert vars(clips[4]).keys() == {"name", "tracks"}
    assert dataclasses.replace(clips[4], name="other").tracks is clips[4].tracks
    with pytest.raises(dataclasses.FrozenInstanceError):
        clips[4].tracks = ()  # type: ignore[misc]


def test_clips_of_a_library_are_an_ordinary_sequence(library: Path) -> None:
    clips = load_model(library).clips
    assert clips[-1] is clips[19] is clips[np.int64(19)]
    assert clips[2:8:3] == (clips[2], clips[5])
    assert clips[:-18] == (clips[0], clips[1])
    assert tuple(clips) == clips[:]
    for beyond in (20, -21):
        with pytest.raises(IndexError):
            clips[beyond]


def test_the_work_per_track_is_not_pythons(tmp_path: Path) -> None:
    """100 clips more cost a handful of Python calls each, not several for each of their 900 tracks' objects."""

    def calls(clips: int) -> int:
        path = write_character(tmp_path / f"{clips}.glb", body(100, 9), clips=clips)
        events: list[str] = []
        sys.setprofile(lambda _frame, event, _argument: events.append(event))
        try:
            load_model(path)
        finally:
            sys.setprofile(None)
        return events.count("call")

    assert calls(120) - calls(20) < 3 * 900


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_but_a_broken_one_is_found_at_once(library: Path, value: float) -> None:
    """The very last value of the file is the last track's."""
    data = library.read_bytes()
    library.write_bytes(data[:-4] + np.float32(value).tobytes())
    model = load_model(library)
    assert list(model.broken_clips) == [19]
    assert "element 29 of /animations/19/samplers/8/output is not a finite number" in model.broken_clips[19]
