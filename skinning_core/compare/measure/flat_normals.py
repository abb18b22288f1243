"""Normals that nobody can know: the joints of a vertex cancel, and its blended matrix is flat up to rounding.

A wrist turned by half a turn with weights of one half squashes space to a line or plane. Rounding alone then decides a
normal or its sign, and two right engines may have opposite ones.
"""

from __future__ import annotations

import numpy as np

from ...model import Float, Influences, Int, Model
from ...skin.influence import normalised_weights
from ...skin.linear import cofactor
from ...skinned import Skinned
from .pairs import TURNS

#: Float32's error of a blended matrix, relative to its terms: up to eight roundings, of a chain and its influences.
_ERROR = 8.0 * 2.0**-24

#: A vector this many times longer than its error has a direction, to TURNS[0] = 1 degree.
_KNOWN = 60.0

#: If more pairs are off, none is looked at: unknowable ones then decide nothing.
_MOST = 10_000


def flat_pairs(model: Model, reference: Skinned, k: int, a: Float, b: Float) -> tuple[Int, Int]:
    """(n,) times and (n,) vertices of part k whose normals a (reference) and b, both (T or 1, V, 3), differ for this.

    B is the blended matrix, n the stored normal. ``cof(B) n`` has a direction if it is longer than its error. It has a
    sign if ``det(B) / |cof(B) n|``, the thickness that B leaves along the normal, is too.
    """
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        cosine = (a * b).sum(axis=-1) / np.sqrt((a * a).sum(axis=-1) * (b * b).sum(axis=-1, dtype=np.float64))
    times, vertices = np.nonzero(~(cosine >= np.cos(np.radians(TURNS[0]))) & a.any(axis=-1))
    part, influences, stored = model.parts[k], model.influences(model.parts[k]), model.primitive(model.parts[k]).normals
    lacking = len(reference.skin_palettes) != len(model.skins)
    if stored is None or reference.node_globals is None or lacking or len(times) > _MOST:
        return times[:0], vertices[:0]
    if influences is None:  # as if the node were its only joint
        influences = Influences(np.zeros((len(stored), 1), np.intp), np.ones((len(stored), 1)))
        linear = reference.node_globals[:, [part.node], :3, :3]
    else:
        linear = reference.skin_palettes[part.skin][1][..., :3, :3]
    weights = normalised_weights(influences.weights[vertices])
    terms = weights[..., None, None] * linear[times[:, None], influences.joints[vertices]]
    blended, size = terms.sum(axis=1), np.abs(terms).sum(axis=1).max(axis=(1, 2), initial=0.0)
    carried = np.linalg.norm(np.einsum("nij,nj->ni", cofactor(blended), stored[vertices]), axis=1)
    flat = carried <= _KNOWN * _ERROR * size * np.linalg.norm(blended, axis=(1, 2))
    flat |= np.abs(np.linalg.det(blended)) <= _ERROR * np.abs(linear).max(axis=(1, 2, 3))[times] * carried
    return times[flat], vertices[flat]
