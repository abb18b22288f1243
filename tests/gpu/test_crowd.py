"""A crowd: every instance that the GPU draws stands where the CPU puts it, at the instance's own time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.ropes import diagonal

Package = Callable[[str], ModuleType]


@pytest.mark.usefixtures("device")
def test_two_hundred_foxes(package: Package, shared: Path) -> None:
    model = package("skinning_core").load_model(shared / "models" / "fox" / "Fox.glb")
    clip = model.clips[2]
    crowd = package("addon.lessons.crowd")
    count, offset, time = 200, 0.07, 0.4
    pose = crowd.crowd_pose(model, [clip], crowd.CrowdTimes(time, count, offset, looping=True))
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
        alone = package("skinning_core.fast.exact_engine").skin_model(model, 2, np.array([at])).positions[0][0]
        assert np.abs(drawn[k] - (alone + places[k])).max() <= 1e-5 * diagonal(alone), k


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", ["fox/Fox.glb", "interpolation_test/interpolation_test.gltf"])
def test_the_windows_crowd_has_the_palettes_of_the_plain_one(package: Package, shared: Path, name: str) -> None:
    """Posed by the fast engine and moved to places, as the matrices that are put together step by step."""
    model = package("skinning_core").load_model(shared / "models" / name)
    crowd, palettes = package("addon.lessons.crowd"), package("addon.gpu.data.palette")
    geometry_of = package("addon.gpu.data.geometry").part_geometry
    times = crowd.CrowdTimes(0.4, 60, 0.07, looping=True)
    pose = crowd.crowd_pose(model, [model.clips[-1]], times)
    world = package("skinning_core.pose.pose").world_matrices(pose)
    places = crowd.places_around(60, np.array([60.0, 170.0]))
    for part, matrices in zip(model.parts, crowd.crowd_palettes(model, [model.clips[-1]], times), strict=True):
        geometry = geometry_of(model, part, pose)
        plain = crowd.placed(palettes.part_palette(model, part, geometry, world), places)
        quick = crowd.placed_palette(matrices, geometry, places)
        size = np.abs(plain.skin_palette).max()
        np.testing.assert_allclose(quick.skin_palette, plain.skin_palette, atol=1e-9 * size)
        np.testing.assert_allclose(quick.centre, plain.centre, atol=1e-9 * size)
