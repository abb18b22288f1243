"""Two clips at once: against a plain blend, node by node, and through the file that the command writes."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, skin_model, skin_pose
from skinning_core.cli.main import execute, parse_arguments
from skinning_core.lessons.blend import Layers, blended_pose, find_nodes, mask_below, times_of_keys
from skinning_core.model import Model
from skinning_core.pose.clip import sample_clip
from skinning_core.pose.pose import Pose
from skinning_core.subject import SUBJECTS
from tests import plain
from tests.models import MODELS


@pytest.fixture
def character(root: Path) -> Model:
    return load_model(root / "examples/character.glb")


def posed(model: Model, name: str, time: float) -> Pose:
    return sample_clip(model.nodes, model.clips[model.clip_names.index(name)], [time])


def test_a_pose_is_blended_node_by_node(character: Model) -> None:
    base, layer = posed(character, "walk", 0.3), posed(character, "idle", 1.7)
    weight = np.random.default_rng(3).uniform(size=len(character.nodes))
    made = blended_pose(base, layer, weight)
    for node, share in enumerate(weight):
        for path in ("translation", "scale"):
            a, b = getattr(base, path)[0, node], getattr(layer, path)[0, node]
            assert np.allclose(getattr(made, path)[0, node], (1 - share) * a + share * b, atol=1e-15)
        turned = plain.slerp(base.rotation[0, node], layer.rotation[0, node], share)
        assert np.allclose(made.rotation[0, node], turned / np.linalg.norm(turned), atol=1e-14)
        a, b = base.morph_weights[node][0], layer.morph_weights[node][0]
        assert np.allclose(made.morph_weights[node][0], (1 - share) * a + share * b, atol=1e-15)


@pytest.mark.parametrize(("weight", "name"), [(0.0, "walk"), (1.0, "idle")])
def test_at_its_ends_a_weight_gives_one_of_the_two(character: Model, weight: float, name: str) -> None:
    made = blended_pose(posed(character, "walk", 0.3), posed(character, "idle", 1.7), weight)
    expected = posed(character, name, 0.3 if name == "walk" else 1.7)
    for a, b in zip(skin_pose(character, made).positions, skin_pose(character, expected).positions, strict=True):
        assert np.abs(a - b).max() < 1e-14


def test_a_mask_has_a_joint_and_what_hangs_on_it(character: Model) -> None:
    chest = character.nodes.names.index("chest")
    mask = mask_below(character.nodes, [chest])
    for node in range(len(character.nodes)):
        above = node
        while above not in (-1, chest):
            above = int(character.nodes.parents[above])
        assert mask[node] == (above == chest)
    assert mask_below(character.nodes, []).all()


def test_the_shorter_clip_begins_again(character: Model) -> None:
    walk, wave = (character.clips[character.clip_names.index(name)] for name in ("walk", "wave"))
    both = Layers(character, walk, wave, np.zeros(len(character.nodes)))
    assert both.seconds == 3.0
    again = both.at(np.array([0.3, 1.3, 2.3]))
    assert np.abs(again.rotation - again.rotation[:1]).max() < 1e-12


@pytest.mark.parametrize(
    ("seconds", "rate", "last"), [(1.0, 4.0, [0.75, 1.0]), (0.9, 4.0, [0.75, 0.9]), (0.1, 1, [0, 0.1])]
)
def test_keys_end_with_the_clip(seconds: float, rate: float, last: list[float]) -> None:
    assert np.allclose(times_of_keys(seconds, rate)[-2:], last)


def command(words: list[str]) -> int:
    args = parse_arguments(["blend", *words])
    assert not isinstance(args, int)
    return execute(args, SUBJECTS)


def test_the_file_plays_what_was_blended(
    character: Model, root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "both.glb"
    words = ["--clip", "walk", "--layer", "wave", "--mask", "chest", "--weight", "0.7", "--rate", "30"]
    assert command([str(root / "examples/character.glb"), *words, "--out", str(out)]) == 0
    assert "70 % of it on 35 nodes of 55" in capsys.readouterr().out
    made = load_model(out)
    assert made.clip_names == (*character.clip_names, "walk + wave")
    walk, wave = (character.clips[character.clip_names.index(name)] for name in ("walk", "wave"))
    weight = 0.7 * mask_below(character.nodes, find_nodes(character, ["chest"]))
    layers = Layers(character, walk, wave, weight)
    for time in (0.0, 0.5, 41 / 30, 3.0):
        expected = skin_pose(character, layers.at(np.array([time])))
        given = skin_model(made, 3, [time])
        for a, b in zip(given.positions, expected.positions, strict=True):
            assert np.abs(a - b).max() < 1e-6  # keys are float32, of a character of one metre
    for clip in range(3):  # what the file had is what it was
        for a, b in zip(
            skin_model(made, clip, [0.4]).positions, skin_model(character, clip, [0.4]).positions, strict=True
        ):
            assert np.array_equal(a, b)


@pytest.mark.parametrize("name", MODELS)
def test_every_kind_of_file_can_be_blended(name: str, tmp_path: Path) -> None:
    path = MODELS[name](tmp_path)
    model = load_model(path)
    moving = [k for k, clip in enumerate(model.clips) if clip.tracks]
    if path.suffix == ".md5mesh" or not moving:
        pytest.skip("no clips of a glTF file")
    out = tmp_path / "out" / "both.glb"
    out.parent.mkdir()
    assert (
        command([str(path), "--clip", str(moving[0]), "--layer", str(moving[-1]), "--weight", "0", "--out", str(out)])
        == 0
    )
    made, first = load_model(out), model.clips[moving[0]]
    spots = np.unique(np.concatenate([times_of_keys(first.end - first.start, 60.0)[:5]]))
    expected, given = skin_model(model, moving[0], first.start + spots), skin_model(made, len(model.clips), spots)
    for a, b in zip(given.positions, expected.positions, strict=True):
        assert np.abs(a - b).max(initial=0.0) <= 2e-6 * max(np.abs(b).max(initial=0.0), 1.0)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--clip", "walk", "--layer", "rest"], "moves nothing"),
        (["--clip", "walk", "--layer", "run"], "no clip 'run'"),
        (["--clip", "walk", "--layer", "wave", "--mask", "wing"], "no node 'wing'"),
        (["--clip", "walk", "--layer", "wave", "--out", "both.gltf"], "a file with a blended clip is a .glb"),
    ],
)
def test_what_cannot_be_blended_is_said(
    root: Path, tmp_path: Path, words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = [] if "--out" in words else ["--out", str(tmp_path / "both.glb")]
    assert command([str(root / "examples/character.glb"), *words, *out]) == 2
    assert problem in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_stored_matrix_stays(character: Model) -> None:
    fixed = dataclasses.replace(posed(character, "walk", 0.0), has_matrix=np.ones(len(character.nodes), bool))
    assert blended_pose(fixed, posed(character, "idle", 1.0), 0.5).matrix is fixed.matrix
