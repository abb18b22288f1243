"""Limits: where a transport is too small, another carries the same; what the report says about it."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from tests.ropes import diagonal, expected, matrices_at_rest, rope

Package = Callable[[str], ModuleType]


@pytest.fixture
def small(package: Package) -> object:
    """The least that OpenGL 4.3 grants, with a texture as narrow as the tests need."""
    return package("addon.gpu.data.device_limits").Limits(
        uniform_components=1024, uniform_buffer_bytes=16384, texture_size=1024, vertex_attributes=16
    )


@pytest.mark.usefixtures("device")
def test_a_lowered_limit_changes_the_transport_and_not_the_result(package: Package, small: object) -> None:
    model = rope(package("skinning_core.model"), 60)
    engine = package("addon.gpu.device.engine").gpu_engine("array", limits=small)
    skinned = engine(model, None, np.zeros(1))
    assert any("texture instead of array: 60 joints need 960 of 768 uniform components" in n for n in skinned.notes)
    wanted = expected(model, matrices_at_rest(model))
    assert np.abs(skinned.positions[0][0] - wanted).max() <= 1e-5 * diagonal(wanted)


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("transport", ["arrays", "array", "ubo", "texture", "trs", "instanced"])
def test_a_thousand_joints(package: Package, transport: str) -> None:
    model = rope(package("skinning_core.model"), 1000, vertices=2000)
    skinned = package("addon.gpu.device.engine").MAKERS[f"gpu:{transport}"](model).at(None, np.zeros(1))
    wanted = expected(model, matrices_at_rest(model))
    assert np.abs(skinned.positions[0][0] - wanted).max() <= 1e-5 * diagonal(wanted)
    fell_back = any(f"texture instead of {transport}: 1,000 joints" in note for note in skinned.notes)
    assert fell_back == (transport in {"arrays", "array", "ubo"}), skinned.notes


@pytest.mark.usefixtures("device")
def test_uneven_scale_is_refused_as_a_transform(package: Package) -> None:
    model = rope(package("skinning_core.model"), 5, scale=(1.0, 1.5, 1.0))
    with pytest.raises(package("skinning_core.error").SkinproofError) as caught:
        package("addon.gpu.device.engine").MAKERS["gpu:trs"](model).at(None, np.zeros(1))
    assert re.search(r"joint 4: its axes have the lengths 1\.\d+, 2\.2\d+, 1\.", str(caught.value))
    assert "texture" in caught.value.fix
