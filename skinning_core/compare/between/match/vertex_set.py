"""What is known about each vertex of a model, over all its drawn parts, to compare it with another's."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from ....fast.exact_engine import skin_model
from ....fast.tiles.joined_parts import widened
from ....model import Float64, Int, Model, Part
from ....skeleton.guessed_bind import guessed_bind, moved_into_guessed_bind
from ....skin.influence import added_up, normalised_weights


@dataclass(frozen=True, eq=False)
class VertexSet:
    """The vertices of all parts of a model, one part after the other."""

    positions: Float64  # (V, 3) metres, world space, at rest by the specification
    stored: Float64  # (V, 3) as stored, mesh space
    normals: Float64  # (V, 3) unit, world space; 0: none
    texcoords: Float64  # (V, 2) of the first set; NaN: none
    joints: Int  # (V, I) nodes of the model; a rigid part's own node
    weights: Float64  # (V, I) divided by their sum; a joint named twice has all its weight at its first mention
    part: Int  # (V,) index in ``Model.parts``
    starts: Int  # (P + 1,) first vertex of each part; the last entry is V

    def only(self, chosen: Int) -> VertexSet:
        """These vertices (n,) alone; ``starts`` stays."""
        rows = {f.name: getattr(self, f.name)[chosen] for f in fields(self) if f.name != "starts"}
        return VertexSet(**rows, starts=self.starts)

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def diagonal(self) -> float:
        """Diagonal of the bounding box, metres; 0: no vertices."""
        return float(np.linalg.norm(np.ptp(self.positions, axis=0))) if len(self) else 0.0


def vertex_set(model: Model) -> VertexSet:
    """The vertices of a model at rest."""
    rest = skin_model(model, None, np.zeros(1), variants=False)
    counts = [model.primitive(part).vertex_count for part in model.parts]
    stored, normals, texcoords, joints, weights = [], [], [], [], []
    for part, count, unit in zip(model.parts, counts, rest.normals, strict=True):
        primitive = model.primitive(part)
        stored.append(primitive.positions.astype(np.float64))
        normals.append(np.zeros((count, 3)) if unit is None else unit[0])
        sets = primitive.texcoords
        texcoords.append(sets[0].astype(np.float64) if sets else np.full((count, 2), np.nan))
        of_part, weighed = _influences(model, part)
        joints.append(of_part)
        weights.append(weighed)
    width = max((of_part.shape[1] for of_part in joints), default=1)
    return VertexSet(
        positions=np.concatenate([np.zeros((0, 3)), *(positions[0] for positions in rest.positions)]),
        stored=np.concatenate([np.zeros((0, 3)), *stored]),
        normals=np.concatenate([np.zeros((0, 3)), *normals]),
        texcoords=np.concatenate([np.zeros((0, 2)), *texcoords]),
        joints=np.concatenate([np.zeros((0, width), np.intp), *(widened(of_part, width) for of_part in joints)]),
        weights=np.concatenate([np.zeros((0, width)), *(widened(of_part, width) for of_part in weights)]),
        part=np.repeat(np.arange(len(counts)), counts),
        starts=np.cumsum([0, *counts]),
    )


def _influences(model: Model, part: Part) -> tuple[Int, Float64]:
    """(V, I) nodes that a part's vertices follow, and weights that sum to one."""
    influences = model.influences(part)
    if influences is None:
        count = model.primitive(part).vertex_count
        return np.full((count, 1), part.node, np.intp), np.ones((count, 1))
    joints = model.skins[part.skin].joints[influences.joints].astype(np.intp)
    return joints, added_up(joints, normalised_weights(influences.weights))


def in_guessed_bind(model: Model, vertices: VertexSet) -> tuple[Float64, Float64] | None:
    """Vertices (V, 3) as Blender's own importer lays them at rest, and the joints (N, 3, 4) there.

    An unskinned part stays as stored. None: there is no such pose.
    """
    bind = guessed_bind(model)
    if bind is None:
        return None
    places = vertices.stored.copy()
    for k, part in enumerate(model.parts):
        own = slice(vertices.starts[k], vertices.starts[k + 1])
        if model.influences(part) is not None:
            places[own] = moved_into_guessed_bind(model, bind, k, vertices.stored[own])
    return places, bind


def shared_weight(joints_a: Int, weights_a: Float64, joints_b: Int, weights_b: Float64) -> Float64:
    """(n,) weight that two vertices give to the same joints, 0 to 1.

    joints_a, weights_a: (n, I) influences; no joint has two weights other than zero, weights sum to one.
    joints_b, weights_b: (n, L) the other vertices', in the same numbering; -1: a joint without a number.
    """
    shared = np.zeros(len(joints_a))
    for i in range(joints_a.shape[1]):
        for j in range(joints_b.shape[1]):
            same = joints_a[:, i] == joints_b[:, j]
            shared += np.where(same, np.minimum(weights_a[:, i], weights_b[:, j]), 0.0)
    return shared
