"""The colours of a heat map, vertex by vertex: how far Blender has each from the specification, both read plainly.

Each of these faults, put into the code on purpose, fails a test of this file: colours of another time; of other
vertices; of errors in metres on a scale of the size.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from skinning_core.report.heat_scale import srgb_colors
from tests import plain
from tests.blender.module import module

bpy = pytest.importorskip("bpy")

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"


def arm_mesh():
    (mesh,) = (ob for ob in bpy.context.scene.objects if ob.type == "MESH" and len(ob.data.vertices) == 594)
    return mesh


def places_now() -> np.ndarray:
    """(V, 3) where Blender has the vertices now, in glTF's axes."""
    ob = arm_mesh().evaluated_get(bpy.context.evaluated_depsgraph_get())
    world = np.array([ob.matrix_world @ vertex.co for vertex in ob.data.vertices])
    return np.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1)


def at_frame(frame: int) -> tuple[np.ndarray, np.ndarray]:
    """The places of Blender and those of the specification at a frame."""
    scene = bpy.context.scene
    scene.frame_set(frame)
    return places_now(), plain.skin(ARM, 0, [frame / (scene.render.fps / scene.render.fps_base)])[0][0]


@pytest.fixture
def settings(extension):
    """The arm with its vertices moved, each by a length of its own, after it was compared over its clip."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(ARM))
    settings = bpy.context.scene.skinproof
    settings.character.clip = "0"
    found, right = at_frame(0)
    assert np.allclose(found, right, atol=1e-5)  # the vertices of the mesh are in the file's order
    for k, vertex in enumerate(arm_mesh().data.vertices):
        vertex.co.x += 0.1 * ((k * 7) % 594) / 594
        vertex.co.z += 0.05
    arm_mesh().data.update_tag()
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    return settings


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("scale", ["AUTO", "LARGEST"])
def test_every_vertex_has_the_colour_of_its_error_at_that_time(settings, scale: str) -> None:
    settings.heat_map.scale = scale
    for frame in (5, 20):  # nearly straight, and bent: the mean of matrices shrinks what was moved at the elbow
        found, right = at_frame(frame)
        assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}
        size = np.linalg.norm(np.ptp(right, axis=0))
        share = np.linalg.norm(found - right, axis=1) / size
        assert np.ptp(share) > 0.01
        fraction = np.minimum(share / settings.result.largest, 1.0)
        srgb = srgb_colors(fraction)
        wanted = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
        drawn = np.empty((594, 4), np.float32)
        arm_mesh().data.color_attributes["Skinproof Error"].data.foreach_get("color", drawn.ravel())
        assert np.abs(drawn[:, :3] - wanted).max() < 0.02, frame
        assert len(np.unique(np.round(drawn, 3), axis=0)) > 50
    assert settings.result.largest > share.max()  # the scale ends at the worst of all times, not at that of this one


def test_colours_follow_the_timeline(settings, extension: str) -> None:
    settings.heat_map.follow = True
    bpy.context.scene.frame_set(0)
    bpy.ops.skinproof.show_heat_map()
    for frame in (9, 30):
        found, right = at_frame(frame)
        module(extension, "addon.draw.heat_map").repaint(bpy.context.scene)
        assert settings.heat_map.time == pytest.approx(frame / bpy.context.scene.render.fps, abs=1e-6)
        worst = int(np.linalg.norm(found - right, axis=1).argmax())
        drawn = np.empty((594, 4), np.float32)
        arm_mesh().data.color_attributes["Skinproof Error"].data.foreach_get("color", drawn.ravel())
        darkest = int(drawn[:, :3].sum(axis=1).argmin())
        assert np.linalg.norm(found[darkest] - right[darkest]) > 0.99 * np.linalg.norm(found[worst] - right[worst])


def test_nothing_is_drawn_or_written_of_a_character_that_was_deleted(extension, settings, tmp_path, monkeypatch):
    """With X while its colours are shown, or while the file browser for its report is open."""
    legend, operators = module(extension, "addon.draw.legend"), module(extension, "addon.operators.report")
    drawn = []
    monkeypatch.setattr(legend, "_draw_worst", lambda *_: None)
    monkeypatch.setattr(legend, "_draw_scale", lambda *_: drawn.append(None))
    assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}
    legend._draw(bpy.context)
    assert len(drawn) == 1
    for ob in list(bpy.context.scene.objects):
        bpy.data.objects.remove(ob)
    bpy.context.view_layer.update()
    assert not settings.characters
    legend._draw(bpy.context)
    assert len(drawn) == 1
    told = []
    browser = SimpleNamespace(filepath=str(tmp_path / "report.html"), report=lambda *words: told.append(words))
    write_report = operators.SKINPROOF_OT_write_report
    browser.modes = write_report.modes
    browser.act = lambda context: write_report.act(browser, context)
    browser._acted = lambda context: write_report._acted(browser, context)
    browser.attempted = lambda do: write_report.attempted(browser, do)
    assert write_report.execute(browser, bpy.context) == {"CANCELLED"}
    assert told == [({"ERROR"}, "what this is about is no longer there (compare again)")]


@pytest.mark.parametrize("x", [5.0, 400.0, 700.0, 900.0, 990.0])
def test_the_label_of_the_worst_vertex_is_never_under_the_side_bar(extension: str, x: float) -> None:
    """A view of 1,000 pixels, of which a side bar covers 250."""
    at, ends = module(extension, "addon.draw.legend").beside_ring(x, 14.0, 120.0, width=1000.0, seen=734.0)
    left, right = (at - 120.0, at) if ends else (at, at + 120.0)
    assert left >= 0.0
    assert right <= 734.0
