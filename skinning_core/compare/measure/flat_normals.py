"""Normals that nobody can know: where the joints of a vertex cancel, its blended matrix is flat up to rounding.

A wrist turned by half a turn, weights of one half each: the blend squashes space to a line or a plane, and what is left
of a normal, or of its sign, are the last digits. Two right engines may have opposite normals there.
"""

from __future__ import annotations

import numpy as np

from ...model import Float, Influences, Int, Model
from ...skin.influence import normalised_weights
from ...skin.linear import cofactor
from ...skinned import Skinned
from .pairs import TURNS

#: The error of a blended matrix in float32, beside its terms: up to eight roundings, as of a chain and its influences.
_ERROR = 8.0 * 2.0**-24

#: A vector so many times as long as its error has a direction, to TURNS[0] = 1 degree.
_KNOWN = 60.0

#: More pairs than these are not looked at: where so many are off, those that nobody can know decide nothing.
_MOST = 10_000


def flat_pairs(model: Model, reference: Skinned, k: int, a: Float, b: Float) -> tuple[Int, Int]:
    """(n,) times and (n,) vertices of part k whose normals, a of the reference and b (T or 1, V, 3), are apart by that.

    With B the blended matrix and n the stored normal, ``cof(B) n`` needs to be longer than its error for a direction;
    for a sign, so does ``det(B) / |cof(B) n|``, the thickness that B leaves along the normal.
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
