"""Meshes of a document: primitives with influences and morph targets (specification 3.7.2)."""

from __future__ import annotations

from itertools import count as count_up
from itertools import takewhile

import numpy as np

from ..error import SkinproofError, require
from ..model import POINTS, Bool, Float, Influences, Int, Mesh, Nodes, OnDemand, Primitive, Skin
from ..text.count import counted
from ..text.sentence import sentence
from .accessor import Buffers, ReadValues, read, read_floats, read_unchecked_floats, require_finite, row_by_row
from .draco import read_compressed
from .grammar.kinds import Entry, member

#: A shorter normal has no direction; it becomes +Y. The specification leaves such normals undefined.
_NO_DIRECTION = 1e-12

#: For a primitive without vertices: those after it keep their numbers.
_NOTHING = Primitive(POINTS, np.zeros((0, 3), np.float32))


def read_meshes(buffers: Buffers, nodes: Nodes, skins: tuple[Skin, ...]) -> tuple[tuple[Mesh, ...], tuple[str, ...]]:
    """All meshes, and notes about them.

    Raises ``SkinproofError`` for attributes that do not fit each other or the mesh's skins.
    """
    meshes = []
    notes: list[str] = []
    skins_of: dict[int, set[int]] = {}  # by mesh: the skins of the nodes that draw it, -1 for none
    for m, skin in zip(nodes.mesh.tolist(), nodes.skin.tolist(), strict=True):
        skins_of.setdefault(m, set()).add(skin)
    for m, mesh in enumerate(buffers.document.meshes):
        # Joints of the smallest skin that is used with the mesh; None if it is never skinned.
        joint_count = min((len(skins[s].joints) for s in skins_of.get(m, ()) if s >= 0), default=None)
        primitives = []
        for p, primitive in enumerate(mesh.primitives):
            read, remarks = _read_primitive(buffers, primitive, f"/meshes/{m}/primitives/{p}", joint_count)
            primitives.append(read)
            notes += remarks
        names = _target_names(mesh)
        weights = np.array(mesh.weights or [0.0] * len(names), np.float64)
        meshes.append(Mesh(mesh.name or f"mesh {m}", tuple(primitives), names, weights))
    return tuple(meshes), tuple(notes)


def _target_names(mesh: Entry) -> tuple[str, ...]:
    """The morph targets' names, numbers if the file has not one for each."""
    count = max((len(primitive.targets or []) for primitive in mesh.primitives), default=0)
    names = member(mesh.extras, "targetNames")
    if isinstance(names, list) and len(names) == count and all(isinstance(name, str) for name in names):
        return tuple(name.encode("utf-8", "replace").decode() for name in names)
    return tuple(f"target {k}" for k in range(count))


def _read_primitive(
    buffers: Buffers, primitive: Entry, where: str, joint_count: int | None
) -> tuple[Primitive, list[str]]:
    notes = read_compressed(buffers, primitive, where)
    attributes = {k: v for k, v in vars(primitive.attributes).items() if v is not None}
    if "POSITION" not in attributes:
        told = "{where}: the primitive has no POSITION, so there is nothing to draw; it is skipped"
        return _NOTHING, [*notes, sentence(told, where=where)]
    require(primitive.mode <= 6, f"mode {primitive.mode} is unknown", f"{where}/mode")

    floats = _floats(buffers, attributes, where)
    positions, normals = floats["POSITION"], floats.get("NORMAL")
    count = len(positions)
    influences, strays = _influences(buffers, attributes, count, where, joint_count)
    targets = primitive.targets or []
    read = Primitive(
        mode=primitive.mode,
        positions=positions,
        normals=None if normals is None else row_by_row(normals, _upright),
        influences=influences,
        indices=_read_indices(buffers, primitive.indices, count, where),
        morph_positions=_displacements(buffers, targets, "POSITION", count, where),
        morph_normals=_displacements(buffers, targets, "NORMAL", count, where) if normals is not None else None,
        texcoords=tuple(values for name, values in floats.items() if name.startswith("TEXCOORD_")),
        material=-1 if primitive.material is None else primitive.material,
        colors=_colors(buffers, attributes, count, where),
    )
    return read, [*notes, *strays]


def _floats(buffers: Buffers, attributes: dict[str, int], where: str) -> dict[str, Float]:
    """Positions, normals and all texture coordinates, by attribute, of equal length."""
    kinds = {"POSITION": "VEC3", "NORMAL": "VEC3"}
    while (name := f"TEXCOORD_{len(kinds) - 2}") in attributes:
        kinds[name] = "VEC2"
    read: list[ReadValues] = []
    out: dict[str, Float] = {}
    for name, kind in kinds.items():
        if name in attributes:
            pointer = f"{where}/attributes/{name}"
            out[name] = read_unchecked_floats(buffers, attributes[name], pointer, (kind,))
            _same_count(out[name], len(out["POSITION"]), pointer)
            read.append(ReadValues(out[name], attributes[name], pointer))
    require_finite(read)
    return out


def _colors(buffers: Buffers, attributes: dict[str, int], count: int, where: str) -> OnDemand[Float]:
    """All sets of vertex colours; asking for one may raise ``SkinproofError``."""
    sets = [name for k in range(len(attributes)) if (name := f"COLOR_{k}") in attributes]

    def read_set(k: int) -> Float:
        """(V, 4) of the k-th set; without alpha it is opaque."""
        pointer = f"{where}/attributes/{sets[k]}"
        values = read_floats(buffers, attributes[sets[k]], pointer, ("VEC3", "VEC4"))
        _same_count(values, count, pointer)
        opaque = np.ones((count, 4 - values.shape[1]), values.dtype)
        return np.concatenate([values, opaque], axis=1)

    return OnDemand(len(sets), read_set)


def _same_count(values: Float | Int, count: int, where: str) -> None:
    require(len(values) == count, f"{len(values)} elements, but POSITION has {count}", where)


def _upright(normals: Float) -> Float:
    # Few normals have so small an x; only their lengths are computed.
    thin = np.flatnonzero(np.abs(normals[:, 0]) < _NO_DIRECTION)
    if not len(thin):
        return normals
    short = thin[np.linalg.norm(normals[thin].astype(np.float64), axis=1) < _NO_DIRECTION]
    if not len(short):
        return normals
    out = normals.copy()
    out[short] = 0.0, 1.0, 0.0
    return out


def _read_indices(buffers: Buffers, index: int | None, count: int, where: str) -> Int | None:
    if index is None:
        return None
    pointer = f"{where}/indices"
    indices = read(buffers, index, pointer, ("SCALAR",))[:, 0]
    require(indices.dtype.kind == "u", "indices must be unsigned integers", pointer)
    largest = int(indices.max(initial=0))
    require(not len(indices) or largest < count, f"vertex {largest} is out of range: there are {count}", pointer)
    return indices


def _influences(
    buffers: Buffers, attributes: dict[str, int], count: int, where: str, joint_count: int | None
) -> tuple[Influences | None, list[str]]:
    """The influences of all sets, side by side (None: no sets), and notes.

    A set is joints and weights of one number, from 0 up; ``choices`` tells what has no partner. Raises
    ``SkinproofError`` if half of the first pair is missing: nothing tells what the mesh follows.
    """
    sets = list(takewhile(lambda k: f"JOINTS_{k}" in attributes and f"WEIGHTS_{k}" in attributes, count_up()))
    if not sets:
        alone = "".join(name for name in ("JOINTS_0", "WEIGHTS_0") if name in attributes)
        require(
            not alone,
            f"JOINTS_n and WEIGHTS_n must come in pairs from 0 up; there is only {alone}",
            f"{where}/attributes",
        )
        return None, []
    joints = [_joints(buffers, attributes[f"JOINTS_{k}"], f"{where}/attributes/JOINTS_{k}", count) for k in sets]
    weights = [_weights(buffers, attributes[f"WEIGHTS_{k}"], f"{where}/attributes/WEIGHTS_{k}", count) for k in sets]
    all_joints, all_weights = joints[0], weights[0]
    if len(sets) > 1:
        buffers.spend(sum(values.nbytes for values in (*joints, *weights)), f"{where}/attributes")
        all_joints, all_weights = np.concatenate(joints, axis=1), np.concatenate(weights, axis=1)
    if joint_count is None or not all_joints.size or int(all_joints.max()) < joint_count:
        return Influences(all_joints, all_weights), []
    stray = _weightless_strays(all_joints, all_weights, joint_count, where)
    told = "{where}: {indices} out of range, without weight, read as joint 0"
    note = sentence(told, where=where, indices=counted(stray.sum(), "joint index"))
    return Influences(np.where(stray, 0, all_joints).astype(all_joints.dtype), all_weights), [note]


def _joints(buffers: Buffers, index: int, where: str, count: int) -> Int:
    joints = read(buffers, index, where, ("VEC4",))
    if joints.dtype not in (np.dtype("u1"), np.dtype("u2")):
        raise SkinproofError(f"joints must be unsigned bytes or shorts, not {joints.dtype}", where=where)
    _same_count(joints, count, where)
    return joints


def _weights(buffers: Buffers, index: int, where: str, count: int) -> Float:
    weights = read_floats(buffers, index, where, ("VEC4",))
    usable = weights.dtype == np.float32 or buffers.accessors[index].get("normalized")
    require(usable, "weights must be floats or normalised unsigned integers", where)
    _same_count(weights, count, where)
    return weights


def _weightless_strays(joints: Int, weights: Float, joint_count: int, where: str) -> Bool:
    """(V, I) which joints are out of range. Raises ``SkinproofError`` if such a joint carries weight."""
    stray = joints >= joint_count
    heavy = stray & (weights != 0)
    if heavy.any():
        vertex, slot = (int(i) for i in np.argwhere(heavy)[0])
        told = f"vertex {vertex} is bound to joint {joints[vertex, slot]}, the skin has {counted(joint_count, 'joint')}"
        raise SkinproofError(told, where=f"{where}/attributes/JOINTS_{slot // 4}")
    return stray


def _displacements(buffers: Buffers, targets: list[Entry], name: str, count: int, where: str) -> Float | None:
    """(M, V, 3) displacements of one attribute; None if no target moves it."""
    if not any(getattr(target, name) is not None for target in targets):
        return None
    nothing = np.broadcast_to(np.zeros(3, np.float32), (count, 3))
    displacements = []
    for t, target in enumerate(targets):
        index, pointer = getattr(target, name), f"{where}/targets/{t}/{name}"
        values = nothing if index is None else read_floats(buffers, index, pointer, ("VEC3",))
        _same_count(values, count, pointer)
        displacements.append(values)
    buffers.spend(len(targets) * count * 3 * max(values.itemsize for values in displacements), f"{where}/targets")
    return np.stack(displacements)
