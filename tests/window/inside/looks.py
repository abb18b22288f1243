"""Characters as they look after their import: a fox, an octopus and a human of VRM, side by side with their textures.

Environment: SKINPROOF_ZIP, SKINPROOF_MODELS (files, separated by the system's path separator), SKINPROOF_OUT.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import bpy
from mathutils import Euler

sys.path.insert(0, str(Path(__file__).parent))
import driver
from pictures import in_the_scene, side_by_side

MODELS = [Path(name) for name in os.environ["SKINPROOF_MODELS"].split(os.pathsep)]
window = driver.Window(Path(os.environ["SKINPROOF_OUT"]))
bpy.context.preferences.view.show_splash = False


def session() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = False
    window.install()
    yield 0.5
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
    with window.over():
        side_by_side(MODELS)
    shown = json.dumps(in_the_scene())
    look()
    yield 3.0
    yield from window.screenshot("1_characters")
    textured = [image for image in bpy.data.images if image.packed_file is not None]
    window.area.spaces.active.shading.type = "MATERIAL"
    for _ in range(6):  # without a GPU, shaders take half a minute; until then surfaces are white
        window.area.tag_redraw()
        yield 10.0
    yield from window.screenshot("2_material_preview")
    (window.out / "2_material_preview.json").write_text(shown, encoding="utf-8")
    window.check("textures are packed", len(textured) >= len(MODELS) - 1, [image.name for image in textured])
    window.check("textures are decoded", all(image.size[0] > 0 for image in textured))


def look() -> None:
    """The characters, textured, from the front and a little from the side, without the overlays of bones and grid."""
    space = window.area.spaces.active
    space.shading.type, space.shading.color_type = "SOLID", "TEXTURE"
    space.overlay.show_bones = False
    space.region_3d.view_perspective = "PERSP"
    space.region_3d.view_rotation = Euler((1.35, 0.0, 0.5)).to_quaternion()
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.view3d.view_selected()
        bpy.ops.object.select_all(action="DESELECT")


driver.run(session(), window)
