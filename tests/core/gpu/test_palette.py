"""A palette as the shaders read it, packed without a GPU."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np

from tests.ropes import diagonal, expected, matrices_at_rest, rope

Package = Callable[[str], ModuleType]


def test_packing_a_palette_needs_no_gpu(package: Package) -> None:
    """Three rows a joint, as the formula has them, once the common translation is added back."""
    model = rope(package("skinning_core.model"), 6, offset=(50.0, 0.0, 0.0))
    pose = package("skinning_core.pose.clip").sample_clip(model.nodes, None, np.zeros(1))
    geometry = package("addon.gpu.data.geometry").part_geometry(model, model.parts[0], pose)
    palettes = package("addon.gpu.data.palette")
    palette = palettes.part_palette(
        model, model.parts[0], geometry, package("skinning_core.pose.pose").world_matrices(pose)
    )
    (rows,) = package("addon.gpu.data.transport").TRANSPORTS["texture"].pack(palette)
    assert rows.shape == (1, 19, 4)
    assert rows.dtype == np.float32
    matrix = rows[0, :18].reshape(6, 3, 4)[4].astype(np.float64)
    point = np.array([0.3, 0.2, 0.1])
    moved = matrix[:, :3] @ (point - geometry.origin) + matrix[:, 3] + palette.centre[0]
    world = matrices_at_rest(model)[4]
    bind = model.skins[0].inverse_bind[4]
    wanted = world[:3, :3] @ (bind[:, :3] @ point + bind[:, 3]) + world[:3, 3]
    assert np.abs(moved - wanted).max() < 1e-6


def test_raw_weights_are_drawn_without_a_common_translation(package: Package) -> None:
    """Weights that sum to anything but one take only their share of a translation, so that none may be left out."""
    rope_model = rope(package("skinning_core.model"), 12, offset=(3.0, 2.0, 1.0))
    world = matrices_at_rest(rope_model)
    pose = package("skinning_core.pose.clip").sample_clip(rope_model.nodes, None, np.zeros(1))
    choices = package("skinning_core.subject").Choices(raw_weights=True)
    part = rope_model.parts[0]
    geometry = package("addon.gpu.data.geometry").part_geometry(rope_model, part, pose, choices)
    palettes = package("addon.gpu.data.palette")
    palette = palettes.uncentred(palettes.part_palette(rope_model, part, geometry, world[None, :, :3]))
    assert not palette.centre.any()
    skin = package("skinning_core.skin.linear").skin_positions
    got = skin(palette.skin_palette, geometry.positions, geometry.joints, geometry.weights)[0]
    wanted = expected(rope_model, world, raw=True)
    assert np.abs(got - wanted).max() < 1e-5 * diagonal(wanted)
