"""What a picture shows side by side: each column is one look at a model, as data that needs no GPU."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from ....skinning_core.model import Float, Float64, Int, Model, Part
from ....skinning_core.pose.pose import Pose, world_matrices
from ....skinning_core.skeleton.faces import triangles_of
from ....skinning_core.skin.linear import skin_positions
from ....skinning_core.transform import identity
from . import tint
from .geometry import Float32, Geometry, influence_sets, part_geometry
from .palette import PartPalette, part_palette, recentred

#: About so many vertices of each part place the camera.
FRAMED = 4000


@dataclass(frozen=True, eq=False)
class Piece:
    """One part as drawn: vertices, matrices (of one time or of every instance), faces and colours."""

    geometry: Geometry
    palette: PartPalette
    triangles: Int  # (F, 3)
    tint: Float32  # (V, 4)

    def points(self) -> Float64:
        """(n, 3) world positions of a sample of its vertices, for all instances together."""
        step = max(1, self.geometry.vertex_count * len(self.palette.skin_palette) // (FRAMED * 4))
        g = self.geometry
        moved = skin_positions(self.palette.skin_palette, g.positions[:1, ::step], g.joints[::step], g.weights[::step])
        return (moved + self.palette.centre[:, None]).reshape(-1, 3)


@dataclass(frozen=True, eq=False)
class Scale:
    """A colour scale: the labels at its ends, and its colours."""

    low: str
    high: str
    colors: Callable[[Float64], Float]  # (n,) fractions -> (n, 3 or 4) sRGB


@dataclass(frozen=True, eq=False)
class Column:
    """Pieces with one label; ``instanced`` if each piece's palette holds a crowd."""

    label: str
    pieces: tuple[Piece, ...]
    instanced: bool = False
    legend: Scale | None = None  # the colour scale that explains it
    lines: tuple[tuple[Float64, tuple[float, float, float, float]], ...] = field(default=())  # (n, 2, 3), sRGB
    names: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()  # what the lines' colours mean
    marks: tuple[tuple[str, Float64], ...] = ()  # words at places (3,)
    grounded: bool = True  # on a ground in the world; joint space and mesh space have none
    inward: bool = False  # z points away from the viewer, as in a picture's cube: it is drawn with -z
    own_view: bool = False  # has a camera of its own; else all columns share one view, to compare places

    def points(self) -> Float64:
        """(n, 3) world points that must be in the picture."""
        points = [piece.points() for piece in self.pieces] + [segments.reshape(-1, 3) for segments, _ in self.lines]
        points += [place[None] for _, place in self.marks]
        return np.concatenate([*points, np.zeros((0, 3))])


Paint = Callable[[Model, Part], Float32]


def posed(model: Model, pose: Pose, label: str, paint: Paint = tint.material, *, only: int | None = None) -> Column:
    """The model in a pose (with a time axis of one), painted; ``only``: a joint's node, to show its faces alone."""
    world = world_matrices(pose)
    return staged(model, pose, label, lambda part, g: part_palette(model, part, g, world), paint, only=only)


def isolated_triangles(model: Model, part: Part, node: int) -> Int:
    """(F, 3): the faces of a part whose vertices all have a weight on the joint ``node``."""
    triangles = triangles_of(model.primitive(part))
    moved = tint.weight_of(model, part, node) > 0.0
    return triangles[moved[triangles].all(axis=1)]


def _only_used(piece: Piece) -> Piece:
    """The same faces without unused vertices, so that the camera frames only what is seen."""
    used, triangles = np.unique(piece.triangles, return_inverse=True)
    g = piece.geometry
    geometry = replace(
        g, positions=g.positions[:, used], normals=g.normals[:, used], joints=g.joints[used], weights=g.weights[used]
    )
    return Piece(geometry, piece.palette, triangles.reshape(-1, 3), piece.tint[used])


def of_positions(
    model: Model,
    positions: tuple[Float, ...],
    label: str,
    colors: tuple[Float32, ...],
    normals: tuple[Float | None, ...] = (),
) -> Column:
    """Positions by an engine, per part (V, 3) in the world, drawn as they are, by identity matrices.

    ``normals``: per part (1, V, 3) in the world; without them, faces are shaded flat. Faces of a lost vertex (NaN) are
    left out.
    """
    pieces = []
    for k, (part, points, color) in enumerate(zip(model.parts, positions, colors, strict=True)):
        triangles = triangles_of(model.primitive(part))
        triangles = triangles[np.isfinite(points[triangles]).all(axis=(1, 2))]
        joints, weights = influence_sets(np.zeros((len(points), 1), np.uint16), np.ones((1, 1)))
        origin = np.nanmean(points, axis=0) if len(points) else np.zeros(3)
        local = np.nan_to_num(points - origin)[None].astype(np.float32)
        known = normals[k] if k < len(normals) else None
        directions = np.zeros_like(local) if known is None else np.nan_to_num(known).astype(np.float32)
        geometry = Geometry(local, directions, joints, weights, origin, np.ones(1), known is not None)
        palette = recentred(identity(1, 1), identity(1), origin, np.ones(1))
        pieces.append(Piece(geometry, palette, triangles, color))
    return Column(label, tuple(pieces))


#: A stage of the pipeline: a part's vertices become a palette, or None if the part does not take part.
Stage = Callable[[Part, Geometry], PartPalette | None]


def staged(
    model: Model, pose: Pose, label: str, stage: Stage, paint: Paint = tint.material, *, only: int | None = None
) -> Column:
    """The model at a stage of the pipeline; morph weights are the pose's. ``only``: a joint's node, its faces alone."""
    pieces = []
    for part in model.parts:
        geometry = part_geometry(model, part, pose)
        palette = stage(part, geometry)
        if palette is not None:
            shown = triangles_of(model.primitive(part)) if only is None else isolated_triangles(model, part, only)
            piece = Piece(geometry, palette, shown, paint(model, part))
            pieces.append(piece if only is None else _only_used(piece))
    return Column(label, tuple(pieces))
