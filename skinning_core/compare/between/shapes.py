"""Meshes of a scene at one frame, as models of the core, and which vertex of one is which of another.

A shape is a program's mesh at one frame: of a cache, a simulation, a character as seen. Two are paired once, at that
frame: by number if their faces are the same, else by place, as files are (`match`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...error import require
from ...model import TRIANGLES, Float64, Int, Mesh, Model, Nodes, Part, Primitive
from ...skeleton.faces import triangles_of
from ...text.count import counted
from ...text.sentence import sentence
from ...transform import move_points
from .match.placement import Placement, fitted_similarity, placement_words
from .match.vertex_set import vertex_set
from .match.vertices import ROUNDED, VertexMap, match_vertices

#: Two shapes are one shape elsewhere if a similarity leaves a smaller share of their distance.
_LEFT = 0.1

#: Placements within so many times the least distance are as good; the simplest is taken.
_ABOUT = 3.0


@dataclass(frozen=True, eq=False)
class Shape:
    """One mesh of a program at one moment."""

    name: str
    positions: Float64  # (V, 3) world space, +Y up, metres
    triangles: Int  # (F, 3) vertices
    texcoords: Float64 | None = None  # (V, 2)


@dataclass(frozen=True, eq=False)
class ShapePairs:
    """Which vertex of one model of shapes is which of another, counted through all parts."""

    vertices: VertexMap
    by_order: bool  # paired by number, not by place

    @property
    def first(self) -> Int:
        """(n,) vertices of the first, ascending, each once."""
        return self.vertices.first[self._once]

    @property
    def second(self) -> Int:
        """(n,) the partner of each."""
        return self.vertices.second[self._once]

    @property
    def _once(self) -> Int:
        return np.flatnonzero(np.diff(self.vertices.first, prepend=-1))

    def notes(self, *, placed: bool) -> tuple[str, ...]:
        """What to know about the pairs, a sentence each. placed: the second's placement was taken off."""
        told = [] if self.by_order else [sentence("vertices are paired by place, since the faces are not the same")]
        if lost := len(self.vertices.unmatched_first):
            told.append(counted(lost, "vertex has no partner", "vertices have no partner"))
        if placed and not self.vertices.placement.is_identity:
            moved = placement_words(self.vertices.placement.matrix)
            told.append(sentence("it {moved}: this is taken off", moved=moved))
        return tuple(told)


def shape_model(name: str, shapes: Sequence[Shape], moment: str) -> Model:
    """A model at rest with one part per shape, without skins and clips. moment: the name of its rest."""
    count = len(shapes)
    zeros, ones = np.zeros((count, 3)), np.ones((count, 3))
    places = np.arange(count, dtype=np.int32)
    return Model(
        name=name,
        path=None,
        nodes=Nodes(
            names=tuple(shape.name for shape in shapes),
            parents=np.full(count, -1, np.int32),
            order=np.arange(count),
            translation=zeros,
            rotation=np.tile([0.0, 0.0, 0.0, 1.0], (count, 1)),
            scale=ones,
            matrix=np.tile(np.eye(3, 4), (count, 1, 1)),
            has_matrix=np.zeros(count, bool),
            mesh=places,
            skin=np.full(count, -1, np.int32),
            in_scene=np.ones(count, bool),
            morph_weights=(np.zeros(0),) * count,
        ),
        meshes=tuple(Mesh(shape.name, (_primitive(shape),)) for shape in shapes),
        skins=(),
        clips=(),
        materials=(),
        parts=tuple(Part(k, k, 0, -1) for k in range(count)),
        rest_name=moment,
    )


def _primitive(shape: Shape) -> Primitive:
    return Primitive(
        mode=TRIANGLES,
        positions=shape.positions,
        indices=shape.triangles.ravel().astype(np.uint32),
        texcoords=() if shape.texcoords is None else (shape.texcoords,),
    )


def pair_shapes(first: Model, second: Model, guesses: Sequence[Float64] = ()) -> ShapePairs:
    """The pairs of two models of shapes. Raises ``SkinproofError`` if no vertex has a partner.

    guesses: matrices (3, 4) that may take the second to the first; those that mirror or shear are ignored.
    """
    by_order = _faces_are_same(first, second)
    guesses = [matrix for matrix in guesses if _is_similarity(matrix[:, :3])]
    one, other = vertex_set(first), vertex_set(second)
    if by_order:
        every, none = np.arange(len(one)), np.zeros(0, np.intp)
        placement = _placement(one.positions, other.positions, one.diagonal, guesses)
        pairs = VertexMap(every, every, none, none, none, 0.0, placement)
    else:
        pairs = match_vertices(one, other, np.full(len(second.nodes), -1, np.intp), guesses)
    require(
        len(pairs.first),
        "no vertex of {second!r} lies where one of {first!r} does",
        fix="compare objects of one character, at a first frame where both have the same pose",
        first=first.name,
        second=second.name,
    )
    return ShapePairs(pairs, by_order)


def _faces_are_same(first: Model, second: Model) -> bool:
    ours, theirs = ([model.primitive(part) for part in model.parts] for model in (first, second))
    return len(ours) == len(theirs) and all(
        a.vertex_count == b.vertex_count and np.array_equal(triangles_of(a), triangles_of(b))
        for a, b in zip(ours, theirs, strict=True)
    )


def _is_similarity(linear: Float64) -> bool:
    size = np.cbrt(np.linalg.det(linear))
    return bool(size > 0.0 and np.abs(linear.T @ linear / size**2 - np.eye(3)).max() < ROUNDED)


def _placement(first: Float64, second: Float64, size: float, guesses: Sequence[Float64]) -> Placement:
    """What takes the second's vertices (V, 3) to the first's; the identity if their shapes differ.

    Tried in this order: the identity, each guess (3, 4), the best similarity. The first that is about as good as the
    best wins, so another pose does not pass for another size.
    """
    fitted, _ = fitted_similarity(second, first)
    choice = [np.eye(3, 4), *guesses, fitted]
    left = [float(np.sqrt(((move_points(m, second) - first) ** 2).sum(axis=1).mean())) for m in choice]
    if min(left) >= _LEFT * left[0]:
        return Placement(choice[0], 1.0)
    enough = max(_ABOUT * min(left), ROUNDED * size)
    return Placement(next(m for m, rest in zip(choice, left, strict=True) if rest <= enough), 1.0)
