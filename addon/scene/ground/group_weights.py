"""Weights of vertex groups as arrays, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float, Int


@dataclass(frozen=True, eq=False)
class FittedWeights:
    """New weights of one mesh object."""

    groups: tuple[str, ...]  # names of the vertex groups that are written, by column
    rows: Int  # vertices that change
    weights: Float  # 0: the vertex is in no such group

    def require_fitting(self, name: str, ob: bpy.types.Object | None) -> None:
        """Raise ``SkinproofError`` unless ``ob`` is the object that they were fitted for."""
        fits = (
            ob is not None
            and ob.type == "MESH"
            and ob.data.library is None
            and all(group in ob.vertex_groups for group in self.groups)
        )
        if ob is None or not fits or self.rows.max(initial=-1) >= len(ob.data.vertices):
            raise SkinproofError("{object!r} has changed since its weights were fitted", object=name)

    def write(self, ob: bpy.types.Object) -> None:
        """Give a mesh object these weights."""
        for name, column in zip(self.groups, self.weights.T, strict=True):
            group = ob.vertex_groups[name]
            for row, weight in zip(self.rows.tolist(), column.tolist(), strict=True):
                if weight > 0.0:
                    group.add([row], weight, "REPLACE")
                else:
                    group.remove([row])


def arrays_of(fitted: Mapping[str, FittedWeights]) -> dict[str, Any]:
    """Arrays for an .npz file: names of objects; groups, rows and weights of each under its number."""
    arrays: dict[str, Any] = {"objects": np.array(list(fitted), str)}
    for k, own in enumerate(fitted.values()):
        arrays |= {f"groups{k}": np.array(own.groups, str), f"rows{k}": own.rows, f"weights{k}": own.weights}
    return arrays


def of_arrays(arrays: Mapping[str, Any]) -> dict[str, FittedWeights]:
    """The inverse of ``arrays_of``."""
    return {
        str(name): FittedWeights(tuple(map(str, arrays[f"groups{k}"])), arrays[f"rows{k}"], arrays[f"weights{k}"])
        for k, name in enumerate(arrays["objects"])
    }
