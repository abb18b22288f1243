"""Reading ``.md5mesh`` (version 10): joints, and meshes of vertices, triangles and weights.

Space: the file's own (+Z up, its own unit); joints in model space, weights in their joint's space. Format: the text
that id Tech 4 reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..files.limits import DEFAULT, Limits, require_memory
from ..files.source import Source
from ..model import Float64, Int
from ..text.count import counted
from .orientation import with_w
from .tokens import Reader, read_version

#: Of a weight while blocks become primitives: its point, rotated and placed.
_ROW_BYTES = 15 * 8
#: Of each influence of a vertex besides: a joint and its bias.
_SLOT_BYTES = 2 * 8


class _Vert(NamedTuple):
    texcoord: list[float]
    first_weight: int
    weight_count: int
    place: int  # in the text


class _Tri(NamedTuple):
    corners: list[int]
    place: int  # in the text


class _Weight(NamedTuple):
    joint: int
    bias: float
    position: list[float]


#: A block's rows by their index.
_Verts = dict[int, _Vert]
_Tris = dict[int, _Tri]
_Weights = dict[int, _Weight]


@dataclass(frozen=True, eq=False)
class Joints:
    """The skeleton of J joints in model space, parents first."""

    names: tuple[str, ...]
    parents: Int  # (J,) int32; -1: a root
    positions: Float64  # (J, 3)
    orientations: Float64  # (J, 4) unit, xyzw


@dataclass(frozen=True, eq=False)
class MeshBlock:
    """One ``mesh { ... }``: V vertices, n triangles, W weights; a vertex owns a run of weights."""

    shader: str
    texcoords: Float64  # (V, 2) v downwards
    first_weight: Int  # (V,)
    weight_count: Int  # (V,) at least 1
    triangles: Int  # (n, 3) clockwise seen from outside
    joints: Int  # (W,)
    biases: Float64  # (W,)
    positions: Float64  # (W, 3) joint space


@dataclass(frozen=True, eq=False)
class MeshFile:
    """The contents of an ``.md5mesh`` file."""

    joints: Joints
    meshes: tuple[MeshBlock, ...]
    source: Source


def read_mesh_file(path: Path, limits: Limits = DEFAULT) -> MeshFile:
    """Parse a file. Raises ``SkinproofError`` with ``file:line`` for anything that the format does not allow.

    ``limits``: vertices may share weights, and take memory for weights of their own.
    """
    reader = Reader.open(path)
    read_version(reader)
    declared: dict[str, int] = {}
    joints: Joints | None = None
    meshes: list[MeshBlock] = []
    while not reader.at_end():
        keyword = reader.word()
        if keyword == "commandline":
            reader.name()
        elif keyword in ("numJoints", "numMeshes"):
            declared[keyword] = reader.count(keyword)
        elif keyword == "joints" and joints is None:
            joints = _read_joints(reader)
            _check_count(reader, "numJoints", declared, len(joints.names))
        elif keyword == "mesh" and joints is not None:
            meshes.append(_read_mesh(reader, len(joints.names)))
        else:
            raise reader.error(f"'{keyword}' is not expected here")
    if joints is None:
        raise reader.error("the file has no joints")
    _check_count(reader, "numMeshes", declared, len(meshes))
    require_memory(limits, sum(map(_bytes_in_memory, meshes)), len(reader), where=path.name)
    return MeshFile(joints, tuple(meshes), reader.source)


def _bytes_in_memory(block: MeshBlock) -> int:
    """A block's memory if each vertex has as many weights of its own as the one with the most."""
    rows = int(block.weight_count.sum())
    slots = len(block.weight_count) * (int(block.weight_count.max(initial=0)) + 3)
    return rows * _ROW_BYTES + slots * _SLOT_BYTES


def read_parent(reader: Reader, joint: int) -> int:
    """A joint's parent: -1, or a joint before it."""
    parent = reader.integer("a parent index")
    if not -1 <= parent < joint:
        raise reader.error(f"joint {joint} has parent {parent}: a parent must come before its children")
    return parent


def _read_joints(reader: Reader) -> Joints:
    reader.expect("{")
    names: list[str] = []
    parents: list[int] = []
    positions: list[list[float]] = []
    orientations: list[Float64] = []
    while not reader.next_is("}"):
        names.append(reader.name())
        parents.append(read_parent(reader, len(parents)))
        positions.append(reader.vector(3))
        orientations.append(read_orientation(reader))
    reader.expect("}")
    if not names:
        raise reader.error("the file has no joints")
    return Joints(tuple(names), np.array(parents, np.int32), np.array(positions), np.array(orientations))


def read_orientation(reader: Reader) -> Float64:
    """(4,) xyzw: reads ``( x y z )`` of a unit quaternion and rebuilds its w."""
    vector = np.array(reader.vector(3))
    square = float(vector @ vector)
    if square > 1.01:
        raise reader.error(f"the orientation is longer than 1 (its square is {square:.4g}): no w can make it unit")
    return with_w(vector)


def _read_mesh(reader: Reader, joint_count: int) -> MeshBlock:
    """One block; its lists come in any order, each row with an index."""
    reader.expect("{")
    start = reader.place
    shader = ""
    declared: dict[str, int] = {}
    verts: _Verts = {}
    tris: _Tris = {}
    weights: _Weights = {}
    while not reader.next_is("}"):
        keyword = reader.word()
        if keyword == "shader":
            shader = reader.name()
        elif keyword in ("numverts", "numtris", "numweights"):
            declared[keyword] = reader.count(keyword)
        elif keyword == "vert":
            index = _new_index(reader, "vert", verts)
            texcoord = reader.vector(2)
            verts[index] = _Vert(texcoord, reader.count("a first weight"), _weight_count(reader, index), reader.place)
        elif keyword == "tri":
            index = _new_index(reader, "tri", tris)
            tris[index] = _Tri([reader.count("a vertex index") for _ in range(3)], reader.place)
        elif keyword == "weight":
            index = _new_index(reader, "weight", weights)
            weights[index] = _Weight(_joint(reader, joint_count), reader.number(), reader.vector(3))
        else:
            raise reader.error(f"'{keyword}' is not expected in a mesh")
    reader.expect("}")
    for name, rows in (("numverts", verts), ("numtris", tris), ("numweights", weights)):
        _check_count(reader, name, declared, len(rows), start)
        if rows and max(rows) != len(rows) - 1:
            raise reader.error(f"{name}: index {max(rows)} among {len(rows)} rows leaves a gap", at=start)
    _check_references(reader, verts, tris, len(weights))
    return _block(shader, verts, tris, weights)


def _new_index(reader: Reader, what: str, rows: dict[int, Any]) -> int:
    index = reader.count(f"a {what} index")
    if index in rows:
        raise reader.error(f"{what} {index} comes twice")
    return index


def _weight_count(reader: Reader, vertex: int) -> int:
    count = reader.count("a weight count")
    if count == 0:
        raise reader.error(f"vert {vertex} has no weights: it would have no position")
    return count


def _joint(reader: Reader, joint_count: int) -> int:
    joint = reader.count("a joint index")
    if joint >= joint_count:
        raise reader.error(f"joint index {joint} is out of range: the file has {counted(joint_count, 'joint')}")
    return joint


def _check_count(reader: Reader, name: str, declared: dict[str, int], count: int, at: int | None = None) -> None:
    if name not in declared:
        raise reader.error(f"{name} is missing", at=at)
    if declared[name] != count:
        raise reader.error(f"{name} says {declared[name]}, but there are {count}", at=at)


def _check_references(reader: Reader, verts: _Verts, tris: _Tris, weight_count: int) -> None:
    for index, vert in verts.items():
        first, end = vert.first_weight, vert.first_weight + vert.weight_count
        if end > weight_count:
            told = f"vert {index} uses weights {first} to {end - 1}, but there are {weight_count}"
            raise reader.error(told, at=vert.place)
    for index, tri in tris.items():
        largest = max(tri.corners)
        if largest >= len(verts):
            raise reader.error(f"tri {index} uses vert {largest}, but there are {len(verts)}", at=tri.place)


def _block(shader: str, verts: _Verts, tris: _Tris, weights: _Weights) -> MeshBlock:
    """The block with rows in the order of their indices."""
    vert = [verts[i] for i in range(len(verts))]
    tri = [tris[i] for i in range(len(tris))]
    weight = [weights[i] for i in range(len(weights))]
    return MeshBlock(
        shader=shader,
        texcoords=np.array([row.texcoord for row in vert], np.float64).reshape(-1, 2),
        first_weight=np.array([row.first_weight for row in vert], np.intp),
        weight_count=np.array([row.weight_count for row in vert], np.intp),
        triangles=np.array([row.corners for row in tri], np.int64).reshape(-1, 3),
        joints=np.array([row.joint for row in weight], np.int64),
        biases=np.array([row.bias for row in weight], np.float64),
        positions=np.array([row.position for row in weight], np.float64).reshape(-1, 3),
    )
