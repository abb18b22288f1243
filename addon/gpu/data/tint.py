"""Colours of vertices in pictures and overlays, as (V, 4) float32 RGBA in sRGB."""

from __future__ import annotations

from colorsys import hls_to_rgb

import numpy as np

from ....skinning_core.model import Float, Model, Part
from ....skinning_core.skin.influence import normalised_weights
from .geometry import Float32

CLAY = (0.74, 0.72, 0.69)

#: Weights from 0 to 1: from dark blue over green to red, as Blender's weight paint has them, but lighter in the middle.
WEIGHT_STOPS = np.array(
    [(0.16, 0.20, 0.45), (0.15, 0.55, 0.75), (0.35, 0.75, 0.35), (0.95, 0.80, 0.25), (0.85, 0.2, 0.1)]
)


def plain(count: int, color: tuple[float, ...] = CLAY) -> Float32:
    """One colour for all vertices."""
    return np.tile(np.array([*color[:3], 1.0], np.float32), (count, 1))


def material(model: Model, part: Part) -> Float32:
    """The base colour of the part's material; clay where it has none or only a texture gives it one (plain white)."""
    primitive = model.primitive(part)
    known = 0 <= primitive.material < len(model.materials)
    linear = np.array(model.materials[primitive.material].base_color[:3]) if known else np.ones(3)
    if (linear > 0.95).all():
        return plain(primitive.vertex_count)
    srgb = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 0.0) ** (1 / 2.4) - 0.055)
    return plain(primitive.vertex_count, tuple(np.clip(srgb, 0.06, 0.95)))


def by_weight(weights: Float) -> Float32:
    """Weights (V,) on the scale of ``WEIGHT_STOPS``."""
    at = np.clip(weights, 0.0, 1.0) * (len(WEIGHT_STOPS) - 1)
    out = np.ones((len(weights), 4), np.float32)
    for channel in range(3):
        out[:, channel] = np.interp(at, np.arange(len(WEIGHT_STOPS)), WEIGHT_STOPS[:, channel])
    return out


def weight_of(model: Model, part: Part, node: int) -> Float:
    """(V,) weight of a joint (by its node) on each vertex; zeros where the part does not follow it."""
    influences = model.influences(part)
    if influences is None:
        return np.zeros(model.primitive(part).vertex_count)
    follows = model.skins[part.skin].joints[influences.joints] == node
    return (normalised_weights(influences.weights) * follows).sum(axis=1)


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
