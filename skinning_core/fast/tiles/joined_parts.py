"""Small parts that follow one skin, joined to one mesh for skinning.

A NumPy call costs as much for 50 vertices as for 1,000, and a character of 400 parts would take 400 rounds of them.
Only the order of the work changes: a vertex keeps its joints and weights. Parts without a skin follow the joint that
their node is, in a skin of identities. Joined parts stand still in the same clips, and are then skinned once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from ...model import POINTS, Bool, Float, Influences, Int, Mesh, Model, Part, Primitive, Skin, remembered
from ...pose.stillness import still_parts

#: Parts of up to so many vertices are joined: for larger ones the calls cost next to nothing.
SMALL = 4096

#: Clips that tell parts apart: nobody waits for a file of thousands to see one.
_CLIPS = 64

#: Each part without a skin has a space of its own. Joined are those whose coordinates reach as far to a factor of
#: eight: float32 keeps the digits of the largest.
_ALIKE = 3.0

#: Of each part: its part of the joined model, and its vertices there.
Places = tuple[tuple[int, slice], ...]

Number = TypeVar("Number", Float, Int)


def with_joined_parts(model: Model) -> tuple[Model, Places]:
    """The same model with small parts joined, and the place of each part; the model itself if there are none."""
    return _joined(model) or (model, tuple((k, slice(None)) for k in range(len(model.parts))))


def of_each_part(joined: Sequence[Any], places: Places) -> tuple[Any, ...]:
    """Per part its rows (T, V, 3): views of the joined parts' arrays (T, n, 3) or None."""
    return tuple(None if joined[k] is None else joined[k][:, vertices] for k, vertices in places)


@remembered
def _joined(model: Model) -> tuple[Model, Places] | None:
    small = [_is_small(model, part) for part in model.parts]
    if sum(small) < 2:
        return None
    still = _still_by_clip(model)
    alike: dict[tuple[object, ...], list[int]] = {}  # the parts of each mesh to be
    for k, part in enumerate(model.parts):
        space = (part.skin,) if model.is_skinned(part) else (-1, _reach(model.primitive(part)))
        kind = (*space, model.primitive(part).normals is None, still[k].tobytes())
        alike.setdefault(kind if small[k] else (k,), []).append(k)
    if len(alike) == len(model.parts):
        return None
    meshes, parts = list(model.meshes), list[Part]()
    nodes = sorted({model.parts[k].node for ks in alike.values() for k in ks if not model.is_skinned(model.parts[k])})
    places: dict[int, tuple[int, slice]] = {}
    for place, together in enumerate(alike.values()):
        first, primitives = model.parts[together[0]], [_bound(model, model.parts[k], nodes) for k in together]
        ends = np.cumsum([primitive.vertex_count for primitive in primitives]).tolist()
        begins = [0, *ends]
        places.update((k, (place, slice(*span))) for k, span in zip(together, zip(begins, ends), strict=True))
        if len(together) == 1:
            parts.append(first)
        else:
            skin = first.skin if model.is_skinned(first) else len(model.skins)
            parts.append(Part(first.node, len(meshes), 0, skin))
            meshes.append(Mesh("joined", (joined_primitive(primitives),)))
    own = Skin("nodes", np.array(nodes, np.int32), np.repeat(np.eye(3, 4)[None], len(nodes), axis=0))
    joined = dataclasses.replace(model, meshes=tuple(meshes), parts=tuple(parts), skins=(*model.skins, own))
    return joined, tuple(places[k] for k in range(len(model.parts)))


def _is_small(model: Model, part: Part) -> bool:
    """Whether it is joined with others."""
    primitive = model.primitive(part)
    return 0 < primitive.vertex_count <= SMALL and not _has_morph_targets(primitive)


def _reach(primitive: Primitive) -> int:
    """The order of magnitude of the largest coordinate, see ``_ALIKE``."""
    return int(np.frexp(np.abs(primitive.positions).max())[1] / _ALIKE)


def _bound(model: Model, part: Part, nodes: Sequence[int]) -> Primitive:
    """A part's primitive; without a skin, bound to its node's place among ``nodes``."""
    primitive = model.primitive(part)
    if model.is_skinned(part):
        return primitive
    joints = np.full((primitive.vertex_count, 1), nodes.index(part.node), np.intp)
    return dataclasses.replace(primitive, influences=Influences(joints, np.ones(joints.shape, np.float32)))


def _still_by_clip(model: Model) -> Bool:
    """(K, C) the clips in which each part stands still."""
    clips = model.readable_clips[:_CLIPS]
    return np.array([still_parts(model, clip) for clip in clips], bool).reshape(len(clips), len(model.parts)).T


def _has_morph_targets(primitive: Primitive) -> bool:
    return any(moved is not None and len(moved) for moved in (primitive.morph_positions, primitive.morph_normals))


def joined_primitive(primitives: Sequence[Primitive]) -> Primitive:
    """The vertices of primitives, one after the other: a primitive of points, as far as skinning needs it.

    All have influences or none, normals or none, and as many morph targets, whose normals are left out.
    """
    bound = [primitive.influences for primitive in primitives if primitive.influences is not None]
    normals = [primitive.normals for primitive in primitives if primitive.normals is not None]
    morphs = [primitive.morph_positions for primitive in primitives if primitive.morph_positions is not None]
    most = max((influences.joints.shape[1] for influences in bound), default=0)
    return Primitive(
        mode=POINTS,
        positions=np.concatenate([primitive.positions for primitive in primitives]),
        normals=np.concatenate(normals) if normals else None,
        influences=Influences(
            np.concatenate([widened(influences.joints, most) for influences in bound]),
            np.concatenate([widened(influences.weights, most) for influences in bound]),
        )
        if bound
        else None,
        indices=None,
        morph_positions=np.concatenate(morphs, axis=1) if morphs else None,
        morph_normals=None,
    )


def widened(values: Number, width: int) -> Number:
    """(V, I) values with columns of zeros up to a width: joint 0 without weight."""
    return np.pad(values, ((0, 0), (0, width - values.shape[1])))
