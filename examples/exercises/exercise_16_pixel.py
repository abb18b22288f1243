"""Exercise 16 of the guide: see ``docs/guide``, page 5."""

from __future__ import annotations

from skinning_core.model import Float64


def pixel_of(place: Float64, view: Float64, projection: Float64, width: int, height: int) -> tuple[float, float]:
    """The pixel, from the left and from above, at which a picture shows a place (3,) of the world.

    view: (4, 4), world to camera. projection: (4, 4), camera to clip space, whose x and y run from -1 to 1, y upwards.
    """
    raise NotImplementedError("yours to write")
