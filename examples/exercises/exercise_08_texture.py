"""Exercise 8 of the guide: see ``docs/guide``, page 8."""

from __future__ import annotations

from skinning_core.model import Float, Float64


def texels_of(skin_palette: Float64) -> Float:
    """(3 J, 4) float32 texels: the rows of each joint's 3x4 matrix, as ``shaders/palette_texture.glsl`` reads them.

    skin_palette: (J, 3, 4).
    """
    raise NotImplementedError("yours to write")
