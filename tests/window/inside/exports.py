"""The exporter's own panel as a user meets it: tick, export, read the verdict, look at the heat map, undo.

Environment: SKINPROOF_ZIP, SKINPROOF_OUT; SKINPROOF_REFUSING: folders in which no file can be written (read-only,
full), separated by ``os.pathsep``.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import driver
from export_dialog import MODULE, OUT, browser, character, execute, export, open_browser, side, state, verified, window

ARM = Path(__file__).resolve().parents[3] / "examples" / "arm.glb"
REFUSING = [Path(folder) for folder in os.environ.get("SKINPROOF_REFUSING", "").split(os.pathsep) if folder]
REPORTS = hasattr(bpy.types.WindowManager, "reports")


def changed(before: dict) -> list[str]:
    """What of the scene is not as it was."""
    return [name for name, value in state().items() if value != before[name]]


def tick(preferences: object) -> driver.Scenario:
    """Click from the bottom of the exporter's panel upwards: the box is its last, and Blender names no preference."""
    region = browser.region()
    for y in range(region.y + 200, region.y + region.height, 9):
        if preferences.verify_exports:
            return
        yield from browser.click((region.x + int(region.width * 0.6), y))


def heard_elsewhere() -> driver.Scenario:
    """What was found stands in the status bar of a workspace without a 3D view; *Show* goes to one."""
    said = [str(report.message) for report in bpy.context.window_manager.reports] if REPORTS else []
    window.check("heard: reported", not REPORTS or any("tube.glb: " in line for line in said), said)
    usual = window.window.workspace
    window.window.workspace = bpy.data.workspaces["Scripting"]
    yield 1.0
    for area in window.window.screen.areas:
        if area.type == "VIEW_3D":
            area.type = "IMAGE_EDITOR"
    yield 1.0
    yield from window.screenshot("4-heard-elsewhere")
    window.check("heard: no 3D view", not any(a.type == "VIEW_3D" for a in window.window.screen.areas))
    with bpy.context.temp_override(window=window.window):
        bpy.ops.skinproof.show_side()
    yield 2.0
    there = [a for a in window.window.screen.areas if a.type == "VIEW_3D"]
    tabs = [r.active_panel_category for a in there for r in a.regions if r.type == "UI"]
    window.check("heard: shown", "Skinproof" in tabs, (window.window.workspace.name, tabs))
    yield from window.screenshot("4-shown")
    window.window.workspace = usual
    yield 1.0


def best_settings() -> driver.Scenario:
    """Find, use, export, read, all by clicks; the dialog begins with two influences, of which four are wanted."""
    before, target = state(), OUT / "best.glb"
    yield from open_browser(target, export_influence_nb=2, export_all_influences=False)
    yield from browser.press("find_best_settings")
    yield lambda: bool(side().running)
    yield from browser.screenshot("4-searching")
    yield lambda: not side().running
    window.check("best: found", bool(side().rows) and side().rows[0].words == ("All Bone Influences",), side())
    yield 1.0
    yield from browser.screenshot("4-found")
    yield from browser.press("use_best_settings")
    yield 0.5
    operator = browser.area.spaces.active.active_operator
    window.check("best: used", operator.export_all_influences)
    yield from execute.find("bpy.ops.file.cancel")
    yield from execute.click((execute.region().x + int(0.95 * execute.region().width), execute.mouse[1]))
    yield lambda: side().result is not None and side().result.title == "best.glb" and not side().running
    window.check("best: the same", side().result.same, side().result)
    window.check("best: as before", state() == before, changed(before))
    bpy.context.window_manager.operator_properties_last("export_scene.gltf").export_all_influences = False


def two_objects() -> driver.Scenario:
    """Select two, press, cancel; press, read, look at the heat map."""
    body = bpy.data.objects["Body"]
    twin = bpy.data.objects.new("Twin", body.data.copy())
    twin.location.x = 2.0
    bpy.context.scene.collection.objects.link(twin)
    for ob in (body, twin):
        ob.select_set(True)
    bpy.context.view_layer.objects.active = twin
    yield 1.0
    before, last = state(), side().result
    memory = sys.modules[f"{MODULE}.addon.state.session"].session
    operator, modal = (sys.modules[f"{MODULE}.addon.operators.{name}"] for name in ("two_objects", "modal_inquiry"))
    usual = modal.SECONDS, modal.LONGEST, operator.STEPWISE
    modal.SECONDS, modal.LONGEST = 0.0, 0.0
    operator.STEPWISE = replace(operator.STEPWISE, times=1)  # as slow as objects a hundred times as large
    yield from window.press("skinproof.compare_pair")
    yield lambda: memory.job is not None and memory.job.done > 1
    window.to_viewport()
    yield from window.screenshot("6-two-running")
    window.check("two objects: in steps", memory.job is not None and memory.job.done < memory.job.total)
    yield from window.key("ESC")
    yield lambda: memory.job is None
    window.check("two objects: Esc leaves the last result", side().result is last, side().result)
    window.check("two objects: cancelled, as before", state() == before)
    modal.SECONDS, modal.LONGEST, operator.STEPWISE = usual
    yield from window.press("skinproof.compare_pair")
    yield lambda: side().result is not None and "Twin" in side().result.title
    window.check("two objects: told", "does not move" in str(side().result.causes), side().result)
    window.check("two objects: as before", state() == before)
    yield from window.press("skinproof.show_side_heat_map")
    yield 1.0
    yield from window.screenshot("6-two-objects")
    yield from window.press("skinproof.hide_heat_map")
    yield 0.5


def keys_at(armature: bpy.types.Object, frame: int) -> int:
    """How many of the curves that play have a key at a frame."""
    curves = sys.modules[f"{MODULE}.addon.compat"].curves_of(armature)
    return sum(any(point.co.x == frame for point in curve.keyframe_points) for curve in curves)


def dropped_and_posed() -> driver.Scenario:
    """Drop a file, turn its bones by keys and the mouse, key them, export, read, look, undo."""
    bpy.data.batch_remove([*bpy.data.objects, *bpy.data.actions])  # an action alone would be exported as a clip
    shutil.copy(ARM, OUT / "arm.vrm")  # Blender itself has no handler of these, so no menu asks whose it is
    bpy.context.scene.frame_set(5)
    window.to_viewport()
    with window.over():
        bpy.ops.wm.drop_import_file("INVOKE_DEFAULT", directory=str(OUT), files=[{"name": "arm.vrm"}])
    yield 2.0
    yield from window.screenshot("7-dropped")
    yield from window.key("RET")  # the dialog's own button
    yield lambda: any(ob.type == "ARMATURE" for ob in bpy.context.scene.objects)
    yield 1.0
    (armature,) = (ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    bpy.context.view_layer.objects.active = armature
    armature.select_set(True)
    window.to_viewport()
    yield from window.key("TAB", ctrl=True)
    yield from window.key("A")
    window.check("posed: in Pose Mode", bpy.context.mode == "POSE", bpy.context.mode)
    turned, keys = [tuple(map(tuple, bone.matrix)) for bone in armature.pose.bones], keys_at(armature, 5)
    yield from window.key("R")
    yield from window.click((window.mouse[0] + 90, window.mouse[1] + 140))
    now = [tuple(map(tuple, bone.matrix)) for bone in armature.pose.bones]
    window.check("posed: turned by the mouse", now != turned)
    yield from window.key("I")
    yield 0.5
    window.check("posed: keyed", keys_at(armature, 5) > keys, (keys, keys_at(armature, 5)))
    curves = sys.modules[f"{MODULE}.addon.compat"].curves_of(armature)
    ours = [curve.data_path for curve in curves if "skinproof" in curve.data_path]
    window.check("posed: no note of ours is keyed", not ours, ours)
    yield from window.key("TAB", ctrl=True)  # the exporter itself leaves Pose Mode
    before = state()
    yield from verified(OUT / "posed.glb")
    window.check("posed: verified", side().result is not None and side().result.title == "posed.glb", side())
    window.check("posed: the same", side().result is not None and side().result.same, side().result)
    window.check("posed: as before", state() == before, changed(before))
    yield from window.screenshot("7-posed")
    yield from verified(OUT / "posed.glb", export_influence_nb=1)
    window.check("posed: one influence differs", side().result is not None and side().result.differs, side())
    yield from window.press("skinproof.show_side_heat_map")
    yield 1.0
    yield from window.screenshot("7-posed-heat-map")
    window.to_viewport()
    yield from window.key("Z", ctrl=True)
    yield 1.0
    window.check("posed: undone, as before", state() == before, changed(before))


def begun() -> driver.Scenario:
    """A character in the scene, our tab open, frame 5."""
    window.install()
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    yield 1.0
    character()
    yield 1.0
    window.area.spaces.active.show_region_ui = True
    yield 0.5
    window.region("UI").active_panel_category = "Skinproof"
    bpy.context.scene.frame_set(5)
    with window.over():
        bpy.ops.ed.undo_push(message="Frame")
    with window.over():
        bpy.ops.view3d.view_all()
    window.to_viewport()
    yield 1.0


def ticked_and_cancelled(target: Path) -> driver.Scenario:
    """The box is off, a click ticks it, and a dialog that is cancelled does nothing."""
    before = state()
    yield from open_browser(target)
    yield from window.screenshot("1-box")
    preferences = bpy.context.preferences.addons[MODULE].preferences
    window.check("off by default", not preferences.verify_exports)
    yield from tick(preferences)
    window.check("ticked by a click", preferences.verify_exports)
    yield from window.screenshot("1-ticked")
    yield from browser.key("ESC")
    yield lambda: not any(a.type == "FILE_BROWSER" for a in window.window.screen.areas)
    yield 1.0
    window.check("cancelled: nothing written, nothing verified", not target.exists() and not side().running, side())
    window.check("cancelled: as before", state() == before)


def default_export(target: Path) -> driver.Scenario:
    """An export by default settings is the same."""
    before = state()
    yield from export(target)
    yield lambda: bool(side().running or side().result or side().refusal)
    yield from window.screenshot("2-running")
    yield lambda: not side().running
    window.check("default export: the same", side().result is not None and side().result.same, side())
    window.check("default export: as before", state() == before)
    yield 1.0
    yield from window.screenshot("3-same")


def two_influences(target: Path) -> driver.Scenario:
    """A setting at fault is named, also where no 3D view is; the heat map is shown and undone."""
    before = state()
    yield from verified(target, export_influence_nb=2)
    found = side().result
    window.check("two influences: differs", found is not None and found.differs, side())
    window.check("two influences: named", "influences limited to 2" in str(found.causes[:1]), found.causes)
    window.check("two influences: as before", state() == before)
    yield 1.0
    yield from heard_elsewhere()
    yield from window.screenshot("4-differs")
    yield from window.press("skinproof.show_side_heat_map")
    yield 1.0
    window.check("heat map", bpy.context.scene.skinproof.heat_map.shown)
    yield from window.screenshot("5-heat-map")
    window.to_viewport()
    yield from window.key("Z", ctrl=True)
    yield 1.0
    window.check("undone: as before", state() == before, changed(before))


def refused(folder: Path) -> driver.Scenario:
    """Into a folder in which no file can be written."""
    old = folder / "old.glb"
    data = old.read_bytes() if old.exists() else b""
    before = state()
    with window.over():
        try:
            bpy.ops.export_scene.gltf(filepath=str(old))
        except (RuntimeError, OSError) as error:
            print("refused", folder, str(error).strip().splitlines()[-1], flush=True)
    yield 1.0
    yield lambda: not side().running
    kept = not data or old.read_bytes() == data
    window.check(f"{folder.name}: told", side().refusal or folder.name == "full", side())
    if bpy.context.scene.frame_current != 5:  # the exporter itself does not go back where it fails to write
        print("the exporter left frame", bpy.context.scene.frame_current, flush=True)
        bpy.context.scene.frame_set(5)
    window.check(f"{folder.name}: as before", state() == before, changed(before))
    print("KEPT" if kept else "LOST", folder, len(data), flush=True)
    yield from window.screenshot(f"6-{folder.name}")


def switched_off() -> driver.Scenario:
    """The extension disabled: nothing of it is left with the exporter."""
    bpy.ops.preferences.addon_disable(module=MODULE)
    yield 0.5
    module = sys.modules.get(MODULE)
    window.check("disabled: no trace", not hasattr(module, "glTF2_post_export_callback"))
    panels = sys.modules["io_scene_gltf2"].exporter_extension_layout_draw
    window.check("disabled: no box", MODULE not in panels, panels)


def scenario() -> driver.Scenario:
    target = OUT / "tube.glb"
    yield from begun()
    yield from ticked_and_cancelled(target)
    yield from default_export(target)
    yield from two_influences(target)
    yield from best_settings()
    yield from two_objects()
    for folder in REFUSING:
        yield from refused(folder)
    yield from dropped_and_posed()
    yield from switched_off()


driver.run(scenario(), window)
