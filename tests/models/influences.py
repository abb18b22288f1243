"""Weights and joints per vertex: other types, many sets, bad sums; and morph targets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pygltflib as g
from numpy.typing import NDArray

from examples.gltf_writer import GltfWriter

from .tube import Tube, add_clip, add_mesh, add_skin, attributes, bend, chain, model, straight_bind, tube, writer


@model
def twelve_influences(folder: Path) -> Path:
    """Three sets of joints and weights, all of them used."""
    w = writer()
    nodes, shape = chain(w, 14), tube(14, reach=7.0)
    attrs = attributes(w, shape, influences=12, joint_type="uint16")
    w.node(name="tube", mesh=add_mesh(w, shape, attrs), skin=add_skin(w, nodes, straight_bind(14)))
    bend(w, nodes)
    return w.save(folder / "twelve_influences.glb")


@model
def weights_u8(folder: Path) -> Path:
    """Weights in normalised bytes that add up to 255."""
    return _integer_weights(folder / "weights_u8.glb", np.uint8)


@model
def weights_u16(folder: Path) -> Path:
    """Weights in normalised 16-bit integers that add up to 65535."""
    return _integer_weights(folder / "weights_u16.glb", np.uint16)


@model
def weights_bad(folder: Path) -> Path:
    """Weights that add up to 0.5, to 1.7 and to nothing, and a joint named twice by one vertex."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    joints, weights = shape.influences()
    weights[0:8] *= 0.5
    weights[8:16] *= 1.7
    weights[20:24] = 0.0
    joints[20:24, 0] = 2
    joints[40:48, 0], joints[40:48, 1] = 1, 1
    return _with_influences(w, nodes, shape, joints.astype(np.uint8), weights.astype(np.float32)).save(
        folder / "weights_bad.glb"
    )


@model
def morphs(folder: Path) -> Path:
    """Two targets on a skinned mesh: dense with normals, sparse without; weights animated, one default not zero."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    bulge = shape.normals * np.exp(-((shape.points[:, 1:2] - 0.7) ** 2) * 20) * 0.15
    tilt = np.zeros_like(shape.points)
    tilt[30:50] = [0.05, 0.1, -0.02]
    targets = [
        {
            "POSITION": w.accessor(bulge.astype(np.float32), bounds=True),
            "NORMAL": w.accessor((0.2 * np.roll(shape.normals, 1, axis=1)).astype(np.float32)),
        },
        {"POSITION": w.sparse(tilt.astype(np.float32), bounds=True), "NORMAL": w.sparse(np.zeros_like(tilt))},
    ]
    mesh = add_mesh(w, shape, attributes(w, shape), targets=targets)
    w.gltf.meshes[mesh].weights = [0.0, 0.4]
    w.gltf.meshes[mesh].extras = {"targetNames": ["bulge", "tilt"]}
    skinned = w.node(name="tube", mesh=mesh, skin=add_skin(w, nodes, straight_bind(3)))
    bend(w, nodes)
    add_clip(w, "breathe", (skinned, "weights", (0, 0.4, 1), [[0, 0.4], [1, 0], [-0.3, 1.2]]))
    smooth = np.array([[[0, 0], [0, 1], [2, 0]], [[1, -1], [1, 0], [0, 0]]], float)
    add_clip(w, "spline", (skinned, "weights", (0, 1), smooth, "CUBICSPLINE"))
    return w.save(folder / "morphs.glb")


def _with_influences(
    w: GltfWriter, nodes: Sequence[int], shape: Tube, joints: NDArray, weights: NDArray, *, normalized: bool = False
) -> GltfWriter:
    """The usual tube with influences given as arrays."""
    attrs = attributes(w, shape)
    attrs.JOINTS_0 = w.accessor(joints, target=g.ARRAY_BUFFER)
    attrs.WEIGHTS_0 = w.accessor(weights, target=g.ARRAY_BUFFER, normalized=normalized)
    w.node(name="tube", mesh=add_mesh(w, shape, attrs), skin=add_skin(w, nodes, straight_bind(len(nodes))))
    bend(w, nodes)
    return w


def _integer_weights(path: Path, kind: type[np.unsignedinteger]) -> Path:
    """The usual tube with weights in whole steps that add up to the type's largest value."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    joints, weights = shape.influences()
    full = int(np.iinfo(kind).max)
    steps = np.rint(weights * full).astype(np.int64)
    steps[:, 0] += full - steps.sum(axis=1)
    return _with_influences(w, nodes, shape, joints.astype(np.uint16), steps.astype(kind), normalized=True).save(path)
