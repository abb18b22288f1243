"""The legend of the heat map: its box is as wide as what stands in it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.blender.module import module

bpy, blf = pytest.importorskip("bpy"), pytest.importorskip("blf")


@pytest.mark.parametrize("unit", [1.0, 2.0])
@pytest.mark.parametrize("name", ["run", "an_animation_with_quite_a_long_name", "名字很长的一个动画片段，比例尺写不下"])
def test_no_name_of_a_clip_reaches_out_of_the_box(extension: str, name: str, unit: float) -> None:
    legend = module(extension, "addon.draw.legend")
    line = f"{name}, 0.042 s: error as part of the size"
    width = legend.box_width("Blender against the reference", line, unit)
    blf.size(0, legend.SMALL * unit)
    assert width >= max(blf.dimensions(0, line)[0], legend.WIDTH * unit) > 0.0
    assert legend.box_width("Blender", "run", unit) == legend.WIDTH * unit


@pytest.mark.parametrize(("view", "fits"), [(1600, 1.0), (720, 0.99)])
def test_the_box_lies_between_the_tools_and_the_side_bar(
    extension: str, monkeypatch: pytest.MonkeyPatch, view: int, fits: float
) -> None:
    """At a scale of 1.8 in a narrow view it is drawn smaller, and above the last operator's options."""
    legend = module(extension, "addon.draw.legend")
    boxes, unit, tools, side = [], 1.8, 90, 250
    monkeypatch.setattr(legend.shapes, "rectangle", lambda x, y, width, *_: boxes.append((x, y, width)))
    monkeypatch.setattr(legend.shapes, "text", lambda *_, **__: None)
    options = {"x": 1000 + tools, "y": 2020, "width": 240, "height": 50}  # of the last step
    regions = [
        SimpleNamespace(type="TOOLS", alignment="LEFT", width=tools, height=600),
        SimpleNamespace(type="UI", alignment="RIGHT", width=side, height=600),
        SimpleNamespace(type="HUD", alignment="FLOAT", **options),
    ]
    context = SimpleNamespace(
        preferences=SimpleNamespace(
            system=SimpleNamespace(ui_scale=unit, use_region_overlap=True), addons=bpy.context.preferences.addons
        ),
        region=SimpleNamespace(width=view, x=1000, y=2000),
        area=SimpleNamespace(regions=regions),
        scene=bpy.context.scene,
    )
    legend.draw_scale(context, ("Blender against the reference", "Dance, 0.042 s: error as part of the size"), 1.0, 0.5)
    left, bottom, width = boxes[0]
    assert left >= tools
    assert left >= tools + 240 or bottom >= 20 + 50
    assert left + width <= view - side
    natural = legend.box_width("Blender against the reference", "Dance, 0.042 s: error as part of the size", unit)
    assert (width >= natural) == (fits == 1.0)
