"""Transports: the ways to carry a palette of joint matrices from the CPU to the vertex shader.

Each has a file in ``shaders/`` that defines ``joint_matrix(i)``, a size per joint, and a function that arranges the
palette. All else is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64
from ....skinning_core.text.sentence import sentence
from ....skinning_core.transform import quaternion_from_matrix
from .palette import PartPalette

Float32 = NDArray[np.float32]
Storage = Literal["constants", "buffer", "texture"]


@dataclass(frozen=True)
class Unit:
    """What a GPU has few of: the field of ``Limits`` with their number, and their name for people."""

    limit: str
    words: str
    reserved: int  # for the mark (see `_with_mark`), or for a shader's other uniforms and Blender's own


COMPONENTS = Unit("uniform_components", sentence("uniform components"), 256)
BYTES = Unit("uniform_buffer_bytes", sentence("bytes of a uniform buffer"), 16)
TEXELS = Unit("texture_size", sentence("texels of a texture's line"), 1)

#: Largest departure of a skin matrix from rotation times one scale, relative to that scale, that ``trs`` may drop: a
#: tenth of the accuracy asked of every transport (1e-5 of the diagonal). float32 files stay well below.
UNIFORM_SCALE_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Transport:
    """A way to carry a palette; ``pack`` gives one float32 array per uniform, each with a leading time axis."""

    name: str
    source: str  # file in shaders/ that defines joint_matrix
    storage: Storage
    per_joint: int  # in ``unit``
    unit: Unit
    pack: Callable[[PartPalette], tuple[Float32, ...]]
    uniforms: tuple[str, ...]  # what ``joint_matrix`` reads, one name per array of ``pack``
    instanced: bool = False


def rows_4x4(matrices: Float64) -> Float32:
    """(T, J, 4, 4) of (T, J, 3, 4): a GLSL mat4 reads each row as a column, as the shader expects."""
    out = np.zeros((*matrices.shape[:-2], 4, 4), np.float32)
    out[..., :3, :] = matrices
    out[..., 3, 3] = 1.0
    return out


def _two_arrays(palette: PartPalette) -> tuple[Float32, ...]:
    bind = np.broadcast_to(palette.inverse_bind, palette.joint_world.shape)
    return rows_4x4(palette.joint_world), rows_4x4(bind)


def _one_array(palette: PartPalette) -> tuple[Float32, ...]:
    return (rows_4x4(palette.skin_palette),)


def _rows(palette: PartPalette) -> tuple[Float32, ...]:
    """(T, 3 J + 1, 4): three rows per joint, then the mark."""
    t, j = palette.skin_palette.shape[:2]
    return (_with_mark(palette.skin_palette.reshape(t, 3 * j, 4)),)


def _with_mark(rows: Float64) -> Float32:
    """Append the row (0, 0, 0, 1): a shader that reads its 1 knows that all before it has arrived."""
    out = np.zeros((rows.shape[0], rows.shape[1] + 1, 4), np.float32)
    out[:, :-1] = rows
    out[:, -1, 3] = 1.0
    return out


def _transforms(palette: PartPalette) -> tuple[Float32, ...]:
    """(T, 2 J + 1, 4): per joint (translation, scale) and rotation xyzw, then the mark.

    Raises ``SkinproofError`` if a scale is not uniform.
    """
    linear = palette.skin_palette[..., :3]
    determinant = np.linalg.det(linear)
    scale = np.cbrt(determinant)
    rotation = linear / np.where(scale == 0.0, 1.0, scale)[..., None, None]
    quaternion = quaternion_from_matrix(np.where((scale == 0.0)[..., None, None], np.eye(3), rotation))
    _refuse_uneven(linear, scale, palette.used)
    t, j = scale.shape
    out = np.empty((t, j, 2, 4))
    out[:, :, 0, :3] = palette.skin_palette[..., 3]
    out[:, :, 0, 3] = scale
    out[:, :, 1] = quaternion
    return (_with_mark(out.reshape(t, 2 * j, 4)),)


def _refuse_uneven(linear: Float64, scale: Float64, used: NDArray[np.bool_]) -> None:
    gram = np.swapaxes(linear, -1, -2) @ linear
    squared = scale**2
    departure = np.abs(gram - squared[..., None, None] * np.eye(3)).max(axis=(-1, -2))
    largest = np.abs(gram).max(axis=(-1, -2))
    uneven = departure / np.where(largest == 0.0, 1.0, largest) * used
    if uneven.max(initial=0.0) > 2.0 * UNIFORM_SCALE_TOLERANCE:  # the Gram matrix squares the scale, and doubles this
        t, j = np.unravel_index(int(uneven.argmax()), uneven.shape)
        told = (
            "a transform of translation, rotation and one scale cannot hold the matrix of joint {joint}: "
            "its axes have the lengths {first:.6g}, {second:.6g}, {third:.6g} and it departs by {part:.2g} "
            "of its scale (allowed: {most:.0e})"
        )
        sizes = dict(zip(("first", "second", "third"), np.linalg.norm(linear[t, j], axis=0), strict=True))
        about = {"joint": j, **sizes, "part": uneven[t, j] / 2, "most": UNIFORM_SCALE_TOLERANCE}
        raise SkinproofError(told, **about, fix="use the transport 'texture', which carries any matrix")


TRANSPORTS: dict[str, Transport] = {
    transport.name: transport
    for transport in (
        Transport(
            "arrays", "palette_arrays.glsl", "constants", 32, COMPONENTS, _two_arrays, ("sk_pose", "sk_inverse_bind")
        ),
        Transport("array", "palette_array.glsl", "constants", 16, COMPONENTS, _one_array, ("sk_palette",)),
        Transport("ubo", "palette_ubo.glsl", "buffer", 48, BYTES, _rows, ("sk_rows",)),
        Transport("texture", "palette_texture.glsl", "texture", 3, TEXELS, _rows, ("sk_texels",)),
        Transport("trs", "palette_trs.glsl", "texture", 2, TEXELS, _transforms, ("sk_texels",)),
        Transport("instanced", "palette_texture.glsl", "texture", 3, TEXELS, _rows, ("sk_texels",), instanced=True),
    )
}
