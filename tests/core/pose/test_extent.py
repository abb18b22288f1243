"""How large matrices can become between keys: never less than what plain sampling finds, and near it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from skinning_core import load_model
from skinning_core.cli.main import main
from skinning_core.pose.extent import largest_matrix
from skinning_core.skin.posed_model import posed_model
from tests.core.random_models import SEEDS, model
from tests.models import MODELS
from tests.tiny import Tiny


def sampled(made, clip, times) -> float:
    posed = posed_model(made, clip, times)
    return max(float(np.abs(array).max(initial=0.0)) for array in (posed.world, *posed.skin_palettes))


@pytest.mark.parametrize("name", MODELS)
def test_no_sample_is_larger(name: str, tmp_path: Path) -> None:
    made = load_model(MODELS[name](tmp_path))
    for clip in (None, *made.clips):
        times = np.zeros(1) if clip is None else np.linspace(clip.start, clip.end, 61)
        bound, seen = 10.0 ** largest_matrix(made, clip), sampled(made, clip, times)
        assert seen <= bound * (1 + 1e-9)
        assert bound <= 1e4 * max(seen, 1e-3), (bound, seen)


@given(SEEDS)
def test_nor_of_random_models(seed: int) -> None:
    made = model(np.random.default_rng(seed))
    for clip in (None, *made.clips):
        assert sampled(made, clip, np.linspace(-1, 3, 41)) <= 10.0 ** largest_matrix(made, clip) * (1 + 1e-9)


def test_a_chain_of_joints_that_grow_between_keys_is_not_the_same(tmp_path: Path) -> None:
    """Judged at its keys alone, where every scale is 1, each of six joints grows 1e12 times between them."""
    path = tmp_path / "grows.glb"
    tiny = Tiny()
    first = len(tiny.data["nodes"])
    tiny.data["nodes"] += [{"children": [first + k + 1]} if k < 5 else {} for k in range(6)]
    tiny.data["scenes"][0]["nodes"].append(first)
    keys = tiny.add(np.array([0.0, 1.0], np.float32), min=[0.0], max=[1.0])
    out = np.zeros((2, 3, 3), np.float32)
    out[:, 1], out[0, 2], out[1, 0] = 1.0, 1e13, -1e13
    values = tiny.add(out.reshape(6, 3))
    sampler = {"input": keys, "output": values, "interpolation": "CUBICSPLINE"}
    channels = [{"sampler": 0, "target": {"node": first + k, "path": "scale"}} for k in range(6)]
    tiny.data["animations"] = [{"name": "grows", "samplers": [sampler], "channels": channels}]
    tiny.write_glb(path)
    report = tmp_path / "report.json"
    words = ["verify", str(path), "--against", "fast", "--clip", "grows", "--times", "keys", "--json", str(report)]
    assert main(words) == 3
    (told,) = json.loads(report.read_text())["models"]
    assert [each["code"] for each in told["verdict"]["grounds"]] == ["TOO_LARGE"]
    assert main([*words, "--accept", "TOO_LARGE"]) == 0
