"""Limits: which transport holds a palette, and what is used instead."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import ModuleType

import pytest

Package = Callable[[str], ModuleType]


@pytest.fixture
def small(package: Package) -> object:
    """The least that OpenGL 4.3 grants, with a texture as narrow as the tests need."""
    return package("addon.gpu.data.device_limits").Limits(
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
    limits = package("addon.gpu.data.device_limits")
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
    choice = package("addon.gpu.data.device_limits").choose(None, 30, narrow)
    assert choice.transport.name == "ubo"
    assert choice.reason == "ubo instead of texture: 30 joints need 90 of 63 texels of a texture's line"
