"""A skeleton: what all instances of a character share, and an instance: what each has of its own.

See docs/systems.md, S3.

The skeleton holds names, hierarchy, rest pose, bind pose and inverse bind matrices; nothing in it changes when a
character moves. An instance is a clip, a place in time and a place in the world; a thousand of them share one skeleton.
Spaces: what a file calls the world is *model space* here; an instance's placement carries it into the world.

``picture --show crowd:N`` and the window's crowd are instances, posed together by one evaluation per clip.
``examples/crowd.py`` shows what one costs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..model import Clip, Float64, Model, Nodes, Skin, remembered
from ..pose.clip import sample_clip
from ..pose.playback import playing_times
from ..pose.pose import Pose, rest_pose, world_matrices
from ..skeleton.bind_pose import BindPose, bind_pose
from ..skin.linear import skin_palette_of
from ..transform import identity, multiply


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

    def times(self, clock: Float64) -> Float64:
        """(T,) seconds in the instance's clip at times (T,) of the crowd's clock."""
        return playing_times(self.clip, np.asarray(clock, np.float64) + self.offset, looping=self.looping)


@remembered
def skeleton(model: Model) -> Skeleton:
    """The skeleton of a loaded model: the same one whenever it is asked for."""
    nodes, skins = model.nodes, model.skins
    return Skeleton(nodes, rest_pose(nodes), bind_pose(nodes, skins), skins)


Instances = tuple[Instance, ...]


def in_turn(shared: Skeleton, clips: Sequence[Clip | None], count: int, offset: float, *, looping: bool) -> Instances:
    """``count`` instances, each ``offset`` seconds ahead of the one before, that play these clips in turn."""
    here = identity()
    return tuple(Instance(shared, clips[k % len(clips)], k * offset, looping, here) for k in range(count))


def posed_together(instances: Instances, clock: float) -> Pose:
    """The poses of N instances of one skeleton, N as the leading axis, at a time of their clock.

    There is one evaluation per clip. Shapes as in ``Pose``: translations (N, nodes, 3) and so on.
    """
    groups: dict[tuple[int, bool], list[int]] = {}
    for k, one in enumerate(instances):
        groups.setdefault((id(one.clip), one.looping), []).append(k)
    nodes, parts = instances[0].skeleton.nodes, []
    for rows in groups.values():
        first, offsets = instances[rows[0]], np.array([instances[k].offset for k in rows])
        times = playing_times(first.clip, clock + offsets, looping=first.looping)
        parts.append(sample_clip(nodes, first.clip, times))
    if len(parts) == 1:
        return parts[0]
    back = np.argsort(np.concatenate(list(groups.values())))

    def joined(arrays: Iterable[Float64]) -> Float64:
        return np.concatenate(list(arrays))[back]

    return dataclasses.replace(
        parts[0],
        translation=joined(part.translation for part in parts),
        rotation=joined(part.rotation for part in parts),
        scale=joined(part.scale for part in parts),
        morph_weights=tuple(map(joined, zip(*(part.morph_weights for part in parts), strict=True))),
    )


def instance_skin_palette(instance: Instance, skin: int, times: Float64) -> Float64:
    """(T, J, 3, 4) skin palette of one instance at times (T,) of the crowd's clock, seconds; mesh space -> world."""
    pose = sample_clip(instance.skeleton.nodes, instance.clip, instance.times(times))
    world = world_matrices(pose)
    return multiply(instance.placement, skin_palette_of(world, instance.skeleton.skins[skin]))
