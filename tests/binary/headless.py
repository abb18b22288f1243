"""Run by a real Blender: ``blender -b --python-exit-code 1 --python tests/binary/headless.py -- MODEL``.

The extension is installed and enabled beforehand. Imports the model, plays it, takes it out again; any assertion that
fails ends Blender with exit status 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

import addon_utils
import bpy

MODULE = "bl_ext.user_default.skinproof"


def blocks() -> dict[str, int]:
    """How many of each kind of data the file holds."""
    kinds = ("objects", "meshes", "armatures", "actions", "shape_keys", "materials", "collections", "images")
    return {kind: len(getattr(bpy.data, kind)) for kind in kinds}


def main(model: Path) -> None:
    assert addon_utils.check(MODULE) == (True, True), "the extension is not enabled"
    before = blocks()
    assert bpy.ops.skinproof.import_skin(filepath=str(model)) == {"FINISHED"}
    armatures = [thing for thing in bpy.context.scene.objects if thing.type == "ARMATURE"]
    meshes = [thing for thing in bpy.context.scene.objects if thing.type == "MESH" and thing.find_armature()]
    assert armatures, "no rig came in"
    assert meshes, "no rig came in"
    assert blocks()["actions"] > before["actions"], "no clip came in"

    bpy.ops.preferences.addon_disable(module=MODULE)
    assert not hasattr(bpy.types.Scene, "skinproof"), "a property was left behind"
    bpy.ops.preferences.addon_enable(module=MODULE)
    print(f"headless: {bpy.app.version_string}, {len(armatures)} armatures, {len(meshes)} skinned meshes")


if __name__ == "__main__":
    main(Path(sys.argv[sys.argv.index("--") + 1]))
