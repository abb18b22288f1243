"""One frame: how far shown positions are from the specification, fast enough for playback.

The reference is skinned in float32, its farthest vertices again in float64, so the figure shown is exact. A ``Watch``
keeps what does not depend on time. World space, +Y up, metres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...error import SkinproofError
from ...fast.engine import part_skin_palettes, part_skinners, prepared_poses
from ...fast.part import influences
from ...model import Float, Float64, Int, Model, Part
from ...pose.world_pose import completed_pose
from ...skin.linear import skin_palette_of, skin_positions
from ...subject import ARMATURE
from ...text.sentence import sentence
from ..measure.difference import guarded_scale
from ..measure.float32_floor import nodes_that_count
from ..measure.tolerance import ORDINARY, Tolerance, rounding_floor, tolerance

#: A part's farthest vertices that are skinned again in float64.
_EXACTLY = 16


@dataclass(frozen=True, eq=False)
class FrameDifference:
    """How far one frame is off."""

    diagonal: float  # metres, of the reference
    errors: tuple[Float, ...]  # per part (V,) metres; NaN: lost
    absent: int  # vertices that the subject does not have
    unusable: int  # vertices that it has, without a usable position
    worst: tuple[int, int] | None  # part and vertex
    distance: float  # metres, of the worst vertex
    tolerance: Tolerance
    meshes_gone: tuple[str, ...] = ()  # of which the subject has no vertex

    @property
    def max_relative(self) -> float:
        """The largest error, relative to the diagonal."""
        return self.distance / float(guarded_scale(np.array([self.diagonal]))[0])

    @property
    def lost(self) -> int:
        """Vertices of the file without a place."""
        return self.absent + self.unusable

    @property
    def compared(self) -> int:
        """The number of vertices compared."""
        return sum(len(errors) for errors in self.errors) - self.lost


class Watch:
    """Compares one character again and again."""

    def __init__(
        self, model: Model, absent: int = 0, asked: float | None = None, meshes_gone: tuple[str, ...] = ()
    ) -> None:
        """absent: how many vertices it lacks. asked: the user's own tolerance. meshes_gone: of which it has none."""
        self._model, self._absent, self._asked, self._meshes_gone = model, absent, asked, meshes_gone
        self._skinners, self._poses = part_skinners(model, raw_weights=False, directions=False), prepared_poses(model)
        self._counting = np.flatnonzero(nodes_that_count(model))
        self._followed = [influences(model.primitive(part), skinned=model.is_skinned(part)) for part in model.parts]
        self._ordinary: Tolerance | None = None

    def at(self, clip: int | None, time: float, shown: Sequence[Float]) -> FrameDifference:
        """How far positions, (V, 3) per part, are from a clip (None: rest) at a time in seconds.

        Raises ``SkinproofError`` if float32 cannot hold the reference.
        """
        stage = self._poses.compute(clip, np.array([time]))
        palettes = [part_skin_palettes(self._model, part, stage) for part in self._model.parts]
        weights = [stage.morph_weights_of(part.node) for part in self._model.parts]
        world = stage.world[0, stage.places.new_of_old[self._counting]]
        return self._glance(palettes, weights, world, shown)

    def in_pose(
        self, world: Float64, shown: Sequence[Float], morph_weights: Sequence[Float64] | None = None
    ) -> FrameDifference:
        """How far positions, (V, 3) per part, are from the file's skin on nodes at ``world`` (N, 3 or 4, 4).

        A NaN node stays at rest relative to its parent. morph_weights: per node (M,); by default those at rest.
        """
        world = completed_pose(self._model, world[:, :3])
        palettes = [self._palette(part, world) for part in self._model.parts]
        stand = self._model.nodes.morph_weights if morph_weights is None else morph_weights
        weights = [np.reshape(stand[part.node], (1, -1)) for part in self._model.parts]
        return self._glance(palettes, weights, world[self._counting], shown)

    def _palette(self, part: Part, world: Float64) -> Float64:
        if self._model.is_skinned(part):
            return skin_palette_of(world, self._model.skins[part.skin])[None]
        return world[None, part.node, None]

    def _glance(
        self, palettes: list[Float64], weights: list[Float64], world: Float64, shown: Sequence[Float]
    ) -> FrameDifference:
        low, high = np.full(3, np.inf), np.full(3, -np.inf)
        errors: list[Float] = []
        worst, farthest, lost = None, 0.0, 0
        for k, (skinner, palette, morphs) in enumerate(zip(self._skinners, palettes, weights, strict=True)):
            if not skinner.fits_float32(palette, morphs):
                raise SkinproofError(sentence("the reference leaves float32's range at this time"))
            reference = skinner.positions(palette, morphs)[0]
            for axis in range(3 if len(reference) else 0):  # NumPy is slow if its innermost loop has three numbers
                column = reference[:, axis]
                low[axis], high[axis] = min(low[axis], column.min()), max(high[axis], column.max())
            squares = _squares(shown[k], reference)
            errors.append(np.sqrt(squares, out=squares))
            lost += int(np.isnan(errors[-1]).sum())
            found = self._farthest(k, errors[-1], palette, morphs, shown[k])
            if found is not None and found[1] >= farthest:
                worst, farthest = (k, found[0]), found[1]
        diagonal = float(np.linalg.norm(high - low)) if (high >= low).all() else 0.0
        reach = float(np.abs([low, high]).max()) if diagonal else 0.0
        largest = max(reach, float(np.abs(world[..., :3, 3]).max(initial=0)))
        limit = self._limit(rounding_floor(np.array([largest]), np.array([diagonal]), ARMATURE))
        unusable = max(lost - self._absent, 0)
        return FrameDifference(
            diagonal, tuple(errors), self._absent, unusable, worst, farthest, limit, self._meshes_gone
        )

    def _farthest(
        self, k: int, errors: Float, palette: Float64, morphs: Float64, shown: Float
    ) -> tuple[int, float] | None:
        """A part's farthest vertex and its distance, metres, in float64."""
        count = min(_EXACTLY, len(errors))
        rows = np.argpartition(np.nan_to_num(errors, nan=-1.0), len(errors) - count)[len(errors) - count :]
        rows = rows[np.isfinite(errors[rows])]
        if not len(rows):
            return None
        off = np.linalg.norm(shown[rows] - self._exactly(k, rows, palette, morphs), axis=1)
        return int(rows[off.argmax()]), float(off.max())

    def _exactly(self, k: int, rows: Int, palette: Float64, morphs: Float64) -> Float64:
        """(n, 3) positions of a part's vertices (n,) in float64."""
        primitive, (joints, weights) = self._model.primitive(self._model.parts[k]), self._followed[k]
        points = primitive.positions[rows].astype(np.float64)
        if primitive.morph_positions is not None:
            points += np.einsum("m,mnc->nc", morphs[0], primitive.morph_positions[:, rows].astype(np.float64))
        moved: Float64 = skin_positions(palette, points[None], joints[rows], weights[rows])[0]
        return moved

    def _limit(self, rounding: float) -> Tolerance:
        """The tolerance at a rounding; the ordinary one is computed once."""
        if rounding > ORDINARY:
            return tolerance(self._model, rounding, asked=self._asked)
        if self._ordinary is None:
            self._ordinary = tolerance(self._model, rounding, asked=self._asked)
        return self._ordinary


def _squares(shown: Float, reference: Float) -> Float:
    """(V,) squared distances of points (V, 3); NaN: either is not finite."""
    difference = shown - reference
    with np.errstate(invalid="ignore", over="ignore"):
        np.multiply(difference, difference, out=difference)
        squares: Float = difference[:, 0] + difference[:, 1]
        squares += difference[:, 2]
        if len(squares) and not np.isfinite(squares.max()):
            squares[~np.isfinite(squares)] = np.nan
    return squares
