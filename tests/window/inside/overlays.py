"""Overlays as a user sees them: skeletons, the GPU's mesh, its stages and weights, a crowd that moves, a failure.

Environment: SKINPROOF_ZIP, SKINPROOF_MODEL (a character with clips), SKINPROOF_CROWD (another, for the crowd),
SKINPROOF_OUT. What is drawn is judged by the pixels of the 3D view in screenshots, which stay there for people.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import bpy
import gpu
import numpy as np
from mathutils import Matrix, Quaternion

sys.path.insert(0, str(Path(__file__).parent))
import driver

MODULE = "bl_ext.user_default.skinproof"
MODEL, CROWD = Path(os.environ["SKINPROOF_MODEL"]), Path(os.environ["SKINPROOF_CROWD"])
OUT = Path(os.environ["SKINPROOF_OUT"])

bpy.context.preferences.view.show_splash = False
bpy.context.preferences.system.viewport_aa = "OFF"  # one draw of each change, not eight, all by the processor
bpy.context.preferences.system.use_region_overlap = False  # else a hover over the side bar blends it with the view
window = driver.Window(OUT)

#: One entry for every time that a 3D view has been drawn.
views_drawn: list[None] = []
bpy.types.SpaceView3D.draw_handler_add(lambda: views_drawn.append(None), (), "WINDOW", "POST_PIXEL")


def overlays() -> bpy.types.PropertyGroup:
    return bpy.context.scene.skinproof_overlay


def module(name: str) -> object:
    return sys.modules[f"{MODULE}.addon.{name}"]


def remembered() -> Any:
    """What the add-on remembers."""
    return module("state.session").session


def import_model(path: Path) -> None:
    with window.over():
        bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=str(path))
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.view3d.view_selected()
        bpy.ops.object.select_all(action="DESELECT")


def seen(name: str) -> driver.Generator[driver.Step, None, np.ndarray]:
    """(h, w, 3) of the 3D view as it is on the screen, without side bar, tools and the panel of the last operator."""
    yield from drawn()
    image = (yield from window.screenshot(name)).astype(int)
    height = len(image)
    view, bar = window.region(), window.region("UI")
    return image[height - view.y - view.height + 60 : height - view.y - 60, view.x + 60 : bar.x - 60]


def drawn() -> driver.Scenario:
    """Wait until the view has been drawn again, with the overlay where there is something to draw.

    Drawn twice, because what was changed just now may still be on its way while the first is drawn.
    """
    before = remembered().drawn
    for _ in range(2):
        so_far = len(views_drawn)
        window.area.tag_redraw()
        yield lambda so_far=so_far: len(views_drawn) > so_far
    if overlays().anything:
        yield lambda: remembered().drawn > before or remembered().stopped
    yield 0.4


def session() -> driver.Scenario:
    yield from installed()
    yield from skeletons()
    yield from ghost()
    yield from weights_and_stages()
    yield from picture()
    yield from crowd()
    yield from failing()
    yield from vanished()
    yield from another_file()


def installed() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = True
    window.install()
    window.check("installed and enabled", MODULE in bpy.context.preferences.addons)
    window.check("nothing of gpu was loaded", f"{MODULE}.addon.gpu.device.compile" not in sys.modules)
    panel = bpy.types.SKINPROOF_PT_overlays
    bpy.utils.unregister_class(panel)
    panel.bl_options = set()  # open from the start: a mouse that opens it would have to know where it is
    bpy.utils.register_class(panel)
    yield 0.5
    window.region("UI").active_panel_category = "Skinproof"
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
    import_model(MODEL)
    bpy.context.scene.skinproof.character.clip = "0"
    bpy.context.scene.frame_set(12)
    yield 1.0


def skeletons() -> driver.Scenario:
    before = yield from seen("0_before")
    overlays().rest = overlays().bind = overlays().current = True
    after = yield from seen("1_skeletons")
    window.check("skeletons: no failure", not remembered().stopped, remembered().stopped)
    changed = _changed(before, after)
    window.check("skeletons: lines are in the view", 1000 < changed < 0.1 * before[..., 0].size, changed)
    yield from window.press("skinproof.hide_overlays")
    yield lambda: not overlays().anything
    window.to_viewport()
    hidden = yield from seen("2_hidden")
    window.check("hidden: as before", _changed(before, hidden) < 0.1 * changed, _changed(before, hidden))


def ghost() -> driver.Scenario:
    plain = yield from seen("2_plain")
    for each in bpy.context.scene.objects:
        each.hide_set(True)
    backdrop = yield from seen("2_backdrop")
    overlays().opacity = 1.0
    overlays().ghost = "OVER"
    alone = yield from seen("3_alone")
    for each in bpy.context.scene.objects:
        each.hide_set(False)
    over = yield from seen("3_over")
    window.check("ghost over: no failure", not remembered().stopped, remembered().stopped)
    window.check("ghost over: it is there", _changed(plain, over) > 5000, _changed(plain, over))
    apart = _outlines_apart(plain, alone, backdrop)
    window.check("ghost over: same outline as Blender's mesh", apart < 0.03, apart)
    yield from moved(backdrop)
    state = gpu.state.depth_test_get(), gpu.state.blend_get()
    window.check("state is reset", state == ("NONE", "NONE"), state)
    overlays().ghost = "BESIDE"
    with window.over():
        bpy.ops.view3d.view_axis(type="FRONT")
    window.area.spaces.active.region_3d.view_distance *= 1.8
    window.area.spaces.active.region_3d.view_location.x += 0.5
    overlays().opacity = 0.0
    alone = np.count_nonzero(_silhouette((yield from seen("4_alone"))))
    overlays().opacity = 1.0
    twice = np.count_nonzero(_silhouette((yield from seen("5_beside"))))
    window.check("ghost beside: two of one size", 1.8 < twice / alone < 2.2, twice / alone)


def moved(backdrop: np.ndarray) -> driver.Scenario:
    """The ghost follows a character that is moved, turned and scaled."""
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    before = armature.matrix_world.copy()
    armature.matrix_world = Matrix.LocRotScale((0.2, 0.1, 0.1), Quaternion((0, 0, 1), 0.5), (0.8, 0.8, 0.8)) @ before
    overlays().ghost = "NONE"
    plain = yield from seen("3_moved")
    for each in bpy.context.scene.objects:
        each.hide_set(True)
    overlays().ghost = "OVER"
    alone = yield from seen("3_moved_alone")
    for each in bpy.context.scene.objects:
        each.hide_set(False)
    apart = _outlines_apart(plain, alone, backdrop)
    window.check("ghost over: it follows the character", apart < 0.03, apart)
    armature.matrix_world = before


def _outlines_apart(a: np.ndarray, b: np.ndarray, backdrop: np.ndarray) -> float:
    """Pixels that are covered in one image only, as a fraction of those that are in the first."""
    outlines = [np.abs(image - backdrop).max(axis=-1) > 6 for image in (a, b)]
    return np.count_nonzero(outlines[0] != outlines[1]) / np.count_nonzero(outlines[0])


def _silhouette(image: np.ndarray) -> np.ndarray:
    """Where there is colour: teal, red, horn; background and grid are grey, its two axes are thin."""
    return np.ptp(image, axis=-1) > 12


def _changed(a: np.ndarray, b: np.ndarray) -> int:
    return int(np.count_nonzero(np.abs(a - b).max(axis=-1) > 24))


def weights_and_stages() -> driver.Scenario:
    overlays().paint, overlays().joint = "WEIGHTS", "head"
    image = yield from seen("6_weights")
    window.check("weights: red for one", ((image[..., 0] - image[..., 2]) > 150).sum() > 1000)
    full = np.count_nonzero(_silhouette(image))
    overlays().isolate = True
    less = np.count_nonzero(_silhouette((yield from seen("7_isolated"))))
    window.check("isolated: less is drawn", less < 0.9 * full, less / full)
    overlays().isolate, overlays().paint = False, "JOINTS"
    images = []
    for stage in ("MESH", "JOINT", "POSED"):
        overlays().stage = stage
        images.append((yield from seen(f"8_{stage.lower()}")))
        window.check(f"stage {stage}: no failure", not remembered().stopped, remembered().stopped)
    apart = [_changed(image, images[2]) for image in images[:2]] + [_changed(*images[:2])]
    window.check("the three stages differ", min(apart) > 2000, apart)
    yield from own_spaces_and_ways(images[2])
    overlays().paint = "MATERIAL"
    bpy.ops.skinproof.hide_overlays()


def own_spaces_and_ways(smooth: np.ndarray) -> driver.Scenario:
    """Every vertex under its own inverse bind; a slider into the world; one from rigid to ``smooth``; a mistake."""
    overlays().stage = "OWN"
    yield from seen("8_own")
    overlays().stage, overlays().joint = "JOINT", "forearm.L"
    joint = yield from seen("8_way_0")
    overlays().way = 1.0
    apart = _changed(joint, (yield from seen("8_way_1")))
    window.check("way to the world: another place", apart > 1000, apart)
    overlays().stage = "POSED"
    yield from dragged("skinproof_overlay.smoothness", -330)
    window.check("smoothness: dragged to rigid", overlays().smoothness < 0.05, overlays().smoothness)
    window.to_viewport()
    rigid = yield from seen("8_rigid")
    window.check("smoothness: the mesh creases", _changed(smooth, rigid) > 100, _changed(smooth, rigid))
    overlays().smoothness = 1.0
    overlays().mistake = "inverse-bind-ignored"
    wrong = yield from seen("8_mistake")
    window.check("mistake: it is seen", _changed(smooth, wrong) > 2000, _changed(smooth, wrong))
    overlays().mistake = "NONE"
    overlays().paint = "MATERIAL"
    yield from row_in_sight()
    took = remembered().overlay.seconds
    window.check("both: what the CPU and the GPU took is told", set(took) == {"CPU", "GPU"}, took)
    failed = remembered().stopped
    window.check("own spaces, ways, mistakes: no failure", not failed, failed)


def row_in_sight() -> driver.Scenario:
    """The view is near; *Both* has it stand back so far that three characters are seen, none cut by an edge."""
    overlays().ghost = "NONE"
    view = window.area.spaces.active
    coloured = ("show_axis_x", "show_axis_y", "show_ortho_grid", "show_text", "show_cursor")
    view.show_gizmo = False
    for each in coloured:  # what else than characters has a colour
        setattr(view.overlay, each, False)
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.view3d.view_selected()
        bpy.ops.object.select_all(action="DESELECT")
    window.check("row: one is in sight", _standing((yield from seen("8_one"))) == 1)
    overlays().ghost = "BOTH"
    image = yield from seen("8_both")
    standing = _standing(image)
    window.check("row: three are in sight", standing == 3, standing)
    outline = _silhouette(image)
    across = np.flatnonzero(outline.any(axis=0))
    window.check("row: as near as may be", np.ptp(across) > 0.6 * outline.shape[1], np.ptp(across) / outline.shape[1])
    window.check("row: none is cut", not outline[:, [0, -1]].any() and not outline[[0, -1]].any())
    distance = window.area.spaces.active.region_3d.view_distance
    overlays().ghost = "BESIDE"
    window.check("row: it stays where it is", window.area.spaces.active.region_3d.view_distance == distance)
    overlays().ghost = "BOTH"
    view.show_gizmo = True
    for each in coloured:
        setattr(view.overlay, each, True)
    yield from drawn()


def _standing(image: np.ndarray) -> int:
    """How many figures stand side by side, with empty columns between them."""
    columns = np.convolve(_silhouette(image).sum(axis=0) > 2, np.ones(5), "same") > 0
    return int(np.count_nonzero(np.diff(columns.astype(int), prepend=0) == 1))


def picture() -> driver.Scenario:
    """A drawn picture is seen: in a window of its own; drawn again, in the same one."""
    for show in ("weights", "normals"):
        with window.over():
            bpy.ops.skinproof.draw_lesson("INVOKE_DEFAULT", show=show)
        yield 1.0
        windows = bpy.context.window_manager.windows
        shown = [a.spaces.active.image for w in windows for a in w.screen.areas if a.type == "IMAGE_EDITOR"]
        names = [image and image.name for image in shown]
        window.check(f"picture of {show}: one image editor has it", names == ["Skinproof Picture"], names)
        if show == "weights":
            first = np.array(shown[0].pixels)
        yield from window.screenshot(f"11_picture_{show}")
    second = np.array(shown[0].pixels)
    window.check("picture: another one", first.shape == second.shape and (first != second).any())
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[-1]):
        bpy.ops.wm.window_close()
    yield 0.5
    window.check("picture: its window is closed", len(bpy.context.window_manager.windows) == 1)


def dragged(wanted: str, by: int) -> driver.Scenario:
    """Drag a slider of the side bar to the side, in pixels."""
    yield from window.find(wanted, last=True)
    x, y = window.mouse
    for value in ("PRESS", "RELEASE"):
        window.window.event_simulate(type="LEFTMOUSE", value=value, x=window.mouse[0], y=y)
        yield driver.HOVER
        if value == "PRESS":
            for step in range(1, 9):
                window.move(x + by * step / 8, y)
                yield driver.HOVER


def crowd() -> driver.Scenario:
    import_model(CROWD)
    item = bpy.context.scene.skinproof.character
    item.clip = str(len(item.clips) - 1)
    yield 0.5
    bpy.ops.skinproof.show_crowd("EXEC_DEFAULT", count=200, spacing=1.1, offset=0.07)
    view = window.area.spaces.active.region_3d
    view.view_perspective = "PERSP"
    view.view_distance *= 6.0
    view.view_rotation = (Matrix.Rotation(0.6, 3, "Z") @ Matrix.Rotation(1.1, 3, "X")).to_quaternion()
    window.area.spaces.active.clip_end = 1e5
    window.area.spaces.active.clip_start = 10.0
    yield from seen("9_crowd_plain")  # a view that is drawn asks for textures, which a timer decodes
    first = yield from seen("9_crowd")
    window.check("crowd: no failure", not remembered().stopped, remembered().stopped)
    fur = (first[..., 0] - first[..., 2] > 60).sum()
    window.check("crowd: it has the file's texture", CROWD.name != "Fox.glb" or fur > 3000, fur)
    yield from window.unfold_above("skinproof.hide_overlays")
    yield from window.press("skinproof_overlay.all_clips", last=True)
    window.to_viewport()
    several = yield from seen("9_crowd_clips")
    window.check("crowd: of all clips", overlays().all_clips and _changed(first, several) > 2000)
    frame, draws = bpy.context.scene.frame_current, remembered().drawn
    with window.over():
        bpy.ops.screen.animation_play()
    yield lambda: bpy.context.scene.frame_current > frame + 5
    with window.over():
        bpy.ops.screen.animation_cancel(restore_frame=False)
    count = remembered().drawn - draws
    window.check("crowd: drawn while the timeline plays", count >= 3, count)
    later = yield from seen("10_crowd_later")
    window.check("crowd: it moves", _changed(first, later) > 2000, _changed(first, later))


def failing() -> driver.Scenario:
    """A drawing that fails stops once, says so in the panel, and begins again when asked."""
    live = module("draw.overlay_renderer").Live
    kept, calls = live.draw, []

    def fail(*arguments: object) -> None:
        calls.append(arguments)
        raise RuntimeError("the driver has gone")

    live.draw = fail
    for _ in range(4):
        window.area.tag_redraw()
        yield 0.2
    window.check("failure: tried once", len(calls) == 1, len(calls))
    window.check("failure: kept for the panel", list(remembered().stopped.values()) == ["the driver has gone"])
    live.draw = kept
    bpy.ops.skinproof.retry_overlays()
    yield from drawn()
    window.check("failure: over after trying again", not remembered().stopped, remembered().stopped)


def vanished() -> driver.Scenario:
    """A script deletes what is being drawn, with the panel open: the log must hold no traceback of a panel either."""
    overlays().current = True
    yield from drawn()
    settings = bpy.context.scene.skinproof
    name = settings.character.name
    collection = bpy.data.collections[name]
    bpy.data.batch_remove([*collection.all_objects, collection])
    window.area.tag_redraw()
    yield lambda: settings.characters.find(name) < 0
    yield 0.4
    window.check("vanished: no failure", not remembered().stopped, remembered().stopped)


def another_file() -> driver.Scenario:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    yield 0.5
    window.check("new file: nothing kept on the GPU", remembered().overlay is None)
    views = module("state.views")
    bpy.ops.preferences.addon_disable(module=MODULE)
    yield 0.5
    window.check("disabled: no draw handlers", not views._handles, views._handles)
    window.check("disabled: no trace", not hasattr(bpy.types.Scene, "skinproof_overlay"))


driver.run(session(), window)
