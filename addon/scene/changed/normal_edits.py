"""Why normals at rest differ: modifiers that make them, a file without any, an exporter's fault.

What can be taken away is told if that leaves less than half of the angle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bpy
import numpy as np

from ....skinning_core.compare.causes.exporter_faults import UNEVEN_NORMALS
from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.model import Model
from ....skinning_core.subject import NormalsAtRest
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence
from ..identity.vertex_map import VertexMap
from ..read.rest_normals import largest_as_exported, largest_without
from .mesh_edits import armature_of
from .written_pose import scaled_unevenly

#: Radians: ten times what the exporter's four digits and Blender's custom normals round off (0.1 degrees).
_ROUNDED = 1e-3
#: What a cause taken away may leave of an angle.
_LEFT = 0.5


def causes_of_normals(model: Model, found: VertexMap, normals: Sequence[NormalsAtRest]) -> Iterator[Sentence]:
    """What is known of each mesh whose normals are off."""
    pieces = found.by_object
    by_name = {ob.name: ob for ob in pieces}
    for each in normals:
        ob = by_name.get(each.mesh)
        if ob is None or each.angle <= _ROUNDED:
            continue
        about = {"mesh": each.mesh, "angle": float(np.degrees(each.angle)), "at": each.mesh}
        if each.made_flat:
            yield scene_cause("normals-missing", **about)
        rig = armature_of(ob)
        if rig is not None and model.generator.startswith(UNEVEN_NORMALS.generator):
            left = largest_as_exported(model, ob, pieces[ob], rig)
            if left is not None and left < _LEFT * each.angle:
                scaled = scaled_unevenly(rig) or rig
                yield scene_cause(UNEVEN_NORMALS.code, object=scaled.name, unhelped=scaled != rig, **about)
                continue
        making = [m.name for m in ob.modifiers if m.type != "ARMATURE" and m.show_viewport]
        alone = [name for name in making if _explains(model, ob, found, (name,), each.angle)]
        if not alone and len(making) > 1 and _explains(model, ob, found, making, each.angle):
            alone = making
        if alone:
            yield scene_cause("normals-modifier", modifiers=listed(alone), items=tuple(alone), **about)


def _explains(model: Model, ob: bpy.types.Object, found: VertexMap, names: Sequence[str], angle: float) -> bool:
    left = largest_without(model, ob, found.by_object[ob], names)
    return left is not None and left < _LEFT * angle
