"""A new user's tour: six characters dropped, on both rigs, compared, read, spoilt, fixed, reported, each in its look.

Environment: SKINPROOF_ZIP (the extension), SKINPROOF_MODELS (files, separated by the system's path separator),
SKINPROOF_OUT (a folder). Every screen is kept as NAME.png and, as the rows of its panels, NAME.json.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import driver
import side_bar

OUT = Path(os.environ["SKINPROOF_OUT"])
MODELS = [Path(name) for name in os.environ["SKINPROOF_MODELS"].split(os.pathsep)]
RIGS = ("EXACT", "ANIMATION")

bpy.context.preferences.view.show_splash = False
bpy.context.preferences.view.filebrowser_display_type = "SCREEN"
window = driver.Window(OUT)


@dataclass(frozen=True)
class Look:
    """How the window looks."""

    language: str = "en_US"
    theme: str = "Blender_Dark"
    scale: float = 1.0
    width: int = 0  # pixels of the side bar at scale 1; 0: as it comes


LOOKS = (
    Look(width=160),
    Look("zh_HANS", width=160),
    Look("zh_HANS", scale=1.8),
    Look(theme="Blender_Light", scale=1.8),
    Look("zh_HANS", "Blender_Light"),
    Look(),
)


#: Pixels above the end of the side bar in which a button may be cut, and a click be one on the edge.
AT_THE_EDGE = 40


def settings() -> bpy.types.PropertyGroup:
    return bpy.context.scene.skinproof


def session() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = True
    window.install()
    yield 0.5
    window.region("UI").active_panel_category = "Skinproof"
    width = window.region("UI").width
    for path, look in zip(MODELS, cycle(LOOKS)):
        with window.over():
            bpy.ops.object.select_all(action="SELECT")
            bpy.ops.object.delete()
        yield from looks_like(look, width)
        yield from shot(path, "1_empty")
        for rig in RIGS:
            yield from dropped(path, rig)
            yield from compared()
            yield from shot(path, f"3_{rig.lower()}")
            window.check(f"{path.stem}: {rig} is green", settings().result.same, settings().result.words)
        yield from spoilt_and_fixed(path)
        yield from reported(path)
        yield from to_the_top()
        while settings().characters:
            yield from pressed("skinproof.remove_character")
            yield 0.5
    window.check("the last step", True)


def looks_like(look: Look, width: int) -> driver.Scenario:
    """Language, theme and scale by the preferences, the side bar's width by dragging its edge."""
    preferences = bpy.context.preferences
    preferences.view.language = look.language
    preferences.view.ui_scale = look.scale
    folder = next(Path(found) for found in bpy.utils.preset_paths("interface_theme"))
    bpy.ops.script.execute_preset(
        filepath=str(folder / f"{look.theme}.xml"), menu_idname="USERPREF_MT_interface_theme_presets"
    )
    yield 1.0
    yield from dragged(int((look.width or width) * look.scale))


def dragged(width: int) -> driver.Scenario:
    """Drag the left edge of the side bar until it is so wide."""
    region = window.region("UI")
    if abs(region.width - width) < 10 or bpy.app.version < (5, 0):  # 4.3 grasps no edge by simulated events
        return
    # The edge is grasped from without, coming from the view, and only where there are panels.
    x, y = region.x - 2, region.y + region.height - 20
    for away in (100, 8, 0):
        window.move(x - away, y)
        yield 2 * driver.HOVER
    window.window.event_simulate(type="LEFTMOUSE", value="PRESS", x=x, y=y)
    yield 2 * driver.HOVER
    to = x + region.width - width
    for at in (x + (to - x) // 3, x + (to - x) // 2, to, to):
        window.move(at, y)
        yield 2 * driver.HOVER
    window.window.event_simulate(type="LEFTMOUSE", value="RELEASE", x=to, y=y)
    yield 0.5
    now = window.region("UI").width
    window.check(f"the side bar is {width} wide", abs(now - width) < 10, now)


def shot(path: Path, name: str) -> driver.Scenario:
    """A screenshot, and what the side bar says in it."""
    for _ in range(2):
        window.area.tag_redraw()
        yield 0.4
    yield from window.screenshot(f"{path.stem}_{name}")
    said = json.dumps(side_bar.said()["panels"], ensure_ascii=False, indent=1)
    (OUT / f"{path.stem}_{name}.json").write_text(said, encoding="utf-8")


def pressed(wanted: str) -> driver.Scenario:
    """Click a button of the side bar; what is not in sight is scrolled to."""
    for _ in range(6):
        try:
            yield from window.find(wanted)
        except driver.NotFound:
            yield from scrolled("WHEELDOWNMOUSE", 8)
            continue
        if window.mouse[1] > window.region("UI").y + AT_THE_EDGE:
            yield from window.click(window.mouse)
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
        yield driver.TICK
    window.seen = {}
    yield 0.5


def dropped(path: Path, rig: str) -> driver.Scenario:
    """The dialog that a drop opens, and Enter; the rig is the one that is chosen there."""
    before = len(settings().characters)
    window.to_viewport()
    yield driver.HOVER
    with window.over():
        bpy.ops.skinproof.import_skin("INVOKE_DEFAULT", True, filepath=str(path), rig=rig)
    yield 0.5
    yield from window.screenshot(f"{path.stem}_2_dialog_{rig.lower()}")
    yield from window.key("RET")
    yield lambda: len(settings().characters) == before + 1
    settings().character.clip = "0" if len(settings().character.clips) else settings().character.clip
    yield 0.5


def compared() -> driver.Scenario:
    key = settings().result.key
    yield from to_the_top()
    yield from pressed("skinproof.compare(scope='CLIP')")
    yield lambda: settings().result.key > key
    yield 0.5


def spoilt_and_fixed(path: Path) -> driver.Scenario:
    """Every vertex keeps its strongest bone; the verdict names it, colours show it, and *Fix* puts it right."""
    bpy.ops.skinproof.select_character()
    meshes = [ob for ob in bpy.context.scene.objects if ob.select_get() and len(ob.vertex_groups) > 1]
    for mesh in meshes:
        bpy.context.view_layer.objects.active = mesh
        with window.over():
            bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=1)
    with window.over():
        bpy.ops.ed.undo_push(message="Limit Total")
    yield 0.5
    yield from compared()
    if settings().result.same:  # of a rigid character one bone moves every vertex
        return
    yield from pressed("skinproof.show_heat_map")
    yield lambda: settings().heat_map.shown
    yield from to_the_top()
    yield from shot(path, "4_spoilt")
    yield from pressed("skinproof.jump_to_worst")
    yield 0.5
    yield from shot(path, "5_worst")
    yield from pressed("skinproof.fix_cause(index=0)")
    yield 0.5
    yield from window.screenshot(f"{path.stem}_6_fix")
    yield from window.key("RET")
    yield 1.0
    yield from compared()
    yield from shot(path, "7_fixed")
    yield from pressed("skinproof.hide_heat_map")


def reported(path: Path) -> driver.Scenario:
    bpy.ops.skinproof.write_report(filepath=str(OUT / f"{path.stem}.html"), format="HTML")
    yield from scrolled("WHEELDOWNMOUSE", 40)
    yield from shot(path, "8_reported")


driver.run(session(), window)
