"""Engines that lose keys of all tracks or of some: the first, the last, every second."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.finder import diagnosing
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model, Track
from skinning_core.skin.posed_model import posed_model
from tests import golden
from tests.subjects import to_the_end

ROOT = Path(__file__).parents[4]
#: By code, which keys an engine has, given their count.
KEYS = {
    "first-keys-dropped": lambda count: np.arange(count) > 0,
    "last-keys-dropped": lambda count: np.arange(count) < count - 1,
    "half-the-keys": lambda count: np.arange(count) % 2 == 0,
}


#: By code: the same of some tracks.
OF_SOME = {
    "some-first-keys-dropped": "first-keys-dropped",
    "some-last-keys-dropped": "last-keys-dropped",
    "some-half-the-keys": "half-the-keys",
}
#: Some tracks.
WHICH = {
    "rotations": lambda track: track.path == "rotation",
    "every second node": lambda track: track.node % 2 == 0,
}


def with_keys(model: Model, code: str, chosen: Callable[[Track], bool] = lambda _: True) -> Model:
    """The model whose first clip has some of its keys, of the chosen tracks; tracks of one keep it."""

    def thinned(track: Track) -> Track:
        if not chosen(track):
            return track
        there = KEYS[code](len(track.times)) | (len(track.times) < 2)
        tangents = {
            name: None if (stored := getattr(track, name)) is None else stored[there]
            for name in ("in_tangents", "out_tangents")
        }
        return dataclasses.replace(track, times=track.times[there], values=track.values[there], **tangents)

    clip = model.clips[0]
    clip = dataclasses.replace(clip, tracks=tuple(map(thinned, clip.tracks)))
    return dataclasses.replace(model, clips=(clip, *model.clips[1:]))


def named(model: Model, code: str, engine: Model) -> None:
    """The one cause that is found of an engine has this code, or cannot be told from it, and explains everything."""
    clip = model.clips[0]
    times = np.unique([*np.linspace(clip.start, clip.end, 8), *clip.tracks[0].times[1:2]])
    ours, theirs = (skin_model(each, 0, times) for each in (model, engine))
    rounded = tuple(positions.astype(np.float32) for positions in theirs.positions)
    other = dataclasses.replace(theirs, positions=rounded, node_globals=None, skin_palettes=())
    (cause,) = to_the_end(diagnosing(posed_model(model, clip, times), ours, other)).causes
    assert code in {cause.code, *cause.also}
    assert cause.explained > 0.999


@pytest.mark.parametrize("code", KEYS)
def test_lost_keys_are_named(code: str) -> None:
    model = load_model(ROOT / "examples" / "character.glb")
    named(model, code, with_keys(model, code))


@pytest.mark.parametrize("code", KEYS)
@pytest.mark.parametrize("name", ["fox", "mannequiny"])
def test_they_are_on_real_models(name: str, code: str, shared: Path) -> None:
    model = load_model(golden.sheet(shared, name).model)
    named(model, code, with_keys(model, code))


@pytest.mark.parametrize("code", OF_SOME)
@pytest.mark.parametrize("which", WHICH)
def test_keys_that_some_tracks_lack_are_named(code: str, which: str) -> None:
    model = load_model(ROOT / "examples" / "character.glb")
    named(model, code, with_keys(model, OF_SOME[code], WHICH[which]))


@pytest.mark.parametrize("which", WHICH)
@pytest.mark.parametrize("name", ["fox", pytest.param("mannequiny", marks=pytest.mark.nightly)])
def test_they_are_on_real_characters(name: str, which: str, shared: Path) -> None:
    model = load_model(golden.sheet(shared, name).model)
    named(model, "some-last-keys-dropped", with_keys(model, "last-keys-dropped", WHICH[which]))
