"""Engines that scale a clip's translations, or begin a clip where another one ended."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.cause import Cause
from skinning_core.compare.causes.finder import diagnosing
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Model, Track
from skinning_core.pose.track import sample_track
from skinning_core.skin.posed_model import posed_model
from tests import golden
from tests.subjects import to_the_end

CHARACTER = Path(__file__).parents[4] / "examples" / "character.glb"
#: The second by night: it takes ten times as long.
REAL = ("fox", pytest.param("mannequiny", marks=pytest.mark.nightly))


def causes(model: Model, clip: int, engine: Model, unit: float = 1.0) -> tuple[Cause, ...]:
    """What is named of an engine that plays another model, everything times ``unit``."""
    asked = model.clips[clip]
    times = np.linspace(asked.start, asked.end, 5)
    ours, theirs = skin_model(model, clip, times), skin_model(engine, clip, times)
    places = tuple((unit * positions).astype(np.float32) for positions in theirs.positions)
    other = dataclasses.replace(theirs, positions=places, node_globals=None, skin_palettes=())
    return to_the_end(diagnosing(posed_model(model, asked, times), ours, other)).causes


def with_clip(model: Model, number: int, change: Callable[[Clip], Clip]) -> Model:
    clips = tuple(change(clip) if k == number else clip for k, clip in enumerate(model.clips))
    return dataclasses.replace(model, clips=clips)


def slid(model: Model) -> Model:
    """The model whose first clip moves every third node away from its place at rest."""
    rng = np.random.default_rng(3)

    def change(clip: Clip) -> Clip:
        times = np.array([clip.start, (clip.start + clip.end) / 2.0, clip.end])
        moved = [
            Track(node, "translation", "LINEAR", times, model.nodes.translation[node] + rng.normal(0.0, 0.05, (3, 3)))
            for node in range(0, len(model.nodes), 3)
            if not model.nodes.has_matrix[node]
        ]
        return Clip(clip.name, (*(track for track in clip.tracks if track.path != "translation"), *moved))

    return with_clip(model, 0, change)


def scaled(model: Model, factor: float, *, of_rest: bool) -> Model:
    """The model whose first clip has all translations times a factor, from the origin or from rest."""

    def change(track: Track) -> Track:
        if track.path != "translation":
            return track
        start = model.nodes.translation[track.node] if of_rest else np.zeros(3)
        return dataclasses.replace(track, values=start + factor * (track.values - start))

    return with_clip(model, 0, lambda clip: Clip(clip.name, tuple(map(change, clip.tracks))))


def scaling_is_told(model: Model) -> None:
    for code, factor in (("translations-scaled", 0.5), ("moves-scaled", 3.0)):
        (cause,) = causes(model, 0, scaled(model, factor, of_rest=code == "moves-scaled"))
        assert cause.code == code
        assert f"{factor:g} times" in str(cause.sentence)
        assert cause.explained > 0.999


def test_translations_in_another_unit_are_told() -> None:
    scaling_is_told(slid(load_model(CHARACTER)))


@pytest.mark.parametrize("name", REAL)
def test_they_are_on_real_models(name: str, shared: Path) -> None:
    scaling_is_told(slid(load_model(golden.sheet(shared, name).model)))


def test_so_they_are_where_all_is_in_that_unit() -> None:
    model = slid(load_model(CHARACTER))
    found = causes(model, 0, scaled(model, 0.01, of_rest=False), unit=100.0)
    assert {cause.code for cause in found} == {"translations-scaled", "scaled"}


def thinned(model: Model, number: int) -> Model:
    """The model one of whose clips writes every third of its tracks only."""
    return with_clip(model, number, lambda clip: Clip(clip.name, clip.tracks[::3]))


def left(model: Model, number: int, *, start: bool) -> Model:
    """The model whose nodes stand as a clip has them at its start or its end."""
    placed = {path: getattr(model.nodes, path).copy() for path in ("translation", "rotation", "scale")}
    weights = list(model.nodes.morph_weights)
    clip = model.clips[number]
    for track in clip.tracks:
        (value,) = sample_track(track, np.array([clip.start if start else clip.end]))
        if track.path == "weights":
            weights[track.node] = value
        else:
            placed[track.path][track.node] = value
    return dataclasses.replace(model, nodes=dataclasses.replace(model.nodes, morph_weights=tuple(weights), **placed))


def a_clip_before_is_told(model: Model, number: int, before: int) -> None:
    model = thinned(model, number)
    (cause,) = causes(model, number, left(model, before, start=before > number))
    assert cause.code == "clip-before"
    assert repr(model.clips[before].name) in str(cause.sentence)
    assert cause.explained > 0.999


def test_the_pose_that_another_clip_left_is_told() -> None:
    a_clip_before_is_told(load_model(CHARACTER), 1, 2)


@pytest.mark.parametrize("name", REAL)
def test_it_is_on_real_models(name: str, shared: Path) -> None:
    a_clip_before_is_told(load_model(golden.sheet(shared, name).model), 2, 0)


def test_all_clips_before_in_turn_are_told() -> None:
    """What neither the last nor this one writes stands as the first has left it."""
    model = thinned(load_model(CHARACTER), 1)
    model = dataclasses.replace(model, clips=(model.clips[2], model.clips[1], model.clips[0]))
    third = with_clip(model, 2, lambda clip: Clip(clip.name, clip.tracks[5::7]))
    (cause,) = causes(third, 2, left(left(third, 0, start=False), 1, start=False))
    assert cause.code == "clip-before"
    assert cause.explained > 0.999
