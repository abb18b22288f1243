"""The pose stage of a model, prepared: from a clip and times to world matrices and skin palettes.

Playback asks for the same scene frames again and again, so the stages of single times are remembered; 240 frames of
45 joints are 0.9 MB, and the pose stage becomes a look-up.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from ..model import Clip, Float64, Nodes, Skin
from ..packed_pose import PosedClip, posed_clip, world_matrices
from ..transform import as_4x4

#: Bytes of remembered stages per model; the longest unused go first.
REMEMBERED = 32 << 20


@dataclass(frozen=True, eq=False)
class Stage:
    """All that a model's parts need at T times."""

    world: Float64  # (T, N, 4, 4)
    palettes: tuple[Float64, ...]  # per skin (T, J, 3, 4)
    morph_weights: tuple[Float64, ...]  # per node (T, M)

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(a.nbytes for a in (self.world, *self.palettes, *self.morph_weights))


class Stages:
    """Computes stages of one model; packs a clip when it is first asked for."""

    def __init__(self, nodes: Nodes, skins: tuple[Skin, ...], clips: tuple[Clip, ...]) -> None:
        self._nodes = nodes
        self._clips = clips
        self._joints = [skin.joints.astype(np.intp) for skin in skins]
        self._inverse_bind = [as_4x4(skin.inverse_bind) for skin in skins]
        self._posed: dict[int | None, PosedClip] = {}
        self._remembered: OrderedDict[tuple[int | None, float], Stage] = OrderedDict()
        self._bytes = 0

    def at(self, clip: int | None, times: Float64) -> Stage:
        """The stage at (T,) seconds of a clip (None: rest). One time alone is remembered: do not write into it."""
        if len(times) != 1:
            return self.compute(clip, times)
        key = (clip, float(times[0]))
        if key in self._remembered:
            self._remembered.move_to_end(key)
            return self._remembered[key]
        stage = self._remembered[key] = self.compute(clip, times)
        self._bytes += stage.size
        while self._bytes > REMEMBERED and len(self._remembered) > 1:
            self._bytes -= self._remembered.popitem(last=False)[1].size
        return stage

    def compute(self, clip: int | None, times: Float64) -> Stage:
        """The stage at (T,) seconds, without looking it up or remembering it."""
        if clip not in self._posed:
            self._posed[clip] = posed_clip(self._nodes, None if clip is None else self._clips[clip])
        world, morph_weights = world_matrices(self._posed[clip], times)
        palettes = tuple(
            np.matmul(world[:, :, :3].take(joints, axis=1), inverse_bind)
            for joints, inverse_bind in zip(self._joints, self._inverse_bind)
        )
        return Stage(world, palettes, morph_weights)
