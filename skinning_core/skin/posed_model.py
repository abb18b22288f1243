"""A model at some times with every step between the file and its skinned positions, each replaceable.

clip -> pose -> local matrices -> world matrices (the palette) -> skin palettes; the methods take the last step plainly
(``fast.exact_parts`` does it faster). Replace a field (skin palettes, world matrices) to see what a mistake at that
step, or another engine's matrices, would do.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..error import SkinproofError
from ..model import Clip, Float64, Model, Part
from ..pose.clip import sample_clip
from ..pose.playback import finite_times
from ..pose.pose import Pose, global_matrices, local_matrices
from ..text.sentence import sentence
from ..transform import move_points
from .influence import normalised_weights
from .linear import carry_normals, skin_normals, skin_palette_of, skin_positions
from .morph import morphed
from .posed_skin import PosedSkin

#: Of entries of a matrix: float32 positions (3e38) under it, and products of three of them, stay finite.
LARGEST = 1e60


@dataclass(frozen=True, eq=False)
class PosedModel:
    """A model at T times, step by step."""

    model: Model
    clip: Clip | None  # None: the rest pose
    times: Float64  # (T,) seconds
    pose: Pose
    local: Float64  # (T, N, 3, 4) each node relative to its parent
    world: Float64  # (T, N, 3, 4) each node relative to the world
    skin_palettes: tuple[Float64, ...]  # per skin (T, J, 3, 4) mesh space -> world

    def positions(self, *, raw_weights: bool = False) -> tuple[Float64, ...]:
        """Per part, (T, V, 3) skinned positions in the world, metres."""
        return tuple(self.part_positions(part, raw_weights=raw_weights) for part in self.model.parts)

    def part_positions(self, part: Part, *, raw_weights: bool = False) -> Float64:
        """(T, V, 3) world positions of one part; ``raw_weights``: weights as stored.

        A part without influences moves with its node.
        """
        base = self.morphed_positions(part)
        influences = self.model.influences(part)
        if influences is None:
            return move_points(self.world[:, part.node, None], base)
        weights = influences.weights.astype(np.float64) if raw_weights else normalised_weights(influences.weights)
        return skin_positions(self.skin_palettes[part.skin], base, influences.joints, weights)

    def part_normals(self, part: Part, *, raw_weights: bool = False, inverse_transpose: bool = True) -> Float64 | None:
        """(T, V, 3) unit world normals of one part; None if it has none.

        ``raw_weights``: weights as stored; ``inverse_transpose``: see ``linear.skin_normals``.
        """
        primitive, influences = self.model.primitive(part), self.model.influences(part)
        if primitive.normals is None:
            return None
        base = morphed(primitive.normals, primitive.morph_normals, self.pose.morph_weights[part.node])
        if influences is None:
            linear = self.world[:, part.node, None, :, :3]
            return carry_normals(linear, base, inverse_transpose=inverse_transpose)
        weights = influences.weights.astype(np.float64) if raw_weights else normalised_weights(influences.weights)
        palette = self.skin_palettes[part.skin]
        return skin_normals(palette, base, influences.joints, weights, inverse_transpose=inverse_transpose)

    def part_matrices(self, part: Part) -> Float64:
        """(T, J, 3, 4) what a part's vertices follow: its skin palette, or its node's world matrix."""
        return self.skin_palettes[part.skin] if self.model.is_skinned(part) else self.world[:, [part.node]]

    def morphed_positions(self, part: Part) -> Float64:
        """(T or 1, V, 3) positions of a part in mesh space, with morph targets applied; one row if nothing moves."""
        primitive = self.model.primitive(part)
        return morphed(primitive.positions, primitive.morph_positions, self.pose.morph_weights[part.node])

    def at_first(self, count: int) -> PosedModel:
        """The same at the first ``count`` times only."""
        of = slice(count)
        pose = dataclasses.replace(
            self.pose,
            translation=self.pose.translation[of],
            rotation=self.pose.rotation[of],
            scale=self.pose.scale[of],
            morph_weights=tuple(weights[of] for weights in self.pose.morph_weights),
        )
        palettes = tuple(palette[of] for palette in self.skin_palettes)
        return dataclasses.replace(
            self, times=self.times[of], pose=pose, local=self.local[of], world=self.world[of], skin_palettes=palettes
        )


def posed_model(model: Model, clip: Clip | None, times: ArrayLike, *, normalise: bool = True) -> PosedModel:
    """All steps up to the skin palettes, for ``times`` (T,), seconds, of ``clip`` (None: the rest pose).

    ``normalise=False`` uses rotations as stored and interpolated.
    """
    times = finite_times(times)
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
        pose = sample_clip(model.nodes, clip, times, normalise=normalise)
        local = local_matrices(pose)
        world = global_matrices(local, pose.parents, pose.order)
        palettes = tuple(skin_palette_of(world, skin) for skin in model.skins)
    require_computable(model, (world, *palettes))
    return PosedModel(model, clip, times, pose, local, world, palettes)


def require_computable(model: Model, matrices: Sequence[Float64]) -> None:
    """Refuse a model whose matrices (..., 3, 4) are too large for positions and their squares to be numbers.

    Raises ``SkinproofError``. Any character is a hundred orders of magnitude away.
    """
    for array in matrices:
        if array.size and not (array.max() <= LARGEST and array.min() >= -LARGEST):  # NaN is refused, too
            raise SkinproofError(
                sentence(
                    "joints multiply to matrices with entries beyond {largest:.0e}, so there are no positions to "
                    "compare",
                    largest=LARGEST,
                ),
                where=str(model.path or model.name),
                fix="look for enormous scales, translations or inverse bind matrices",
            )


def posed_skin(model: Model, part: int, clip: int | None, time: float) -> PosedSkin:
    """One part of a model at one time, seconds. Raises ``SkinproofError`` if the part has no skin."""
    drawn = model.parts[part]
    influences = model.influences(drawn)
    if influences is None:
        raise SkinproofError(sentence("part {part} of {model} has no skin", part=part, model=model.name))
    posed = posed_model(model, model.clip(clip), np.array([time]))
    skin = model.skins[drawn.skin]
    return PosedSkin(
        joint_world=posed.world[0, skin.joints],
        inverse_bind=skin.inverse_bind,
        positions=posed.morphed_positions(drawn)[0],
        joints=influences.joints.astype(np.intp),
        weights=normalised_weights(influences.weights),
    )
