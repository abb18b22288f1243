"""A clip that cannot be read is one clip not judged: the others and the rest pose are read as if it were not there."""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model, skin_model
from skinning_core.cli.main import main
from skinning_core.pose.clip import find_clip
from tests import plain
from tests.tiny import Tiny


def keys(*times: float) -> Callable[[Tiny], dict[str, Any]]:
    def change(tiny: Tiny) -> dict[str, Any]:
        return {
            "input": tiny.add(np.array(times, np.float32)),
            "output": tiny.add(np.zeros((len(times), 4), np.float32)),
        }

    return change


def no_numbers(tiny: Tiny) -> dict[str, Any]:
    values = np.full((2, 4), np.nan, np.float32)
    return {"input": tiny.add(np.array([0, 1], np.float32)), "output": tiny.add(values)}


def too_few_values(tiny: Tiny) -> dict[str, Any]:
    return {"input": tiny.add(np.array([0, 1], np.float32)), "output": tiny.add(np.zeros((1, 4), np.float32))}


def unknown_interpolation(tiny: Tiny) -> dict[str, Any]:
    return {**keys(0.0, 1.0)(tiny), "interpolation": "SMOOTH"}


def time_no_number(tiny: Tiny) -> dict[str, Any]:
    return keys(0.0, float("inf"))(tiny)


BROKEN = {
    "keys backwards": (keys(1.0, 0.0), "key times must increase"),
    "a key that is no number": (no_numbers, "is not a finite number"),
    "a time that is no number": (time_no_number, "is not a finite number"),
    "too few values": (too_few_values, "4 output values for 2 keys"),
    "unknown interpolation": (unknown_interpolation, "'SMOOTH' is unknown"),
}


def written(folder: Path, name: str, at: int) -> Path:
    """Three clips, of which one is broken."""
    tiny = Tiny()
    (good,) = tiny.data["animations"]
    bad = {
        "name": "bad",
        "samplers": [BROKEN[name][0](tiny)],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
    }
    clips = [{**copy.deepcopy(good), "name": "first"}, {**copy.deepcopy(good), "name": "second"}]
    clips.insert(at, bad)
    tiny.data["animations"] = clips
    return tiny.write_glb(folder / "three.glb")


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("name", BROKEN)
def test_the_others_are_read_and_judged(name: str, at: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, name, at)
    model = load_model(path)
    assert [clip for clip in range(3) if clip != at] == list(model.readable_clips)
    assert BROKEN[name][1] in model.broken_clips[at]
    whole = load_model(Tiny().write_glb(tmp_path / "whole.glb"))
    for clip in model.readable_clips:
        ours = skin_model(model, clip, [0.0, 0.4]).positions[0]
        assert np.array_equal(ours, skin_model(whole, 0, [0.0, 0.4]).positions[0])
        assert np.allclose(ours, np.array(plain.skin(tmp_path / "whole.glb", 0, [0.0, 0.4])[0]), atol=1e-12)
    assert main(["verify", str(path), "--against", "fast"]) == 3
    printed = capsys.readouterr().out
    assert "the clip 'bad' cannot be read" in printed
    assert "2 of 3 clips" in printed
    assert main(["verify", str(path), "--against", "fast", "--accept", "CLIP_BROKEN"]) == 0


@pytest.mark.parametrize("at", [0, 1, 2])
def test_so_are_those_of_a_file_with_several_small_parts(at: int, tmp_path: Path) -> None:
    """Such parts are skinned together, after a look at where each clip leaves them still."""
    path = written(tmp_path, "unknown interpolation", at)
    model = load_model(path)
    twice = dataclasses.replace(model, parts=model.parts * 2)
    clip = model.readable_clips[-1]
    alone = skin_model(model, clip, [0.4]).positions[0]
    assert all(np.array_equal(positions, alone) for positions in skin_model(twice, clip, [0.4]).positions)
    assert main(["verify", str(path), "--against", "fast"]) == 3


@pytest.mark.parametrize("name", BROKEN)
def test_asked_for_by_name_it_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, name, 1)
    with pytest.raises(SkinproofError, match="/animations/1/"):
        find_clip(load_model(path), "bad")
    assert main(["verify", str(path), "--against", "fast", "--clip", "bad"]) == 2
    assert "/animations/1/" in capsys.readouterr().err
    assert main(["verify", str(path), "--against", "fast", "--clip", "first"]) == 3


@pytest.mark.parametrize("name", BROKEN)
def test_limits_says_that_it_was_not_tried(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, name, 1)
    page, numbers = tmp_path / "limits.html", tmp_path / "limits.json"
    assert main(["limits", str(path), "--html", str(page), "--json", str(numbers)]) == 3
    assert "not judged: the clip 'bad' cannot be read" in capsys.readouterr().out
    assert "Not judged: the clip &#x27;bad&#x27; cannot be read" in page.read_text()
    (studied,) = json.loads(numbers.read_text())["models"]
    assert studied["clips"] == ["first", "second"]
    assert "the clip 'bad' cannot be read" in studied["unjudged"][0]
    assert main(["limits", str(path), "--clip", "second"]) == 0
    assert main(["limits", str(path), "--clip", "bad"]) == 2


@pytest.mark.parametrize("at", [0, 1, 2])
def test_verbs_that_need_another_clip_tell_of_it(at: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(written(tmp_path, "keys backwards", at))
    for words in (
        ["explain", path],
        ["bake", path, "--clip", "second", "--out", str(tmp_path / "baked.npz")],
        ["blend", path, "--clip", "first", "--layer", "second", "--out", str(tmp_path / "blended.glb")],
        ["reorder", path, "--out", str(tmp_path / "ordered.glb")],
    ):
        assert main(words) == 0
        assert "note: the clip 'bad' cannot be read" in capsys.readouterr().out
