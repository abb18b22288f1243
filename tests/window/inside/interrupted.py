"""What happens to a comparison that runs in steps: an autosave, an undo, a deletion, another file, the extension's end.

Nobody can press those keys meanwhile; scripts and timers of others can. Environment: SKINPROOF_ZIP (the extension),
SKINPROOF_MODEL (a character with clips), SKINPROOF_OUT (a folder). That no step prints a traceback is asked of the log.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import driver

MODULE = "bl_ext.user_default.skinproof"
OUT = Path(os.environ["SKINPROOF_OUT"])
bpy.context.preferences.view.show_splash = False
window = driver.Window(OUT)


def part(name: str) -> object:
    return sys.modules[f"{MODULE}.{name}"]


def settings() -> bpy.types.PropertyGroup:
    return bpy.context.scene.skinproof


def armature() -> bpy.types.Object:
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


def state() -> tuple[object, ...]:
    """What measuring must leave alone."""
    rig = armature()
    data = rig.animation_data
    poses = tuple(tuple(map(tuple, bone.matrix_basis)) for bone in rig.pose.bones)
    return bpy.context.scene.frame_current_final, data.action.name, data.use_nla, poses


def running() -> bool:
    return part("addon.state.session").session.job is not None


def begun() -> driver.Scenario:
    """A comparison of the whole clip, as slow as one of a character a hundred times as large."""
    modal, operator = part("addon.operators.modal_inquiry"), part("addon.operators.compare")
    modal.SECONDS, modal.LONGEST = 0.0, 0.0
    pace = part("skinning_core.compare.judge.measurement").Pace(times=1)
    operator.pace_of = lambda _context: pace
    with window.over():
        bpy.ops.skinproof.compare("INVOKE_DEFAULT", scope="CLIP")
    yield lambda: running() and part("addon.state.session").session.job.done > 1


def compared(name: str) -> driver.Scenario:
    """Nothing is left of what was interrupted: the next comparison comes to its end."""
    yield lambda: not running()
    yield 0.3
    yield from begun()
    window.check(f"{name}: in steps once more", running())
    yield lambda: not running()
    window.check(f"{name}: the next one is answered", settings().result.outcome == "SAME", settings().result.outcome)


def session() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = True
    window.install()
    yield 0.5
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
        bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=os.environ["SKINPROOF_MODEL"])
    settings().character.clip = "0"
    bpy.context.scene.frame_set(5)
    yield 0.5
    yield from saved()
    yield from undone()
    yield from deleted()
    yield from loaded()
    yield from disabled()
    window.check("the last step", True)


def saved() -> driver.Scenario:
    before = state()
    yield from begun()
    for k in range(3):
        window.check(f"autosave {k}: what is saved is the scene as it stands", state() == before, state()[:3])
        bpy.ops.wm.save_as_mainfile(filepath=str(OUT / "middle.blend"), copy=True)
        yield 0.05
    yield lambda: not running()
    window.check("autosave: the answer comes", settings().result.outcome == "SAME", settings().result.outcome)
    window.check("autosave: as before", state() == before, state()[:3])


def undone() -> driver.Scenario:
    with window.over():
        for k in range(3):
            armature().location.x = float(k)
            bpy.ops.ed.undo_push(message=f"move {k}")
    for operator in (bpy.ops.ed.undo, bpy.ops.ed.redo, bpy.ops.ed.undo):
        yield from begun()
        with window.over():
            operator()
        yield lambda: not running()
        window.check("undo: where it was undone to", bpy.context.scene.frame_current_final == 5)
    yield from compared("undo")


def loaded() -> driver.Scenario:
    for _ in range(2):
        yield from begun()
        bpy.ops.wm.open_mainfile(filepath=str(OUT / "middle.blend"), load_ui=False)
        yield lambda: not running()
        yield 0.3
        window.check("load: the file that was opened", bpy.context.scene.frame_current_final == 5)
    yield from compared("load")


def nothing_left(name: str) -> None:
    """No frame changed, no handler, object or list entry more than there is of what stands in the scene."""
    window.check(
        f"{name}: the frame", bpy.context.scene.frame_current_final == 5, bpy.context.scene.frame_current_final
    )
    known = {item.key for item in settings().characters}
    window.check(f"{name}: the list", set(part("addon.state.session").session.characters) == known)


def remove_armature() -> None:
    bpy.data.objects.remove(armature())


def remove_meshes() -> None:
    for ob in [ob for ob in bpy.context.scene.objects if ob.type == "MESH"]:
        bpy.data.objects.remove(ob)


def remove_all() -> None:
    bpy.data.batch_remove(list(bpy.context.scene.objects))


def remove_actions() -> None:
    bpy.data.batch_remove(list(bpy.data.actions))


def deleted() -> driver.Scenario:
    for remove in (remove_armature, remove_meshes, remove_all, remove_actions):
        name = remove.__name__.replace("_", " ")
        yield from begun()
        remove()
        yield lambda: not running()
        yield 0.3
        nothing_left(name)
        bpy.ops.wm.open_mainfile(filepath=str(OUT / "middle.blend"), load_ui=False)
        yield 0.3
    yield from compared("deletion")


def handlers() -> dict[str, int]:
    return {
        name: len(known) for name in dir(bpy.app.handlers) if isinstance(known := getattr(bpy.app.handlers, name), list)
    }


def disabled() -> driver.Scenario:
    import addon_utils

    addon_utils.disable(MODULE)
    yield 0.3
    objects, before = {ob.name for ob in bpy.data.objects}, handlers()
    addon_utils.enable(MODULE)
    yield 0.5
    for _ in range(2):
        yield from begun()
        addon_utils.disable(MODULE)
        yield 0.3
        window.check("disabled: the frame", bpy.context.scene.frame_current_final == 5)
        window.check("disabled: objects", {ob.name for ob in bpy.data.objects} == objects)
        window.check("disabled: handlers", handlers() == before, handlers())
        window.check("disabled: no job", not running())
        addon_utils.enable(MODULE)
        yield lambda: part("addon.state.session").session.freed is None
        yield 0.3
    yield from compared("disabled")
    yield from begun()
    for turn in (addon_utils.disable, addon_utils.enable):  # as *Reload Scripts* does
        turn(MODULE)
    key = settings().result.key
    with window.over():
        bpy.ops.skinproof.compare("INVOKE_DEFAULT", scope="CLIP")
    window.check("enabled anew: answered at once", settings().result.key > key and not running())
    yield lambda: part("addon.state.session").session.freed is None
    yield from compared("enabled anew")


if __name__ == "__main__":
    driver.run(session(), window)
