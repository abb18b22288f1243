"""A crowd: one model many times, each copy at its own time of its clip and its own place of a grid.

Copies are instances of one skeleton (``skinning_core.lessons.instance``). Poses come from one batched evaluation per
clip, palettes go into one texture (a line per character), and each primitive is drawn once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...skinning_core.fast.centre import common_translation, translations_at
from ...skinning_core.fast.engine import prepared_poses
from ...skinning_core.lessons.instance import Instances, in_turn, posed_together, skeleton
from ...skinning_core.model import Clip, Float64, Model
from ...skinning_core.pose.playback import playing_times
from ...skinning_core.pose.pose import Pose, world_matrices
from ...skinning_core.skeleton.faces import triangles_of
from ...skinning_core.transform import identity
from ..gpu.data.column import Column, Paint, Piece
from ..gpu.data.geometry import Geometry, bounds_centre, part_geometry
from ..gpu.data.palette import PartPalette, part_palette
from ..gpu.data.tint import material


@dataclass(frozen=True)
class CrowdTimes:
    """When the characters of a crowd stand in their clips."""

    first: float  # seconds: the first character's
    count: int
    offset: float  # seconds by which each is ahead of the one before
    looping: bool  # whether the clip begins again beyond its end, or holds

    def seconds(self, clip: Clip | None) -> Float64:
        """(N,) the characters' times in one clip."""
        return playing_times(clip, self.first + self.offset * np.arange(float(self.count)), looping=self.looping)

    def instances(self, model: Model, clips: Sequence[Clip | None]) -> Instances:
        """The characters, which play these clips in turn."""
        return in_turn(skeleton(model), clips, self.count, self.offset, looping=self.looping)


def crowd_pose(model: Model, clips: Sequence[Clip | None], times: CrowdTimes) -> Pose:
    """The poses of all characters, which play these clips in turn; their number is the leading axis."""
    return posed_together(times.instances(model, clips), times.first)


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


def places_around(count: int, spacing: Float64) -> Float64:
    """(N, 3) places on the ground, in rings of a grid around the origin, which stays free.

    ``spacing``: (2,) metres along glTF's x and z.
    """
    reach = int(np.ceil((np.sqrt(count + 1) - 1) / 2))
    steps = np.arange(-reach, reach + 1)
    cells = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    nearest_first = np.argsort(np.abs(cells).max(axis=1), kind="stable")
    places = np.zeros((count, 3))
    places[:, [0, 2]] = cells[nearest_first[1 : count + 1]] * spacing
    return places


def placed(palette: PartPalette, places: Float64) -> PartPalette:
    """The palette of N characters, each moved to its place (N, 3), all relative to one common centre.

    A crowd is drawn in one call, so one matrix adds the centre back for all.
    """
    where = palette.centre + places
    common = bounds_centre(where)
    moved = (where - common)[:, None]
    pose, skin = palette.joint_world.copy(), palette.skin_palette.copy()
    pose[..., 3] += moved
    skin[..., 3] += moved
    centre = np.broadcast_to(common, where.shape).copy()
    return PartPalette(pose, palette.inverse_bind, skin, centre, palette.used)


def crowd_palettes(model: Model, clips: Sequence[Clip | None], times: CrowdTimes) -> list[Float64]:
    """Per part (N, J, 3, 4) matrices of characters that play these clips in turn, by the fast engine's pose stage.

    A part without a skin has one joint, its node.
    """
    if len(clips) == 1:
        return _clip_palettes(model, clips[0], times.seconds(clips[0]))
    out: list[Float64] = []
    for k, clip in enumerate(clips[: times.count]):
        of_clip = _clip_palettes(model, clip, times.seconds(clip)[k :: len(clips)])
        out = out or [np.empty((times.count, *one.shape[1:])) for one in of_clip]
        for whole, rows in zip(out, of_clip, strict=True):
            whole[k :: len(clips)] = rows
    return out


def _clip_palettes(model: Model, clip: Clip | None, seconds: Float64) -> list[Float64]:
    index = None if clip is None else next(k for k, one in enumerate(model.clips) if one is clip)
    poses = prepared_poses(model)
    of_skins = poses.skin_palettes_of_many(index, seconds)
    rigid = None if all(part.skin >= 0 for part in model.parts) else poses.compute(index, seconds)
    return [
        of_skins[part.skin] if rigid is None or part.skin >= 0 else rigid.world_of(part.node)[:, None, :3]
        for part in model.parts
    ]


def placed_palette(palette: Float64, geometry: Geometry, places: Float64) -> PartPalette:
    """A part's matrices (N, J, 3, 4), each character moved to its place (N, 3), as by ``placed``.

    For transports of finished matrices: joints' world and inverse bind matrices are not told apart.
    """
    skin = palette.copy()
    skin[..., 3] = translations_at(palette, geometry.origin)
    where = common_translation(skin[..., 3], geometry.joint_shares) + places
    common = bounds_centre(where)
    skin[..., 3] += (places - common)[:, None]
    centre = np.broadcast_to(common, where.shape)
    return PartPalette(skin, identity(palette.shape[1]), skin, centre, geometry.joint_shares > 0.0)


def crowd_column(
    model: Model, clips: Sequence[Clip | None], times: CrowdTimes, spacing: Float64, label: str, paint: Paint = material
) -> Column:
    """Characters on a grid, ``spacing`` (2,) metres apart, that play these clips in turn, all with the first's morph
    weights."""
    pose = crowd_pose(model, clips, times)
    world = world_matrices(pose)
    places = grid_places(times.count, spacing)
    pieces = []
    for part in model.parts:
        geometry = part_geometry(model, part, pose)
        palette = placed(part_palette(model, part, geometry, world), places)
        pieces.append(Piece(geometry, palette, triangles_of(model.primitive(part)), paint(model, part)))
    return Column(label, tuple(pieces), instanced=True, own_view=True)
