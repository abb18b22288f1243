"""Checks of animation tracks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Float64, Model, Track
from ..text.count import counted
from .finding import Finding
from .inspect import node_name
from .rest_transforms import UNIT

#: From this angle, interpolation by component between keys is over a quarter of a degree off.
WIDE_DEGREES = 60.0

#: It differs from slerp by at most this times the cube of the angle between keys (radians).
NLERP_ERROR = 0.0040


def check_clips(model: Model) -> Iterator[Finding]:
    """Findings about every clip, by the pointer of its animation."""
    for c, clip in enumerate(model.clips):
        pointer = f"/animations/{c}"
        fixed = [t.node for t in clip.tracks if t.path != "weights" and model.nodes.has_matrix[t.node]]
        if fixed:
            sentence = counted(len(fixed), "track animates a node", "tracks animate nodes") + " given as matrices"
            yield Finding("ANIMATION_CHANNEL_TARGET_NODE_MATRIX", pointer, sentence)
        yield from _rotations(model, [t for t in clip.tracks if t.path == "rotation"], pointer)


def _rotations(model: Model, tracks: list[Track], pointer: str) -> Iterator[Finding]:
    off = [t for t in tracks if (np.abs(np.linalg.norm(t.values.astype(np.float64), axis=1) - 1.0) > UNIT).any()]
    if off:
        kind = "keys that are not of unit length (samples are normalised)"
        sentence = counted(len(off), f"rotation track has {kind}", f"rotation tracks have {kind}")
        yield Finding("ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", pointer, sentence)
    steps = [(_steps(t).max(initial=0.0), t.node) for t in tracks if t.interpolation == "LINEAR"]
    wide = [(angle, node) for angle, node in steps if np.degrees(angle) > WIDE_DEGREES]
    if wide:
        angle, node = max(wide)
        turning = (
            f"{counted(len(wide), 'rotation track turns', 'rotation tracks turn')} "
            f"by more than {WIDE_DEGREES:.0f} degrees between keys, "
            f"{node_name(model, node)!r} by {np.degrees(angle):.1f}: engines that interpolate by component are up to "
            f"{np.degrees(NLERP_ERROR * angle**3):.2g} degrees off"
        )
        yield Finding("ANIMATION_WIDE_ROTATION_STEP", pointer, turning)


def _steps(track: Track) -> Float64:
    """(K - 1,) angles between neighbouring keys along the short path, radians."""
    q = track.values.astype(np.float64)
    q = q / np.maximum(np.linalg.norm(q, axis=1, keepdims=True), 1e-30)
    cosine = np.abs((q[1:] * q[:-1]).sum(axis=1))
    result: Float64 = 2.0 * np.arccos(np.minimum(cosine, 1.0))
    return result
