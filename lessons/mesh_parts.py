"""Models made of rigid parts: meshes that hang on nodes and have no skin (see docs/systems.md, S7).

A part's world matrix is its node's. Spaces: part space (the mesh's own), model space (the scene's, "world"). Two exact
shortcuts follow:

* a part whose node and ancestors no clip moves is *static*: its vertices are brought to model space once, at load;
* for *moving* parts, model-space matrices are computed ahead for given times, and a frame is one matrix per part,
  whatever the depth of the hierarchy.

Engines take the first shortcut for every part that a clip leaves still (``pose.stillness``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Float64, Model
from ..pose.clip import sample_clip
from ..pose.pose import rest_pose, world_matrices
from ..pose.stillness import still_parts
from ..skin.linear import carry_normals
from ..skin.morph import morphed
from ..transform import apply_to_points


@dataclass(frozen=True, eq=False)
class StaticPart:
    """A part that never moves, already in model space."""

    part: int  # K: place in Model.parts
    positions: Float64  # (V, 3)
    normals: Float64 | None  # (V, 3) unit


@dataclass(frozen=True, eq=False)
class MeshParts:
    """The unskinned parts of a model, static and moving."""

    static: tuple[StaticPart, ...]
    moving: tuple[int, ...]  # K: places in Model.parts


def mesh_parts(model: Model) -> MeshParts:
    """Tell static from moving parts; static ones are transformed (and morphed by their weights at rest) here."""
    still = np.all([still_parts(model, clip) for clip in (None, *model.readable_clips)], axis=0)
    unskinned = [k for k, part in enumerate(model.parts) if part.skin < 0]
    world = world_matrices(rest_pose(model.nodes))
    static = tuple(_static_part(model, k, world) for k in unskinned if still[k])
    return MeshParts(static, tuple(k for k in unskinned if not still[k]))


def part_matrices(model: Model, parts: Sequence[int], clip: int | None, times: Float64) -> Float64:
    """(T, P, 3, 4) part space -> model space for P of the model's parts at times (T,), seconds."""
    world = world_matrices(sample_clip(model.nodes, model.clip(clip), times))
    return world[:, [model.parts[k].node for k in parts]]


def _static_part(model: Model, k: int, world: Float64) -> StaticPart:
    part, primitive = model.parts[k], model.primitive(model.parts[k])
    weights = model.nodes.morph_weights[part.node][None]
    positions = morphed(primitive.positions, primitive.morph_positions, weights)[0]
    matrix = world[part.node]
    normals = None
    if primitive.normals is not None:
        normals = carry_normals(matrix[None, :, :3], morphed(primitive.normals, primitive.morph_normals, weights)[0])
    return StaticPart(k, apply_to_points(matrix, positions), normals)
