"""The signature that all skinning forms share: a mesh, its influences, and where its joints stand at one time.

Spaces: *mesh space* (in which the mesh is stored, at bind), *joint space*, *world*. ``joint_world`` carries joint space
to the world, ``inverse_bind`` mesh space to joint space; so their product carries mesh space to the world. All is
float64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..error import SkinproofError
from ..model import Float64, Int, Model
from .influence import normalised_weights
from .posed_model import posed_model


@dataclass(frozen=True, eq=False)
class PosedSkin:
    """What a form needs to skin one primitive at one time. Weights add up to one per vertex."""

    joint_world: Float64  # (J, 3, 4) joint space -> world
    inverse_bind: Float64  # (J, 3, 4) mesh space -> joint space
    positions: Float64  # (V, 3) mesh space, morph targets applied
    joints: Int  # (V, I) index into J
    weights: Float64  # (V, I)


#: A skinning form: a posed skin becomes (V, 3) world positions.
Form = Callable[[PosedSkin], Float64]


def posed_skin(model: Model, part: int, clip: int | None, time: float) -> PosedSkin:
    """One part of a model at one time, seconds. Raises ``SkinproofError`` where the part has no skin."""
    drawn = model.parts[part]
    influences = model.influences(drawn)
    if influences is None:
        raise SkinproofError(f"part {part} of {model.name} has no skin")
    posed = posed_model(model, model.clip(clip), np.array([time]))
    skin = model.skins[drawn.skin]
    return PosedSkin(
        joint_world=posed.world[0, skin.joints],
        inverse_bind=skin.inverse_bind,
        positions=posed.morphed_positions(drawn)[0],
        joints=influences.joints.astype(np.intp),
        weights=normalised_weights(influences.weights),
    )
