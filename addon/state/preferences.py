"""What you set once for all files: Edit > Preferences > Add-ons > Skinproof.

Lengths are in the scene's own unit (Scene > Units), or in the one that the preferences name.
"""

from __future__ import annotations

from typing import Any

from bpy.props import BoolProperty, EnumProperty, FloatProperty, StringProperty
from bpy.types import AddonPreferences, Context

from ...skinning_core.compare.limits.target import TARGETS
from ...skinning_core.compare.measure.tolerance import ORDINARY
from ...skinning_core.report.readable import METRIC, Reading, Unit
from .choices import CHOICES
from .session import session

#: The root package is the extension's id in the preferences ("bl_ext.user_default.skinproof").
ADDON_ID = __package__.removesuffix(".addon.state")


def recolor(_settings: object, context: Context) -> None:
    """Paint heat maps again after their colours' meaning has changed."""
    if session.reactions.scale_chosen is not None:
        session.reactions.scale_chosen(context.scene)


#: A tolerance as Blender declares it, here and in every scene.
TOLERANCE: dict[str, Any] = {
    "name": "Tolerance",
    "description": "Largest error that counts as the same, as a fraction of the character's bounding-box diagonal",
    "default": ORDINARY,
    "min": 0.0,
    "soft_min": 1e-7,
    "soft_max": 1e-2,
    "precision": 6,
    "step": 0.0001,
}


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
    range_on_choice: BoolProperty(
        name="Choosing a Clip Sets the Preview Range",
        description="Let the timeline play the chosen clip from its first frame to its last, and no further",
        default=True,
    )
    verify_exports: BoolProperty(
        name="Verify After Export",
        description="After a glTF export, another Blender compares the file with a copy of the scene; the tab "
        "Skinproof says whether it plays as you see it. The export itself is not touched, and nothing waits",
    )
    export_target: EnumProperty(
        name="For",
        description="The engine that will play the file. What it makes of each export is predicted",
        items=[
            ("ANY", "Any Program", "Every program that reads the file as it says"),
            *((name.upper(), target.label, "") for name, target in TARGETS.items()),
        ],
    )
    own_tolerance: BoolProperty(
        name="Own Tolerance", description="Judge by this tolerance wherever a scene has none of its own"
    )
    tolerance: FloatProperty(**TOLERANCE)
    heat_colors: EnumProperty(
        update=recolor,
        name="Colors",
        description="The colours of heat maps, from no error to the top of the scale",
        items=CHOICES["heat_colors"],
    )
    units: EnumProperty(name="Lengths", description="How the panel writes lengths", items=CHOICES["lengths"])
    report_folder: StringProperty(
        name="Report Folder", description="Where reports are written; empty: beside the .blend", subtype="DIR_PATH"
    )

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        for name in ("show_legend", "play_on_choice", "range_on_choice", "verify_exports"):
            layout.prop(self, name)
        row = layout.row(heading="Tolerance")
        row.prop(self, "own_tolerance", text="")
        value = row.row()
        value.active = self.own_tolerance
        value.prop(self, "tolerance", text="")
        for name in ("heat_colors", "units", "report_folder"):
            layout.prop(self, name)
        layout.operator("skinproof.help", icon="HELP")


def preference(context: Context, name: str) -> Any:
    """The setting; the default if the package is registered without being enabled as an add-on."""
    addon = context.preferences.addons.get(ADDON_ID)
    if addon is not None and addon.preferences is not None:
        return getattr(addon.preferences, name)
    return SKINPROOF_preferences.bl_rna.properties[name].default


#: Used if asked for.
_METRE = Unit("m", 1.0)
#: Used if asked for, or fixed by the scene.
_MILLIMETRE = Unit("mm", 1e-3)
#: The smaller unit of an imperial scene.
_INCH = Unit("in", 0.0254)
#: The larger one.
_FOOT = Unit("ft", 0.3048)

#: Units that a scene may fix, by Blender's names. Metres and feet are Blender's own choice, not yours: then the
#: length's size chooses the unit.
_FIXED = {
    "CENTIMETERS": Unit("cm", 1e-2),
    "MILLIMETERS": _MILLIMETRE,
    "MICROMETERS": Unit("µm", 1e-6),
    "INCHES": _INCH,
    "THOU": Unit("thou", 0.0254e-3),
}


def reading_of(context: Context) -> Reading:
    """Units of lengths. A metre of the file is one of Blender's units, whose size the scene may set."""
    settings, asked = context.scene.unit_settings, preference(context, "units")
    if asked in ("METRES", "MILLIMETRES"):
        return Reading(units=(_METRE if asked == "METRES" else _MILLIMETRE,))
    if settings.system == "NONE":
        return Reading(units=(Unit("units", 1.0),))
    units = (_INCH, _FOOT) if settings.system == "IMPERIAL" else METRIC
    fixed = _FIXED.get(settings.length_unit)
    chosen = units if fixed is None else (fixed,)
    return Reading(units=tuple(Unit(unit.sign, unit.metres / settings.scale_length) for unit in chosen))
