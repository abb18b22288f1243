"""The parts of which every model here is put together: a tube along +Y, a chain of joints, a skin, a clip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygltflib as g
from numpy.typing import NDArray

from examples.gltf_writer import GltfWriter

Array = NDArray[np.float64]
Builder = Callable[[Path], Path]

MODELS: dict[str, Builder] = {}
LENGTH = 0.5  # metres from joint to joint
SIDES = 8
RINGS_PER_JOINT = 4


def model(build: Builder) -> Builder:
    """Register a builder under its function's name."""
    MODELS[build.__name__] = build
    return build


@dataclass(frozen=True, eq=False)
class Tube:
    """The mesh of all builders; V vertices, J joints along it."""

    points: Array  # (V, 3)
    normals: Array  # (V, 3)
    triangles: NDArray[np.uint16]  # (n, 3)
    weights: Array  # (V, J) dense, rows add up to one

    def influences(self, count: int = 4) -> tuple[NDArray[np.int64], Array]:
        """Joints (V, count) and weights (V, count): strongest first, unused ones joint 0 with weight 0."""
        if self.weights.shape[1] < count:
            dense = np.pad(self.weights, ((0, 0), (0, count - self.weights.shape[1])))
        else:
            dense = self.weights
        joints = np.argsort(-dense, axis=1, kind="stable")[:, :count]
        kept = np.take_along_axis(dense, joints, axis=1)
        kept = kept / kept.sum(axis=1, keepdims=True)
        return np.where(kept > 0, joints, 0), kept


def tube(joints: int, *, reach: float = 1.0) -> Tube:
    """A tube of radius 0.1 m around +Y; a joint weighs on vertices up to ``reach`` joint distances away."""
    rings = RINGS_PER_JOINT * joints + 1
    angle = 2 * np.pi * np.arange(SIDES) / SIDES
    height = np.repeat(np.arange(rings) * LENGTH / RINGS_PER_JOINT, SIDES)
    around = np.tile(np.stack([np.cos(angle), np.zeros(SIDES), np.sin(angle)], axis=1), (rings, 1))
    points = around * 0.1
    points[:, 1] = height
    distance = np.abs(height[:, None] - LENGTH * np.arange(joints)) / LENGTH
    weights = np.maximum(1.0 - distance / reach, 0.0) ** 1.5
    weights[height > LENGTH * (joints - 1), -1] += 1e-3  # the end beyond the last joint is its own
    weights = weights / weights.sum(axis=1, keepdims=True)
    r, s = np.meshgrid(np.arange(rings - 1), np.arange(SIDES), indexing="ij")
    a, b = r * SIDES + s, r * SIDES + (s + 1) % SIDES
    triangles = np.stack([a, a + SIDES, b, b, a + SIDES, b + SIDES], axis=-1).reshape(-1, 3)
    return Tube(points, around, triangles.astype(np.uint16), weights)


def chain(
    w: GltfWriter, count: int, *, parent: int | None = None, prefix: str = "joint", **every: Sequence[float]
) -> list[int]:
    """Joints up +Y, each the child of the one before; ``every``: TRS fields that all but the first share."""
    nodes: list[int] = []
    for i in range(count):
        fields: dict[str, object] = dict(every) if i else {}
        fields["translation"] = [0.0, LENGTH if i else 0.0, 0.0]
        parent = w.node(parent=parent, name=f"{prefix} {i}", **fields)
        nodes.append(parent)
    return nodes


def straight_bind(count: int) -> Array:
    """(J, 4, 4): inverse bind matrices of an unturned chain."""
    matrices = np.tile(np.eye(4), (count, 1, 1))
    matrices[:, 1, 3] = -LENGTH * np.arange(count)
    return matrices


def add_skin(w: GltfWriter, joints: Sequence[int], inverse_bind: Array | None, name: str = "skin") -> int:
    """A skin; None leaves the inverse bind matrices out."""
    accessor = None if inverse_bind is None else w.accessor(inverse_bind.astype(np.float32))
    w.gltf.skins.append(g.Skin(name=name, joints=list(joints), inverseBindMatrices=accessor))
    return len(w.gltf.skins) - 1


def attributes(w: GltfWriter, shape: Tube, *, influences: int = 4, joint_type: str = "uint8") -> g.Attributes:
    """POSITION, NORMAL and as many JOINTS_n, WEIGHTS_n (float) as the influences need."""
    result = g.Attributes(
        POSITION=w.accessor(shape.points.astype(np.float32), target=g.ARRAY_BUFFER, bounds=True),
        NORMAL=w.accessor(shape.normals.astype(np.float32), target=g.ARRAY_BUFFER),
    )
    joints, weights = shape.influences(influences)
    for s in range(influences // 4):
        part = slice(4 * s, 4 * s + 4)
        setattr(result, f"JOINTS_{s}", w.accessor(joints[:, part].astype(joint_type), target=g.ARRAY_BUFFER))
        setattr(result, f"WEIGHTS_{s}", w.accessor(weights[:, part].astype(np.float32), target=g.ARRAY_BUFFER))
    return result


def add_mesh(w: GltfWriter, shape: Tube, attrs: g.Attributes, **primitive: object) -> int:
    """A mesh with one indexed triangle primitive."""
    indices = w.accessor(shape.triangles.reshape(-1), target=g.ELEMENT_ARRAY_BUFFER)
    w.gltf.meshes.append(g.Mesh(name="tube", primitives=[g.Primitive(attributes=attrs, indices=indices, **primitive)]))
    return len(w.gltf.meshes) - 1


def turn(axis: Sequence[float], degrees: float) -> list[float]:
    """A quaternion xyzw about an axis."""
    unit = np.asarray(axis, float) / np.linalg.norm(axis)
    half = np.radians(degrees) / 2
    return [*(float(v) for v in unit * np.sin(half)), float(np.cos(half))]


def turns(*degrees: float, axis: Sequence[float] = (0, 0, 1)) -> Array:
    """(K, 4): one rotation a key about one axis."""
    return np.array([turn(axis, d) for d in degrees])


def add_clip(w: GltfWriter, name: str, *tracks: tuple) -> None:
    """An animation from (node, path, times, values[, interpolation]) rows."""
    animation = g.Animation(name=name)
    w.gltf.animations.append(animation)
    for node, path, times, values, *how in tracks:
        w.channel(animation, node, path, np.asarray(times, float), np.asarray(values, float), *how)


def bend(w: GltfWriter, nodes: Sequence[int], name: str = "bend") -> None:
    """The usual clip: every joint but the first turns about Z and back."""
    add_clip(w, name, *((n, "rotation", (0, 0.5, 1.0), turns(0, 40, -25)) for n in nodes[1:]))


def bent_tube(w: GltfWriter, joints: int = 3, **options: object) -> list[int]:
    """Chain, tube, skin and clip put together; returns the joints' nodes."""
    nodes, shape = chain(w, joints), tube(joints)
    mesh = add_mesh(w, shape, attributes(w, shape, **options))
    w.node(name="tube", mesh=mesh, skin=add_skin(w, nodes, straight_bind(joints)))
    bend(w, nodes)
    return nodes


def writer() -> GltfWriter:
    """An empty document."""
    return GltfWriter("Skinproof tests")


def columns(rows: Sequence[Sequence[float]]) -> list[float]:
    """``M[row][col]`` as glTF's column-major list."""
    return [float(v) for v in np.asarray(rows, float).T.reshape(-1)]
