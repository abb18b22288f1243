"""What takes a cause away for a moment, where no button does: as a remedy it would be too much, to try it is not."""

from __future__ import annotations

from ....skinning_core.error import SkinproofError
from .mesh_edits import armature_of
from .remedies import Case, Fix, Undo, set_all


def _one_modifier(case: Case) -> Undo:
    several = [modifier for modifier in case.object.modifiers if modifier.type == "ARMATURE"]
    return set_all((modifier, "show_viewport", False) for modifier in several[1:])


def _child_of_its_armature(case: Case) -> Undo:
    ob, armature = case.object, armature_of(case.object)
    if armature is None:
        raise SkinproofError("this mesh has no armature any more", fix="give it one first")
    return set_all([(ob, "parent", armature), (ob, "matrix_parent_inverse", armature.matrix_world.inverted())])


def _not_mirrored(case: Case) -> Undo:
    return set_all([(case.object, "scale", [abs(each) for each in case.object.scale])])


#: By code of a cause.
SWITCHES: dict[str, Fix] = {
    "modifier-several": _one_modifier,
    "mesh-unparented": _child_of_its_armature,
    "object-mirrored": _not_mirrored,
}
