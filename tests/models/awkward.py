"""One character with everything at once that makes a figure easy to get wrong in one of two cases.

Tests recompute every number of a report from it, so that a figure of the first part, of the last time, of another frame
rate or of an unmirrored, evenly scaled joint is not taken for the figure of all.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygltflib as g

from examples.gltf_writer import GltfWriter

from .tube import LENGTH, SIDES, Tube, add_clip, add_skin, chain, model, straight_bind, tube, turn, turns, writer

#: Keys per second, in scenes that have 24 frames; and how many keys the clips have.
KEY_RATE = 30
KEYS, SHORT_KEYS = 13, 7

#: A vertex of the body that no face uses: its last one.
UNUSED = 104


@model
def awkward(folder: Path) -> Path:
    """A body with morph targets, a mirrored arm and a badge without a skin, under an armature node turned and scaled.

    Joints are scaled unevenly, one name is that of two joints, one vertex names a joint twice, weights of both skinned
    parts sum to anything, a vertex has no face, keys are at 30 fps.
    """
    w = writer()
    top = w.node(name="rig", rotation=turn((1, 2, 0.5), 70), scale=[1.5, 1.5, 1.5], translation=[0.4, 0.1, -0.3])
    spine = chain(w, 3, parent=top)
    w.gltf.nodes[spine[1]].scale = [1.3, 0.8, 1.1]
    mirror = w.node(parent=top, name="mirror", scale=[-1.0, 1.0, 1.0], translation=[0.5, 0.2, 0.0])
    arm = chain(w, 2, parent=mirror)  # "joint 0" and "joint 1" once more
    w.gltf.nodes[arm[1]].scale = [0.9, 1.2, 1.0]
    body = w.node(name="body", mesh=_body(w), skin=add_skin(w, spine, straight_bind(3), "spine"))
    w.node(name="arm", mesh=_arm(w), skin=add_skin(w, arm, straight_bind(2), "arm"))
    w.node(parent=spine[2], name="badge", mesh=_badge(w), scale=[1.0, 0.5, 2.0], rotation=turn((0, 1, 1), 40))
    keys = np.arange(KEYS) / KEY_RATE
    swing = np.sin(np.arange(KEYS) * 0.7)
    add_clip(
        w,
        "wave",
        (spine[0], "translation", keys, np.outer(swing, [0.05, 0.02, 0.1])),
        (spine[1], "rotation", keys, turns(*(40 * swing), axis=(0, 1, 2))),
        (spine[1], "scale", keys, [1.3, 0.8, 1.1] + 0.3 * np.outer(swing, [1, -1, 0.5])),
        (arm[1], "rotation", keys, turns(*(-60 * swing), axis=(1, 0, 1))),
        (body, "weights", keys, np.stack([swing, 0.4 - 0.3 * swing], axis=1)),
    )
    short = np.arange(SHORT_KEYS) / KEY_RATE
    add_clip(w, "nod", (spine[2], "rotation", short, turns(*np.linspace(0, 50, SHORT_KEYS), axis=(1, 0, 0))))
    return w.save(folder / "awkward.glb")


def _body(w: GltfWriter) -> int:
    """Three joints' tube, a vertex that no face uses, two targets with normals, one of them on by default."""
    shape = tube(3)
    assert len(shape.points) == UNUSED
    shape = replace(
        shape,
        points=np.vstack([shape.points, [[0.0, LENGTH, 0.02]]]),
        normals=np.vstack([shape.normals, [[0.0, 0.0, 1.0]]]),
        weights=np.vstack([shape.weights, [[0.0, 1.0, 0.0]]]),
    )
    joints, weights = shape.influences()
    weights[0:SIDES] *= 0.5
    weights[SIDES : 2 * SIDES] *= 1.7
    weights[20:24] = 0.0
    joints[20:24, 0] = 2
    joints[40:48, :2], weights[40:48] = 1, [0.25, 0.5, 0.25, 0.0]
    bulge = shape.normals * np.exp(-((shape.points[:, 1:2] - 0.7) ** 2) * 20) * 0.15
    lean = np.outer(shape.points[:, 1], [0.1, 0.0, -0.05])
    targets = [
        _target(w, bulge, 0.6 * np.roll(shape.normals, 1, axis=1)),
        _target(w, lean, np.outer(shape.points[:, 1], [0.3, -0.4, 0.2])),
    ]
    return _mesh(w, "body", shape, joints, weights, targets=targets, default=[0.0, 0.3])


def _arm(w: GltfWriter) -> int:
    """A tube of two joints, some of whose weights sum to 0.8."""
    shape = tube(2)
    joints, weights = shape.influences()
    weights[3:6] *= 0.8
    return _mesh(w, "arm", shape, joints, weights)


def _badge(w: GltfWriter) -> int:
    """One joint's tube, without a skin."""
    shape = tube(1)
    return _mesh(w, "badge", replace(shape, points=0.3 * shape.points))


def _target(w: GltfWriter, positions: np.ndarray, normals: np.ndarray) -> dict[str, int]:
    return {
        "POSITION": w.accessor(positions.astype(np.float32), bounds=True),
        "NORMAL": w.accessor(normals.astype(np.float32)),
    }


def _mesh(
    w: GltfWriter,
    name: str,
    shape: Tube,
    joints: np.ndarray | None = None,
    weights: np.ndarray | None = None,
    *,
    targets: list[dict[str, int]] | None = None,
    default: list[float] | None = None,
) -> int:
    attributes = g.Attributes(
        POSITION=w.accessor(shape.points.astype(np.float32), target=g.ARRAY_BUFFER, bounds=True),
        NORMAL=w.accessor(shape.normals.astype(np.float32), target=g.ARRAY_BUFFER),
    )
    if joints is not None and weights is not None:
        attributes.JOINTS_0 = w.accessor(joints.astype(np.uint8), target=g.ARRAY_BUFFER)
        attributes.WEIGHTS_0 = w.accessor(weights.astype(np.float32), target=g.ARRAY_BUFFER)
    indices = w.accessor(shape.triangles.reshape(-1), target=g.ELEMENT_ARRAY_BUFFER)
    primitive = g.Primitive(attributes=attributes, indices=indices, targets=targets or [])
    w.gltf.meshes.append(g.Mesh(name=name, primitives=[primitive], weights=default or []))
    return len(w.gltf.meshes) - 1
