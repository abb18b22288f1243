"""Weights re-fitted to few influences, so a scene loses little if an exporter or engine takes no more.

They are fitted by least squares over all clips of a file with all influences. A trial beside the scene as it was tells
what that leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np

from ...skinning_core.compare.limits.refit import refitted_models
from ...skinning_core.compare.measure.times import sample_times
from ...skinning_core.model import Float64, Model
from ...skinning_core.skin.posed_model import posed_model
from ..scene.changed.mesh_edits import armature_of, weights_of_file
from ..scene.ground import stored_names as stored
from ..scene.ground.group_weights import FittedWeights
from ..scene.ground.noted import our
from ..scene.identity.character import characters
from ..scene.identity.vertex_map import PartVertices, vertex_map

#: Times of a clip over which weights are fitted.
_TIMES = 40


def fitted_weights(model: Model, count: int) -> dict[str, FittedWeights]:
    """By mesh object with vertices of more influences: its weights with at most ``count``.

    model: a file with all influences, just compared with the open scene. Meshes with vertices by modifiers are left
    out.
    """
    clips = model.readable_clips or (None,)
    posed = []
    for clip in clips:
        times = sample_times(model.clip(clip), most=_TIMES).times
        posed.append(posed_model(model, model.clip(clip), times))
    fitted = refitted_models(posed, [count])[count]
    found = {}
    for character in characters(bpy.context.scene):
        if len(character.clips) != len(model.clips):
            continue
        for ob, pieces in vertex_map(model, character).by_object.items():
            armature = armature_of(ob)
            if armature is None or stored.BEHIND in our(ob):
                continue
            before, after = (_shares(ob, armature, each, pieces) for each in (model, fitted))
            own = _changed(ob, before, after, count)
            if own is not None:
                found[ob.name] = own
    return found


def _shares(ob: bpy.types.Object, armature: bpy.types.Object, model: Model, pieces: Sequence[PartVertices]) -> Float64:
    """(V, G) shares of a mesh's groups in a file; 0 for vertices that are not in it."""
    shares = np.zeros((len(ob.data.vertices), len(ob.vertex_groups)))
    for piece in pieces:
        own = weights_of_file(ob, armature, model, piece)
        if own is not None:
            shares[piece.rows] = own[:, : shares.shape[1]]
    return shares


def _changed(ob: bpy.types.Object, before: Float64, after: Float64, count: int) -> FittedWeights | None:
    """The weights of vertices with more than ``count`` shares, of (V, G) before and after; None: it has none."""
    rows = np.flatnonzero((before > 0.0).sum(axis=1) > count)
    used = np.flatnonzero((before > 0.0).any(axis=0))
    if not len(rows):
        return None
    names = tuple(ob.vertex_groups[int(index)].name for index in used)
    return FittedWeights(names, rows, after[np.ix_(rows, used)].astype(np.float32))
