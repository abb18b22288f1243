"""An MD5 character as a ``Model``: the same data as a glTF file gives.

Spaces: the file's (+Z up) in, glTF's (+Y up) out, units kept. (x, y, z) becomes (x, z, -y) in every position and
quaternion's vector part: joints turn with the axes, so no number is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..error import SkinproofError
from ..files.limits import DEFAULT, Limits, require_within
from ..files.source import require_file
from ..gltf.nodes import parents_first
from ..model import TRIANGLES, Clip, Float64, Influences, Int, Mesh, Model, Nodes, Part, Primitive, Skin, Track
from ..text.count import counted
from ..text.sentence import sentence
from ..transform import compose, identity, inverse, quaternion_product, rotation_matrix
from .anim_file import AnimFile, read_anim_file
from .disagreement import unjudged, weights_apart
from .joint_space import owned, skin_joint_space
from .looks import read_looks
from .mesh_file import Joints, MeshBlock, read_mesh_file


def load_md5(path: Path, anims: Sequence[Path] = (), limits: Limits = DEFAULT) -> Model:
    """The model of an ``.md5mesh`` file and its clips.

    Clips come from ``anims`` or, if empty, from ``.md5anim`` files beside the mesh with its joints (names and parents).
    A clip has its file's stem as a name; times are frame / frameRate; positions are interpolated linearly, orientations
    by slerp.

    Raises ``SkinproofError`` (with ``file:line``) for a missing or malformed file, or if a file of ``anims`` has other
    joints.
    """
    path = Path(path)
    require_file(path)
    file = read_mesh_file(path, limits)
    require_within(limits, "nodes", len(file.joints.names), where=path.name)
    played, left_out = _given_anims(anims, file.joints, limits) if anims else _anims_beside(path, file.joints, limits)
    require_within(limits, "clips", len(played), where=path.name)
    primitives = tuple(_primitive(block, file.joints, k) for k, block in enumerate(file.meshes))
    apart = weights_apart(file, [anim for _, anim in played])
    materials, images = read_looks(path, [block.shader for block in file.meshes])
    count = len(file.joints.names)
    return Model(
        name=path.stem,
        path=path,
        nodes=_nodes(file.joints, path.stem),
        meshes=(Mesh(path.stem, primitives),),
        skins=(Skin(path.stem, np.arange(count, dtype=np.int32), _inverse_bind(file.joints)),),
        clips=tuple(_clip(anim, path.stem) for path, anim in played),
        materials=materials,
        parts=tuple(Part(count, 0, k, 0) for k in range(len(primitives))),
        notes=(*left_out, *(block.sentence for block in apart)),
        unjudged=unjudged(apart),
        clip_files=tuple(path for path, _ in played),
        sources=(file.source, *(anim.source for _, anim in played)),
        images=images,
    )


def y_up(vectors: Float64) -> Float64:
    """(..., 3 or 4) positions, directions or quaternions xyzw turned from +Z up to +Y up."""
    x, y, z = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    return np.stack([x, z, -y, *np.moveaxis(vectors[..., 3:], -1, 0)], axis=-1)


def area_weighted_normals(positions: Float64, triangles: Int) -> Float64:
    """(V, 3) unit normals, since MD5 files store none. Triangles are clockwise seen from outside and weighted by area.

    Vertices at one place (a seam of the texture) share one normal, as in id Tech 4; without area it is 0.
    """
    _, place = np.unique(positions, axis=0, return_inverse=True)
    place = place.reshape(-1)
    a, b, c = (positions[triangles[:, k]] for k in range(3))
    total = np.zeros_like(positions)
    np.add.at(total, place[triangles], np.cross(c - a, b - a)[:, None, :])
    length = np.linalg.norm(total, axis=1, keepdims=True)
    result: Float64 = np.divide(total, length, out=np.zeros_like(total), where=length > 0)[place]
    return result


def _nodes(joints: Joints, mesh_name: str) -> Nodes:
    """The joints as nodes 0 to J-1, and a last node with the mesh and its skin."""
    count = len(joints.names)
    positions, orientations = joints.positions.copy(), joints.orientations.copy()
    child = np.flatnonzero(joints.parents >= 0)
    parent = joints.parents[child]
    back = joints.orientations[parent] * [-1.0, -1.0, -1.0, 1.0]
    offset = joints.positions[child] - joints.positions[parent]
    positions[child] = (rotation_matrix(back) @ offset[..., None])[..., 0]
    orientations[child] = quaternion_product(back, joints.orientations[child])
    parents = np.append(joints.parents, -1).astype(np.int32)
    holds_mesh = np.append(np.full(count, -1), 0).astype(np.int32)
    return Nodes(
        names=(*joints.names, mesh_name),
        parents=parents,
        order=parents_first(parents),
        translation=np.vstack([y_up(positions), np.zeros(3)]),
        rotation=np.vstack([y_up(orientations), [0.0, 0.0, 0.0, 1.0]]),
        scale=np.ones((count + 1, 3)),
        matrix=identity(count + 1),
        has_matrix=np.zeros(count + 1, bool),
        mesh=holds_mesh,
        skin=holds_mesh,
        in_scene=np.ones(count + 1, bool),
        morph_weights=tuple(np.zeros(0) for _ in range(count + 1)),
    )


def _inverse_bind(joints: Joints) -> Float64:
    """(J, 3, 4) from model space to joint space in the mesh file's pose."""
    return inverse(compose(y_up(joints.positions), y_up(joints.orientations), np.ones((len(joints.names), 3))))


def _primitive(block: MeshBlock, joints: Joints, material: int) -> Primitive:
    """One block in the bind pose, all influences kept; vertices and triangles in the block's order.

    MD5 triangles are clockwise seen from outside, glTF's counter-clockwise: two corners change places.
    """
    influences = influences_of(block)
    total = influences.weights.sum(axis=1, keepdims=True)
    stored = skin_joint_space(block, joints.positions, joints.orientations)
    # Biases that add up to b place the vertex at b times its weights' point: this is the bind vertex.
    bind = np.divide(stored, total, out=stored.copy(), where=np.abs(total) > 1e-6)
    return Primitive(
        mode=TRIANGLES,
        positions=y_up(bind),
        normals=y_up(area_weighted_normals(bind, block.triangles)),
        influences=influences,
        indices=block.triangles[:, [0, 2, 1]].reshape(-1),
        morph_positions=None,
        morph_normals=None,
        texcoords=(block.texcoords,),
        material=material,
    )


def influences_of(block: MeshBlock) -> Influences:
    """Joints and biases in the order of each vertex's weights; I is a multiple of four, padded with 0."""
    used, runs = owned(block)
    count = block.weight_count
    width = -(-int(count.max(initial=1)) // 4) * 4
    vertex = np.repeat(np.arange(len(count)), count)
    place = np.arange(len(used)) - np.repeat(runs, count)
    joints, weights = np.zeros((len(count), width), np.int64), np.zeros((len(count), width))
    joints[vertex, place] = block.joints[used]
    weights[vertex, place] = block.biases[used]
    return Influences(joints, weights)


#: Animations and their files.
Played = list[tuple[Path, AnimFile]]


def _given_anims(anims: Sequence[Path], joints: Joints, limits: Limits) -> tuple[Played, list[str]]:
    """The animations of named files, and no notes: a fault in one is an error."""
    played = []
    for given in anims:
        path = Path(given)
        require_file(path)
        anim = read_anim_file(path, limits)
        if difference := _mismatch(anim, joints):
            raise SkinproofError(difference, where=path.name, fix="give an animation of the same skeleton")
        played.append((path, anim))
    return played, []


def _anims_beside(path: Path, joints: Joints, limits: Limits) -> tuple[Played, list[str]]:
    """The animations in the mesh's folder, and notes on broken files; other skeletons' are ignored."""
    played: Played = []
    notes: list[str] = []
    for beside in sorted(p for p in path.parent.iterdir() if p.suffix.lower() == ".md5anim"):
        try:
            anim = read_anim_file(beside, limits)
        except SkinproofError as error:
            notes.append(sentence("an animation beside the mesh was left out: {why}", why=error.sentence))
            continue
        if not _mismatch(anim, joints):
            played.append((beside, anim))
    return played, notes


def _mismatch(anim: AnimFile, joints: Joints) -> str:
    """How an animation's skeleton differs from the mesh's, or ""."""
    if len(anim.names) != len(joints.names):
        return f"the animation has {counted(len(anim.names), 'joint')}, the mesh {len(joints.names)}"
    for k, (name, other) in enumerate(zip(anim.names, joints.names, strict=True)):
        if name != other:
            return f"joint {k} is '{name}' in the animation and '{other}' in the mesh"
        if anim.parents[k] != joints.parents[k]:
            return f"joint {k} ('{name}') has parent {anim.parents[k]}, in the mesh {joints.parents[k]}"
    return ""


def _clip(anim: AnimFile, name: str) -> Clip:
    """A clip with two tracks per joint, of one key if only the base frame gives the value.

    The base frame need not be the mesh's pose.
    """
    times = np.arange(len(anim.positions)) / anim.frame_rate
    positions, orientations = y_up(anim.positions), y_up(anim.orientations)
    tracks = []
    for joint, flags in enumerate(anim.flags.tolist()):
        moves = len(times) if flags & 0b000111 else 1
        turns = len(times) if flags & 0b111000 else 1
        tracks.append(Track(joint, "translation", "LINEAR", times[:moves], positions[:moves, joint]))
        tracks.append(Track(joint, "rotation", "LINEAR", times[:turns], orientations[:turns, joint]))
    return Clip(name, tuple(tracks))
