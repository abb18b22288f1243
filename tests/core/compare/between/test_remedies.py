"""The remedy of the largest share is applied to the tool that made the file: the difference falls by that share."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model, load_model
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.compare.between.split import Split
from tests import golden, npm

#: How near the fall is to the share: a finer grid leaves up to a sixteenth of what is off (``evidence.COARSE``), and
#: bytes of weights, which gltfpack always writes, move what is farthest then by a few percent.
NEAR = 0.1
#: A character; the tool and its options; what the option told says, and the options with it.
TRIED = (
    ("player", "gltfpack", "-cc", "-af 0", "-cc -af 0 -at 24 -ar 16"),
    ("toon_cat", "gltfpack", "-cc", "-af 0", "-cc -af 0 -at 24 -ar 16"),
    ("hard/h23_joints300", "gltfpack", "-cc", "-af 0", "-cc -af 0 -at 24 -ar 16"),
    ("fox", "gltfpack", "-vp 8", "-vp 16", "-vp 16"),
    ("player", "glTF-Transform", "weld simplify", "--simplify false", "weld"),
    pytest.param("mannequiny", "gltfpack", "-si 0.5", "without -si", "", marks=pytest.mark.nightly),
    ("player", "glTF-Transform", "quantize-8", "--quantize-position 16", "quantize"),
    ("fox", "glTF-Transform", "resample-coarse", "--tolerance 0", "dedup"),
)


def made(shared: Path, target: Path, name: str, tool: str, options: str) -> Path:
    source = shared / "field" / "characters" / f"{name}.glb"
    source = source if source.is_file() else golden.sheet(shared, name).model
    if tool == "gltfpack":
        npm.gltfpack(source, target, *options.split())
    else:
        npm.transform((source, target, options.split()))
    return source


def worst(model: Model, path: Path, clip: int) -> Split:
    other = OtherFile(path, model, load_model(path))
    times = np.linspace(model.clips[clip].start, model.clips[clip].end, 5) + 0.013
    return max((other.split(clip, float(time)) for time in times), key=lambda one: one.distance)


@pytest.mark.parametrize(("name", "tool", "options", "told", "with_it"), TRIED)
def test_the_remedy_lowers_the_difference_by_the_share(
    shared: Path, tmp_path: Path, name: str, tool: str, options: str, told: str, with_it: str
) -> None:
    source = made(shared, tmp_path / "made.glb", name, tool, options)
    model = load_model(source)
    tried = 0
    for clip in sorted({0, len(model.clips) - 1}) if os.environ.get("SKINPROOF_LONG") else (0,):
        before = worst(model, tmp_path / "made.glb", clip)
        largest = max(before.steps, key=lambda step: step.share)
        if told not in largest.option:
            continue
        made(shared, tmp_path / "again.glb", name, tool, with_it)
        again = OtherFile(tmp_path / "again.glb", model, load_model(tmp_path / "again.glb"))
        left = again.split(clip, before.time).distance
        assert 1.0 - left / before.distance == pytest.approx(largest.share, abs=NEAR), (clip, before)
        tried += 1
    assert tried


def test_no_option_is_told_where_rotations_of_16_bits_add_up(shared: Path, tmp_path: Path) -> None:
    """Three hundred joints in a chain: "-af 0 -at 24 -ar 16" was told, which left all of it."""
    source = made(shared, tmp_path / "made.glb", "hard/h23_joints300", "gltfpack", "")
    model = load_model(source)
    before = worst(model, tmp_path / "made.glb", 0)
    (largest, *_) = before.steps
    assert (largest.name, largest.option) == (
        "keys",
        "another tool than gltfpack, whose rotations have at most 16 bits",
    )
    made(shared, tmp_path / "again.glb", "hard/h23_joints300", "gltfpack", "-noq -af 0 -at 24 -ar 16")
    again = OtherFile(tmp_path / "again.glb", model, load_model(tmp_path / "again.glb"))
    assert again.split(0, before.time).distance > 0.5 * before.distance
