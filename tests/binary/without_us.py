"""An artist's file by way of a Blender that has no extension: made with it, worked on without, opened with it again.

Arguments: the step, the .blend, a glTF file. Each step is a process of its own, as it is for the artist.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
from traces import curves, left


def make(blend: str, model: str) -> None:
    """A character of Blender's own importer, attached and compared; the file imported beside it."""
    bpy.ops.import_scene.gltf(filepath=model)
    artist = sorted(ob.name for ob in bpy.context.scene.objects)
    assert bpy.ops.skinproof.attach(filepath=model) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}
    assert bpy.ops.skinproof.import_skin(filepath=model) == {"FINISHED"}
    bpy.context.scene.skinproof.live = bpy.context.scene.skinproof_overlay.rest = True
    bpy.context.scene["artist"] = artist
    assert left()
    bpy.ops.wm.save_as_mainfile(filepath=blend)


def work(blend: str, _: str) -> None:
    """Without the extension: everything is duplicated, and every pose bone keyed, custom properties too."""
    assert not hasattr(bpy.types.Scene, "skinproof")
    bpy.ops.wm.open_mainfile(filepath=blend)
    for armature in [ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE"]:
        for bone in armature.pose.bones:
            bone.keyframe_insert("rotation_quaternion", frame=3)
            for key in list(bone.keys()):
                if isinstance(bone[key], int | float):
                    bone.keyframe_insert(f'["{key}"]', frame=3)
    artist = list(bpy.context.scene["artist"])
    ours = [ob.name for ob in bpy.context.scene.objects if ob.name not in artist]
    for names in (artist, ours):
        for ob in bpy.context.scene.objects:
            ob.select_set(ob.name in names)
        bpy.ops.object.duplicate()
        copies = [ob.name for ob in bpy.context.selected_objects]
        if names is artist:
            bpy.context.scene["artist"] = [*artist, *copies]
    bpy.ops.wm.save_as_mainfile(filepath=blend)


def remove(blend: str, _: str) -> None:
    """With the extension again: every character removed, and saved."""
    bpy.ops.wm.open_mainfile(filepath=blend)
    listed = len(bpy.context.scene.skinproof.characters)
    while len(bpy.context.scene.skinproof.characters):
        assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    print("LISTED", listed)


def look(blend: str, _: str) -> None:
    """Without the extension: what is left of ours, and whether what is the artist's is there."""
    bpy.ops.wm.open_mainfile(filepath=blend)
    there, artist = {ob.name for ob in bpy.context.scene.objects}, set(bpy.context.scene["artist"])
    keyed = [curve for action in bpy.data.actions for curve in curves(action)]
    found = {
        "left": left(),
        "lost": sorted(artist - there),
        "more": sorted(there - artist),
        "keyed": any(len(curve.keyframe_points) for curve in keyed),
    }
    print("FOUND", json.dumps(found))


STEP, *PLACES = sys.argv[sys.argv.index("--") + 1 :]
{"make": make, "work": work, "remove": remove, "look": look}[STEP](*PLACES)
