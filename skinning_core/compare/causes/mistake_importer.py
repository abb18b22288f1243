"""What Blender's own glTF importer does to a skin, made on purpose.

The importer has no place for the scale of a bind pose: it guesses one without (``guessed_bind``), moves the mesh into
it, and poses the bones from there (``mesh.skin_into_bind_pose`` of io_scene_gltf2). That is exact only where all joints
of a vertex agree on how the mesh is to be moved.
"""

from __future__ import annotations

from ...model import Float64
from ...skeleton.guessed_bind import guessed_bind, moved_into_guessed_bind
from ...skin.influence import normalised_weights
from ...skin.linear import blended_matrices
from ...skin.posed_model import PosedModel
from ...transform import inverse, move_points, multiply
from .mistake_pose import lerped_rotations


def bind_scale_dropped(posed: PosedModel) -> tuple[Float64, ...] | None:
    """Positions (T, V, 3) of each part, its mesh first moved into a guessed bind pose without scale, then skinned.

    None if an inverse bind matrix cannot be inverted.
    """
    model = posed.model
    bind = guessed_bind(model)
    if bind is None:
        return None
    out = list(posed.positions())
    for k, part in enumerate(model.parts):
        influences = model.influences(part)
        if influences is None:
            continue
        skin, weights = model.skins[part.skin], normalised_weights(influences.weights)
        moved = moved_into_guessed_bind(model, bind, k, posed.morphed_positions(part))
        skin_palette = multiply(posed.world[:, skin.joints], inverse(bind[skin.joints]))
        for t, matrices in enumerate(skin_palette):
            blended = blended_matrices(matrices, influences.joints, weights)
            source = moved[min(t, len(moved) - 1)]
            out[k][t] = move_points(blended, source)
    return tuple(out)


def bind_scale_dropped_and_lerp(posed: PosedModel) -> tuple[Float64, ...] | None:
    """The same positions (T, V, 3) of each part, with rotations also interpolated component by component.

    Both mistakes together are all that the importer does to most files. None if either of them cannot be made.
    """
    lerped = lerped_rotations(posed)
    return None if lerped is None else bind_scale_dropped(lerped)
