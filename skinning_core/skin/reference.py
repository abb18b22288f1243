"""The reference: from a model and a time to positions and normals, step by step as the specification has it. Float64.

This page and the few functions that it calls are plain NumPy, to be read from top to bottom. Nothing is made fast. At
many times ``fast.exact_engine`` measures by the same formulas, and every answer compares it with this page at some of
its times (``fast.agreement``).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..model import Float64, Model
from ..pose.clip import sample_clip
from ..pose.pose import world_matrices
from ..transform import move_points
from .influence import normalised_weights
from .linear import blended_matrices, carry_normals, skin_palette_of
from .morph import morphed


@dataclass(frozen=True, eq=False)
class Reference:
    """One part at one time."""

    matrices: Float64  # (V or 1, 3, 4) mesh space -> world, the matrix of each vertex
    positions: Float64  # (V, 3) world space, metres
    normals: Float64 | None  # (V, 3) world space, unit or 0; None: the part has none, or none were asked for


def reference_at(model: Model, clip: int | None, time: float, *, normals: bool = True) -> tuple[Reference, ...]:
    """Every part of a model at one time, seconds, of a clip (None: the rest pose), in the order of ``model.parts``.

    >>> from skinning_core import load_model
    >>> character = load_model("examples/character.glb")
    >>> sum(len(part.positions) for part in reference_at(character, 0, 0.5))
    15975
    """
    # 1. Every track is sampled at the time; what no track writes stays at rest (3.11, appendix C).
    pose = sample_clip(model.nodes, model.clip(clip), [time])
    # 2. A node's world matrix is its parent's times its own translation, rotation and scale (3.5.2, 3.5.3).
    world = world_matrices(pose)[0]

    parts = []
    for part in model.parts:
        primitive = model.primitive(part)
        # 3. Morph targets displace the vertices in mesh space: p + sum of m_k d_k (3.7.2.2).
        weights = pose.morph_weights[part.node]
        points = morphed(primitive.positions, primitive.morph_positions, weights)[0]
        influences = model.influences(part)
        if influences is None:
            # 4. A mesh without a skin is moved by its node.
            matrices = world[part.node][None]
        else:
            # 4. A skinned vertex is moved by the sum of w_i S_i. S = G B is a joint's world matrix times its inverse
            #    bind matrix; the mesh's own node plays no part (3.7.3.3).
            palette = skin_palette_of(world, model.skins[part.skin])
            matrices = blended_matrices(palette, influences.joints, normalised_weights(influences.weights))
        # 5. p' = M p; a normal stays perpendicular to its surface under the inverse transpose of M.
        carried = None
        if normals and primitive.normals is not None:
            base = morphed(primitive.normals, primitive.morph_normals, weights)[0]
            carried = carry_normals(matrices[..., :3], base)
        parts.append(Reference(matrices, move_points(matrices, points), carried))
    return tuple(parts)
