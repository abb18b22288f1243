"""Characters as they look after their import: a fox, an octopus and a human of VRM, side by side with their textures.

Environment: SKINPROOF_ZIP, SKINPROOF_MODELS (files, separated by the system's path separator), SKINPROOF_OUT.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import bpy
from mathutils import Euler, Vector

sys.path.insert(0, str(Path(__file__).parent))
import driver

MODELS = [Path(name) for name in os.environ["SKINPROOF_MODELS"].split(os.pathsep)]
window = driver.Window(Path(os.environ["SKINPROOF_OUT"]))
bpy.context.preferences.view.show_splash = False


def session() -> driver.Scenario:
    window.area.spaces.active.show_region_ui = False
    bpy.ops.extensions.package_install_files(
        filepath=os.environ["SKINPROOF_ZIP"], repo="user_default", enable_on_install=True
    )
    yield 0.5
    with window.over():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
    place = 0.0
    for path in MODELS:
        with window.over():
            bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=str(path))
        place = stood_beside(place)
        yield 0.2
    bpy.context.scene.frame_set(8)
    look()
    yield 3.0
    yield from window.screenshot("1_characters")
    textured = [image for image in bpy.data.images if image.packed_file is not None]
    window.area.spaces.active.shading.type = "MATERIAL"
    for _ in range(24):  # without a GPU, shaders take minutes; until then surfaces are white
        window.area.tag_redraw()
        yield 10.0
    yield from window.screenshot("2_material_preview")
    window.check("textures are packed", len(textured) >= len(MODELS) - 1, [image.name for image in textured])
    window.check("textures are decoded", all(image.size[0] > 0 for image in textured))


def stood_beside(place: float) -> float:
    """Scale the newest character to one metre, stand it at ``place`` along X, and return the next place."""
    collection = bpy.data.collections[bpy.context.scene.skinproof.character.name]
    meshes = [ob for ob in collection.all_objects if ob.type == "MESH"]
    bpy.context.view_layer.update()
    low, high = extent(meshes)
    roots = [ob for ob in collection.all_objects if ob.parent is None]
    for ob in roots:
        ob.scale, ob.location = ob.scale / max(high - low), ob.location / max(high - low)
    bpy.context.view_layer.update()
    low, high = extent(meshes)
    for ob in roots:
        ob.location += Vector((place - low.x, -(low.y + high.y) / 2, -low.z))
    return place + high.x - low.x + 0.15


def extent(meshes: list[bpy.types.Object]) -> tuple[Vector, Vector]:
    """The least and the largest corner of what meshes fill in the world, as they are deformed now."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    evaluated = [ob.evaluated_get(depsgraph) for ob in meshes]
    points = [ob.matrix_world @ vertex.co for ob in evaluated for vertex in ob.data.vertices]
    return tuple(Vector(edge(point[k] for point in points) for k in range(3)) for edge in (min, max))


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
