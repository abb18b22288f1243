"""What a user sets once for all files: Edit > Preferences > Add-ons > Skinproof."""

from __future__ import annotations

from bpy.props import BoolProperty
from bpy.types import AddonPreferences, Context

#: The root package is the extension's id in the preferences ("bl_ext.user_default.skinproof").
ADDON_ID = __package__.rpartition(".")[0]


class SKINPROOF_preferences(AddonPreferences):
    bl_idname = ADDON_ID

    show_legend: BoolProperty(
        name="Legend in the Viewport",
        description="Draw the colour scale and mark the worst vertex while a heat map is shown",
        default=True,
    )
    play_on_choice: BoolProperty(
        name="Choosing a Clip Poses the Character",
        description="Give the character the actions of a clip as soon as the clip is chosen in the panel",
        default=True,
    )

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "show_legend")
        layout.prop(self, "play_on_choice")


def preference(context: Context, name: str) -> bool:
    """A user's yes or no; True, the default, where the package is registered without being enabled as an add-on."""
    addon = context.preferences.addons.get(ADDON_ID)
    return bool(getattr(addon.preferences, name)) if addon and addon.preferences else True


CLASSES = (SKINPROOF_preferences,)
