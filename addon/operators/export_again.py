"""Open the exporter again with the setting at fault changed."""

from __future__ import annotations

import bpy
from bpy.props import IntProperty
from bpy.types import Context, Event

from ...skinning_core.error import SkinproofError
from ..compare.remedy import changed_settings
from ..export.settings import known_properties, own_properties
from ..state.session import session
from ..translations import said
from . import Action, outside_object_mode, unless


class SKINPROOF_OT_export_again(Action):
    """Open the glTF exporter with this setting changed and all others as they were used last"""

    bl_label = "Export Again"
    bl_options = {"REGISTER"}

    index: IntProperty(name="Index", options={"HIDDEN"})

    refusals = (
        unless(lambda _: session.side.result and session.side.result.file, "Export with Verify After Export first"),
        outside_object_mode("Blender's exporter works in Object Mode only: leave the mode (Tab)"),
    )

    def invoke(self, context: Context, event: Event) -> set[str]:
        return self.attempted(lambda: self._open(context, "INVOKE_DEFAULT"))

    def act(self, context: Context) -> set[str]:
        return self._open(context, "EXEC_DEFAULT")

    def _open(self, context: Context, how: str) -> set[str]:
        result = session.side.result
        assert result is not None  # poll has checked this
        cause = result.causes[min(self.index, len(result.causes) - 1)]
        changed = changed_settings(cause)
        if not changed:
            raise SkinproofError(
                "no setting of the exporter is a remedy for this", fix="docs/causes.md says what to do"
            )
        last = context.window_manager.operator_properties_last("export_scene.gltf")
        chosen = [name for name in known_properties() if last.is_property_set(name)]
        used = own_properties({name: getattr(last, name) for name in chosen})
        for name, value in changed.items():
            setattr(last, name, value)
        self.report({"INFO"}, said(cause))
        return set(bpy.ops.export_scene.gltf(how, **{**used, **changed, "filepath": result.file}))
