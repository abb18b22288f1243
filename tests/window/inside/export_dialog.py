"""The exporter's dialog in a window, with its panel beside it, and a tube to export: what two sessions share."""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path

import bpy
import driver

MODULE = "bl_ext.user_default.skinproof"
OUT = Path(os.environ["SKINPROOF_OUT"])

bpy.context.preferences.view.show_splash = False
bpy.context.preferences.system.viewport_aa = "OFF"  # one draw of each change, not eight, all by the processor
bpy.context.preferences.view.filebrowser_display_type = "SCREEN"
window = driver.Window(OUT)


class FileBrowser(driver.Window):
    """The file browser that an export has opened in the window, with the exporter's panel beside it."""

    kind = "TOOL_PROPS"

    @property
    def area(self) -> bpy.types.Area:
        return next(a for a in self.window.screen.areas if a.type == "FILE_BROWSER")

    def region(self, kind: str = "UI") -> bpy.types.Region:
        del kind
        return next(r for r in self.area.regions if r.type == self.kind)


browser = FileBrowser(OUT)
execute = FileBrowser(OUT)
execute.kind = "EXECUTE"


def state() -> dict[str, object]:
    """What an export and its check must leave alone."""
    scene, layer = bpy.context.scene, bpy.context.view_layer
    return {
        "frame": scene.frame_current_final,
        "mode": bpy.context.mode,
        "selected": sorted(ob.name for ob in layer.objects if ob.select_get()),
        "properties": {ob.name: sorted(ob.keys()) for ob in scene.objects},
        "attributes": {
            ob.name: sorted(a.name for a in ob.data.attributes) for ob in scene.objects if ob.type == "MESH"
        },
        "poses": [tuple(map(tuple, bone.matrix)) for ob in scene.objects if ob.pose for bone in ob.pose.bones],
        "file": (bpy.data.filepath, sorted(bpy.data.objects.keys()), sorted(bpy.data.actions.keys())),
    }


def side() -> object:
    return sys.modules[f"{MODULE}.addon.state.session"].session.side


def open_browser(path: Path, **settings: object) -> driver.Scenario:
    with window.over():
        bpy.ops.export_scene.gltf("INVOKE_DEFAULT", filepath=str(path), **settings)
    yield lambda: any(a.type == "FILE_BROWSER" for a in window.window.screen.areas)
    yield 1.0


def export(path: Path, **settings: object) -> driver.Scenario:
    yield from open_browser(path, **settings)
    yield from execute.find("bpy.ops.file.cancel")
    yield from execute.click((execute.region().x + int(0.95 * execute.region().width), execute.mouse[1]))
    yield lambda: not any(a.type == "FILE_BROWSER" for a in window.window.screen.areas)
    yield 0.5


def verified(path: Path, **settings: object) -> driver.Scenario:
    """Export, and wait for an answer that is not the one from before, which may be there before anybody looks."""
    before = side().result
    yield from export(path, **settings)
    yield lambda: not side().running and bool(side().refusal or side().result is not before)


def character() -> None:
    """A tube on four bones that an action turns; every vertex follows all four. Saved beside the screenshots."""
    bpy.data.batch_remove(list(bpy.data.objects))
    scene = bpy.context.scene
    armature = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    scene.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    with window.over():
        bpy.ops.object.mode_set(mode="EDIT")
    above = None
    for k in range(4):
        bone = armature.data.edit_bones.new(f"b{k}")
        bone.head, bone.tail, bone.parent, above = (0.0, 0.0, k), (0.0, 0.0, k + 1), above, bone
    with window.over():
        bpy.ops.object.mode_set(mode="OBJECT")
    rings, sides = 17, 12
    places = [
        (0.3 * math.cos(2 * math.pi * s / sides), 0.3 * math.sin(2 * math.pi * s / sides), 4.0 * r / (rings - 1))
        for r in range(rings)
        for s in range(sides)
    ]
    faces = [
        (a, a - a % sides + (a + 1) % sides, a - a % sides + (a + 1) % sides + sides, a + sides)
        for a in range((rings - 1) * sides)
    ]
    body = bpy.data.objects.new("Body", bpy.data.meshes.new("Body"))
    body.data.from_pydata(places, [], faces)
    scene.collection.objects.link(body)
    body.parent = armature
    body.modifiers.new("Armature", "ARMATURE").object = armature
    for k in range(4):
        group = body.vertex_groups.new(name=f"b{k}")
        for vertex in body.data.vertices:
            group.add([vertex.index], 1.0 / (0.2 + abs(vertex.co.z - k - 0.5)), "REPLACE")
    for bone in armature.pose.bones:
        bone.rotation_mode = "XYZ"
        for frame, angle in ((1, 0.0), (12, 0.9), (24, 0.0)):
            bone.rotation_euler = (angle, 0.0, 0.3 * angle)
            bone.keyframe_insert("rotation_euler", frame=frame)
    scene.frame_start, scene.frame_end = 1, 24
    body.select_set(True)
    bpy.context.view_layer.objects.active = body
    bpy.ops.wm.save_as_mainfile(filepath=str(OUT / "tube.blend"))
    with window.over():
        bpy.ops.ed.undo_push(message="A character")
