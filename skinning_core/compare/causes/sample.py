"""What causes are looked for in: some vertices at the telling times, and where the other has them.

A few hundred vertices tell as much as all, if those of largest error and some of every joint are among them. Findings
are confirmed on all vertices later.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

import numpy as np

from ...fast.tiles.joined_parts import joined_primitive
from ...model import Bool, Float, Float64, Influences, Int, Mesh, Model, Part, Primitive
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from ...spread import evenly_spread
from ..measure.difference import guarded_scale
from ..measure.pairs import pair_distances
from .engine_state import EngineState
from .palette import Fits

#: Vertices per joint in a large sample: the twelve unknowns of its matrix take four, and some average rounding. In a
#: smaller one it has one.
_JOINT_VERTICES = 10

#: Vertices from which a sample is large.
_LARGE_SAMPLE = 1000

#: Vertices per part, unless there are too many parts.
_PART_VERTICES = 32

#: Vertices per part even then.
_LEAST_PART_VERTICES = 4


@dataclass(frozen=True, eq=False)
class Sample:
    """Some vertices of every part at T times."""

    state: EngineState  # the specification's, on these vertices alone
    rows: tuple[Int, ...]  # per part (n,) vertices of the whole model
    wanted: tuple[Float64, ...]  # per part (T, n, 3) where the other has them, metres
    scale: Float64  # (T,) metres that lengths are divided by
    fits: dict[int, Fits] = field(default_factory=dict)  # by part, see ``recovered_palette``

    @cached_property
    def ours(self) -> tuple[Float64, ...]:
        """Per part (T, n, 3) where the specification has them."""
        return self.state.positions()

    @cached_property
    def of_part(self) -> Int:
        """(n,) the part of each vertex."""
        return np.repeat(np.arange(len(self.rows)), [len(rows) for rows in self.rows])

    @cached_property
    def error(self) -> Float64:
        """(n,) the largest distance between specification and other, in sizes of the character."""
        apart: Float64 = np.linalg.norm(self.target - self.stacked(self.ours), axis=-1).max(axis=0)
        return apart

    @cached_property
    def target(self) -> Float64:
        """(T, n, 3) where the other has all vertices, in sizes of the character."""
        return self.stacked(self.wanted)

    def stacked(self, positions: tuple[Float64, ...], *, scaled: bool = True) -> Float64:
        """(T, n, 3) positions of all parts, from (T, n, 3) per part, metres; ``scaled``: in sizes of the character."""
        whole = np.concatenate(positions, axis=1)
        return whole / self.scale[:, None, None] if scaled else whole

    def joined(self) -> Sample:
        """The same vertices with a mesh's primitives as one part: calls cost more than few vertices.

        A character of 11 primitives is tried 3 times as fast.
        """
        groups = [list(group) for _, group in groupby(range(len(self.rows)), key=self._mesh_of)]
        meshes, parts = list[Mesh](), list[Part]()
        for group in groups:
            primitives = [self.state.model.primitive(self.state.model.parts[k]) for k in group]
            default = self.state.model.meshes[self.state.model.parts[group[0]].mesh].weights
            meshes.append(Mesh("", (joined_primitive(primitives),), weights=default))
            parts.append(dataclasses.replace(self.state.model.parts[group[0]], mesh=len(parts), primitive=0))
        model = dataclasses.replace(self.state.model, meshes=tuple(meshes), parts=tuple(parts))
        wanted, rows = self.wanted, self.rows
        return Sample(
            self.state.with_posed(model=model),
            tuple(np.concatenate([rows[k] for k in group]) for group in groups),
            tuple(np.concatenate([wanted[k] for k in group], axis=1) for group in groups),
            self.scale,
        )

    def _mesh_of(self, k: int) -> tuple[object, ...]:
        """Parts with the same key can be one: node, skin, numbers of influences and morph targets."""
        part = self.state.model.parts[k]
        primitive = self.state.model.primitive(part)
        influences, morphs = primitive.influences, primitive.morph_positions
        return (
            part.node,
            part.skin,
            None if influences is None else influences.joints.shape[1],
            None if morphs is None else len(morphs),
        )


@np.errstate(all="ignore")
def sample_of(posed: PosedModel, reference: Skinned, other: Skinned, most: int) -> Sample:
    """About ``most`` vertices of all parts, without those lost in ``other``."""
    scale = guarded_scale(reference.diagonal)
    distances = in_sizes(reference.positions, other.positions, scale)
    usable: list[Bool] = [np.asarray(np.isfinite(distance).all(axis=0)) for distance in distances]
    counts = [int(each.sum()) for each in usable]
    total = sum(counts) or 1
    least = min(_PART_VERTICES, max(most // max(len(posed.model.parts), 1), _LEAST_PART_VERTICES))
    rows, wanted = [], []
    for k, part in enumerate(posed.model.parts):
        quota = min(max(most * counts[k] // total, least), most)
        chosen = _chosen(posed.model, part, usable[k], distances[k].max(axis=0, initial=0.0), quota)
        rows.append(chosen)
        wanted.append(np.asarray(other.positions[k][:, chosen], np.float64))
    state = EngineState(dataclasses.replace(posed, model=_cut(posed.model, rows)))
    return Sample(state, tuple(rows), tuple(wanted), scale)


def in_sizes(a: Sequence[Float], b: Sequence[Float], scale: Float64) -> list[Float64]:
    """Per part (T, V) distances between positions (T, V, 3), in sizes of the character, scale (T,)."""
    return [pair_distances(p, q) / scale[:, None] for p, q in zip(a, b, strict=True)]


def _chosen(model: Model, part: Part, usable: Bool, error: Float64, most: int) -> Int:
    """(n,) vertices of a part: those of largest error, those that each joint moves most, and every k-th."""
    there = np.flatnonzero(usable)
    if len(there) <= most:
        return there
    chosen = [there[np.argsort(-error[there], kind="stable")[: most // 4]]]
    chosen.append(there[evenly_spread(len(there), most // 2)])
    influences = model.influences(part)
    if influences is not None:
        # Each joint's vertices by weight, all joints in one sorting.
        joints, weights = influences.joints[there].ravel(), influences.weights[there].ravel()
        of = np.repeat(there, influences.joints.shape[1])
        order = np.lexsort((-weights, joints))
        joints, of, weights = joints[order], of[order], weights[order]
        begins = np.flatnonzero(np.append(True, joints[1:] != joints[:-1]))
        place = np.arange(len(joints)) - np.repeat(begins, np.diff(np.append(begins, len(joints))))
        chosen.append(of[(place < (_JOINT_VERTICES if most >= _LARGE_SAMPLE else 1)) & (weights > 0.0)])
    return np.unique(np.concatenate(chosen))


def _cut(model: Model, rows: list[Int]) -> Model:
    """The model with one mesh per part, of some of its vertices."""
    meshes, parts = [], []
    for k, (part, of_part) in enumerate(zip(model.parts, rows, strict=True)):
        mesh = model.meshes[part.mesh]
        meshes.append(Mesh(mesh.name, (_picked(model.primitive(part), of_part),), weights=mesh.weights))
        parts.append(dataclasses.replace(part, mesh=k, primitive=0))
    return dataclasses.replace(model, meshes=tuple(meshes), parts=tuple(parts))


def _picked(primitive: Primitive, rows: Int) -> Primitive:
    influences, morphs = primitive.influences, primitive.morph_positions
    if influences is not None:
        influences = Influences(influences.joints[rows], influences.weights[rows])
    morphs = None if morphs is None else morphs[:, rows]
    return Primitive(primitive.mode, primitive.positions[rows], influences=influences, morph_positions=morphs)
