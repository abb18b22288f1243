"""Limits: which transport holds a palette, what is used instead, and what the report says about it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from tests.gpu.ropes import diagonal, expected, matrices_at_rest, rope

Package = Callable[[str], ModuleType]


@pytest.fixture
def small(package: Package) -> object:
    """The least that OpenGL 4.3 grants, with a texture as narrow as the tests need."""
    return package("addon.gpu.data.limits").Limits(
        uniform_components=1024, uniform_buffer_bytes=16384, texture_size=1024, vertex_attributes=16
    )


@pytest.mark.parametrize(
    ("asked", "joints", "used"),
    [
        (None, 100, "texture"),
        ("array", 48, "array"),  # (1024 - 256) / 16
        ("array", 49, "texture"),
        ("arrays", 24, "arrays"),
        ("arrays", 25, "texture"),
        ("ubo", 341, "ubo"),  # (16384 - 16) / 48
        ("trs", 511, "trs"),
        ("ubo", 342, None),  # and 3 * 342 texels are more than 1024 as well
        ("texture", 341, "texture"),
    ],
)
def test_choice(package: Package, small: object, asked: str | None, joints: int, used: str | None) -> None:
    limits = package("addon.gpu.data.limits")
    if used is None:
        with pytest.raises(package("skinning_core.error").SkinproofError, match=r"342 joints .*1,026 of 1,023 texels"):
            limits.choose(asked, joints, small)
        return
    choice = limits.choose(asked, joints, small)
    assert choice.transport.name == used
    assert choice.fell_back == (asked not in (used, None))
    assert f"{joints} joints need" in choice.reason


def test_the_texture_itself_may_be_too_small(package: Package, small: object) -> None:
    narrow = dataclasses.replace(small, texture_size=64)
    choice = package("addon.gpu.data.limits").choose(None, 30, narrow)
    assert choice.transport.name == "ubo"
    assert choice.reason == "ubo instead of texture: 30 joints need 90 of 63 texels of a texture's line"


def test_a_lowered_limit_changes_the_transport_and_not_the_result(package: Package, device: str, small: object) -> None:
    model = rope(package("skinning_core.model"), 60)
    engine = package("addon.gpu.device.engine").gpu_engine("array", limits=small)
    skinned = engine(model, None, np.zeros(1))
    assert any("texture instead of array: 60 joints need 960 of 768 uniform components" in n for n in skinned.notes)
    wanted = expected(model, matrices_at_rest(model))
    assert np.abs(skinned.positions[0][0] - wanted).max() <= 1e-5 * diagonal(wanted)


@pytest.mark.parametrize("transport", ["arrays", "array", "ubo", "texture", "trs", "instanced"])
def test_a_thousand_joints(package: Package, device: str, transport: str) -> None:
    model = rope(package("skinning_core.model"), 1000, vertices=2000)
    skinned = package("addon.gpu.device.engine").ENGINES[f"gpu:{transport}"](model, None, np.zeros(1))
    wanted = expected(model, matrices_at_rest(model))
    assert np.abs(skinned.positions[0][0] - wanted).max() <= 1e-5 * diagonal(wanted)
    fell_back = any(f"texture instead of {transport}: 1000 joints" in note for note in skinned.notes)
    assert fell_back == (transport in {"arrays", "array", "ubo"}), skinned.notes


def test_uneven_scale_is_refused_as_a_transform(package: Package, device: str) -> None:
    model = rope(package("skinning_core.model"), 5, scale=(1.0, 1.5, 1.0))
    with pytest.raises(package("skinning_core.error").SkinproofError) as caught:
        package("addon.gpu.device.engine").ENGINES["gpu:trs"](model, None, np.zeros(1))
    assert re.search(r"joint 4: its axes have the lengths 1\.\d+, 2\.2\d+, 1\.", str(caught.value))
    assert "texture" in caught.value.fix
