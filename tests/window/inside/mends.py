"""What no setting mends, in the exporter's dialog: found, selected, mended by its button, exported, undone.

Environment: SKINPROOF_ZIP, SKINPROOF_OUT.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import driver
from export_dialog import MODULE, OUT, browser, character, execute, open_browser, side, window


def mirrored_with_key() -> bpy.types.Object:
    """Half of the body is a Mirror's, and there is a shape key, so that Apply Modifiers is no way out."""
    body = bpy.data.objects["Body"]
    body.shape_key_add(name="Basis")
    key = body.shape_key_add(name="bump")
    for point in key.points:
        point.co.y += 0.4
    key.value = 1.0
    body.modifiers.new("Mirror", "MIRROR")
    body.modifiers.move(1, 0)
    return body


def found() -> driver.Scenario:
    yield from browser.press("find_best_settings")
    yield lambda: bool(side().running)
    yield lambda: not side().running
    yield 1.0


def scenario() -> driver.Scenario:
    window.install()
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    yield 1.0
    character()
    body = mirrored_with_key()
    with window.over():
        bpy.ops.ed.undo_push(message="A mirrored body")
    bpy.context.preferences.addons[MODULE].preferences.verify_exports = True
    yield 1.0
    count, target = len(body.data.vertices), OUT / "mended.glb"
    yield from open_browser(target, export_all_influences=True)
    yield from found()
    window.check("found", [row.code for row in side().mends] == ["APPLY_MODIFIERS"], side())
    yield from browser.screenshot("1-found")
    yield from browser.press("select_loss")
    yield 0.5
    yield from browser.press("mend_export")
    yield 0.5
    window.check("mended", len(body.data.vertices) > count, len(body.data.vertices))
    window.check("mended: its key", [key.name for key in body.data.shape_keys.key_blocks] == ["Basis", "bump"])
    yield from browser.screenshot("2-mended")
    yield from found()
    window.check("nothing is left", not side().mends and side().rows[0].same, side())
    yield from browser.screenshot("3-nothing-is-left")
    yield from execute.find("bpy.ops.file.cancel")
    yield from execute.click((execute.region().x + int(0.95 * execute.region().width), execute.mouse[1]))
    yield lambda: side().result is not None and side().result.title == target.name and not side().running
    window.check("exported: the same", side().result.same, side().result)
    yield from window.screenshot("5-exported")
    window.to_viewport()
    yield from window.key("Z", ctrl=True)
    yield 1.0
    body = bpy.data.objects["Body"]
    window.check("undone", len(body.data.vertices) == count and "Mirror" in body.modifiers, len(body.data.vertices))


driver.run(scenario(), window)
