"""A user's session: install, import, undo, compare, cancel, heat map, worst frame, report, disable. Inside Blender.

Environment: SKINPROOF_ZIP (the extension), SKINPROOF_MODEL (a character with clips), SKINPROOF_SMALL (a small model),
SKINPROOF_OUT (a folder), SKINPROOF_SHORT (1: install, import, undo, compare, save, open and disable, no more).
Every button is pressed by a real click where the mouse found it; every result is checked by its effect.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import driver

MODULE = "bl_ext.user_default.skinproof"
ATTRIBUTE = "Skinproof Error"
MODEL, ARM = Path(os.environ["SKINPROOF_MODEL"]), Path(os.environ["SKINPROOF_SMALL"])
OUT = Path(os.environ["SKINPROOF_OUT"])
SHORT = os.environ["SKINPROOF_SHORT"] == "1"

bpy.context.preferences.view.show_splash = False  # an open splash would eat the first click
bpy.context.preferences.system.viewport_aa = "OFF"  # one draw of each change, not eight, all by the processor
bpy.context.preferences.view.filebrowser_display_type = "SCREEN"
window = driver.Window(OUT)


def settings() -> bpy.types.PropertyGroup:
    return bpy.context.scene.skinproof


def everything() -> dict[str, list[str] | int]:
    """What an import could leave behind: the names of all data-blocks, and what it sets of the scene."""
    kinds = ("objects", "meshes", "armatures", "actions", "materials", "collections", "scenes", "shape_keys")
    found: dict[str, list[str] | int] = {
        kind: sorted(block.name for block in getattr(bpy.data, kind)) for kind in kinds
    }
    scene = bpy.context.scene
    return {**found, "first": scene.frame_start, "last": scene.frame_end, "frame": scene.frame_current}


def painted() -> list[bpy.types.Mesh]:
    return [m for m in bpy.data.meshes if ATTRIBUTE in m.color_attributes]


def import_model() -> None:
    """By the operator, as File > Import calls it after the file browser; pushes one undo step."""
    with window.over():
        bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=str(MODEL))


def session() -> driver.Scenario:
    yield from installed()
    yield from imported_and_undone()
    yield from compared_at_a_frame()
    if not SHORT:
        yield from cancelled()
        yield from compared_through_the_clip()
        yield from compared_with_engines()
        yield from damaged()
        yield from heat_map()
        yield from worst_frame()
        yield from chosen_file()
        yield from attached()
        yield from found_again()
    yield from another_file()


def installed() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = True
    window.install()
    window.check("installed and enabled", MODULE in bpy.context.preferences.addons)
    yield 0.5  # the side bar must be drawn once before it has tabs
    window.region("UI").active_panel_category = "Skinproof"
    window.area.tag_redraw()
    yield 1.0
    window.check("tab", window.region("UI").active_panel_category == "Skinproof")
    yield from window.screenshot("1_empty")


def imported_and_undone() -> driver.Scenario:
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
        bpy.ops.ed.undo_push(message="Empty scene")
    before = everything()
    import_model()
    window.check("imported", len(settings().characters) == 1 and settings().character.name)
    yield 0.3
    window.to_viewport()
    yield from window.key("Z", ctrl=True)
    yield lambda: not settings().characters
    window.check("one undo leaves the scene as before", everything() == before, (before, everything()))
    yield from window.key("Z", ctrl=True, shift=True)
    yield lambda: len(settings().characters) == 1
    window.check("redo brings the character back", len(settings().characters) == 1)
    import_model()
    window.check("imported twice: two characters", len({c.name for c in settings().characters}) == 2)
    yield 0.3
    yield from window.press("skinproof.remove_character", last=True)
    yield lambda: len(settings().characters) == 1
    window.check("removed by the button", len(settings().characters) == 1)
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.view3d.view_selected()
        bpy.ops.object.select_all(action="DESELECT")
    settings().character.clip = "0"
    yield 0.3


def compared_at_a_frame() -> driver.Scenario:
    bpy.context.scene.frame_set(7)
    yield from window.press("skinproof.compare(scope='FRAME')")
    yield lambda: settings().result.key > 0
    result = settings().result
    window.check("current frame: one time", result.count == 1, result.count)
    window.check("current frame: a vertex and a joint", result.worst_vertex >= 0 and result.worst_joint)
    window.check("current frame: frame kept", bpy.context.scene.frame_current_final == 7)
    yield from window.screenshot("2_frame")


def cancelled() -> driver.Scenario:
    settings().times = "KEYS"
    key = settings().result.key
    memory = sys.modules[f"{MODULE}.addon.state.session"].session
    operator = sys.modules[f"{MODULE}.addon.operators.compare"]
    modal = sys.modules[f"{MODULE}.addon.operators.modal_inquiry"]
    usual = modal.SECONDS, modal.LONGEST, operator.pace_of
    pace = sys.modules[f"{MODULE}.skinning_core.compare.judge.measurement"].Pace(times=1)
    modal.SECONDS, modal.LONGEST = 0.0, 0.0
    operator.pace_of = lambda _context: pace  # as slow as a character a hundred times as large
    yield from window.press("skinproof.compare(scope='CLIP')")
    yield lambda: memory.job is not None and memory.job.done > 1
    window.to_viewport()
    yield from window.screenshot("3_running")
    window.check("whole clip runs in steps", memory.job is not None and memory.job.done < memory.job.total)
    yield from window.key("ESC")
    yield lambda: memory.job is None
    window.check("Esc leaves the last result", settings().result.key == key, settings().result.key)
    window.check("Esc leaves the frame", bpy.context.scene.frame_current_final == 7)
    modal.SECONDS, modal.LONGEST, operator.pace_of = usual


def compared_through_the_clip() -> driver.Scenario:
    settings().times = "FRAMES"
    key = settings().result.key
    yield from window.press("skinproof.compare(scope='CLIP')")
    yield lambda: settings().result.key > key
    result = settings().result
    window.check("whole clip: many times", result.count > 10, result.count)
    window.check("whole clip: within tolerance", result.same and result.largest <= 3e-6, result.largest)
    yield from window.press("skinproof.compare(scope='ALL')")
    yield lambda: settings().result.key > key + 1
    judged, clips = settings().result.clips, settings().character.clips
    window.check("all clips: each and the rest pose", len(judged) == len(clips) + 1, judged)
    window.check("all clips: the same", settings().result.same, settings().result)
    yield 0.5  # to be drawn
    yield from window.screenshot("4_clip")


def compared_with_engines() -> driver.Scenario:
    """The other engines, in a window; each must leave the file as it found it."""
    before = everything()
    for engine in ("fast", "gpu", "stock"):
        settings().engine = engine
        yield from redrawn()  # the side bar has other rows for other engines
        key = settings().result.key
        yield from window.press("skinproof.compare(scope='FRAME')")
        yield lambda key=key: settings().result.key > key
        result = settings().result
        window.check(f"{engine}: one time", (result.engine, result.count) == (engine, 1), (result.engine, result.count))
        if engine != "stock":
            window.check(f"{engine}: within tolerance", result.same, result.largest)
        window.check(f"{engine}: nothing left behind", everything() == before, everything())
    settings().engine = "blender"
    yield from redrawn()


def redrawn() -> driver.Scenario:
    """Wait until the side bar has been drawn with what was just set, so that buttons are where they are seen."""
    drawn: list[int] = []
    handler = bpy.types.SpaceView3D.draw_handler_add(lambda: drawn.append(1), (), "UI", "POST_PIXEL")
    window.area.tag_redraw()
    yield lambda: bool(drawn)  # on a loaded machine a second is not enough, and a button is clicked where it was
    bpy.types.SpaceView3D.draw_handler_remove(handler, "UI")
    yield 1.0


def damaged() -> driver.Scenario:
    """The armature stays, every vertex keeps but its strongest bone: the comparison must see it, and say what it is."""
    yield from window.from_menu("S")
    yield lambda: any(o.select_get() for o in bpy.context.scene.objects)
    skinned = [o for o in bpy.context.scene.objects if o.select_get() and o.vertex_groups]
    window.check("selected by the button: meshes with their bones", skinned)
    for mesh_object in skinned:
        bpy.context.view_layer.objects.active = mesh_object
        with window.over():
            bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=1)
    with window.over():
        bpy.ops.ed.undo_push(message="Limit Total")  # an operator called by a script is no undo step by itself
    key = settings().result.key
    yield from window.press("skinproof.compare(scope='CLIP')")
    yield lambda: settings().result.key > key
    result = settings().result
    window.check("damaged: differs", not result.same and result.largest > 1e-4, result.largest)
    window.check("damaged: found in its mesh", result.worst_object in {o.name for o in skinned}, result.worst_object)
    window.check("damaged: the cause is named", "at most 1 bone moves a vertex" in result.notes, result.notes)


def heat_map() -> driver.Scenario:
    shading = window.area.spaces.active.shading
    before = shading.type, shading.color_type
    yield from window.press("skinproof.show_heat_map")
    yield lambda: settings().heat_map.shown
    yield 0.3
    window.check("heat map: colour attribute", painted())
    window.check("heat map: shading", (shading.type, shading.color_type) == ("SOLID", "VERTEX"))
    memory = sys.modules[f"{MODULE}.addon.state.session"].session
    yield from window.screenshot("5_heat_map")
    window.check("legend: no failure", not memory.stopped, memory.stopped)
    before_undo = settings().result
    window.to_viewport()
    yield from window.key("Z", ctrl=True)
    yield lambda: not settings().heat_map.shown
    window.check("undo gives the shading back", (shading.type, shading.color_type) == before)
    window.check("undo takes the colours off", not painted())
    window.check("undo leaves the figures", settings().result == before_undo, settings().result)
    yield from window.press("skinproof.show_heat_map")
    yield lambda: settings().heat_map.shown
    bpy.context.scene.frame_set(3)
    follows = settings().heat_map.time
    bpy.context.scene.frame_set(5)
    window.check("heat map follows the timeline", settings().heat_map.time > follows, follows)


def worst_frame() -> driver.Scenario:
    worst = settings().result.worst_time
    yield from window.press("skinproof.jump_to_worst")
    yield lambda: abs(settings().heat_map.time - worst) < 1e-4
    chosen = bpy.context.object
    window.check("worst frame: mesh is active", chosen is not None and chosen.type == "MESH", chosen)
    selected = [v.index for v in chosen.data.vertices if v.select]
    window.check("worst frame: one vertex selected", len(selected) == 1, selected[:5])
    kept = sys.modules[
        f"{MODULE}.addon.state.result_store"
    ]  # the undo step before made the result doubtful, until it is looked at
    yield lambda: not kept.may_have_changed(bpy.context.scene, settings().result.character)
    yield 0.3
    yield from window.screenshot("6_worst")
    yield from window.press("skinproof.edit_worst_vertex", last=True)
    yield lambda: bpy.context.mode == "EDIT_MESH"
    window.check("worst vertex: Edit Mode", bpy.context.mode == "EDIT_MESH")
    yield 0.3
    yield from window.screenshot("7_edit")
    with window.over():
        bpy.ops.object.mode_set(mode="OBJECT")
    yield 0.2
    yield from window.press("skinproof.hide_heat_map")
    yield lambda: not settings().heat_map.shown
    window.check("heat map: hidden", not painted())
    yield from in_a_local_view()


def in_a_local_view() -> driver.Scenario:
    """The Local View of something else: the worst vertex is shown there too, or it is left; and selected."""
    with window.over():
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.object.empty_add()
        elsewhere = bpy.context.object
        bpy.ops.view3d.localview(frame_selected=False)
    yield 0.3
    with window.over():
        bpy.ops.skinproof.jump_to_worst()
    chosen = bpy.context.object
    space = window.area.spaces.active
    there = space.local_view is not None
    window.check("Local View: the character is seen", not there or chosen.local_view_get(space), chosen)
    with window.over():
        if there:
            bpy.ops.view3d.localview(frame_selected=False)
    bpy.data.objects.remove(elsewhere)
    yield 0.3


def chosen_file() -> driver.Scenario:
    """The import button opens the file browser; the file chosen there is imported."""
    yield from window.from_menu("I", above=True)
    yield from browsed(MODEL)
    yield lambda: len(settings().characters) == 2
    window.check("file browser: imported", len(settings().characters) == 2)


def browsed(path: Path) -> Generator[driver.Step, None, str]:
    """Choose a file in the file browser that has just been opened; the folder that it opened with."""
    yield lambda: any(a.type == "FILE_BROWSER" for a in window.window.screen.areas)
    area = next(a for a in window.window.screen.areas if a.type == "FILE_BROWSER")
    yield lambda: area.spaces.active.params is not None
    opened_with = bytes(area.spaces.active.params.directory).decode()
    area.spaces.active.params.directory = str(path.parent).encode()
    area.spaces.active.params.filename = path.name
    yield 0.3
    with bpy.context.temp_override(window=window.window, area=area, region=area.regions[-1]):
        bpy.ops.file.execute()
    return opened_with


def attached() -> driver.Scenario:
    """A character of Blender's own importer, with a cube joined to it: attached, judged in its pose, and undone."""
    before = len(settings().characters)
    with window.over():
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.import_scene.gltf(filepath=str(MODEL))
        armature = next(ob for ob in bpy.context.selected_objects if ob.type == "ARMATURE")
        mesh = next(ob for ob in bpy.context.selected_objects if ob.type == "MESH" and ob.vertex_groups)
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.mesh.primitive_cube_add(size=0.2, location=(0.5, 0.0, 0.6))
        mesh.select_set(True)
        bpy.context.view_layer.objects.active = mesh
        bpy.ops.object.join()
        mesh.select_set(False)
        armature.select_set(True)
        bpy.context.view_layer.objects.active = armature
        bpy.ops.ed.undo_push(message="A character of Blender's own importer")
    names, as_before = (armature.name, mesh.name), everything()
    yield 0.5
    yield from window.from_menu("A", above=True)
    yield from browsed(MODEL)
    yield lambda: len(settings().characters) == before + 1
    window.check("attached: listed, with what is not in the file", settings().character.strangers == 8)
    settings().engine, settings().question = "blender", "POSE"
    key = settings().result.key
    yield from window.press("skinproof.compare(scope='FRAME')")
    yield lambda: settings().result.key != key
    result = settings().result  # the cube's faces are none of the file's
    window.check("attached: the skin in this pose", result.outcome == "PARTLY" and result.largest <= 3e-6, result)
    yield from window.screenshot("8_attached")
    yield from window.press("skinproof.select_unmatched", last=True)
    yield lambda: bpy.context.mode == "EDIT_MESH"
    yield from window.screenshot("9_unmatched")
    with window.over():
        bpy.ops.object.mode_set(mode="OBJECT")
    chosen = sum(vertex.select for vertex in bpy.context.object.data.vertices)
    window.check("attached: the cube is selected", chosen == 8, chosen)
    settings().question = "PLAYS"
    memory = sys.modules[f"{MODULE}.addon.state.session"].session
    memory.strangers = None
    yield from window.press("skinproof_overlay.unmatched")
    yield lambda: memory.strangers is not None
    window.check("attached: crosses on the cube", len(memory.strangers[2].in_scene) == 8)
    yield from window.screenshot("10_crosses")
    yield from undone_until(lambda: len(settings().characters) == before)
    window.check("attached: undone", everything() == as_before, (as_before, everything()))
    blocks = [bpy.data.objects[name] for name in names] + [bpy.data.objects[names[1]].data]
    left = [key for block in blocks for key in list(block.keys()) if "skinproof" in key]
    left += [attribute.name for attribute in blocks[2].attributes if "skinproof" in attribute.name]
    window.check("attached: nothing is left on the objects", not left, left)
    window.check("attached: no failure while drawing", not memory.stopped, memory.stopped)


def found_again() -> driver.Scenario:
    """A file was moved: the panel misses it, another one is taken only when the question is answered, it is found."""
    memory = sys.modules[f"{MODULE}.addon.state.session"].session
    before, as_before = len(settings().characters), everything()
    here, there = OUT / "here" / "arm.glb", OUT / "there" / "renamed.glb"
    for path in (here, there):
        path.parent.mkdir()
    here.write_bytes(ARM.read_bytes())
    other = there.with_name("other.glb")
    other.write_bytes(ARM.read_bytes().replace(b"make_arm.py", b"make_leg.py"))
    with window.over():
        bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=str(here))
    here.rename(there)
    yield lambda: settings().character.key in memory.changed
    yield from redrawn()
    yield from window.press("skinproof.find_file", last=True)
    opened_with = yield from browsed(other)
    window.check("find file: opened where it was", Path(opened_with) == here.parent, opened_with)
    yield 1.0
    yield from window.screenshot("11_another_file")
    window.check("another file: not before the question is answered", Path(settings().character.path) == here)
    yield from window.key("RET")
    yield lambda: Path(settings().character.path) == other and not memory.changed
    yield from undone_until(lambda: Path(settings().character.path) == here)
    yield lambda: settings().character.key in memory.changed
    yield from window.press("skinproof.find_file", last=True)
    yield from browsed(there)
    yield lambda: not memory.changed
    window.check("found: it is the file of the import", Path(settings().character.path) == there)
    yield from undone_until(lambda: len(settings().characters) == before)
    window.check("found: undone", everything() == as_before, (as_before, everything()))


def undone_until(reached: Callable[[], bool]) -> driver.Scenario:
    """Ctrl-Z over the 3D view, until something is as it was."""
    window.to_viewport()
    for _ in range(8):
        if reached():
            break
        yield from window.key("Z", ctrl=True)
        yield 0.3


def another_file() -> driver.Scenario:
    path = OUT / "saved.blend"
    memory = sys.modules[f"{MODULE}.addon.state.session"].session
    figures, key = settings().result, settings().character.key
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    kept = [c.name for c in settings().characters]
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    yield 0.5
    window.check("new file: nothing listed", not settings().characters)
    bpy.ops.wm.open_mainfile(filepath=str(path), load_ui=False)
    yield 0.5
    window.check("saved file: characters found again", [c.name for c in settings().characters] == kept)
    result = settings().result
    window.check("saved file: the figures are there, their arrays are not", result == replace(figures, key=0), result)
    grey = (bpy.context.scene.session_uid, key) in memory.saved
    window.check("saved file: grey until it is compared again", grey == figures.compared, grey)
    bpy.ops.preferences.addon_disable(module=MODULE)
    yield 0.3
    window.check("disabled: no trace", not hasattr(bpy.types.Scene, "skinproof"))
    handlers = [f for name in dir(bpy.app.handlers) for f in _handlers(name) if "skinproof" in f.__module__]
    window.check("disabled: no handlers", not handlers, handlers)


def _handlers(name: str) -> list:
    value = getattr(bpy.app.handlers, name)
    return value if isinstance(value, list) else []


driver.run(session(), window)
