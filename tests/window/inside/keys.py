"""An animator in Pose Mode: every way to key, all clips at a press, a key moved, and all buttons there. Inside Blender.

Environment: SKINPROOF_ZIP (the extension), SKINPROOF_MODEL (a character with several clips), SKINPROOF_OUT (a folder).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "binary"))
import driver
from traces import left

MODULE = "bl_ext.user_default.skinproof"
MODEL, OUT = Path(os.environ["SKINPROOF_MODEL"]), Path(os.environ["SKINPROOF_OUT"])

bpy.context.preferences.view.show_splash = False
bpy.context.preferences.system.viewport_aa = "OFF"
window = driver.Window(OUT)


def settings() -> bpy.types.PropertyGroup:
    return bpy.context.scene.skinproof


def session() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = True
    window.install()
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
    yield 0.5
    window.region("UI").active_panel_category = "Skinproof"
    for brought in ("attached", "imported"):
        yield from in_pose_mode(brought)
        yield from all_clips(brought)
        yield from keyed(brought)
        yield from removed(brought)
    window.check("the last step", True)


def in_pose_mode(brought: str) -> driver.Scenario:
    """A character; then its armature in Pose Mode, by the keyboard. What we bring comes in while another is posed."""
    if brought == "attached":
        with window.over():
            bpy.ops.import_scene.gltf(filepath=str(MODEL))
    else:
        bpy.ops.object.armature_add()
        yield from to_pose_mode()
        window.check("imported: from Pose Mode", bpy.context.mode == "POSE", bpy.context.mode)
    with window.over():
        if brought == "attached":
            bpy.ops.skinproof.attach("EXEC_DEFAULT", True, filepath=str(MODEL))
        else:
            bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=str(MODEL))
    yield lambda: len(settings().characters) == 1
    with window.over():
        if bpy.context.mode == "POSE":
            bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.object.select_all(action="DESELECT")
    ours = [ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE" and "skinproof_notes" in ob]
    ours[0].select_set(True)
    bpy.context.view_layer.objects.active = ours[0]
    yield from to_pose_mode()
    with window.over():
        bpy.ops.pose.select_all(action="SELECT")
        bpy.ops.ed.undo_push(message="Posed")
    yield 0.3


def to_pose_mode() -> driver.Scenario:
    yield 0.3
    window.to_viewport()
    yield from window.key("TAB", ctrl=True)
    yield lambda: bpy.context.mode == "POSE"


def all_clips(brought: str) -> driver.Scenario:
    """The buttons that compare, pressed in Pose Mode: the large one judges every clip."""
    frame = bpy.context.scene.frame_current
    yield from pressed_and_answered("skinproof.compare(scope='ALL')")
    result = settings().result
    judged, clips = {each.index for each in result.clips}, settings().character.clips
    window.check(f"{brought}: all clips", len(clips) > 1 and judged >= set(range(len(clips))), judged)
    window.check(f"{brought}: the dot", standing() == result.standing.name, (standing(), result.words))
    window.check(f"{brought}: Pose Mode stays", (bpy.context.mode, bpy.context.scene.frame_current) == ("POSE", frame))
    if brought == "imported":
        window.check("imported: the same", result.same, result.words)
    window.area.tag_redraw()
    yield 1.0  # the side bar has folded and unfolded
    yield from window.screenshot(f"1_{brought}")
    for scope in ("CLIP", "FRAME"):
        yield from pressed_and_answered(f"skinproof.compare(scope='{scope}')")
    yield from pressed_and_answered("skinproof.compare(scope='ALL')")


def pressed_and_answered(button: str) -> driver.Scenario:
    key = settings().result.key
    yield from window.press(button)
    yield lambda: settings().result.key > key
    yield 0.3


def standing() -> str:
    """What the dot of the character shows."""
    store = sys.modules[f"{MODULE}.addon.state.result_store"]
    return store.standing_of(bpy.context.scene, settings().character.key).name


def curves() -> dict[str, list[str]]:
    """The paths of all curves of each action, and of drivers."""
    compat = sys.modules[f"{MODULE}.addon.compat"]
    return {action.name: [curve.data_path for curve in compat.all_curves(action)] for action in bpy.data.actions}


def keyed(brought: str) -> driver.Scenario:
    """By I with every keying set and with all default channels, and by Auto Keying: no curve of ours anywhere."""
    scene, edit = bpy.context.scene, bpy.context.preferences.edit
    before = sum(map(len, curves().values()))
    edit.key_insert_channels = {"LOCATION", "ROTATION", "SCALE", "ROTATE_MODE", "CUSTOM_PROPS"}
    sets = [None, *scene.keying_sets_all]
    for number, keying in enumerate(sets):
        scene.keying_sets_all.active = keying
        scene.frame_set(3 + number)
        window.to_viewport()
        yield from window.key("I")
        yield 0.1
    scene.keying_sets_all.active = None
    for mode in ("POSE", "OBJECT"):
        with window.over():
            bpy.ops.object.mode_set(mode=mode)
        scene.tool_settings.use_keyframe_insert_auto = True
        scene.frame_set(40)
        window.to_viewport()
        yield from window.key("R")
        yield from window.click((window.mouse[0] + 60, window.mouse[1] + 90))
        scene.tool_settings.use_keyframe_insert_auto = False
        window.to_viewport()
        yield from window.key("I")
        yield 0.2
    found = curves()
    window.check(f"{brought}: {len(sets)} ways have keyed", sum(map(len, found.values())) > before, before)
    ours = [path for paths in found.values() for path in paths if "skinproof" in path]
    window.check(f"{brought}: no curve of ours", not ours, ours)
    with window.over():
        bpy.ops.object.mode_set(mode="POSE")
    yield lambda: standing() == "CHANGED"  # half a second after the last change
    window.check(f"{brought}: the dot is grey", standing() == "CHANGED", standing())
    yield from window.screenshot(f"2_{brought}_keyed")


def removed(brought: str) -> driver.Scenario:
    """By its button, in Pose Mode; the artist's own stays, without a property, curve or driver of ours."""
    artist = {ob.name for ob in bpy.context.scene.objects}
    yield from window.press("skinproof.remove_character", last=True)
    yield lambda: not settings().characters
    found = [each for each in left() if not each.startswith("Scene: ")]  # the tab's own choices go with a save
    window.check(f"{brought}: nothing of ours is left", not found, found)
    now = {ob.name for ob in bpy.context.scene.objects}
    window.check(f"{brought}: the artist's own stays", brought == "imported" or now == artist, artist - now)
    with window.over():
        if bpy.context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
    for action in [*bpy.data.actions]:
        bpy.data.actions.remove(action)
    yield 0.3


driver.run(session(), window)
