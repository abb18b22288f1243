"""An artist's file by way of a Blender that has no extension, or an older one: made, worked on, opened again.

Arguments: the step, the .blend, a glTF file. Each step is a process of its own, as it is for the artist.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
from traces import curves, left


def make(blend: str, model: str) -> None:
    """A character of Blender's own importer, attached and compared; the file imported beside it."""
    bpy.ops.import_scene.gltf(filepath=model)
    artist = sorted(ob.name for ob in bpy.context.scene.objects)
    assert bpy.ops.skinproof.attach(filepath=model) == {"FINISHED"}
    scopes = bpy.ops.skinproof.compare.get_rna_type().properties["scope"].enum_items.keys()
    assert bpy.ops.skinproof.compare(scope="ALL" if "ALL" in scopes else "CLIP") == {"FINISHED"}
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
    key_everything(frame=3)
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


def key(blend: str, _: str) -> None:
    """With whatever extension there is: opened, every pose bone keyed at another frame, saved."""
    assert hasattr(bpy.types.Scene, "skinproof")
    bpy.ops.wm.open_mainfile(filepath=blend)
    key_everything(frame=5)
    bpy.ops.wm.save_as_mainfile(filepath=blend)


def key_everything(frame: int) -> None:
    """Keys of every pose bone's rotation and custom properties."""
    for armature in [ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE"]:
        for bone in armature.pose.bones:
            bone.keyframe_insert("rotation_quaternion", frame=frame)
            for name, value in list(bone.items()):
                with suppress(TypeError):  # words and groups take no key
                    if not isinstance(value, str):
                        bone.keyframe_insert(f'["{name}"]', frame=frame)


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
{"make": make, "work": work, "key": key, "remove": remove, "look": look}[STEP](*PLACES)
