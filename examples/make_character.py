"""Make examples/character.glb: a small ember dragon with 52 joints, two skinned meshes, morph targets and three clips.

Run from the repository's root: ``python -m examples.make_character [OUT.glb]``. The same bytes come out every time.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pygltflib as g
from numpy.typing import NDArray

from .creature.clips import Clip, idle, walk, wave
from .creature.rig import Rig, build_rig, conjugate, product, rotated
from .creature.shape import Shape, body, ember, face
from .gltf_writer import GltfWriter

#: Base colours, linear RGB.
COLOURS = {
    "skin": (0.035, 0.24, 0.27),
    "belly": (0.80, 0.62, 0.36),
    "horn": (0.83, 0.74, 0.58),
    "scarf": (0.62, 0.045, 0.03),
    "eye": (0.92, 0.92, 0.88),
    "iris": (0.95, 0.42, 0.03),
    "pupil": (0.008, 0.006, 0.01),
    "glint": (1.0, 1.0, 1.0),
    "lid": (0.02, 0.15, 0.18),
    "mouth": (0.012, 0.035, 0.045),
    "ember": (1.0, 0.32, 0.02),
}


def write(path: Path) -> Path:
    """Write the character."""
    rig = build_rig()
    writer = GltfWriter("Skinproof examples/make_character.py")
    for name, colour in COLOURS.items():
        surface = g.PbrMetallicRoughness(baseColorFactor=[*colour, 1.0], metallicFactor=0.0, roughnessFactor=0.65)
        writer.gltf.materials.append(g.Material(name=name, pbrMetallicRoughness=surface, doubleSided=name == "lid"))
    body_mesh = add_mesh(writer, "dragon body", body(rig), ("smile", "breathe"))
    face_mesh = add_mesh(writer, "dragon face", face(rig), ("blink", "smile"))
    ember_mesh = add_mesh(writer, "dragon ember", [ember()], ())
    nodes = {name: index for index, name in enumerate(rig.names)}
    add_skeleton(writer, rig)
    writer.gltf.skins.append(
        g.Skin(
            name="dragon",
            joints=[nodes[name] for name in rig.names],
            inverseBindMatrices=writer.accessor(rig.inverse_bind().astype(np.float32)),
            skeleton=nodes["root"],
        )
    )
    nodes["body"] = writer.node(name="body", mesh=body_mesh, skin=0)
    nodes["face"] = writer.node(name="face", mesh=face_mesh, skin=0)
    nodes["ember"] = add_ember(writer, rig, nodes["tail_6"], ember_mesh)
    for clip in (walk(rig), wave(rig), idle(rig)):
        add_clip(writer, clip, nodes)
    return writer.save(path)


def add_skeleton(writer: GltfWriter, rig: Rig) -> None:
    """The joints as nodes 0 to B-1."""
    moves, turns = rig.local()
    for b, name in enumerate(rig.names):
        parent = int(rig.parents[b])
        writer.node(
            parent=parent if parent >= 0 else None,
            name=name,
            translation=_rounded(moves[b]),
            rotation=_rounded(turns[b]),
        )


def add_ember(writer: GltfWriter, rig: Rig, tip: int, mesh: int) -> int:
    """The flame's node under the last tail joint: upright at rest, at the tip of the bone."""
    back = conjugate(rig.orientation[tip])
    reach = rotated(back, rig.tails[tip] - rig.heads[tip])
    upright = product(back, np.array([0.0, 0.0, 0.0, 1.0]))
    return writer.node(parent=tip, name="ember", mesh=mesh, translation=_rounded(reach), rotation=_rounded(upright))


def add_mesh(writer: GltfWriter, name: str, shapes: list[Shape], targets: tuple[str, ...]) -> int:
    """One mesh whose primitives are the shapes, each with the same morph targets."""
    mesh = g.Mesh(name=name, primitives=[add_primitive(writer, shape, targets) for shape in shapes])
    if targets:
        mesh.weights = [0.0] * len(targets)
        mesh.extras = {"targetNames": list(targets)}
    writer.gltf.meshes.append(mesh)
    return len(writer.gltf.meshes) - 1


def add_primitive(writer: GltfWriter, shape: Shape, targets: tuple[str, ...]) -> g.Primitive:
    """A shape's accessors: float positions and normals, byte joints, 16-bit weights, sparse morph targets."""
    array = g.ARRAY_BUFFER
    normals = shape.normals.astype(np.float32)
    attributes = g.Attributes(
        POSITION=writer.accessor(shape.points.astype(np.float32), target=array, bounds=True),
        NORMAL=writer.accessor(normals, target=array),
    )
    if shape.weights.any():
        attributes.JOINTS_0 = writer.accessor(shape.joints.astype(np.uint8), target=array)
        attributes.WEIGHTS_0 = writer.accessor(whole_weights(shape.weights), target=array, normalized=True)
    indices = writer.accessor(shape.triangles.reshape(-1).astype(np.uint16), target=g.ELEMENT_ARRAY_BUFFER)
    morphs = [{"POSITION": writer.sparse(shape.morphs[t].astype(np.float32), bounds=True)} for t in targets]
    material = list(COLOURS).index(shape.material)
    return g.Primitive(attributes=attributes, indices=indices, material=material, targets=morphs or None)


def whole_weights(weights: NDArray[np.float64]) -> NDArray[np.uint16]:
    """(V, 4) weights to 16 bits that add up to exactly one (65535): the strongest takes the rounding."""
    steps = np.rint(weights * 65535).astype(np.int64)
    strongest = steps.argmax(axis=1)
    steps[np.arange(len(steps)), strongest] += 65535 - steps.sum(axis=1)
    return steps.astype(np.uint16)


def add_clip(writer: GltfWriter, clip: Clip, nodes: dict[str, int]) -> None:
    """One animation."""
    animation = g.Animation(name=clip.name)
    writer.gltf.animations.append(animation)
    for motion in clip.motions:
        writer.channel(
            animation, nodes[motion.target], motion.path, motion.times, np.round(motion.values, 6), motion.interpolation
        )


def _rounded(values: NDArray[np.float64]) -> list[float]:
    """Numbers short enough to read in the file (nine decimals: far below float32's own step)."""
    return [float(v) + 0.0 for v in np.round(values, 9)]


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("character.glb")
    print(f"{write(target)}: {target.stat().st_size} bytes")
