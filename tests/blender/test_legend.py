"""The legend of the heat map: its box is as wide as what stands in it."""

from __future__ import annotations

import pytest

from tests.blender.module import module

pytest.importorskip("bpy")

import blf


@pytest.mark.parametrize("unit", [1.0, 2.0])
@pytest.mark.parametrize("name", ["run", "an_animation_with_quite_a_long_name", "名字很长的一个动画片段，比例尺写不下"])
def test_no_name_of_a_clip_reaches_out_of_the_box(extension: str, name: str, unit: float) -> None:
    legend = module(extension, "addon.draw.legend")
    line = f"{name}, 0.042 s: error as part of the size"
    width = legend.box_width("Blender against the reference", line, unit)
    blf.size(0, legend.SMALL * unit)
    assert width >= max(blf.dimensions(0, line)[0], legend.WIDTH * unit) > 0.0
    assert legend.box_width("Blender", "run", unit) == legend.WIDTH * unit
