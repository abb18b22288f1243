"""*Live* while the user does what stops it, by real keys and clicks: Esc in playback, undo, other scenes, X, disabling.

Environment: SKINPROOF_ZIP (the extension), SKINPROOF_MODEL (a character with clips), SKINPROOF_OUT (a folder). That no
step prints a traceback is asked of the log.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import driver

MODULE = "bl_ext.user_default.skinproof"
bpy.context.preferences.view.show_splash = False
window = driver.RealWindow(Path(os.environ["SKINPROOF_OUT"]))


def settings() -> bpy.types.PropertyGroup:
    return bpy.context.scene.skinproof


def said() -> object:
    """What the live verdict last said."""
    return sys.modules[f"{MODULE}.addon.state.session"].session.live_frame


def session() -> driver.Scenario:
    yield from installed()
    yield from switched_on()
    yield from escaped()
    yield from posed_and_undone()
    yield from other_scenes()
    yield from disabled()
    yield from deleted()


def installed() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = True
    window.install()
    yield 0.5
    window.region("UI").active_panel_category = "Skinproof"
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
        bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=os.environ["SKINPROOF_MODEL"])
    settings().character.clip = "0"
    yield 0.5


def switched_on() -> driver.Scenario:
    yield from window.press("skinproof.live")
    yield lambda: settings().live and said() is not None and said().verdict is not None
    window.check("live: the same", said().verdict.same, said())
    window.to_viewport()
    yield from window.screenshot("1_live")


def playing() -> bool:
    return bool(bpy.context.screen.is_animation_playing)


def escaped() -> driver.Scenario:
    """Esc ends playback and brings the frame back from which it began: the verdict is that frame's."""
    bpy.context.scene.frame_set(3)
    yield from window.key("space")
    yield lambda: playing() and bpy.context.scene.frame_current > 6
    yield from window.screenshot("2_playing")
    yield from window.key("Escape")
    yield lambda: not playing()
    yield lambda: bpy.context.scene.frame_current == 3
    yield 0.5
    window.check("Esc in playback: live goes on", settings().live and said().verdict.same, said())
    for _ in range(3):  # in a hurry
        window._send("key", "space")
        window._send("key", "Escape")
    yield lambda: not playing()
    yield 0.3
    window.check("Esc again and again: live goes on", settings().live and said().verdict.same, said())


def posed_and_undone() -> driver.Scenario:
    """A bone is turned by hand in Pose Mode, in playback too, and that is undone and redone."""
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    bpy.context.view_layer.objects.active = armature
    window.to_viewport()
    yield from window.key("ctrl+Tab")
    yield lambda: bpy.context.mode == "POSE"
    yield from window.key("a")
    for key in ("r", "4", "0", "Return"):
        yield from window.key(key)
    yield lambda: not said().verdict.same
    window.check("posed: it differs at once", not said().verdict.same)
    yield from window.key("ctrl+z")
    yield lambda: said().verdict is not None and said().verdict.same
    yield from window.key("ctrl+shift+z")
    yield lambda: said().verdict is not None and not said().verdict.same
    yield from window.key("space")
    yield playing
    yield from window.key("ctrl+z")
    yield 0.5
    yield from window.key("Escape")
    yield lambda: not playing()
    window.check("undo in playback: live is there", settings().live and said() is not None)
    yield from window.key("ctrl+Tab")
    yield lambda: bpy.context.mode == "OBJECT"


def other_scenes() -> driver.Scenario:
    """A new scene while it plays, and back; then a full copy, which has a live verdict of its own."""
    first = bpy.context.scene
    window.to_viewport()
    yield from window.key("space")
    yield playing
    for kind in ("NEW", "FULL_COPY"):
        with window.over():
            bpy.ops.scene.new(type=kind)
        yield 0.7
        window.check(f"{kind}: it is another scene", bpy.context.scene != first)
        window.window.scene = first
        yield 0.5
    yield from window.key("Escape")
    yield lambda: not playing()
    window.check("back: live goes on", settings().live and said() is not None and said().verdict is not None, said())
    for scene in [scene for scene in bpy.data.scenes if scene != first]:
        bpy.data.scenes.remove(scene)
    yield 0.3


def disabled() -> driver.Scenario:
    """The add-on goes while it plays, and comes back."""
    window.to_viewport()
    yield from window.key("space")
    yield playing
    bpy.ops.preferences.addon_disable(module=MODULE)
    yield 0.7
    window.check("disabled: it plays on", playing())
    bpy.ops.preferences.addon_enable(module=MODULE)
    yield 0.7
    yield from window.key("Escape")
    yield lambda: not playing()
    bpy.context.scene.skinproof.live = True
    bpy.context.scene.frame_set(5)
    yield lambda: said() is not None and said().verdict is not None
    window.check("enabled again: live goes on", said().verdict.same, said())


def deleted() -> driver.Scenario:
    """All of the character is selected and deleted with X while it plays; its actions are offered for removal."""
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
    window.to_viewport()
    yield from window.key("space")
    yield playing
    yield from window.key("Delete")
    yield lambda: not settings().characters
    yield 0.5
    window.check("deleted: it plays on", playing())
    yield from window.key("Escape")
    yield lambda: not playing()
    yield from window.screenshot("3_deleted")
    yield from window.press("skinproof.remove_leftovers")
    yield lambda: not bpy.data.actions
    window.check("deleted: its actions were offered", not bpy.data.actions, list(bpy.data.actions))
    window.to_viewport()
    while not settings().characters:
        yield from window.key("ctrl+z")
        yield 1.0
    bpy.context.scene.frame_set(7)
    yield 0.7
    window.check("undone: the character is live again", settings().live and said() is not None, said())
    window.check("the last step", True)


if __name__ == "__main__":
    driver.run(session(), window)
