"""How a character differs from what the import made of its file, in sentences, the most telling ones first.

Names and structure come before numbers: whoever has deleted a bone wants to read its name, not how far a finger is off.
It is asked only of a character that differs, since it reads every weight and every key.
"""

from __future__ import annotations

import bpy

from ....skinning_core.model import Model
from ..identity.character import Character, objects_of, owners
from ..identity.vertex_map import vertex_map
from .mesh_edits import changed_groups, changed_meshes
from .play_edits import changed_actions, changed_clock
from .rig_edits import changed_bones, changed_formula, changed_skinning
from .rig_limit import beyond_rig


def changes_since_import(
    scene: bpy.types.Scene, character: Character, model: Model, clip: int | None, *, seen: bool, posed: bool
) -> tuple[str, ...]:
    """All that is known to have changed; seen: what is assigned now was judged, not the import's own actions.

    posed: the deformation of a pose was judged, in which it does not count what plays. None of them is measured alone;
    what leaves a mesh or a whole group behind stands before what moves bones, then vertices, and what only blends
    otherwise stands last.
    """
    objects = sorted(objects_of(character), key=lambda ob: ob.name)
    found = [
        *beyond_rig(objects, model),
        *changed_skinning(objects),
        *changed_groups(objects),
        *changed_bones(objects),
        *(() if posed else changed_actions(owners(character), clip, seen=seen)),
        *(() if posed else changed_clock(scene)),
        *changed_meshes(model, vertex_map(model, character).by_object),
        *changed_formula(objects),
    ]
    return tuple(dict.fromkeys(found))
