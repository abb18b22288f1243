"""Blender's subjects kept open: one import for all clips, the same as an import for each; and what stands still."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.models import MODELS
from tests.tiny import INVERSE_BIND, WEIGHTS, Tiny

bpy = pytest.importorskip("bpy")

BAR = 3e-6
TIMES = np.array([0.0, 0.07, 0.31, 0.5, 1.0])
SEVERAL_CLIPS = ("late_and_partial", "morphs", "rigid_parts", "slerp")


@pytest.fixture
def make(extension: str):
    return module(extension, "addon.subjects.blender").make


def load(extension: str, path: Path):
    return module(extension, "skinning_core").load_model(path)


@pytest.mark.parametrize("name", SEVERAL_CLIPS)
def test_one_import_goes_through_all_clips_back_and_forth(make, extension: str, name: str, tmp_path: Path):
    path = MODELS[name](tmp_path)
    model = load(extension, path)
    clips = [None, *range(len(model.clips))]
    kept = make("blender", model)
    with kept.opened():
        for clip in [*clips, *reversed(clips)]:
            expected = plain.skin(path, clip, TIMES.tolist())
            for ours, theirs in zip(kept.at(clip, TIMES).positions, expected, strict=True):
                np.testing.assert_allclose(ours, theirs, atol=BAR * np.ptp(theirs))


def test_the_stock_importer_too(make, extension: str, tmp_path: Path):
    """Nothing of a clip is left when the next one, or the rest pose, is shown."""
    model = load(extension, MODELS["late_and_partial"](tmp_path))
    alone = {clip: make("stock", model).at(clip, TIMES).positions for clip in (None, 0, 1, 2)}
    kept = make("stock", model)
    with kept.opened():
        for clip in (2, None, 0, 1, 0, 2, None):
            np.testing.assert_array_equal(kept.at(clip, TIMES).positions, alone[clip])


@pytest.mark.parametrize("name", ["blender", "blender:animation", "stock"])
def test_two_kept_open_leave_nothing_behind(make, extension: str, name: str, tmp_path: Path):
    """Closed in the other order than Blender's data came: neither removes what the other still has."""
    data_blocks = module(extension, "addon.scene.ground.rollback").data_blocks
    model = load(extension, MODELS["late_and_partial"](tmp_path))
    before = set(data_blocks())
    outer, inner = make(name, model), make("blender", model)
    with outer.opened(), inner.opened():
        outer.at(0, TIMES)
        inner.at(1, TIMES)
        outer.at(1, TIMES)
        np.testing.assert_array_equal(inner.at(1, TIMES).times, TIMES)
    assert set(data_blocks()) == before


def test_a_refused_import_is_refused_at_every_call(make, extension: str, tmp_path: Path):
    """No mesh that a node draws: the sentence comes each time, and nothing is imported half."""
    error = module(extension, "skinning_core.error").SkinproofError
    model = load(extension, MODELS["late_and_partial"](tmp_path))
    model.path.unlink()
    kept = make("stock", model)
    with kept.opened():
        for _ in range(2):
            with pytest.raises(error):
                kept.at(0, TIMES)


def test_what_stands_still_is_one_row_and_what_moves_is_not(make, extension: str, tmp_path: Path):
    """Three rigid objects: one moves, its child moves with it, the third stands still in this clip."""
    tiny = Tiny()
    key = len(tiny.data["nodes"])
    tiny.data["nodes"] += [
        {"name": "wagon", "mesh": 0, "children": [key + 1]},
        {"name": "load", "mesh": 0, "translation": [0, 1, 0]},
        {"name": "house", "mesh": 0, "translation": [5, 0, 0]},
    ]
    tiny.data["scenes"][0]["nodes"] += [key, key + 2]
    steps = np.array([[0, 0, 0], [1, 0, 0]], np.float32)
    sampler = {"input": tiny.add(np.array([0, 1], np.float32)), "output": tiny.add(steps)}
    channel = {"sampler": 0, "target": {"node": key, "path": "translation"}}
    tiny.data["animations"].append({"name": "drive", "samplers": [sampler], "channels": [channel]})
    path = tiny.write_glb(tmp_path / "wagon.glb")
    model = load(extension, path)
    found = make("blender", model).at(1, TIMES).positions
    for ours, theirs in zip(found, plain.skin(path, 1, TIMES.tolist()), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=BAR * 6)
    still = {model.nodes.names[part.node]: p.strides[0] == 0 for part, p in zip(model.parts, found, strict=True)}
    assert still == {"body": True, "wagon": False, "load": False, "house": True}


def causes(verify, path: Path) -> dict[str, list[str]]:
    """Per clip that differs by Blender's own importer, the codes of its causes as the command's report has them."""
    report = path.with_suffix(".json")
    verify(["verify", str(path), "--against", "stock", "--json", str(report)])
    (found,) = json.loads(report.read_text(encoding="utf-8"))["models"]
    return {
        row["clip_name"]: [each["code"] for kind in ("changes", "causes") for each in row[kind]]
        for row in found["comparisons"]
        if row["verdict"]["outcome"] == "differs"
    }


def sway(tiny: Tiny, node: int, times: tuple[float, float], tangents: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """A sampler and a channel that move a node to the side and back between two equal cubic keys."""
    slope, still = np.array([tangents, 0, 0], np.float32), np.array(tiny.data["nodes"][node]["translation"], np.float32)
    cubic = np.stack([-slope, still, slope] * 2)
    sampler = {"input": tiny.add(np.array(times, np.float32)), "output": tiny.add(cubic)}
    return sampler | {"interpolation": "CUBICSPLINE"}, {"target": {"node": node, "path": "translation"}}


def swaying(tiny: Tiny, path: Path, *tracks: tuple[dict[str, Any], dict[str, Any]]) -> Path:
    """A file whose one clip has these tracks."""
    channels = [channel | {"sampler": k} for k, (_, channel) in enumerate(tracks)]
    tiny.data["animations"] = [{"name": "sway", "samplers": [sampler for sampler, _ in tracks], "channels": channels}]
    return tiny.write_glb(path)


@pytest.mark.parametrize("tangents", [0.0, 2.0])
def test_tangents_that_the_stock_importer_drops_are_named(extension: str, tmp_path: Path, tangents: float):
    """It plays cubic keys with flat or automatic handles: the same curve as with no tangents between two equal keys."""
    tiny = Tiny()
    path = swaying(tiny, tmp_path / "sway.glb", sway(tiny, 1, (0.0, 1.0), tangents))
    verify = module(extension, "addon.command.commands").run
    assert causes(verify, path) == ({"sway": ["tangents-lost"]} if tangents else {})


@pytest.mark.parametrize("parent", [0, 1])
def test_dropped_tangents_are_named_where_each_joint_has_keys_of_its_own(extension: str, tmp_path: Path, parent: int):
    """As exporters write curves that they do not sample. A joint is looked at where all above it have a key, too.

    Where that is never so and it moves most of what is off, nothing is told.
    """
    tiny, bind = Tiny(), np.concatenate([INVERSE_BIND, INVERSE_BIND[1:]])
    tiny.data["nodes"].append({"name": "arm", "translation": [0, 1 - parent, 0]})
    tiny.data["nodes"][parent].setdefault("children", []).append(3)
    tiny.data["skins"] = [{"joints": [0, 1, 3], "inverseBindMatrices": tiny.add(bind.reshape(3, 16))}]
    joints = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0]], np.uint8)
    weights = np.array([[1, 0, 0, 0]] * 4, np.float32)
    tiny.primitive["attributes"] |= {"JOINTS_0": tiny.add(joints), "WEIGHTS_0": tiny.add(weights)}
    tracks = sway(tiny, 1, (0.0, 1.0), 2.0), sway(tiny, 3, (0.25, 0.75), 2.0)
    verify = module(extension, "addon.command.commands").run
    found = causes(verify, swaying(tiny, tmp_path / "arm.glb", *tracks))
    assert found.keys() == {"sway"}
    assert ("tangents-lost" in found["sway"]) == (parent == 0)


def test_weights_that_vertex_groups_cannot_hold_are_named(extension: str, tmp_path: Path):
    """They hold 1 at most; of a file whose weights sum to two, that is another weight than a share of the sum."""
    tiny = Tiny()
    tiny.primitive["attributes"]["WEIGHTS_0"] = tiny.add(2 * WEIGHTS)
    verify = module(extension, "addon.command.commands").run
    assert causes(verify, tiny.write_glb(tmp_path / "two.glb")) == {"bend": ["weights-clamped", "nlerp"]}


def test_what_the_stock_importer_makes_of_a_real_files_curves_is_named(extension: str, shared: Path, tmp_path: Path):
    """Every clip of Khronos' test of interpolation that differs: tangents that are dropped, slerp that is not done."""
    source = shared / "models" / "interpolation_test"
    for file in source.iterdir():
        shutil.copy(file, tmp_path)
    lost = dict.fromkeys(("Linear Scale", *(f"CubicSpline {what}" for what in ("Scale", "Rotation", "Translation"))))
    expected = {clip: ["tangents-lost"] for clip in lost} | {"Linear Rotation": ["nlerp"]}
    verify = module(extension, "addon.command.commands").run
    assert causes(verify, tmp_path / "interpolation_test.gltf") == expected
