"""Morph weights as a character's shape keys stand, moved by keys, drivers, or a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import bpy
import numpy as np

from ....skinning_core.model import Float64, Model
from ....skinning_core.skinned import over_time
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.dependency import Changes
from ..ground.noted import our
from ..ground.series import Series
from ..identity.vertex_map import PartVertices


class WeightReader:
    """Collects, time after time, the weights of shape keys in the file's terms."""

    def __init__(self, model: Model, meshes: Mapping[bpy.types.Object, Sequence[PartVertices]]) -> None:
        """meshes: the mesh objects, with their vertices of the file."""
        self._model = model
        self._nodes = {ob: _nodes(model, present) for ob, present in meshes.items() if _has_targets(ob)}

    def start(self, count: int, off: Float64 | None) -> None:
        """Begin a run of ``count`` times; off is not used."""
        del off
        self._count = count
        self._series = {ob: Series(count, (len(our(ob)[stored.WEIGHTS]),), np.float64) for ob in self._nodes}

    def read(self, depsgraph: bpy.types.Depsgraph, t: int, changes: Changes | None) -> None:
        """Take in time t. changes is not used: a key moves no object, so Blender may not report it."""
        del changes
        for ob, series in self._series.items():
            series.row(t, whole=True)[:] = _weights(ob, depsgraph)

    @property
    def weights(self) -> tuple[Float64, ...]:
        """Per node (T, M) morph weights; the file's rest if no shape keys stand for them."""
        found = [np.broadcast_to(rest, (self._count, len(rest))) for rest in self._model.nodes.morph_weights]
        for ob, nodes in self._nodes.items():
            for node in nodes:
                found[node] = over_time(self._series[ob].rows, self._count)
        return tuple(found)


def _has_targets(ob: bpy.types.Object) -> bool:
    """Whether a mesh object's shape keys are the file's morph targets, one for one."""
    keys = ob.data.shape_keys
    return stored.WEIGHTS in our(ob) and keys is not None and len(keys.key_blocks) > len(our(ob)[stored.WEIGHTS])


def _nodes(model: Model, present: Iterable[PartVertices]) -> list[int]:
    return sorted({model.parts[vertices.part].node for vertices in present})


def _weights(ob: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> Float64:
    """(M,) weight of each target: 0 if its key is muted, 1 if it alone is shown."""
    count = len(our(ob)[stored.WEIGHTS])
    keys = ob.data.shape_keys.evaluated_get(depsgraph)
    weights: Float64 = values_of(keys.key_blocks, "value")[1 : 1 + count].astype(np.float64)
    if ob.show_only_shape_key:
        weights = (np.arange(1, 1 + count) == ob.active_shape_key_index).astype(np.float64)
    muted = np.array([key.mute for key in keys.key_blocks[1 : 1 + count]], bool)
    divisor = our(ob)[stored.DIVISOR].to_list() if stored.DIVISOR in our(ob) else np.ones(count)
    return np.where(muted, 0.0, weights) * divisor
