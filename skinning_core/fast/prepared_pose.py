"""The pose stage of a model, prepared: from a clip and times to world matrices and skin palettes.

Playback repeats scene frames, so single times are remembered: 240 frames of 45 joints are 0.9 MB.
"""

from __future__ import annotations

import itertools
import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Clip, Float64, Nodes, Skin
from ..skeleton.node_order import IndexMap, index_map, reorder_nodes
from ..transform import as_4x4
from .hierarchy import level_order
from .many_poses import skin_palettes_of_many
from .pose import PosedClip, blocks, posed_clip, write_world_matrices
from .tiles.tuning import SINGLE, Tuning


@dataclass(frozen=True, eq=False)
class PreparedPose:
    """What a model's parts need of its pose at T times."""

    world: Float64  # (T, N, 4, 4) in level order
    skin_palettes: tuple[Float64, ...]  # per skin (T, J, 3, 4)
    morph_weights: dict[int, Float64]  # (T, M) of each node that has any
    places: IndexMap  # of nodes in level order

    @property
    def size(self) -> int:
        """Bytes of all arrays."""
        return sum(a.nbytes for a in (self.world, *self.skin_palettes, *self.morph_weights.values()))

    def world_of(self, node: int) -> Float64:
        """(T, 4, 4) world matrices of one node."""
        return self.world[:, self.places.new_of_old[node]]

    def morph_weights_of(self, node: int) -> Float64:
        """(T, M) morph weights of one node; M is 0 if it has none."""
        weights = self.morph_weights.get(node)
        return np.zeros((len(self.world), 0)) if weights is None else weights


class PreparedPoses:
    """Poses of one model; a clip is packed at its first call."""

    def __init__(self, nodes: Nodes, skins: tuple[Skin, ...], clips: Sequence[Clip], tuning: Tuning = SINGLE) -> None:
        self._clips, self._tuning = clips, tuning
        self._places = index_map(level_order(nodes.parents, nodes.order))
        self._nodes = reorder_nodes(nodes, self._places)
        self._joints = [self._places.new_of_old[skin.joints] for skin in skins]
        self._inverse_bind = [as_4x4(skin.inverse_bind) for skin in skins]
        self._posed: dict[int | None, PosedClip] = {}
        self._remembered: OrderedDict[tuple[int | None, float], PreparedPose] = OrderedDict()
        self._bytes = 0

    def at(self, clip: int | None, times: Float64) -> PreparedPose:
        """The pose at times (T,), seconds, of a clip (None: rest).

        A single time is remembered and returned again: do not write into it.
        """
        if len(times) != 1:
            return self.compute(clip, times)
        key = (clip, float(times[0]))
        if key in self._remembered:
            self._remembered.move_to_end(key)
            return self._remembered[key]
        stage = self._remembered[key] = self.compute(clip, times)
        self._bytes += stage.size
        while self._bytes > self._tuning.remembered_bytes and len(self._remembered) > 1:
            self._bytes -= self._remembered.popitem(last=False)[1].size
        return stage

    def skin_palettes_of_many(self, clip: int | None, times: Float64) -> list[Float64]:
        """Per skin (T, J, 3, 4) skin palettes at times (T,), seconds, to rounding; for thousands of times."""
        return skin_palettes_of_many(self._posed_clip(clip), times, self._joints, self._inverse_bind)

    def _posed_clip(self, clip: int | None) -> PosedClip:
        if clip not in self._posed:
            self._posed[clip] = posed_clip(self._nodes, None if clip is None else self._clips[clip], self._places)
        return self._posed[clip]

    def compute(self, clip: int | None, times: Float64) -> PreparedPose:
        """The pose at times (T,), seconds, neither looked up nor remembered."""
        posed = self._posed_clip(clip)
        shapes = ((len(joints), 3, 4) for joints in self._joints)
        world, *skin_palettes = _together(len(times), posed.still.shape, *shapes)
        morph_weights = []
        for block in blocks(posed, len(times), self._tuning):
            morph_weights.append(write_world_matrices(posed, times[block], world[block]))
            for joints, inverse_bind, skin_palette in zip(self._joints, self._inverse_bind, skin_palettes):
                np.matmul(world[block, :, :3].take(joints, axis=1), inverse_bind, out=skin_palette[block])
        weights = {node: np.concatenate([of_block[node] for of_block in morph_weights]) for node in posed.morphed}
        return PreparedPose(world, tuple(skin_palettes), weights, self._places)


def _together(count: int, *shapes: tuple[int, ...]) -> list[Float64]:
    """Arrays (count, *shape) side by side in one allocation.

    glibc returns a batch's memory if it exceeds twice the largest block. Mapping it again took as long as computing.
    """
    ends = list(itertools.accumulate(count * math.prod(shape) for shape in shapes))
    flat = np.empty(ends[-1])
    return [flat[a:b].reshape(count, *shape) for a, b, shape in zip([0, *ends], ends, shapes)]
