"""A clip in a texture: its texels against a plain reading of the file, its shader against the reference."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model, skin_model
from skinning_core.cli.main import execute, parse_arguments
from skinning_core.lessons.baked_clip import BakedClip, bake_clip, frame_times, read_baked
from skinning_core.model import Clip, Model, Track
from skinning_core.subject import SUBJECTS
from tests.models import MODELS


def bake(words: list[str]) -> int:
    args = parse_arguments(["bake", *words])
    assert not isinstance(args, int)
    return execute(args, SUBJECTS)


@pytest.mark.parametrize(("end", "rate", "count"), [(1.0, 30.0, 31), (1.01, 30.0, 32), (0.0, 30.0, 1), (1.0, 0.5, 2)])
def test_frames_lie_evenly_from_the_first_key_to_the_last(end: float, rate: float, count: int) -> None:
    times = np.array([0.0, end]) if end else np.zeros(1)
    clip = Clip("moved", (Track(0, "translation", "LINEAR", 2.0 + times, np.zeros((len(times), 3))),))
    frames = frame_times(clip, rate)
    assert len(frames) == count
    assert (frames[0], frames[-1]) == (2.0, 2.0 + end)
    assert np.allclose(np.diff(frames), end / max(count - 1, 1))


def test_texels_are_the_rows_of_skin_matrices(root: Path) -> None:
    model = load_model(root / "examples/character.glb")
    baked = bake_clip(model, 0, 10.0)
    reference = skin_model(model, 0, baked.times)
    assert reference.node_globals is not None
    for frame in (0, 3, 10):
        for joint in (0, 17, 51):
            rows = baked.texels[0][frame, 3 * joint : 3 * joint + 3]
            assert np.allclose(rows, reference.skin_palettes[0][1][frame, joint, :3], atol=1e-6)
        for k, node in enumerate(baked.nodes):
            rows = baked.node_texels[frame, 3 * k : 3 * k + 3]
            assert np.allclose(rows, reference.node_globals[frame, node, :3], atol=1e-6)


@pytest.mark.parametrize("name", MODELS)
def test_on_its_frames_it_is_the_reference(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = MODELS[name](tmp_path)
    model = load_model(path)
    moving = [k for k, clip in enumerate(model.clips) if clip.tracks]
    if not moving:
        pytest.skip("no clip moves anything")
    out = tmp_path / "baked.npz"
    assert bake([str(path), "--clip", str(moving[0]), "--rate", "7", "--out", str(out)]) == 0, capsys.readouterr()
    assert "on its frames: the same as the reference but for rounding" in capsys.readouterr().out


def halfway(model: Model, baked: BakedClip, frame: int) -> float:
    """How far the shader is off between two frames, vertex by vertex, from the mean of its own two frames."""
    middle = 0.5 * (baked.times[frame] + baked.times[frame + 1])
    apart = 0.0
    for part in model.parts:
        before, after = baked.positions(model, part, baked.times[frame : frame + 2])
        apart = max(
            apart, float(np.abs(baked.positions(model, part, np.array([middle]))[0] - 0.5 * (before + after)).max())
        )
    return apart


def test_between_frames_matrices_are_mixed(root: Path) -> None:
    """Without morph targets the mean of two matrices moves a vertex to the mean of the two places."""
    model = load_model(root / "examples/arm.glb")
    assert halfway(model, bake_clip(model, 0, 5.0), 2) < 1e-6


def test_twice_the_frames_are_four_times_as_near(root: Path) -> None:
    """The walk has a key 24 times a second; between two of them each joint goes in an arc."""
    model = load_model(root / "examples/character.glb")
    off = []
    for rate in (24.0, 48.0, 96.0):
        baked = bake_clip(model, 0, rate)
        middle = 0.5 * (baked.times[1:] + baked.times[:-1])
        expected = skin_model(model, 0, middle).positions
        given = (baked.positions(model, part, middle) for part in model.parts)
        off.append(max(float(np.abs(a - b).max()) for a, b in zip(given, expected, strict=True)))
    assert np.allclose(np.divide(off[:2], off[1:]), 4.0, rtol=0.1), off


def test_what_is_saved_is_read(root: Path, tmp_path: Path) -> None:
    model = load_model(root / "examples/character.glb")
    baked = bake_clip(model, 1, 5.0)
    baked.save(tmp_path / "wave.npz")
    again = read_baked(tmp_path / "wave.npz")
    assert again.nodes == baked.nodes
    assert np.array_equal(again.times, baked.times)
    assert all(np.array_equal(a, b) for a, b in zip(again.texels, baked.texels, strict=True))
    assert again.morph_weights.keys() == baked.morph_weights.keys() != set()
    assert all(np.array_equal(again.morph_weights[n], baked.morph_weights[n]) for n in baked.morph_weights)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--clip", "rest", "--out", "walk.npz"], "moves nothing"),
        (["--clip", "walk", "--out", "walk.png"], "baked texels are an .npz"),
        (["--clip", "run", "--out", "walk.npz"], "no clip 'run'"),
    ],
)
def test_what_cannot_be_baked_is_said(
    root: Path, tmp_path: Path, words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(tmp_path / word) if word.startswith("walk.") else word for word in words]
    assert bake([str(root / "examples/character.glb"), *words]) == 2
    assert problem in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_clip_that_no_texture_takes_is_refused(root: Path) -> None:
    model = load_model(root / "examples/character.glb")
    assert bake_clip(model, 2, 1000.0).texels[0].shape == (4001, 156, 4)
    with pytest.raises(SkinproofError, match="20001 frames of 52 joints are too many for one texture"):
        bake_clip(model, 2, 5000.0)
