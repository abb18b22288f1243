"""Known faults of exporters: a file that shows one is told so, its remedy works, and others are not told."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from skinning_core.compare.causes.exporter_faults import (
    ARMATURE_REMOVED,
    EXPORTER_FAULTS,
    FPS_BASE,
    LAST_FRACTION,
    UNEVEN_NORMALS,
)
from skinning_core.compare.causes.scene_cause import SCENE_KINDS
from skinning_core.load import load_model
from tests.blender.animated_tube import LAST, judged, made, pushed_down, written
from tests.blender.lacking_scenes import curves_of
from tools.pages.exporters import exporters_page

bpy = pytest.importorskip("bpy")
ROOT = Path(__file__).parents[2]


def tube_at(fps: int, base: float) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.context.scene.render.fps, bpy.context.scene.render.fps_base = fps, base
    made()


def causes(report: dict) -> list[str]:
    return [each["code"] for each in _told(report) if "code" in each]


def _told(value: object) -> list[dict]:
    """All sentences of a report that have a code."""
    if isinstance(value, dict):
        own = [value] if value.get("code") in SCENE_KINDS else []
        return own + [each for inner in value.values() for each in _told(inner)]
    return [each for inner in value for each in _told(inner)] if isinstance(value, list) else []


@pytest.mark.parametrize(("fps", "base"), [(24, 1.001), (30, 1.001), (60, 1.001), (600, 10.0), (25, 0.5)])
def test_the_frame_rates_base_is_told_and_its_remedy_works(
    extension: str, tmp_path: Path, fps: int, base: float
) -> None:
    tube_at(fps, base)
    path = written(tmp_path)
    (clip,) = load_model(path).clips
    assert clip.end == pytest.approx(LAST / (fps * base), rel=1e-5)  # the fault itself: LAST * base / fps is right
    status, report = judged(extension, path)
    assert (status, report["verdict"]["outcome"]) == (1, "differs")
    assert [ground["code"] for ground in report["verdict"]["grounds"]] == ["POSITIONS"]
    assert set(causes(report)) == {FPS_BASE.code}, json.dumps(report)[:2000]
    bpy.context.scene.render.fps_base = 1.0 / base  # the remedy
    path = written(tmp_path)
    bpy.context.scene.render.fps_base = base
    status, report = judged(extension, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def test_it_is_not_told_of_what_differs_otherwise(extension: str, tmp_path: Path) -> None:
    """At a whole rate, and where the file is right and the scene was changed since."""
    tube_at(30, 1.0 / 1.001)
    path = written(tmp_path)
    bpy.context.scene.render.fps_base = 1.001
    bpy.data.objects["Rig"].pose.bones["b2"].constraints.new("LIMIT_ROTATION").use_limit_x = True
    status, report = judged(extension, path)
    assert status == 1
    assert FPS_BASE.code not in causes(report)


def ends_at(last: float, *, starts: int) -> None:
    """The action ends between two frames, as one does that was imported at another rate; the playback begins apart."""
    for curve in curves_of(bpy.data.actions["wave"]):
        for key in curve.keyframe_points:
            key.co.x *= last / LAST
            key.handle_left_type = key.handle_right_type = "VECTOR"
        curve.update()
    bpy.context.scene.frame_start = starts


@pytest.mark.parametrize("pushed", [False, True], ids=["assigned", "pushed down"])
@pytest.mark.parametrize(("last", "starts"), [(27.8, 1), (24.3, 1), (20.5, 0), (22.9, 3)])
def test_an_end_between_frames_is_told_and_its_remedy_works(
    extension: str, tmp_path: Path, last: float, starts: int, pushed: bool
) -> None:
    tube_at(24, 1.0)
    ends_at(last, starts=starts)
    if pushed:
        pushed_down(bpy.data.objects["Rig"])
    path = written(tmp_path)
    (clip,) = load_model(path).clips
    assert clip.end == pytest.approx(int(last) / 24, rel=1e-5)  # the fault itself
    status, report = judged(extension, path)
    assert (status, report["verdict"]["outcome"]) == (1, "differs")
    assert set(causes(report)) == {LAST_FRACTION.code}, json.dumps(report)[:2000]
    for curve in curves_of(bpy.data.actions["wave"]):  # the remedy
        curve.keyframe_points.insert(int(last) + 1, curve.evaluate(last))
        curve.update()
    status, report = judged(extension, written(tmp_path))
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


@pytest.mark.parametrize("begin", [5.0, 4.5, 10.25])  # from zero on, it is written from half a frame before on
@pytest.mark.parametrize("zero", [False, True], ids=["placed", "from zero"])
def test_a_strip_that_ends_between_frames_is_told_and_its_remedy_works(
    extension: str, tmp_path: Path, zero: bool, begin: float
) -> None:
    tube_at(24, 1.0)
    pushed_down(bpy.data.objects["Rig"])
    options = {"export_animation_mode": "NLA_TRACKS", "export_anim_slide_to_zero": zero}
    for last, expected in ((40.84, {LAST_FRACTION.code}), (41.0, set())):  # the second is the remedy
        strip = bpy.data.objects["Rig"].animation_data.nla_tracks[0].strips[0]
        strip.frame_start_ui, strip.scale = begin, (last - begin) / LAST
        bpy.context.scene.frame_end = math.ceil(strip.frame_end)
        _, report = judged(extension, written(tmp_path, **options), "--accept", "INVALID_DATA")  # keys before zero
        status = int(report["verdict"]["outcome"] != "same")
        assert (status, set(causes(report))) == (len(expected), expected), json.dumps(report)[:2000]


@pytest.mark.parametrize(("scale", "turn"), [((1.0, 2.0, 1.0), 0.0), ((0.5, 1.0, -1.5), 0.3)], ids=str)
def test_uneven_normals_are_told_and_the_remedy_works(
    extension: str, tmp_path: Path, scale: tuple[float, ...], turn: float
) -> None:
    tube_at(24, 1.0)
    rig = bpy.data.objects["Rig"]
    rig.rotation_mode, rig.rotation_euler, rig.scale = "XYZ", (turn, 2.0 * turn, 0.1 * turn), scale
    bpy.context.view_layer.update()
    status, report = judged(extension, written(tmp_path))
    assert (status, [ground["code"] for ground in report["verdict"]["grounds"]]) == (1, ["NORMALS"])
    assert set(causes(report)) == {UNEVEN_NORMALS.code}, json.dumps(report)[:2000]
    (row,) = report["comparisons"]
    assert row["max"] < 2e-6  # places are right
    bpy.ops.object.select_all(action="SELECT")
    bpy.context.view_layer.objects.active = bpy.data.objects["Rig"]
    assert bpy.ops.object.transform_apply(location=False, rotation=False, scale=True) == {"FINISHED"}
    status, report = judged(extension, written(tmp_path))
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def test_what_scales_an_armature_from_above_is_named(extension: str, tmp_path: Path) -> None:
    tube_at(24, 1.0)
    rig, squash = bpy.data.objects["Rig"], bpy.data.objects.new("Squash", None)
    bpy.context.scene.collection.objects.link(squash)
    rig.parent, squash.scale = squash, (1.0, 2.0, 1.0)
    bpy.context.view_layer.update()
    _, report = judged(extension, written(tmp_path))
    (cause,) = {each["text"]: each for c in report["comparisons"] for each in c["changes"]}.values()
    assert (cause["code"], cause["values"]["object"]) == (UNEVEN_NORMALS.code, "Squash")
    assert cause["remedy"].startswith("take the armature off it")
    bpy.ops.object.select_all(action="DESELECT")
    rig = bpy.data.objects["Rig"]
    rig.select_set(True)
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")  # the remedy
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    status, report = judged(extension, written(tmp_path))
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def test_an_even_scale_is_no_fault(extension: str, tmp_path: Path) -> None:
    tube_at(24, 1.0)
    bpy.data.objects["Rig"].scale = (-2.0, -2.0, -2.0)
    bpy.context.view_layer.update()
    status, report = judged(extension, written(tmp_path))
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def test_the_page_is_that_of_the_table() -> None:
    assert (ROOT / "docs" / "exporters.md").read_text(encoding="utf-8") == exporters_page()
    for fault in EXPORTER_FAULTS:
        assert fault.code in SCENE_KINDS
        assert (ROOT / fault.proof).is_file()


def test_the_scripts_of_the_page_show_the_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they stand there, in a new file of Blender's."""
    monkeypatch.chdir(tmp_path)
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    exec(FPS_BASE.steps.split("```python")[1].split("```")[0], {})
    document = json.loads((tmp_path / "cube.gltf").read_text(encoding="utf-8"))
    times = document["animations"][0]["samplers"][0]["input"]
    assert document["accessors"][times]["max"] == [pytest.approx(0.01)]
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    exec(UNEVEN_NORMALS.steps.split("```python")[1].split("```")[0], {})
    (mesh,) = load_model(tmp_path / "plane.glb").meshes
    assert mesh.primitives[0].normals == pytest.approx(np.tile([0.0, 1.0, 2.0], (4, 1)) / 5.0**0.5, abs=1e-4)
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    exec(ARMATURE_REMOVED.steps.split("```python")[1].split("```")[0], {})
    model = load_model(tmp_path / "rig.glb")
    bone = model.nodes.names.index("Bone")
    (moved,) = (track for track in model.clips[0].tracks if (track.node, track.path) == (bone, "translation"))
    assert model.nodes.translation[bone] == pytest.approx([0.0, 0.0, -2.0], abs=1e-6)
    assert moved.values[0] == pytest.approx([0.0, 2.0, 0.0], abs=1e-6)
