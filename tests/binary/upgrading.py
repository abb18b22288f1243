"""A user's Blender before and after an upgrade of the extension. Arguments: the step, the .blend, a glTF file.

Each step is a process of its own; what it saw is printed after ``FOUND``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import addon_utils
import bpy

MODULE = "bl_ext.user_default.skinproof"
#: None of them is the default.
CHOSEN = {
    "show_legend": False,
    "verify_exports": True,
    "export_target": "GODOT4",
    "own_tolerance": True,
    "tolerance": 0.0009765625,
    "units": "MILLIMETRES",
    "report_folder": "/tmp/reports",
}


def seen() -> dict[str, Any]:
    """What the user sees of the extension: its version, his preferences, his characters and what was said of them."""
    module = sys.modules[MODULE]
    asked = bpy.context.preferences.addons[MODULE].preferences
    settings = bpy.context.scene.skinproof
    return {
        "version": ".".join(map(str, addon_utils.module_bl_info(module)["version"])),
        "preferences": {name: getattr(asked, name) for name in CHOSEN},
        "characters": [character.name for character in settings.characters],
        "question": settings.question,
    }


def before(blend: str, model: str) -> None:
    """Choose, import, compare, save."""
    asked = bpy.context.preferences.addons[MODULE].preferences
    for name, value in CHOSEN.items():
        setattr(asked, name, value)
    assert bpy.ops.wm.save_userpref() == {"FINISHED"}
    assert bpy.ops.skinproof.import_skin(filepath=model) == {"FINISHED"}
    bpy.context.scene.skinproof.question = "POSE"
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    print("FOUND", json.dumps(seen()))


def after(blend: str, _: str) -> None:
    """Open what was saved, and compare it once more."""
    bpy.ops.wm.open_mainfile(filepath=blend)
    found = seen()
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    print("FOUND", json.dumps(found))


if __name__ == "__main__":
    step, *rest = sys.argv[sys.argv.index("--") + 1 :]
    {"before": before, "after": after}[step](*map(str, map(Path, rest)))
