"""The pose's and the deformation's share, for a result with positions but no matrices.

Matrices are recovered from positions. What they leave is at least the deformation's: wrong weights that become wrong
matrices can only hide some. If mistakes explain the result, those of weights and blending are the deformation and all
others the pose, exactly. If none does, and any matrices leave some, only that is told.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ...fast.exact_parts import part_positions
from ...model import Float64
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from .attribution import Attribution, largest_distance, share_along
from .chain import first_differing_node
from .engine_state import DEFORMING, EngineState
from .finder import Diagnosis
from .mistake import made_of


def attribute_recovered(
    posed: PosedModel, reference: Skinned, other: Skinned, diagnosis: Diagnosis
) -> Attribution | None:
    """Split the difference between ``reference`` and ``other``, at their times; None: nothing could be recovered."""
    between = _between(posed, other, diagnosis)
    if between is None:
        return None
    middle = dataclasses.replace(reference, engine="recovered pose", positions=between, raw=(), unnormalised=())
    model = posed.model
    pose, deformation = largest_distance(reference, middle), largest_distance(middle, other, reference)
    time, along = share_along(reference, middle, other)
    bound = diagnosis.mistakes is None and not diagnosis.linear
    # Without a cause the first joint tells something. A wrong clock or axis is wrong at every joint.
    first = -1 if diagnosis.causes or bound else first_differing_node(model, reference, _posed_by(reference, diagnosis))
    return Attribution(
        pose,
        deformation,
        first,
        time,
        None if bound else along,
        recovered=True,
        left=diagnosis.deformation if bound else None,
        unknown=diagnosis.unknown,
    )


def _between(posed: PosedModel, other: Skinned, diagnosis: Diagnosis) -> tuple[Float64, ...] | None:
    """Per part (T, V, 3) positions by the other's pose and the specification's deformation."""
    if diagnosis.mistakes is not None:
        of_pose = [m for m in diagnosis.mistakes if m.stage not in DEFORMING]
        positions = made_of(EngineState(posed), of_pose).positions()
        return tuple(p @ diagnosis.placed[:, :3].T + diagnosis.placed[:, 3] for p in positions)
    if diagnosis.linear:
        return tuple(np.asarray(p, np.float64) for p in other.positions)
    if not diagnosis.recovered:
        return None
    made = []
    for k, part in enumerate(posed.model.parts):
        palettes = list(posed.skin_palettes)
        if k in diagnosis.recovered:
            palettes[part.skin] = diagnosis.recovered[k].palette
        made.append(part_positions(dataclasses.replace(posed, skin_palettes=tuple(palettes)), part))
    return tuple(made)


def _posed_by(reference: Skinned, diagnosis: Diagnosis) -> Skinned:
    """The reference with recovered matrices; NaN: unknown joints."""
    palettes = [(joints, np.full_like(matrices, np.nan)) for joints, matrices in reference.skin_palettes]
    for k, each in diagnosis.recovered.items():
        _, matrices = palettes[reference.parts[k].skin]
        matrices[:, each.known, :3] = each.palette[:, each.known]
        matrices[:, each.known, 3] = 0.0, 0.0, 0.0, 1.0
    return dataclasses.replace(reference, node_globals=None, skin_palettes=tuple(palettes))
