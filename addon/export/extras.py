"""Our notes stay out of exported files: Blender's glTF exporter asks enabled add-ons for a class of this name.

With *Custom Properties* it writes what is on objects and bones as ``extras``. No engine needs our notes, and a file
that comes back would claim to be a character.
"""

from __future__ import annotations

from typing import Any

#: Lists of the document whose entries may have extras.
_LISTS = ("nodes", "meshes", "skins", "animations", "scenes", "materials", "cameras")


class glTF2ExportUserExtension:
    """Asked at the end of every export."""

    def gather_gltf_extensions_hook(self, gltf2_plan: Any, _export_settings: Any) -> None:
        """Remove our notes and the scene's settings from the document before it is written."""
        for name in _LISTS:
            for entry in getattr(gltf2_plan, name, None) or ():
                extras = getattr(entry, "extras", None)
                if isinstance(extras, dict):
                    for key in [key for key in extras if key.startswith("skinproof")]:
                        del extras[key]
                    if not extras:
                        entry.extras = None
