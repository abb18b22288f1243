"""The last step of a ``PosedModel`` by tiles in float64: ten times as fast at many times as its plain methods."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..model import Float, Float64, Influences, Part, Primitive, remembered
from ..skin.influence import normalised_weights
from ..skin.linear import carry_normals
from ..skin.morph import morphed
from ..skin.posed_model import PosedModel
from .tiles.joint_sets import Binding
from .tiles.layout import Tiles, homogeneous
from .tiles.skinner import Range, TileSkinner, normal_ranges, position_ranges, thread_scratches, weight_tiles
from .tiles.tuning import DOUBLE
from .tiles.workspace import Scratch


def exact_positions(posed: PosedModel) -> tuple[Float64, ...]:
    """Per part, (T, V, 3) skinned positions in the world, metres."""
    return tuple(part_positions(posed, part) for part in posed.model.parts)


def part_positions(
    posed: PosedModel, part: Part, *, raw_weights: bool = False, memory: Scratch | None = None
) -> Float64:
    """(T, V, 3) world positions of one part; ``raw_weights``: as stored.

    A part without influences moves with its node. memory: see ``skin_model_in``.
    """
    influences = posed.model.influences(part)
    if influences is None:
        matrix = posed.world[:, part.node]
        moved = posed.morphed_positions(part) @ matrix[..., :3].swapaxes(-1, -2)
        return moved + matrix[:, None, :, 3]
    primitive = posed.model.primitive(part)
    mesh, out = _mesh_positions(primitive, raw_weights), None
    if memory is not None and not mesh.moving:
        out = memory.array(f"{part}", DOUBLE.dtype, len(posed.times), primitive.vertex_count, 3)
    vectors = map(homogeneous, posed.morphed_positions(part) if mesh.moving else ())
    return mesh.skinned(posed.skin_palettes[part.skin], vectors, out)


def part_normals(posed: PosedModel, part: Part) -> Float64 | None:
    """(T, V, 3) unit world normals of one part by the inverse transpose; None if it has no normals."""
    primitive = posed.model.primitive(part)
    if primitive.normals is None:
        return None
    base = morphed(primitive.normals, primitive.morph_normals, posed.pose.morph_weights[part.node])
    if posed.model.influences(part) is None:
        return carry_normals(posed.world[:, part.node, None, :, :3], base)
    return _mesh_normals(primitive).skinned(posed.skin_palettes[part.skin][..., :3], base)


@remembered
def _weights(influences: Influences, raw_weights: bool) -> tuple[Binding, list[Tiles]]:
    """The binding of a primitive and the tiles of its weights."""
    weights = influences.weights.astype(np.float64) if raw_weights else normalised_weights(influences.weights)
    binding = Binding(influences.joints, weights, int(influences.joints.max(initial=0)) + 1, DOUBLE)
    return binding, weight_tiles(binding)


@dataclass(frozen=True, eq=False)
class _Mesh:
    """Positions or normals of a primitive with influences, in tiles that do not depend on time."""

    ranges: list[Range]
    moving: bool  # morph targets displace them

    def skinned(self, skin_palette: Float64, vectors: Iterable[Float64], out: Float | None = None) -> Float64:
        """(T, V, 3) of a palette (T, J, 3, D) and, if moving, T arrays of vectors (V, D); out: for those not moving."""
        skinner = TileSkinner(self.ranges, DOUBLE, scratches=thread_scratches())
        tables = np.ascontiguousarray(skin_palette.swapaxes(1, 2))
        moved = skinner.skin_moving(tables, vectors) if self.moving else skinner.skin(tables, out)
        return np.asarray(moved, np.float64)  # as it is: DOUBLE skins in float64


@remembered
def _mesh_positions(primitive: Primitive, raw_weights: bool) -> _Mesh:
    """The positions of a primitive with influences."""
    assert primitive.influences is not None
    moving = primitive.morph_positions is not None and len(primitive.morph_positions) > 0
    vectors = homogeneous(primitive.positions)
    return _Mesh(position_ranges(vectors, *_weights(primitive.influences, raw_weights), moving=moving), moving)


@remembered
def _mesh_normals(primitive: Primitive) -> _Mesh:
    """The normals of a primitive with influences, weights normalised."""
    assert primitive.influences is not None
    assert primitive.normals is not None
    moving = primitive.morph_normals is not None and len(primitive.morph_normals) > 0
    return _Mesh(normal_ranges(primitive.normals, *_weights(primitive.influences, False), moving=moving), moving)
