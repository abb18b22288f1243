"""A crowd: every instance that the GPU draws stands where the CPU puts it, at the instance's own time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.gpu.ropes import diagonal

Package = Callable[[str], ModuleType]


def test_two_hundred_foxes(package: Package, device: str, shared: Path) -> None:
    model = package("skinning_core").load_model(shared / "models" / "fox" / "Fox.glb")
    clip = model.clips[2]
    crowd = package("addon.gpu.data.crowd")
    count, offset, time = 200, 0.07, 0.4
    pose = crowd.crowd_pose(model, clip, time, count, offset)
    places = crowd.grid_places(count, np.array([60.0, 170.0]))
    part = model.parts[0]
    geometry = package("addon.gpu.data.geometry").part_geometry(model, part, pose)
    palettes = package("addon.gpu.data.palette")
    palette = palettes.part_palette(model, part, geometry, package("skinning_core.pose.pose").world_matrices(pose))
    palette = crowd.placed(palette, places)
    transport = package("addon.gpu.data.transport").TRANSPORTS["instanced"]
    limits = package("addon.gpu.device.context").query_limits()
    drawn, _ = package("addon.gpu.device.readback").scatter(transport, geometry, palette, limits)
    duration = clip.end - clip.start
    for k in (0, 1, 57, 123, 199):
        at = clip.start + (time + k * offset - clip.start) % duration
        alone = package("skinning_core.skin.reference").skin_model(model, 2, np.array([at])).positions[0][0]
        assert np.abs(drawn[k] - (alone + places[k])).max() <= 1e-5 * diagonal(alone), k


@pytest.mark.parametrize("count", [1, 2, 7, 200])
def test_nobody_stands_on_anybody_else(package: Package, count: int) -> None:
    places = package("addon.gpu.data.crowd").grid_places(count, np.array([2.0, 3.0]))
    assert len(np.unique(places, axis=0)) == count
    assert (places[:, 1] == 0.0).all()
    assert np.abs(places.max(axis=0) + places.min(axis=0)).max() < 1e-9


def test_times_go_round(package: Package) -> None:
    core = package("skinning_core.model")
    keys = np.array([1.0, 3.0])
    clip = core.Clip("two seconds", (core.Track(0, "translation", "LINEAR", keys, np.zeros((2, 3))),))
    times = package("addon.gpu.data.crowd").crowd_times(clip, 1.5, 4, 0.75)
    assert times == pytest.approx([1.5, 2.25, 1.0, 1.75])  # 1.5, 2.25, 3.0 and 3.75 in a clip from 1 to 3
