"""Characters where float32 is scarce: far away, far smaller or larger than their mesh. Against the plain reading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.blender.test_golden_blender import BAR, diagonal, largest_error
from tests.tiny import INVERSE_BIND, POSITIONS, Tiny

bpy = pytest.importorskip("bpy")

TIMES = [0.0, 0.3, 0.5, 0.77, 1.0]


def _small(tiny: Tiny, size: float) -> None:
    tiny.data["nodes"][0]["scale"] = [size] * 3


def _far(tiny: Tiny) -> None:
    tiny.data["nodes"][0]["translation"] = [6e4, 0.0, -6e4]


def _far_mesh(tiny: Tiny) -> None:
    """Mesh and skeleton both stand 60 km away: the inverse bind matrices bring them to the origin."""
    tiny.primitive["attributes"]["POSITION"] = tiny.add(POSITIONS + np.float32([6e4, 0, 0]))
    bind = INVERSE_BIND.copy()
    bind[:, 3, 0] = -6e4
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(bind.reshape(2, 16))
    tiny.data["nodes"][0]["translation"] = [6e4, 0.0, 0.0]


def _large_above(tiny: Tiny) -> None:
    """A node that is no joint, turned and scaled by a thousand, stands over the joints and away from the mesh."""
    above = {"name": "above", "children": [0], "scale": [1000.0] * 3, "translation": [9.0, 8.0, 7.0]}
    tiny.data["nodes"].append(above | {"rotation": [0.5, 0.5, 0.5, 0.5]})
    tiny.data["scenes"][0]["nodes"] = [2, 3]


CASES: dict[str, Callable[[Tiny], None]] = {
    "a hundredth": lambda tiny: _small(tiny, 0.01),
    "a billionth": lambda tiny: _small(tiny, 1e-9),
    "a thousand times": lambda tiny: _small(tiny, 1000.0),
    "far": _far,
    "far mesh": _far_mesh,
    "large above": _large_above,
}


@pytest.mark.parametrize("name", CASES)
def test_no_digits_are_lost(extension: str, name: str, tmp_path: Path):
    tiny = Tiny()
    CASES[name](tiny)
    path = tiny.write_glb(tmp_path / "tiny.glb")
    model = module(extension, "skinning_core").load_model(path)
    blender = module(extension, "addon.subjects.blender").make("blender", model)
    for clip in (None, 0):
        expected = plain.skin(path, clip, TIMES)
        found = blender.at(clip, np.array(TIMES))
        assert largest_error(found.positions, expected, diagonal(expected)) <= BAR


def test_ordinary_characters_keep_an_object_of_size_one(extension: str, root: Path):
    load = module(extension, "skinning_core").load_model
    bones = module(extension, "addon.rig.bones")
    for plan in bones.plan_bones(load(root / "examples" / "character.glb")):
        assert plan.origin.size == 1.0
        assert not plan.origin.place.any()


def test_what_depends_on_no_time_is_worked_out_once_for_a_character(
    extension: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was a sixth of a run on a character of 59 parts and 19 clips, 158 times the same."""
    origin, limits = module(extension, "addon.rig.origin"), module(extension, "addon.rig.float32_limits")
    tiny = Tiny()
    _far(tiny)
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "far.glb"))
    calls: list[object] = []
    sampled = origin.sampled_points
    monkeypatch.setattr(origin, "sampled_points", lambda *asked: calls.append(asked) or sampled(*asked))
    found = [limits.floors_of_float32(model, clip, np.array([time]), 30.0) for clip in (None, 0) for time in TIMES]
    assert len(set(found)) == 1
    assert "from the origin" in str(found[0])
    assert len(calls) == 1
