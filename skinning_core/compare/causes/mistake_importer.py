"""What Blender's own glTF importer does to a skin, made on purpose.

The importer has no place for the scale of a bind pose: it guesses one without (``guessed_bind``), moves the mesh into
it, and poses the bones from there (``mesh.skin_into_bind_pose`` of io_scene_gltf2). That is exact only where all joints
of a vertex agree on how the mesh is to be moved.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ...model import Float64, Influences, Part
from ...skeleton.guessed_bind import guessed_bind
from ...skin.linear import blended_matrices, skin_positions
from ...skin.posed_model import PosedModel
from ...transform import inverse, move_points, multiply
from .course import Course


def bind_scale_dropped(course: Course) -> Course | None:
    """The mesh is first moved into a guessed bind pose without scale, then skinned.

    None where an inverse bind matrix cannot be inverted, or none has a scale to drop.
    """
    model = course.model
    bind = guessed_bind(model) if model.skins else None
    if bind is None:
        return None

    def blending(posed: PosedModel, part: Part, influences: Influences) -> Float64:
        skin = posed.model.skins[part.skin]
        moving = multiply(bind[skin.joints], skin.inverse_bind)
        base = posed.morphed_positions(part)
        moved = move_points(blended_matrices(moving, influences.joints, influences.weights), base)
        palette = multiply(posed.world[:, skin.joints], inverse(bind[skin.joints]))
        return skin_positions(palette, moved, influences.joints, influences.weights)

    straight = all(
        np.allclose(multiply(bind[skin.joints], skin.inverse_bind), np.eye(3, 4), atol=1e-9) for skin in model.skins
    )
    return None if straight else dataclasses.replace(course, blending=blending)
