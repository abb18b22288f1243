"""A new user's tour: a character dropped, compared, spoilt, fixed, reported, attached, exported, in one look.

Environment: SKINPROOF_ZIP (the extension), SKINPROOF_MODEL (a file), SKINPROOF_LOOK (what differs from ``Look()``, as
JSON), SKINPROOF_OUT (a folder). Every screen is kept as NAME.png and, as the rows of its panels, NAME.json.
Nothing waits for a while: after a turn of Blender's main loop its events are handled and its windows drawn.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import driver
import side_bar

OUT = Path(os.environ["SKINPROOF_OUT"])
MODEL = Path(os.environ["SKINPROOF_MODEL"])
RIGS = ("EXACT", "ANIMATION")

bpy.context.preferences.view.show_splash = False
bpy.context.preferences.view.filebrowser_display_type = "SCREEN"
bpy.context.preferences.system.viewport_aa = "OFF"  # each smooth picture of the view is eight
window = driver.Window(OUT)


@dataclass(frozen=True)
class Look:
    """How the window looks."""

    language: str = "en_US"
    theme: str = "Blender_Dark"
    scale: float = 1.0
    width: int = 0  # pixels of the side bar at scale 1; 0: as it comes


#: Pixels above the end of the side bar in which a button may be cut, and a click be one on the edge.
AT_THE_EDGE = 40


def settings() -> bpy.types.PropertyGroup:
    return bpy.context.scene.skinproof


def session() -> driver.Scenario:
    look = Look(**json.loads(os.environ["SKINPROOF_LOOK"]))
    yield from installed()
    yield from looks_like(look)
    yield from shot("1_empty")
    for rig in RIGS:
        yield from dropped(rig)
        yield from compared("ALL")
        yield from shot(f"3_{rig.lower()}")
        window.check(f"{rig} is green", settings().result.same, settings().result.words)
    yield from spoilt_and_fixed()
    yield from reported()
    yield from removed()
    window.check("nothing is left", not bpy.context.scene.objects[:], bpy.context.scene.objects[:])
    yield from shot("9_removed")
    yield from attached()
    yield from exported()
    yield from removed()
    yield from shot("12_left")
    window.check("the artist's own is left", bpy.context.scene.objects[:])
    window.check("the last step", True)


def removed() -> driver.Scenario:
    """*Remove* until there is no character in the list."""
    yield from to_the_top()
    while count := len(settings().characters):
        yield from pressed("skinproof.remove_character")
        yield lambda count=count: len(settings().characters) == count - 1


def installed() -> driver.Scenario:
    """The extension from its file, in an empty scene, with its tab in front."""
    window.area.spaces.active.show_region_ui = True
    window.install()
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
    yield from turned()
    window.region("UI").active_panel_category = "Skinproof"
    yield from turned()


def turned() -> driver.Scenario:
    """The 3D view drawn anew, and its side bar once more: what is drawn first may find that it needs another size."""
    window.area.tag_redraw()
    yield driver.TICK
    window.region("UI").tag_redraw()
    yield driver.TICK


def looks_like(look: Look) -> driver.Scenario:
    """Language, theme and scale by the preferences, the side bar's width by dragging its edge."""
    preferences = bpy.context.preferences
    preferences.view.language = look.language
    preferences.view.ui_scale = look.scale
    folder = next(Path(found) for found in bpy.utils.preset_paths("interface_theme"))
    bpy.ops.script.execute_preset(
        filepath=str(folder / f"{look.theme}.xml"), menu_idname="USERPREF_MT_interface_theme_presets"
    )
    yield from turned()
    if look.width:
        yield from window.drag_side_bar(int(look.width * look.scale))
        yield from turned()


def shot(name: str) -> driver.Scenario:
    """A screenshot, and what the side bar says in it."""
    yield from turned()
    yield from window.screenshot(name)
    said = json.dumps(side_bar.said()["panels"], ensure_ascii=False, indent=1)
    (OUT / f"{name}.json").write_text(said, encoding="utf-8")


def pressed(wanted: str) -> driver.Scenario:
    """Click a button of the side bar."""
    yield from sought(wanted)
    yield from window.click(window.mouse)


def sought(wanted: str) -> driver.Scenario:
    """Put the mouse over a button of the side bar; what is not in sight is scrolled to.

    Never for nothing: where all of it is in sight, the wheel moves the view behind.
    """
    for _ in range(12):  # a narrow side bar of an export with three causes is nine screens long
        try:
            yield from window.find(wanted, rests=(driver.TICK,))
        except driver.NotFound:
            yield from scrolled("WHEELDOWNMOUSE", 8)
            continue
        if window.mouse[1] > window.region("UI").y + AT_THE_EDGE:
            return
        yield from scrolled("WHEELDOWNMOUSE", 3)
    raise driver.NotFound(wanted)


def to_the_top() -> driver.Scenario:
    """Scroll the side bar up again, where its buttons are known."""
    global _at_top
    if _at_top is not None:
        yield from scrolled("WHEELUPMOUSE", 40)
        window.seen, _at_top = _at_top, None


#: Where buttons were seen before the side bar was scrolled; None: it is at its top.
_at_top: dict[str, tuple[int, int]] | None = None


def scrolled(kind: str, steps: int) -> driver.Scenario:
    global _at_top
    _at_top = window.seen if _at_top is None else _at_top
    region = window.region("UI")
    window.move(region.x + region.width // 2, region.y + region.height // 2)
    for _ in range(steps):
        window.window.event_simulate(type=kind, value="PRESS", x=window.mouse[0], y=window.mouse[1])
    window.seen = {}
    yield from turned()


def dropped(rig: str) -> driver.Scenario:
    """The dialog that a drop opens, and Enter; the rig is the one that is chosen there."""
    before = len(settings().characters)
    window.to_viewport()
    yield driver.HOVER
    with window.over():
        bpy.ops.skinproof.import_skin("INVOKE_DEFAULT", True, filepath=str(MODEL), rig=rig)
    yield from turned()
    yield from window.screenshot(f"2_dialog_{rig.lower()}")
    yield from window.key("RET")
    yield lambda: len(settings().characters) == before + 1
    if settings().character.clips:
        settings().character.clip = "0"
    yield from turned()


def compared(scope: str = "CLIP") -> driver.Scenario:
    """*Whole Clip*; *Current Frame* of a character without clips, whose *Whole Clip* is grey; ALL: the large button."""
    key = settings().result.key
    yield from to_the_top()
    scope = scope if settings().character.clips or scope == "ALL" else "FRAME"
    yield from pressed(f"skinproof.compare(scope='{scope}')")
    yield lambda: settings().result.key > key
    yield from turned()


def spoilt_and_fixed() -> driver.Scenario:
    """Every vertex keeps its strongest bone; the verdict names it, colours show it, and *Fix* puts it right."""
    bpy.ops.skinproof.select_character()
    meshes = [ob for ob in bpy.context.scene.objects if ob.select_get() and len(ob.vertex_groups) > 1]
    for mesh in meshes:
        bpy.context.view_layer.objects.active = mesh
        with window.over():
            bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=1)
    with window.over():
        bpy.ops.ed.undo_push(message="Limit Total")
    yield from turned()
    yield from compared()
    if settings().result.same:  # of a rigid character one bone moves every vertex
        return
    yield from pressed("skinproof.show_heat_map")
    yield lambda: settings().heat_map.shown
    yield from to_the_top()
    yield from shot("4_spoilt")
    yield from pressed("skinproof.jump_to_worst")
    yield from shot("5_worst")
    for further in range(len(meshes)):  # each is a cause of its own
        left = weights(meshes)
        yield from pressed("skinproof.fix_cause(index=0)")
        yield from turned()
        yield from window.screenshot(f"6_fix{further or ''}")
        yield from window.key("RET")
        yield lambda left=left: weights(meshes) > left
        yield from compared()
        if settings().result.same:
            break
    window.check("fixed", settings().result.same, settings().result.words)
    yield from shot("7_fixed")
    yield from pressed("skinproof.hide_heat_map")
    yield lambda: not settings().heat_map.shown


def weights(meshes: list[bpy.types.Object]) -> int:
    """How many weights there are."""
    return sum(len(vertex.groups) for mesh in meshes for vertex in mesh.data.vertices)


def reported() -> driver.Scenario:
    bpy.ops.skinproof.write_report(filepath=str(OUT / "report.html"), format="HTML")
    yield from turned()
    yield from sought("skinproof.open_report")
    yield from shot("8_reported")


def attached() -> driver.Scenario:
    """The same file by Blender's own importer, as an artist has it, attached to its file and compared."""
    with window.over():
        bpy.ops.import_scene.gltf(filepath=str(MODEL))
        bpy.ops.view3d.view_selected()
        bpy.ops.ed.undo_push(message="A character of Blender's own importer")
    yield from turned()
    yield from shot("10_selected")
    with window.over():
        bpy.ops.skinproof.attach("EXEC_DEFAULT", True, filepath=str(MODEL))
    yield lambda: len(settings().characters) == 1
    yield from turned()
    yield from shot("10_attached")
    yield from compared("ALL")
    yield from shot("10_compared")


def exported() -> driver.Scenario:
    """The tick in the exporter's panel: an export as the dialog has it, and one with one influence for each vertex."""
    session = sys.modules["bl_ext.user_default.skinproof.addon.state.session"].session
    bpy.context.preferences.addons["bl_ext.user_default.skinproof"].preferences.verify_exports = True
    with window.over():
        bpy.ops.export_scene.gltf("INVOKE_DEFAULT", filepath=str(OUT / "export.glb"))
    yield lambda: any(a.type == "FILE_BROWSER" for a in window.window.screen.areas)
    yield 1.0
    yield from window.screenshot("11_dialog")
    yield from window.key("ESC")
    yield lambda: not any(a.type == "FILE_BROWSER" for a in window.window.screen.areas)
    for name, words in (("whole", {}), ("few", {"export_influence_nb": 1, "export_all_influences": False})):
        before = session.side.result
        with window.over():
            bpy.ops.export_scene.gltf("EXEC_DEFAULT", filepath=str(OUT / "export.glb"), **words)
        yield lambda: bool(session.side.running)
        yield from turned()
        yield from window.screenshot(f"11_{name}_running")
        yield (
            lambda before=before: (
                not session.side.running and bool(session.side.refusal or session.side.result is not before)
            )
        )
        yield from to_the_top()
        yield from shot(f"11_{name}")
        yield from sought("skinproof.write_side_report")
        yield from shot(f"11_{name}_below")


driver.run(session(), window)
