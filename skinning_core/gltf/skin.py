"""Skins of a document, and the parts that its nodes draw (specification 3.7.3)."""

from __future__ import annotations

import numpy as np

from ..error import SkinproofError, require
from ..model import Float64, Mesh, Nodes, Part, Skin
from ..text.count import counted
from ..transform import identity
from .accessor import Buffers, checked_index, read_floats
from .grammar.kinds import Entry


def read_skins(buffers: Buffers) -> tuple[Skin, ...]:
    """All skins; inverse bind matrices are the identity if the file gives none."""
    document = buffers.document
    skins = []
    for s, skin in enumerate(document.skins):
        where = f"/skins/{s}"
        require(skin.joints, "the skin has no joints", where)
        for place, joint in enumerate(skin.joints):
            checked_index(joint, document.nodes, f"{where}/joints/{place}")
        skins.append(
            Skin(
                name=skin.name or f"skin {s}",
                joints=np.array(skin.joints, np.int32),
                inverse_bind=_inverse_bind(buffers, skin, where),
                skeleton=skin.skeleton if skin.skeleton in range(len(document.nodes)) else -1,
            )
        )
    return tuple(skins)


def _inverse_bind(buffers: Buffers, skin: Entry, where: str) -> Float64:
    count = len(skin.joints)
    if skin.inverseBindMatrices is None:
        return identity(count)
    pointer = f"{where}/inverseBindMatrices"
    stored = read_floats(buffers, skin.inverseBindMatrices, pointer, ("MAT4",))
    if len(stored) < count:
        told = f"{counted(len(stored), 'inverse bind matrix')} for {counted(count, 'joint')}"
        raise SkinproofError(told, where=pointer)
    # Stored column by column; the fourth row is (0, 0, 0, 1) by definition and is not used.
    return stored[:count].reshape(count, 4, 4).transpose(0, 2, 1)[:, :3].astype(np.float64)


def read_parts(nodes: Nodes, meshes: tuple[Mesh, ...]) -> tuple[Part, ...]:
    """All drawn parts: the scenes' nodes in ascending order, and of each the primitives of its mesh.

    A primitive without influences moves with its node, even if that has a skin. One without vertices is not drawn.
    """
    parts = []
    for node, mesh in enumerate(nodes.mesh.tolist()):
        if mesh < 0 or not nodes.in_scene[node]:
            continue
        for p, primitive in enumerate(meshes[mesh].primitives):
            if not primitive.vertex_count:
                continue
            skin = int(nodes.skin[node]) if primitive.influences is not None else -1
            parts.append(Part(node, mesh, p, skin))
    return tuple(parts)
