"""One part of a model, ready to be skinned again and again: positions and normals from skin palettes, float32 inside.

The part's centre goes into the matrices (see ``centre``). If the result is far away, the palettes' common translation
is taken out before the cast to float32 and added back in float64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..model import Float, Float64, Int, Primitive
from ..skin.influence import normalised_weights
from ..skin.linear import unit_vectors
from .centre import common_translation, joint_shares, translations_at
from .tiles.joint_sets import Binding
from .tiles.layout import homogeneous
from .tiles.skinner import Range, Scratches, TileSkinner, normal_ranges, position_ranges
from .tiles.tuning import SINGLE, Tuning

#: Within so many half diagonals of the origin, float32's error is below 5e-7 of the diagonal.
NEAR = 4.0


#: From tables (F, 3, J, D) float32 and morph weights (F, M) to (F, V, 3) float32.
AttributeSkinner = Callable[[Float, Float64], Float]

#: Numbers up to this size leave the sums of skinning in float32's range.
_FAR_WITHIN = 1e34
#: Weights up to this size do so for normals, whose squared lengths are fourth powers of them.
_WEIGHT_WITHIN = 1e8


class PartSkinner:
    """Skins one primitive by skin palettes of ``joint_count`` matrices; ``skinned=False`` has one joint, its node.

    raw_weights: weights as stored. directions: normals carried with w = 0, not by the inverse transpose. scratches: see
    ``TileSkinner``.
    """

    def __init__(
        self,
        primitive: Primitive,
        joint_count: int,
        *,
        skinned: bool = True,
        raw_weights: bool = False,
        directions: bool = False,
        tuning: Tuning = SINGLE,
        scratches: Scratches | None = None,
    ) -> None:
        joints, weights = influences(primitive, skinned=skinned, raw_weights=raw_weights)
        #: (n,) the joints that move vertices.
        self.joints: Int = np.unique(joints[weights != 0.0])
        # (V,) factors of the common translation; every sum is one unless weights are raw.
        self._sums = weights.sum(axis=1) if raw_weights else None
        positions = primitive.positions.astype(np.float64)
        low = positions.min(axis=0, initial=np.inf) if len(positions) else np.zeros(3)
        high = positions.max(axis=0, initial=-np.inf) if len(positions) else np.zeros(3)
        self.vertex_count = len(positions)
        self._centre = (low + high) / 2
        self._half_diagonal = float(np.linalg.norm(high - low)) / 2
        # Weights may be negative, and others then far beyond one although the sum is one.
        self._largest_weight = max(float(np.abs(weights).max(initial=0.0)) * weights.shape[1], 1.0)
        self._reach = float(np.abs([low, high]).max()) if len(positions) else 0.0
        displaced = np.zeros((0, 0, 3)) if primitive.morph_positions is None else primitive.morph_positions
        # (M,) the farthest that each morph target moves any vertex along one axis.
        self._reaches = np.abs(displaced).max(axis=(1, 2), initial=0.0).astype(np.float64)
        self._shares = joint_shares(joints, weights, joint_count)
        binding = Binding(joints, weights, joint_count, tuning)
        self._normals: AttributeSkinner | None = None
        with np.errstate(over="ignore"):  # ``fits_float32`` keeps such parts from these tables
            base = positions - self._centre
            self._positions = _Attribute(base, primitive.morph_positions, homogeneous, binding, scratches).skin
            if primitive.normals is not None:
                base = primitive.normals.astype(np.float64)
                ranges = position_ranges if directions else normal_ranges
                of_normals = _Attribute(base, primitive.morph_normals, unit_vectors, binding, scratches, ranges).skin
                self._normals = _made_unit(of_normals) if directions else of_normals

    def fits_float32(self, skin_palettes: Float64, morph_weights: Float64) -> bool:
        """Whether skinning by (F, J, 3, 4) and (F, M) stays far within float32's range, 3e38."""
        moved = np.abs(morph_weights[:, : len(self._reaches)]) @ self._reaches if len(self._reaches) else 0.0
        largest = self._reach + float(np.max(moved, initial=0.0))
        matrix = float(np.abs(skin_palettes).max(initial=0.0))
        largest *= self._largest_weight
        if self._normals is not None and self._largest_weight > _WEIGHT_WITHIN:
            return False
        return largest < _FAR_WITHIN and matrix < _FAR_WITHIN and largest * matrix < _FAR_WITHIN

    def positions(self, skin_palettes: Float64, morph_weights: Float64) -> Float:
        """(F, V, 3) positions of skin palettes (F, J, 3, 4) and morph weights (F, M).

        Float32; float64 if the part is too far from the origin for float32.
        """
        table, origin = self.position_table(skin_palettes)
        out = self._positions(table, morph_weights)
        if origin is None:
            return out
        return out + (origin[:, None] if self._sums is None else origin[:, None] * self._sums[:, None])

    def normals(self, skin_palettes: Float64, morph_weights: Float64) -> Float | None:
        """(F, V, 3) float32 unit normals by the chosen rule, 0 if squashed; None: the part has none."""
        return None if self._normals is None else self._normals(direction_table(skin_palettes), morph_weights)

    def position_table(self, skin_palettes: Float64) -> tuple[Float, Float64 | None]:
        """(F, 3, J, 4) float32 matrices for centred vertices, and the translation (F, 3) taken out of them, or None."""
        translation = translations_at(skin_palettes, self._centre)
        origin = common_translation(translation, self._shares)
        reach = self._half_diagonal * np.abs(skin_palettes[..., :3]).max(axis=(1, 2, 3), initial=0.0)
        far = bool((np.abs(origin).max(axis=1, initial=0.0) > NEAR * reach).any())
        table = np.empty((len(skin_palettes), 3, skin_palettes.shape[1], 4), np.float32)
        table[..., :3] = skin_palettes[..., :3].swapaxes(1, 2)
        table[..., 3] = (translation - origin[:, None] if far else translation).swapaxes(1, 2)
        return table, origin if far else None


def influences(primitive: Primitive, *, skinned: bool, raw_weights: bool = False) -> tuple[Int, Float64]:
    """(V, I) joints and float64 weights, of sum one unless raw; without a skin all follow joint 0."""
    if skinned and primitive.influences is not None:
        if raw_weights:
            return primitive.influences.joints, primitive.influences.weights.astype(np.float64)
        return primitive.influences.joints, normalised_weights(primitive.influences.weights)
    count = primitive.vertex_count
    return np.zeros((count, 1), np.intp), np.ones((count, 1))


def direction_table(skin_palettes: Float64) -> Float:
    """(F, 3, J, 3) float32 linear parts of (F, J, 3, 4), each frame scaled to a largest entry of one.

    Only directions count; unscaled, their squares would leave float32's range at extreme scales.
    """
    linear = skin_palettes[..., :3].swapaxes(1, 2)
    size = np.abs(linear).max(axis=(1, 2, 3), keepdims=True, initial=0.0)
    return np.ascontiguousarray(linear / np.where(size > 0.0, size, 1.0), np.float32)


class _Attribute:
    """Positions or normals (V, 3) of a part, with displacements (M, V, 3) of morph targets or None.

    finished: applied to vectors (V, 3), morphed or not, before they are skinned.
    """

    def __init__(
        self,
        base: Float64,
        displacements: Float | None,
        finished: Callable[[Float64], Float64],
        binding: Binding,
        scratches: Scratches | None,
        ranges: Callable[..., list[Range]] = position_ranges,
    ) -> None:
        self._base, self._finished = base, finished
        self._displacements: Float64 | None = None
        if displacements is not None and len(displacements):
            self._displacements = np.reshape(displacements, (len(displacements), -1)).astype(np.float64)
        moving = self._displacements is not None
        self._last: Float64 | None = None
        made = ranges(finished(base), binding, moving=moving)
        self._skinner = TileSkinner(made, binding.tuning, scratches=scratches)

    def skin(self, tables: Float, morph_weights: Float64) -> Float:
        """(F, V, 3) float32 of tables (F, 3, J, D) float32 and morph weights (F, M)."""
        if self._displacements is None:
            return self._skinner.skin(tables)
        return self._skinner.skin_moving(tables, self._morphed(self._displacements, morph_weights))

    def _morphed(self, displacements: Float64, morph_weights: Float64) -> Iterator[Float64 | None]:
        """For each frame the morphed vectors (V, 3 or 4); None if the weights are the last frame's."""
        for weights in morph_weights[:, : len(displacements)]:
            if self._last is not None and np.array_equal(weights, self._last):
                yield None
                continue
            self._last = weights.copy()
            yield self._finished(self._base + (weights @ displacements).reshape(-1, 3))


def _made_unit(skin: AttributeSkinner) -> AttributeSkinner:
    """The same, with results of length one or 0."""
    return lambda tables, morph_weights: unit_vectors(skin(tables, morph_weights))
