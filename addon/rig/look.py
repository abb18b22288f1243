"""A first look at a file before it is imported: what either rig would cost, and the rate that its keys were made at."""

from __future__ import annotations

from dataclasses import dataclass

from ...skinning_core.model import Model
from .frame_rate import FrameRate, rate_of_keys
from .kinds import RigKind
from .price import RigPrice, price_of


@dataclass(frozen=True)
class FirstLook:
    """What is worth knowing before an import."""

    prices: tuple[RigPrice, ...]  # of the exact rig, and of the one for animation; none if nothing is skinned
    rate: FrameRate | None  # of the keys, where it is another than the scene's

    @property
    def rig(self) -> RigKind:
        """The rig that suits the file: for animation if nobody would see its error."""
        return "ANIMATION" if self.prices and not self.price("ANIMATION").is_visible else "EXACT"

    def price(self, kind: RigKind) -> RigPrice:
        """The price of one of the rigs."""
        return next(price for price in self.prices if price.kind == kind)


def first_look(model: Model, scene_rate: float) -> FirstLook:
    """Look at a model; scene_rate: frames per second."""
    skinned = any(part.skin >= 0 for part in model.parts)
    prices = (price_of(model, "EXACT"), price_of(model, "ANIMATION")) if skinned else ()
    return FirstLook(prices, rate_of_keys(model, scene_rate))
