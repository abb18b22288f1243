"""The engine "reference" for many times: what ``skin.reference`` says, by tiles in float64.

Everything else is measured against it. Every answer compares it with the plain reference: see ``agreement``.
"""

from __future__ import annotations

import dataclasses
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ..model import Model
from ..pose.pose import Pose
from ..pose.stillness import still_parts
from ..pose.world_pose import ByNode, model_in_pose
from ..skin.influence import zero_weights
from ..skin.posed_model import posed_model
from ..skinned import Progress, Skinned, bounding_box, no_progress, over_time
from ..transform import as_4x4
from .exact_parts import part_normals, part_positions
from .tiles.joined_parts import of_each_part, with_joined_parts
from .tiles.kernels import run_together, shares_of, thread_count
from .tiles.tuning import LARGE
from .tiles.workspace import Scratch
from .variants import with_variants


def skin_model(
    model: Model,
    clip: int | None,
    times: ArrayLike,
    *,
    variants: bool = True,
    normals: bool = True,
    progress: Progress = no_progress,
) -> Skinned:
    """Skinned positions and normals of every part, by the specification.

    A part that the clip does not move is skinned once and seen at all times (see ``skinned.once``).

    Parameters
    ----------
    clip : index into ``model.clips``; None for the rest pose
    times : (T,) seconds, or one number
    variants : keep raw weights and unnormalised quaternions too, each if it differs
    normals : also carry the normals; without them, every part has None
    progress : called with the numbers of parts done and in all
    """
    with_normals = None if normals else 0
    return skin_model_in(None, model, clip, times, variants=variants, with_normals=with_normals, progress=progress)


def skin_model_in(
    memory: Scratch | None,
    model: Model,
    clip: int | None,
    times: ArrayLike,
    *,
    variants: bool,
    with_normals: int | None,
    progress: Progress = no_progress,
) -> Skinned:
    """The same; positions may be written to ``memory``, and hold until it is used again.

    with_normals: how many of the first times get normals (n, V, 3); None: none. Clearing new memory takes the system as
    long as skinning a third of the positions.
    """
    joined, places = with_joined_parts(model)
    posed = posed_model(joined, model.clip(clip), times)
    carrying = len(posed.times) if with_normals is None else with_normals
    still, once_posed, first = still_parts(joined, clip), posed.at_first(1), posed.at_first(carrying)
    positions, carried = [], []
    for k, part in enumerate(joined.parts):
        progress(k, len(joined.parts))
        of_part = once_posed if still[k] else posed
        positions.append(over_time(part_positions(of_part, part, memory=memory), len(posed.times)))
        turned = part_normals(once_posed if still[k] else first, part) if carrying else None
        carried.append(None if turned is None else over_time(turned, carrying))
    progress(len(joined.parts), len(joined.parts))
    shown = model.nodes.in_scene[:, None, None]
    skinned = Skinned(
        engine="reference",
        times=posed.times,
        parts=model.parts,
        positions=of_each_part(positions, places),
        normals=of_each_part(carried, places),
        node_globals=np.where(shown, as_4x4(posed.world), np.nan),
        skin_palettes=tuple((s.joints, as_4x4(p)) for s, p in zip(model.skins, posed.skin_palettes, strict=False)),
        zero_weight=tuple(zero_weights(model, part) for part in model.parts),
    )
    skinned = _with_bounds(skinned)
    return with_variants(skinned, dataclasses.replace(posed, model=model)) if variants else skinned


def _with_bounds(skinned: Skinned) -> Skinned:
    """The same result; several threads find the bounds of a large one."""
    times = len(skinned.times)
    if times * sum(p.shape[1] for p in skinned.positions) < LARGE:
        return skinned
    low, high = np.empty((2, times, 3))

    def find(some: slice) -> None:
        low[some], high[some] = bounding_box(tuple(p[some] for p in skinned.positions), len(skinned.times[some]))

    run_together([partial(find, share) for share in shares_of(times, min(thread_count(), times))])
    return skinned.with_bounds(low, high)


def skin_pose(model: Model, pose: Pose | ArrayLike | ByNode) -> Skinned:
    """Skin every part in one pose: (1, V, 3) positions and normals per part, by the specification, at time 0.

    pose: joints' world matrices (N, 3 or 4, 4) in glTF's axes, or some of them by node; or a ``Pose``. See
    ``pose.world_pose.model_in_pose``.
    """
    return skin_model(model_in_pose(model, pose), None, np.zeros(1))
