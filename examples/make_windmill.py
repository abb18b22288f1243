"""Make examples/windmill.glb: four stiff parts, one inside the other, and no skin at all.

Run from the repository's root: ``python -m examples.make_windmill [OUT.glb]``. The same bytes come out every time.

The tower stands still. The cap on it turns towards the wind, about the vertical. The wheel in the cap turns about the
shaft, and each of its four sails is a node that nothing moves: it goes with the wheel. What moves a vertex is the world
matrix of its node, the product that a skin's joints have too.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pygltflib as g
from numpy.typing import NDArray

from skinning_core import load_model
from skinning_core.lessons.mesh_parts import mesh_parts

from .gltf_writer import GltfWriter
from .make_arm import turn

HEIGHT, SHAFT, SAIL = 3.0, 0.7, 1.8
#: Seconds that the clip "turn" lasts, in which the wheel goes round once and the cap looks aside and back.
SECONDS = 4.0


def box(low: tuple[float, ...], high: tuple[float, ...], top: float = 1.0) -> tuple[NDArray, NDArray, NDArray]:
    """Positions and normals (24, 3) and faces (12, 3) of a box, ``top`` times as wide above as below."""
    positions, normals, faces = [], [], []
    for axis in range(3):
        for side in (0.0, 1.0):
            corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
            unit = np.insert(corners if side else corners[::-1], axis, side, axis=1)
            unit = unit if axis != 1 else unit[::-1]
            begin = len(positions)
            points = np.array(low) + unit * (np.array(high) - low)
            points[:, [0, 2]] *= np.where(unit[:, 1:2] > 0.0, top, 1.0)
            positions.extend(points)
            normal = np.cross(points[1] - points[0], points[2] - points[0])
            normals.extend([normal / np.linalg.norm(normal)] * 4)
            faces += [(begin, begin + 1, begin + 2), (begin, begin + 2, begin + 3)]
    return np.array(positions), np.array(normals), np.array(faces)


def add_mesh(writer: GltfWriter, name: str, shape: tuple[NDArray, NDArray, NDArray], color: list[float]) -> int:
    """A mesh of one colour; its number."""
    positions, normals, faces = shape
    material = g.PbrMetallicRoughness(baseColorFactor=[*color, 1.0], metallicFactor=0.0)
    writer.gltf.materials.append(g.Material(name=name, pbrMetallicRoughness=material))
    attributes = g.Attributes(
        POSITION=writer.accessor(positions.astype(np.float32), target=g.ARRAY_BUFFER, bounds=True),
        NORMAL=writer.accessor(normals.astype(np.float32), target=g.ARRAY_BUFFER),
    )
    indices = writer.accessor(faces.astype(np.uint16).reshape(-1), target=g.ELEMENT_ARRAY_BUFFER)
    primitive = g.Primitive(attributes=attributes, indices=indices, material=len(writer.gltf.materials) - 1)
    writer.gltf.meshes.append(g.Mesh(name=name, primitives=[primitive]))
    return len(writer.gltf.meshes) - 1


def write(path: Path) -> Path:
    """Write the windmill."""
    writer = GltfWriter("Skinproof examples/make_windmill.py")
    tower = add_mesh(writer, "tower", box((-0.6, 0.0, -0.6), (0.6, HEIGHT, 0.6), 0.6), [0.62, 0.55, 0.46])
    cap = add_mesh(writer, "cap", box((-0.45, -0.1, -0.5), (0.45, 0.5, SHAFT - 0.1), 0.6), [0.35, 0.12, 0.08])
    sail = add_mesh(writer, "sail", box((-0.02, 0.2, -0.02), (0.42, SAIL, 0.02)), [0.82, 0.74, 0.58])
    top = writer.node(name="tower", mesh=tower, children=[])
    head = writer.node(parent=top, name="cap", mesh=cap, translation=[0.0, HEIGHT, 0.0], children=[])
    wheel = writer.node(parent=head, name="wheel", translation=[0.0, 0.2, SHAFT], children=[])
    for k in range(4):
        writer.node(parent=wheel, name=f"sail {k}", mesh=sail, rotation=turn("z", 90.0 * k))
    times = np.linspace(0.0, SECONDS, 5)
    clip = g.Animation(name="turn", samplers=[], channels=[])
    aside = [turn("y", degrees) for degrees in (0.0, 30.0, 0.0, -30.0, 0.0)]
    writer.channel(clip, head, "rotation", times, np.array(aside))
    writer.channel(clip, wheel, "rotation", times, np.array([turn("z", 90.0 * k) for k in range(5)]))
    writer.gltf.animations.append(clip)
    return writer.save(path)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("windmill.glb")
    parts = mesh_parts(load_model(write(target)))
    print(f"{target}: {len(parts.static)} part stands still and is brought to its place once, {len(parts.moving)} move")
