"""How meshes differ from what the import made: groups, weights, places of vertices, shape keys; in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.model import Float, Float64, Model
from ....skinning_core.skin.influence import normalised_weights
from ....skinning_core.text.count import counted
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import sentence
from ....skinning_core.transform import apply_to_points
from ...rig.space import points_to_blender
from ..build.import_notes import made_bone, made_groups
from ..ground import stored_names as stored
from ..ground.modifiers import own_mesh, read_positions
from ..identity.vertex_map import PartVertices

#: Positions off by this share of the mesh's size, and weights off by this much, have been changed; less is rounding.
_MOVED, _WEIGHED = 1e-5, 1e-4

#: Weights are compared where the table of all vertices and groups has no more entries: 4 bytes each.
_LARGEST_TABLE = 50_000_000


def changed_groups(objects: list[bpy.types.Object]) -> Iterator[str]:
    """Vertex groups that have lost their bone, and bones that have lost their group."""
    for ob in objects:
        if ob.type == "MESH" and ob.get(stored.SKIN, -1) >= 0:
            yield from _groups(ob)


def changed_meshes(model: Model, present: dict[bpy.types.Object, list[PartVertices]]) -> Iterator[str]:
    """Weights, vertices and shape keys of every mesh; present: which vertex is which, by mesh."""
    for ob, vertices in present.items():
        if ob.get(stored.SKIN, -1) >= 0 and stored.GROUPS_MADE not in ob:
            continue  # it was not made by the import: a file was attached to it, or an older version made it
        with own_mesh(ob) as mesh:
            if ob.get(stored.SKIN, -1) >= 0:
                yield from _weights(ob, mesh, model, vertices)
            yield from _positions(ob, mesh, model, vertices)
        yield from _shape_keys(ob)


def _groups(ob: bpy.types.Object) -> Iterator[str]:
    """Vertex groups without a bone, and bones without their group."""
    made, armature = made_groups(ob), _armature_of(ob)
    if made is None or armature is None:
        return
    bones = _bones_now(armature)
    expected = [bones.get(name, name) for name in made]
    groups = {group.name for group in ob.vertex_groups}
    lonely = sorted(name for name in expected if name not in groups)
    orphans = sorted(group for group in groups if group not in armature.pose.bones)
    if orphans and lonely:
        yield sentence(
            "group {group} of {mesh!r} belongs to no bone, and bone {bone} has no group",
            group=listed(orphans),
            mesh=ob.name,
            bone=listed(lonely),
        )
    elif orphans:
        yield sentence(
            "group {group} of {mesh!r} belongs to no bone: the bone was deleted",
            group=listed(orphans),
            mesh=ob.name,
        )
    elif lonely:
        yield sentence(
            "bone {bone} of {armature!r} has no vertex group in {mesh!r} any more",
            bone=listed(lonely),
            armature=armature.name,
            mesh=ob.name,
        )


def _weights(ob: bpy.types.Object, mesh: bpy.types.Mesh, model: Model, vertices: list[PartVertices]) -> Iterator[str]:
    made, armature = made_groups(ob), _armature_of(ob)
    count = len(ob.vertex_groups)
    if made is None or armature is None or len(mesh.vertices) * count > _LARGEST_TABLE:
        return
    bones = _bones_now(armature)
    index = {group.name: group.index for group in ob.vertex_groups}
    place = np.array([index.get(bones.get(name, name), count) for name in made], np.intp)  # count: no such group
    of_joint = place[np.asarray(ob[stored.GROUPS].to_list(), np.intp)]
    deforms = np.array([_deforms(armature, group.name) for group in ob.vertex_groups] + [False], bool)
    now = np.zeros((len(mesh.vertices), count + 1), np.float32)
    for v, vertex in enumerate(mesh.vertices):
        for group in vertex.groups:
            now[v, group.group] = group.weight
    now *= deforms
    changed, most, most_then = 0, 0, 0
    for piece in vertices:
        influences = model.influences(model.parts[piece.part])
        if influences is None:
            continue
        rows = np.arange(len(piece.vertices))[:, None]
        then = np.zeros((len(rows), count + 1))
        weights = normalised_weights(influences.weights[piece.vertices])
        np.add.at(then, (rows, of_joint[influences.joints[piece.vertices]]), weights)
        changed += int((np.abs(_shares(now[piece.rows]) - then).max(axis=1) > _WEIGHED).sum())
        most, most_then = max(most, _most_bones(now[piece.rows])), max(most_then, _most_bones(then))
    if changed:
        of = {"vertices": counted(changed, "vertex"), "mesh": ob.name}
        if most >= most_then:
            yield sentence("weights of {vertices} of {mesh!r} differ from the file", **of)
        else:
            yield sentence(
                "weights of {vertices} of {mesh!r} differ from the file: at most {bones} a vertex, in the file {most}",
                **of,
                bones=counted(most, "bone moves", "bones move"),
                most=most_then,
            )


def _most_bones(weights: Float | Float64) -> int:
    """The largest number of weights above zero in a row of (n, G)."""
    return int((weights > 0.0).sum(axis=1).max(initial=0))


def _shares(weights: Float) -> Float64:
    """(n, G) float64 weights divided by their sum; rows without weights stay so."""
    total = weights.sum(axis=1, keepdims=True, dtype=np.float64)
    return weights / np.where(total > 0.0, total, 1.0)


def _positions(ob: bpy.types.Object, mesh: bpy.types.Mesh, model: Model, vertices: list[PartVertices]) -> Iterator[str]:
    now = np.empty((len(mesh.vertices), 3), np.float32)
    read_positions(mesh, now)
    size = float(np.linalg.norm(np.ptp(now, axis=0))) if len(now) else 0.0
    moved = 0
    for piece in vertices:
        expected = _as_made(ob, model.primitive(model.parts[piece.part]).positions[piece.vertices])
        off = np.linalg.norm(now[piece.rows] - expected, axis=1)
        moved += int((off > _MOVED * size).sum())
    if moved:
        one = "vertex of {mesh!r} is not where the file has it"
        yield counted(moved, one, "vertices of {mesh!r} are not where the file has them", mesh=ob.name)


def _as_made(ob: bpy.types.Object, positions: Float) -> Float:
    """(n, 3) positions of the file in the mesh's own space, as the import put them there."""
    places = np.asarray(positions, np.float64)
    if stored.FACTOR in ob:
        places = apply_to_points(np.reshape(ob[stored.FACTOR].to_list(), (3, 4)), places)
    if stored.ORIGIN in ob:
        places = places - np.asarray(ob[stored.ORIGIN].to_list())
    return points_to_blender(places)


def _shape_keys(ob: bpy.types.Object) -> Iterator[str]:
    keys = ob.data.shape_keys
    if keys is None:
        return
    own = len(ob[stored.WEIGHTS].to_list()) + 1 if stored.WEIGHTS in ob else 0
    for k, key in enumerate(keys.key_blocks):
        if k >= max(own, 1) and key.value and not key.mute:
            yield sentence(
                "shape key {key!r} of {mesh!r}, which is not of the file, is at {value:.3g}",
                key=key.name,
                mesh=ob.name,
                value=key.value,
            )
        elif k < own and key.mute:
            yield sentence("shape key {key!r} of {mesh!r} is muted", key=key.name, mesh=ob.name)
        elif k < own and key.vertex_group:
            yield sentence(
                "shape key {key!r} of {mesh!r} is limited to the vertex group {group!r}",
                key=key.name,
                mesh=ob.name,
                group=key.vertex_group,
            )
    if ob.show_only_shape_key:
        yield sentence("one shape key of {mesh!r} is pinned", mesh=ob.name)


def _armature_of(ob: bpy.types.Object) -> bpy.types.Object | None:
    found = (m.object for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None)
    armature = next(found, ob.parent)
    return armature if armature is not None and armature.type == "ARMATURE" else None


def _bones_now(armature: bpy.types.Object) -> dict[str, str]:
    """The names of bones today, by those that the import gave them."""
    return {made.name: bone.name for bone in armature.pose.bones if (made := made_bone(bone)) is not None}


def _deforms(armature: bpy.types.Object, name: str) -> bool:
    bone = armature.data.bones.get(name)
    return bone is not None and bone.use_deform
