"""Make examples/arm.glb: an arm of three joints, small enough to be worked out by hand, with three different poses.

Run from the repository's root: ``python -m examples.make_arm [OUT.glb]``. The same bytes come out every time.

The arm was modelled stretched along +X (bind), the file's nodes hold it raised (rest), and its two clips bend the elbow
and turn the wrist by half a turn about the arm's own axis. Each segment is one metre long; a ring of vertices between
two joints follows both, the nearer one more.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pygltflib as g
from numpy.typing import NDArray

from .gltf_writer import GltfWriter

JOINTS = ("shoulder", "elbow", "wrist")
SIDES, RINGS = 16, 37
RADIUS, LENGTH = 0.16, 3.0
#: Over how many metres around a joint its weight grows from nothing to all.
BLEND = 0.8


def turn(axis: str, degrees: float) -> list[float]:
    """Quaternion xyzw of a turn about an axis."""
    half = np.radians(degrees) / 2.0
    return [float(np.sin(half)) if name == axis else 0.0 for name in "xyz"] + [float(np.cos(half))]


def tube() -> tuple[NDArray, NDArray, NDArray]:
    """Positions (V, 3), normals (V, 3) and faces (F, 3) of a closed tube along +X."""
    angle = 2.0 * np.pi * np.arange(SIDES) / SIDES
    around = np.stack([np.zeros(SIDES), np.cos(angle), np.sin(angle)], axis=1)
    x = np.repeat(np.linspace(0.0, LENGTH, RINGS), SIDES)
    normals = np.tile(around, (RINGS, 1))
    flat = np.where(np.arange(SIDES) % 4 < 2, 1.0, 0.72)[:, None]  # flutes, so that a twist can be seen
    positions = np.tile(around * RADIUS * flat, (RINGS, 1))
    positions[:, 0] = x
    ends = np.array([[0.0, 0.0, 0.0], [LENGTH, 0.0, 0.0]])
    positions, normals = np.concatenate([positions, ends]), np.concatenate([normals, [[-1.0, 0, 0], [1.0, 0, 0]]])
    faces = []
    for ring in range(RINGS - 1):
        for side in range(SIDES):
            a, b = ring * SIDES + side, ring * SIDES + (side + 1) % SIDES
            faces += [(a, b, b + SIDES), (a, b + SIDES, a + SIDES)]
    first, last = len(positions) - 2, len(positions) - 1
    for side in range(SIDES):
        after = (side + 1) % SIDES
        faces += [(first, after, side), (last, (RINGS - 1) * SIDES + side, (RINGS - 1) * SIDES + after)]
    return positions, normals, np.array(faces)


def weights_of(x: NDArray) -> NDArray:
    """(V, 4) weights of shoulder, elbow, wrist and nothing for vertices at x (V,)."""
    elbow = np.clip((x - 1.0) / BLEND + 0.5, 0.0, 1.0)
    wrist = np.clip((x - 2.0) / BLEND + 0.5, 0.0, 1.0)
    return np.stack([1.0 - elbow, elbow * (1.0 - wrist), elbow * wrist, np.zeros(len(x))], axis=1)


def write(path: Path) -> Path:
    """Write the arm."""
    writer = GltfWriter("Skinproof examples/make_arm.py")
    positions, normals, faces = tube()
    material = g.PbrMetallicRoughness(baseColorFactor=[0.80, 0.36, 0.16, 1.0], metallicFactor=0.0)
    writer.gltf.materials.append(g.Material(name="arm", pbrMetallicRoughness=material))
    weights = weights_of(positions[:, 0])
    joints = np.where(weights > 0.0, np.arange(4), 0).astype(np.uint8)
    attributes = g.Attributes(
        POSITION=writer.accessor(positions.astype(np.float32), target=g.ARRAY_BUFFER, bounds=True),
        NORMAL=writer.accessor(normals.astype(np.float32), target=g.ARRAY_BUFFER),
        JOINTS_0=writer.accessor(joints, target=g.ARRAY_BUFFER),
        WEIGHTS_0=writer.accessor(weights.astype(np.float32), target=g.ARRAY_BUFFER),
    )
    indices = writer.accessor(faces.astype(np.uint16).reshape(-1), target=g.ELEMENT_ARRAY_BUFFER)
    primitive = g.Primitive(attributes=attributes, indices=indices, material=0)
    writer.gltf.meshes.append(g.Mesh(name="arm", primitives=[primitive]))
    shoulder = writer.node(name="shoulder", rotation=turn("z", 30.0), children=[])
    elbow = writer.node(
        parent=shoulder, name="elbow", translation=[1.0, 0.0, 0.0], rotation=turn("z", 40.0), children=[]
    )
    wrist = writer.node(parent=elbow, name="wrist", translation=[1.0, 0.0, 0.0], rotation=turn("z", 20.0), children=[])
    bind = np.tile(np.eye(4, dtype=np.float32), (3, 1, 1))
    bind[:, 0, 3] = [0.0, -1.0, -2.0]
    skin = g.Skin(name="arm", joints=[shoulder, elbow, wrist], inverseBindMatrices=writer.accessor(bind))
    writer.gltf.skins.append(skin)
    writer.node(name="arm", mesh=0, skin=0)
    add_clips(writer, shoulder, elbow, wrist)
    return writer.save(path)


def add_clips(writer: GltfWriter, shoulder: int, elbow: int, wrist: int) -> None:
    """The clips "bend" and "twist", one second there and one back."""
    times = np.array([0.0, 1.0, 2.0])
    still, bent = turn("z", 0.0), turn("z", 110.0)
    for name, joint, far in (("bend", elbow, bent), ("twist", wrist, turn("x", 170.0))):
        clip = g.Animation(name=name, samplers=[], channels=[])
        for node in (shoulder, elbow, wrist):
            keys = [still, far, still] if node == joint else [still] * 3
            writer.channel(clip, node, "rotation", times, np.array(keys))
        writer.gltf.animations.append(clip)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("arm.glb")
    print(write(target))
