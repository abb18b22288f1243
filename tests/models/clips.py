"""Tracks of every interpolation, and clips that start late, move little or pass through zero."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .tube import LENGTH, add_clip, bent_tube, model, turns, writer


@model
def cubic(folder: Path) -> Path:
    """CUBICSPLINE on translation, rotation and scale, with tangents that overshoot."""
    w = writer()
    nodes = bent_tube(w)
    w.gltf.animations.clear()
    rng = np.random.default_rng(7)
    times, rotation = (0, 0.3, 1.0, 1.1), turns(0, 50, -30, 20)
    swing = np.stack([rng.normal(0, 1.5, (4, 4)), rotation, rng.normal(0, 1.5, (4, 4))], axis=1)
    size = np.stack([rng.normal(0, 1, (4, 3)), rng.uniform(0.6, 1.5, (4, 3)), rng.normal(0, 1, (4, 3))], axis=1)
    place = np.array([0, LENGTH, 0]) + np.zeros((4, 3))
    move = np.stack([rng.normal(0, 1, (4, 3)), place, rng.normal(0, 1, (4, 3))], axis=1)
    add_clip(
        w,
        "cubic",
        (nodes[1], "rotation", times, swing, "CUBICSPLINE"),
        (nodes[2], "scale", times, size, "CUBICSPLINE"),
        (nodes[2], "translation", times, move, "CUBICSPLINE"),
    )
    return w.save(folder / "cubic.glb")


@model
def step(folder: Path) -> Path:
    """STEP on all three paths, at keys that fall between frames."""
    w = writer()
    nodes = bent_tube(w)
    w.gltf.animations.clear()
    times = (0.05, 0.31, 0.77)
    add_clip(
        w,
        "step",
        (nodes[1], "rotation", times, turns(0, 45, -45), "STEP"),
        (nodes[2], "scale", times, [[1, 1, 1], [2, 1, 1], [1, 1, 0.5]], "STEP"),
        (nodes[0], "translation", times, [[0, 0, 0], [0, 1, 0], [1, 0, 0]], "STEP"),
    )
    return w.save(folder / "step.glb")


@model
def slerp(folder: Path) -> Path:
    """LINEAR rotations over 170 degrees, one pair on opposite hemispheres, keys not quite of unit length."""
    w = writer()
    nodes = bent_tube(w)
    w.gltf.animations.clear()
    keys = turns(0, 170, 10, axis=(1, 1, 0))
    keys[1] *= -1.0
    keys[2] *= 1.002
    add_clip(w, "slerp", (nodes[1], "rotation", (0, 1, 1.25), keys))
    return w.save(folder / "slerp.glb")


@model
def late_and_partial(folder: Path) -> Path:
    """A clip whose keys begin at two seconds, another that moves one joint only, a third with a single key."""
    w = writer()
    nodes = bent_tube(w)
    add_clip(w, "late", (nodes[1], "rotation", (2.0, 2.5), turns(20, 70)))
    add_clip(w, "partial", (nodes[2], "translation", (0, 1), [[0, LENGTH, 0], [0.2, LENGTH, 0]]))
    add_clip(w, "one key", (nodes[2], "rotation", (0.5,), turns(45)))
    return w.save(folder / "late_and_partial.glb")


@model
def odd_scales(folder: Path) -> Path:
    """Mirrored, zero and very small scales, animated through zero."""
    w = writer()
    nodes = bent_tube(w, 4)
    w.gltf.animations.clear()
    add_clip(
        w,
        "scales",
        (nodes[1], "scale", (0, 1), [[1, 1, 1], [-1, 1, 1]]),
        (nodes[2], "scale", (0, 1), [[1, 1, 1], [0, 1, 1]]),
        (nodes[3], "scale", (0, 1), [[1, 1, 1], [1e-3, 1e-3, 1e-3]]),
    )
    return w.save(folder / "odd_scales.glb")
