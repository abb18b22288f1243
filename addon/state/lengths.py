"""How figures are read: lengths in the scene's own unit (Scene > Units), or in the one that the preferences name."""

from __future__ import annotations

from bpy.types import Context

from ...skinning_core.report.readable import METRIC, Reading, Unit
from .preferences import preference

_METRE, _MILLIMETRE = Unit("m", 1.0), Unit("mm", 1e-3)
_INCH, _FOOT = Unit("in", 0.0254), Unit("ft", 0.3048)

#: Units that a scene may fix, by Blender's names for them. Metres and feet are Blender's own choice, not the user's:
#: with them, the unit is left to the size of the length.
_FIXED = {
    "CENTIMETERS": Unit("cm", 1e-2),
    "MILLIMETERS": _MILLIMETRE,
    "MICROMETERS": Unit("µm", 1e-6),
    "INCHES": _INCH,
    "THOU": Unit("thou", 0.0254e-3),
}


def reading_of(context: Context) -> Reading:
    """Units of lengths; a metre of the file is one of Blender's units, whose size the scene may set."""
    settings, asked = context.scene.unit_settings, preference(context, "units")
    if asked in ("METRES", "MILLIMETRES"):
        return Reading(units=(_METRE if asked == "METRES" else _MILLIMETRE,))
    if settings.system == "NONE":
        return Reading(units=(Unit("units", 1.0),))
    units = (_INCH, _FOOT) if settings.system == "IMPERIAL" else METRIC
    fixed = _FIXED.get(settings.length_unit)
    chosen = units if fixed is None else (fixed,)
    return Reading(units=tuple(Unit(unit.sign, unit.metres / settings.scale_length) for unit in chosen))
