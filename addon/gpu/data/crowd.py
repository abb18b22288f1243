"""A crowd: one model many times, each copy at its own time of the clip and on its own place of a grid.

All poses come from one batched evaluation, all palettes go into one texture (one line of texels per character), and
each primitive of the model is drawn once for all copies.
"""

from __future__ import annotations

import numpy as np

from ....skinning_core.model import Clip, Float64, Model
from ....skinning_core.pose.clip import sample_clip
from ....skinning_core.pose.playback import looped_times
from ....skinning_core.pose.pose import Pose
from .palette import PartPalette


def crowd_times(clip: Clip | None, time: float, count: int, offset: float) -> Float64:
    """(N,) the clip time of each character, ``offset`` seconds ahead of its neighbour's; the clip is repeated."""
    times = time + offset * np.arange(count, dtype=np.float64)
    return looped_times(times, clip.start, clip.end) if clip is not None else np.zeros(count)


def crowd_pose(model: Model, clip: Clip | None, time: float, count: int, offset: float) -> Pose:
    """The poses of all characters, with their number as the leading axis, in one evaluation."""
    return sample_clip(model.nodes, clip, crowd_times(clip, time, count, offset))


def grid_places(count: int, spacing: Float64) -> Float64:
    """(N, 3) places on the ground, in a grid with as many rows as columns, centred on the origin.

    ``spacing``: (2,) metres along glTF's x and z.
    """
    side = int(np.ceil(np.sqrt(count)))
    k = np.arange(count)
    places = np.zeros((count, 3))
    places[:, 0] = (k % side - (min(count, side) - 1) / 2.0) * spacing[0]
    places[:, 2] = ((-(-count // side) - 1) / 2.0 - k // side) * spacing[1]
    return places


def placed(palette: PartPalette, places: Float64) -> PartPalette:
    """The palette of N characters, each moved to its place (N, 3), all relative to one common centre.

    A crowd is drawn in one call, so one matrix has to add the centre back for all characters.
    """
    where = palette.centre + places
    common = (where.min(axis=0) + where.max(axis=0)) / 2.0
    moved = (where - common)[:, None]
    pose, skin = palette.joint_world.copy(), palette.skin_palette.copy()
    pose[..., 3] += moved
    skin[..., 3] += moved
    centre = np.broadcast_to(common, where.shape).copy()
    return PartPalette(pose, palette.inverse_bind, skin, centre, palette.used)
