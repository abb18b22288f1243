"""The unit and root transform in which two sets of vertices differ: one similarity for the whole character.

Tools change the unit or the up axis, or move a character to the origin. Matching by place has to see through that.
First no change is tried, then every turn that takes axes to axes, with the scale and shift from the bounding boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product

import numpy as np

from ....model import Float64
from ....text.sentence import Sentence, joined, sentence
from ....transform import move_points
from .near import pairs_within
from .vertex_set import VertexSet, shared_weight

#: Vertices looked up to judge a placement.
SAMPLE = 400
#: Two vertices lie over each other if they are closer, relative to the diagonal.
OVER = 4e-3
#: A placement is good if this share of the sample lies over the other set. No other than a good stored one is tried.
GOOD = 0.6
#: How much larger a share must be than the best so far: plain placements are tried first.
CLEARLY = 0.02
#: Vertices that share less of their weights are not the same, whatever tools did to weights.
LEAST_SHARED = 0.3


@dataclass(frozen=True, eq=False)
class Placement:
    """Takes the second set's space to the first's."""

    matrix: Float64  # (3, 4), a similarity
    share: float  # of the sample over a vertex of the other set

    @property
    def is_identity(self) -> bool:
        """Both stand in the same place, in the same unit."""
        return bool(np.array_equal(self.matrix, np.eye(3, 4)))


def find_placement(
    first: VertexSet, second: VertexSet, *, by_weights: bool, guesses: Sequence[Float64] = ()
) -> Placement:
    """The similarity that lays the second set over the first: the stored placement, if that is good enough.

    ``guesses``: similarities (3, 4) to try next, such as those of the joints. ``by_weights``: both number joints alike,
    and vertices on different joints do not count. That tells a symmetric character's left hand from its right.
    """
    rng = np.random.default_rng(0)
    chosen = rng.choice(len(second), min(SAMPLE, len(second)), replace=False) if len(second) else np.zeros(0, np.intp)
    radius = OVER * first.diagonal

    def share(matrix: Float64) -> float:
        """The share of the sample that lies over the first set after the matrix (3, 4)."""
        sample = move_points(matrix, second.positions[chosen])
        a, b = pairs_within(sample, first.positions, radius)
        if by_weights:
            influences = second.joints[chosen[a]], second.weights[chosen[a]]
            a = a[shared_weight(*influences, first.joints[b], first.weights[b]) >= LEAST_SHARED]
        return len(np.unique(a)) / len(chosen)

    stored = np.eye(3, 4)
    if not len(chosen) or radius == 0.0 or second.diagonal == 0.0:
        return Placement(stored, 0.0)
    as_stored = best = Placement(stored, share(stored))
    if as_stored.share >= GOOD:
        return as_stored
    boxes = (_fitted(first.positions, second.positions, turn) for turn in _TURNS)
    for matrix in chain(guesses, boxes):
        tried = Placement(matrix, share(matrix))
        if tried.share > best.share + CLEARLY:
            best = tried
    return best if best.share >= GOOD else as_stored  # a new mesh lies badly over the old one anywhere


def _fitted(first: Float64, second: Float64, turn: Float64) -> Float64:
    """(3, 4) the turn, then the scale and shift that lay one bounding box over the other."""
    turned = second @ turn.T
    scale = _diagonal(first) / _diagonal(second)
    low, high = turned.min(axis=0), turned.max(axis=0)
    shift = (first.min(axis=0) + first.max(axis=0)) / 2.0 - scale * (low + high) / 2.0
    return np.column_stack([scale * turn, shift])


def fitted_similarity(points: Float64, others: Float64) -> tuple[Float64, float]:
    """The similarity (3, 4) that best takes points (n, 3) to others (n, 3), and the root mean square distance left.

    Umeyama, "Least-squares estimation of transformation parameters between two point patterns" (1991): the rotation
    comes from the covariance's singular vectors and never mirrors.
    """
    middle, other_middle = points.mean(axis=0), others.mean(axis=0)
    a, b = points - middle, others - other_middle
    u, singular, vt = np.linalg.svd(b.T @ a)
    signs = np.array([1.0, 1.0, np.sign(np.linalg.det(u @ vt)) or 1.0])
    turn = (u * signs) @ vt
    extent = float((a * a).sum())
    scale = float((singular * signs).sum()) / extent if extent > 0.0 else 1.0
    scale = scale if scale > 0.0 else 1.0
    matrix = np.column_stack([scale * turn, other_middle - scale * turn @ middle])
    left = move_points(matrix, points) - others
    return matrix, float(np.sqrt((left * left).sum() / max(len(points), 1)))


def size_of(matrix: Float64) -> float:
    """The factor by which a similarity (3, 4) changes sizes."""
    return float(np.cbrt(np.linalg.det(matrix[:, :3])))


def turn_of(matrix: Float64) -> Float64:
    """(3, 3) the rotation of a similarity (3, 4)."""
    return matrix[:, :3] / size_of(matrix)


def placement_words(matrix: Float64) -> Sentence:
    """What was done to the second set, to follow its name; matrix: the similarity (3, 4) that undoes it."""
    size = size_of(matrix)
    cosine = (np.trace(turn_of(matrix)) - 1.0) / 2.0
    degrees = float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
    words = [
        *([sentence("scaled by {factor:.6g}", factor=1.0 / size)] if abs(size - 1.0) > 1e-6 else []),
        *([sentence("turned by {angle:.4g} degrees", angle=degrees)] if degrees > 1e-3 else []),
        sentence("moved by {distance:.4g} of its units", distance=float(np.linalg.norm(matrix[:, 3])) / size),
    ]
    return sentence("is {changes}", changes=joined(words, ", "))


def _diagonal(points: Float64) -> float:
    return float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 0.0


def _turns() -> list[Float64]:
    """The 24 rotations that take axes to axes, the identity first, then by how many axes move."""
    turns = []
    for order, signs in product(permutations(range(3)), product((1.0, -1.0), repeat=3)):
        matrix = np.zeros((3, 3))
        matrix[np.arange(3), order] = signs
        if np.linalg.det(matrix) > 0:
            turns.append(matrix)
    return sorted(turns, key=lambda m: -float(np.trace(m)))


_TURNS = _turns()
