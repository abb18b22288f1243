"""How a character differs from the import of its file, in sentences, the most telling first.

Names and structure come before numbers: if you deleted a bone, you want its name, not how far a finger is off. Only for
a character that differs, since every weight and key is read.
"""

from __future__ import annotations

import bpy

from ....skinning_core.compare.causes.scene_cause import SCENE_KINDS
from ....skinning_core.model import Float64, Model
from ....skinning_core.text.sentence import Sentence
from ..identity.character import Character, objects_of, owners
from ..identity.vertex_map import vertex_map
from .mesh_edits import changed_groups, changed_meshes, weights_made
from .play_edits import (
    changed_actions,
    changed_clock,
    changed_drivers,
    changed_objects,
    changed_strips,
    keyed_meshes,
)
from .rig_edits import acting_before_bones, beyond_rig, changed_bones, changed_formula, changed_skinning, unkeyed_bones


def changes_since_import(
    scene: bpy.types.Scene,
    character: Character,
    model: Model,
    clip: int | None,
    *,
    seen: bool,
    posed: bool,
    applied: Float64 | None = None,
) -> tuple[Sentence, ...]:
    """All known changes; seen: what is assigned now was judged, not the import's own actions.

    posed: a pose's deformation was judged, so what plays does not count. applied: (4, 4) what was applied to all bones
    and meshes since, armature space. First comes what leaves a mesh or a group behind, then what moves bones, then
    vertices, then what only blends otherwise.
    """
    objects = sorted(objects_of(character), key=lambda ob: ob.name)
    found = [
        *beyond_rig(objects, model),
        *changed_skinning(objects),
        *changed_groups(objects, model),
        *changed_bones(objects, applied),
        *changed_objects(objects, model, None if clip in character.played else clip, exported=character.written_here),
        # A file without animation has no such bone whatever is keyed, and says so.
        *(unkeyed_bones(objects, clip) if character.written_here and clip is not None else ()),
        *keyed_meshes(objects, clip),
        *changed_drivers(objects),
        *changed_actions(owners(character), clip, seen=seen, played=clip in character.played),
        *(changed_strips(owners(character), clip) if seen else ()),
        *changed_clock(scene),
        *changed_meshes(model, vertex_map(model, character).by_object, applied),
        *(weights_made(objects) if character.written_here else ()),
        *changed_formula(objects),
        *acting_before_bones(objects),
    ]
    if character.written_here:  # an export has the curves as they are, not as imported
        found = [cause for cause in found if cause.code not in ("curve-changed", "curve-removed")]
    told = dict.fromkeys(found)
    return tuple(cause for cause in told if not (posed and SCENE_KINDS[cause.code].stage == "pose"))
