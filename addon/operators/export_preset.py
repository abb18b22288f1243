"""The best export settings as a preset of Blender's glTF exporter, in its own folder of presets."""

from __future__ import annotations

from pathlib import Path

import bpy
from bpy.props import StringProperty
from bpy.types import Context, Event

from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_text
from ...skinning_core.text.sentence import sentence
from ..export.settings import known_properties, own_properties
from ..state.session import session
from ..translations import say
from . import Action, unless
from .exports import exporter_of

#: In Blender's folder of scripts.
_FOLDER = "presets/operator/export_scene.gltf"


class SKINPROOF_OT_save_export_preset(Action):
    """Save the best settings as a preset of the exporter: all that can move a vertex, as this dialog has it, with what was changed"""  # noqa: E501

    bl_label = "Save as Preset"
    bl_options = {"INTERNAL"}

    name: StringProperty(name="Preset Name")

    refusals = (unless(lambda _: session.side.rows, "Find the best settings first"),)

    def invoke(self, context: Context, event: Event) -> set[str]:
        """Ask for its name."""
        self.name = self.name or f"{context.scene.name} Best"
        return set(context.window_manager.invoke_props_dialog(self))

    def act(self, context: Context) -> None:
        told = exporter_of(context)
        properties = own_properties({name: getattr(told, name, None) for name in known_properties()})
        path = _path(self.name.strip())
        if path.exists():
            raise SkinproofError("there is a preset of this name", where=path.stem, fix="give another name")
        write_text(path, _text({**properties, **session.side.rows[0].settings}))
        self.report({"INFO"}, say("The exporter has the preset {name} now", name=path.stem))


def _path(name: str) -> Path:
    """A preset's path. Raises ``SkinproofError`` if it has no name, or the folder cannot be made."""
    if not name:
        raise SkinproofError("a preset needs a name")
    try:
        folder = bpy.utils.user_resource("SCRIPTS", path=_FOLDER, create=True)
    except OSError as error:
        raise SkinproofError("the folder of presets cannot be made: {why}", why=error.strerror) from error
    if not folder:
        raise SkinproofError("the folder of presets cannot be made: {why}", why=sentence("Blender gave no answer"))
    return Path(folder) / f"{bpy.path.clean_name(name)}.py"


def _text(properties: dict[str, object]) -> str:
    """A preset as Blender writes them."""
    lines = ["import bpy", "op = bpy.context.active_operator", ""]
    return "\n".join([*lines, *(f"op.{name} = {value!r}" for name, value in sorted(properties.items()))]) + "\n"
