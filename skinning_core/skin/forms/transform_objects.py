"""Skinning by transforms of translation, rotation and one scale, without a matrix in the loop over vertices.

See docs/systems.md, C2.

For joint j with the world transform P_j and the bind transform M_j, both (T, R, s), the skin transform is P_j M_j^-1:
into the joint's space when the mesh was made, then with the joint to where it is now. A vertex is moved by the skin
transform of each joint; the result is the weighted mean.

Only some matrices of a file are such transforms. One with uneven scale or shear is refused with the joint's number: the
inverse of T R S with an uneven S is no T R S (see ``pose.trs``). ``transform_loss`` says what the others lose: 1e-7 and
less in a file of float32 numbers.
"""

from __future__ import annotations

import numpy as np

from ...error import SkinproofError
from ...model import Float64, Int
from ...pose.trs import (
    UNIFORM,
    Transform,
    combine,
    decomposition_loss,
    from_affine,
    inverse_transform,
    transform_point,
    uniform,
)
from ...text.sentence import sentence
from ...transform import inverse
from ..posed_skin import PosedSkin


def skin_by_transform_objects(posed: PosedSkin) -> Float64:
    """(V, 3) world positions.

    Raises ``SkinproofError`` if a followed joint has an uneven scale, zero scale, or a shear.
    """
    used = joints_followed(posed)
    world = _as_transforms(posed.joint_world, used, sentence("world matrix"))
    bind = _as_transforms(inverse(posed.inverse_bind), used, sentence("bind matrix"))
    skin = combine(world, inverse_transform(bind))
    out = np.zeros_like(posed.positions)
    for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
        mine = Transform(skin.translation[joints], skin.rotation[joints], skin.scale[joints])
        out += np.where(weights == 0.0, 0.0, weights)[:, None] * transform_point(mine, posed.positions)
    return out


def transform_loss(posed: PosedSkin) -> float:
    """The largest entry that a joint's matrices (J, 3, 4) lose, relative to their scale."""
    used = joints_followed(posed)
    matrices = np.concatenate([posed.joint_world[used], inverse(posed.inverse_bind[used])])
    return float(decomposition_loss(matrices).max(initial=0.0))


def joints_followed(posed: PosedSkin) -> Int:
    """(n,) joints with weight on a vertex, ascending."""
    return np.unique(posed.joints[posed.weights != 0.0])


def _as_transforms(matrices: Float64, used: Int, what: str) -> Transform:
    """Transforms of (J, 3, 4) matrices; what no vertex follows becomes the identity and is not refused."""
    kept = np.broadcast_to(np.eye(3, 4), matrices.shape).copy()
    kept[used] = matrices[used]
    out = from_affine(kept)
    loss = decomposition_loss(kept)
    wrong = np.flatnonzero(~uniform(out) | (loss > UNIFORM) | (out.scale == 0.0).any(axis=-1))
    if len(wrong):
        joint = int(wrong[np.argmax(np.maximum(loss, np.ptp(out.scale, axis=-1))[wrong])])
        x, y, z = out.scale[joint].tolist()
        raise SkinproofError(
            sentence(
                "a transform of translation, rotation and one scale cannot hold the {what} of joint {joint}: "
                "its scales are {first:.6g}, {second:.6g}, {third:.6g} and {loss:.1e} of it is shear (allowed: "
                "{most:.0e})",
                what=what,
                joint=joint,
                first=x,
                second=y,
                third=z,
                loss=loss[joint],
                most=UNIFORM,
            ),
            fix="use form:points or form:palette, which take any matrix",
        )
    return out
