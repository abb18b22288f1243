"""A skeleton: what all instances of a character share, and an instance: what each has of its own.

See docs/systems.md, S3.

The skeleton holds names, hierarchy, rest pose, bind pose and the skins' inverse bind matrices; nothing in it changes
when a character moves. An instance is a clip, a place in time and a place in the world; a thousand of them point at one
skeleton. Spaces: what a file calls the world is *model space* here; an instance's placement carries it into the world.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..model import Clip, Float64, Model, Nodes, Skin
from ..pose.clip import sample_clip
from ..pose.playback import clamped_times, looped_times
from ..pose.pose import Pose, rest_pose, world_matrices
from ..skin.linear import skin_palette_of
from ..transform import identity, multiply
from .bind_pose import BindPose, bind_pose


@dataclass(frozen=True, eq=False)
class Skeleton:
    """The unchanging part of a character."""

    nodes: Nodes  # names, hierarchy and stored transforms
    rest: Pose
    bind: BindPose
    skins: tuple[Skin, ...]  # each with its inverse bind matrices (J, 3, 4)

    @property
    def names(self) -> tuple[str, ...]:
        """(N,) names of the nodes."""
        return self.nodes.names


@dataclass(frozen=True, eq=False)
class Instance:
    """One character of a crowd: a shared skeleton, a clip (None: at rest), a time offset and a place."""

    skeleton: Skeleton
    clip: Clip | None = None
    offset: float = 0.0  # seconds ahead of the crowd's clock
    looping: bool = True
    placement: Float64 = field(default_factory=identity)  # (3, 4) model space -> world


def skeleton(model: Model) -> Skeleton:
    """The skeleton of a loaded model."""
    return Skeleton(model.nodes, rest_pose(model.nodes), bind_pose(model.nodes, model.skins), model.skins)


def instance_skin_palette(instance: Instance, skin: int, times: Float64) -> Float64:
    """(T, J, 3, 4) skin palette of one instance at times (T,) of the crowd's clock, seconds; mesh space -> world."""
    times = np.asarray(times, np.float64) + instance.offset
    if instance.clip is not None:
        bring_inside = looped_times if instance.looping else clamped_times
        times = bring_inside(times, instance.clip.start, instance.clip.end)
    pose = sample_clip(instance.skeleton.nodes, instance.clip, times)
    world = world_matrices(pose)
    return multiply(instance.placement, skin_palette_of(world, instance.skeleton.skins[skin]))
