"""The steps between a model and its skinned positions laid open, so that one of them can be replaced.

``staged`` runs the reference's steps up to the skin palettes; ``Stage.positions`` runs the last one. Whoever replaces a
field in between (another skin palette, other world matrices) sees what a mistake at that step does.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from ..model import Clip, Float64, Model, Part, Skin
from ..pose.clip import sample_clip
from ..pose.pose import Pose, global_matrices, local_matrices
from ..skin.morph import morphed
from ..skin.palette import skin_palette_of
from ..skin.reference import part_positions


@dataclass(frozen=True, eq=False)
class Stage:
    """A model at T times: its pose, world matrices and skin palettes."""

    model: Model
    clip: Clip | None
    times: Float64  # (T,) seconds
    pose: Pose
    local: Float64  # (T, N, 3, 4)
    world: Float64  # (T, N, 3, 4)
    skin_palettes: tuple[Float64, ...]  # per skin (T, J, 3, 4): world of each joint times its inverse bind matrix

    def positions(self, *, raw_weights: bool = False) -> tuple[Float64, ...]:
        """Per part (T, V, 3) skinned positions, metres, world space."""
        return tuple(
            part_positions(self.model, part, self.pose, self.world, self.skin_palettes, raw_weights=raw_weights)
            for part in self.model.parts
        )

    def base(self, part: Part) -> Float64:
        """(T or 1, V, 3) positions of a part in mesh space, morph targets applied."""
        primitive = self.model.primitive(part)
        return morphed(primitive.positions, primitive.morph_positions, self.pose.morph_weights[part.node])

    def with_skin_palettes(self, skin_palette: Callable[[Skin, Float64], Float64]) -> Stage:
        """The same stage with ``skin_palette(skin, world)`` (T, J, 3, 4) as the skin palette of each skin."""
        skin_palettes = tuple(skin_palette(skin, self.world) for skin in self.model.skins)
        return dataclasses.replace(self, skin_palettes=skin_palettes)


def staged(model: Model, clip: Clip | None, times: Float64, *, normalise: bool = True) -> Stage:
    """All steps of the reference up to the skin palettes, for ``times`` (T,) of ``clip`` (None: the rest pose)."""
    pose = sample_clip(model.nodes, clip, times, normalise=normalise)
    local = local_matrices(pose)
    world = global_matrices(local, pose.parents, pose.order)
    skin_palettes = tuple(skin_palette_of(world, skin) for skin in model.skins)
    return Stage(model, clip, times, pose, local, world, skin_palettes)
