"""The exact engine against the plain reference, in every answer at some of its times.

They add in another order and differ by rounding alone. If they part by more, the fault is ours or this NumPy's, and no
measured figure means anything.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ..model import POINTS, Bool, Float, Float64, Influences, Int, Model, Part, Primitive, remembered
from ..pose.pose import levels
from ..skin.influence import normalised_weights
from ..skin.linear import brought_near_one, cofactor
from ..skin.morph import morphed
from ..skin.posed_model import PosedModel, posed_model
from ..skin.reference import Reference, reference_at
from ..skinned import Skinned
from ..spread import evenly_spread
from ..text.sentence import Sentence, sentence

#: Times compared beside the worst: the first, the last and three between.
SAMPLED = 5

#: Vertices compared at one time: the plain reference takes some 400 bytes and 0.5 us for each.
MOST = 100_000

#: Half a unit in the last place, relative. The next numbers count them.
_ROUNDING = 2.0**-53

#: Of one level of the pose: sine, cosine, their quotients, a rotation's entry, four products and sums.
_OF_A_LEVEL = 16

#: Of one influence, both engines: one adds four products, the other a matrix.
_OF_AN_INFLUENCE = 5

#: Of a vertex besides, both engines.
_OF_A_VERTEX = 16

#: A normal has products of two entries of the blended matrix; its sign has six products of three.
_OF_PRODUCTS = 16.0


def agreement_times(counts: Sequence[int]) -> list[list[int]]:
    """Which times of each clip are compared: ``SAMPLED`` of all, evenly, both ends among them.

    >>> agreement_times([1, 8])
    [[0], [1, 3, 5, 7]]
    """
    ends = np.cumsum([0, *counts]).tolist()
    places = evenly_spread(ends[-1], SAMPLED).tolist()
    return [[place - begin for place in places if begin <= place < end] for begin, end in pairwise(ends)]


def disagreement(model: Model, clip: int | None, skinned: Skinned) -> Sentence | None:
    """Where the exact engine parts from the plain reference by more than rounding; None: nowhere.

    skinned: at a few times (T,) of the clip. Parts without normals are compared by positions. Each time shows another
    share of more than ``MOST`` vertices.
    """
    step = max(-(-int(model.part_starts[-1]) // MOST), 1)
    for row, time in enumerate(skinned.times.tolist()):
        share = slice(row % step, None, step)
        found = _apart(_thinned(model, share), clip, skinned.at_times(slice(row, row + 1)), share)
        if found is not None:
            part, vertex, told = found
            return sentence(
                "nothing was judged, by a fault of Skinproof or of this NumPy, not of the file: the engine that "
                "measures and the plain reference part at {time:.4g} s, part {part}, vertex {vertex} ({told}); please "
                "report it with the file",
                part=part,
                vertex=share.start + share.step * vertex,
                time=time,
                told=told,
            )
    return None


def _thinned(model: Model, share: slice) -> Model:
    """Some vertices of each primitive, as far as skinning needs them."""
    if share.step == 1:
        return model

    def some(primitive: Primitive) -> Primitive:
        bound, normals = primitive.influences, primitive.normals
        moved, turned = primitive.morph_positions, primitive.morph_normals
        return Primitive(
            POINTS,
            primitive.positions[share],
            normals=None if normals is None else normals[share],
            influences=None if bound is None else Influences(bound.joints[share], bound.weights[share]),
            morph_positions=None if moved is None else moved[:, share],
            morph_normals=None if turned is None else turned[:, share],
        )

    meshes = tuple(dataclasses.replace(m, primitives=tuple(map(some, m.primitives))) for m in model.meshes)
    return dataclasses.replace(model, meshes=meshes)


def _apart(model: Model, clip: int | None, skinned: Skinned, share: slice) -> tuple[int, int, Sentence] | None:
    """The part, the vertex of the share, and the distance; skinned: one time, all vertices."""
    posed = posed_model(model, model.clip(clip), skinned.times)
    with_normals = any(normals is not None for normals in skinned.normals)
    plain = reference_at(model, clip, float(skinned.times[0]), normals=with_normals)
    depth = len(levels(model.nodes.parents, model.nodes.order))
    for k, (part, expected) in enumerate(zip(model.parts, plain, strict=True)):
        off, limit = _distances(skinned.positions[k][0, share], expected.positions), _limit(posed, part, depth)
        if len(off) and not off.max() <= limit:
            vertex = int(off.argmax())
            told = sentence("{off:.2g} m apart, rounding explains {limit:.1g}", off=float(off[vertex]), limit=limit)
            return k, vertex, told
        normals = skinned.normals[k]
        if normals is not None and expected.normals is not None:
            wrong = _wrong_normals(posed, part, normals[0, share], expected, depth)
            if wrong.any():
                return k, int(wrong.argmax()), sentence("normals apart")
    return None


def _distances(ours: Float, plain: Float64) -> Float64:
    """(V,) the largest difference of a coordinate, metres; NaN if only one of the two is a number."""
    both = np.isnan(ours) & np.isnan(plain)
    result: Float64 = np.where(both, 0.0, np.abs(ours - plain)).max(axis=1)
    return result


def _roundings(model: Model, part: Part, depth: int) -> float:
    """Both engines' roundings relative to the sum of all absolute terms; depth: of the hierarchy."""
    influences = model.influences(part)
    width = 1 if influences is None else influences.joints.shape[1]
    return _ROUNDING * (_OF_A_LEVEL * depth + _OF_AN_INFLUENCE * width + _OF_A_VERTEX)


def _limit(posed: PosedModel, part: Part, depth: int) -> float:
    """Metres of a coordinate that rounding explains.

    The terms are |w| |G| |B| |p|. A world matrix G is a sum along its chain, in which far places may cancel: each
    counts with the farthest place of any node.
    """
    primitive = posed.model.primitive(part)
    reach = np.abs(primitive.positions).max(axis=0, initial=0.0).astype(np.float64)
    if primitive.morph_positions is not None and len(primitive.morph_positions):
        far = np.abs(primitive.morph_positions).max(axis=1)
        reach = reach + np.abs(posed.pose.morph_weights[part.node][0, : len(far)]) @ far
    linear, offset, total = _absolute(posed, part)
    farthest = np.abs(posed.world[0, :, :, 3]).max(initial=0.0)
    return _roundings(posed.model, part, depth) * total * float((linear @ reach + offset + farthest).max(initial=0.0))


def _absolute(posed: PosedModel, part: Part) -> tuple[Float64, Float64, float]:
    """(J, 3, 3) |G| |B| of the joints with weight, (J, 3) their image of the origin, and the sum of |w|."""
    influences = posed.model.influences(part)
    if influences is None:
        return np.abs(posed.world[0, [part.node], :, :3]), np.zeros((1, 3)), 1.0
    followed, total = _followed(influences)
    skin = posed.model.skins[part.skin]
    world, bind = (np.abs(m) for m in (posed.world[0, skin.joints[followed]], skin.inverse_bind[followed]))
    product = world[..., :3] @ bind
    return product[..., :3], product[..., 3], total


@remembered
def _followed(influences: Influences) -> tuple[Int, float]:
    """(n,) joints with weight, and the largest sum of a vertex's absolute weights."""
    weights = normalised_weights(influences.weights)
    return np.unique(influences.joints[weights != 0.0]), float(np.abs(weights).sum(axis=1).max(initial=1.0))


def _wrong_normals(posed: PosedModel, part: Part, ours: Float, plain: Reference, depth: int) -> Bool:
    """(V,) which normals part by more than rounding; rounding counts more when a matrix is nearly flat."""
    assert plain.normals is not None
    relative = _OF_PRODUCTS * _roundings(posed.model, part, depth)
    apart = np.abs(ours - plain.normals).max(axis=1)
    wrong: Bool = ~(apart <= relative)
    doubtful = np.flatnonzero(wrong)
    if not len(doubtful):
        return wrong
    primitive = posed.model.primitive(part)
    assert primitive.normals is not None
    base = morphed(primitive.normals, primitive.morph_normals, posed.pose.morph_weights[part.node])
    base = base[0, doubtful]
    matrices = plain.matrices[doubtful if len(plain.matrices) > 1 else np.zeros(len(doubtful), np.intp), :, :3]
    linear, _, total = _absolute(posed, part)
    largest = np.abs(matrices).max(axis=(1, 2))
    matrices = brought_near_one(matrices, axis=(-2, -1))
    error = relative * total * float(linear.max(initial=0.0)) / np.where(largest > 0.0, largest, 1.0)
    left = np.linalg.norm(np.einsum("vrc,vc->vr", cofactor(matrices), base), axis=1)
    sizes = 1.0 + np.linalg.norm(base, axis=1)  # a morphed normal may be short, its terms are about unit
    known = np.abs(np.linalg.det(matrices)) > error  # otherwise its sign is rounding, and the normal's with it
    wrong[doubtful] = known & ~(apart[doubtful] * left <= error * sizes)
    return wrong
