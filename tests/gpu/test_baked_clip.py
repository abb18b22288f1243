"""A baked clip on the GPU: the texels of the file that `bake` writes put each vertex in its place, frame by frame."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.ropes import diagonal

Package = Callable[[str], ModuleType]


@pytest.mark.usefixtures("device")
def test_the_shader_reads_the_lines_of_the_file(package: Package, root: Path, tmp_path: Path) -> None:
    model = package("skinning_core").load_model(root / "examples/character.glb")
    baked_clip = package("skinning_core.lessons.baked_clip")
    baked_clip.bake_clip(model, 0, 24.0).save(tmp_path / "walk.npz")
    baked = baked_clip.read_baked(tmp_path / "walk.npz")
    pose = package("skinning_core.pose.clip").sample_clip(model.nodes, model.clips[0], baked.times)
    expected = package("skinning_core.fast.exact_engine").skin_model(model, 0, baked.times)
    geometry_of = package("addon.gpu.data.geometry").part_geometry
    palette_of = package("addon.gpu.data.palette").PartPalette
    scatter = package("addon.gpu.device.readback").scatter
    transport = package("addon.gpu.data.transport").TRANSPORTS["texture"]
    limits = package("addon.gpu.device.context").query_limits()
    for part, places in zip(model.parts, expected.positions, strict=True):
        geometry = geometry_of(model, part, pose)
        if part.skin >= 0:
            matrices = baked.texels[part.skin].astype(np.float64).reshape(len(baked.times), -1, 3, 4)
        else:
            first = 3 * baked.nodes.index(part.node)
            matrices = baked.node_texels[:, None, first : first + 3].astype(np.float64)
        # vertices are uploaded relative to the geometry's origin
        moved = matrices.copy()
        moved[..., 3] += matrices[..., :3] @ geometry.origin
        used = geometry.joint_shares > 0.0
        none = np.zeros((len(baked.times), 3))
        identity = package("skinning_core.transform").identity(moved.shape[1])
        drawn, _ = scatter(transport, geometry, palette_of(moved, identity, moved, none, used), limits)
        assert np.abs(drawn - places).max() <= 1e-5 * diagonal(places[0])
