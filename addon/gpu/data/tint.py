"""Colours of vertices in pictures and overlays, as (V, 4) float32 RGBA in sRGB."""

from __future__ import annotations

from collections.abc import Callable
from colorsys import hls_to_rgb
from dataclasses import dataclass

import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float, Float64, Material, Model, Part, Primitive, Texture, Wrap
from ....skinning_core.skin.influence import normalised_weights
from .geometry import Float32

CLAY = (0.74, 0.72, 0.69)

#: Weights from 0 to 1: from dark blue over green to red, as in Blender's weight paint, but lighter in the middle.
WEIGHT_STOPS = np.array(
    [(0.16, 0.20, 0.45), (0.15, 0.55, 0.75), (0.35, 0.75, 0.35), (0.95, 0.80, 0.25), (0.85, 0.2, 0.1)]
)

#: Pixels (H, W, 4) of an image of the model, in sRGB, top row first; None if they cannot be had.
Pixels = Callable[[int], Float32 | None]


def no_pixels(_: int) -> None:
    """``Pixels`` without a decoder: textures are left out."""


def plain(count: int, color: tuple[float, ...] = CLAY) -> Float32:
    """One colour for all vertices."""
    return np.tile(np.array([*color[:3], 1.0], np.float32), (count, 1))


def material(model: Model, part: Part, pixels: Pixels = no_pixels) -> Float32:
    """The material's colour of its vertices: base colour, texture and vertex colours, multiplied; else clay."""
    primitive, looks = model.primitive(part), _looks(model, part)
    texture, colors = looks.base_texture, _vertex_colors(primitive)
    linear = _base_colors(primitive, looks, colors)
    image = pixels(texture.image) if texture is not None and texture.texcoord < len(primitive.texcoords) else None
    if texture is not None and image is not None:
        linear *= linear_colors_of(
            sampled(image, moved_coordinates(primitive.texcoords[texture.texcoord], texture), texture)
        )
    if image is None and colors is None and (linear > 0.95).all():
        return plain(primitive.vertex_count)
    return np.column_stack([np.clip(_srgb_of(linear), 0.06, 0.95), np.ones(len(linear))]).astype(np.float32)


@dataclass(frozen=True, eq=False)
class SurfaceTexture:
    """A part's base texture for the surface shader, and the colours it is multiplied with."""

    image: int  # place in Model.images
    texcoords: Float64  # (V, 2) after the texture's transform, v downwards
    tint: Float32  # (V, 4) base colour times vertex colours, sRGB; white without any
    wrap: tuple[int, int]  # along u and v, as the shader counts them
    smooth: bool  # False: the nearest pixel's colour
    cutoff: float  # pixels whose alpha is below are left out


#: The shader's numbers for ways to wrap.
_WRAPS: dict[Wrap, int] = {"REPEAT": 0, "EXTEND": 1, "MIRROR": 2}


def surface_texture(model: Model, part: Part) -> SurfaceTexture | None:
    """The base texture of a part's material; None if it has none, or the part lacks its coordinates.

    What blends is cut off at half, since surfaces are not sorted by depth.
    """
    primitive, looks = model.primitive(part), _looks(model, part)
    texture, colors = looks.base_texture, _vertex_colors(primitive)
    if texture is None or texture.texcoord >= len(primitive.texcoords):
        return None
    linear = _base_colors(primitive, looks, colors)
    return SurfaceTexture(
        image=texture.image,
        texcoords=moved_coordinates(primitive.texcoords[texture.texcoord], texture),
        tint=np.column_stack([_srgb_of(linear), np.ones(len(linear))]).astype(np.float32),
        wrap=(_WRAPS[texture.wrap[0]], _WRAPS[texture.wrap[1]]),
        smooth=texture.smooth,
        cutoff={"OPAQUE": 0.0, "MASK": looks.alpha_cutoff}.get(looks.alpha_mode, 0.5),
    )


def _looks(model: Model, part: Part) -> Material:
    material = model.primitive(part).material
    return model.materials[material] if 0 <= material < len(model.materials) else Material("")


def _base_colors(primitive: Primitive, looks: Material, colors: Float | None) -> Float64:
    """(V, 3) linear: the material's base colour times the vertices' ``colors`` (V, 4), if any."""
    linear = np.tile(np.array(looks.base_color[:3], np.float64), (primitive.vertex_count, 1))
    return linear if colors is None else linear * colors[:, :3]


def _srgb_of(linear: Float64) -> Float64:
    """(..., 3) sRGB components of linear colours."""
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 0.0) ** (1 / 2.4) - 0.055)


def linear_colors_of(srgb: Float64) -> Float64:
    """(..., 3) linear components of sRGB colours."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((np.maximum(srgb, 0.0) + 0.055) / 1.055) ** 2.4)


def moved_coordinates(texcoords: Float, texture: Texture) -> Float64:
    """Texture coordinates (V, 2) after the texture's transform, v downwards."""
    (u, v), (width, height) = texture.offset, texture.scale
    sine, cosine = np.sin(texture.rotation), np.cos(texture.rotation)
    turn = np.array([[cosine * width, sine * height], [-sine * width, cosine * height]])
    return np.asarray(texcoords.astype(np.float64) @ turn.T + (u, v))


def sampled(image: Float, texcoords: Float64, texture: Texture) -> Float64:
    """(V, 3) colours of an image (H, W, 4), top row first, at texture coordinates (V, 2), blended of four pixels."""
    rows, columns = image.shape[:2]
    size = np.array([columns, rows])
    at = np.nan_to_num(np.stack([_wrapped(texcoords[:, k], texture.wrap[k]) for k in (0, 1)], axis=1)) * size - 0.5
    low = np.floor(at).astype(np.int64)
    share = at - low
    colors = np.zeros((len(at), 3))
    for right, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        weight = np.abs(1 - right - share[:, 0]) * np.abs(1 - down - share[:, 1])
        x, y = (np.clip(low[:, k] + step, 0, size[k] - 1) for k, step in ((0, right), (1, down)))
        colors += weight[:, None] * image[y, x, :3]
    return colors


def _wrapped(values: Float64, wrap: Wrap) -> Float64:
    """Coordinates (V,) brought into the range from 0 to 1."""
    if wrap == "EXTEND":
        return np.clip(values, 0.0, 1.0)
    if wrap == "MIRROR":
        return 1.0 - np.abs(values % 2.0 - 1.0)
    return values % 1.0


def _vertex_colors(primitive: Primitive) -> Float | None:
    """(V, 4) the first set of vertex colours; None if none can be read."""
    if not len(primitive.colors):
        return None
    try:
        return primitive.colors[0]
    except SkinproofError:
        return None


def by_weight(weights: Float) -> Float32:
    """Weights (V,) on the scale of ``WEIGHT_STOPS``."""
    at = np.clip(weights, 0.0, 1.0) * (len(WEIGHT_STOPS) - 1)
    out = np.ones((len(weights), 4), np.float32)
    for channel in range(3):
        out[:, channel] = np.interp(at, np.arange(len(WEIGHT_STOPS)), WEIGHT_STOPS[:, channel])
    return out


def weight_of(model: Model, part: Part, node: int) -> Float:
    """(V,) each vertex's weight of a joint (by its node); zeros if the part does not follow it."""
    influences = model.influences(part)
    if influences is None:
        return np.zeros(model.primitive(part).vertex_count)
    follows = model.skins[part.skin].joints[influences.joints] == node
    return np.asarray((normalised_weights(influences.weights) * follows).sum(axis=1))


def of_joint(node: int) -> Callable[[Model, Part], Float32]:
    """What paints vertices by their weights of one joint."""
    return lambda model, part: by_weight(weight_of(model, part, node))


def joint_colors(count: int) -> Float32:
    """(J, 3) colours far apart for neighbouring numbers: hues by the golden angle, two levels of lightness."""
    hues = np.arange(count) * 0.61803398875 % 1.0
    return np.array([hls_to_rgb(h, 0.62 if k % 2 else 0.48, 0.62) for k, h in enumerate(hues)], np.float32)


def by_joint(model: Model, part: Part) -> Float32:
    """Each joint's colour, mixed by the weights."""
    influences = model.influences(part)
    if influences is None:
        return plain(model.primitive(part).vertex_count)
    colors = joint_colors(len(model.skins[part.skin].joints)).astype(np.float64)
    mixed = np.einsum("vi,vic->vc", normalised_weights(influences.weights), colors[influences.joints])
    return np.column_stack([mixed, np.ones(len(mixed))]).astype(np.float32)
