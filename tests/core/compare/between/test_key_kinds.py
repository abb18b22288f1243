"""A clip that begins elsewhere, plays at another speed or is interpolated otherwise is told as that, not as keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.model import Clip, Model, Track
from tests import golden

Change = Callable[[Track], Track]


def with_tracks(model: Model, change: Change) -> Model:
    return replace(model, clips=tuple(Clip(clip.name, tuple(map(change, clip.tracks))) for clip in model.clips))


def retimed(start: float, speed: float) -> Change:
    def track(each: Track) -> Track:
        slopes = {n: getattr(each, n) for n in ("in_tangents", "out_tangents")}
        slopes = {n: v * speed for n, v in slopes.items() if v is not None}
        return replace(each, times=start + each.times / speed, **slopes)

    return track


def as_step(track: Track) -> Track:
    return replace(track, interpolation="STEP", in_tangents=None, out_tangents=None)


def as_linear(track: Track) -> Track:
    return replace(track, interpolation="LINEAR", in_tangents=None, out_tangents=None)


def thinned(track: Track) -> Track:
    kept = np.unique([*range(0, len(track.times), 2), len(track.times) - 1])
    cut = {n: getattr(track, n) for n in ("times", "values", "in_tangents", "out_tangents")}
    return replace(track, **{n: v[kept] for n, v in cut.items() if v is not None})


def thinned_and_late(track: Track) -> Track:
    return retimed(0.05, 1.0)(thinned(thinned(track)))


def backwards(track: Track) -> Track:
    return replace(track, values=track.values[::-1].copy())


def mirrored(track: Track) -> Track:
    signs = {"rotation": [1.0, -1.0, -1.0, 1.0], "translation": [-1.0, 1.0, 1.0]}
    return replace(track, values=track.values * np.array(signs.get(track.path, 1.0)))


def in_bytes(track: Track) -> Track:
    if track.path != "rotation":
        return track
    return replace(track, values=np.round(track.values * 127.0) / 127.0)


def twice_as_long(track: Track) -> Track:
    return replace(in_bytes(track), values=in_bytes(track).values * (2.0 if track.path == "rotation" else 1.0))


CASES = {
    "late": (retimed(0.1, 1.0), "clip start"),
    "early": (retimed(-0.03, 1.0), "clip start"),
    "fast": (retimed(0.0, 1.2), "clip speed"),
    "slow and late": (retimed(0.2, 0.8), "clip speed"),
    "as STEP": (as_step, "interpolation"),
    "backwards": (backwards, "other keys"),
    "mirrored": (mirrored, "other keys"),
    "in bytes": (in_bytes, "keys"),
    "in bytes, not of length one": (twice_as_long, "keys"),
    "dropped": (thinned, "keys"),
    "late, and most keys dropped": (thinned_and_late, "keys"),
}


def steps(model: Model, change: Change, share: float) -> tuple[str, str]:
    """What lies between a model and itself with a change, at a share of its first clip."""
    clip = model.clips[0]
    time = clip.start + share * (clip.end - clip.start)
    found = OtherFile(Path("b.glb"), model, with_tracks(model, change)).split(0, time)
    return found.steps[0].name, found.steps[0].sentence


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("model", ["fox", "woman"])
def test_what_was_done_to_the_clip_is_told(shared: Path, model: str, name: str) -> None:
    change, wanted = CASES[name]
    assert steps(load_model(golden.sheet(shared, model).model), change, 0.37)[0] == wanted


def test_splines_that_became_straight_lines_are_told(shared: Path) -> None:
    model = load_model(golden.sheet(shared, "hard/h11_cubic_all").model)
    assert steps(model, as_linear, 0.37) == (
        "interpolation",
        "keys are interpolated in another way (STEP, LINEAR, CUBICSPLINE)",
    )


@pytest.mark.parametrize("name", ["fox", "mannequiny"])
def test_clips_that_exchanged_names_are_told(shared: Path, name: str) -> None:
    model = load_model(golden.sheet(shared, name).model)
    (first, second, *others), names = model.clips, model.clip_names
    swapped = (replace(first, name=second.name), replace(second, name=first.name), *others)
    other = replace(model, clips=(swapped[1], swapped[0], *others))
    for clip, its in ((0, 1), (1, 0)):
        played = model.clips[clip]
        (step,) = OtherFile(Path("b.glb"), model, other).split(clip, 0.5 * (played.start + played.end)).steps
        assert (step.name, step.left) == ("clip names", pytest.approx(0.0, abs=1e-9 + 0.01 * step.distance))
        assert step.option == f"clip '{names[its]}' there has this motion: call it '{names[clip]}'"
