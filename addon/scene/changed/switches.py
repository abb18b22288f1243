"""What takes a cause away for a moment, where no button does: as a remedy it would be too much, to try it is not."""

from __future__ import annotations

from ....skinning_core.error import SkinproofError
from ... import compat
from .mesh_edits import armature_of
from .play_edits import TRANSFORMS
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


def _as_at_the_export(case: Case) -> Undo:
    """Without its action, a mesh stands still as at the frame from which the file was exported."""
    ob, frame = case.object, float(str(case.cause.values["frame"]))
    before, basis = compat.animation_of(ob), ob.matrix_basis.copy()
    then = [(c.data_path, c.array_index, c.evaluate(frame)) for c in compat.curves_of(ob) if c.data_path in TRANSFORMS]
    compat.assign_action(ob, None)
    for path, index, value in then:
        getattr(ob, path)[index] = value

    def undo() -> None:
        compat.put_back_animation(ob, before)
        ob.matrix_basis = basis

    return undo


#: By code of a cause.
SWITCHES: dict[str, Fix] = {
    "modifier-several": _one_modifier,
    "mesh-unparented": _child_of_its_armature,
    "object-mirrored": _not_mirrored,
    "mesh-keyed": _as_at_the_export,
}
