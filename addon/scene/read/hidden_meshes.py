"""Meshes hidden in the scene, which every viewer of a file exported from it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bpy

from ....skinning_core.model import Unjudged
from ....skinning_core.text.sentence import sentence
from ... import compat
from ..ground.arrays import values_of
from ..ground.visible import is_visible
from .evaluate_mesh import hidden_among


def hidden_meshes(
    objects: Sequence[bpy.types.Object], context: bpy.types.Context, *, exported: bool
) -> Iterator[Unjudged]:
    """What to say of each mesh that is hidden beside others that are not.

    exported: the file was written from this scene. The eye icon does not stop evaluation: vertices are judged, but not
    whether they are seen.
    """
    not_evaluated = hidden_among(objects, context.evaluated_depsgraph_get())
    told = "{object!r} is hidden here and not judged: show it"  # a file that came in may have it in a second scene
    if exported:
        told = (
            "{object!r} is hidden here and not judged, and every viewer shows it: show it, or leave it out of the file"
        )
    for ob in not_evaluated:
        yield Unjudged("MESH_HIDDEN", "", sentence(told, object=ob.name))
    by_eye = [ob for ob in objects if ob not in not_evaluated and not is_visible(ob, context.view_layer)]
    told = "{object!r} is hidden here, and every viewer shows it: show it, or export with Visible Objects"
    for ob in by_eye if exported and len(by_eye) < len(objects) else ():
        yield Unjudged("MESH_HIDDEN", "", sentence(told, object=ob.name))
    told = "{object!r} is hidden at times by keys, which the file does not have: every viewer always shows it"
    for ob in objects if exported else ():
        if ob not in not_evaluated and _is_hidden_at_times(ob):
            yield Unjudged("MESH_HIDDEN", "", sentence(told, object=ob.name))


def _is_hidden_at_times(ob: bpy.types.Object) -> bool:
    """Whether keys hide an object from view, and show it at other times. What they hide from renders is seen."""
    for curve in compat.curves_of(ob):
        if curve.data_path == "hide_viewport" and not curve.mute:
            values = values_of(curve.keyframe_points, "co", 2)[:, 1]
            if values.min() < 0.5 <= values.max():
                return True
    return False
