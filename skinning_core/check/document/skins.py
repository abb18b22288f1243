"""Rules of skins, the nodes that use them, and the influences of their meshes (specification 3.7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf.grammar.kinds import Json
from ...model import Float64
from ...text.count import counted
from ..finding import Finding, found
from ..weights import check_influences
from .formats import INVERSE_BIND, format_of
from .hierarchy import ancestors, has_transform, parents_of
from .meshes import influence_sets, joint_limits
from .usable_document import Document, is_packed


def check_stored_skins(document: Document) -> Iterator[Finding]:
    """Findings about every skin, every node with one, and every mesh used with one."""
    parents = parents_of(document)
    roots: dict[int, list[int]] = {}
    for place, skin in document.each("skins"):
        pointer = f"/skins/{place}"
        if "joints" in skin:
            roots[place] = _common_ancestors(document, skin["joints"], parents)
            if not roots[place]:
                yield found("SKIN_NO_COMMON_ROOT", f"{pointer}/joints")
        skeleton = skin.get("skeleton")
        if document.at("nodes", skeleton) is not None and skeleton not in roots.get(place, []):
            yield found("SKIN_SKELETON_INVALID", f"{pointer}/skeleton", skeleton=skeleton)
        yield from _inverse_bind(document, skin, f"{pointer}/inverseBindMatrices")
    yield from _wearers(document, parents, roots)
    yield from _influences(document)


def _common_ancestors(document: Document, joints: list[int], parents: dict[int, int]) -> list[int]:
    """Nodes above or equal to every joint, from the lowest to the root. Every node is visited once."""
    joints = [joint for joint in joints if document.at("nodes", joint) is not None]
    if not joints:
        return []
    chain = ancestors(parents, joints[0])
    joins = {node: place for place, node in enumerate(chain)}  # place on the chain at which a node's path up arrives
    lowest = 0
    for joint in joints[1:]:
        climbed: list[int] = []
        node, seen = joint, {joint}
        while node not in joins:
            climbed.append(node)
            node = parents.get(node, -1)
            if node < 0 or node in seen:
                return []
            seen.add(node)
        joins |= dict.fromkeys(climbed, joins[node])
        lowest = max(lowest, joins[node])
    looping = chain[-1] in parents  # in a loop, every node is above every other
    return chain if looping else chain[lowest:]


def _inverse_bind(document: Document, skin: Json, pointer: str) -> Iterator[Finding]:
    accessor = document.at("accessors", skin.get("inverseBindMatrices"))
    if accessor is None:
        return
    if "byteStride" in (document.view_of(accessor) or {}):
        yield found("SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", pointer)
    joints, count = len(skin.get("joints", ())), accessor.get("count", 0)
    if "joints" in skin and count < joints:
        sentence = f"{counted(count, 'inverse bind matrix')} for {counted(joints, 'joint')}"
        yield Finding("INVALID_IBM_ACCESSOR_COUNT", pointer, sentence)
    if format_of(accessor) not in INVERSE_BIND:
        yield found("SKIN_IBM_INVALID_FORMAT", pointer, format=format_of(accessor))
        return
    if not document.has_data(skin["inverseBindMatrices"]):
        yield Finding("ACCESSOR_WITHOUT_DATA", pointer, "no inverse bind matrices are stored, so all are zero")
    matrices = document.values(skin["inverseBindMatrices"])
    if matrices is not None:
        off = (matrices[:, 3::4] != [0.0, 0.0, 0.0, 1.0]).any(axis=1)
        by_rows = off.any() and bool((matrices[:, 12:] == [0.0, 0.0, 0.0, 1.0]).all())
        if by_rows:
            sentence = (
                f"{off.sum()} of {counted(len(matrices), 'matrix')} are transposed: their translation stands in the "
                "fourth row, since they were stored by rows, not by columns"
            )
            yield Finding("ACCESSOR_INVALID_IBM", pointer, sentence)
        elif off.any():
            yield found("ACCESSOR_INVALID_IBM", pointer, count=off.sum(), matrices=len(matrices))


def _wearers(document: Document, parents: dict[int, int], roots: dict[int, list[int]]) -> Iterator[Finding]:
    scenes = _scenes_of_roots(document)
    for place, node in document.each("nodes"):
        if document.at("skins", node.get("skin")) is None:
            continue
        pointer = f"/nodes/{place}"
        if place in parents:
            yield found("NODE_SKINNED_MESH_NON_ROOT", pointer)
        if has_transform(node):
            sentence = "the node wears a skin and has a transform of its own, which must be ignored"
            yield Finding("NODE_SKINNED_MESH_LOCAL_TRANSFORMS", pointer, sentence)
        top = next((root for root in roots.get(node["skin"], ()) if root not in parents), None)
        joint_scenes = set().union(*(scenes.get(above, set()) for above in ancestors(parents, place)))
        if top is not None and not joint_scenes <= scenes.get(top, set()):
            yield found("NODE_SKIN_NO_SCENE", pointer)


def _scenes_of_roots(document: Document) -> dict[int, set[int]]:
    """For each node, the scenes with it as a root."""
    scenes: dict[int, set[int]] = {}
    for place, scene in document.each("scenes"):
        for node in scene.get("nodes", ()):
            scenes.setdefault(node, set()).add(place)
    return scenes


def _influences(document: Document) -> Iterator[Finding]:
    limits = joint_limits(document)
    for m, _, primitive, pointer in document.primitives():
        if m in limits and influence_sets(primitive):
            yield from _of_primitive(document, primitive, limits[m], f"{pointer}/attributes")


def _of_primitive(document: Document, primitive: Json, limit: int, pointer: str) -> Iterator[Finding]:
    """Findings about all sets of influences together; nothing if a set cannot be read."""
    attributes = primitive["attributes"]
    sets = range(influence_sets(primitive))
    empty = [k for k in sets if not document.has_data(attributes[f"WEIGHTS_{k}"])]
    if empty and not is_packed(primitive):
        where = f"{pointer}/WEIGHTS_{empty[0]}"
        yield Finding("ACCESSOR_WITHOUT_DATA", where, "no weights are stored, so all are zero")
    read = _all_sets(document, attributes, len(sets))
    if read is None:
        return
    joints, weights = read
    beyond = joints >= limit
    if beyond.any():
        vertices = f"{beyond.any(axis=1).sum()} of {counted(len(joints), 'vertex')}"
        told = f"joints up to {joints.max()} on {vertices}, the skin has {limit} (0 to {limit - 1})"
        yield Finding("ACCESSOR_JOINTS_INDEX_OOB", pointer, told)
        joints = np.where(beyond, 0, joints)
        weights = np.where(beyond, 0.0, weights)  # a joint that does not exist moves nothing
    yield from check_influences(joints, weights, pointer)


def _all_sets(document: Document, attributes: Json, sets: int) -> tuple[NDArray[Any], Float64] | None:
    """Joints and weights of all sets side by side, both (V, influences); None if one cannot be read."""
    joints, weights = [], []
    for k in range(sets):
        of_set = document.values(attributes[f"JOINTS_{k}"])
        weighed = document.normalised(attributes[f"WEIGHTS_{k}"])
        if of_set is None or weighed is None:
            return None
        joints.append(of_set)
        weights.append(weighed)
    if len({values.shape for values in (*joints, *weights)}) > 1 or joints[0].dtype.kind == "f":
        return None
    return np.concatenate(joints, axis=1), np.concatenate(weights, axis=1)
