"""The first joint down the chain that an engine poses otherwise than the reference.

A joint carries everything below it along, so a fault in the shoulder shows most at the fingertips. What tells where it
begins are local matrices, each joint's relative to its parent: below the fault they are right again.
"""

from __future__ import annotations

import numpy as np

from ...model import Float64, Int, Model
from ...skinned import Skinned
from ...transform import as_4x4, inverse
from ..measure.difference import guarded_scale

#: A local matrix differs where it is this far off, and at least this share of how far the farthest one is.
_TELLING, _OF_FARTHEST = 1e-5, 0.05


def first_differing_node(model: Model, reference: Skinned, other: Skinned) -> int:
    """The node nearest to a root whose local matrix differs, of several the one that differs most; -1 where none does.

    Both results are of the same times, and have node matrices. Nodes for which ``other`` has none are passed over.
    """
    if reference.node_globals is None:
        return -1
    size = guarded_scale(reference.diagonal)
    ours, theirs = _local(model, reference.node_globals), _local(model, _worlds(model, other))
    off = np.abs(theirs - ours)[..., :3, :]
    off[..., 3] /= size[:, None, None]
    off[..., :3] /= np.maximum(np.abs(ours[..., :3, :3]).max(axis=(-2, -1), keepdims=True), np.finfo(np.float32).tiny)
    farthest = np.nan_to_num(off, nan=0.0, posinf=0.0).max(axis=(0, 2, 3))
    differing = np.flatnonzero(farthest > max(_TELLING, _OF_FARTHEST * float(farthest.max(initial=0.0))))
    if not len(differing):
        return -1
    depth = np.array([_depth(model, int(node)) for node in differing])
    highest = differing[depth == depth.min()]
    return int(highest[farthest[highest].argmax()])


def _worlds(model: Model, skinned: Skinned) -> Float64:
    """(T, N, 4, 4) world matrices of an engine; those of joints by the skin palettes, which move vertices."""
    count = len(skinned.times)
    worlds = np.full((count, len(model.nodes), 4, 4), np.nan) if skinned.node_globals is None else skinned.node_globals
    worlds = worlds.copy()
    for skin, (joints, palettes) in zip(model.skins, skinned.skin_palettes, strict=False):
        regular = np.not_equal(np.linalg.det(skin.inverse_bind[:, :, :3]), 0.0)
        usable: Int = np.flatnonzero(regular & np.isfinite(palettes).all(axis=(0, 2, 3)))
        worlds[:, joints[usable]] = palettes[:, usable] @ as_4x4(inverse(skin.inverse_bind[usable]))
    return worlds


def _local(model: Model, worlds: Float64) -> Float64:
    """(T, N, 4, 4) matrices relative to the nearest node above that has one; NaN where the node itself has none."""
    known = np.asarray(np.isfinite(worlds).all(axis=(0, 2, 3)))
    local = worlds.copy()
    for node, parent in enumerate(model.nodes.parents.tolist()):
        while parent >= 0 and not known[parent]:
            parent = int(model.nodes.parents[parent])
        if parent >= 0 and known[node]:
            local[:, node] = np.linalg.pinv(worlds[:, parent]) @ worlds[:, node]
    return local


def _depth(model: Model, node: int) -> int:
    depth = 0
    while (node := int(model.nodes.parents[node])) >= 0:
        depth += 1
    return depth
