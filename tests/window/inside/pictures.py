"""The scenes of the documents' screenshots, made by operators; in a window, each is shown and taken.

``SCENES`` needs no window: tests without one make the same scenes, and ask the panels what they say. As a script of a
Blender with a window: SKINPROOF_ZIP, SKINPROOF_MODEL, SKINPROOF_CROWD, and SKINPROOF_OUT for NAME.png and NAME.json.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector


def imported(path: Path, frame: int) -> Any:
    """The settings of a scene into which a character has come, at a frame of its first clip."""
    bpy.ops.skinproof.import_skin(filepath=str(path))
    settings = bpy.context.scene.skinproof
    settings.character.clip = "0"
    bpy.context.scene.frame_set(frame)
    return settings


def damaged(model: Path, _: Path) -> None:
    """Every vertex keeps its strongest bone, all clips are compared, the worst frame is shown in colours."""
    imported(model, 7)
    bpy.ops.skinproof.select_character()
    for each in [o for o in bpy.context.scene.objects if o.select_get() and o.vertex_groups]:
        bpy.context.view_layer.objects.active = each
        bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=1)
    bpy.ops.skinproof.compare(scope="ALL")
    bpy.ops.skinproof.show_heat_map()
    bpy.ops.skinproof.jump_to_worst()


def skeletons(model: Path, _: Path) -> None:
    """Rest, bind and current pose over the arm, in which no two of them are one."""
    imported(model.with_name("arm.glb"), 12)
    overlay = bpy.context.scene.skinproof_overlay
    overlay.rest = overlay.bind = overlay.current = True


def weights(model: Path, _: Path) -> None:
    """What the head moves, beside the character, in the colours of its weights."""
    imported(model, 12)
    overlay = bpy.context.scene.skinproof_overlay
    overlay.ghost, overlay.opacity = "BESIDE", 1.0
    overlay.paint, overlay.joint, overlay.isolate = "WEIGHTS", "head", True


def crowd(_: Path, other: Path) -> None:
    """Two hundred of another character."""
    item = imported(other, 32).character
    item.clip = str(len(item.clips) - 1)
    bpy.ops.skinproof.show_crowd("EXEC_DEFAULT", count=200, spacing=1.1, offset=0.07)


def side_by_side(models: list[Path]) -> None:
    """Characters one metre in size, one beside the other, at frame 8: the scene of ``looks.py``."""
    place = 0.0
    for path in models:
        bpy.ops.skinproof.import_skin("EXEC_DEFAULT", True, filepath=str(path))
        place = stood_beside(place)
    bpy.context.scene.frame_set(8)


def in_the_scene() -> dict[str, Any]:
    """What a picture with a closed side bar shows: the frame, and each character with its clips, images and place."""
    scene = bpy.context.scene
    characters = {}
    for item in scene.skinproof.characters:
        objects = list(bpy.data.collections[item.name].all_objects)
        materials = [slot.material for ob in objects for slot in ob.material_slots]
        nodes = [node for material in materials if material.node_tree for node in material.node_tree.nodes]
        characters[item.name] = {
            "clips": [clip.name for clip in item.clips],
            "clip": item.clip,
            "images": sorted({node.image.name for node in nodes if getattr(node, "image", None)}),
            "roots": {ob.name: [f"{v:.4g}" for v in (*ob.location, *ob.scale)] for ob in objects if ob.parent is None},
        }
    return {"characters": characters, "frame": scene.frame_current, "frames": [scene.frame_start, scene.frame_end]}


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


#: What makes each scene, whether the panel of overlays stands open in it, and from how far it is seen, in sizes.
SCENES: dict[str, tuple[Callable[[Path, Path], None], bool, float]] = {
    "window": (damaged, False, 1.25),
    "window-skeletons": (skeletons, True, 1.9),
    "window-weights": (weights, True, 2.4),
    "window-crowd": (crowd, True, 6.0),
}


#: Pixels of the side bar in which a line has 45 characters.
WIDE = 420


def emptied(*, overlays: bool) -> None:
    """Another file with nothing in it; ``overlays``: the panel of overlays stands open."""
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    bpy.data.batch_remove(list(bpy.data.objects))
    panel = bpy.types.SKINPROOF_PT_overlays
    if ("DEFAULT_CLOSED" in panel.bl_options) == overlays:
        bpy.utils.unregister_class(panel)
        panel.bl_options = set() if overlays else {"DEFAULT_CLOSED"}
        bpy.utils.register_class(panel)


def session(window: Any, out: Path) -> Any:
    """Every scene, in the window."""
    import side_bar

    window.install()
    yield 0.5
    for name, (make, overlays, far) in SCENES.items():
        emptied(overlays=overlays)
        yield 0.5
        window.area.spaces.active.show_region_ui = True
        window.area.tag_redraw()
        yield 1.0
        window.region("UI").active_panel_category = "Skinproof"
        yield 0.5
        if not overlays:  # whose causes are sentences
            yield from window.drag_side_bar(WIDE)
        with window.over():
            make(Path(os.environ["SKINPROOF_MODEL"]), Path(os.environ["SKINPROOF_CROWD"]))
            looked_at(far, several=name == "window-crowd", side=-1.0 if name == "window" else 1.0)
            if name == "window-weights":
                bpy.context.space_data.region_3d.view_location.x += 0.5  # the head stands beside the character
        (out / f"{name}.json").write_text(json.dumps(side_bar.said()), encoding="utf-8")
        window.to_viewport()
        for _ in range(6):
            window.area.tag_redraw()
            yield 0.5
        yield from window.screenshot(name)


def looked_at(far: float, *, several: bool, side: float = 1.0) -> None:
    """The character from its left front side, ``far`` in sizes of its own; several: from above; side: -1, its right."""
    region = bpy.context.space_data.region_3d
    chosen = [ob for ob in bpy.context.scene.objects if ob.select_get()]
    active = bpy.context.view_layer.objects.active
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.view3d.view_selected()
    bpy.ops.object.select_all(action="DESELECT")
    for ob in chosen:
        ob.select_set(True)
    bpy.context.view_layer.objects.active = active
    above = 62 if several else 78
    turned = Matrix.Rotation(math.radians(34 * side), 3, "Z") @ Matrix.Rotation(math.radians(above), 3, "X")
    region.view_rotation = turned.to_quaternion()
    region.view_perspective = "PERSP"
    region.view_distance *= far
    bpy.context.space_data.clip_end, bpy.context.space_data.clip_start = (1e5, 10.0) if several else (1e3, 0.01)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    import driver

    bpy.context.preferences.view.show_splash = False
    OUT = Path(os.environ["SKINPROOF_OUT"])
    WINDOW = driver.Window(OUT)
    driver.run(session(WINDOW, OUT), WINDOW)
